"""Short forms of typed messages written out (`n` for *and*, `whats` for *what's*), before anybody reads them. Pure; the orchestrator asks.

What a form stands for is data (`short_forms` in `words/*.yaml`). What the person wrote is kept beside it for everybody to see.
"""

import re
from functools import cache

from yamori.understanding.detection import language_in
from yamori.understanding.vocabulary import vocabulary

_TOKEN = re.compile(r"(?<![\w'’@./:#&-])[A-Za-z]+(?:/(?=\s)|(?![\w'’@/:&-]|\.\w))")
_QUOTED = re.compile(r"[\"“「『][^\"”」』]*[\"”」』]")
_BETWEEN_WORDS = re.compile(r"[A-Za-z'’,.;?!]\s+\Z")
_BEHIND_A_NUMBER = re.compile(r"[A-Za-z0-9'’,.;?!%]\s+\Z")


def written_out(text: str) -> str:
    """The text with its short forms written out; as it is where it has none. A single letter counts only between two words, and nothing in
    quotation marks, an address or a name of several parts does."""
    forms = _forms(language_in(text))
    if not forms:
        return text
    words = vocabulary(language_in(text))
    quoted = [m.span() for m in _QUOTED.finditer(text)]

    def full(found: re.Match[str]) -> str:
        said = found.group()
        form = forms.get(said.lower())
        if form is None or any(start <= found.start() < end for start, end in quoted):
            return said
        if len(said.rstrip("/")) == 1 and not _stands_between(text, found, joins=words.joining.fullmatch(form) is not None):
            return said
        return form[0].upper() + form[1:] if said[0].isupper() and not said.isupper() else form

    return _TOKEN.sub(full, text)


def _stands_between(text: str, found: re.Match[str], *, joins: bool) -> bool:
    """Whether it stands between two words; what joins them may stand behind a number, of which another letter would be the unit."""
    before = _BEHIND_A_NUMBER if joins else _BETWEEN_WORDS
    after = text[found.end() :].lstrip()
    return bool(before.search(text[: found.start()])) and after[:1].isalpha() and found.end() < len(text) and text[found.end()] == " "


@cache
def _forms(language: str) -> dict[str, str]:
    return dict(vocabulary(language).short_forms)
