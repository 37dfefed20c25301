"""The encoder (12 layers of multilingual-e5-small) with what was learned on top, in NumPy: some 20 ms a sentence on one core."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from yamori.understanding.tagging.weights import Weights

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]

MATRICES = ("q", "k", "v", "ao", "fi", "fo")
VECTORS = ("q.b", "k.b", "v.b", "ao.b", "fi.b", "fo.b", "aln.w", "aln.b", "oln.w", "oln.b")


class Encoder:
    """The pretrained weights and an adapter: for each matrix `lN.NAME.up` and `.down`, whose product is added; changed vectors by name."""

    def __init__(self, weights: Weights, adapter: "Mapping[str, Matrix]") -> None:
        self._weights = weights
        self._layers = [self._layer(n, adapter) for n in range(weights.layers)]
        self._position = weights.matrix("emb.pos", weights.hidden)
        self._type = weights.vector("emb.type")[: weights.hidden]
        self._norm = (weights.vector("emb.ln.w"), weights.vector("emb.ln.b"))

    def _layer(self, n: int, adapter: "Mapping[str, Matrix]") -> "dict[str, Matrix]":
        import numpy as np

        layer: dict[str, Matrix] = {}
        for name in MATRICES:
            key = f"l{n}.{name}"
            columns = 4 * self._weights.hidden if name == "fo" else self._weights.hidden
            matrix = self._weights.matrix(f"{key}.w", columns)
            if f"{key}.up" in adapter:
                matrix = matrix + adapter[f"{key}.up"].astype(np.float32) @ adapter[f"{key}.down"].astype(np.float32)
            layer[name] = np.ascontiguousarray(matrix.T)
        for name in VECTORS:
            key = f"l{n}.{name}"
            layer[name] = adapter[key].astype(np.float32) if key in adapter else self._weights.vector(key)
        return layer

    def encode(self, numbers: Sequence[int]) -> "Matrix":
        """The hidden state of every piece, (n + 2, hidden): those of the first and the last mark included."""
        import numpy as np

        w = self._weights
        ids = np.array([w.first, *numbers[: w.positions - 2], w.last], dtype=np.int64)
        x = w.embeddings(ids) + self._position[: len(ids)] + self._type
        x = self._normed(x, *self._norm)
        for layer in self._layers:
            x = self._normed(x + self._attended(x, layer), layer["aln.w"], layer["aln.b"])
            inner = _gelu(x @ layer["fi"] + layer["fi.b"])
            x = self._normed(x + inner @ layer["fo"] + layer["fo.b"], layer["oln.w"], layer["oln.b"])
        return x

    def _attended(self, x: "Matrix", layer: "Mapping[str, Matrix]") -> "Matrix":
        import numpy as np

        length, heads = len(x), self._weights.heads
        q, k, v = ((x @ layer[m] + layer[f"{m}.b"]).reshape(length, heads, -1).transpose(1, 0, 2) for m in ("q", "k", "v"))
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(q.shape[-1]))
        odds = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (odds / odds.sum(axis=-1, keepdims=True)) @ v
        attended: Matrix = mixed.transpose(1, 0, 2).reshape(length, -1) @ layer["ao"] + layer["ao.b"]
        return attended

    def _normed(self, x: "Matrix", scale: "Matrix", shift: "Matrix") -> "Matrix":
        import numpy as np

        centred = x - x.mean(axis=-1, keepdims=True)
        normed: Matrix = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + self._weights.epsilon) * scale + shift
        return normed


def _gelu(x: "Matrix") -> "Matrix":
    """The approximation by tanh, which the training uses too."""
    import numpy as np

    activated: Matrix = 0.5 * x * (1 + np.tanh(np.float32(0.7978845608) * x * (1 + np.float32(0.044715) * x * x)))
    return activated
