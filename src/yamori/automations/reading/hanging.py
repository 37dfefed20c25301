"""The parts of a sentence that are to be done later: the words of what is done, and of what it waits for. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from yamori.automations.reading.alternatives import is_or
from yamori.automations.reading.asides import asides_of
from yamori.automations.reading.lengths import is_range
from yamori.automations.reading.torn import mended, rejoined
from yamori.automations.reading.vocabulary import sun_events, words_for
from yamori.domain.when import Kind, resolve
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.message_frames import strangers_told
from yamori.understanding.only_so_long import with_only
from yamori.understanding.opposites import reverses
from yamori.understanding.outside import names_something
from yamori.understanding.put_off import vague_moments, with_vague
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

HANGING = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD))
"""What puts something off."""
_TIMES = (SlotName.REPEAT, SlotName.WHEN)


@dataclass(frozen=True, kw_only=True)
class Later:
    """One thing that is put off, each part in the person's words."""

    action: str
    """What is to be done; empty where somebody is only to be told."""
    tells: bool
    """Somebody is to be told that it is so."""
    names: bool = True
    """The action names what it is done with."""
    message: str = ""
    """What they are to be told, where the sentence says it."""
    passes_on: bool = False
    """Another person is to be told that it is so: the action names them, and not what they are told."""
    times: str = ""
    conditions: tuple[str, ...] = ()
    durations: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    once: bool = False
    """The sentence says that it is for once."""
    values: tuple[str, ...] = ()
    """What a device is set to, where one frame names several: each needs a call of its own."""
    vague: str = ""
    """Words for a moment that is not named."""
    places: tuple[str, ...] = ()
    """Where somebody is to be told it: no channel of ours is chosen by a place."""
    device: str = ""
    """What was named last before it: what its `it` means."""
    reverses: bool = False
    """It takes back what the part before it does, and names nothing (`and off at nine`)."""
    amounts: tuple[str, ...] = ()
    """What is set, or by how much: each has to be in what is done."""
    strangers: str = ""
    """Who is to be told it and lives elsewhere."""


def later_parts(frames: Sequence[Frame], utterance: Utterance, *, before: Sequence[Frame] = ()) -> tuple[Later, ...]:
    """What of the frames is put off. Frames that follow each other and wait for the same are one; `before` came earlier in what
    was said."""
    found: list[Later] = []
    last: Frame | None = None
    frames = tuple(mended(frame, utterance) for frame in rejoined(with_vague(frames, utterance), utterance))
    for group in _groups(frames):
        vague = [span for frame in group for span in vague_moments(frame, utterance)]
        leads = _leads(group, utterance)
        slots = [s for frame in group for s in frame.slots if s.name in HANGING and s.name is not SlotName.LEAD]
        hanging = _whole([*(s for s in slots if not _only_vague(s, vague)), *leads], utterance)
        if not (hanging or vague):
            continue
        times = _times(hanging, utterance, apart=vague)
        said_once = [m.span for m in utterance.markers if m.kind is MarkerKind.ONCE and any(f.span.overlaps(m.span) for f in group)]
        next_time = [span for f in group if (span := _next_time(utterance, f.span)) is not None]
        asides = [span for frame in group for span in asides_of(frame, utterance)]
        lengths = [with_only(slot.span, utterance) for slot in hanging if slot.name is SlotName.DURATION]
        cut = [*said_once, *next_time, *times, *vague, *asides, *lengths, *(slot.span for slot in hanging if slot.name not in _TIMES)]
        joint = "、" if utterance.vocabulary.morphemes else " and "
        acting = [frame for frame in group if frame.intent is not IntentName.NOTIFY]
        named = [*before, *(f for f in frames if f.span.start < group[0].span.start)]
        alone = len(acting) == 1 and not names_something(acting[0], utterance)
        reverses_last = bool(found) and last is not None and alone and reverses(acting[0], last, utterance)
        repeated = _repeated(last, times, utterance) if last is not None and reverses_last else ""
        last = acting[-1] if acting else last
        part = Later(
            action=joint.join(filter(None, (_without(utterance, f.span, cut) for f in acting))),
            names=any(names_something(frame, utterance) for frame in acting),
            tells=len(acting) < len(group),
            message=next((f.text(SlotName.TEXT) for f in group if f.text(SlotName.TEXT)), ""),
            passes_on=any(f.intent is IntentName.TELL and not f.text(SlotName.TEXT) for f in acting),
            times=", ".join(filter(None, (repeated, *(utterance.normal.shown(span) for span in times)))),
            conditions=tuple(slot.text for slot in hanging if slot.name is SlotName.CONDITION),
            durations=_lengths(hanging, " ".join(utterance.normal.shown(span) for span in times)),
            leads=tuple(slot.text for slot in hanging if slot.name is SlotName.LEAD),
            once=bool(said_once or next_time),
            values=next((v for f in acting if len(v := f.texts(SlotName.VALUE)) > 1), ()),
            vague=", ".join(utterance.normal.shown(span) for span in vague),
            places=_places(group, hanging),
            device=next((thing for f in reversed(named) if (thing := _thing(f, utterance))), ""),
            reverses=reverses_last,
            amounts=_amounts(acting, hanging),
            strangers=next((who for frame in group if (who := strangers_told(frame, utterance))), ""),
        )
        if reverses_last and (length := _length_after(part)):
            found[-1] = replace(found[-1], durations=(*found[-1].durations, length))
        else:
            found.append(part)
    return tuple(found)


