"""Text as a reader would see it: what cannot be seen is removed, so that nothing can be hidden in a paper between its letters."""

import re
import unicodedata

from yamori.domain.plain_text import strip_controls

_BREAKS = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e"
    "\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U000e0000-\U000e0fff]"
)
"""Control and format characters: zero-width, direction, tags, variation selectors, fillers, lone surrogates. Line breaks and tabs stay."""
_SPACES = re.compile("[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_EMPTY_LINES = re.compile("\n{2,}")
_RADICAL = re.compile("[\u2e80-\u2fdf]")
_REPLACEMENTS = {
    0x2E9F: "母", 0x2EA0: "民", 0x2EC1: "虎", 0x2EC4: "西", 0x2EC6: "角", 0x2ED1: "長", 0x2ED8: "青", 0x2EDD: "食", 0x2EE3: "骨",
    0x2EE4: "鬼", 0x2EE8: "麦", 0x2EE9: "黄", 0x2EEB: "斉", 0x2EED: "歯", 0x2EEF: "竜", 0x2EF2: "亀", 0x2F3E: "戸",
}  # fmt: skip
"""What NFKC does not know, or knows in its Chinese form only."""
_WIDE = re.compile("[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")


def visible(text: str) -> str:
    """NFC, without anything unseen or that a terminal would obey; line breaks as `\\n`."""
    return unicodedata.normalize("NFC", _UNSEEN.sub("", strip_controls(_BREAKS.sub("\n", text))))


def line(text: str) -> str:
    """Visible text on one line with single spaces."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return _SPACES.sub(" ", visible(text).replace("\n", " ")).strip()


def paragraph(text: str) -> str:
    """Visible text with single spaces and without empty lines; its line breaks stay."""
    lines = (_SPACES.sub(" ", row).strip() for row in visible(text).split("\n"))
    return _EMPTY_LINES.sub("\n", "\n".join(lines)).strip()


def preformatted(text: str) -> str:
    """Visible text whose spaces mean something, such as code or a drawn table."""
    return "\n".join(row.rstrip() for row in visible(text).expandtabs(4).split("\n") if row.strip())


def without_radicals(text: str) -> str:
    """The characters that were meant where a PDF gives radicals that look the same (⼀ for 一): fonts share the glyph."""
    return text if text.isascii() else _RADICAL.sub(lambda m: _REPLACEMENTS.get(ord(m[0])) or unicodedata.normalize("NFKC", m[0]), text)


def joined(before: str, after: str, *, hyphenated: bool = True) -> str:
    """Two lines of one paragraph: a space between words, none beside a Japanese character; a word cut by a hyphen is whole again.

    Not `hyphenated` is text that was written by hand: a hyphen at the end of its line is the word's own.
    """
    if not before or not after:
        return before or after
    if before[-1] == "\u00ad" or (hyphenated and before[-1] == "-" and after[0].islower() and before[-2:-1].isalpha()):
        return before[:-1] + after
    if before[-1] == "-" and before[-2:-1].isalnum():
        return before + after
    return before + after if _WIDE.match(before[-1]) or _WIDE.match(after[0]) else f"{before} {after}"
