"""What was done before: to take it back, or to say why."""

from yamori.agentkit.agent import ToolCall
from yamori.agents.iot.frames.devices import Devices
from yamori.agents.iot.frames.frame_words import slots_of, words_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.choices import as_calls
from yamori.agents.iot.rules.history import since
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.undo import taking_back
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.utterance import Utterance


def undoing(frame: Frame, devices: Devices, utterance: Utterance, context: Context) -> tuple[ToolCall, ...] | Unfit:
    """The last request's changes, those since a moment, or of the last request only those of what was named."""
    for slot in slots_of(frame, SlotName.WHEN, SlotName.DURATION):
        start = since(words_of(slot), utterance.now)
        if start is None or devices.targets:
            return Unfit(slot=slot)
        return (ToolCall(tool="undo_changes", arguments={"since": start.isoformat()}),)
    named = {p.device for t in devices.targets for p in t.parts}
    changed = {change[0] for change in context.focus.receipts}
    if named and not changed <= named:
        orders = taking_back([c for c in context.focus.receipts if c[0] in named], context.index)
        return tuple(as_calls(orders)) or Unfit()
    if named and not changed:
        return Unfit()
    return (ToolCall(tool="undo_changes", arguments={}),)


def explaining(frame: Frame, devices: Devices, context: Context) -> tuple[ToolCall, ...] | Unfit:
    if moments := slots_of(frame, SlotName.WHEN):
        return Unfit(slot=moments[0])
    parts = tuple(p for t in devices.targets for p in t.parts) or context.focus.parts
    ids = list(dict.fromkeys(p.device for p in parts))
    return (ToolCall(tool="explain_changes", arguments={"devices": list(ids)}),) if ids else Unfit()
