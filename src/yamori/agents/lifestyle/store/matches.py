"""Which passages of a topic hold which words of a question, before any of them is read."""

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Matches:
    """The ids of the passages that hold at least one of the words, and the weight of those that each holds."""

    def __init__(self, holding: Mapping[str, "npt.NDArray[np.int64]"], weights: Mapping[str, float]) -> None:
        """`holding`: ids by word; `weights`: what a word counts."""
        import numpy as np

        empty = np.empty(0, dtype=np.int64)
        ids = np.concatenate([empty, *holding.values()])
        counted = np.concatenate([np.empty(0), *(np.full(len(found), weights[word]) for word, found in holding.items())])
        self._ids, places = np.unique(ids, return_inverse=True)
        self._weights = np.bincount(places, weights=counted, minlength=len(self._ids))

    def best(self, count: int, *, among: Set[int] | None = None) -> list[int]:
        """Ids of the `count` that hold most, of these alone where some are given."""
        import numpy as np

        ids, weights = self._ids, self._weights
        if among is not None:
            kept = np.isin(ids, np.fromiter(among, dtype=np.int64, count=len(among)))
            ids, weights = ids[kept], weights[kept]
        if len(ids) <= count:
            return [int(i) for i in ids]
        return [int(i) for i in ids[np.argpartition(-weights, count)[:count]]]

    def of(self, ids: Sequence[int]) -> list[float]:
        """The weight of each, 0 for one that holds none of the words."""
        import numpy as np

        if not len(self._ids):
            return [0.0] * len(ids)
        wanted = np.asarray(ids, dtype=np.int64)
        places = np.minimum(np.searchsorted(self._ids, wanted), len(self._ids) - 1)
        return [float(w) for w in np.where(self._ids[places] == wanted, self._weights[places], 0.0)]
