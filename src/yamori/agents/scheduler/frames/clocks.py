"""Frames that set an alarm or a timer."""

from collections.abc import Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.new_titles import name_of, titled
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import length_of, new_when
from yamori.agents.scheduler.frames.vocabulary import is_myself, without
from yamori.agents.scheduler.rules.resolving.alarms import alarm_at
from yamori.agents.scheduler.wording import words_in
from yamori.domain.values import Value
from yamori.domain.when import amounts
from yamori.understanding.frame import Slot, SlotName


def set_alarm(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    if spoken.slots(SlotName.DURATION) and not spoken.slots(SlotName.WHEN, SlotName.REPEAT):
        return set_timer(spoken)
    when = new_when(spoken, SlotName.WHEN, SlotName.REPEAT)
    if when.time is None:
        raise Unhonoured(spoken.slot(SlotName.WHEN) or spoken.slot(SlotName.REPEAT))
    if (length := spoken.slot(SlotName.DURATION)) is not None:
        raise Unhonoured(length)
    titles = spoken.slots(SlotName.TITLE)
    if len(titles) > 1:
        raise Unhonoured(titles[1])  # more than one thing is not one alarm
    title = _what_for(spoken, "alarm", titles) or words_in(spoken.utterance.language).say("titles.alarm")
    return tuple(alarm_at(one, title, spoken.known.now) for one in when.each or (when,))


def set_timer(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """One for each length."""
    lengths = _lengths(spoken) or spoken.slots(SlotName.WHEN)
    titles = spoken.slots(SlotName.TITLE)
    if not lengths:
        raise Unhonoured
    if len(titles) > 1 and len(titles) != len(lengths):
        raise Unhonoured(titles[1])
    if other := spoken.slot(SlotName.WHEN) if spoken.slots(SlotName.DURATION) else None:
        raise Unhonoured(other)
    return tuple(_timer(spoken, slot, titles[at : at + 1] if len(titles) > 1 else titles) for at, slot in enumerate(lengths))


def _lengths(spoken: SpokenFrame) -> tuple[Slot, ...]:
    """The lengths; beside one that is said none that only stands for a timer (`and one for the oats, seven minutes`)."""
    slots = tuple(spoken.slots(SlotName.DURATION))
    said = tuple(slot for slot in slots if amounts.amounts_in(spoken.said(slot)))
    pronouns = tuple(slot for slot in slots if slot not in said and spoken.said(slot).strip() in spoken.utterance.vocabulary.numbers)
    return tuple(slot for slot in slots if slot not in pronouns) if said else slots


def _timer(spoken: SpokenFrame, slot: Slot, titles: Sequence[Slot]) -> ToolCall:
    length = length_of(spoken, slot, of="timer")
    if length is None or length.total_seconds() < 1:
        raise Unhonoured(slot)
    seconds = int(length.total_seconds())
    arguments: dict[str, Value] = {"minutes": seconds // 60} if seconds % 60 == 0 else {"seconds": seconds}
    text = _what_for(spoken, "timer", titles)
    return ToolCall(tool="set_timer", arguments=arguments | ({"text": text} if text else {}))


def _what_for(spoken: SpokenFrame, sort: str, titles: Sequence[Slot]) -> str | None:
    """What it is for, and for whom, where that is said."""
    title = _titled(spoken, titles[0], sort) if titles else None
    names = ", ".join(name_of(spoken.said(p)) for p in spoken.slots(SlotName.PERSON) if not is_myself(spoken.said(p)))
    return f"{title} ({names})" if title and names else title or names or None


def _titled(spoken: SpokenFrame, slot: Slot, sort: str) -> str | None:
    """The title without the word for such a clock and without a length: `a 5-minute egg timer` is for the egg."""
    said = spoken.said(slot)
    name = without(said, sort)
    if not spoken.content(name) or (amounts.amounts_in(name) and not spoken.content(_without_amounts(name))):
        return None
    return titled(said if name == said.lower() else name)


def _without_amounts(text: str) -> str:
    for amount in reversed(amounts.amounts_in(text)):
        text = text[: amount.start] + text[amount.end :]
    return text
