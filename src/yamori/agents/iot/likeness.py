"""How near a request lies to the documentation of each command of the home, by an encoder's vectors."""

import asyncio
from collections.abc import Mapping

from yamori.agents.iot.rules.commands import Offer
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.readings import Reported, attribute_passages
from yamori.agents.iot.rules.retrieval import passages
from yamori.embedding.port import TextEncoder, Vectors


class Likeness:
    """Holds the vectors of one home, and makes those of the next one when the home has changed."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._alone = asyncio.Lock()
        self._index: HomeIndex | None = None
        self._places: Mapping[Offer, int] = {}
        self._vectors: Vectors | None = None
        self._readings_index: HomeIndex | None = None
        self._rows: Mapping[Reported, tuple[int, int, int]] = {}
        self._reading_vectors: Vectors | None = None

    async def prepare(self, index: HomeIndex) -> None:
        """Have the home's vectors at hand. Each different text is encoded once."""
        async with self._alone:
            if self._index is index:
                return
            texts = passages(index)
            rows = {text: number for number, text in enumerate(dict.fromkeys(texts.values()))}
            self._vectors = await self._encoder.passages(list(rows)) if rows else None
            self._places = {offer: rows[text] for offer, text in texts.items()}
            self._index = index

    async def of(self, texts: Mapping[str, str], index: HomeIndex) -> Mapping[str, Mapping[Offer, float]]:
        """The likeness of each text to each command, by the key that it has here."""
        await self.prepare(index)
        if self._vectors is None or not texts:
            return {}
        near = ((await self._encoder.questions(list(texts.values()))) @ self._vectors.T).tolist()
        return {key: {offer: row[place] for offer, place in self._places.items()} for key, row in zip(texts, near, strict=True)}

    async def prepare_readings(self, index: HomeIndex) -> None:
        """The same for the home's attributes, which only questions need."""
        async with self._alone:
            if self._readings_index is index:
                return
            texts = attribute_passages(index)
            rows = {text: number for number, text in enumerate(dict.fromkeys(t for three in texts.values() for t in three))}
            self._reading_vectors = await self._encoder.passages(list(rows)) if rows else None
            self._rows = {reported: (rows[a], rows[b], rows[c]) for reported, (a, b, c) in texts.items()}
            self._readings_index = index

    async def readings(self, question: str, index: HomeIndex) -> Mapping[Reported, float]:
        """How near a question lies to each attribute of the home: the sum of its likeness to the three texts that stand for it."""
        await self.prepare_readings(index)
        if self._reading_vectors is None or not self._rows:
            return {}
        near = (self._reading_vectors @ (await self._encoder.questions([question]))[0]).tolist()
        return {reported: near[a] + near[b] + near[c] for reported, (a, b, c) in self._rows.items()}
