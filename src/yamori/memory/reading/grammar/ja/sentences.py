"""Japanese sentences: what asks, what orders, whom one is of."""

import re
from collections.abc import Sequence

from yamori.memory.reading.grammar.ja.stripping import stripped
from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.reading.situations import situation_in
from yamori.memory.reading.vocabulary import folded, holds
from yamori.understanding import mood
from yamori.understanding.clauses import Clause
from yamori.understanding.utterance import Utterance

_QUESTION = ("?", "？")
_TELLS = ("ので", "んで", "だって", "ですって")
"""Ends as an order does, and gives a reason or tells what somebody heard."""
_BEGINS_WITH = re.compile(r"([^はがもをにでと、。]{1,8}?)(?P<title>さん|ちゃん|くん|君)?(?:は|って|ね、)")


def sentences(utterance: Utterance, clauses: Sequence[Clause]) -> list[str]:
    """Whole ones: their commas part a subject from what is told of it."""
    cut = utterance.text
    for mark in "。!?！？":
        cut = cut.replace(mark, mark + "\n")
    return [s.strip() for s in cut.split("\n") if s.strip()]


def is_question(sentence: str) -> bool:
    asked = stripped(sentence)
    if asked.asked:
        return bool(asked.text) and is_question(asked.text)
    if sentence.endswith(_QUESTION) or mood.is_question(sentence):
        return True
    bare = sentence.strip(" 。.!！")
    asking, ending = words_for("questions"), words_for("asking_end")
    return bare.endswith(asking) or (bare.endswith(ending) and holds(folded(sentence), asking) is not None)


def orders(text: str) -> bool:
    """Whether it ends as an order does."""
    bare = text.rstrip("ねよ。!！ ")
    return not bare.endswith(_TELLS) and bare.endswith(("て", "って", "で", "てください", "てくれ", "ろ", "な"))


def states(text: str) -> bool:
    subject, found, said = text.partition("は")
    return bool(subject and found and len(said) > 1)


def speaks_of_a_thing(text: str) -> bool:
    subject, found, said = text.partition("は")
    people = (*words_for("speaker"), *words_for("household"), *words_for("others"), *words_for("beings"))
    return bool(subject and found and len(said) > 1) and not situation_in(subject) and not any(word in text for word in people)


def name_at_the_beginning(text: str) -> str:
    match = _BEGINS_WITH.match(text)
    if match is None or _is_no_name(match[1]) or ("の" in match[1] and match["title"] is None):
        return ""  # 隣の家のはるくん, but not 隣の家
    return match[1]


def _is_no_name(words: str) -> bool:
    """Whether it begins with when something is so (夕方は), or with what is liked (好きなお茶は)."""
    return bool(situation_in(words)) or words.startswith(words_for("favourite"))
