"""English words that stand for something said before, where a title belongs; and what says that something is not so."""

import re
from collections.abc import Iterator

_POINTER = re.compile(r"\b(?:it|that|this|the (?:answer|result))\b(?! (?:is|was)\b)", re.IGNORECASE)


def points_back(request: str) -> bool:
    return _POINTER.search(request) is not None


def with_title(request: str, title: str) -> Iterator[str]:
    """The request with a title in the place of what points at it, or where one belongs."""
    if pointer := _POINTER.search(request):
        yield f'{request[: pointer.start()]}"{title}"{request[pointer.end() :]}'
    else:
        yield f"{request} to {title}"
        yield f"{request} about {title}"


def is_negated(text: str) -> bool:
    """`not done`, `haven't called`, of a text in normal form."""
    return any(word in ("not", "never") or word.endswith("n't") for word in text.split())
