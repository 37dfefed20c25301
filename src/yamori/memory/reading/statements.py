"""The statements of an utterance, and the clauses beside them that ask for something. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.memory.reading.explaining import ignored_by_name, reminder_beside, without_ignored_amount
from yamori.memory.reading.lasting import lasting_in
from yamori.memory.reading.naming import alias_in
from yamori.memory.reading.retelling import retold
from yamori.memory.reading.situations import situation_in
from yamori.memory.reading.stripping import Bare, stripped
from yamori.memory.reading.telling import told_in_english
from yamori.memory.reading.telling_japanese import told_in_japanese, without_ending
from yamori.memory.reading.vocabulary import Piece, folded, holds, pieces_of, starts, words_for
from yamori.memory.reading.wanted import Keep, Known
from yamori.memory.statement import Statement, Topic
from yamori.understanding.clauses import Clause, clauses_of
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.mood import Mood, is_question, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.words_of import tokens_of

QUIET = frozenset((IntentName.REMEMBER, IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT, IntentName.UNWELL))
"""What a reader takes sentences for that only tell something."""
_FROM = {
    Topic.ALLERGY: 0.97,
    Topic.AVOID: 0.9,
    Topic.NAME: 0.9,
    Topic.BIRTHDAY: 0.97,
    Topic.ALIAS: 0.97,
    Topic.SETTING: 0.8,
    Topic.FAVOURITE: 0.8,
    Topic.DISLIKE: 0.8,
}
"""From these odds on a reader that takes the sentence for something else is believed."""
_FROM_OTHERS = 0.6
_ASKED_FROM = 0.97
_ASKS = 0.45
_HABIT = 0.35
_SURE = 0.5
_TOLD = 0.8
_SURELY_TOLD = 0.9
_QUESTION = ("?", "？")
_SHORTEST_STATEMENT = 3
"""Words; what is to be remembered and is shorter names a thing: `don't forget my bread`."""


def kept_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Keep | None:
    """What the utterance tells; None where it tells nothing that is kept."""
    clauses = clauses_of(utterance)
    if not clauses:
        return None
    whole = stripped(utterance.text)
    alias = alias_in(whole.text, known)
    if alias is not None and not _contradicted(frames, replace(alias, topic=Topic.ALIAS), asked=whole.asked):
        return Keep(statements=(alias,), asked=whole.asked, beside=ignored_by_name(utterance))
    sentences = _sentences(utterance, clauses)
    asked = any(stripped(s).asked for s in sentences)
    found: list[Statement] = []
    rest: list[str] = []
    things = frozenset(map(folded, known.things))
    others = [n for n in _others_named(sentences) if folded(n) not in things] if _is_remembered(frames, _ASKS) else []
    names = (*known.names, *others)
    for sentence in sentences:
        bare = stripped(sentence)
        if not bare.text:
            continue
        made = _lasting(sentence, names, utterance.now) if not _is_question(sentence) and not _orders(bare.text) else None
        if made is not None and not _contradicted(frames, made, asked=asked):
            found.append(without_ignored_amount(made, utterance.now))
        elif not _is_quiet(sentence, frames, utterance) or (made is None and _asks_for_something(bare, utterance)):
            rest.append(sentence)
    if (told_anew := retold(utterance, known)) is not None:
        return Keep(statements=(told_anew,), asked=True)
    told = _tells(whole, utterance, sentences) or _states(whole, utterance)
    if not found and (told or (not rest and (asked or _is_told(whole.text, frames, known)))):
        found = _other(frames, utterance, told=told)
        return Keep(statements=tuple(found), asked=asked, beside=reminder_beside(utterance)) if found else None
    return Keep(statements=tuple(found), asked=asked, rest=tuple(rest)) if found else None


def _lasting(sentence: str, names: Collection[str], now: datetime) -> Statement | None:
    """What the sentence tells, with its end where it names one that fits. An allergy has none, whatever is said."""
    passing = lasting_in(sentence, now)
    made = _told(stripped(passing.text).text, names, passes=True) if passing is not None else None
    if passing is not None and made is not None and made.topic in passing.topics:
        return replace(made, until=passing.until, roughly=passing.roughly)
    return made if made is not None and made.topic is Topic.ALLERGY else _told(stripped(sentence).text, names)


def _told(text: str, names: Collection[str], *, passes: bool = False) -> Statement | None:
    """`passes`: it has an end, so that `off` something is said of what somebody does without."""
    if language_of(text) is Language.JAPANESE:
        return told_in_japanese(text, names)
    without = _without(text) if passes else None
    made = told_in_english(without, names) if without is not None else None
    return replace(made, words=text) if made is not None else told_in_english(text, names)


def _without(text: str) -> str | None:
    """`I'm off sugar` in the words of what somebody does not eat; None for what is off in another sense."""
    pieces = pieces_of(text)
    at = next((n for n, p in enumerate(pieces) if p.flat == "off"), None)
    if at is None or at == 0 or at + 1 >= len(pieces) or pieces[at + 1].flat in words_for("off_otherwise", Language.ENGLISH):
        return None
    is_of_somebody = pieces[at - 1].flat in words_for("adverbs", Language.ENGLISH) or "'" in text[pieces[at - 1].start : pieces[at - 1].end]
    return f"{text[: pieces[at].start]}off eating {text[pieces[at + 1].start :]}" if is_of_somebody else None


def _sentences(utterance: Utterance, clauses: Sequence[Clause]) -> list[str]:
    """English clauses, with those that tell nothing by themselves joined to what stands before them; Japanese sentences, whose commas part
    a subject from what is told of it."""
    text = utterance.normal.text
    if language_of(text) is Language.JAPANESE:
        cut = utterance.text
        for mark in "。!?！？":
            cut = cut.replace(mark, mark + "\n")
        return [s.strip() for s in cut.split("\n") if s.strip()]
    found: list[tuple[int, int]] = []
    for clause in clauses:
        said = text[clause.span.start : clause.span.end]
        if found and not _begins(said) and not _is_end(text[found[-1][1] : clause.span.start]):
            found[-1] = (found[-1][0], clause.span.end)
        else:
            found.append((clause.span.start, clause.span.end))
    return [utterance.normal.shown(Span(start, end)) + ("?" if text[end : end + 1] in _QUESTION else "") for start, end in found]


def _is_end(gap: str) -> bool:
    return any(mark in gap for mark in ".!?;")


def _begins(clause: str) -> bool:
    """Whether a clause begins by itself: with a subject, a question, an order or what asks to remember it."""
    bare = stripped(clause)
    if not bare.text or bare.asked:
        return True
    pieces = pieces_of(bare.text)
    first = pieces[0]
    english = Language.ENGLISH
    begins = (
        *words_for("speaker", english),
        *words_for("household", english),
        *words_for("others", english),
        "it",
        "its",
        "that",
        "thats",
        "the",
    )
    return first.flat in begins or first.stem in begins or first.stem in words_for("questions", english) or len(pieces) > 3


def _is_question(sentence: str) -> bool:
    plain = sentence.strip()
    if plain.endswith(_QUESTION) or (language_of(plain) is Language.JAPANESE and is_question(plain)):
        return True
    if language_of(plain) is Language.JAPANESE:
        bare = plain.strip(" 。.!！")
        asking, ending = words_for("questions", Language.JAPANESE), words_for("asking_end", Language.JAPANESE)
        return bare.endswith(asking) or (bare.endswith(ending) and holds(folded(plain), asking) is not None)
    pieces = pieces_of(stripped(plain).text)
    return bool(pieces) and (pieces[0].stem in words_for("questions", Language.ENGLISH) or pieces[0].flat in ("whats", "whos", "hows"))


def _orders(text: str) -> bool:
    """Whether a Japanese sentence ends as an order does. (An English one has no subject, and so tells nothing.)"""
    return language_of(text) is Language.JAPANESE and text.rstrip("ねよ。!！ ").endswith(
        ("て", "って", "で", "てください", "てくれ", "ろ", "な")
    )


def _contradicted(frames: Sequence[Frame], made: Statement, *, asked: bool) -> bool:
    """Whether the reader takes it for something else, more surely than its words speak for a statement."""
    limit = _ASKED_FROM if asked else _FROM.get(made.topic, _FROM_OTHERS)
    if _is_surely_told(made):
        return False
    if made.topic is Topic.HABIT and not asked:
        return not frames or frames[0].intent is not IntentName.REMEMBER or frames[0].odds < _HABIT
    loudest = [f for f in frames if f.intent not in QUIET and f.odds >= limit]
    return bool(loudest) and not any(f.intent is IntentName.REMEMBER for f in frames)


def _is_surely_told(made: Statement) -> bool:
    """Whether its very form tells: who names what they like best, what a known thing is called, or what they do not eat for some time,
    asks for nothing."""
    if made.topic is Topic.AVOID and made.until is not None:
        return True
    return made.topic is Topic.FAVOURITE or (made.topic is Topic.ALIAS and made.key != "me")


def _is_quiet(sentence: str, frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a clause beside a statement asks for nothing."""
    plain = sentence.rstrip("?？")
    at = max(utterance.text.find(plain), 0)
    start, end = utterance.normal.span_of(at, at + len(plain))
    over = [f for f in frames if min(f.span.end, end) - max(f.span.start, start) > (end - start) / 2]
    if _is_question(sentence):
        return False
    return all(f.intent in QUIET or f.odds < _ASKS for f in over)


