"""Which Python generated code may use, checked word by word before anything runs. Pure; `checking` calls it.

The source is split into tokens and never parsed or compiled in this process: CPython's own parser is no place for hostile text. What holds
hostile code is the sandbox; this makes the complaint precise, so that a model mends it in one try.
"""

import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from yamori.automations.generated.given import DAYS, GUARD, OF_READINGS, OF_TIME, PARTS
from yamori.automations.generated.readable import Readable, ReadingType

KEYWORDS = frozenset(
    {"and", "or", "not", "in", "is", "if", "elif", "else", "for", "break", "continue", "return", "def", "lambda", "pass", "True", "False"}
)
FUNCTIONS = frozenset(
    {
        "abs",
        "all",
        "any",
        "bool",
        "dict",
        "enumerate",
        "float",
        "int",
        "len",
        "list",
        "max",
        "min",
        "range",
        "reversed",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
    }
)
METHODS = frozenset(
    {"append", "count", "endswith", "get", "index", "items", "keys", "lower", "split", "startswith", "strip", "upper", "values"}
)
MOST_COMPLAINTS = 5

_REFUSED = (frozenset(dir(builtins)) - FUNCTIONS) | {"match", "case", GUARD}
_HEAD = re.compile(r"^def condition\(\) -> bool:", re.MULTILINE)
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d|24:00")
_CHECKER = re.compile(r"#\s*(type|ty|pyright|mypy|noqa)\b", re.IGNORECASE)
_LAYOUT = frozenset({tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})
_SKIPPED = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.ENCODING})


@dataclass(frozen=True, kw_only=True)
class Examined:
    """What a source says of itself."""

    complaints: tuple[str, ...]
    """In words for its maker, each with its line; empty when every word is allowed."""
    paths: tuple[str, ...]
    """The readings of the home that it names."""


def examine(source: str, listed: Sequence[Readable], home: Sequence[Readable]) -> Examined:
    """`listed` are the readings that its maker said it looks at, `home` all that there are."""
    tokens: list[tokenize.TokenInfo] = []
    complaints: list[str] = []
    try:
        tokens.extend(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError) as error:  # the second for a broken indentation
        complaints.append(f"it is not complete Python: {error.args[0]}")
    words = _Words(listed, home)
    complaints += words.complaints(tokens)
    if not _HEAD.search(source):
        complaints.append("it must define the function that is asked for, its first line exactly: def condition() -> bool:")
    elif not words.used and not any(token.type == tokenize.NAME and token.string in OF_TIME for token in tokens):
        complaints.append("it looks at no reading and at no time, so it would always say the same")
    return Examined(complaints=tuple(dict.fromkeys(complaints))[:MOST_COMPLAINTS], paths=tuple(words.used))


class _Words:
    """The words of one source; `used` gathers the paths in their order."""

    def __init__(self, listed: Sequence[Readable], home: Sequence[Readable]) -> None:
        self._listed = {entry.path: entry for entry in listed}
        self._home = {entry.path for entry in home}
        self._values = {value for entry in listed for value in entry.values}
        self._free = any(entry.type is ReadingType.TEXT and not entry.values for entry in listed)
        self.used: dict[str, None] = {}

    def complaints(self, tokens: Sequence[tokenize.TokenInfo]) -> Iterator[str]:
        """Raises nothing; every token is looked at."""
        said = [token for token in tokens if token.type not in _SKIPPED]
        for token in tokens:
            if token.type == tokenize.COMMENT and _CHECKER.match(token.string):
                yield f"line {token.start[0]}: no comments to a checker"
        for number, token in enumerate(said):
            if problem := self._problem(token, said[max(0, number - 2) : number]):
                yield f"line {token.start[0]}: {problem}"

    def _problem(self, token: tokenize.TokenInfo, before: Sequence[tokenize.TokenInfo]) -> str | None:
        if token.type == tokenize.NAME:
            return _name_problem(token.string, is_attribute=bool(before) and before[-1].string == ".")
        if token.type == tokenize.STRING:
            return self._text_problem(token.string, before)
        if tokenize.tok_name[token.type] == "FSTRING_START":  # from Python 3.12 on; before, it is a STRING
            return "no f-strings; a condition needs no text of its own"
        if token.type == tokenize.ERRORTOKEN and token.string.strip():
            return f"{token.string[:20]!r} cannot stand here"
        if token.string in ("@", ":="):
            return f"no {token.string} here"
        return None

    def _text_problem(self, literal: str, before: Sequence[tokenize.TokenInfo]) -> str | None:
        if literal[0] not in "\"'":
            return f"only plain texts in quotes, not {literal[:12]}"
        if not before or before[-1].type in _LAYOUT:
            return None  # a docstring
        if "\\" in literal:
            return "no backslash in a text"
        text = literal[3:-3] if literal[:3] in ('"""', "'''") and len(literal) >= 6 else literal[1:-1]
        if text in self._home:
            self.used[text] = None
            return None if text in self._listed else f'"{text}" is not among the `paths` that were listed; list it or leave it out'
        if before[-1].string == "(" and before[0].string in OF_READINGS:
            return f'there is no reading "{text[:80]}"{_nearest(text, self._listed or self._home)}'
        if text in DAYS or _CLOCK.fullmatch(text) or text in self._values or self._free:
            return None
        return f'no reading that is listed can be "{text[:80]}"{_nearest(text, self._values)}'


def _name_problem(name: str, *, is_attribute: bool) -> str | None:
    if is_attribute:
        return None if name in METHODS or name in PARTS else f"no attribute or method .{name[:40]}"
    if name == "None":
        return "a reading is never None here; where it may be unavailable, ask known(path) first"
    if keyword.iskeyword(name):
        return None if name in KEYWORDS else f"no `{name}` in a condition"
    if name.startswith("_") and name != "_":
        return f"no names that begin with an underscore ({name[:40]})"
    return f"no {name}() or {name} in a condition" if name in _REFUSED else None


def _nearest(text: str, among: Iterable[str]) -> str:
    near = get_close_matches(text[:80], sorted(among), n=3, cutoff=0.4) or sorted(among)[:6]
    return "; there is: " + ", ".join(f'"{name}"' for name in near) if near else ""
