"""Where sentences end, in both languages: what is quoted is whole sentences.

Our own, because libraries for it (pysbd, Blingfire) know one language at a time, and papers mix them; a cut too few is harmless here.
"""

import re
import unicodedata

_END = re.compile(
    r"""(?<=[。！？])(?![」』）)])
    | (?<=[.!?])(?<!\b[A-Z][.])(?<!\bNo[.])(?<!\b(?:Dr|Mr|St|vs|cf|ca)[.])(?<!\b(?:Mrs|Fig|etc|Inc)[.])
      (?<!\A\d[.])(?<!\A\d\d[.])(?<!\n\d[.])(?<!\n\d\d[.])(?<![.!?:;]\s\d[.])  # the number of a list
      \s+(?=["'(\[]?[A-Z0-9\u3040-\u30ff\u4e00-\u9fff])
    | \n+
    """,
    re.VERBOSE,
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, trimmed; a line break ends one, too."""
    return [s.strip() for s in _END.split(text) if s.strip()]


def width(text: str) -> int:
    """Columns that a text takes: wide characters two."""
    return len(text) if text.isascii() else len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text)
