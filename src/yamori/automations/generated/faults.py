"""What the sandbox raised, as a verdict. `sandbox` calls it; messages come from hostile code, so they are cut and made one line."""

from typing import TYPE_CHECKING

from yamori.automations.generated.given import NOT_AVAILABLE
from yamori.automations.generated.verdict import Failed, Fault, Unknown
from yamori.domain.plain_text import single_line

if TYPE_CHECKING:
    from pydantic_monty import MontyError

LONGEST_DETAIL = 300
_BY_NAME = {"TimeoutError": Fault.TIME, "MemoryError": Fault.MEMORY}
_SOURCE = "<string>"
"""How the sandbox calls the file that generated code stands in; what is given to it stands in another."""


def verdict_of(error: "MontyError") -> Failed | Unknown:
    """Of any error but the end of the sandbox's process, which `crashed` tells apart."""
    from pydantic_monty import MontyRuntimeError, MontySyntaxError

    if not isinstance(error, MontyRuntimeError | MontySyntaxError):
        return Failed(fault=Fault.EXCEPTION, detail=_cut(str(error)))
    name, _, message = error.display(format="type-msg").partition(": ")
    if name == "LookupError" and message.startswith(NOT_AVAILABLE):
        return Unknown(path=_cut(message.removeprefix(NOT_AVAILABLE)))
    line = next((frame.line for frame in reversed(error.traceback()) if frame.filename == _SOURCE), None)
    told = f"{name}: {message}" if message else name
    return Failed(fault=_BY_NAME.get(name, Fault.EXCEPTION), detail=_cut(told if line is None else f"line {line}: {told}"))


def wrong_type() -> Failed:
    return Failed(fault=Fault.WRONG_TYPE, detail="condition() must return True or False; it returned something else")


def killed() -> Failed:
    return Failed(fault=Fault.TIME, detail="an operation ran for so long that it had to be killed")


def crashed() -> Failed:
    return Failed(fault=Fault.CRASH, detail="the sandbox's process ended while it ran")


def _cut(text: str) -> str:
    return single_line(text[: 2 * LONGEST_DETAIL])[:LONGEST_DETAIL]
