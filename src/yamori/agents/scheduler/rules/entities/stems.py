"""English words without their endings, so that `wrote the letters` meets `Write letters`. Only ever compared with each other."""

import re
from functools import lru_cache


def word_set(text: str) -> frozenset[str]:
    """Words written in one line, as a set."""
    return frozenset(text.split())


_IRREGULAR = {
    "bought": "buy", "paid": "pay", "sent": "send", "took": "take", "taken": "take", "wrote": "write", "written": "write",
    "fed": "feed", "made": "make", "did": "do", "done": "do", "got": "get", "gotten": "get", "gone": "go", "went": "go",
    "met": "meet", "rang": "ring", "rung": "ring", "told": "tell", "found": "find", "brought": "bring", "taught": "teach",
    "hung": "hang", "swept": "sweep", "lent": "lend", "spoke": "speak", "spoken": "speak", "saw": "see", "seen": "see",
    "gave": "give", "given": "give", "kept": "keep", "left": "leave", "sold": "sell", "built": "build", "threw": "throw",
    "thrown": "throw", "drove": "drive", "driven": "drive", "ate": "eat", "eaten": "eat", "chose": "choose", "chosen": "choose",
    "sewn": "sew", "mown": "mow", "ran": "run", "dug": "dig", "won": "win", "held": "hold", "wound": "wind", "bound": "bind",
    "shaken": "shake", "drew": "draw", "drawn": "draw", "laid": "lay", "been": "be", "was": "be", "were": "be", "had": "have",
    "sang": "sing", "sung": "sing", "flew": "fly", "flown": "fly", "grew": "grow", "grown": "grow", "ground": "grind", "lit": "light",
    "learnt": "learn", "burnt": "burn", "woke": "wake", "woken": "wake", "worn": "wear", "wore": "wear", "dealt": "deal", "said": "say",
}  # fmt: skip
_ALIKE = {
    "mend": "fix", "repair": "fix", "ring": "call", "phone": "call", "telephone": "call", "purchase": "buy", "tidy": "clean",
    "post": "send", "mail": "send", "bicycle": "bike", "granny": "grandma", "gran": "grandma", "grandmother": "grandma",
    "granddad": "grandpa", "grandad": "grandpa",
    "grandfather": "grandpa", "mum": "mom", "mother": "mom", "father": "dad", "television": "tv",
    "photograph": "photo", "doctor's": "doctor", "dentist's": "dentist", "fridge": "refrigerator", "kid": "child",
    "kids": "child", "children": "child",
}  # fmt: skip
"""Words for the same thing that people use side by side."""
_SAME = word_set("put set cut shut read let split fit hit quit")
"""Verbs whose past is themselves."""
_VERBS = word_set(
    "add air answer arrange ask bake bind book borrow bring brush build buy call cancel change charge check clean clear collect "
    "complete cook cut darn decorate defrost deliver descale dig do download draw drive drop dry dust email empty fetch feed file "
    "fill find finish fix fold freeze get give go grease hand hang hoover insure iron install learn leave lend mail make meet mend "
    "message mow oil open order organise organize pack paint pay phone pick plan plant polish post practise practice prepare print "
    "prune pump put rake read reply return renew rent repair replace reserve return ring ship sand say see sell send set sew sharpen "
    "shop show sign sort speak stamp study submit sweep take talk teach tell test text throw tidy top transfer translate trim tune "
    "update upload vacuum visit walk wash water wax wipe wrap write"
)
LIGHT = word_set("take get go be make put have bring see come pick hand drop")
"""Verbs that say little about which task it was."""
FINISHING = word_set("do finish complete sort handle settle close wrap")
"""`finished the tax form`: the task's own verb is not said."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """`watered`, `waters`, `watering` → `water`; `taxes` → `tax`. Not always a word."""
    base = _IRREGULAR.get(word, word.removesuffix("'s").rstrip("'"))
    if base == word and len(base) > 3:
        base = _cut(base)
    base = _ALIKE.get(base, base)
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
        if base != word and len(base) > 2 and re.search("[aeiouy]", base):
            return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
    return word


_VERB_STEMS = frozenset(stem(v) for v in _VERBS | set(_IRREGULAR.values()))
_LIGHT_STEMS = frozenset(stem(v) for v in LIGHT)
_FINISHING_STEMS = frozenset(stem(v) for v in FINISHING)


def stem_set(text: str) -> frozenset[str]:
    """The stems of words written in one line."""
    return frozenset(stem(word) for word in text.split())


def is_verb(word: str) -> bool:
    return stem(word) in _VERB_STEMS


def is_light(word: str) -> bool:
    return stem(word) in _LIGHT_STEMS


def is_finishing(word: str) -> bool:
    return stem(word) in _FINISHING_STEMS


def is_past(word: str) -> bool:
    """`bought`, `watered`, `put`: a form that a report of something done may have."""
    return word in _IRREGULAR or word in _SAME or (word.endswith("ed") and len(word) > 4)


NOUNS_TOO = stem_set(
    "book water iron plant paint fish drink cook park rent mail post film run walk swim dance train exercise practice group"
)
"""Verbs that may as well say what sort of thing it is: a book club is not to book a club."""


def is_noun_too(word: str) -> bool:
    return stem(word) in NOUNS_TOO
