"""What stands where in the papers, through the agent's public tools: what a search finds, and whole papers to compare with."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from yamori.evaluation.papers.answer import LookedAt, Source
from yamori.evaluation.papers.household import Terms
from yamori.evaluation.papers.library.questionfile import Evidence

SHARE = 0.8
"""Of a quote's terms, that must stand in a passage for it to be there: reading a page may break a word or drop a sign."""
FOUND = 5
_STEP = 200
"""Passages of a paper that are read at a time."""


@dataclass(frozen=True, kw_only=True)
class Passage:
    topic: str
    name: str
    """File name of the paper, in its topic."""
    text: str
    """With the headings above it, and the question that it answers if it stands in a list of such."""


class Places:
    """Over one household's papers, which must not change meanwhile."""

    def __init__(self, client: httpx.AsyncClient, terms: Terms) -> None:
        self._client = client
        self._terms = terms
        self._papers: dict[tuple[str, int], list[dict[str, Any]]] = {}

    async def found(self, question: str) -> list[Passage]:
        """The first passages that the agent's search gives for the question."""
        value = await self._run("search_papers", {"query": question, "limit": FOUND})
        return [_passage(row, topic=row["topic"], name=row["name"]) for row in value["passages"]]

    async def cited(self, source: Source) -> Passage | None:
        """None where there is no such place."""
        rows = await self._rows(source.topic, source.paper)
        return next((_passage(row, topic=source.topic, name=source.name) for row in rows if row["passage"] == source.passage), None)

    async def stands(self, sentence: str, topic: str, paper: int) -> bool:
        """Whether the paper holds exactly these words; where it breaks its lines does not matter."""
        rows = await self._rows(topic, paper)
        return _squeezed(sentence) in "".join(_squeezed(row["text"]) for row in rows)

    def holds(self, passage: Passage, evidence: Evidence) -> bool:
        if not is_paper(evidence, passage):
            return False
        wanted, there = set(self._terms(evidence.quote)), set(self._terms(passage.text))
        return len(wanted & there) >= SHARE * len(wanted) if wanted else _squeezed(evidence.quote) in _squeezed(passage.text)

    async def _rows(self, topic: str, paper: int) -> list[dict[str, Any]]:
        if (topic, paper) not in self._papers:
            rows: list[dict[str, Any]] = []
            while True:
                asked = {"topic": topic, "paper": paper, "start": len(rows), "limit": _STEP}
                try:
                    more = (await self._run("read_paper", asked))["text"]
                except httpx.HTTPStatusError as error:
                    if error.response.status_code >= 500:
                        raise
                    more = []  # no such paper: nothing stands in it
                rows += more
                if len(more) < _STEP:
                    break
            self._papers[topic, paper] = rows
        return self._papers[topic, paper]

    async def _run(self, tool: str, arguments: Mapping[str, object]) -> dict[str, Any]:
        response = await self._client.post(f"/agents/lifestyle/tools/{tool}", json=dict(arguments))
        response.raise_for_status()
        value: dict[str, Any] = response.json()["value"]
        return value


def looked_at(passages: Sequence[LookedAt]) -> list[Passage]:
    """The first passages that an answer was looked for in."""
    return [_passage(p.model_dump(), topic=p.topic, name=p.name) for p in passages[:FOUND]]


def any_holds(places: Places, passages: Sequence[Passage], evidence: Sequence[Evidence]) -> bool:
    return any(places.holds(passage, one) for passage in passages for one in evidence)


def is_paper(evidence: Evidence, place: Passage | Source) -> bool:
    """A folder in the folder is a topic."""
    return evidence.paper in (place.name, f"{place.topic}/{place.name}")


def _passage(row: Mapping[str, Any], *, topic: str, name: str) -> Passage:
    parts = [*row.get("headings", ()), row.get("question") or "", row["text"]]
    return Passage(topic=topic, name=name, text="\n".join(part for part in parts if part))


def _squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())
