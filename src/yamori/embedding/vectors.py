"""Vectors kept as bytes beside what they are of, and searched by FAISS in memory. The papers of the household and its memory use it.

The index is made from those bytes when it is opened instead of being a file of its own, because two files cannot be changed in one
transaction. One byte a number: a quarter of the memory and a third of the time, and the order of likenesses stays.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from yamori.embedding.port import Vectors

LEVEL = 400.0
"""Length of a stored vector, whose numbers then seldom pass a byte's 127 (512 equal ones are 18)."""


def packed(vectors: "Vectors") -> list[bytes]:
    """Rows of length 1, one signed byte a number."""
    import numpy as np

    return [row.tobytes() for row in np.clip(np.round(vectors * LEVEL), -127, 127).astype(np.int8)]


class VectorIndex:
    """Texts by their meaning, each under a number."""

    def __init__(self, size: int, *, by_id: bool = True) -> None:
        """`by_id`: single ones are looked up too (`nearness`), which costs some 50 bytes for each."""
        import faiss

        self._alone: Any = faiss.omp_set_num_threads
        codes = faiss.IndexScalarQuantizer(size, faiss.ScalarQuantizer.QT_8bit_direct_signed, faiss.METRIC_INNER_PRODUCT)
        self._index: Any = faiss.IndexIDMap2(codes) if by_id else faiss.IndexIDMap(codes)
        self.size = size

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def add(self, ids: Sequence[int], rows: Sequence[bytes]) -> None:
        import numpy as np

        if ids:
            codes = np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), self.size)
            self._index.add_with_ids(codes.astype(np.float32), np.asarray(ids, dtype=np.int64))

    def replace(self, ids: Sequence[int], rows: Sequence[bytes]) -> None:
        """`add`, in the place of those that were there under these ids."""
        if len(self):
            self.remove(ids)
        self.add(ids, rows)

    def remove(self, ids: Sequence[int]) -> None:
        import numpy as np

        if ids:
            self._index.remove_ids(np.asarray(ids, dtype=np.int64))

    def nearest(self, question: "npt.NDArray[np.float32]", count: int) -> dict[int, float]:
        """Cosine by id, of the `count` nearest."""
        import numpy as np

        if not len(self):
            return {}
        # A second thread gains nothing for one question and waits by spinning; it is a setting of the calling thread, each time another.
        self._alone(1)
        # FAISS cuts the question's numbers to bytes as well: it must be stretched like the rows, and rounded, for cut ones are too short.
        asked = np.clip(np.round(question.reshape(1, -1) * LEVEL), -127, 127)
        found, ids = self._index.search(asked, min(count, len(self)))
        return {int(i): float(d) / LEVEL**2 for i, d in zip(ids[0], found[0], strict=True) if i >= 0}

    @staticmethod
    def cosines(question: "npt.NDArray[np.float32]", rows: Sequence[bytes]) -> list[float]:
        """Of packed rows as they are kept."""
        import numpy as np

        codes = np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), len(question))
        found: list[float] = (codes.astype(np.float32) @ question / LEVEL).tolist()
        return found

    def nearness(self, question: "npt.NDArray[np.float32]", ids: Iterable[int]) -> dict[int, float]:
        """Cosine by id, of those that have a vector."""
        made = {}
        for i in ids:
            try:
                made[i] = float(self._index.reconstruct(int(i)) @ question) / LEVEL
            except RuntimeError:  # FAISS's word for an id that it does not have
                continue
        return made
