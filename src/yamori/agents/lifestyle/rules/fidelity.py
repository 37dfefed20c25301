"""What code can tell of a translation: whether it may be believed.

A small model translates fluently and wrongly: another unit, another day, "do" for "do not", a word left as it was. Each is looked for;
what remains stands beside the original, which is never left out.
"""

import re
import unicodedata
from pathlib import Path

from yamori.agents.lifestyle.rules.quantities import same_quantities
from yamori.agents.lifestyle.rules.word_lists import says, values_in
from yamori.domain.language import Language, is_spaced, language_of
from yamori.understanding.word_lists import WordLists

_WORDS = WordLists(Path(__file__).parents[1] / "fidelity_words")
_SEVERAL = ("weekend", "working_days", "holidays")
"""Sorts of words for several days."""
_OPPOSITES = (
    ("rising", "falling"),
    ("above", "below"),
    ("before", "after"),
    ("open", "shut"),
    ("left", "right"),
    ("hot", "cold"),
    ("adults", "children"),
    ("mornings", "evenings"),
    ("first", "last"),
    ("upper", "lower"),
)
"""Where the one speaks of the first alone and the other of the second alone, it was turned round."""
_FOREIGN_WORD = re.compile(r"(?<![A-Za-z0-9/@.:-])[a-z]{4,}(?![A-Za-z0-9/@.:-])")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")


def faithful(original: str, translated: str, language: Language) -> bool:
    """Whether nothing shows that the translation into this language is wrong."""
    return (
        language_of(translated) is language
        and _is_written_in_one(translated, original)
        and _days(original) == _days(translated)
        and same_quantities(original, translated)
        and _denies_alike(original, translated)
        and not _is_turned_round(original, translated)
    )


def _is_written_in_one(text: str, original: str) -> bool:
    """Without words of another language; Chinese characters that Japanese does not write show that a model fell into Chinese."""
    if is_spaced(text):
        return True  # that no Japanese stands in it makes it English
    unusual = {c for c in unicodedata.normalize("NFKC", text) if "\u4e00" <= c <= "\u9fff" and not _is_usual(c)}
    return unusual <= set(original) and not _HANGUL.search(text) and not _FOREIGN_WORD.search(text)


def _is_usual(character: str) -> bool:
    """Whether it is among the 2,965 of the first level of JIS X 0208, in Shift JIS those up to 0x9872."""
    return b"" < character.encode("shift_jis", errors="ignore") <= b"\x98\x72"


def _days(text: str) -> set[str]:
    lowered = text.lower()
    return {*values_in(lowered, "weekdays"), *(sort for sort in _SEVERAL if says(lowered, sort))}


def _is_turned_round(original: str, translated: str) -> bool:
    said = [tuple((_speaks_of(text, one), _speaks_of(text, other)) for one, other in _OPPOSITES) for text in (original, translated)]
    return any(here in ((True, False), (False, True)) and here == there[::-1] for here, there in zip(*said, strict=True))


def _denies_alike(original: str, translated: str) -> bool:
    """Whether what the one forbids the other does not allow."""
    said = [_WORDS.phrasing("allows").sub("", text.replace("’", "'").lower()) for text in (original, translated)]
    return all(_speaks_of(other, "forbids", "denies") for one, other in (said, reversed(said)) if _speaks_of(one, "forbids"))


def _speaks_of(text: str, *sorts: str) -> bool:
    return any(_WORDS.phrasing(sort).search(text.lower()) for sort in sorts)
