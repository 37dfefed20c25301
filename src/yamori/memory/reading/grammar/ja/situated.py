"""What somebody wants while they are doing something: 編み物中は暖房ランプを40にしたい, and that they are."""

import re
from functools import cache

from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.reading.vocabulary import without_ending


def situated(text: str) -> tuple[str, str] | None:
    """In which situation, and what is wanted then; None where that is no doing of the speaker's, or one that a house may see by itself."""
    found = _pattern().fullmatch(text.strip(" 。.!！"))
    if found is None or any(word in found["doing"] for word in words_for("seen_by_the_house")):
        return None
    return found["doing"], found["wish"]


def doing(text: str) -> str | None:
    """What the speaker says they are doing, where they say no more."""
    plain = text.strip(" 。.!！")
    for word in words_for("around"):
        plain = plain.removeprefix(word).lstrip("、 ")
    plain = without_ending(re.sub(r"^(?:今|いま)、?", "", plain))
    found = re.fullmatch(r"(?P<doing>[^はがをにで、。]{1,12})中", plain)
    return found["doing"] if found is not None else None


@cache
def _pattern() -> re.Pattern[str]:
    leads, wishes = "|".join(map(re.escape, words_for("while_doing"))), "|".join(map(re.escape, words_for("wishes")))
    return re.compile(rf"(?P<doing>[^はがをにで、。]{{1,12}}?)(?:{leads})、?(?P<wish>.+(?:{wishes})(?:な|です|んだ|んです|ね|よ)*)")
