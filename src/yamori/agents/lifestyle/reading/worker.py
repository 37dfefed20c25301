"""The process in which files are opened: `python -m yamori.agents.lifestyle.reading.worker`.

It takes one line of JSON, `{"path": …, "name": …}`, for each file and answers with the lines of `wire.py`. It limits itself before it opens
anything: what a file does to it, a crash, an endless loop or all the memory, ends this process and nothing else. It knows no household.
"""

import gc
import json
import os
import sys
from pathlib import Path
from typing import BinaryIO

from yamori.agents.lifestyle.reading.events import Event
from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.limits import CPU_GRACE, FRESH_MEMORY, MEMORY, cpu_seconds
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.reading.wire import READY, packed

_NICENESS = 5
"""The house comes first: reading can wait."""
_DEEP = 4000
"""Recursion for deeply nested pages; the stack of a main thread holds it."""


def main() -> None:
    # Libraries that print must not speak between our lines.
    out = os.fdopen(os.dup(1), "wb", buffering=65_536)
    os.dup2(2, 1)
    sys.setrecursionlimit(_DEEP)
    _limit_memory()
    out.write(READY)
    out.flush()
    for line in sys.stdin.buffer:
        order = json.loads(line)
        _limit_time(Path(order["path"]))
        _answer(out, Path(order["path"]), order["name"])
        gc.collect()
        if _swollen():
            break


def _answer(out: BinaryIO, path: Path, name: str) -> None:
    try:
        for event in read(path, name):
            _tell(out, event)
    except Unreadable as refused:
        _tell(out, refused)
    except RecursionError:
        _tell(out, Unreadable(f"{name} is nested too deeply", reason=Reason.DAMAGED))
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more, and the exit would try to write the rest
    except Exception as error:  # any library's complaint about a file is the file's problem, and the next file is another
        _tell(out, Unreadable(f"{name} is damaged: {type(error).__name__}: {str(error)[:200]}", reason=Reason.DAMAGED))
    out.flush()


def _tell(out: BinaryIO, event: Event | Unreadable) -> None:
    out.write(packed(event))


def _swollen() -> bool:
    """Whether a file left more memory behind than a household should lend: a new process takes over."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):  # only Linux tells
        return False
    return pages * os.sysconf("SC_PAGE_SIZE") > FRESH_MEMORY


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the wall limit of the household stays
        return
    os.nice(_NICENESS)
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        try:
            resource.setrlimit(kind, (most, hard if kind == resource.RLIMIT_AS else 0))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS, and a container may have set a lower one
            continue


def _limit_time(path: Path) -> None:
    """Of the next file: the limit counts from the beginning of the process. It is above the one at which reading stops by itself."""
    try:
        import resource
    except ImportError:
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(usage.ru_utime + usage.ru_stime + cpu_seconds(path.stat().st_size if path.is_file() else 0)) + CPU_GRACE
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


if __name__ == "__main__":
    main()
