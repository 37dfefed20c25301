"""How near facts are to a question in meaning. Their lines are few and short: encoded when first asked for, and kept in memory alone."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from yamori.domain.errors import HouseSilent
from yamori.embedding.port import TextEncoder
from yamori.memory.recall.meaning import meant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vector = npt.NDArray[np.float32]
MOST_KEPT = 2_000


class FactMeaning:
    """Over an encoder, or none."""

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._encoder = encoder
        self._known: OrderedDict[str, Vector] = OrderedDict()

    async def nearness(self, lines: Sequence[str], asked: "Vector | None") -> Sequence[float]:
        """0 to 1 for each line; 0 where there is no encoder or it is silent."""
        if asked is None or self._encoder is None:
            return [0.0] * len(lines)
        new = [line for line in dict.fromkeys(lines) if line not in self._known]
        if new:
            try:
                made = await self._encoder.passages(new)
            except HouseSilent:
                return [0.0] * len(lines)
            self._known.update(zip(new, made, strict=True))
        name = self._encoder.name
        found = [meant(float(self._known[line] @ asked), name) for line in lines]
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        return found

    def clear(self) -> None:
        self._known.clear()
