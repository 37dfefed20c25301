"""Recall: what of somebody's words and facts a question needs, within a budget of tokens, each with its source."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from yamori.domain.errors import HouseSilent
from yamori.domain.plain_text import single_line
from yamori.domain.values import Value
from yamori.embedding.port import TextEncoder
from yamori.memory.audience import is_visible
from yamori.memory.fact import Fact
from yamori.memory.facts import Facts
from yamori.memory.ports import Residents
from yamori.memory.ranking import weight_of
from yamori.memory.recall.candidates import best_by_words, best_sessions, corpus_of, postings_of, said, with_neighbours
from yamori.memory.recall.fact_meaning import FactMeaning
from yamori.memory.recall.meaning import Meaning, meant
from yamori.memory.recall.query import Form, Query, Recall, Reminder
from yamori.memory.recall.scoring import CONVERSATION, NEARNESS, WITH_BEFORE, WITH_BOTH, Score, scores
from yamori.memory.store.file import MemoryFile
from yamori.memory.store.utterances import SHARED_SCOPE, totals
from yamori.memory.terms import terms_of
from yamori.memory.tokens import tokens_of
from yamori.memory.utterance import KeptUtterance

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vector = npt.NDArray[np.float32]
MOST_NEAR = 40
"""Of each scope, by meaning."""
MOST_SHOWN = 100
"""Of the best, which are read in full."""
LONGEST_QUESTION = 1_000
_BEST = 1.0 + WITH_BEFORE + WITH_BOTH + NEARNESS + CONVERSATION
"""What the best utterance reaches at most; facts are put on the same scale."""
_QUESTION = 0.6
"""What a question asked before counts: it is like any other question, and tells little."""


class Recalling:
    """Over the file, the vectors and an encoder; without one, words alone."""

    def __init__(self, file: MemoryFile, facts: Facts, meaning: Meaning, encoder: TextEncoder | None, residents: Residents) -> None:
        self._file, self._facts, self._meaning, self._encoder, self._residents = file, facts, meaning, encoder, residents
        self._fact_meaning = FactMeaning(encoder)

    def forget(self) -> None:
        """What was kept in memory of facts."""
        self._fact_meaning.clear()

    async def recall(self, query: Query) -> Recall:
        """Nothing for whoever does not live here. An encoder that is silent leaves words alone."""
        if query.person not in self._residents.members() or not query.text.strip():
            return Recall()
        text = query.text[:LONGEST_QUESTION]
        asked = await self._encoded([text])
        found: list[Reminder] = []
        if query.facts:
            found += await self._of_facts(query, text, asked)
        if query.utterances:
            scopes = (query.person, SHARED_SCOPE)
            found += await self._file.read(lambda db: self._of_words(db, query, text, scopes, asked))
        return _packed(found, query)

    async def _encoded(self, texts: Sequence[str]) -> "Vector | None":
        if self._encoder is None:
            return None
        try:
            made: Vector = (await self._encoder.questions(texts))[0]
        except HouseSilent:
            return None
        return made

    def _of_words(
        self, db: sqlite3.Connection, query: Query, text: str, scopes: Sequence[str], asked: "Vector | None"
    ) -> Sequence[Reminder]:
        terms = terms_of(text)
        corpus = corpus_of(db, scopes, terms, totals(db, scopes))
        found = postings_of(db, scopes, corpus)
        near = self._meaning.nearest(scopes, asked, MOST_NEAR) if asked is not None else {}
        made = with_neighbours(db, [*best_by_words(found), *near], best_sessions(found), scopes, found, asked)
        scored = scores(made, corpus)
        best = sorted(scored, key=lambda id: -scored[id].total)[:MOST_SHOWN]
        encoder = self._encoder.name if self._encoder is not None else ""
        return _reminders({id: scored[id] for id in best}, said(db, best), query, encoder)

    async def _of_facts(self, query: Query, text: str, asked: "Vector | None") -> Sequence[Reminder]:
        held = await self._facts.of(query.person, now=query.now, categories=query.categories)
        if not held:
            return ()
        shown = [shown_fact(fact) for fact in held]
        nearness = await self._fact_meaning.nearness(shown, asked)
        wanted = set(terms_of(text))
        made = []
        for fact, line, near in zip(held, shown, nearness, strict=True):
            words = set(terms_of(line))
            share = len(wanted & words) / max(min(len(wanted), len(words)), 1)
            relevance = max(share, near)
            made.append(
                Reminder(
                    form=Form.FACT,
                    text=line,
                    tokens=tokens_of(line) + 1,
                    person=fact.person,
                    audience=fact.audience,
                    moment=fact.since,
                    utterance=fact.source.utterance,
                    fact=fact.id,
                    score=_BEST * relevance * (0.7 + 0.3 * weight_of(fact, query.now)),
                    relevance=relevance,
                )
            )
        return made


def shown_fact(fact: Fact) -> str:
    """One line for a prompt: `favourite tea (aiko): genmaicha`."""
    return f"{fact.name} ({fact.person}): {shown_value(fact.value)}"


def shown_value(value: Value) -> str:
    """As it stands in one line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {shown_value(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown_value(entry) for entry in value)
    return str(value)


def _reminders(scored: Mapping[int, Score], spoken: Mapping[int, KeptUtterance], query: Query, encoder: str) -> Sequence[Reminder]:
    made = []
    for id, score in scored.items():
        utterance = spoken[id]
        if id in query.without or not is_visible(person=utterance.person, audience=utterance.audience, viewer=query.person):
            continue
        line = f"{utterance.at.date().isoformat()} {utterance.person}: {single_line(utterance.text)}"
        made.append(
            Reminder(
                form=Form.UTTERANCE,
                text=line,
                tokens=tokens_of(line) + 1,
                person=utterance.person,
                audience=utterance.audience,
                moment=utterance.at,
                utterance=id,
                score=score.total * (_QUESTION if utterance.text.rstrip().endswith(("?", "？")) else 1.0),
                relevance=max(score.words, meant(score.nearness, encoder)),
            )
        )
    return made


def _packed(found: Sequence[Reminder], query: Query) -> Recall:
    """The best first; what is said twice in the same words comes once, as it was said last; what does not fit is passed over."""
    items: list[Reminder] = []
    seen: set[str] = set()
    tokens = 0
    for item in sorted(found, key=lambda i: (-i.score, -i.moment.timestamp())):
        said = item.text.partition(": ")[2].casefold() if item.form is Form.UTTERANCE else item.text
        if item.relevance < query.floor or said in seen or tokens + item.tokens > query.budget:
            continue
        if len(items) == query.limit:
            break
        items.append(item)
        seen.add(said)
        tokens += item.tokens
    return Recall(items=tuple(items), tokens=tokens)
