"""A correction of what was just set up that gives one part of it anew: `no, 40`, `not at nine, at ten`, 9時じゃなくて10時. Pure.

The part takes its place in the sentence from which that was made, which is then read as a whole: nothing of it is guessed. Whoever keeps
something that a sentence made asks here with that sentence.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from yamori.domain.when import resolve
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import READING, Frame, Slot, SlotName
from yamori.understanding.going_on import around, going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

_THINGS = (SlotName.ROOM, SlotName.DEVICE, SlotName.FEATURE)


def amended(frames: Sequence[Frame], utterance: Utterance, said: str) -> str | None:
    """A sentence that was `said` before with a part of it exchanged; None for one that corrects nothing of it."""
    origin = utterance_of(said, utterance.now)
    slots = [slot for frame in frames for slot in frame.slots]
    retracted = [slot for slot in slots if slot.name is SlotName.RETRACTED]
    if retracted and (exchanged := _exchanged(retracted[0], slots, utterance, origin)) is not None:
        return exchanged
    reasons = _reasons(frames, utterance)
    if (hour := _other_hour(utterance, origin, reasons)) is not None:
        return hour
    return _renumbered(utterance, origin, reasons, asks=not frames or any(frame.intent in READING for frame in frames))


def with_other_time(frames: Sequence[Frame], utterance: Utterance, said: str) -> str | None:
    """A sentence that was `said` before with other times in the place of those of their kinds (`no, at seven`, 7時にして). None for one
    that says more than that, and where a time has no place of its own there."""
    if not utterance.times or any(frame.intent in READING for frame in frames):
        return None
    if not _only_corrects(utterance, (*utterance.time_spans, *_reasons(frames, utterance))):
        return None
    origin = utterance_of(said, utterance.now)
    places: list[tuple[Span, str]] = []
    for when, span in zip(utterance.times, utterance.time_spans, strict=True):
        same = [old for time, old in zip(origin.times, origin.time_spans, strict=True) if time.kind is when.kind]
        if len(same) != 1:
            return None
        places.append((same[0], utterance.normal.shown(span)))
    if len({place for place, _ in places}) < len(places):
        return None
    text = origin.normal.text
    for place, words in sorted(places, reverse=True):
        text = f"{text[: place.start]}{words}{text[place.end :]}"
    return text if text != origin.normal.text else None


def _reasons(frames: Sequence[Frame], utterance: Utterance) -> list[Span]:
    """Where it is only told why: what a reader takes for a reason, and clauses that ask for nothing and hold no time and no number."""
    told = [slot.span for frame in frames for slot in frame.slots if slot.name is SlotName.REASON]
    given = [*utterance.time_spans, *_numbers(utterance)]
    known = _words("correction", utterance)
    correcting = [w.span for w in utterance.words if w.text.lower() in known or w.base.lower() in known]
    remarks = [span for clause in clauses_of(utterance) if clause.is_remark for span in _cut_behind_why(clause.span, utterance)]
    return [*told, *(span for span in remarks if not any(span.overlaps(other) for other in (*given, *correcting)))]


def _cut_behind_why(clause: Span, utterance: Utterance) -> list[Span]:
    """A clause in two where words in it end that tell why (ので), and the rest need not be one."""
    text = utterance.normal.text[clause.start : clause.end]
    ends = [text.find(word) + len(word) for word in _words("telling_why", utterance) if word in text]
    cut = clause.start + min(ends, default=len(text))
    return [span for span in (Span(clause.start, cut), Span(cut, clause.end)) if span.start < span.end]


def _other_hour(utterance: Utterance, origin: Utterance, reasons: Sequence[Span]) -> str | None:
    """With a bare number as the hour of the one time of day that the sentence holds (`no, make that ten`): it has no other number."""
    clocks = [span for time, span in zip(origin.times, origin.time_spans, strict=True) if time.time is not None]
    if utterance.vocabulary.morphemes or utterance.times or len(clocks) != 1:
        return None
    told = [span for span in _numbers(utterance) if not any(span.overlaps(reason) for reason in reasons)]
    hours = [span for span in told if _is_hour(utterance.normal.text[span.start : span.end])]
    outside = [span for span in _numbers(origin) if not span.overlaps(clocks[0])]
    if not len(told) == len(hours) == 1 or outside or not _only_corrects(utterance, [told[0], *reasons]):
        return None
    clock = origin.normal.shown(clocks[0])
    words = utterance.normal.shown(hours[0])
    part = next((f" {word}" for word in clock.split() if resolve(word, origin.now).part is not None), "")
    return _with(origin, clocks[0], f"{words}{part}")


def _is_hour(word: str) -> bool:
    return (found := resolve(f"at {word}", _ANY)).time is not None and found.time.minute == 0


_ANY = datetime(2026, 1, 5, tzinfo=UTC)


def _exchanged(retracted: Slot, slots: Sequence[Slot], utterance: Utterance, origin: Utterance) -> str | None:
    """With the new words in the place of those that are taken back, where the sentence holds these."""
    new = _replacement(retracted, slots, utterance)
    old = _taken_back(retracted, utterance, origin)
    return _with(origin, old, new) if new and old is not None else None


def _taken_back(retracted: Slot, utterance: Utterance, origin: Utterance) -> Span | None:
    """Where the words that are taken back stand in the sentence: the time among them, or all their content words."""
    text = origin.normal.text
    times = [utterance.normal.shown(span) for span in utterance.time_spans if span.overlaps(retracted.span)]
    words = times or [word.text for word in utterance.words if word.span.overlaps(retracted.span)]
    places = [(text.lower().find(word.lower()), word) for word in words]
    if not places or any(at < 0 for at, _ in places):
        return None
    return Span(min(at for at, _ in places), max(at + len(word) for at, word in places))


def _replacement(retracted: Slot, slots: Sequence[Slot], utterance: Utterance) -> str:
    """What is given instead: a time for a time, else what is named; empty where there is none."""
    text = utterance.normal
    if any(span.overlaps(retracted.span) for span in utterance.time_spans):
        times = [text.shown(span) for span in utterance.time_spans if not span.overlaps(retracted.span)]
        return times[0] if len(times) == 1 else ""
    named = [slot.span for slot in slots if slot.name in _THINGS]
    words = [word.span for word in utterance.words if not word.span.overlaps(retracted.span) and not _corrects(word.text, utterance)]
    spans = [*named, *words]
    return text.shown(Span(min(span.start for span in spans), max(span.end for span in spans))) if spans else ""


def _renumbered(utterance: Utterance, origin: Utterance, reasons: Sequence[Span], *, asks: bool) -> str | None:
    """With another number in the place of the one that was said: of a sentence that holds both, or that only corrects and says why."""
    told = [number for number in _numbers_alone(utterance) if not any(number.overlaps(reason) for reason in reasons)]
    had = _numbers(origin)
    spoken = [utterance.normal.text[span.start : span.end] for span in told]
    quoted = [span for span in had if origin.normal.text[span.start : span.end] in spoken]
    new = [number for number in spoken if all(number != origin.normal.text[span.start : span.end] for span in quoted)]
    if len(new) != 1:
        return None
    if len(quoted) == 1 and len(spoken) == 2:
        return _with(origin, quoted[0], new[0])
    if len(told) == 1 and not asks and (unit := _unit(told[0], utterance)):  # of a sentence with a time it is the number of this unit
        alike = [span for span in had if _unit(span, origin) == unit]
        alone = len(alike) == 1 and _only_corrects(utterance, [_with_unit(told[0], utterance), *reasons])
        return _with(origin, alike[0], new[0]) if alone else None
    if asks or not len(had) == len(told) == 1 or not _only_corrects(utterance, [*told, *reasons]):
        return None
    if _behind_in_time(told[0], utterance) not in (None, _behind_in_time(had[0], origin)):
        return None  # nothing is left of 6時半 behind another hour
    return _with(origin, had[0], new[0])


def _behind_in_time(number: Span, utterance: Utterance) -> str | None:
    """What stands behind a number in the time that it is a part of, such as 時半; None where it is part of none."""
    spans = [span for span in utterance.time_spans if span.overlaps(number)]
    return utterance.normal.text[number.end : spans[0].end] if spans else None


def _numbers_alone(utterance: Utterance) -> list[Span]:
    """The numbers that are not parts of one time: of 8:30 and "half past eight" there is no one number."""
    numbers = _numbers(utterance)
    clocks = [span for span in utterance.time_spans if sum(number.overlaps(span) for number in numbers) > 1]
    return [number for number in numbers if not any(number.overlaps(clock) for clock in clocks)]


def _numbers(utterance: Utterance) -> list[Span]:
    """Where numbers stand, in digits, or in words where blanks part them."""
    digits = [Span(*match.span()) for match in _DIGITS.finditer(utterance.normal.text)]
    if utterance.vocabulary.morphemes:
        return digits
    units = [word for unit in _UNITS for word in going_on_words(unit, utterance.language)]
    words = [word.span for word in utterance.words if utterance.vocabulary.is_number(word.text) and word.text not in units]
    return sorted({*digits, *(span for span in words if not any(span.overlaps(other) for other in digits))})


def _unit(number: Span, utterance: Utterance) -> str:
    """What a number that is no time counts, by what stands right behind it; empty where that tells nothing."""
    behind = utterance.normal.text[number.end :].lstrip().lower()
    return next((unit for unit in _UNITS if behind.startswith(going_on_words(unit, utterance.language))), "")


def _with_unit(number: Span, utterance: Utterance) -> Span:
    text = utterance.normal.text
    behind = text[number.end :]
    space = len(behind) - len(behind.lstrip())
    words = going_on_words(_unit(number, utterance), utterance.language)
    word = next(word for word in words if behind.lstrip().lower().startswith(word))
    return Span(number.start, number.end + space + len(word))


_UNITS = ("percent", "degrees")
_DIGITS = re.compile(r"\d+")


def _only_corrects(utterance: Utterance, given: Sequence[Span]) -> bool:
    """Whether nothing stands beside what is given anew but words that correct, and its unit."""
    units = [Span(a.start, a.end) for a in amounts_in(utterance.normal.text)]
    taken = [*given, *(unit for unit in units if any(unit.overlaps(span) for span in given))]
    outside = around(utterance, taken)
    correcting = _words("correction", utterance) + _words("replacing", utterance)
    if utterance.vocabulary.morphemes:
        rest = [w for w in utterance.words if not any(w.span.overlaps(span) for span in taken)]
        known = all(_corrects(word.text, utterance) or _corrects(word.base, utterance) for word in rest)
        return known and any(word in outside for word in correcting)
    said = outside.split()
    beside = _words("beside", utterance)
    return all(word in (*correcting, *beside) for word in said) and any(word in correcting for word in said)


def _corrects(word: str, utterance: Utterance) -> bool:
    low = word.lower()
    return any(low in known or known in low for known in (*_words("correction", utterance), *_words("replacing", utterance)))


def _words(topic: str, utterance: Utterance) -> tuple[str, ...]:
    return going_on_words(topic, utterance.language)


def _with(origin: Utterance, span: Span, words: str) -> str:
    text = origin.normal.text
    return f"{text[: span.start]}{words}{text[span.end :]}"
