"""The states of prompt prefixes, saved to disk: which file holds which, and how many are kept.

A state is what llama.cpp has computed of a prompt prefix (29 kB a token for the default model): 15 s of work, restored in 10 ms.
"""

import hashlib
import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from yamori.domain.errors import Misconfigured

_KEPT_BYTES = 600_000_000
"""Enough for some 25 prefixes; the ones not used for longest go first."""


class SavedPrefixes:
    """The folder of them, for one model file and one version of llama.cpp: a state of another is never found here."""

    def __init__(self, folder: Path, *, model: Path, piece: int) -> None:
        self._folder = folder
        self._model = model
        self._piece = piece

    def open(self) -> None:
        """Make the folder. Raises `Misconfigured` when nothing can be written there."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            probe = self._folder / f".probe-{os.getpid()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise Misconfigured(f"cannot be written to: {error}", where=str(self._folder), mend="Choose another data directory.") from error
        for left in self._folder.glob("*.new"):  # of a process that was killed while it saved
            left.unlink(missing_ok=True)

    def name(self, tokens: Sequence[int], *, adapter: Path | None = None) -> str:
        """The file's name for a prompt prefix; it follows from everything that its state depends on."""
        files = tuple((f.name, f.stat().st_size, f.stat().st_mtime_ns) for f in (self._model, adapter) if f)
        parts = (files, version("xllamacpp"), self._piece, tuple(tokens))
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32] + ".state"

    def has(self, name: str) -> bool:
        return (self._folder / name).is_file()

    def used(self, name: str) -> None:
        """Now: it will be kept longest."""
        (self._folder / name).touch()

    def temporary(self, name: str) -> str:
        """Where to save before `keep`: a state that is only half written must not be found."""
        return f"{name}.{os.getpid()}.new"

    def keep(self, name: str) -> None:
        """What was saved as `temporary(name)` is whole now."""
        (self._folder / self.temporary(name)).replace(self._folder / name)
        self._prune(except_for=name)

    def drop(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)

    def _prune(self, *, except_for: str) -> None:
        states = sorted(self._folder.glob("*.state"), key=lambda f: f.stat().st_mtime_ns, reverse=True)
        kept = 0
        for state in states:
            kept += state.stat().st_size
            if kept > _KEPT_BYTES and state.name != except_for:
                state.unlink(missing_ok=True)
