"""Sentences that have what runs go on for longer, and say nothing else but what it is: `add two minutes`, あと2分足して. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from yamori.domain.when.amounts import amounts_in
from yamori.understanding.going_on import around, going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance


@dataclass(frozen=True, kw_only=True)
class AddedTime:
    """So much longer."""

    length: timedelta
    named: tuple[str, ...]
    """What is said of the thing itself, in lower case: the words by which it was called, or none."""


def added_time(utterance: Utterance) -> AddedTime | None:
    """How much longer something is to run; None for a sentence that asks for anything else."""
    if utterance.quotations or utterance.markers or utterance.text.rstrip().endswith(("?", "？")):
        return None
    return _in_morphemes(utterance) if utterance.vocabulary.morphemes else _in_words(utterance)


def _in_words(utterance: Utterance) -> AddedTime | None:
    adding = going_on_words("lengthening", utterance.language)
    known = {*going_on_words("lengthened", utterance.language), *going_on_words("beside", utterance.language)}
    said = around(utterance, ()).split()
    if not any(word in adding for word in said):
        return None
    for text in _without(said, adding):
        amounts = amounts_in(text)
        if len(amounts) == 1:
            rest = f"{text[: amounts[0].start]} {text[amounts[0].end :]}".split()
            named = tuple(word for word in rest if word not in known)
            return AddedTime(length=amounts[0].length, named=named) if amounts[0].length > timedelta() else None
    return None


def _without(said: list[str], adding: tuple[str, ...]) -> Iterator[str]:
    """The words without those that add, which may stand within an amount (`two more minutes`, `another minute`)."""
    yield " ".join(word for word in said if word not in adding)
    yield " ".join("one" if word == "another" else word for word in said if word == "another" or word not in adding)


def _in_morphemes(utterance: Utterance) -> AddedTime | None:
    amounts = amounts_in(utterance.normal.text)
    if len(amounts) != 1 or amounts[0].length <= timedelta():
        return None
    span = Span(amounts[0].start, amounts[0].end)
    adding = going_on_words("lengthening", utterance.language)
    rest = [word for word in utterance.words if not word.span.overlaps(span)]
    adds = [w for w in rest if w.text.startswith(adding) or w.base.startswith(adding)]
    known = going_on_words("lengthened", utterance.language)
    named = tuple(word.text for word in rest if word not in adds and word.text not in known)
    return AddedTime(length=amounts[0].length, named=named) if adds else None
