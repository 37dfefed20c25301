"""A question answered from the papers: found, judged, quoted (paper 3.4.2, retrieval, generation and response with its sources).

Every sentence given is a sentence of a paper, or beside it a translation that nothing shows to be wrong; a source is the place where it
was found, so that none can be made up. Without a model the best passages are given as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agents.lifestyle.belonging import Belonging
from yamori.agents.lifestyle.finding import Finding
from yamori.agents.lifestyle.judging import Judged, Judging
from yamori.agents.lifestyle.likeness import Likeness
from yamori.agents.lifestyle.rules.asking import Asking, asking
from yamori.agents.lifestyle.rules.belonging import of_the_household
from yamori.agents.lifestyle.rules.judging import worth_a_look
from yamori.agents.lifestyle.rules.quoting import SHORT, chosen, pieces, share_a_table
from yamori.agents.lifestyle.rules.recipes import is_of_food, recipe_text
from yamori.agents.lifestyle.store import Hit, Papers
from yamori.agents.lifestyle.translating import Translating
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language, language_of
from yamori.llm.port import Models, Prompt
from yamori.understanding.eating.constraints import Constraint, broken, wants_food

LOOKED_AT = 5
NEAREST = 3
"""Passages named where none answers."""


@dataclass(frozen=True, kw_only=True)
class Quote:
    """Sentences of one passage."""

    hit: Hit
    sentences: tuple[str, ...]
    translated: str | None = None
    """In the asker's language, where the paper is in another: what a model could say of it that nothing shows to be wrong."""


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
    careful: tuple[LeftOut, ...] = ()
    """What is given although it breaks a constraint: nobody asked for something to eat."""
    looked_at: tuple[Hit, ...] = ()
    """The best passages of the search, in its order, whatever came of them."""
    judged: bool = True
    """False where nobody can tell whether the quotes answer: no model is there, or the one that looked is in two minds."""
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
    """Over the household's papers, what finds in them, and the models by role."""

    def __init__(self, papers: Papers, finding: Finding, models: Models) -> None:
        self._papers, self._finding = papers, finding
        self._likeness = Likeness(papers.encoder)
        self._belonging = Belonging(papers.encoder)
        self._judging = Judging(models, self._likeness)
        self._translating = Translating(models)

    @property
    def prefix(self) -> Prompt:
        """The stable part of the prompt that judges."""
        return self._judging.prefix

    async def answer(self, asked: Asked) -> Answered:
        """Raises `NotFound` for a topic that there is not."""
        hits, left_out = await self._found(asked)
        so_far = Answered(left_out=left_out, looked_at=tuple(hits[:LOOKED_AT]), nearest=tuple(hits[:NEAREST]))
        try:
            judged = await self._judged(asked, worth_a_look(asked.question, hits))
        except YamoriError:
            return await self._unjudged(asked, hits, so_far)
        so_far = replace(so_far, model_calls=judged.looks)
        for hit in judged.answers:
            so_far = replace(await self._quoted(asked, hit, so_far), judged=judged.likely)
        for hit in _rest_of_tables(judged.answers, hits):
            so_far = await self._quoted(asked, hit, so_far, translate=False)
        return await self._careful(asked, so_far)

    async def _found(self, asked: Asked) -> tuple[list[Hit], tuple[LeftOut, ...]]:
        """What may be given to this person, and what may not."""
        found = await self._finding.found(asked.question, topics=asked.topics)
        own = asking(asked.question) is Asking.OUTRIGHT or await self._belonging.is_its_own(asked.question)
        if own:  # "our manual" is one of the household's own
            found = of_the_household(found)
        if not asked.constraints or not wants_food(asked.question):  # nothing is left out of a question that asks for no food
            return list(found), ()
        breaking = await self._breaking(asked, found)
        kept = [hit for hit in found if hit not in breaking]
        # What would not have been given anyway needs no word.
        return kept, tuple(left for rank, hit in enumerate(found) if rank < NEAREST and (left := breaking.get(hit)) is not None)

    async def _careful(self, asked: Asked, answered: Answered) -> Answered:
        """The answer with what it holds that somebody must not eat, where it speaks of food though none was asked for."""
        if not asked.constraints or wants_food(asked.question):
            return answered
        breaking = await self._breaking(asked, [quote.hit for quote in answered.quotes if is_of_food(quote.hit)])
        return replace(answered, careful=tuple(breaking.values()))

    async def _breaking(self, asked: Asked, hits: Sequence[Hit]) -> dict[Hit, LeftOut]:
        """Those of which the whole recipe breaks a constraint."""
        found: dict[Hit, LeftOut] = {}
        for hit in hits:
            rows = await self._papers.passages(hit.paper.topic, hit.paper.id) if hit.passage.question is None else ()
            if (breaks := broken(asked.constraints, recipe_text(hit, rows))) is not None:
                found[hit] = LeftOut(hit=hit, constraint=breaks[0], because=breaks[1])
        return found

    async def _judged(self, asked: Asked, hits: Sequence[Hit]) -> Judged:
        return await self._judging.judged(asked.question, hits, turn=asked.turn, model=asked.model)

    async def _unjudged(self, asked: Asked, hits: Sequence[Hit], so_far: Answered) -> Answered:
        """Nobody can tell whether they answer: the two best as they stand."""
        quotes = [(await self._quoted(asked, hit, Answered(), translate=False)).quotes[0] for hit in hits[:2]]
        return await self._careful(asked, replace(so_far, quotes=tuple(quotes), nearest=(), judged=False))

    async def _quoted(self, asked: Asked, hit: Hit, so_far: Answered, *, translate: bool = True) -> Answered:
        parts, likeness = pieces(hit.passage), await self._likeness.of(asked.question, hit.passage)
        kept = tuple(parts[i] for i in chosen(hit.passage, likeness))
        quote, calls = Quote(hit=hit, sentences=kept), so_far.model_calls
        if translate and language_of(" ".join(kept)) is not asked.language:
            best = [i for i in chosen(hit.passage, likeness, whole=SHORT) if language_of(parts[i]) is not asked.language]
            said, took = await self._translated(asked, [parts[i] for i in best], [likeness[i] for i in best])
            quote, calls = replace(quote, translated=said), calls + took
        return replace(so_far, quotes=(*so_far.quotes, quote), nearest=(), model_calls=calls)

    async def _translated(self, asked: Asked, sentences: Sequence[str], likeness: Sequence[float]) -> tuple[str | None, int]:
        return await self._translating.translated(sentences, likeness, asked.language, turn=asked.turn, model=asked.model)


def _rest_of_tables(given: Sequence[Hit], hits: Sequence[Hit]) -> list[Hit]:
    """The passages beside those given that hold other rows of the same table: the row that answers is among them all."""
    return [h for h in hits if h not in given and any(_share_a_table(h, one) for one in given)]


def _share_a_table(one: Hit, other: Hit) -> bool:
    if one.paper.id != other.paper.id or one.paper.topic != other.paper.topic or abs(one.number - other.number) != 1:
        return False
    first, second = sorted((one, other), key=lambda h: h.number)
    return share_a_table(first.passage, second.passage)
