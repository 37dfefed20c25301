"""The household's papers: all topics, searched alone, together or as the question wants."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from yamori.agents.lifestyle.rules.paper import Hit, Origin, Paper
from yamori.agents.lifestyle.rules.topics import checked_topic
from yamori.agents.lifestyle.store.searching import search
from yamori.agents.lifestyle.store.topic import Row, Topic
from yamori.domain.errors import HouseSilent, InvalidRequest, NotFound
from yamori.domain.language import language_of
from yamori.embedding.port import TextEncoder, Vectors

RECIPE = "views-2"
"""How passages are put before an encoder (`Passage.views`); vectors of another recipe are made anew."""
REMEMBERED = 256
"""Questions whose vectors are kept: one question is searched for several times until it is answered."""


class Papers:
    """All topics of one household. Everything that touches the disk runs in threads."""

    def __init__(self, folder: Path | None, encoder: TextEncoder | None) -> None:
        """In memory where `folder` is None; by words alone without an `encoder`."""
        self.folder = folder
        self.encoder = encoder
        self._topics: dict[str, Topic] = {}
        self._opening = asyncio.Lock()
        self._asked: OrderedDict[str, Vectors] = OrderedDict()

    async def open(self) -> None:
        """Open every topic that has a folder. Raises `Misconfigured` for an index that cannot be used."""
        if self.folder is None:
            return
        await asyncio.to_thread(self.folder.mkdir, parents=True, exist_ok=True)
        for found in sorted(p for p in self.folder.iterdir() if p.is_dir() and not p.name.startswith(".")):
            await self.topic(found.name)

    async def close(self) -> None:
        for topic in self._topics.values():
            await asyncio.to_thread(topic.close)
        self._topics.clear()

    async def topic(self, name: str) -> Topic:
        """The topic, made where it is new. Raises `InvalidRequest` for a name that cannot be a folder's."""
        checked_topic(name)
        async with self._opening:
            if name not in self._topics:
                self._topics[name] = await asyncio.to_thread(self._open, name)
            return self._topics[name]

    def _open(self, name: str) -> Topic:
        encoder = self.encoder
        folder = self.folder / name if self.folder is not None else None
        made_with = f"{encoder.name} {RECIPE}" if encoder else None
        return Topic(name, folder, encoder=made_with)

    def topics(self) -> tuple[str, ...]:
        return tuple(sorted(self._topics))

    def known(self, name: str) -> Topic:
        """Raises `NotFound` with the topics there are."""
        if name not in self._topics:
            raise NotFound(
                f"there is no topic {name!r}; there are {', '.join(self.topics()) or 'none'}", where="topic", nearest=self.topics()
            )
        return self._topics[name]

    async def all(self, topics: Sequence[str] = ()) -> list[Paper]:
        """The papers of these topics, or of all."""
        found: list[Paper] = []
        for name in topics or self.topics():
            found += await asyncio.to_thread(self.known(name).papers)
        return found

    async def paper(self, topic: str, paper: int) -> Paper:
        """Raises `NotFound`."""
        return await asyncio.to_thread(self.known(topic).paper, paper)

    async def passages(self, topic: str, paper: int) -> list[Row]:
        return await asyncio.to_thread(self.known(topic).of_paper, paper)

    async def around(self, hit: Hit) -> list[Row]:
        """The passage with the one before and the one after it."""
        start = max(0, hit.number - 1)
        rows = await asyncio.to_thread(self.known(hit.paper.topic).of_paper, hit.paper.id, start=start, limit=hit.number - start + 2)
        return list(rows)

    async def search(self, question: str, *, topics: Sequence[str] = (), limit: int = 5) -> list[Hit]:
        """The passages that most likely answer, the likeliest first. Raises `NotFound` for a topic that there is not."""
        if limit < 1:
            raise InvalidRequest("at least one passage must be wanted", where="limit")
        chosen = [self.known(t) for t in topics] if topics else list(self._topics.values())
        vector = await self._vector(question) if chosen else None
        found = await asyncio.to_thread(search, chosen, question, vector, limit * 2)
        return [h for h in found if not _said_twice(h, question)][:limit]

    async def _vector(self, question: str) -> "Vectors | None":
        if self.encoder is None:
            return None
        known = self._asked.pop(question, None)
        if known is None:
            try:
                known = (await self.encoder.questions([question]))[0]
            except HouseSilent:  # an encoder elsewhere: words alone find until it answers again
                return None
        self._asked[question] = known
        if len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)
        return known


def _said_twice(hit: Hit, question: str) -> bool:
    """Whether the starter library says this in the question's own language, too: every entry of it is in both."""
    return hit.paper.origin is Origin.STARTER and language_of(hit.passage.text) is not language_of(question)
