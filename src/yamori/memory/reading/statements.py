"""The statements of an utterance, and the clauses beside them that ask for something. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from yamori.domain.language import is_spaced, language_of
from yamori.domain.when import resolve
from yamori.memory.reading.explaining import ignored_by_name, orders_something, reminder_beside, without_ignored_amount
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.grammar.parts import Bare
from yamori.memory.reading.lasting import lasting_in
from yamori.memory.reading.naming import alias_in
from yamori.memory.reading.retelling import retold
from yamori.memory.reading.sharing import without_sharing
from yamori.memory.reading.stripping import stripped
from yamori.memory.reading.vocabulary import folded, pieces_of, starts, without_ending, words_for
from yamori.memory.reading.wanted import Keep, Known
from yamori.memory.statement import Statement, Topic
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.words_of import tokens_of, whole_word

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
_NAMING = frozenset((Topic.ALIAS, Topic.NAME))
_FROM_OTHERS = 0.6
_ASKED_FROM = 0.97
_ASKS = 0.45
_HABIT = 0.35
_SURE = 0.5
_TOLD = 0.8
_SURELY_TOLD = 0.9
_ONLY_TALK = 0.95


def kept_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Keep | None:
    """What the utterance tells; None where it tells nothing that is kept, or tells of an appointment."""
    if _is_appointment(frames, utterance):
        return None
    if (shared := without_sharing(utterance)) is not None and (kept := kept_in(frames, shared[0], known)) is not None:
        return replace(kept, statements=tuple(replace(statement, shared=shared[1]) for statement in kept.statements))
    plain = without_asking(frames, utterance)
    if plain is None:
        return _kept_in(frames, utterance, known)
    whole = Span(0, len(plain.normal.text))
    marked = Slot(name=SlotName.TEXT, text=plain.text, span=whole)
    told = Frame(intent=IntentName.REMEMBER, span=whole, slots=(marked,), odds=frames[0].odds)
    kept = _kept_in((told,), plain, known)
    return replace(kept, asked=True) if kept is not None else None


def _is_appointment(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether what is to be written down is on a day to come at a time of it, which is the schedule's, unless it is surely a telling."""
    when = resolve(utterance.text, utterance.now)
    to_come = when.date is not None and when.date_said and when.time is not None and when.date >= utterance.now.date()
    return to_come and when.rrule is None and not any(f.intent is IntentName.REMEMBER and f.odds >= _TOLD for f in frames)


def _kept_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Keep | None:
    clauses = clauses_of(utterance)
    if not clauses:
        return None
    whole = stripped(utterance.text)
    if (named := _called_something(whole, frames, utterance, known)) is not None:
        return named
    sentences = grammar_of(utterance.normal.text).sentences(utterance, clauses)
    asked = any(stripped(s).asked for s in sentences)
    found: list[Statement] = []
    rest: list[str] = []
    things = frozenset(map(folded, known.things))
    others = [n for n in _others_named(sentences) if folded(n) not in things] if _is_remembered(frames, _ASKS) else []
    names = (*known.names, *others)
    unread: list[str] = []
    before, completed = "", False
    for sentence in sentences:
        bare = stripped(sentence)
        if not bare.text:
            continue
        reported = grammar_of(bare.text).reported(bare.text, names) if _is_likely(frames) else None
        if reported:
            sentence, bare = reported, replace(bare, text=reported)
        for part in _parts(sentence, bare, names, frames, asked=asked):
            said = grammar_of(part).completed(stripped(part).text, before, names) if before and _is_sure(frames) else part
            is_told = reported != "" and not _is_question(part) and not _orders(stripped(part).text)
            made = _lasting(said, names, utterance.now) if is_told else None
            if made is not None and not _contradicted(frames, made, asked=asked):
                found.append(without_ignored_amount(made, utterance.now))
            elif not _is_quiet(part, frames, utterance) or (made is None and _asks_for_something(stripped(part), frames, utterance)):
                rest.append(part)
            elif _is_sure(frames) and _is_marked(part, frames, utterance) and grammar_of(said).tells(stripped(said).text, names):
                unread.append(stripped(said).text)
                completed = completed or said != part
            before = before or stripped(part).text
    if found or completed or len(unread) > 1:
        found += map(_in_words, unread)
    if (told_anew := retold(utterance, known)) is not None:
        return Keep(statements=(told_anew,), asked=True)
    told = _tells(whole, utterance, sentences) or _states(whole, utterance)
    if not found and (told or (not rest and (asked or _is_told(whole.text, frames, known)))):
        found = _other(frames, utterance, told=told)
        return Keep(statements=tuple(found), asked=asked, beside=reminder_beside(utterance)) if found else None
    return Keep(statements=tuple(found), asked=asked, rest=tuple(rest)) if found else None


