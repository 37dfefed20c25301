"""What a condition may look at: the readings of a home as the model and the type checker see them."""

import re
from dataclasses import dataclass
from enum import StrEnum

from yamori.domain.capability import Attribute
from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import single_line

LONGEST_PATH = 200
_PATH = re.compile(r"[^\s\"'\\{}\x00-\x1f\x7f\ud800-\udfff]+")


class ReadingType(StrEnum):
    NUMBER = "number"
    INTEGER = "integer"
    TEXT = "string"
    FLAG = "boolean"


@dataclass(frozen=True, kw_only=True)
class Readable:
    """One reading that exists in this home. Objects (lists, calendars) are none: nothing compares them."""

    path: str
    """`device.component.capability.attribute`, as `Reading.path`."""
    label: str
    """How a person calls it, such as `Moss case, humidity (Attic)`."""
    type: ReadingType
    unit: str | None = None
    values: tuple[str, ...] = ()
    """The only texts that it can have; empty where any text may come, and for what is no text."""

    def __post_init__(self) -> None:
        check_path(self.path)
        object.__setattr__(self, "label", single_line(self.label) or self.path)


def check_path(path: str) -> None:
    """Raises `InvalidRequest` for what cannot stand in a piece of code between quotes."""
    if len(path) > LONGEST_PATH or not _PATH.fullmatch(path):
        raise InvalidRequest(f"{path[:80]!r} is no path of a reading: device.component.capability.attribute, without spaces", where="paths")


def readable(path: str, label: str, attribute: Attribute) -> Readable | None:
    """The attribute as a condition sees it; None for one that holds an object."""
    if attribute.type not in set(ReadingType):
        return None
    return Readable(path=path, label=label, type=ReadingType(attribute.type), unit=attribute.unit, values=attribute.values)
