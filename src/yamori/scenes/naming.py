"""What rooms and devices are called in a language, and lists of them. Pure."""

import unicodedata

from yamori.domain.answer import Other, read_answer
from yamori.domain.home import Device, Room
from yamori.domain.language import Language, language_of
from yamori.scenes.texts import TEXTS


def called(named: Device | Room, language: Language) -> str:
    """The name in the language where there is one, within a sentence: `the kitchen light`, キッチンの明かり."""
    article, name = TEXTS.said(language, "article"), label(named, language)
    return f"{article}{name}"


def label(named: Device | Room, language: Language) -> str:
    """The same without its article, for a name that stands alone."""
    names = (named.name, *named.aliases)
    fitting = next((name for name in names if language_of(name) is language), named.name)
    article = TEXTS.said(language, "article")
    if not article:
        return fitting
    first = fitting.split(" ", 1)[0]
    stays = sum(c.isupper() for c in first) > 1 or (first.endswith("'s") and len(fitting.split()) == 1)
    return (fitting if stays else fitting[:1].lower() + fitting[1:]).removeprefix(article)


def sentence(text: str, language: Language) -> str:
    """A text as a sentence of its own begins."""
    return text[:1].upper() + text[1:] if TEXTS.said(language, "capitals") == "yes" else text


def folded(text: str) -> str:
    """Without case, width, quotes, apostrophes and marks; words are separated by one space."""
    flat = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'", "")
    return " ".join("".join(" " if _is_mark(c) else c for c in flat).split())


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "PSZC" and character not in "ー%"


def name_in(answer: str) -> str:
    """The name that an answer gives; empty for a yes or a no, which agree to something and name nothing."""
    return answer if isinstance(read_answer(answer), Other) else ""
