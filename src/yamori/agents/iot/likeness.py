"""How near a request lies to the documentation of each command of the home, by an encoder's vectors."""

import asyncio
from collections.abc import Mapping

from yamori.agents.iot.rules.commands import Offer
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.retrieval import passages
from yamori.agents.iot.rules.words import name_words
from yamori.embedding.port import TextEncoder, Vectors

SHOWN = 2
"""Attributes that answer a question at most."""
CLOSE = 0.015
"""Attributes that lie so near to one another are both told: likenesses of this encoder lie close together."""


class Likeness:
    """Holds the vectors of one home, and makes those of the next one when the home has changed."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._alone = asyncio.Lock()
        self._index: HomeIndex | None = None
        self._places: Mapping[Offer, int] = {}
        self._vectors: Vectors | None = None

    async def prepare(self, index: HomeIndex) -> None:
        """Have the home's vectors at hand. Each different text is encoded once."""
        async with self._alone:
            if self._index is index:
                return
            texts = passages(index)
            rows = {text: number for number, text in enumerate(dict.fromkeys(texts.values()))}
            self._vectors = await self._encoder.passages(list(rows))
            self._places = {offer: rows[text] for offer, text in texts.items()}
            self._index = index

    async def of(self, texts: Mapping[str, str], index: HomeIndex) -> Mapping[str, Mapping[Offer, float]]:
        """The likeness of each text to each command, by the key that it has here."""
        await self.prepare(index)
        if self._vectors is None or not texts:
            return {}
        near = ((await self._encoder.questions(list(texts.values()))) @ self._vectors.T).tolist()
        return {key: {offer: row[place] for offer, place in self._places.items()} for key, row in zip(texts, near, strict=True)}

    async def attributes(self, question: str, device: str, index: HomeIndex) -> tuple[str, ...]:
        """The one or two attributes of a device, `capability.attribute`, that lie nearest to a question."""
        texts = {
            f"{name}.{attribute.name}": f"{' '.join(name_words(attribute.name))} {attribute.unit or ''} {' '.join(attribute.values)}"
            for _, name in index.devices[device].capabilities()
            for attribute in index.capabilities[name].attributes.values()
        }
        vectors = await self._encoder.passages(list(texts.values()))
        near = (vectors @ (await self._encoder.questions([question]))[0]).tolist()
        ranked = sorted(zip(near, texts, strict=True), reverse=True)
        return tuple(path for score, path in ranked[:SHOWN] if score >= ranked[0][0] - CLOSE)
