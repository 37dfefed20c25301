"""What a condition says, before anything of the home is looked up: the state or the event, and how it is meant."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Quantity = Literal["any", "all", ""]


class Kind(StrEnum):
    """What kind of thing is waited for."""

    STATE = "state"
    DONE = "done"
    """Something comes to its end: `the wash is done`."""
    STOPS = "stops"
    """As `DONE` of a thing that does something, else the state of standing still."""
    CALLED = "called"
    """A bell rings, a button is pressed, an alarm goes off."""
    DETECTED = "detected"
    """A sensor notices something: a state where the text names it, else as `CALLED`."""
    ARRIVED = "arrived"
    LEFT = "left"
    AT_HOME = "at_home"
    AWAY = "away"


class Who(StrEnum):
    """Of whom `ARRIVED`, `LEFT`, `AT_HOME` and `AWAY` speak, where that is none of the home's people by name."""

    SPEAKER = "speaker"
    EVERYONE = "everyone"
    ANYONE = "anyone"


@dataclass(frozen=True, kw_only=True)
class Shielded:
    """A text in normal form of which the names are single characters of the private use area, so that no word or number of them is taken
    for something else."""

    text: str
    names: tuple[str, ...] = ()

    def plain(self, text: str) -> str:
        """A piece of it with its names again."""
        return "".join(self.names[ord(c) - FIRST] if is_name(c) and ord(c) - FIRST < len(self.names) else c for c in text)


FIRST, LAST = 0xE000, 0xF8FF


def is_name(character: str) -> bool:
    return FIRST <= ord(character[:1] or " ") <= LAST


@dataclass(frozen=True, kw_only=True)
class Said:
    """A condition as it was read; texts are in normal form, with their names shielded (`Shielded`)."""

    kind: Kind
    state: str
    """The condition as a present state, for the rules that read questions: `the larder is open`."""
    subject: str = ""
    """Of an event: the condition without the words for it."""
    who: str = ""
    """A `Who`, or the id of one of the home's people."""
    negated: bool = False
    quantity: Quantity = ""
    seconds: int = 0
    shield: Shielded = Shielded(text="")
    reached: int | None = None
    """A number is reached, from below (+1), from above (-1), or from wherever the reading is (0)."""


class Why(StrEnum):
    """Why a condition cannot be watched."""

    WORD = "word"
    """A word of it is explained by nothing; `what` is that word."""
    NEGATION = "negation"
    """It denies in a way that is not understood, or something of which only the end can be told."""
    AMOUNT = "amount"
    """How long it has to last is too long, or was said several times."""
    NUMBER = "number"
    """A number without whether more or less is meant, or in another unit than the reading's."""
    WHEN = "when"
    """It names a time."""
    NOTHING = "nothing"
    """No state and no event was found in it."""
    MISSING = "missing"
    """What was named is not in this home."""
    UNTOLD = "untold"
    """Nothing here reports it."""
    WHEREABOUTS = "whereabouts"
    """Nothing here reports whether somebody is at home."""
    ELSEWHERE = "elsewhere"
    """Sun or weather."""
    UNNAMED = "unnamed"
    """Nothing says of which thing or place it speaks."""
    WHICH = "which"
    """Several could be meant, and nothing says which."""
    JOINED = "joined"
    """Two conditions that no one list of tests can hold."""
    NESTED = "nested"
    """Any of all, or all of any."""


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """Why a condition cannot be watched, to be worded by `refusals`."""

    why: Why
    what: str = ""
    options: tuple[str, ...] = ()
