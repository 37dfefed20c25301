"""Talk that wants nothing: how the day was, what somebody did. Where no agent finds anything in it either, it is only answered.

How things are (`it is stuffy`) may be a request, and is left to the planner."""

import re
from itertools import pairwise

from yamori.domain.language import is_spaced, language_of
from yamori.orchestrator.listed_words import LISTS, lists_of
from yamori.understanding.detection import language_in
from yamori.understanding.mood import ANY_DAY, Mood, mood_of
from yamori.understanding.utterance import utterance_of
from yamori.understanding.word_lists import WordLists

_SENTENCE = re.compile(r"[^。.!?！？…]+[。.!?！？…]*")
_ENDS = "。！.!…"
_BETWEEN = " \t\n,"


def wants(text: str) -> bool:
    """Whether words for wanting something, or for something that is not as it should be, stand in it."""
    plain = text.replace("’", "'").lower()
    lists = lists_of(language_of(text))
    if lists.stand_in(plain, "wanting") or plain.rstrip("。!！ー〜").endswith(lists.ordered("wanting_last")):
        return True
    return any(word in lists.words("excess") and behind[:1].isalnum() for word, behind in pairwise(plain.split()))


def is_order(text: str) -> bool:
    """Whether a clause of some length begins like an order: without a subject or a finite verb of a statement. (A Japanese sentence is cut
    behind its verbs, and needs no such guess.)"""
    plain = text.strip().replace("’", "'")
    if len(plain.split()) < ORDER or not is_spaced(plain):
        return False
    lists = LISTS.of(language_in(plain))
    if not lists.knows("no_order"):
        return mood_of(utterance_of(plain, ANY_DAY)) is Mood.REQUEST
    low = plain.lower()
    return not (_begins_stating(low, lists) or _begins_no_order(low, lists) or "'" in plain or lists.stand_in(low, "finite"))


ORDER = 3
"""Words of an order that could be anybody's: `wax the skis`."""


def _begins_no_order(low: str, lists: WordLists) -> bool:
    first = low.lstrip("".join(c for c in low if not c.isalnum() and c != "_"))
    return first[:1].isdecimal() or lists.begin(first, "no_order")


def goes_on(text: str) -> bool:
    """Whether it is a question too short to stand alone: `and on weekdays?`, `寝室は？`."""
    return len(text) <= SHORTEST and _ONWARD.search(text) is not None


SHORTEST = 40
"""Characters of what can only go on from something said before."""
_ONWARD = re.compile(
    r"^\W*(?:and|or|what about|how about|what if)\b.*\?$|^\W*(?:how(?: \w+)?|when|where|why|which one)\?$"
    r"|^(?:じゃあ?|では|それなら)、?.*[?？]$|は[?？]$|^(?:いつ|どこ|なぜ|なんで|どうして|何[\u4e00-\u9fff]|ど[れの](?:くらい|ぐらい))(?:まで|から)?[?？]$",
    re.I,
)


def only_states(text: str) -> bool:
    """Whether every sentence of it states something and wants nothing."""
    lists = lists_of(language_of(text))
    sentences = [s.strip() for s in _SENTENCE.findall(text.replace("’", "'")) if s.strip(" 。.!?！？…")]
    return (
        bool(sentences)
        and not any("?" in s or "？" in s or wants(s) for s in sentences)
        and all(_states(s.lower(), lists) for s in sentences)
    )


def _states(sentence: str, lists: WordLists) -> bool:
    if _begins_stating(sentence, lists) or lists.begin(sentence, "greetings") or sentence.rstrip(".!…, ") in lists.words("exclaimed"):
        return True
    return _ends_in(sentence.rstrip(_ENDS), lists.ordered("states_last"), lists.ordered("softening"))


def _begins_stating(sentence: str, lists: WordLists) -> bool:
    """Whether it begins with somebody who did something, words of feeling aside: `oh well, we missed it`."""
    if lists.begin(sentence, "states_first") or _tells_of_a_thing(sentence, lists):
        return True
    behind = (sentence.removeprefix(word) for word in lists.ordered("interjections") if sentence.startswith(word))
    return any(rest[:1] and rest[0] in _BETWEEN and _begins_stating(rest.lstrip(_BETWEEN), lists) for rest in behind)


def _tells_of_a_thing(sentence: str, lists: WordLists) -> bool:
    """`The ferry left`; how something is (`the ferry is late`) may be a complaint, and is none."""
    words = sentence.split(" ")[:3]
    if len(words) < 3 or words[0] not in lists.words("determiners") or _WORD.fullmatch(words[1]) is None:
        return False
    verb = _WORD.match(words[2])
    return verb is not None and verb[0] not in lists.words("being")


_WORD = re.compile(r"\w+")


def _ends_in(text: str, endings: tuple[str, ...], softening: tuple[str, ...]) -> bool:
    """Whether it ends so, any number of particles that soften it behind."""
    return text.endswith(endings) or any(text.endswith(s) and _ends_in(text.removesuffix(s), endings, softening) for s in softening)
