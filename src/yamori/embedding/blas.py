"""How many threads NumPy multiplies matrices with: one.

They wait for each other by spinning. With two of them a question takes `use` 80 to 280 ms on a busy machine of two cores, with one 4 to 7,
and nothing here multiplies matrices that are worth a second one. A variable of the environment would come too late: NumPy is loaded.
"""

import ctypes
from functools import cache
from pathlib import Path

_SETTERS = (
    "scipy_openblas_set_num_threads64_",
    "scipy_openblas_set_num_threads",
    "openblas_set_num_threads64_",
    "openblas_set_num_threads",
)


@cache
def one_thread() -> bool:
    """For the whole process and for good; False where NumPy does not carry OpenBLAS with it, and nothing changes."""
    import numpy as np

    package = Path(np.__file__).parent
    found = [*package.parent.glob("numpy.libs/*openblas*"), *package.glob(".dylibs/*openblas*")]
    for path in found:
        try:
            library = ctypes.CDLL(str(path))  # the one that NumPy has loaded already
        except OSError:
            continue
        for name in _SETTERS:
            if hasattr(library, name):
                getattr(library, name)(1)
                return True
    return False
