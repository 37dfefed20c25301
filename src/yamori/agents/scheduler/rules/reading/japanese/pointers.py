"""Japanese words that stand for something said before, where a title belongs; and what says that something is not so."""

import re
from collections.abc import Iterator

from yamori.understanding.analysis import morphemes_of

_POINTER = re.compile(r"(?:それ|これ|その(?:結果|答え|内容)|結果)(?=を|も|は)")


def points_back(request: str) -> bool:
    return _POINTER.search(request) is not None


def with_title(request: str, title: str) -> Iterator[str]:
    """The request with a title in the place of what points at it, or where one belongs."""
    if pointer := _POINTER.search(request):
        yield f"{request[: pointer.start()]}「{title}」{request[pointer.end() :]}"
    else:
        yield f"「{title}」を{request}"


def is_negated(text: str) -> bool:
    """終わってない, of a text in normal form."""
    return any(m.base == "ない" and m.kind == "助動詞" for m in morphemes_of(text))
