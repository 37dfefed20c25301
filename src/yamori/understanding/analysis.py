"""Japanese morphemes by SudachiPy, for every thread that reads: a tokenizer of its raises where two of them use it at once.

Sentences are read in several threads (the event loop's, the reading thread's, the reader's), so each has a tokenizer of its own over the
one dictionary.
"""

import threading
from functools import cache
from typing import Any

_own = threading.local()
_loading = threading.Lock()


def analysed(text: str) -> Any:
    """SudachiPy's morphemes of a text, in its longest units."""
    if not hasattr(_own, "tokenizer"):
        from sudachipy import SplitMode

        with _loading:
            _own.tokenizer = _dictionary().tokenizer(mode=SplitMode.C)
    return _own.tokenizer.tokenize(text)


@cache
def _dictionary() -> Any:
    from sudachipy import Dictionary

    return Dictionary(dict="small")
