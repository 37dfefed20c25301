"""Passages as vectors."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from yamori.agents.lifestyle.rules.passages import Passage
from yamori.embedding.port import TextEncoder

if TYPE_CHECKING:
    from yamori.embedding.port import Vectors


async def encoded(encoder: TextEncoder, passages: Sequence[Passage], titles: Sequence[str]) -> "Vectors":
    """One row of length 1 for each: the mean of its views."""
    import numpy as np

    views = [p.views(title) for p, title in zip(passages, titles, strict=True)]
    vectors = await encoder.passages([text for texts in views for text in texts])
    rows, start = np.empty((len(views), vectors.shape[1]), dtype=np.float32), 0
    for number, texts in enumerate(views):
        rows[number] = vectors[start : start + len(texts)].mean(axis=0)
        start += len(texts)
    made: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return made
