"""Frames as this agent reads them: what the reader cut in two (an amount, a list's name, an enumeration) is put together again. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from yamori.agents.lists.household_list import HouseholdList
from yamori.agents.lists.rules.amounts import is_amount, is_number, is_unit
from yamori.agents.lists.rules.names import known_names, mentioned_list, name_key
from yamori.agents.lists.rules.vocabulary import words_for
from yamori.domain.language import is_spaced
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_S = SlotName
_GOVERNING = frozenset((IntentName.COMPLETE, IntentName.DELETE))
_SAYING = frozenset((_S.TEXT, _S.VALUE, _S.DELTA))
_PARTS = frozenset((frozenset((_S.TITLE,)), frozenset((_S.TITLE, _S.ROOM)), frozenset((_S.LIST_NAME,))))
"""The slots of which two may be one name."""
_CUT = frozenset((_S.LIST_NAME, _S.ROOM, _S.PERSON, _S.DEVICE))


def mended(frames: Sequence[Frame], utterance: Utterance, lists: Sequence[HouseholdList]) -> tuple[Frame, ...]:
    """The same frames with slots that hold what belongs together, and one intent for what one verb governs."""
    names = known_names(lists)
    named = [_enumerated(_with_list_names(_with_mentioned_list(frame, utterance, lists), utterance, names), utterance) for frame in frames]
    whole = [_with_whole_titles(_with_parts(_with_amounts(frame, utterance), utterance), utterance) for frame in named]
    return tuple(_governed(whole, utterance))


def _with_list_names(frame: Frame, utterance: Utterance, names: frozenset[str]) -> Frame:
    """A list's name that the reader took for a thing to put there (`to groceries`), or that has a unit in front (3|パック買い物リスト)."""
    slots: list[Slot] = []
    for slot in frame.slots:
        if slot.name is _S.LIST_NAME and not is_spaced(slot.text) and (kept := _own_name(slot.text, names)) is not None:
            cut = len(slot.text) - len(kept)
            slots.append(replace(slot, text=kept, span=Span(slot.span.start + cut, slot.span.end)))
            slots.append(Slot(name=_S.TITLE, text=slot.text[:cut], span=Span(slot.span.start, slot.span.start + cut), odds=slot.odds))
        elif slot.name is _S.TITLE and name_key(slot.text) in names and not frame.texts(_S.LIST_NAME) and _is_whereto(slot, utterance):
            slots.append(replace(slot, name=_S.LIST_NAME))
        else:
            slots.append(slot)
    return replace(frame, slots=tuple(slots))


def _own_name(said: str, names: frozenset[str]) -> str | None:
    """The list's name at the end of what only begins with a unit."""
    for at in range(1, len(said)):
        if is_unit(said[:at]) and name_key(said[at:]) in names:
            return said[at:]
    return None


def _is_whereto(slot: Slot, utterance: Utterance) -> bool:
    before = utterance.normal.text[: slot.span.start].split()
    return bool(before) and before[-1] in words_for("whereto") and is_spaced(slot.text)


def _with_mentioned_list(frame: Frame, utterance: Utterance, lists: Sequence[HouseholdList]) -> Frame:
    """A list's name of which the reader made several slots (`the|groce|ries`)."""
    names = [slot.span for slot in frame.slots if slot.name is _S.LIST_NAME]
    found = mentioned_list(utterance.normal.text, lists) if names else None
    if found is None or not any(found[1].overlaps(span) and span != found[1] for span in names):
        return frame
    whole = found[1]
    cut = [slot for slot in frame.slots if slot.name in _CUT and whole.overlaps(slot.span)]
    if any(slot.span.start < whole.start or slot.span.end > whole.end for slot in cut):
        return frame  # its name is longer than that
    kept = [slot for slot in frame.slots if slot not in cut and not (slot.name is _S.ROOM and slot.text in words_for("beside"))]
    text = utterance.normal.text[whole.start : whole.end]
    return replace(frame, slots=(*kept, Slot(name=_S.LIST_NAME, text=text, span=whole)))