def _asks_for_something(sentence: Bare, utterance: Utterance) -> bool:
    """Whether a sentence beside a statement wants something done, though a reader may take it for a part of what is told."""
    return not sentence.asked and mood_of(utterance_of(sentence.text, utterance.now)) is Mood.REQUEST


def _is_remembered(frames: Sequence[Frame], odds: float) -> bool:
    return any(frame.intent is IntentName.REMEMBER and frame.odds >= odds for frame in frames)


def _others_named(sentences: Sequence[str]) -> tuple[str, ...]:
    """Who else a sentence that is to be remembered begins with: a name that the household does not know."""
    found: list[str] = []
    for sentence in sentences:
        bare = stripped(sentence).text
        if language_of(bare) is Language.JAPANESE:
            match = _BEGINS_WITH.match(bare)
            found += [match[1]] if match is not None and not _is_no_name(match[1]) else []
        elif (pieces := pieces_of(bare)) and _begins_with_a_name(bare, pieces):
            found.append(bare[pieces[0].start : pieces[0].end].replace("’", "'").removesuffix("'s"))
    return tuple(found)


def _is_no_name(words: str) -> bool:
    """Whether a Japanese sentence begins with when something is so (夕方は), or with what is liked (好きなお茶は)."""
    return bool(situation_in(words)) or words.startswith(words_for("favourite", Language.JAPANESE))


