"""Frames that have somebody of the home told something: a message, a reminder or a notice for another than the speaker. Pure.

A reader knows nobody of the home: for it `text Mum`, `remind Mum` and `text the plumber` are of one kind. Here those that name people who
live there become `IntentName.TELL`, with one slot for whom and one for what; a reminder for a stranger becomes a message to one, which
nobody here can send. All others stay as they were read.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.domain.home import Person
from yamori.understanding.addressees import addressees_in, phrases
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import tokens_of, word_starts

SURE = 0.85
"""From these odds on a reminder is surely for whom it names."""
_TELLING = frozenset((IntentName.MESSAGE, IntentName.REMIND, IntentName.NOTIFY))
_WAITS = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.NEW_WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD))
_UNTOLD = frozenset((SlotName.EXCEPT, SlotName.RETRACTED, SlotName.LIST_NAME, SlotName.ROOM))
"""What is no part of what is told, unless it stands in the middle of it."""
_QUOTES = "\"'“”‘’「」『』 "


def with_messages(frames: Sequence[Frame], utterance: Utterance, people: Sequence[Person]) -> tuple[Frame, ...]:
    """The frames, those that tell somebody of the home something as such."""
    return tuple(_message(frame, utterance, people) or frame for frame in frames)


def strangers_told(frame: Frame, utterance: Utterance) -> str:
    """Whom a notice is for that was read as nobody's of the home (`with_messages`), as they are called; empty for the speaker's own."""
    if frame.intent is not IntentName.NOTIFY:
        return ""
    to = told_people(frame, utterance)
    if to is None:
        return next((utterance.normal.shown(span) for span in unexplained(frame, utterance) if _is_told(span, utterance)), "")
    if any(slot.span.overlaps(to.span) for slot in frame.slots if slot.name in _WAITS):
        return ""
    called = to.text.lower().strip()
    own = {*phrases("own", utterance.language), *phrases("speaker", utterance.language)}
    marks = phrases("behind", utterance.language)
    names = {called, *(called.removesuffix(mark) for mark in marks)}
    return "" if names & own else to.text


def _is_told(span: Span, utterance: Utterance) -> bool:
    """Whether a word that a reader left out stands where whoever is told stands: behind a word for telling, or with its mark before one."""
    text, language = utterance.normal.text, utterance.language
    if not utterance.vocabulary.morphemes:
        return (text[: span.start].split() or [""])[-1] in phrases("asking", language)
    behind = text[span.end :]
    mark = next((mark for mark in phrases("behind", language) if behind.startswith(mark)), "")
    told = next((word for word in utterance.words if mark and word.span.start == span.end + len(mark)), None)
    return told is not None and _asks(told.text, told.base, language)


def unexplained(frame: Frame, utterance: Utterance) -> tuple[Span, ...]:
    """The content words of a message that neither its slots nor the words for telling explain. Clauses that only tell why need none."""
    slots = [slot.span for slot in frame.slots]
    asking = [slot.span for slot in frame.slots if slot.name is not SlotName.REASON]
    remarks = [c.span for c in clauses_of(utterance) if c.is_remark and not any(c.span.overlaps(span) for span in asking)]
    return tuple(
        word.span
        for word in utterance.words
        if frame.span.overlaps(word.span)
        and not any(word.span.overlaps(span) for span in (*slots, *remarks))
        and not _asks(word.text, word.base, utterance.language)
    )


def _message(frame: Frame, utterance: Utterance, people: Sequence[Person]) -> Frame | None:
    if frame.intent not in _TELLING or any(slot.name is SlotName.RETRACTED for slot in frame.slots):
        return None
    to = told_people(frame, utterance)
    if to is None or (frame.intent is not IntentName.MESSAGE and _is_own(replace(frame, slots=(*frame.slots, to)), utterance)):
        return None
    if addressees_in(to.text, people, utterance.language) is None:
        return replace(frame, intent=IntentName.MESSAGE) if _is_for_a_stranger(frame, to, utterance) and people else None
    waits = tuple(slot for slot in frame.slots if slot.name in _WAITS)
    said = [slot for slot in frame.slots if slot.name not in _WAITS | _UNTOLD and not slot.span.overlaps(to.span)]
    groups = _uninterrupted(said, [to, *waits])
    told = [group for group in groups if any(slot.name is not SlotName.REASON for slot in group)]
    if len(told) > 1:
        return None
    text = _text(told[0], to, waits, frame, utterance) if told else None
    if text is not None and any(text.text.lower().startswith(f"{word} ") for word in phrases("corrections", utterance.language)):
        return None
    if text is not None and not waits and (apart := _waits_for_them(text, to, utterance)) is not None:
        text, waits = apart[0], (apart[1],)
    kept = [slot for slot in frame.slots if slot.name in _UNTOLD and not (text is not None and slot.span.overlaps(text.span))]
    slots = (to, *waits, *kept, *([text] if text is not None else []))
    return replace(frame, intent=IntentName.TELL, slots=tuple(sorted(slots, key=lambda slot: slot.span)))


def _waits_for_them(text: Slot, to: Slot, utterance: Utterance) -> tuple[Slot, Slot] | None:
    """What is told, and what of whoever is told it waits for: said to them it would be `you`, so that `when he comes home` behind what is
    told is none of it. What somebody is to do (`tell Tom to …`) they are told now."""
    span, shown = text.span, utterance.normal.shown
    if utterance.vocabulary.morphemes or shown(Span(to.span.end, span.start)).split()[-1:] == ["to"]:
        return None
    marked = [m.span for m in utterance.markers if m.kind is MarkerKind.CONDITION and span.start < m.span.start < span.end]
    if len(marked) != 1:
        return None
    first, *rest = shown(Span(marked[0].end, span.end)).split() or [""]
    told = shown(Span(span.start, marked[0].start)).strip(" ,.;")
    if first.lower() not in phrases("third", utterance.language) or not rest or not told:
        return None
    of_them = " ".join((shown(marked[0]).strip(), to.text, *rest))
    condition = Slot(name=SlotName.CONDITION, text=of_them, span=Span(marked[0].start, span.end), odds=text.odds)
    return replace(text, text=told, span=Span(span.start, marked[0].start)), condition


def _is_for_a_stranger(frame: Frame, to: Slot, utterance: Utterance) -> bool:
    """Whether somebody else is to be reminded, who does not live here: that is no reminder of the speaker's. In a language without blanks
    whoever is to be rung looks the same, so that nothing is said of it there."""
    is_reminder = frame.intent is IntentName.REMIND and not utterance.vocabulary.morphemes
    return is_reminder and frame.odds >= SURE and to.odds >= SURE


def told_people(frame: Frame, utterance: Utterance) -> Slot | None:
    """Whom it is told, as one slot, whoever that is; None where nobody is named so."""
    for run in _runs([slot for slot in frame.slots if slot.name is SlotName.PERSON], utterance):
        span = Span(run[0].span.start, run[-1].span.end)
        behind = utterance.normal.text[span.end :]
        marks = phrases("behind", utterance.language)
        for honorific in phrases("honorifics", utterance.language):
            behind = behind.removeprefix(honorific)
        text = utterance.normal.text[span.start : span.end]
        if marks and not (behind.startswith(marks) or text.endswith(marks)):
            continue  # whose it is, or who does it
        span = _with_speaker(span, utterance)
        return replace(run[0], span=span, text=utterance.normal.shown(span), odds=min(slot.odds for slot in run))
    return None


def _with_speaker(span: Span, utterance: Utterance) -> Span:
    """With the speaker who is joined to them (`me and Ann`): a reader may mark only the others."""
    if utterance.vocabulary.morphemes:
        return span
    joints, speaker = phrases("joints", utterance.language), phrases("speaker", utterance.language)
    text = utterance.normal.text
    words = text[: span.start].split()
    inside = text[span.start : span.end].split()
    joined = inside[:1] if inside[:1] and inside[0] in joints else words[-1:] if words[-1:] and words[-1] in joints else []
    before = words if joined == inside[:1] else words[:-1]
    if not joined or not before or before[-1] not in speaker:
        return span
    return Span(text.rfind(before[-1], 0, span.start), span.end)


def _runs(slots: Sequence[Slot], utterance: Utterance) -> list[list[Slot]]:
    """Slots between which nothing but words that join stands."""
    joints = phrases("joints", utterance.language)
    runs: list[list[Slot]] = []
    for slot in sorted(slots, key=lambda each: each.span):
        between = utterance.normal.text[runs[-1][-1].span.end : slot.span.start].strip() if runs else ""
        ends = bool(runs) and runs[-1][-1].text.split()[-1:] and runs[-1][-1].text.split()[-1] in joints
        if runs and (between in joints or (not between and (slot.text.startswith(joints) or ends))):
            runs[-1].append(slot)
        else:
            runs.append([slot])
    return runs


def _is_own(frame: Frame, utterance: Utterance) -> bool:
    """Whether somebody wants to be told or reminded themselves, of what has to do with others."""
    slots = [slot.span for slot in frame.slots]
    words = phrases("own", utterance.language)
    text = utterance.normal.text
    if utterance.vocabulary.morphemes:
        starts = {start for start in word_starts(text, utterance.vocabulary) if frame.span.start <= start < frame.span.end}
        free = [start for start in starts if not any(span.start <= start < span.end for span in slots)]
        own = phrases("own_behind", utterance.language)
        return any(text.startswith(words, start) for start in free) or any(text.startswith(own, span.end) for span in slots)
    covered = text[frame.span.start : frame.span.end]
    for span in sorted(slots, reverse=True):
        start, end = max(span.start - frame.span.start, 0), max(span.end - frame.span.start, 0)
        covered = f"{covered[:start]} | {covered[end:]}"
    return any(token in words for token in tokens_of(covered))


def _uninterrupted(slots: Sequence[Slot], others: Sequence[Slot]) -> list[list[Slot]]:
    """Slots in groups between which none of the others stands."""
    groups: list[list[Slot]] = []
    for slot in sorted(slots, key=lambda each: each.span):
        last = groups[-1][-1].span.end if groups else 0
        apart = any(last <= other.span.start and other.span.end <= slot.span.start for other in others)
        if groups and not apart:
            groups[-1].append(slot)
        else:
            groups.append([slot])
    return groups


def _text(said: Sequence[Slot], to: Slot, waits: Sequence[Slot], frame: Frame, utterance: Utterance) -> Slot | None:
    """What is told, in one piece: with the words that a reader left at its borders, without those that only lead to it."""
    others = [to.span, *(slot.span for slot in waits)]
    start, end = said[0].span.start, max(slot.span.end for slot in said)
    if not utterance.vocabulary.morphemes:
        start = _start(start, to, others, utterance)
    end = _end(end, others, frame, utterance)
    span = _trimmed(Span(_behind_vague(start, utterance), end), utterance)
    shown = utterance.normal.shown(span).strip(_QUOTES) if span is not None else ""
    if span is None or not shown:
        return None
    return Slot(name=SlotName.TEXT, text=shown, span=span, odds=min(slot.odds for slot in said))


def _start(start: int, to: Slot, others: Sequence[Span], utterance: Utterance) -> int:
    """The beginning of a text with the small words before it that no slot holds, back to whoever is told or to the words for telling."""
    before = _content(Span(to.span.end, start), utterance)
    if any(not _asks(text, base, utterance.language) for _, text, base in before):
        return start
    begins = max([to.span.end, *(span.end for span, _, _ in before)])
    vague = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.VAGUE]
    apart = any(begins <= span.start < start for span in (*others, *vague))
    return start if apart or begins > start else begins


def _behind_vague(start: int, utterance: Utterance) -> int:
    """Where a text begins behind an unnamed moment (`later that …`), which says when it is told."""
    text = utterance.normal.text
    vague = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.VAGUE and marker.span.start >= start]
    return next((span.end for span in vague if not text[start : span.start].strip()), start)


def _end(end: int, others: Sequence[Span], frame: Frame, utterance: Utterance) -> int:
    """The end of a text with the content words behind it that no slot holds, up to the words for telling."""
    limit = min((span.start for span in others if span.start >= end), default=frame.span.end)
    left = _content(Span(end, limit), utterance)
    if not left or _asks(*left[0][1:], utterance.language):
        return end
    return next((span.start for span, text, base in left if _asks(text, base, utterance.language)), limit)


def _content(span: Span, utterance: Utterance) -> list[tuple[Span, str, str]]:
    if span.end <= span.start:
        return []
    return [(word.span, word.text, word.base) for word in utterance.words if span.overlaps(word.span)]


def _asks(text: str, base: str, language: str) -> bool:
    words = phrases("asking", language)
    return text in words or base in words


def _trimmed(span: Span, utterance: Utterance) -> Span | None:
    """Without blanks and marks, and without whole words that lead to a text or end it (`that`, って)."""
    text, (start, end) = utterance.normal.text, span
    starts = {*word_starts(text, utterance.vocabulary), len(text)}
    leads = phrases("leads", utterance.language)
    ends = [(kept, cut) for kept, _, cut in (phrase.rpartition("|") for phrase in phrases("ends", utterance.language))]
    changed = True
    while changed and start < end:
        changed = False
        while start < end and text[start] in " ,:;、。":
            start += 1
        while start < end and text[end - 1] in " ,.;:、。":
            end -= 1
        spaced = not utterance.vocabulary.morphemes
        lead = next((w for w in leads if text.startswith(w, start, end) and _leads(text, Span(start, start + len(w)), starts, spaced)), "")
        if lead and start + len(lead) < end:
            start, changed = start + len(lead), True
        ending = next((cut for kept, cut in ends if _ends(text[start:end], kept, cut) and (kept or end - len(cut) in starts)), "")
        if ending and end - len(ending) > start:
            end, changed = end - len(ending), True
    return Span(start, end) if start < end else None


def _leads(text: str, span: Span, starts: set[int], spaced: bool) -> bool:
    """Whether a word begins and ends there."""
    return text[span.end : span.end + 1] in (" ", ":") if spaced else span.start in starts and span.end in starts


def _ends(text: str, kept: str, cut: str) -> bool:
    return text.endswith(kept + cut)
