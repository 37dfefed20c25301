"""Who may hear what was told is said of what was told last, of what is named, or in the same breath."""

import pytest
from tests.memory.reading.test_correcting import told
from tests.memory.reading.test_reporting import NOW, kept

from yamori.memory.reading.meaning import wanted_of
from yamori.memory.reading.wanted import Known, Share
from yamori.understanding.utterance import utterance_of

BIN = told("The bin code is 4711")
CELLAR = told("The cellar door sticks")


def shared(text: str, *, last: bool = True) -> object:
    known = Known(names=("Ines",), facts=(CELLAR, BIN), focus={"fact": BIN.id} if last else {})
    return wanted_of((), utterance_of(text, NOW), known)


@pytest.mark.parametrize(
    "said", ["For everyone.", "Everyone can know that", "share it with the family, please", "みんなに共有して", "家族で共有してください"]
)
def test_what_was_told_last_is_for_everybody(said: str) -> None:
    assert shared(said) == Share(facts=(BIN.id,), with_everyone=True)


@pytest.mark.parametrize("said", ["Keep that to yourself", "just for me", "内緒にして"])
def test_what_was_told_last_is_for_nobody_else(said: str) -> None:
    assert shared(said) == Share(facts=(BIN.id,), with_everyone=False)


def test_what_is_named_is_shared_whenever_it_was_told() -> None:
    assert shared("share the bin code with everyone", last=False) == Share(facts=(BIN.id,), with_everyone=True)


def test_nothing_is_shared_of_what_nobody_told() -> None:
    assert shared("for everyone", last=False) is None
    assert shared("share my screen with everyone", last=False) is None


def test_who_may_hear_it_is_said_in_the_same_breath() -> None:
    (statement,) = kept("The bin code is 4711. Everyone can know that.")
    assert (statement.words, statement.shared) == ("The bin code is 4711", True)
