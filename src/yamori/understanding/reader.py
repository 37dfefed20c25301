"""The port to whatever reads a sentence into frames: a trained model, a language model, a recalled reading, or several in turn."""

from typing import Protocol

from yamori.understanding.frame import Frame
from yamori.understanding.utterance import Utterance


class Reader(Protocol):
    async def prepare(self) -> None:
        """What takes long and can be done before anybody speaks."""
        ...

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        """What is asked for, in the order in which it was said; empty where nothing could be read. Every frame carries the odds that it is
        right; a reader never raises because of what was said."""
        ...


class NoReader:
    """Fulfils `Reader`: reads nothing, for a house without a trained reader."""

    async def prepare(self) -> None:
        pass

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return ()
