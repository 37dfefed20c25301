"""How much one run of a template may cost, and how large a value in it may become.

Templates come from devices: anybody on the broker may send one. Work is counted rather than timed, so that the same template ends in the
same way on every machine; each step that a template takes is charged by `sandbox.py` before or right after it is taken.
"""

from collections.abc import Mapping
from datetime import date, timedelta

from jinja2 import Undefined

STEPS = 10_000
"""Of one run; some tens of milliseconds at the most."""
LARGEST = 20_000
"""Weight of one value: one for each value in it, and one for every eight characters."""
_LONGEST_NUMBER = 128
"""Bits of a whole number."""


class Exceeded(Exception):
    """A template that wants more than it may have."""


class Budget:
    """What one run may still spend; `renew` begins the next one."""

    def __init__(self) -> None:
        self._left = STEPS

    def renew(self) -> None:
        self._left = STEPS

    def spend(self, steps: int = 1) -> None:
        """Raises `Exceeded`."""
        self._left -= steps
        if self._left < 0:
            raise Exceeded("the template takes too many steps")

    def checked(self, value: object) -> object:
        """The value, its weight spent. Raises `Exceeded` where it is too large, or no plain data."""
        self.spend(1 + _weight(value) // 20)
        return value


def check_text(length: int) -> None:
    """Raises `Exceeded` for a text of so many characters, before it is made."""
    if length > LARGEST * 8:
        raise Exceeded("the template makes too long a text")


def _weight(value: object) -> int:
    """Lists may hold the same list many times over: the walk ends as soon as it has seen too much."""
    weight, waiting = 0, [value]
    while waiting:
        each = waiting.pop()
        weight += 1
        if isinstance(each, str | bytes):
            weight += len(each) // 8
        elif isinstance(each, Mapping):
            waiting.extend(each.keys())
            waiting.extend(each.values())
        elif isinstance(each, list | tuple):
            weight += len(each)
            if weight <= LARGEST:
                waiting.extend(each)
        elif isinstance(each, int) and not isinstance(each, bool):
            if each.bit_length() > _LONGEST_NUMBER:
                raise Exceeded("the template makes too large a number")
        elif not (each is None or isinstance(each, bool | float | date | timedelta | Undefined)):
            raise Exceeded("the template hands on what is no data")
        if weight > LARGEST:
            raise Exceeded("the template makes too large a value")
    return weight
