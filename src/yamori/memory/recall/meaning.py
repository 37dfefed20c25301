"""The vectors of utterances in memory, one index for each scope: a person's own words, and what is shared. Entered on one thread only."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from yamori.embedding.vectors import VectorIndex

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vector = npt.NDArray[np.float32]
_LOADED = 8_192
"""Vectors read at a time when memory is opened."""
_SCOPE = "CASE audience WHEN 'shared' THEN '' ELSE person END"


class Meaning:
    """Utterances by their meaning."""

    def __init__(self) -> None:
        self._indexes: dict[str, VectorIndex] = {}

    def load(self, db: sqlite3.Connection) -> None:
        """Everything that has a vector."""
        found = db.execute(f"SELECT {_SCOPE}, id, vector FROM utterances WHERE vector IS NOT NULL")
        while rows := found.fetchmany(_LOADED):
            self.put(rows)

    def put(self, rows: Iterable[tuple[str, int, bytes]]) -> None:
        """Scope, id and packed vector of each; one that is there is replaced."""
        by_scope: dict[str, tuple[list[int], list[bytes]]] = {}
        for scope, id, vector in rows:
            ids, vectors = by_scope.setdefault(scope, ([], []))
            ids.append(id)
            vectors.append(vector)
        for scope, (ids, vectors) in by_scope.items():
            if (index := self._indexes.get(scope)) is None:
                index = self._indexes[scope] = VectorIndex(len(vectors[0]), by_id=False)
            index.replace(ids, vectors)

    def remove(self, ids: Sequence[int]) -> None:
        for index in self._indexes.values():
            index.remove(ids)

    def clear(self) -> None:
        self._indexes.clear()

    def nearest(self, scopes: Sequence[str], asked: "Vector", count: int) -> dict[int, float]:
        """Cosine by id: the `count` nearest of each scope."""
        found: dict[int, float] = {}
        for scope in scopes:
            if (index := self._indexes.get(scope)) is not None and index.size == len(asked):
                found |= index.nearest(asked, count)
        return found


def nearness(asked: "Vector", vectors: Mapping[int, bytes | None]) -> dict[int, float]:
    """Cosine by id of those that have a vector of the question's size."""
    held = {id: row for id, row in vectors.items() if row is not None and len(row) == len(asked)}
    return dict(zip(held, VectorIndex.cosines(asked, list(held.values())), strict=True)) if held else {}


_SCALES = {"e5": (0.80, 0.92)}
"""Between which likenesses texts of an encoder go from strange to alike."""
_USUAL = (0.2, 0.7)


def meant(cosine: float, encoder: str) -> float:
    """0 to 1, so that likenesses of different encoders can be held against one floor."""
    low, high = next((scale for name, scale in _SCALES.items() if name in encoder), _USUAL)
    return min(max((cosine - low) / (high - low), 0.0), 1.0)
