"""Where in a file something could not be read: written in English by the readers, and said in the person's language."""

import re
from collections.abc import Mapping
from functools import cache

from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.language import Language

_WITHIN = " › "
_NAMES = ("page", "pages", "from_page", "line", "picture", "attachment", "others", "rest")
_ANY = {"file": ".+"}
"""What may stand for a value in a written place, where it is no number."""


def page(first: int, last: int | None = None) -> str:
    return _written("page", first=first) if last is None or last == first else _written("pages", first=first, last=last)


def from_page(first: int) -> str:
    return _written("from_page", first=first)


def line(number: int) -> str:
    return _written("line", first=number)


def picture(number: int) -> str:
    return _written("picture", first=number)


def attachment(name: str) -> str:
    return _written("attachment", file=name)


def rest() -> str:
    return _written("rest")


def others() -> str:
    return _written("others")


def _written(name: str, **values: object) -> str:
    return TEXTS.said(Language.ENGLISH, f"places.{name}", **values)


def within(outer: str, inner: str) -> str:
    """A place in a file that is part of another."""
    return f"{outer}{_WITHIN}{inner}"


def said(where: str, language: str) -> str:
    """What the readers wrote, for a person."""
    text = _WITHIN.join(_said(piece, Language(language)) for piece in where.split(_WITHIN))
    return f"{text[:1].upper()}{text[1:]}"


def _said(where: str, language: Language) -> str:
    found = ((name, form.fullmatch(where)) for name, form in _forms().items())
    return next((TEXTS.said(language, f"places.{name}", **match.groupdict()) for name, match in found if match), where)


def pages_of(where: str) -> tuple[int, int] | None:
    """The first and the last page that it names."""
    if one := _forms()["page"].fullmatch(where):
        return int(one["first"]), int(one["first"])
    several = _forms()["pages"].fullmatch(where)
    return (int(several["first"]), int(several["last"])) if several else None


@cache
def _forms() -> Mapping[str, re.Pattern[str]]:
    """What finds each written place again, with its values."""
    return {name: re.compile(re.sub(r"\\{(\w+)\\}", _value, re.escape(_written(name)))) for name in _NAMES}


def _value(found: re.Match[str]) -> str:
    return f"(?P<{found[1]}>{_ANY.get(found[1], r'[0-9]+')})"
