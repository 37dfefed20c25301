"""Sentences about automations that are there: which of them they mean. Pure."""

import re
from collections.abc import Sequence

from yamori.automations.automation import Automation
from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.frame import READING, Frame, SlotName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.outside import names_something
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import Word


def speaks_of_automations(utterance: Utterance) -> bool:
    """Whether a sentence names automations as such."""
    low = utterance.normal.text.lower()
    return any(word in low for word in words_for("automation", utterance.language))


def says_cancel(utterance: Utterance) -> bool:
    """Whether a sentence takes something back that is to come: no device is told so."""
    low = utterance.normal.text.lower()
    return any(word in low for word in words_for("cancelling", utterance.language))


def says_removal(utterance: Utterance) -> bool:
    """Whether its words take something back or remove it, and are said of no device that is to be switched off."""
    low = utterance.normal.text.lower()
    words = [*words_for("deleting", utterance.language), *words_for("cancelling", utterance.language)]
    words += [w for topic in ("cancelling", "dropping", "ending") for w in going_on_words(topic, utterance.language)]
    return any(word in low for word in words)


def asks_what_is_kept(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a question names nothing but what was set up (`what's lined up for later?`)."""
    low = utterance.normal.text.lower()
    asks = bool(frames) and all(frame.intent in READING and not names_something(frame, utterance) for frame in frames)
    return asks and any(word in low for word in words_for("kept", utterance.language))


def means_all(utterance: Utterance) -> bool:
    """Whether a sentence asks for every one of them."""
    low, spaced = utterance.normal.text.lower(), not utterance.vocabulary.morphemes
    said = {word.strip(".,!?") for word in low.split()} if spaced else set()
    return any(word in said if spaced and " " not in word else word in low for word in words_for("all", utterance.language))


def names_one(frames: Sequence[Frame], utterance: Utterance, automations: Sequence[Automation]) -> bool:
    """Whether what the frames name are words of one automation, all of them: an entry of the schedule at the same hour is none."""
    if any(frame.texts(SlotName.LIST_NAME) for frame in frames):
        return False
    naming = [slot.span for frame in frames for slot in frame.slots if slot.name in (SlotName.DEVICE, SlotName.ROOM, SlotName.TITLE)]
    spoken = [w for w in _words_meant(utterance) if not utterance.vocabulary.is_number(w.text)]
    words = [w for w in spoken if any(w.span.overlaps(span) for span in naming)]
    clocks = (*words_for("timer", utterance.language), *words_for("alarm", utterance.language))
    if any(w.text.lower() in clocks or w.base in clocks for w in words):
        return False  # what waits for a clock is not the clock
    named = (*words_for("automation", utterance.language), *words_for("thing", utterance.language))
    said = {w.base for w in words if not any(w.text in name or name in w.text for name in named)}
    return bool(said) and any(said <= words_of(a, utterance) for a in automations)


def gives_anew(utterance: Utterance) -> bool:
    """Whether what sounds like a refusal also says a time or a number: what was set up is to be otherwise, not gone (`no, half past`)."""
    clock = words_for("clock", utterance.language)
    return bool(utterance.times) or any(utterance.vocabulary.is_number(w.text) or w.text in clock for w in utterance.words)


def dropped(frames: Sequence[Frame], utterance: Utterance, automations: Sequence[Automation]) -> tuple[Automation, ...]:
    """Those that a sentence calls off that says nothing but what they are and that it is not to be (さっきのコーヒー、やっぱりなしで). What
    one of them waits for is not what it is: whoever cancels the timer wants the timer gone."""
    asks = utterance.text.rstrip().endswith(("?", "？")) or any(frame.intent in READING for frame in frames)
    if asks or utterance.times or utterance.quotations:
        return ()
    calls_off = (*going_on_words("cancelling", utterance.language), *going_on_words("dropping", utterance.language))
    beside = (*going_on_words("pointing", utterance.language), *going_on_words("correction", utterance.language))
    things = (*words_for("thing", utterance.language), *words_for("automation", utterance.language))
    words = [w for w in utterance.words if w.text not in (*beside, *things) and w.base not in (*beside, *things)]
    off = [w for w in words if any(w.text.startswith(word) or w.base.startswith(word) for word in calls_off)]
    said = {w.base for w in words if w not in off}
    denied = [m.span for m in utterance.markers if m.kind is MarkerKind.NEGATION]
    if any(not any(w.span.overlaps(span) for w in off) for span in denied):
        return ()
    if not off or not said or said <= frozenset(words_for("timer", utterance.language)):
        return ()
    return tuple(a for a in automations if said <= words_of(a, utterance))


def names_loosely(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether something is named only by a word of it (`the coffee thing`, コーヒーのやつ), as people call what they set up."""
    things = words_for("thing", utterance.language)
    texts = [slot.text.lower() for frame in frames for slot in frame.slots if slot.name in (SlotName.DEVICE, SlotName.TITLE)]
    ends = (text.endswith(things) if utterance.vocabulary.morphemes else text.split()[-1:][0] in things for text in texts if text)
    return any(ends)


def meant_by(utterance: Utterance, automations: Sequence[Automation]) -> tuple[Automation, ...]:
    """Those that share the most content words with what was said; all of them where it says nothing of any."""
    named = words_for("automation", utterance.language)
    said = {w.base for w in _words_meant(utterance) if not any(w.text in name or name in w.text for name in named)}
    shared = {a.id: len(said & words_of(a, utterance)) for a in automations}
    most = max(shared.values(), default=0)
    return tuple(a for a in automations if shared[a.id] == most) if most else tuple(automations)


def _words_meant(utterance: Utterance) -> list[Word]:
    """The content words, without those of clauses that say what stays (`leave the hall one`, 玄関のは残して)."""
    text, kept = utterance.normal.text, words_for("stays", utterance.language)
    staying = [Span(*m.span()) for m in _CLAUSE.finditer(text) if any(word in m[0] for word in kept)]
    return [w for w in utterance.words if not any(w.span.overlaps(span) for span in staying)]


_CLAUSE = re.compile(r"(?:(?!\bbut\b|\band\b)[^.!?,;。、])+")


def words_of(automation: Automation, utterance: Utterance) -> set[str]:
    """The content words of how it came about and of how it is shown."""
    return {w.base for text in (automation.origin, automation.says) for w in utterance_of(text, utterance.now).words}