def _repeated(last: Frame, times: Sequence[Span], utterance: Utterance) -> str:
    """The days on which something comes again that is then taken back at a time of its own (`every day at six, and off at nine`); empty
    where that says its own days."""
    found = list(zip(utterance.time_spans, utterance.times, strict=True))
    own = [time for at, time in found if any(at.overlaps(span) for span in times)]
    if not own or any(time.kind is not Kind.TIME for time in own):
        return ""
    return next((utterance.normal.shown(at) for at, time in found if time.recurrence and at.overlaps(last.span)), "")


def _length_after(part: Later) -> str:
    """How long after the part before it something is taken back (`and off after five minutes`); empty where it is at a time of its own."""
    amounts = amounts_in(part.times)
    says_more = part.conditions or part.durations or part.leads or part.vague or part.tells
    if len(amounts) != 1 or says_more:
        return ""
    return part.times[amounts[0].start : amounts[0].end]


def _amounts(frames: Sequence[Frame], hanging: Sequence[Slot]) -> tuple[str, ...]:
    """Values and steps that stand outside what puts it off."""
    slots = [slot for frame in frames for slot in frame.slots if slot.name in (SlotName.VALUE, SlotName.DELTA)]
    return tuple(slot.text for slot in slots if not any(slot.span.overlaps(other.span) for other in hanging))


def _thing(frame: Frame, utterance: Utterance) -> str:
    """What a frame names, with its room where that stands before it."""
    devices = [slot for slot in frame.slots if slot.name is SlotName.DEVICE]
    if not devices:
        return ""
    room = next((slot for slot in frame.slots if slot.name is SlotName.ROOM and 0 <= devices[0].span.start - slot.span.end <= 1), None)
    joint = "の" if utterance.vocabulary.morphemes else " "
    return f"{room.text}{joint}{devices[0].text}" if room is not None else devices[0].text


def with_thing(action: str, thing: str, now: datetime) -> str:
    """The words of an action that names nothing (`open them again`, また開けて), with what was named before it."""
    utterance = utterance_of(action, now)
    if utterance.vocabulary.morphemes:
        pointing = next((word for word in words_for("it", utterance.language) if action.startswith(word)), "")
        return f"{thing}を{action.removeprefix(pointing).lstrip('をはも')}"
    first, *rest = action.split()
    pointing_at = next((n for n, word in enumerate(rest) if word.lower() in words_for("it", utterance.language)), None)
    if pointing_at is not None:
        rest[pointing_at : pointing_at + 1] = []
    return " ".join((first, thing, *rest))


def _places(frames: Sequence[Frame], hanging: Sequence[Slot]) -> tuple[str, ...]:
    """The rooms in which somebody wants to be told, and none of what is waited for."""
    rooms = [slot for frame in frames if frame.intent is IntentName.NOTIFY for slot in frame.slots if slot.name is SlotName.ROOM]
    return tuple(room.text for room in rooms if not any(room.span.overlaps(slot.span) for slot in hanging))


def _leads(frames: Sequence[Frame], utterance: Utterance) -> list[Slot]:
    """Leads with the side on which they count, and with the entry that stands beside them (`half an hour before` + `the dentist`)."""
    found: list[Slot] = []
    text = utterance.normal.text
    titles = [slot for frame in frames for slot in frame.slots if slot.name is SlotName.TITLE]
    for slot in (slot for frame in frames for slot in frame.slots if slot.name is SlotName.LEAD):
        behind = text[slot.span.end :]
        sides = [w for topic in ("before", "after") for w in words_for(topic, utterance.language)] if utterance.vocabulary.morphemes else []
        start, end = slot.span.start, slot.span.end + len(next((w for w in sides if behind.startswith(w)), ""))
        for title in titles:
            if title.span.start >= end and not text[end : title.span.start].strip():
                end = title.span.end
            elif title.span.end <= start and text[title.span.end : start].strip() in ("", "の"):
                start = title.span.start
        span = Span(start, end)
        found.append(replace(slot, span=span, text=utterance.normal.shown(span)))
    return found


