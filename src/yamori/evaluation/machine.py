"""The machine that was measured on, without a name, path or address in it."""

import os
import platform
from pathlib import Path


def describe_machine() -> dict[str, str | int | float]:
    """Processor, cores, memory, system and Python."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "memory_gb": _memory_gb(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine() or "unknown")


def _memory_gb() -> float:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (ValueError, OSError, AttributeError):
        return 0.0
