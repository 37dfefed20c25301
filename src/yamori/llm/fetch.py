"""Bringing a model's file here: from the first source that works, resumable, proven before it counts.

The file grows as `NAME.partial`, with a note beside it of how far it is known to be whole; a killed download goes on from there.
Called by the CLI; calls the network only through `hub.py` and `parts.py`.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from yamori.domain.errors import Misconfigured
from yamori.llm.manifest import Hub, Listed, Parts
from yamori.llm.model_files import ModelFiles
from yamori.llm.partial import Partial, SourceFailed

_SPARE_BYTES = 256 * 1024 * 1024
"""Beyond the file itself: one part while it is unpacked, and room for the rest of the machine to breathe."""


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """How far it is; `done == total` at the end."""

    says: str
    """From where, or what is being done: one line in English."""
    done: int
    """Bytes that are here."""
    total: int


Show = Callable[[Fetched], None]


async def fetch(name: str, entry: Listed, *, model_files: ModelFiles, show: Show = lambda _: None) -> Path:
    """The proven file, which is brought here when it is not.

    Raises `Misconfigured` with how to mend it: no space, a directory that cannot be written, a wrong checksum, no source that works.
    """
    if model_files.is_named(name) or model_files.size(name, entry) == entry.bytes:
        show(Fetched(says="checking what is here", done=entry.bytes, total=entry.bytes))
        try:
            return await model_files.prove(name, entry)
        except Misconfigured:
            if model_files.is_named(name):
                raise
            model_files.place(name, entry).unlink(missing_ok=True)  # a broken file of ours: fetched again
    with _alone(model_files.folder, entry):
        return await _fetch(name, entry, model_files=model_files, show=show)


async def _fetch(name: str, entry: Listed, *, model_files: ModelFiles, show: Show) -> Path:
    from yamori.llm.hub import from_hub
    from yamori.llm.parts import from_parts

    target = model_files.place(name, entry)
    partial = Partial(target.with_name(target.name + ".partial"))
    problems: list[str] = []
    for source in entry.sources:
        _need_space(model_files.folder, entry, held=partial.whole)

        def grown(done: int, says: str = source.says) -> None:
            show(Fetched(says=says, done=min(done, entry.bytes), total=entry.bytes))

        try:
            match source:
                case Hub():
                    await from_hub(source, partial, size=entry.bytes, grown=grown)
                case Parts():
                    await from_parts(source, partial, size=entry.bytes, grown=grown)
            show(Fetched(says="proving the checksum", done=entry.bytes, total=entry.bytes))
            await _settle(partial, target, entry)
            model_files.note(entry, target)
            return target
        except SourceFailed as failed:
            problems.append(f"{source.says}: {failed}")
            show(Fetched(says=f"{source.says} does not work ({failed}); trying the next", done=0, total=entry.bytes))
        except OSError as error:
            raise _cannot_write(model_files.folder, error) from error
    raise Misconfigured(
        f"no source gave the model {name}: " + "; ".join(problems),
        where=str(target),
        mend=f"Check the network and pip's settings, or bring the file yourself ({entry.file}, SHA-256 {entry.sha256}) and put it there.",
    )


async def _settle(partial: Partial, target: Path, entry: Listed) -> None:
    """Give the whole file its name, if it is the right one; else leave nothing of it."""
    found = await asyncio.to_thread(partial.checksum)
    if found != entry.sha256:
        partial.drop()
        raise SourceFailed(f"the checksum is wrong: {found[:16]}…, expected {entry.sha256[:16]}…")
    partial.become(target)


def _need_space(folder: Path, entry: Listed, *, held: int) -> None:
    needed = entry.bytes - held + _SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise Misconfigured(
            f"{needed / 1e9:.1f} GB of disk are needed for {entry.title}, {free / 1e9:.1f} GB are free",
            where=str(folder),
            mend="Make room, or set YAMORI_MODELS_DIR to a directory on another disk.",
        )


@contextmanager
def _alone(folder: Path, entry: Listed) -> Iterator[None]:
    """Two downloads into one file would spoil it: the second is told so. The lock ends with its process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / f".{entry.file}.lock").open("a+")
    except OSError as error:
        raise _cannot_write(folder, error) from error
    with lock:
        try:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass  # no such locks on this system
        except OSError as error:
            mend = "Wait for the other one to end."
            raise Misconfigured("another process is fetching this model already", where=lock.name, mend=mend) from error
        try:
            yield
        finally:
            Path(lock.name).unlink(missing_ok=True)


def _cannot_write(folder: Path, error: OSError) -> Misconfigured:
    mend = "Make room on the disk." if error.errno == 28 else "Make it writable, or set YAMORI_MODELS_DIR to a directory that is."
    return Misconfigured(f"models cannot be written there: {error.strerror or error}", where=str(folder), mend=mend)
