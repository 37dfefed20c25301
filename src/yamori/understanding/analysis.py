"""Japanese morphemes by SudachiPy, for every thread that reads: a tokenizer of its raises where two of them use it at once.

Sentences are read in several threads (the event loop's, the reading thread's, the reader's), so each has a tokenizer of its own over the
one dictionary. Many ask for the same text: what was found is kept.
"""

import threading
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

_own = threading.local()
_loading = threading.Lock()


@dataclass(frozen=True, kw_only=True, slots=True)
class Morpheme:
    """One of a text, in SudachiPy's longest units, with its part of speech (SudachiPy's names)."""

    surface: str
    base: str
    kind: str
    detail: str
    sort: str
    """Of a noun, what else it may be: `副詞可能` of one that may stand for a time."""
    form: str
    """How it is inflected (`連用形-一般`); `*` where it is not."""
    start: int
    end: int


@lru_cache(maxsize=256)
def morphemes_of(text: str) -> tuple[Morpheme, ...]:
    """The morphemes of a text in a language that is written without blanks."""
    if not hasattr(_own, "tokenizer"):
        from sudachipy import SplitMode

        with _loading:
            _own.tokenizer = _dictionary().tokenizer(mode=SplitMode.C)
    return tuple(
        Morpheme(
            surface=m.surface(),
            base=m.dictionary_form(),
            kind=(speech := m.part_of_speech())[0],
            detail=speech[1],
            sort=speech[2],
            form=speech[5],
            start=m.begin(),
            end=m.end(),
        )
        for m in _own.tokenizer.tokenize(text)
    )


@cache
def _dictionary() -> Any:
    from sudachipy import Dictionary

    return Dictionary(dict="small")
