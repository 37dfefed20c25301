"""Text that only shows characters: what a terminal would obey, or what turns the order of letters around, is removed.

Called wherever text of others enters (backends, edge devices, calendars, papers, mail, settings) and once more where it is printed. Pure.
"""

import re
from functools import cache

_SEQUENCE = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, moving the cursor, clearing the screen
    "|(?:\x1b[]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)"  # OSC, DCS, SOS, PM, APC: title, clipboard, links
    "|\x1b[]PX^_[]"  # one that never ends: its text stays, as text
    "|\x1b[ -/]*[0-~]"  # any other escape: a reset, another character set
)
"""A whole control sequence (ECMA-48), in its 7-bit and 8-bit forms."""

_BREAKS = re.compile("[\t\n\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]+")
_CONTROLS = "\x00-\x1f\x7f-\x9f"
_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates. The marks U+200E and U+200F stay: they move no letter that is not beside them."""
_SURROGATES = "\ud800-\udfff"
"""Halves of a character: no encoder takes them, so that printing or storing one fails."""


def strip_controls(text: str, *, keep: str = "\n\t") -> str:
    """The text without control characters (C0, C1, DEL), whole ANSI sequences and bidirectional controls, but for those in `keep`.

    Joiners and variation selectors stay: emoji families and Persian need them.
    """
    if text.isascii() and text.isprintable():
        return text
    return _unwanted(keep).sub("", _SEQUENCE.sub("", text))


def single_line(text: str) -> str:
    """`strip_controls` for a name or a line of a log: line breaks and tabs become one space."""
    return text.strip() if text.isascii() and text.isprintable() else strip_controls(_BREAKS.sub(" ", text), keep="").strip()


@cache
def _unwanted(keep: str) -> re.Pattern[str]:
    spared = f"(?![{re.escape(keep)}])" if keep else ""
    return re.compile(f"{spared}[{_CONTROLS}{_DIRECTIONS}{_SURROGATES}]")