def _called_something(whole: Bare, frames: Sequence[Frame], utterance: Utterance, known: Known) -> Keep | None:
    """What the whole sentence gives a name to, a thing or the steps of a routine; None where it gives none."""
    alias = alias_in(whole.text, known)
    if alias is not None and not _contradicted(frames, replace(alias, topic=Topic.ALIAS), asked=whole.asked):
        return Keep(statements=(alias,), asked=whole.asked, beside=ignored_by_name(utterance, alias.value))
    routine = grammar_of(whole.text).routine(whole.text)
    if routine is not None and not _is_question(utterance.text):
        return Keep(statements=(routine,), asked=whole.asked)
    return None


def _lasting(sentence: str, names: Collection[str], now: datetime) -> Statement | None:
    """What the sentence tells, with its end where it names one that fits. An allergy has none, whatever is said."""
    passing = lasting_in(sentence, now)
    made = _told(stripped(passing.text).text, names, passes=True) if passing is not None else None
    if passing is not None and made is not None and made.topic in passing.topics:
        return replace(made, until=passing.until, roughly=passing.roughly)
    return made if made is not None and made.topic is Topic.ALLERGY else _told(stripped(sentence).text, names)


def _told(text: str, names: Collection[str], *, passes: bool = False) -> Statement | None:
    """`passes`: it has an end."""
    return grammar_of(text).told(text, names, passes=passes)


def _is_question(sentence: str) -> bool:
    plain = sentence.strip()
    return grammar_of(plain).is_question(plain)


def _orders(text: str) -> bool:
    return grammar_of(text).orders(text)


def _contradicted(frames: Sequence[Frame], made: Statement, *, asked: bool) -> bool:
    """Whether the reader takes it for something else, more surely than its words speak for a statement."""
    limit = _ASKED_FROM if asked else _FROM.get(made.topic, _FROM_OTHERS)
    if _is_surely_told(made):
        return False
    if made.topic in _NAMING and not asked and frames and all(f.intent is IntentName.TALK and f.odds >= _ONLY_TALK for f in frames):
        return True  # `she called me over`
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


