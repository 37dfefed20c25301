"""Value and command templates of discovery messages, as Home Assistant renders them.

A reader turns a payload into what it says, a writer a value into a payload. `sandbox.py` keeps devices' templates within bounds.
"""

import contextlib
import json
from collections.abc import Callable, Mapping

from jinja2 import Undefined

from yamori.domain.clock import Clock
from yamori.domain.values import Value
from yamori.gateway.mqtt.sandbox import Program, Refused, Sandbox

UNKNOWN = "None"
"""The payload by which a device takes back what it said."""
NO_VALUES = (UNKNOWN, "null", "unknown", "unavailable", "nan", "NaN")
"""With the words by which other programs do."""


class Unsupported(ValueError):
    """A template that is not understood, or not let through."""


class Silent(ValueError):
    """The payload says nothing about what was asked."""


class TakenBack(Silent):
    """The payload says that what was asked is not known any more."""


class Templates:
    """Reads the templates of one house, whose clock and time zone they share."""

    def __init__(self, clock: Clock) -> None:
        self._sandbox = Sandbox(clock)

    def reader(self, template: str | None) -> Callable[[str], Value]:
        """What a payload says, by a value template; without one the payload itself. A lone expression gives the value that it is.

        The result raises `Silent`; this raises `Unsupported`.
        """
        if template is None:
            return lambda payload: payload
        program, wants_json = self._program(template), "value_json" in template

        def read(payload: str) -> Value:
            given: dict[str, Value] = {"value": payload}
            if wants_json:
                with contextlib.suppress(ValueError, RecursionError):  # as there: the template may ask whether it is defined
                    given["value_json"] = json.loads(payload)
            return _filled(program, given, whole=True)

        return read

    def writer(self, template: str | None) -> Callable[[Value, Mapping[str, Value]], str]:
        """The payload for a value and named variables, by a command template; a variable that is not there writes nothing.

        The result raises `Silent`; this raises `Unsupported`.
        """
        if template is None:
            return lambda value, _: as_text(value)
        program = self._program(template)
        return lambda value, named: as_text(_filled(program, {"value": value, **named}, whole=False))

    def _program(self, template: str) -> Program:
        try:
            return self._sandbox.program(template.strip())
        except Refused as error:
            raise Unsupported(str(error)) from error


def _filled(program: Program, given: Mapping[str, Value], *, whole: bool) -> Value:
    """With `whole`, a template that names what is not there says nothing; else that is left out."""
    try:
        pieces = program.run(given)
    except Exception as error:  # a template may raise anything: with this payload it says nothing
        raise Silent(f"the template fails: {error}"[:200]) from error
    # An `if` without its `else` has no name, and writes nothing.
    if whole and any(isinstance(piece, Undefined) and piece._undefined_name is not None for piece in pieces):
        raise Silent("the payload does not hold what the template names")
    found = ["" if isinstance(piece, Undefined) else piece for piece in pieces]
    if len(found) == 1 and not isinstance(found[0], str):
        return _plain(found[0])
    return "".join(as_text(_plain(piece)) for piece in found).strip()


def _plain(value: object) -> Value:
    """A time as it is written, a tuple as a list."""
    if value is None or isinstance(value, bool | int | float | str | dict | list):
        return value
    return [*value] if isinstance(value, tuple) else str(value)


def as_text(value: Value) -> str:
    """A value as Home Assistant writes it into a payload and compares it with one."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if value is None or isinstance(value, bool | int | float) else json.dumps(value, default=str)
