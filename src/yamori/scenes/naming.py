"""What rooms and devices are called in a language, and lists of them. Pure."""

import unicodedata
from collections.abc import Sequence

from yamori.domain.answer import Other, read_answer
from yamori.domain.home import Device, Room
from yamori.domain.language import Language, language_of


def called(named: Device | Room, language: Language) -> str:
    """The name in the language where there is one: `the kitchen light`, キッチンの明かり."""
    names = (named.name, *named.aliases)
    fitting = next((name for name in names if language_of(name) is language), named.name)
    if language is Language.JAPANESE:
        return fitting
    first = fitting.split(" ", 1)[0]
    plain = (
        fitting
        if sum(c.isupper() for c in first) > 1 or (first.endswith("'s") and len(fitting.split()) == 1)
        else fitting[:1].lower() + fitting[1:]
    )
    return plain if plain.startswith("the ") else f"the {plain}"


def listed(parts: Sequence[str], language: Language) -> str:
    """`a, b and c`, a、b、c."""
    if language is Language.JAPANESE or len(parts) < 2:
        return "、".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def folded(text: str) -> str:
    """Without case, width, quotes, apostrophes and marks; words are separated by one space."""
    flat = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'", "")
    return " ".join("".join(" " if _is_mark(c) else c for c in flat).split())


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "PSZC" and character not in "ー%"


def name_in(answer: str) -> str:
    """The name that an answer gives; empty for a yes or a no, which agree to something and name nothing."""
    return answer if isinstance(read_answer(answer), Other) else ""
