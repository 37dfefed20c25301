"""What waits for a person, on disk: an approval outlives the house's restart, with the page it is about. Used by `operating`.

One file each, of the user alone, gone with its answer or after a day. It holds the words of the task, what would be sent, what had been put
into the page's fields, and the cookies of that one site.
"""

import contextlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from yamori.agents.browser.engine import Element, KeptPage, Observation, Sent
from yamori.agents.browser.operating.consequences import Kind
from yamori.agents.browser.operating.evidence import Step
from yamori.agents.browser.operating.goal import Goal

KEPT = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Held:
    """What waits for a person, exactly as it would be done."""

    id: str
    kind: Kind
    button: str
    page: Observation
    sends: Sent | None
    """What would go where; None where pressing it is all that is known."""
    asks: str = ""
    """What the page's script asked on the last press."""


@dataclass(frozen=True, kw_only=True)
class HeldTask:
    """A task as it can be gone on with."""

    held: Held
    element: Element
    goal: Goal
    person: str
    turn: str | None
    model: str | None
    allowed: tuple[str, ...]
    steps: tuple[Step, ...]
    page: KeptPage
    has_sent: bool = False
    fills: tuple[tuple[int, str], ...] = ()
    """Of an approval to fill in: numbers of elements and what goes into them."""


_TASK: TypeAdapter[HeldTask] = TypeAdapter(HeldTask)


class HeldFiles:
    """In one folder; None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def keep(self, task: HeldTask) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        written = self._folder / f"{task.held.id}.new"
        written.touch(mode=0o600)
        written.write_bytes(_TASK.dump_json(task))
        written.replace(self._folder / f"{task.held.id}.json")

    def find(self, id: str, *, now: datetime) -> HeldTask | None:
        """None also for one that is too old, or that another version wrote."""
        for file in self._files():
            if file.stem == id:
                with contextlib.suppress(OSError, ValidationError):
                    task = _TASK.validate_json(file.read_bytes())
                    return task if now - task.goal.now < KEPT else None
        return None

    def drop(self, id: str) -> None:
        for file in self._files():
            if file.stem == id:
                file.unlink(missing_ok=True)

    def forget(self, turns: Collection[str]) -> None:
        """What was said in turns that are forgotten."""
        for file in self._files():
            with contextlib.suppress(OSError):
                try:
                    is_theirs = _TASK.validate_json(file.read_bytes()).turn in turns
                except ValidationError:
                    is_theirs = True  # of another version: nobody will go on with it
                if is_theirs:
                    file.unlink(missing_ok=True)

    def sweep(self, now: datetime) -> None:
        """Delete what nobody answered."""
        for file in self._files():
            with contextlib.suppress(OSError):
                if now.timestamp() - file.stat().st_mtime > KEPT.total_seconds():
                    file.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob("web-*.json")) if self._folder is not None else []
