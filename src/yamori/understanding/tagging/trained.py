"""The reader that was trained (`training/reader`): it marks intents, slots and borders in a sentence in one pass of a small encoder.

`apps` makes one for the whole house. It never raises because of what was said, and what it reads names nothing of the house.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from yamori.understanding.detection import language_in
from yamori.understanding.frame import Frame
from yamori.understanding.normal_form import normal_form
from yamori.understanding.tagging.empty_times import without_empty_times
from yamori.understanding.tagging.frames import Tagging, frames_of
from yamori.understanding.tagging.old_names import with_old_name
from yamori.understanding.tagging.pieces import pieces_of
from yamori.understanding.tagging.whole_names import with_whole_names
from yamori.understanding.tagging.whole_numbers import with_whole_numbers
from yamori.understanding.tagging.whole_retractions import with_whole_retractions
from yamori.understanding.tagging.whole_titles import with_whole_titles
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.words_of import word_starts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from yamori.understanding.tagging.encoder import Encoder
    from yamori.understanding.tagging.weights import Weights

ADAPTERS = tuple(sorted(Path(__file__).parent.glob("adapter-*.npz")))
"""Trained apart, so that they err apart: what they read differently none of them is sure of."""
_LONGEST = 300
"""Characters; a longer text is not read as a sentence."""
_MOST_PIECES = 110
"""Of a text that is read: more take longer than anybody waits."""
_MOST_FRAMES = 6
"""That a sentence can hold; more are a sign that it is none."""
_KEPT = 256


class TrainedReader:
    """Fulfils `understanding.reader.Reader`. Loaded on first use: some 200 MB and 0.6 s."""

    def __init__(self, adapters: Sequence[Path] = ADAPTERS) -> None:
        self._paths = tuple(adapters)
        self._loading = threading.Lock()
        self._read: OrderedDict[str, tuple[Frame, ...]] = OrderedDict()

    async def prepare(self) -> None:
        await self._frames("on")

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return tuple(without_empty_times(frame, utterance) for frame in await self._frames(utterance.text))

    async def _frames(self, text: str) -> tuple[Frame, ...]:
        if not text.strip() or len(text) > _LONGEST:
            return ()
        if text not in self._read:
            self._read[text] = await asyncio.to_thread(self.frames, text)
        self._read.move_to_end(text)
        found = self._read[text]
        while len(self._read) > _KEPT:
            self._read.popitem(last=False)
        return found

    def frames(self, text: str) -> tuple[Frame, ...]:
        """The frames of a text, in this thread."""
        with self._loading:
            encoders = self._encoders
        normal = normal_form(text)
        pieces = pieces_of(normal.text, self._weights)
        if not 0 < len(pieces.numbers) <= _MOST_PIECES:
            return ()
        words = vocabulary(language_in(text))
        taggings = [Tagging(states=encoder.encode(pieces.numbers), heads=heads) for encoder, heads in encoders]
        found = with_whole_numbers(frames_of(taggings, pieces, normal, word_starts(normal.text, words)), normal, words)
        if len(found) > _MOST_FRAMES:
            return ()
        found = tuple(with_whole_names(frame, normal, words) for frame in found)
        return tuple(with_old_name(with_whole_titles(with_whole_retractions(frame, normal), normal, words)) for frame in found)

    @cached_property
    def _weights(self) -> "Weights":
        from yamori.embedding.blas import one_thread
        from yamori.understanding.tagging.weights import shipped_weights

        one_thread()
        return shipped_weights()

    @cached_property
    def _encoders(self) -> "tuple[tuple[Encoder, Mapping[str, npt.NDArray[np.float32]]], ...]":
        """The encoder as each adapter changed it, and the adapter's heads."""
        from yamori.understanding.tagging.encoder import Encoder

        adapters = map(_adapter, self._paths)
        return tuple((Encoder(self._weights, adapter), adapter) for adapter in adapters)


def _adapter(path: Path) -> "Mapping[str, npt.NDArray[np.float32]]":
    import numpy as np

    with np.load(path, allow_pickle=False) as held:
        return {name: held[name].astype(np.float32) for name in held.files}


@cache
def trained_reader() -> TrainedReader:
    """The one of this process: it keeps nothing of a household."""
    return TrainedReader()