def _enumerated(frame: Frame, utterance: Utterance) -> Frame:
    """Of several things that are enumerated none is `rice and lemons`, 水筒とおやつ, nor begins or ends with what joins them. Two that are
    put on a list are two as well, but for what is sold as one (`fish and chips`)."""
    titles = [slot for slot in frame.slots if slot.name is _S.TITLE]
    is_pair = len(titles) == 1 and frame.intent is IntentName.ADD_ITEM and not _is_sold_as_one(titles[0].text)
    if len(titles) < 2 and not is_pair:
        return frame
    first, last = min(slot.span for slot in titles), max(slot.span for slot in titles)
    slots: list[Slot] = []
    for said in frame.slots:
        slot = said if said.name is not _S.TITLE else _without_joint(said, behind=said.span != first, before=said.span != last)
        at = _joint(slot, utterance) if slot.name is _S.TITLE else None
        if at is None:
            slots.append(slot)
        else:
            one, other = slot.text[: at.start], slot.text[at.end :]
            slots.append(replace(slot, text=one, span=Span(slot.span.start, slot.span.start + at.start)))
            slots.append(replace(slot, text=other, span=Span(slot.span.start + at.end, slot.span.end)))
    return replace(frame, slots=tuple(slots))


def _is_sold_as_one(said: str) -> bool:
    text = f" {said.casefold()} "
    return any(f" {name} " in text if is_spaced(name) else name in text for name in words_for("sold_as_one"))


def _without_joint(slot: Slot, *, behind: bool, before: bool) -> Slot:
    """`and bread` behind another thing is bread, `bananas and` before one are bananas."""
    text, span = slot.text, slot.span
    for word in filter(is_spaced, words_for("joining")):
        if behind and text.casefold().startswith(f"{word} "):
            text, span = text[len(word) + 1 :], Span(span.start + len(word) + 1, span.end)
        if before and text.casefold().endswith(f" {word}"):
            text, span = text[: -len(word) - 1], Span(span.start, span.end - len(word) - 1)
    return replace(slot, text=text, span=span) if text.strip() else slot


def _joint(slot: Slot, utterance: Utterance) -> Span | None:
    """Where the only word stands that joins two things of a title; none where it is a part of one."""
    alike = (f" {each} " if is_spaced(each) else each for each in words_for("joining") if is_spaced(each) == is_spaced(slot.text))
    word = next((each for each in alike if each in slot.text), None)
    if word is None or slot.text.count(word) != 1 or slot.text.startswith(word) or slot.text.endswith(word):
        return None
    at = Span(slot.text.index(word), slot.text.index(word) + len(word))
    said = Span(slot.span.start + at.start, slot.span.start + at.end)
    return at if not any(each.span.overlaps(said) for each in utterance.words) else None


def _with_amounts(frame: Frame, utterance: Utterance) -> Frame:
    """Titles that only say how much of the one before them belong to it: 卵|を|3|パック."""
    said = [
        replace(slot, name=_S.TITLE) if slot.name in _SAYING and is_amount(slot.text) and not is_number(slot.text) else slot
        for slot in frame.slots
    ]
    amounts = said if frame.intent is IntentName.ADD_ITEM else frame.slots
    titles = sorted((slot for slot in amounts if slot.name is _S.TITLE), key=lambda slot: slot.span)
    others = [slot for slot in amounts if slot.name is not _S.TITLE]
    joined: list[Slot] = []
    for slot in titles:
        before = joined[-1] if joined else None
        between = utterance.normal.text[before.span.end : slot.span.start].strip() if before is not None else "-"
        amount = is_amount(slot.text) or is_unit(slot.text) or slot.text.strip().isdecimal()
        apart = between in ("", ",") or between in words_for("before_an_amount")
        if before is not None and apart and amount and (between in ("", ",") or not is_spaced(before.text)):
            span = Span(before.span.start, slot.span.end)
            joined[-1] = replace(before, text=utterance.normal.text[span.start : span.end], span=span)
        else:
            joined.append(slot)
    return replace(frame, slots=(*others, *joined))


