"""A file on its way in. What came of it lies under a hidden name beside the originals, until it is one of them or goes again."""

import asyncio
import os
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from yamori.domain.errors import HouseSilent, InvalidRequest

Opening = Callable[[Path], BinaryIO]
"""How a file is opened to be written: the one way to the disk."""


def to_write(path: Path) -> BinaryIO:
    return path.open("wb")


class Arrival:
    """Holds nothing of the file in memory. Close it, whatever became of it."""

    def __init__(self, path: Path, *, most: int, opening: Opening = to_write) -> None:
        """`path` is nobody else's; `most` is how many bytes may come."""
        self.path = path
        self.size = 0
        """Bytes that came so far."""
        self._most = most
        self._opening = opening
        self._file: BinaryIO | None = None
        self._over = False
        self._turn = threading.Lock()  # whoever waited for a write may be gone, and close it, before it is done

    async def write(self, data: bytes) -> None:
        """More of it came. Raises `InvalidRequest` where that is too much, `HouseSilent` where the disk does not take it."""
        self.size += len(data)
        if self.size > self._most:
            raise too_large("the file", self.size, self._most)
        await asyncio.to_thread(self._write, data)

    def _write(self, data: bytes) -> None:
        try:
            with self._turn:
                self._append(data)
        except OSError as error:
            raise not_kept("the file", error) from error

    def _append(self, data: bytes) -> None:
        if self._over:
            return
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._opening(self.path)
        self._file.write(data)

    def move(self, path: Path) -> None:
        """To another place, all of it on the disk. Blocks; raises `OSError`."""
        with self._turn:
            self._append(b"")  # an empty file comes with no data
            if self._file is not None:
                self._file.flush()
                os.fsync(self._file.fileno())
            self._let_go()
            shutil.move(self.path, path)  # to another disk, too: a topic's folder may lie there

    async def close(self) -> None:
        """What came of it goes, unless it was moved."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        with self._turn:
            self._over = True
            with suppress(OSError):  # a full disk may refuse what is still to be written
                self._let_go()
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _let_go(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()


def too_large(name: str, size: int, most: int) -> InvalidRequest:
    return InvalidRequest(f"{name}: {size // 1_000_000} MB; a paper has at most {most // 1_000_000}", where="file")


def not_kept(name: str, error: OSError) -> HouseSilent:
    return HouseSilent(f"{name} could not be kept ({error.strerror or error})")
