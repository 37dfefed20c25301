"""Questions are turned by the matrix that was learned for their encoder, and by no other."""

from collections.abc import Sequence

import numpy as np
import pytest
from tests.embedding.encoders import CountingEncoder

from yamori.agents.lifestyle.reranker import ADAPTER, turned
from yamori.embedding.e5 import NAME, SIZE
from yamori.embedding.port import Vectors


class AsIfE5:
    """Every text along an axis of its own."""

    name = NAME

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return np.eye(SIZE, dtype=np.float32)[: len(texts)]

    async def passages(self, texts: Sequence[str]) -> Vectors:
        return await self.questions(texts)


async def test_a_question_is_turned_and_keeps_its_length_and_a_passage_stays() -> None:
    encoder = turned(AsIfE5())
    assert encoder is not None and encoder.name == NAME
    asked = await encoder.questions(["How?", "Why?"])
    moved = np.eye(SIZE, dtype=np.float32)[:2] + np.load(ADAPTER).astype(np.float32)[:2]
    assert asked == pytest.approx(moved / np.linalg.norm(moved, axis=1, keepdims=True), abs=1e-5)
    assert np.array_equal(await encoder.passages(["Oil it."]), np.eye(SIZE, dtype=np.float32)[:1])
    assert len(await encoder.questions([])) == 0


async def test_the_vectors_of_another_encoder_are_left_as_they_are() -> None:
    counting = CountingEncoder()
    assert turned(counting) is counting
    assert turned(None) is None
