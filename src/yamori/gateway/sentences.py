"""What the gate says to a person, in the language of the words that caused the command.

A backend does not know those words: what it has to say beyond a device's own it gives as a `Spoken` error or a `Doubt`, by the name of a
sentence, and the gate says it.
"""

import math
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from pathlib import Path

from yamori.agentkit.texts import Texts
from yamori.domain.errors import HouseSilent, Misconfigured, NotFound, YamoriError
from yamori.domain.language import language_of
from yamori.domain.values import Value

TEXTS = Texts(Path(__file__).parent / "texts")
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
"""Of a wait, and their seconds."""


class Doubt(StrEnum):
    """Why nothing proves that a command was done; each is the name of a sentence."""

    UNCONFIRMED = "unconfirmed"
    """The device reports no state."""
    CUT_OFF = "cut_off"
    """We or the way to the device went away in the middle."""
    NOT_SHOWN = "not_shown"
    """The device reports, and nothing of what would have shown it."""


class Spoken(YamoriError):
    """An error whose reason is a sentence: caught beside the errors by who can act, and said in the person's language."""

    sentence: str
    fills: Mapping[str, Value]

    def said(self, words: str) -> str:
        """In the language that `words` are in."""
        return say(self.sentence, words, **self.fills)


class Unanswered(Spoken, HouseSilent):
    """There is no answer of the device, and why is a sentence."""

    def __init__(self, sentence: str, **fills: Value) -> None:
        super().__init__(say(sentence, "", **fills))
        self.sentence, self.fills = sentence, fills


class Gone(Spoken, NotFound):
    """What a command is for is no longer there."""

    def __init__(self, device: str) -> None:
        super().__init__(say("left", "", device=device), where="device")
        self.sentence, self.fills = "left", {"device": device}


class ToMend(Spoken, Misconfigured):
    """What is wrong and how to mend it are sentences, both filled by `fills`."""

    def __init__(self, sentence: str, how: str, *, where: str, **fills: Value) -> None:
        super().__init__(say(sentence, "", **fills), where=where, mend=say(how, "", **fills))
        self.sentence, self.fills = sentence, fills
        self._how = how

    def said(self, words: str) -> str:
        return say("mend_first", words, said=super().said(words), mend=say(self._how, words, **self.fills))


def spoken_wait(wait: timedelta, words: str) -> str:
    """`8 minutes`, `2時間`: never shorter than it is, in the language that `words` are in."""
    seconds = wait.total_seconds()
    unit, size = next((unit for unit in _UNITS if seconds >= 2 * unit[1]), _UNITS[-1])
    return TEXTS.counted(language_of(words), f"wait.{unit}", math.ceil(seconds / size))


def say(sentence: str, words: str, **fills: Value) -> str:
    """The sentence in the language that `words` are in."""
    return TEXTS.said(language_of(words), sentence, **fills)


def say_in_all(sentence: str, **fills: Value) -> str:
    """The sentence in every language, where nobody's words caused it."""
    return " / ".join(TEXTS.said(language, sentence, **fills) for language in TEXTS.languages())
