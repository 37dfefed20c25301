"""Frame after frame to calls: each whole or not at all, and what one leaves is what the next may speak of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.adding import add_entry
from yamori.agents.scheduler.frames.asking import find, free_time, list_entries
from yamori.agents.scheduler.frames.changing import change, complete, delete, skip, undo
from yamori.agents.scheduler.frames.clocks import set_alarm, set_timer
from yamori.agents.scheduler.frames.following import followed
from yamori.agents.scheduler.frames.journal import read_diary, write_diary
from yamori.agents.scheduler.frames.leads import lead_whole
from yamori.agents.scheduler.frames.lists import collection_of, over, upon
from yamori.agents.scheduler.frames.moving import move
from yamori.agents.scheduler.frames.reminding import remind
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.vocabulary import forms_of, speak_of
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_S = SlotName
_NEW = frozenset((_S.TITLE, _S.WHEN, _S.PERSON))
_ROW = _NEW | {_S.LIST_NAME}
_RESOLVERS: Mapping[IntentName, tuple[Callable[[SpokenFrame], tuple[ToolCall, ...]], frozenset[SlotName]]] = {
    IntentName.ADD_ENTRY: (add_entry, _ROW | {_S.DURATION, _S.REPEAT, _S.LEAD, _S.TEXT}),
    IntentName.ADD_ITEM: (add_entry, _ROW | {_S.REPEAT, _S.TEXT}),
    IntentName.REMIND: (remind, _NEW | {_S.DURATION, _S.REPEAT, _S.LEAD, _S.TEXT}),
    IntentName.SET_ALARM: (set_alarm, _NEW | {_S.DURATION, _S.REPEAT}),
    IntentName.SET_TIMER: (set_timer, _NEW | {_S.DURATION}),
    IntentName.COMPLETE: (complete, _ROW),
    IntentName.DELETE: (delete, _ROW | {_S.REPEAT}),
    IntentName.MOVE: (move, _ROW | {_S.NEW_WHEN, _S.DURATION, _S.REPEAT}),
    IntentName.CHANGE: (change, _ROW | {_S.NEW_WHEN, _S.DURATION, _S.TEXT}),
    IntentName.SKIP: (skip, _ROW),
    IntentName.LIST: (list_entries, _ROW | {_S.DURATION, _S.QUERY}),
    IntentName.FIND: (find, _ROW | {_S.QUERY}),
    IntentName.FREE_TIME: (free_time, _ROW | {_S.DURATION}),
    IntentName.WRITE_DIARY: (write_diary, frozenset((_S.TITLE, _S.WHEN, _S.TEXT, _S.LIST_NAME))),
    IntentName.READ_DIARY: (read_diary, _ROW | {_S.TEXT, _S.QUERY}),
    IntentName.UNDO: (undo, frozenset()),
}
"""What carries out an intent, and the slots that it can honour."""
_CLOCKS = frozenset((IntentName.SET_ALARM, IntentName.SET_TIMER))
_BRINGS = _CLOCKS | {IntentName.ADD_ENTRY, IntentName.ADD_ITEM, IntentName.REMIND}
"""What brings something new."""
_SAID_BESIDE = frozenset((_S.REASON, _S.RETRACTED))
"""What asks for nothing."""
_DIARY = frozenset((IntentName.WRITE_DIARY, IntentName.READ_DIARY))
"""The list that these name is the diary itself."""


def resolve(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Resolution:
    """What the frames come to. Never raises because of what was said."""
    calls: list[ToolCall] = []
    last: tuple[ToolCall, ...] = ()
    resolved: list[Frame] = []
    unresolved: list[Unresolved] = []
    for frame in frames:
        spoken = lead_whole(SpokenFrame(frame=frame, utterance=utterance, known=known))
        try:
            if (more := _following(spoken, last)) is not None:
                del calls[len(calls) - len(last) :]
            else:
                more = _carried_out(spoken)
        except Unhonoured as lost:
            last = ()
            unresolved.append(Unresolved(frame=spoken.frame, slot=lost.slot, options=lost.options))
            known = replace(known, focus=(), routine_focus=())  # what `it` means behind it was not found
            continue
        last = tuple(call for n, call in enumerate(more) if call not in calls and call not in more[:n])
        calls += last
        resolved.append(spoken.frame)
        known = _spoken_of(calls, known)
    explained = tuple(_span(slot.span, utterance) for frame in resolved for slot in frame.slots)
    return Resolution(calls=tuple(calls), explained=explained, resolved=tuple(resolved), unresolved=tuple(unresolved))


def _following(spoken: SpokenFrame, last: tuple[ToolCall, ...]) -> tuple[ToolCall, ...] | None:
    """The calls of the frame before with what this one says more of them. Raises `Unhonoured`."""
    return followed(spoken, last) if last and _honours(spoken) else None


def _carried_out(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """The calls of a frame. Raises `Unhonoured`."""
    if not _honours(spoken):
        raise Unhonoured
    if spoken.frame.intent in _BRINGS and spoken.is_negated and not speak_of(spoken.words, "forget"):
        raise Unhonoured  # `don't remind me`
    if spoken.frame.intent in _CLOCKS and spoken.known.focus and _points(spoken):
        raise Unhonoured  # a length or a time for what was just spoken of
    carry_out, _ = _RESOLVERS[spoken.frame.intent]
    named = collection_of(spoken) if spoken.frame.intent not in _DIARY else None
    if named is None:
        return carry_out(spoken)
    there = over(spoken, named[1])
    return upon(carry_out(there), there, *named)


def _points(spoken: SpokenFrame) -> bool:
    return speak_of(forms_of(spoken.text_without(*spoken.frame.slots)), "pointing")


def _honours(spoken: SpokenFrame) -> bool:
    """Whether the intent is this agent's. Raises `Unhonoured` for a slot that nothing of it carries out."""
    if spoken.frame.intent not in _RESOLVERS:
        return False
    for slot in spoken.frame.slots:
        if slot.name not in _RESOLVERS[spoken.frame.intent][1] | _SAID_BESIDE:
            raise Unhonoured(slot)
    return True


def _spoken_of(calls: Sequence[ToolCall], known: Known) -> Known:
    """What `it` means next: the rows that the last call changes."""
    task, routine = (calls[-1].arguments.get(key) if calls else None for key in ("task_id", "routine_id"))
    if isinstance(task, int):
        return replace(known, focus=(task,), routine_focus=())
    if isinstance(routine, int):
        return replace(known, focus=(), routine_focus=(routine,))
    return known


def _span(span: Span, utterance: Utterance) -> Span:
    return Span(min(span.start, len(utterance.normal.text)), min(span.end, len(utterance.normal.text)))
