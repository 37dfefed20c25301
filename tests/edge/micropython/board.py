"""The board's modules, imported one by one in this process: with their own `clock`, `main` and so on, and leaving no trace of them."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

import pytest

from yamori.edge.micropython.documents import BOARD_FILE

BOARD = BOARD_FILE.parent
FOLDERS = [str(BOARD), str(BOARD.parent / "laptop")]


class Ticks:
    """MicroPython's milliseconds, moved by hand, wrapping as they do."""

    def __init__(self) -> None:
        self.now = (1 << 30) - 500

    def pass_by(self, ms: int) -> None:
        self.now = (self.now + ms) % (1 << 30)

    def diff(self, later: int, earlier: int) -> int:
        return (later - earlier + (1 << 29)) % (1 << 30) - (1 << 29)


@contextmanager
def board(*names: str) -> Iterator[list[ModuleType]]:
    before = set(sys.modules)
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path[:0] = FOLDERS
    try:
        yield [import_module(name) for name in names]
    finally:
        del sys.path[: len(FOLDERS)]
        sys.dont_write_bytecode = writes
        for name in set(sys.modules) - before:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(tuple(FOLDERS)):
                del sys.modules[name]


def pretend_ticks(patch: pytest.MonkeyPatch) -> Ticks:
    ticks = Ticks()
    patch.setattr(time, "ticks_ms", lambda: ticks.now, raising=False)
    patch.setattr(time, "ticks_diff", ticks.diff, raising=False)
    patch.setattr(time, "sleep_ms", lambda ms: None, raising=False)
    return ticks
