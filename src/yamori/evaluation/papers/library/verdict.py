"""What an answer was worth: found, cited, declined, invented, said. Rules over what was heard and what stands in the papers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yamori.evaluation.papers.answer import PapersAnswer
from yamori.evaluation.papers.library.places import Passage, Places, any_holds, is_paper
from yamori.evaluation.papers.library.questionfile import NONE, Question
from yamori.evaluation.papers.words import holds

_MARKER = re.compile(r"\[(\d{1,2})\]")


@dataclass(frozen=True, kw_only=True)
class Measures:
    """None: it does not apply to the question."""

    evidence: bool | None
    """Whether a passage with the evidence is among the first that are found."""
    source: bool | None
    """Whether a paper with the evidence is cited."""
    place: bool | None
    """Whether the very passage is."""
    facts: bool | None
    """Whether the answer holds what it must."""
    declined: bool
    """Whether it says that the papers do not answer."""
    invented: tuple[str, ...] = ()
    """Sentences that do not stand in the paper they are quoted from, and sources that are not listed."""

    @property
    def right(self) -> bool:
        good = self.declined if self.source is None else bool(self.source and self.facts)
        return good and not self.invented


async def measured(question: Question, answer: PapersAnswer | None, text: str, found: Sequence[Passage], places: Places) -> Measures:
    """`answer`: None where the agent asked no paper and only said `text`."""
    told = answer or PapersAnswer()
    invented = await _invented(told, text, places)
    if question.kind == NONE:
        return Measures(evidence=None, source=None, place=None, facts=None, declined=not told.sentences, invented=invented)
    cited = [await places.cited(source) for source in told.sources]
    return Measures(
        evidence=any_holds(places, found, question.evidence),
        source=any(is_paper(one, source) for source in told.sources for one in question.evidence),
        place=any_holds(places, [p for p in cited if p is not None], question.evidence),
        facts=holds_facts(question, told.words),
        declined=not told.sentences,
        invented=invented,
    )


def holds_facts(question: Question, words: str) -> bool:
    facts = question.answer
    return bool(words) and all(holds(words, fact) for fact in facts.all) and (not facts.any or any(holds(words, f) for f in facts.any))


def misses(question: Question, measures: Measures) -> Iterator[str]:
    """What is wrong, for a person."""
    if question.kind == NONE:
        if not measures.declined:
            yield "answered, and the papers do not say"
    else:
        if not measures.evidence:
            yield "the evidence is not among the first passages"
        if measures.declined:
            yield "declined"
        elif not measures.source:
            yield "another paper is cited"
        elif not measures.place:
            yield "another place of the paper is cited"
        if not measures.facts:
            facts = question.answer
            yield f"lacks {', '.join(facts.all)}" + (f" and one of {', '.join(facts.any)}" if facts.any else "")
    yield from (f"invented: {sentence}" for sentence in measures.invented)


async def _invented(answer: PapersAnswer, text: str, places: Places) -> tuple[str, ...]:
    wrong = []
    for sentence in answer.sentences:
        if not 1 <= sentence.source <= len(answer.sources):
            wrong.append(f"[{sentence.source}] {sentence.text}")
            continue
        source = answer.sources[sentence.source - 1]
        if not await places.stands(sentence.text, source.topic, source.paper):
            wrong.append(sentence.text)
    known = {str(n) for n in range(1, len(answer.sources) + 1)} | set(_MARKER.findall(answer.words))
    wrong += [f"[{number}]" for number in dict.fromkeys(_MARKER.findall(text)) if number not in known]
    return tuple(wrong)
