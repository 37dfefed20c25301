"""A folder that holds a household's life is its owner's alone, from the first start on and after every update.

Used by every process that keeps something: `apps` for the data folder, `edge` for a device's own.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from yamori.domain.errors import Misconfigured

MEND = "give a folder of your own, such as --data ~/yamori"


def make_files_private() -> None:
    """Whatever this process and its children make from here on can be opened by its user only. Called first by every entry point."""
    os.umask(0o077)


def make_private(folder: Path) -> Sequence[Path]:
    """Make the folder where there is none, and take away what others may do in it and below it.

    Gives what is left as it is: links, which are not followed, and what belongs to somebody else. Raises `Misconfigured` where that is the
    folder itself, or where it is one that holds more than Yamori's.
    """
    if problem := trouble(folder):
        raise Misconfigured(problem, where=str(folder), mend=MEND)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        left, exposed = _looked(folder)
        for path, mode in exposed:
            with suppress(FileNotFoundError):  # another process of ours has taken it away
                path.chmod(mode)
    except OSError as error:
        raise Misconfigured(f"the folder cannot be kept private: {error}", where=str(folder), mend=MEND) from error
    return left


def trouble(folder: Path) -> str:
    """Why nothing may be kept in the folder; empty where it may, or where there is none yet."""
    try:
        found = folder.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(found.st_mode):
        return f"it is a link to {folder.readlink()}, which is not followed"
    if not stat.S_ISDIR(found.st_mode):
        return "it is no folder"
    if found.st_uid != os.geteuid():
        return "it belongs to another user, who could read everything in it"
    if found.st_mode & stat.S_ISVTX:
        return "all users of this machine may write to it"
    whole = folder.resolve()
    if whole == Path.home().resolve() or whole in Path.home().resolve().parents:
        return "it holds more than Yamori's files, which would be made unreadable to others"
    return ""


def open_to_others(folder: Path) -> Sequence[Path]:
    """What other users of the machine may open, the folder itself included."""
    try:
        return [path for path, _ in _looked(folder)[1]]
    except OSError:
        return []


def _looked(folder: Path) -> tuple[list[Path], list[tuple[Path, int]]]:
    """What is not ours to change, and what others may open with the mode that it should have. The folder comes before what is in it."""
    left: list[Path] = []
    wrong: list[tuple[Path, int]] = []
    for path, found in _below(folder, folder.lstat()):
        mode, wanted = stat.S_IMODE(found.st_mode), 0o700 if stat.S_ISDIR(found.st_mode) else 0o600
        if stat.S_ISLNK(found.st_mode) or found.st_uid != os.geteuid():
            left.append(path)
        elif mode & ~wanted:
            wrong.append((path, wanted if stat.S_ISDIR(found.st_mode) else mode & wanted))
    return left, wrong


def _below(path: Path, found: os.stat_result) -> Iterator[tuple[Path, os.stat_result]]:
    """The path and, where it is a folder of ours, everything below it; links are not followed."""
    yield path, found
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        return
    with os.scandir(path) as entries:
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:  # likewise
                continue
            yield from _below(Path(entry.path), status)
