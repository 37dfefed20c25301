"""What somebody wants while they are doing something: `when I'm at the wheel I want the heat lamp at 40`, and that they are."""

import re
from functools import cache

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.vocabulary import folded, holds


def situated(text: str) -> tuple[str, str] | None:
    """In which situation, and what is wanted then; None where that is no doing of the speaker's, or one that a house may see by itself."""
    found = next((m for pattern in _patterns() if (m := pattern.fullmatch(_plain(text))) is not None), None)
    if found is None or holds(folded(found["doing"]), words_for("seen_by_the_house")) is not None:
        return None
    return found["doing"].strip(), found["wish"].strip()


def doing(text: str) -> str | None:
    """What the speaker says they are doing, where they say no more."""
    found = _doing().fullmatch(_plain(text))
    return found["doing"].strip() if found is not None else None


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().strip(" .!").split())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    state, wishes = r"(?:i'm|im|i am|we're|we are) (?P<doing>[^,;]+?)", "|".join(map(re.escape, words_for("wishes")))
    leads, wish = "|".join(map(re.escape, words_for("while_doing"))), rf"(?P<wish>(?:i|we) (?:{wishes}) .+?)"
    return re.compile(rf"(?:{leads}) {state},? {wish}"), re.compile(rf"{wish},? (?:{leads}) {state}")


@cache
def _doing() -> re.Pattern[str]:
    around = "|".join(map(re.escape, words_for("around")))
    return re.compile(rf"(?:(?:{around}),? )*(?:i'm|im|i am|we're|we are) (?P<doing>[^,;]+?)(?: (?:{around}))*")