def _only_vague(slot: Slot, vague: Sequence[Span]) -> bool:
    return any(span.start <= slot.span.start and slot.span.end <= span.end for span in vague)


def _lengths(hanging: Sequence[Slot], times: str) -> tuple[str, ...]:
    """The lengths of time that say something else than the moment (`say forty minutes, in forty minutes`)."""
    moments = [amount.length for amount in amounts_in(times)]
    found = [slot.text for slot in hanging if slot.name is SlotName.DURATION]
    return tuple(text for text in found if not ((said := amounts_in(text)) and all(a.length in moments for a in said)))


def _whole(hanging: Sequence[Slot], utterance: Utterance) -> list[Slot]:
    """Slots that touch as one: a reader may cut an expression. A condition takes what touches it; a time a length that stands beside it."""
    found: list[Slot] = []
    for slot in sorted((_moment(slot, utterance) for slot in hanging), key=lambda s: s.span):
        last = found[-1] if found else None
        if last is None or _is_apart(last, slot, utterance) or _is_ended(last, slot, utterance):
            found.append(slot)
            continue
        names = (last.name, slot.name)
        name = SlotName.CONDITION if SlotName.CONDITION in names else next((n for n in names if n in _TIMES), last.name)
        span = Span(last.span.start, max(last.span.end, slot.span.end))
        found[-1] = replace(last, name=name, span=span, text=utterance.normal.shown(span))
    return found


def _is_apart(last: Slot, slot: Slot, utterance: Utterance) -> bool:
    """Whether something stands between two slots; between two conditions an `or` makes them one."""
    between = utterance.normal.text[last.span.end : slot.span.start].strip()
    both = last.name is slot.name is SlotName.CONDITION
    return bool(between) and not (both and is_or(between, utterance))


def _is_ended(last: Slot, slot: Slot, utterance: Utterance) -> bool:
    """Whether a time or a length beside a condition is none of its own: at seven|if it rains, for an hour|when I leave, 雨なら|7時に."""
    marked = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.CONDITION]
    if last.name in (*_TIMES, SlotName.DURATION) and slot.name is SlotName.CONDITION:
        return any(span.start == slot.span.start for span in marked)
    ends = any(span.end == last.span.end for span in marked)
    return utterance.vocabulary.morphemes and last.name is SlotName.CONDITION and ends and slot.name in (*_TIMES, SlotName.DURATION)


def _next_time(utterance: Utterance, span: Span) -> Span | None:
    """Where a frame begins with words for the next time (次に), outside its condition; None where it does not."""
    if not utterance.vocabulary.morphemes:
        return None
    text = utterance.normal.text[span.start : span.end]
    lead = len(text) - len(text.lstrip(" 、,"))
    word = next((w for w in words_for("once", utterance.language) if text[lead:].startswith(w)), "")
    return Span(span.start + lead, span.start + lead + len(word)) if word else None


def _moment(slot: Slot, utterance: Utterance) -> Slot:
    """A length that counts from now is a moment, whatever a reader takes it for (`half an hour from now`), and so is what counts from
    the sun, with the side on which it does, and a time with its end (`from seven to eight`). What is only an end (金曜まで) is none."""
    language = utterance.language
    if slot.name is not SlotName.CONDITION and any(name in slot.text.lower() for name, _ in sun_events(language)):
        behind = utterance.normal.text[slot.span.end :] if utterance.vocabulary.morphemes else ""
        side = next((w for topic in ("before", "after") for w in words_for(topic, language) if behind.startswith(w)), "")
        span = Span(slot.span.start, slot.span.end + len(side))
        return replace(slot, name=SlotName.WHEN, span=span, text=utterance.normal.shown(span))
    times = [(at, time) for at, time in zip(utterance.time_spans, utterance.times, strict=True) if at.overlaps(slot.span)]
    begins = any(time.kind is Kind.MOMENT or is_range(time) for _, time in times)
    if slot.name is SlotName.DURATION and begins:
        return replace(slot, name=SlotName.WHEN)
    if slot.name in _TIMES and times and not begins and all(time.lead == "until" for _, time in times):
        text, ends = utterance.normal.text, [m.span for m in utterance.markers if m.kind is MarkerKind.UNTIL]
        touching = [e for e in ends if e.start == slot.span.end or (e.end <= slot.span.start and not text[e.end : slot.span.start].strip())]
        whole = [slot.span, *touching]
        span = Span(min(each.start for each in whole), max(each.end for each in whole))
        if touching or any(span.overlaps(end) for end in ends):
            return replace(slot, name=SlotName.DURATION, span=span, text=utterance.normal.shown(span))
    return slot


