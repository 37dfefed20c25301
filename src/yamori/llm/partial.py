"""A file that is still growing, and the note of how far it is known to be whole, which survives a kill at any moment."""

import json
import os
from pathlib import Path

from yamori.llm.model_files import checksum


class SourceFailed(Exception):
    """One source did not give the file; the next may. Never leaves `fetch`."""


class Partial:
    """Grows by `append`; only what was noted after it reached the disk counts."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._note = file.with_name(file.name + ".json")
        self._source, self._parts, self._whole = self._read()

    @property
    def folder(self) -> Path:
        """Where it grows; there is room for what belongs to it."""
        return self._file.parent

    @property
    def whole(self) -> int:
        """Bytes that are here for certain."""
        return self._whole

    @property
    def parts(self) -> int:
        """How many appends of this source they came in."""
        return self._parts

    def of(self, source: str) -> int:
        """Bytes that are here from this source."""
        return self._whole if source == self._source else 0

    def begin(self, source: str) -> None:
        """Go on with what is here of `source`; what came from another is dropped, its pieces may end elsewhere."""
        if source != self._source:
            self.drop()
            self._source = source
        self._file.touch()
        os.truncate(self._file, self._whole)

    def append(self, data: bytes) -> None:
        with self._file.open("ab") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        self._whole += len(data)
        self._parts += 1
        new = self._note.with_name(self._note.name + ".new")
        new.write_text(json.dumps({"source": self._source, "parts": self._parts, "whole": self._whole}), encoding="utf-8")
        new.replace(self._note)

    def checksum(self) -> str:
        return checksum(self._file)

    def become(self, target: Path) -> None:
        self._file.replace(target)
        self._note.unlink(missing_ok=True)

    def drop(self) -> None:
        self._file.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)
        self._source, self._parts, self._whole = "", 0, 0

    def _read(self) -> tuple[str, int, int]:
        try:
            noted = json.loads(self._note.read_text(encoding="utf-8"))
            source, parts, whole = str(noted["source"]), int(noted["parts"]), int(noted["whole"])
            return (source, parts, whole) if self._file.stat().st_size >= whole else ("", 0, 0)
        except (OSError, ValueError, KeyError, TypeError):
            return ("", 0, 0)
