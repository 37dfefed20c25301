"""What a sentence wants of what is remembered, or that it wants nothing of it. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from yamori.domain.language import is_spaced, language_of
from yamori.memory.reading.amounts import completed_amount
from yamori.memory.reading.asking import (
    asks_for_all,
    facts_about,
    facts_named,
    forgotten,
    known_of,
    newest_of_each,
    of_whom,
    question_of,
    said_before,
    subjects_in,
    told_about,
)
from yamori.memory.reading.correcting import corrected_in
from yamori.memory.reading.dates import completed_date
from yamori.memory.reading.explaining import unexplained_by_forgetting
from yamori.memory.reading.sharing import shared_in
from yamori.memory.reading.situated import wished_in
from yamori.memory.reading.statements import kept_in
from yamori.memory.reading.vocabulary import bare, ends, folded, holds, starts, words_for
from yamori.memory.reading.wanted import Ask, Correct, Forget, Known, Pause, Wanted
from yamori.memory.statement import Topic
from yamori.understanding.frame import DEVICE_COMMANDS, Frame, IntentName, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

SURE = 0.85
"""As in the orchestrator: from these odds on a sentence is taken for what the reader says."""
_LONGEST_CORRECTION = 8
"""Words of `no, it is the 14th`."""
_NAMED = frozenset((Topic.NAME, Topic.FAVOURITE, Topic.ALIAS, Topic.ADDRESS))
"""Of these a value is written as a name."""
_ACTS = DEVICE_COMMANDS | {IntentName.PLAY, IntentName.SCENE}
_NUMBER = re.compile(r"\d")


def wanted_of(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Wanted | None:
    """What the sentence wants; None where it wants nothing of what is remembered."""
    text = utterance.text
    flat, language = bare(text, "around"), language_of(text)
    said = {flat, folded(text), folded(text).replace(" ", "")}
    if said & set(words_for("pauses", language)):
        return Pause(paused=True)
    if said & set(words_for("resumes", language)):
        return Pause(paused=False)
    if (share := shared_in(text, known)) is not None:
        return share
    if (corrected := _corrected(frames, utterance, known) or corrected_in(frames, utterance, known)) is not None:
        return corrected
    for found in (known_of(text, known), said_before(text), _forget(frames, utterance, known)):
        if found is not None:
            return _explained(found, frames, utterance, known)
    if (kept := wished_in(frames, utterance, known) or kept_in(frames, utterance, known)) is not None:
        return kept
    if _asks(frames, text) and (asked := question_of(text, known)) is not None:
        told = told_about(frames, utterance, known)  # a question after two things is answered with both
        return told if told is not None and asked.facts and set(asked.facts) < set(told.facts) else asked
    return _explained(_by_reading(frames, utterance, known) or told_about(frames, utterance, known), frames, utterance, known)


def _explained(wanted: Wanted | None, frames: Sequence[Frame], utterance: Utterance, known: Known) -> Wanted | None:
    """What is wanted; of facts that are to be forgotten, with what of the sentence that leaves out."""
    if not isinstance(wanted, Forget) or not wanted.facts or wanted.last:
        return wanted
    facts = [fact for fact in known.facts if fact.id in wanted.facts]
    reasons = [slot.span for frame in frames for slot in frame.slots if slot.name is SlotName.REASON and slot.odds >= SURE]
    return replace(wanted, beside=unexplained_by_forgetting(utterance, facts, reasons))


def _by_reading(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Wanted | None:
    """What the reader is sure of, in words that no list has."""
    if len(frames) != 1 or frames[0].odds < SURE:
        return None
    frame, text = frames[0], utterance.text
    if frame.intent is IntentName.RECALL:
        named = facts_named(frame.text(SlotName.QUERY) or text, of_whom(text, known))
        facts = newest_of_each([f for f in known.facts if f.id in named])
        if not facts and facts_named(frame.text(SlotName.QUERY) or text, known.facts):
            return Ask(facts=())  # it is known of somebody else alone
        if not facts and asks_for_all(utterance):
            return Ask(facts=tuple(f.id for f in known.facts), everything=True)
        if not facts and (told := told_about(frames, utterance, known)) is not None:
            return told
        return Ask(facts=facts, query=frame.text(SlotName.QUERY) or text)
    return _by_topic(frame, utterance, known) if frame.intent is IntentName.FORGET else None


def _by_topic(frame: Frame, utterance: Utterance, known: Known) -> Forget:
    """What is to be forgotten, as the reader marks it: what was told last, where no word says of what."""
    said = " ".join(slot.text for slot in frame.slots if slot.name is not SlotName.REASON)
    if not said:
        return Forget(facts=facts_named(utterance.text, known.facts), said=utterance.text)
    about = subjects_in(said)
    if not about:
        return Forget(last=True, facts=(str(known.focus["fact"]),) if "fact" in known.focus else (), said=said)
    found = facts_about(said, of_whom(said, known))
    if not found and frame.texts(SlotName.REASON):
        found = facts_about(utterance.text, of_whom(utterance.text, known))
    return Forget(facts=found, said=said)


def _forget(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Forget | None:
    """What is not remembered at all is only refused where the reader is sure that it is meant."""
    found = forgotten(utterance.text, known)
    read = next((f for f in frames if f.intent is IntentName.FORGET and f.odds >= SURE), None)
    if found is None or found.everything or (found.facts and (read is None or found.told or found.last)):
        return found
    if read is not None and len(frames) == 1 and not found.last:
        topic = _by_topic(read, utterance, known)
        return replace(topic, told=found.told) if topic.facts or not found.facts else found
    sure = found.told or read is not None
    return found if sure and (not found.last or known.focus) else None


def _asks(frames: Sequence[Frame], text: str) -> bool:
    if any(f.intent in _ACTS and f.odds >= SURE for f in frames):
        return False  # `put it on the way I like it, would you?`
    language = language_of(text)
    question = any(mark in text for mark in "?？") or starts(bare(text, "around"), words_for("questions", language)) is not None
    if not is_spaced(text):
        ending = folded(text).endswith(tuple(words_for("asking_end", language)))
        question = question or (ending and holds(folded(text), words_for("questions", language)) is not None) or "教えて" in text
    return question or any(f.intent is IntentName.RECALL and f.odds >= SURE for f in frames)


def _corrected(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Correct | None:
    """`no, it's the 14th`: another value of what was told last. Where the reader marks the value, a reason behind it is no part of it."""
    fact = next((f for f in known.facts if f.id == known.focus.get("fact")), None)
    if fact is None:
        return None
    language = language_of(utterance.text)
    leads = ((text, starts(folded(text), words_for("corrects", language))) for text in (utterance.text, _without_interjection(utterance)))
    text, lead = next(((text, lead) for text, lead in leads if lead is not None), ("", ""))
    if not lead:
        return None
    flat = folded(text)
    if marked := _marked_value(frames):
        value = marked
    elif not is_spaced(utterance.text):
        value = bare(flat.replace(" ", ""), "corrects", "endings").strip("、")
        value = value.removesuffix(ends(value, words_for("corrected_end", language)) or "")
    else:
        value = _behind(_telling_part(text, fact.statement.value), len(lead.split()))
    value = value.strip(" .,;!?。、！？")
    if not value or len(value.split()) > _LONGEST_CORRECTION or not _fits(value, fact.statement.value, fact.statement.topic):
        return None
    return Correct(fact=fact.id, value=completed_amount(fact.statement.value, completed_date(fact.statement.value, value)))


def _telling_part(text: str, old: str) -> str:
    """Of a correction in several clauses the last, where it alone holds a number as the old value does: `I mix it up, it's the 9th`."""
    before, found, last = text.rpartition(",")
    return last if found and _NUMBER.search(old) and _NUMBER.search(last) and not _NUMBER.search(before) else text


def _without_interjection(utterance: Utterance) -> str:
    """The text without an interjection before everything else: あ、やっぱり, `oh no`."""
    found = utterance.vocabulary.fillers.match(utterance.normal.text)
    return utterance.text if found is None else utterance.normal.shown(Span(found.end(), len(utterance.normal.text))).lstrip(" ,、。.!")


def _marked_value(frames: Sequence[Frame]) -> str:
    """The one value in a sentence of one or two frames; empty where there is none, or where anything is to be done with a device."""
    values = [slot.text for frame in frames for slot in frame.slots if slot.name is SlotName.VALUE]
    names = any(slot.name in (SlotName.DEVICE, SlotName.ROOM) for frame in frames for slot in frame.slots)
    return values[0] if len(values) == 1 and not names else ""


def _behind(text: str, count: int) -> str:
    from yamori.memory.reading.vocabulary import pieces_of

    pieces = pieces_of(text)
    while count < len(pieces) and pieces[count].flat in (
        "its",
        "it",
        "is",
        "no",
        "sorry",
        "thats",
        "actually",
        "he",
        "she",
        "hes",
        "shes",
        "called",
        "to",
        "i",
        "meant",
        "mean",
        "make",
        "that",
        "should",
        "be",
        "was",
    ):
        count += 1
    return text[pieces[count].start : pieces[-1].end] if count < len(pieces) else ""


def _fits(value: str, old: str, topic: Topic) -> bool:
    """Whether it can be a value of the same kind: a date for a date, a name for a name."""
    if bool(_NUMBER.search(value)) != bool(_NUMBER.search(old)):
        return False
    if not is_spaced(value) or bool(_NUMBER.search(value)):
        return True
    return value[:1].isupper() == (topic in _NAMED)
