"""What the page needs of scenes: names to press, and what each would do. `apps` fulfils it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class SceneView:
    """A scene of this home."""

    id: str
    name: str
    """In the reader's language, where the home knows it."""
    says: str
    """What it does, in words: shown before it is run for the first time."""
    agreed: bool
    """Somebody has seen what it does and had it run."""


class ScenePort(Protocol):
    """Every method may raise a `YamoriError`."""

    async def scenes(self, language: Language) -> Sequence[SceneView]: ...

    async def run(self, id: str, person: str, key: str, language: Language, *, seen: str = "") -> str:
        """Do it for this person; what came of it, in words. The same key does nothing twice.

        `seen`: what they were shown that it does, and agreed to. One that nobody agreed to before is kept with that, and is run only
        where it still does just this. Raises `NotFound`.
        """
        ...
