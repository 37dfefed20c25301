"""The directory in which embedded models lie, and the proof that a file is the one it should be.

A proof is kept beside the file (size, time of change, checksum), so that a start does not read a gigabyte again.
"""

import asyncio
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from yamori.domain.errors import Misconfigured
from yamori.llm.manifest import Listed


def models_folder(environment: Mapping[str, str] | None = None) -> Path:
    """`YAMORI_MODELS_DIR`, or `~/.cache/yamori/models`."""
    chosen = (os.environ if environment is None else environment).get("YAMORI_MODELS_DIR", "").strip()
    return Path(chosen).expanduser() if chosen else Path("~/.cache/yamori/models").expanduser()


class ModelFiles:
    """Where the file of a model is, if anywhere: a file named in the settings, else the one in the folder."""

    def __init__(self, folder: Path, *, files: Mapping[str, Path] | None = None) -> None:
        self._folder = folder
        self._files = files or {}

    @property
    def folder(self) -> Path:
        return self._folder

    def place(self, name: str, entry: Listed) -> Path:
        """Where the file is or should be."""
        named = self._files.get(name)
        return named.expanduser() if named else self._folder / entry.file

    def is_named(self, name: str) -> bool:
        """The settings name a file of this machine for it, so it is not ours to fetch, move or delete."""
        return name in self._files

    def size(self, name: str, entry: Listed) -> int | None:
        """Bytes on disk; None when it is not there."""
        try:
            return self.place(name, entry).stat().st_size
        except OSError:
            return None

    async def prove(self, name: str, entry: Listed, *, again: bool = False) -> Path:
        """The file, proven to be the one that the manifest lists; with `again`, whatever was proven before.

        Raises `Misconfigured` when it is missing or differs.
        """
        return await asyncio.to_thread(self._prove, name, entry, again)

    def _prove(self, name: str, entry: Listed, again: bool) -> Path:
        file = self.place(name, entry)
        fetch = f"Fetch it with `yamori models fetch {name}`."
        try:
            about = file.stat()
        except FileNotFoundError as error:
            mend = f"Correct files.{name} in [embedded]." if self.is_named(name) else fetch
            raise Misconfigured(f"the model {name} is not there", where=str(file), mend=mend) from error
        except OSError as error:
            raise Misconfigured(f"the model {name} cannot be read: {error}", where=str(file), mend="Make it readable.") from error
        mend = "Name the right file." if self.is_named(name) else f"Delete it. {fetch}"
        if about.st_size != entry.bytes:
            raise Misconfigured(f"the model {name} has {about.st_size:,} bytes, expected {entry.bytes:,}", where=str(file), mend=mend)
        proof = {"bytes": about.st_size, "changed": about.st_mtime_ns, "sha256": entry.sha256}
        if not again and self._proof(entry) == proof:
            return file
        found = checksum(file)
        if found != entry.sha256:
            raise Misconfigured(
                f"the model {name} has the wrong checksum {found[:16]}…, expected {entry.sha256[:16]}…", where=str(file), mend=mend
            )
        self.note(entry, file)
        return file

    def note(self, entry: Listed, file: Path) -> None:
        """Its checksum was found to be right."""
        about = file.stat()
        self._keep(entry, {"bytes": about.st_size, "changed": about.st_mtime_ns, "sha256": entry.sha256})

    def _proof(self, entry: Listed) -> object:
        try:
            return json.loads(self._proof_file(entry).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def _keep(self, entry: Listed, proof: Mapping[str, object]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._proof_file(entry).write_text(json.dumps(proof), encoding="utf-8")
        except OSError:
            return  # a directory that is only read: the next start proves it again

    def _proof_file(self, entry: Listed) -> Path:
        return self._folder / f"{entry.file}.proof"


def checksum(file: Path) -> str:
    """SHA-256, in hex; a second and a half for a gigabyte."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
