"""Ways of saying something as data: lines of a word list that may leave something open, compiled to what finds them in a text.

A line is what people say, in lower case, with these signs:

- `(it|that)` is one of several, `[please]` may be missing (with one of the blanks beside it);
- `{sort}` is any line of another sort of the same language;
- `*` is a word, `open~` a word that begins so, `#` a number in digits (behind a blank YAML wants it quoted);
- `…` is something short in between, or nothing: up to 40 characters of the sentence, `…12` up to 12; `‥`
  the same within the clause;
- `!(a|b)` is what must not follow there; `^` is where the text begins, `$` where it ends but for marks.

Where words stand apart, a line begins and ends with whole words.
"""

import re
from collections.abc import Callable, Iterable

from yamori.domain.language import is_spaced

_SIGNS = {"*": r"\w+", "~": r"\w*", "#": r"\d+", "^": "^", "$": r"(?=\W*$)"}
_GROUPS = {"(": ("(?:", ")"), "[": ("(?:", ")?"), "!(": ("(?!", ")")}
_GAP = 40
_WITHIN = {"…": "[^。、!?]", "‥": "[^。、!?,.;]"}
"""A character of a sentence, whose full stop may be that of `Mrs.`, and of a clause."""
_WORD_ENDS = r"\b"
_WORDS_END = r"(?:(?<!\w)|(?!\w))"
"""Anywhere but within a word."""
_ENDS = "|)]"
_ONLY_OPTIONAL = re.compile(r"(?: \[[^\[\]]*\])*(?=\$|$|[|)\]])")


def source_of(lines: Iterable[str], sort: Callable[[str], str]) -> str:
    """The source of a pattern for any of the lines; `sort` gives that of another sort."""
    return "|".join(_whole(line, _Line(line, sort).read()) for line in lines) or "(?!)"


def _whole(line: str, source: str) -> str:
    return f"{_WORDS_END}(?:{source}){_WORDS_END}" if is_spaced(line) else source


class _Line:
    """Reads one line from left to right."""

    def __init__(self, line: str, sort: Callable[[str], str]) -> None:
        self._line, self._sort, self._at = line, sort, 0

    def read(self) -> str:
        found = self._alternatives()
        if self._at < len(self._line):
            raise ValueError(f"the phrasing {self._line!r} closes what it does not open")
        return found

    def _alternatives(self) -> str:
        """Up to the sign that closes the group, which stays."""
        found = [self._sequence()]
        while self._line.startswith("|", self._at):
            self._at += 1
            found.append(self._sequence())
        return "|".join(found)

    def _sequence(self) -> str:
        found: list[str] = []
        while self._at < len(self._line) and self._line[self._at] not in _ENDS:
            match self._line[self._at]:
                case "[":
                    found.append(self._optional(found))
                case "…" | "‥" as gap:
                    found.append(self._gap(found, _WITHIN[gap]))
                case _:
                    found.append(self._one())
        return "".join(found)

    def _optional(self, before: list[str]) -> str:
        """What may be missing, with the blank behind it, or at the end the one before it."""
        inside = self._inside("[")
        apart = not before or before[-1].endswith((" ", " )?"))
        if before[-1:] == [" "] and _ONLY_OPTIONAL.match(self._line, self._at):
            before.pop()
            return f"(?: (?:{inside}))?"
        if apart and self._line.startswith(" ", self._at):
            self._at += 1
            return f"(?:(?:{inside}) )?"
        return f"(?:{inside})?"

    def _one(self) -> str:
        line, at = self._line, self._at
        opening = "!(" if line.startswith("!(", at) else line[at]
        if opening in _GROUPS:
            begins, ends = _GROUPS[opening]
            return f"{begins}{self._inside(opening)}{ends}"
        if line[at] == "{":
            name, _, _ = line[at + 1 :].partition("}")
            self._at += len(name) + 2
            return f"(?:{self._sort(name)})"
        self._at += 1
        return " " if line[at] == " " else _SIGNS.get(line[at]) or re.escape(line[at])

    def _gap(self, before: list[str], open_to: str) -> str:
        """Blanks beside it only say that a word ends or begins there."""
        ended = _WORD_ENDS if before and before[-1] == " " else ""
        if ended:
            before.pop()
        rest = self._line[self._at + 1 :]
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        self._at += 1 + len(digits)
        begun = _WORD_ENDS if self._line.startswith(" ", self._at) else ""
        self._at += len(begun) // len(_WORD_ENDS)
        return rf"{ended}{open_to}{{0,{digits or _GAP}}}?{begun}"

    def _inside(self, opening: str) -> str:
        self._at += len(opening)
        found = self._alternatives()
        if self._at >= len(self._line):
            raise ValueError(f"a group of the phrasing {self._line!r} is not closed")
        self._at += 1
        return found
