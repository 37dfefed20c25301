"""What the page needs of tasks on websites while they run. `apps` fulfils it, and gives nobody the task of somebody else."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class WebsiteTask:
    """One task as its person sees it. Texts of pages are theirs."""

    id: str
    request: str
    state: str
    """`running`, `paused`, `taken` (its person acts by hand), `held` (waits for a yes or a log-in), `ended`."""
    url: str
    title: str
    version: int
    """Another one when there is something new to see."""
    picture: int | None
    """Number of the last picture."""
    last: tuple[str, str, str] = ("", "", "")
    """What was done last: action, element, input or what was read back."""
    waiting: Sequence[str] = ()
    """What was said and is not taken up yet."""
    asks: str = ""
    """What the page's script asks the person who has taken it."""
    asks_for_text: bool = False
    model: str = ""
    """That decides for this task alone; empty for the house's own."""


@dataclass(frozen=True, kw_only=True)
class HandMove:
    """One movement on the page by hand."""

    kind: str
    x: float = 0.0
    y: float = 0.0
    turned: float = 0.0
    text: str = ""
    key: str = ""
    shift: bool = False


class WebsitePort(Protocol):
    """Every method may raise `NotFound` and, where it is not the moment for it, `InvalidRequest`."""

    def of_turn(self, turn: str) -> WebsiteTask | None: ...

    def task(self, id: str) -> WebsiteTask: ...

    def picture(self, id: str, number: int) -> bytes:
        """JPEG."""
        ...

    async def act(self, id: str, act: str, text: str = "") -> None:
        """`pause`, `go_on`, `take`, `hand_back`, `stop`; `say` and `model` with a text."""
        ...

    async def by_hand(self, id: str, moves: Sequence[HandMove]) -> None: ...

    async def answer(self, id: str, *, accept: bool, text: str) -> None:
        """What the page's script asked."""
        ...

    def frames(self, id: str) -> AsyncGenerator[bytes, None]:
        """JPEG of the page whenever it changes; ends with the page."""
        ...