def _begins_with_a_name(text: str, pieces: Sequence[Piece]) -> bool:
    return text[pieces[0].start].isupper() and pieces[0].flat not in words_for("circumstance", Language.ENGLISH)


_BEGINS_WITH = re.compile(r"([^はがもをにでと、。]{1,8}?)(?:さん|ちゃん|くん|君)?(?:は|って|ね、)")


def _is_told(text: str, frames: Sequence[Frame], known: Known) -> bool:
    """Whether the reader is sure that something is told; a little less sure where it is of somebody of the household."""
    if len(frames) != 1 or frames[0].intent is not IntentName.REMEMBER or _is_question(text) or _orders(text):
        return False
    language = language_of(text)
    whose = (*(w for topic in ("speaker", "household", "beings") for w in words_for(topic, language)), *map(folded, known.names))
    return frames[0].odds >= (_TOLD if starts(folded(text), whose) is not None else _SURELY_TOLD)


def _tells(whole: Bare, utterance: Utterance, sentences: Sequence[str]) -> bool:
    """Whether something that is asked to be remembered is no order, and of no moment: then it needs no reader to be kept."""
    orders = any(next(iter(tokens_of(folded(s))), "") in utterance.vocabulary.ordering for s in (whole.text, *sentences))
    informs = starts(folded(utterance.text), words_for("informs", language_of(whole.text))) is not None
    return whole.asked and informs and not utterance.times and not orders and not _is_question(whole.text)


def _states(whole: Bare, utterance: Utterance) -> bool:
    """Whether something that is asked to be remembered states something, and of no moment, whatever a reader takes it for."""
    if not whole.asked or not whole.text or utterance.times or _is_question(whole.text) or _orders(whole.text):
        return False
    if language_of(whole.text) is Language.JAPANESE:
        subject, found, said = whole.text.partition("は")
        states = bool(subject and found and len(said) > 1)
    else:
        begins = (w for topic in ("speaker", "household", "others", "circumstance") for w in words_for(topic, Language.ENGLISH))
        states = starts(folded(whole.text), tuple(begins)) is not None and len(whole.text.split()) > _SHORTEST_STATEMENT
    return states and mood_of(utterance_of(whole.text, utterance.now)) is Mood.STATEMENT


def _other(frames: Sequence[Frame], utterance: Utterance, *, told: bool = False) -> list[Statement]:
    """What is asked to be remembered and is of none of the topics. With a time in it, it is the schedule's unless the reader is sure."""
    passing = lasting_in(utterance.text, utterance.now)
    passing = passing if passing is not None and Topic.OTHER in passing.topics else None
    said = stripped(passing.text if passing is not None else utterance.text).text
    sure = told or any(f.intent is IntentName.REMEMBER and f.odds >= (0.8 if utterance.times else _SURE) for f in frames)
    if not sure or not said or (len(pieces_of(said)) < 2 and said.isascii()) or folded(said).startswith("to "):
        return []
    language = language_of(said)
    text = without_ending(said) if language is Language.JAPANESE else said
    shared = any(folded(text).startswith(w) for w in words_for("household", language))
    made = Statement(topic=Topic.OTHER, words=text, value=text, shared=shared)
    return [replace(made, until=passing.until, roughly=passing.roughly) if passing is not None else made]
