"""What an encoder of text is here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Vectors: TypeAlias = "npt.NDArray[np.float32]"
"""(n, size), every row of length 1: the product of two rows is their likeness, -1 to 1."""


class TextEncoder(Protocol):
    """Encodes what is asked and what may answer it, which some encoders do differently. Likenesses of one encoder can be ranked; how much
    of it means `alike` differs from one encoder to another."""

    @property
    def name(self) -> str:
        """Tells which encoder made a vector: vectors of different encoders are never compared."""
        ...

    async def questions(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, of the encoder's size; of any size where there is no text."""
        ...

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """One row for each text; one longer than the encoder reads counts by what it reads."""
        ...