def _asks_for_something(sentence: Bare, frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a sentence beside a statement wants something done, though a reader may take it for a part of what is told. Where the reader
    is sure that it is told, only what surely orders does."""
    said = utterance_of(sentence.text, utterance.now)
    if sentence.asked or mood_of(said) is not Mood.REQUEST:
        return False
    if not _is_sure(frames):
        return True
    return orders_something(said) or not any(frame.slots for frame in frames)


def _is_sure(frames: Sequence[Frame]) -> bool:
    """Whether a reader is sure that something is told, and sees nothing else that is asked for."""
    return _is_remembered(frames, _TOLD) and all(f.intent in QUIET or f.odds < _ASKS for f in frames)


def _is_likely(frames: Sequence[Frame]) -> bool:
    """The same, less surely: whose words say that they report something."""
    return _is_remembered(frames, _SURE) and all(f.intent in QUIET or f.odds < _ASKS for f in frames)


def _is_marked(sentence: str, frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a reader marks most of a sentence as what is told."""
    at = max(utterance.text.find(sentence), 0)
    whole = utterance.normal.span_of(at, at + len(sentence))
    told = [slot.span for frame in frames if frame.intent is IntentName.REMEMBER for slot in frame.slots]
    marked = sum(max(0, min(span.end, whole.end) - max(span.start, whole.start)) for span in told)
    return 2 * marked > whole.end - whole.start


def _parts(sentence: str, bare: Bare, names: Collection[str], frames: Sequence[Frame], *, asked: bool) -> list[str]:
    """What a sentence tells of several people in one breath; the sentence where it tells one thing, or nothing surely."""
    if _is_question(sentence) or not (asked or _is_sure(frames)):
        return [sentence]
    parts = grammar_of(bare.text).told_apart(bare.text, names)
    return parts if len(parts) > 1 and not any(_orders(part) for part in parts) else [sentence]


def _in_words(text: str) -> Statement:
    said = without_ending(text)
    shared = any(folded(said).startswith(w) for w in words_for("household", language_of(said)))
    return Statement(topic=Topic.OTHER, words=said, value=said, shared=shared)


def without_asking(frames: Sequence[Frame], utterance: Utterance) -> Utterance | None:
    """What is told, without words at either end in which the reader sees only that it is to be remembered; None where there are none."""
    if len(frames) != 1 or not _is_remembered(frames, _SURELY_TOLD) or not frames[0].slots or stripped(utterance.text).asked:
        return None
    frame, text = frames[0], utterance.normal.text
    start, end = min(s.span.start for s in frame.slots), max(s.span.end for s in frame.slots)
    end = whole_word(text, Span(start, end), utterance.vocabulary).end
    before = [w for w in utterance.words if w.span.end <= start]
    behind = [w for w in utterance.words if w.span.start >= end]
    cut = [bool(words) and all(any(w.span.overlaps(a) for a in frame.asking) for w in words) for words in (before, behind)]
    if not any(cut):
        return None
    said = utterance.normal.shown(Span(start if cut[0] else 0, end if cut[1] else len(text)))
    return utterance_of(said.strip(" ,、。.!?！？"), utterance.now)


def _is_remembered(frames: Sequence[Frame], odds: float) -> bool:
    return any(frame.intent is IntentName.REMEMBER and frame.odds >= odds for frame in frames)


def _others_named(sentences: Sequence[str]) -> tuple[str, ...]:
    """Who else a sentence that is to be remembered begins with: a name that the household does not know."""
    bares = [stripped(sentence).text for sentence in sentences]
    return tuple(name for bare in bares if (name := grammar_of(bare).name_at_the_beginning(bare)))


def _is_told(text: str, frames: Sequence[Frame], known: Known) -> bool:
    """Whether the reader is sure that something is told; a little less sure where it is of somebody of the household."""
    if len(frames) != 1 or frames[0].intent is not IntentName.REMEMBER or _is_question(text) or _orders(text):
        return False
    language = language_of(text)
    names = [form for name in map(folded, known.names) for form in (name, f"{name}s")]
    whose = (*(w for topic in ("speaker", "household", "beings") for w in words_for(topic, language)), *names)
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
    return grammar_of(whole.text).states(whole.text) and mood_of(utterance_of(whole.text, utterance.now)) is Mood.STATEMENT


def _other(frames: Sequence[Frame], utterance: Utterance, *, told: bool = False) -> list[Statement]:
    """What is asked to be remembered and is of none of the topics. With a time in it, it is the schedule's unless the reader is sure."""
    passing = lasting_in(utterance.text, utterance.now)
    passing = passing if passing is not None and Topic.OTHER in passing.topics else None
    said = stripped(passing.text if passing is not None else utterance.text).text
    sure = told or any(f.intent is IntentName.REMEMBER and f.odds >= (0.8 if utterance.times else _SURE) for f in frames)
    if not sure or not said or (len(pieces_of(said)) < 2 and is_spaced(said)) or folded(said).startswith("to "):
        return []
    made = _in_words(said)
    return [replace(made, until=passing.until, roughly=passing.roughly) if passing is not None else made]
