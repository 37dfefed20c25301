"""A mode that is spoken of as if it were a device: who asks for the heating in a home whose air conditioner heats means that mode of it.

`resolver` asks here where a slot names no device; a home that has such a device never comes here.
"""

from dataclasses import replace

from yamori.agents.iot.frames.actions import action_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.words import squeezed
from yamori.domain.capability import ArgumentEffect
from yamori.domain.values import Value
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.utterance import Utterance

_BEGINS = frozenset((IntentName.TURN_ON, IntentName.START, IntentName.SET))
_CHANGES = frozenset((IntentName.TURN_OFF, IntentName.STOP, IntentName.INCREASE, IntentName.DECREASE))
"""What can be asked of a mode only while the device is in it."""


def as_mode(frame: Frame, slot: Slot, utterance: Utterance, context: Context) -> Frame | None:
    """The frame that asks one device for the mode that the slot names; to end or change it, the frame that asks that of the device, as long
    as it is in that mode; of a question the one about the device. None where no device has such a mode, or several do."""
    if slot.name is not SlotName.DEVICE or frame.intent not in _BEGINS | _CHANGES | {IntentName.GET}:
        return None
    mode = replace(slot, name=SlotName.VALUE)
    action = action_of(replace(frame, intent=IntentName.SET, slots=(mode,)), utterance, context, documented=False)
    if isinstance(action, Unfit):
        return None
    able = [
        made[0] for d in context.index.devices if not isinstance(made := action.act(Part(d), None), Unfit) and _sets_a_mode(made, context)
    ]
    here = [order for order in able if context.room is not None and context.index.devices[order.device].room == context.room]
    chosen = here if len(here) == 1 else able
    if len(chosen) != 1:
        return None
    device = replace(slot, text=context.index.devices[chosen[0].device].name)
    others = tuple(s for s in frame.slots if s is not slot)
    if frame.intent in _BEGINS:
        return replace(frame, intent=IntentName.SET, slots=(device, mode, *others))
    attribute, value = _attribute(chosen[0], context)
    is_in_it = context.state.get(attribute) == value
    return replace(frame, slots=(device, *others)) if is_in_it or frame.intent is IntentName.GET else None


def _sets_a_mode(orders: tuple[Order, ...], context: Context) -> bool:
    """Whether it is one order, and what it sets is called a mode."""
    return len(orders) == 1 and any(like in squeezed(_attribute(orders[0], context)[0]) for like in context.lexicon.likes["mode"])


def _attribute(order: Order, context: Context) -> tuple[str, Value]:
    """What an order sets to one of its arguments, by its address in the state of the home, and to what; empty where it sets nothing so."""
    effects = context.index.capabilities[order.capability].commands[order.command].effects
    for name, effect in effects.items():
        if isinstance(effect, ArgumentEffect) and effect.argument in order.arguments:
            return f"{order.device}.{order.component}.{order.capability}.{name}", order.arguments[effect.argument]
    return "", None
