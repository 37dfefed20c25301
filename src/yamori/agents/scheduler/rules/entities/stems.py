"""English words without their endings, so that `wrote the letters` meets `Write letters`. Only ever compared with each other."""

from functools import cache, lru_cache

from yamori.agents.scheduler.rules.word_lists import pairs_for, words_for


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """`watered`, `waters`, `watering` → `water`; `taxes` → `tax`. Not always a word."""
    base = pairs_for("irregular").get(word, word.removesuffix("'s").rstrip("'"))
    if base == word and len(base) > 3:
        base = _cut(base)
    base = pairs_for("alike").get(base, base)
    return base[:-1] if base.endswith("e") and len(base) > 3 else base


def _cut(word: str) -> str:
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith(("s", "x", "z", "ch", "sh")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 2 and not frozenset("aeiouy").isdisjoint(base):
            return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
    return word


@cache
def _stems_of(sort: str) -> frozenset[str]:
    return frozenset(map(stem, words_for(sort)))


@cache
def _verb_stems() -> frozenset[str]:
    return _stems_of("verbs") | frozenset(map(stem, pairs_for("irregular").values()))


def is_verb(word: str) -> bool:
    return stem(word) in _verb_stems()


def is_silent(stemmed: str) -> bool:
    """Whether a stem tells no task from another."""
    return stemmed in _stems_of("silent")


def is_common(stemmed: str) -> bool:
    """Whether many tasks have a word of this stem: alone it tells nothing apart."""
    return stemmed in _stems_of("common")


def is_light(word: str) -> bool:
    return stem(word) in _stems_of("light")


def is_finishing(word: str) -> bool:
    return stem(word) in _stems_of("finishing")


def is_past(word: str) -> bool:
    """`bought`, `watered`, `put`: a form that a report of something done may have."""
    return word in pairs_for("irregular") or word in words_for("unchanged") or (word.endswith("ed") and len(word) > 4)


def is_noun_too(word: str) -> bool:
    """Whether a verb may as well say what sort of thing it is: a book club is not to book a club."""
    return stem(word) in _stems_of("nouns_too")
