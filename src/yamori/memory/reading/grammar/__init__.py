"""What differs from language to language in reading and putting what is told: the order of words, particles, forms.

One folder a language, each with what `Grammar` names; the readings beside and `using` ask here and know no language. Pure.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from yamori.domain.language import Language, language_of, spoken
from yamori.memory.reading.grammar import en, ja
from yamori.memory.reading.grammar.parts import Bare, Moment
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement
from yamori.understanding.clauses import Clause
from yamori.understanding.utterance import Utterance


class Grammar(Protocol):
    def begun(self, words: str) -> str:
        """Words as they stand at the beginning of a sentence."""
        ...

    def within(self, name: str) -> str:
        """The name of a thing as it stands within one."""
        ...

    def stripped(self, text: str) -> Bare:
        """As it was said, but for what asks to remember it and what says nothing at its ends."""
        ...

    def told(self, text: str, names: Collection[str], *, passes: bool = False) -> Statement | None:
        """What a sentence tells; None where that is nothing that is kept. `names` are those of people of the household. `passes`: it has an
        end."""
        ...

    def tells(self, text: str, names: Collection[str]) -> bool:
        """Whether something is told of somebody whom the text begins with."""
        ...

    def told_apart(self, text: str, names: Collection[str]) -> list[str]:
        """What a sentence tells of several people in one breath, one by one; the whole where it tells one thing."""
        ...

    def reported(self, text: str, names: Collection[str]) -> str | None:
        """What somebody else said, in a sentence that tells it; empty where nobody says it or of whom is left open, None where it reports
        nothing."""
        ...

    def completed(self, text: str, before: str, names: Collection[str]) -> str:
        """Something told with what it leaves out, as it stands in what was told before it: `Ann's is 8` behind `my size is 9`."""
        ...

    def speaks_of_a_thing(self, text: str) -> bool:
        """Whether a sentence begins with a thing and speaks of no person: what it tells may concern everybody in the home."""
        ...

    def situated(self, text: str) -> tuple[str, str] | None:
        """What the speaker is doing when they want something, and what they want then; None where a sentence tells no such thing, or
        what a house may see by itself."""
        ...

    def doing(self, text: str) -> str | None:
        """What the speaker says they are doing, where they say no more."""
        ...

    def routine(self, text: str) -> Statement | None:
        """What is done one by one, under the name that is given to it; None where a sentence tells no such thing."""
        ...

    def ordered(self, steps: str) -> str:
        """The steps of a routine as a request to do them."""
        ...

    def alias(self, text: str, known: Known) -> Statement | None:
        """The name that is given to something known; None where nothing known is named, or nothing is called anything."""
        ...

    def sentences(self, utterance: Utterance, clauses: Sequence[Clause]) -> list[str]:
        """What is read one by one."""
        ...

    def is_question(self, sentence: str) -> bool:
        """Whether a sentence asks."""
        ...

    def orders(self, text: str) -> bool:
        """Whether a sentence that may tell something orders it instead."""
        ...

    def states(self, text: str) -> bool:
        """Whether it has a subject and says something of it."""
        ...

    def name_at_the_beginning(self, text: str) -> str:
        """What may be the name of somebody, with which a sentence begins; empty where there is none."""
        ...

    def without_phrase(self, text: str, phrase: str) -> str | None:
        """A sentence without a phrase that says for how long it is so; None where that says something else there."""
        ...

    def without_span(self, text: str, start: int, end: int) -> str | None:
        """The same of a time that stands from `start` to `end`."""
        ...

    def parted(self, value: str) -> list[str]:
        """Things that are named in one breath, one by one."""
        ...

    def owners(self, about: str) -> tuple[str, ...]:
        """What stands before something that somebody has; of the speaker where `about` is empty."""
        ...

    def moments(self, utterance: Utterance, told: Utterance) -> Sequence[Moment]:
        """Words for a moment that stand in what was told just so, the longest first."""
        ...

    def at_moment(self, before: str, lead: str, hour: str, behind: str) -> str:
        """A request with the hour in the place of a moment."""
        ...

    def at_hour(self, before: str, day: str | None, rest: str, pointed: str, hour: str, behind: str) -> str:
        """A request with the hour behind its `day`, or in the place of what points at it. `rest` stands between both; `pointed` is what
        points and what follows."""
        ...

    def ahead(self, length: str) -> str:
        """How long before something."""
        ...

    def loved(self, text: str) -> Sequence[tuple[int, int, str]]:
        """Where something that somebody loves is spoken of, and what it is."""
        ...

    def near(self, place: str, rest: str) -> str:
        """That something be near a place, with what follows."""
        ...


def grammar_in(language: Language) -> Grammar:
    return spoken(_GRAMMARS, language)


def grammar_of(text: str) -> Grammar:
    """That of the language in which a text is."""
    return spoken(_GRAMMARS, language_of(text))


_GRAMMARS: Mapping[Language, Grammar] = {Language.ENGLISH: en, Language.JAPANESE: ja}
