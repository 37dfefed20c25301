"""Whether an utterance wants to know something, wants something done, or only states something. The one place that says so."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from yamori.understanding.analysis import Morpheme, morphemes_of
from yamori.understanding.clauses import Clause, clauses_of
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind, Vocabulary
from yamori.understanding.words_of import tokens_of


class Mood(StrEnum):
    QUESTION = "question"
    """It wants to know something: `is the gate open?`, 門は開いてる？, `tell me …`."""
    REQUEST = "request"
    """It wants something done: `could you open the gate?`, 門を開けてくれる？."""
    STATEMENT = "statement"
    """It states something: a complaint, a piece of news."""


ANY_DAY = datetime(2026, 1, 5, tzinfo=UTC)
"""A mood does not depend on the day."""


def is_question(text: str) -> bool:
    """Whether a text wants to know something."""
    return mood_of(utterance_of(text, ANY_DAY)) is Mood.QUESTION


def is_request(text: str) -> bool:
    """Whether a text wants something done."""
    return mood_of(utterance_of(text, ANY_DAY)) is Mood.REQUEST


@lru_cache(maxsize=512)
def mood_of(utterance: Utterance) -> Mood:
    """The mood of the whole: a request where any of its clauses makes one, else a question where any asks."""
    if _asks_throughout(utterance):
        return Mood.QUESTION
    moods = [_mood(clause, utterance) for clause in clauses_of(utterance)]
    for mood in (Mood.REQUEST, Mood.QUESTION):
        if mood in moods:
            return mood
    return Mood.STATEMENT


def _asks_throughout(utterance: Utterance) -> bool:
    """Whether it begins like a question and ends in a question mark, with nothing that ends a sentence between."""
    text, words = utterance.normal.text.strip(), utterance.vocabulary
    if words.morphemes or not text.endswith("?") or _ENDS.search(text[:-1]) or words.polite.match(text):
        return False
    bare = _without_opening(text, words)
    said = tokens_of(bare)
    if not said or _is_condition(bare, words) or (said[0] in words.ordering and words.tags.search(text)):  # `do it, will you?`
        return False
    return said[0] in words.question_words or said[0] in words.inverted


_ENDS = re.compile(r"[.!?;]\s")


def _mood(clause: Clause, utterance: Utterance) -> Mood:
    text, words = utterance.normal.text, utterance.vocabulary
    asked = text[clause.span.end :].lstrip(" ")[:1] in ("?", "？")
    inside = text[clause.span.start : clause.span.end]
    if words.morphemes:
        return _of_morphemes(morphemes_of(inside), words, asked=asked)
    only_times = any(t.start <= clause.span.start and clause.span.end <= t.end for t in utterance.time_spans)
    return Mood.STATEMENT if only_times and not asked else _of_words(inside, words, asked=asked, remark=clause.is_remark)


def _of_words(text: str, words: Vocabulary, *, asked: bool, remark: bool) -> Mood:
    """By how the clause begins, as in English: an inverted verb or a question word asks, a bare verb orders."""
    polite = words.polite.match(text)
    bare = text[polite.end() :] if polite else _without_opening(text, words)
    said = tokens_of(bare)
    if not said and not (polite or asked):
        return Mood.STATEMENT  # nothing but an address or a courtesy
    first = said[0] if said else ""
    if first in words.informing_verbs or words.informing_openings.match(bare):
        return Mood.QUESTION
    if polite:
        return Mood.REQUEST
    if first in words.question_words and not _is_condition(bare, words):
        return Mood.QUESTION
    follows = words.persons if first in words.ordering else words.subjects  # `have the fountain run`, `do it`
    if first in words.inverted and (asked or (len(said) > 1 and said[1] in follows)):
        return Mood.QUESTION
    if first in words.being and len(said) > 1 and not said[1].endswith("ing"):  # of somebody by their name; but `was wondering`
        return Mood.QUESTION
    if asked and any(w in words.question_words for w in said):
        return Mood.QUESTION
    if asked and not words.tags.search(text) and (remark or first in words.subjects or _is_fragment(first, words)):
        return Mood.QUESTION
    return Mood.STATEMENT if remark or first in words.pronouns or first in words.subjects else Mood.REQUEST


def _is_fragment(first: str, words: Vocabulary) -> bool:
    """`and in the tower?`: without a verb of its own."""
    return first in words.function_words and first not in words.ordering


def _is_condition(text: str, words: Vocabulary) -> bool:
    """`when it rains`, which asks for no time as `when is …` does."""
    return words.markers[MarkerKind.CONDITION].match(text) is not None


def _without_opening(text: str, words: Vocabulary) -> str:
    """The clause without courtesy and address at its beginning, and without a word that ties it to the clause before."""
    while (filler := words.fillers.match(text)) is not None and filler.end():
        text = text[filler.end() :].lstrip(" ,")
    first, _, rest = text.partition(" ")
    return _without_opening(rest.lstrip(" ,"), words) if rest and first.rstrip(",") in words.openings else text


def _hopes(found: Sequence[Morpheme]) -> bool:
    """`小さくならない？`: a change that is asked for by asking whether it cannot be had."""
    return any(a.base in ("なる", "できる", "出来る") and b.base in ("ない", "ん") for a, b in pairwise(found))


class _Ending(NamedTuple):
    """What a Japanese clause ends in."""

    verb: str
    """Dictionary form of the last verb or adjective of its own meaning."""
    wants: bool
    able: bool
    """A potential form: 上げられる."""
    asks: bool
    bare: bool
    """Ends in 〜て, an imperative, or a noun."""
    conditional: bool
    """Ends in 〜たら or 〜ば: what follows is said in another clause, or has been."""


def _of_morphemes(found: Sequence[Morpheme], words: Vocabulary, *, asked: bool) -> Mood:
    """By how the clause ends, as in Japanese: 〜てくれる and 〜て want something done, か and question words ask."""
    forms = {form for m in found for form in (m.surface, m.base)}
    ending = _ending(found, words)
    informs = bool(forms & words.informing_verbs)
    interrogative = any({m.surface, m.base} & words.question_words and following != "も" for m, following in _followed(found))  # but いつも
    if ending.conditional and not asked:
        return Mood.STATEMENT
    if ending.wants or (ending.bare and not (interrogative and asked)):
        return Mood.QUESTION if informs else Mood.REQUEST
    if asked and not interrogative and (ending.able or _hopes(found)):
        return Mood.REQUEST
    if interrogative or ending.asks or asked:
        return Mood.QUESTION
    return Mood.STATEMENT


def _followed(found: Sequence[Morpheme]) -> Iterator[tuple[Morpheme, str]]:
    """Each of them with what follows it."""
    return zip(found, (*(m.surface for m in found[1:]), ""), strict=True)


def _ending(found: Sequence[Morpheme], words: Vocabulary) -> _Ending:
    last = [m for m in found if m.kind not in ("補助記号", "空白")]
    while last and last[-1].kind == "助詞" and last[-1].surface in _SOFTENING:
        last.pop()
    tail = last[-5:]
    wants = any(m.surface in words.wanting or m.base in words.wanting for m in tail)
    verb = next((m.base for m in reversed(last) if m.kind in ("動詞", "形容詞")), "")
    final = last[-1] if last else None
    supposes = [m.surface for m in tail[-2:]] == ["か", "も"]  # 寒いかも tells
    asks = not supposes and any(m.kind == "助詞" and m.surface in ("か", "かな", "っけ", "かしら") for m in tail[-2:])
    potential = final is not None and final.base in _POTENTIAL and not (len(last) > 1 and last[-2].base == "する")  # but 施錠される
    bare = final is not None and (
        (final.kind == "助詞" and final.detail == "接続助詞" and final.surface in ("て", "で"))
        or final.form.startswith("命令形")
        or (final.base in ("とく", "ちゃう", "てる") and final.form.startswith("命令形"))
    )
    conditional = final is not None and (final.form.startswith("仮定形") or (final.kind, final.surface) == ("助詞", "ば"))
    return _Ending(verb=verb, wants=wants, able=potential, asks=asks, bare=bare, conditional=conditional)


_POTENTIAL = frozenset(("れる", "られる", "できる", "出来る"))
_SOFTENING = frozenset(("よ", "ね", "な", "なあ", "ねえ", "さ", "わ", "ー", "の"))
