"""A question answered from the papers: found, judged, quoted (paper 3.4.2, retrieval, generation and response with its sources).

Every sentence given is a sentence of a paper, or its translation with the same numbers beside the original; a source is the place where
it was found, so that none can be made up. Without a model the best passages are given as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from yamori.agents.lifestyle.rules.asking import Asking, asking
from yamori.agents.lifestyle.rules.constraints import Constraint, broken, wants_food
from yamori.agents.lifestyle.rules.fitting import can_answer
from yamori.agents.lifestyle.rules.judging import SHOWN, Verdict, foremost, is_entry_asked_for, place, request, said, schema, verdict
from yamori.agents.lifestyle.rules.quoting import chosen, pieces
from yamori.agents.lifestyle.rules.ranking import fused
from yamori.agents.lifestyle.rules.sentences import width
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store import Hit, Origin, Papers
from yamori.agents.lifestyle.translating import Translating
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language, language_of
from yamori.llm.port import Exchange, Models, Prompt, Role

FOUND = 8
"""Passages looked at for one question."""
SHOWN_COLUMNS = (360, 260, 200)
"""Of each passage shown to a model that judges it, in its order: the sentences that fit best."""
LOOKED_AT = 5
NEAREST = 3
"""Passages named where none answers."""


@dataclass(frozen=True, kw_only=True)
class Quote:
    """Sentences of one passage."""

    hit: Hit
    sentences: tuple[str, ...]
    translated: str | None = None
    """In the asker's language, where the paper is in another and a model could say it with the same numbers."""


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A passage that would have broken a constraint."""

    hit: Hit
    constraint: Constraint
    because: str
    """The word in it that breaks it."""


@dataclass(frozen=True, kw_only=True)
class Answered:
    quotes: tuple[Quote, ...] = ()
    """Empty where the papers do not answer."""
    nearest: tuple[Hit, ...] = ()
    """What lies nearest, where they do not."""
    left_out: tuple[LeftOut, ...] = ()
    looked_at: tuple[Hit, ...] = ()
    """The best passages of the search, in its order, whatever came of them."""
    judged: bool = True
    """False where it takes a model to tell whether the passages answer, and there is none: they may or may not."""
    model_calls: int = 0


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One question with what it depends on."""

    question: str
    """Complete in itself."""
    language: Language
    topics: tuple[str, ...] = ()
    """Empty for all of them."""
    constraints: tuple[Constraint, ...] = ()
    turn: str | None = None
    model: str | None = None