def _with_parts(frame: Frame, utterance: Utterance) -> Frame:
    """Where something is put on a list, what is tied to its name by a preposition alone is part of it, as is a place beside it: `cream|for
    the cake`, `a trap for the mouse|in the loft`, 庭|の虫よけ. So it is with the list's own name: `the list|for the campsite`."""
    if frame.intent is not IntentName.ADD_ITEM:
        return frame
    slots: list[Slot] = []
    for slot in sorted(frame.slots, key=lambda each: each.span):
        before = slots[-1] if slots else None
        if before is not None and (_is_count_of(before, slot) or {before.name, slot.name} in _PARTS) and _is_tied(before, slot, utterance):
            name = _S.LIST_NAME if slot.name is _S.LIST_NAME else _S.TITLE
            span = Span(before.span.start, slot.span.end)
            text = utterance.normal.text[span.start : span.end]
            slots[-1] = Slot(name=name, span=span, text=text, odds=min(before.odds, slot.odds))
        else:
            slots.append(slot)
    return replace(frame, slots=tuple(slots))


def _is_count_of(one: Slot, other: Slot) -> bool:
    return one.name in _SAYING and other.name is _S.TITLE and is_number(one.text)


def _is_tied(one: Slot, other: Slot, utterance: Utterance) -> bool:
    """Whether nothing but a preposition or particle stands between two names; between a thing and its place it may be in either."""
    between = utterance.normal.text[one.span.end : other.span.start]
    words = between.split()
    return all(word in words_for("tying") for word in words) and (bool(words) or one.name is not other.name)


def _with_whole_titles(frame: Frame, utterance: Utterance) -> Frame:
    """Where something is put on a list, words that stand right behind its name are part of it (`kitchen|roll`), as is an amount behind."""
    if frame.intent is not IntentName.ADD_ITEM:
        return frame
    text = utterance.normal.text
    slots: list[Slot] = []
    for slot in frame.slots:
        if slot.name is _S.TITLE:
            end = _end_of_title(slot, frame, utterance)
            slot = replace(slot, text=text[slot.span.start : end], span=Span(slot.span.start, end)) if end > slot.span.end else slot
        slots.append(slot)
    return replace(frame, slots=tuple(slots))


def _end_of_title(slot: Slot, frame: Frame, utterance: Utterance) -> int:
    text, end = utterance.normal.text, slot.span.end
    known = words_for("put") | words_for("list") | words_for("tick") | words_for("back") | words_for("move")
    taken = [other.span for other in frame.slots if other is not slot]
    if not is_spaced(slot.text):
        if slot.text[-1].isdecimal():
            return next((stop for stop in range(min(len(text), end + 4), end, -1) if is_unit(text[end:stop])), end)
        for start in (end, end + 1):
            if text[end:start] in ("", "、", "を"):
                for stop in range(min(len(text), start + 8), start, -1):
                    if is_amount(text[start:stop]) and not any(Span(start, stop).overlaps(span) for span in taken):
                        return stop
        return end
    for word in utterance.words:
        apart = text[end : word.span.start]
        if word.span.start <= end or apart not in (" ", "-") or not frame.span.overlaps(word.span):
            continue
        if {word.text, word.base} & known or any(word.span.overlaps(span) for span in (*taken, *utterance.time_spans)):
            break
        end = word.span.end
    return end


def _governed(frames: Sequence[Frame], utterance: Utterance) -> Iterator[Frame]:
    """Things that are only enumerated have done with them what is said of the last (牛乳、卵、それから|食パン買った)."""
    for n, frame in enumerate(frames):
        later = frames[n + 1] if n + 1 < len(frames) else None
        slots = [slot.span for slot in frame.slots]
        said = [w for w in utterance.words if frame.span.overlaps(w.span) and not any(w.span.overlaps(s) for s in slots)]
        if frame.intent is IntentName.ADD_ITEM and later is not None and later.intent in _GOVERNING and not said:
            yield replace(frame, intent=later.intent, odds=min(frame.odds, later.odds))
        else:
            yield frame