def _times(hanging: Sequence[Slot], utterance: Utterance, *, apart: Sequence[Span]) -> list[Span]:
    """Where times stand: a reader may cut an expression that code reads whole. What is `apart` names none."""
    spans: list[Span] = []
    for slot in sorted((s for s in hanging if s.name in _TIMES), key=lambda s: s.span):
        if any(slot.span.overlaps(span) for span in apart) and not any(slot.span.overlaps(span) for span in utterance.time_spans):
            continue
        read = [span for span in utterance.time_spans if span.overlaps(slot.span)]
        whole = read if any(slot.span.overlaps(span) for span in apart) else [slot.span, *read]
        span = _with_come(_with_clock(Span(min(s.start for s in whole), max(s.end for s in whole)), hanging, utterance), utterance)
        if spans and spans[-1].end >= span.start:
            spans[-1] = Span(spans[-1].start, max(spans[-1].end, span.end))
        else:
            spans.append(span)
    return spans


def _with_come(span: Span, utterance: Utterance) -> Span:
    """A time with the words behind it that say that it has come (9時になったら): a reader that takes it for a moment may leave them out."""
    behind = utterance.normal.text[span.end :]
    found = next((w for w in words_for("comes", utterance.language) if behind.startswith(w)), "")
    return Span(span.start, span.end + len(found))


def _with_clock(span: Span, hanging: Sequence[Slot], utterance: Utterance) -> Span:
    """A day with the time that stands right behind it and that no slot holds (`every weekday|at seven open …`)."""
    shown = utterance.normal.shown
    if (
        utterance.vocabulary.morphemes
        or (found := resolve(shown(span), utterance.now)).time is not None
        or not (found.rrule or found.date_said)
    ):
        return span
    best = span
    for word in [w for w in utterance.words if w.span.start >= span.end][:_CLOCK_WORDS]:
        if any(word.span.overlaps(slot.span) for slot in hanging):
            break
        wider = utterance_of(shown(Span(span.start, word.span.end)), utterance.now)
        if any(not any(w.span.overlaps(at) for at in wider.time_spans) for w in wider.words):
            break
        if resolve(wider.text, utterance.now).time is not None:
            best = Span(span.start, word.span.end)
    return best


_CLOCK_WORDS = 4
"""Content words of a time of day, at most."""


def _groups(frames: Sequence[Frame]) -> list[list[Frame]]:
    """Frames that wait for the same: one that waits for something of its own begins another group, one that waits for nothing belongs to
    the one before it; where nothing was waited for yet, to the next."""
    groups: list[list[Frame]] = []
    for frame in frames:
        waits = any(slot.name in HANGING for slot in frame.slots)
        open_ended = bool(groups) and not any(slot.name in HANGING for f in groups[-1] for slot in f.slots)
        if groups and (not waits or (open_ended and frame.intent is not IntentName.NOTIFY)):
            groups[-1].append(frame)
        else:
            groups.append([frame])
    return groups


def _without(utterance: Utterance, span: Span, cut: Sequence[Span]) -> str:
    """The words of a span without those of others, and without what tied them together."""
    pieces, start = [], span.start
    for other in sorted(cut):
        if span.overlaps(other):
            pieces.append(Span(start, max(other.start, start)))
            start = min(other.end, span.end)
    pieces.append(Span(start, span.end))
    spaced = not utterance.vocabulary.morphemes
    shown = [_trimmed(utterance.normal.shown(p), utterance.language, spaced=spaced) for p in pieces if p.start < p.end]
    return (" " if spaced else "").join(filter(None, shown))


def _trimmed(text: str, language: str, *, spaced: bool) -> str:
    loose = words_for("loose", language)
    text = text.strip(" ,.;:!、。")
    while spaced and text and text.split()[0].lower() in loose:
        text = text.partition(" ")[2].strip(" ,")
    while spaced and text and text.split()[-1].lower() in ("and", "then", "at", "but"):
        text = text.rpartition(" ")[0].strip(" ,")
    while not spaced and (first := next((w for w in loose if text.startswith(w)), "")):
        text = text.removeprefix(first)
    return text