class Answering:
    """Over the household's papers and the models by role."""

    def __init__(self, papers: Papers, models: Models) -> None:
        self._papers = papers
        self._models = models
        self._translating = Translating(models)

    @cached_property
    def beginning(self) -> Prompt:
        """The stable part of the prompt that judges."""
        import yaml

        here = Path(__file__).parent
        shown = yaml.safe_load((here / "examples.yaml").read_text(encoding="utf-8"))
        return Prompt(
            beginning=(here / "prompt.md").read_text(encoding="utf-8"),
            examples=tuple(Exchange(user=e["user"].rstrip("\n"), assistant=e["assistant"]) for e in shown),
            request="",
            max_tokens=160,
            weighed=True,
        )

    async def answer(self, asked: Asked) -> Answered:
        """Raises `NotFound` for a topic that there is not."""
        found = await self._papers.search(asked.question, topics=asked.topics, limit=FOUND)
        calls = 0
        if verdict(found) is not Verdict.SURE and (other := await self._otherwise(asked)) is not None:
            found, calls = _merged(found, other), 1
        if asking(asked.question) is Asking.OUTRIGHT:  # "our manual" is one of the household's own
            found = [h for h in found if h.paper.origin is not Origin.STARTER]
        hits, left_out = _allowed(asked, found)
        so_far = Answered(left_out=left_out, looked_at=tuple(hits[:LOOKED_AT]), model_calls=calls)
        match verdict(hits):
            case Verdict.NOTHING:
                return replace(so_far, nearest=tuple(hits[:NEAREST]))
            case Verdict.SURE:
                return await self._quoted(asked, hits[0], so_far)
        if is_entry_asked_for(hits):
            return await self._quoted(asked, hits[0], so_far)
        try:
            found_at = await self._judged(asked, foremost(hits))
        except YamoriError:
            return await self._unjudged(asked, hits, so_far)
        so_far = replace(so_far, model_calls=calls + 1)
        if found_at is None:
            return replace(so_far, nearest=tuple(hits[:NEAREST]))
        best, sentence = found_at
        return await self._quoted(asked, best, so_far, sentence=sentence)

    async def _otherwise(self, asked: Asked) -> list[Hit] | None:
        """What the question finds in the household's other language, where there are papers of the household's own in it."""
        other = Language.ENGLISH if asked.language is Language.JAPANESE else Language.JAPANESE
        if not await self._papers.holds(other, topics=asked.topics):
            return None
        said = await self._translating.translated(asked.question, other, turn=asked.turn, model=asked.model)
        if said is None:
            return None
        found = await self._papers.search(said, topics=asked.topics, limit=FOUND)
        return [h for h in found if language_of(h.passage.text) is other and h.paper.origin is not Origin.STARTER]

    async def _judged(self, asked: Asked, hits: Sequence[Hit]) -> tuple[Hit, int] | None:
        """The passage that answers and which of its sentences does; None where none of them."""
        parts = [pieces(hit.passage) for hit in hits]
        likeness = [await self._likeness(asked.question, p) for p in parts]
        shown = [_shown(*one) for one in zip(hits, parts, likeness, SHOWN_COLUMNS, strict=False)]
        prompt = replace(self.beginning, request=request(asked.question, shown), schema=schema())
        words = said(await self._models.ask(Role.LIFESTYLE, prompt, turn=asked.turn, model=asked.model))
        found = place(words, parts, likeness) if words is not None and can_answer(asked.question, words) else None
        return (hits[found[0]], found[1]) if found is not None else None

    async def _unjudged(self, asked: Asked, hits: Sequence[Hit], so_far: Answered) -> Answered:
        """Nobody can tell whether they answer: the two best as they stand."""
        quotes = [(await self._quoted(asked, hit, Answered(), translate=False)).quotes[0] for hit in hits[:2]]
        return replace(so_far, quotes=tuple(quotes), judged=False)

    async def _quoted(self, asked: Asked, hit: Hit, so_far: Answered, *, sentence: int | None = None, translate: bool = True) -> Answered:
        parts = pieces(hit.passage)
        kept = tuple(parts[i] for i in chosen(hit.passage, await self._likeness(asked.question, parts), answering=sentence))
        quote, calls = Quote(hit=hit, sentences=kept), so_far.model_calls
        if translate and language_of(" ".join(kept)) is not asked.language:
            said = await self._translating.translated("\n".join(kept), asked.language, turn=asked.turn, model=asked.model)
            quote = replace(quote, translated=said)
            calls += 1
        return replace(so_far, quotes=(quote,), model_calls=calls)

    async def _likeness(self, question: str, parts: Sequence[str]) -> list[float]:
        """How well each sentence fits the question, by words and meaning."""
        wanted = set(terms(question))
        words = [len(wanted & set(terms(p))) / max(1, len(wanted)) for p in parts]
        encoder = self._papers.encoder
        if encoder is None or len(parts) < 2:
            return words
        vectors = await encoder.passages(parts)
        near = vectors @ (await encoder.questions([question]))[0]
        return [fused(w, float(n)) for w, n in zip(words, near, strict=True)]


def _shown(hit: Hit, parts: Sequence[str], likeness: Sequence[float], columns: int) -> str:
    """A passage as a model sees it: what it is about, and the sentences that fit best, as many as there is room for."""
    kept: list[int] = []
    first = 0 if hit.passage.question else None  # an entry answers with its first sentence
    for index in sorted(range(len(parts)), key=lambda i: (i != first, -likeness[i])):
        columns -= width(parts[index])
        if kept and columns < 0:
            break
        kept.append(index)
    about = hit.passage.question or " - ".join(dict.fromkeys((hit.paper.title, *hit.passage.headings[-2:])))
    return f"{about}: {' '.join(parts[i] for i in sorted(kept))}"


def _allowed(asked: Asked, hits: Sequence[Hit]) -> tuple[list[Hit], tuple[LeftOut, ...]]:
    """Those that break no constraint of the person's; nothing is left out of a question that asks for no food."""
    if not asked.constraints or not wants_food(asked.question):
        return list(hits), ()
    kept, left = [], []
    for rank, hit in enumerate(hits):
        breaks = broken(asked.constraints, f"{hit.passage.question or ''} {' '.join(hit.passage.headings)} {hit.passage.text}")
        if breaks is None:
            kept.append(hit)
        elif rank < SHOWN:  # what would not have been given anyway needs no word
            left.append(LeftOut(hit=hit, constraint=breaks[0], because=breaks[1]))
    return kept, tuple(left)


def _merged(one: Sequence[Hit], other: Sequence[Hit]) -> list[Hit]:
    """Two searches as one: what both found counts by its better score."""
    best: dict[tuple[str, int], Hit] = {}
    for hit in (*one, *other):
        key = (hit.paper.topic, hit.id)
        if key not in best or hit.score > best[key].score:
            best[key] = hit
    return sorted(best.values(), key=lambda h: -h.score)
