"""What is reported while a file is read, in this order: one `Opened`, then parts with what was skipped between them, then one `Ended`."""

from dataclasses import dataclass

from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.unreadable import Reason
from yamori.agents.lifestyle.rules.passages import Part


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """A file could be opened."""

    kind: Kind
    """What it is, whatever its name says."""
    title: str
    """Its own: from its properties where they are sensible, else its first heading, else its name without the ending."""
    pages: int | None = None
    """None for a kind without pages."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Skipped:
    """A piece of the file that could not be read; the rest is."""

    where: str
    """`page 3` or `line 12`."""
    why: str
    """In English; `explained(reason, language)` says it in general."""
    reason: Reason


@dataclass(frozen=True, kw_only=True, slots=True)
class Turned:
    """A sign of life between reader and worker: a page without text is progress too. Not given to the caller of `Reader`."""

    page: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """The file was read to its end."""

    pages: int | None = None


Event = Opened | Part | Skipped | Turned | Ended
Content = Opened | Part | Skipped | Turned
"""What the module of a kind gives, `Opened` first."""
