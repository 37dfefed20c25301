"""What a frame does to a part of the home: the orders, by its intent and the slots that say how."""

from dataclasses import dataclass, replace

from yamori.agents.iot.frames.changes import Change, changed, qualities_of
from yamori.agents.iot.frames.features import is_of_quality, qualities_in
from yamori.agents.iot.frames.frame_words import slots_of, words_of, words_outside
from yamori.agents.iot.frames.operations import performed
from yamori.agents.iot.frames.settings import Wanted, paired, set_to
from yamori.agents.iot.frames.switching import SENSES, sense_called, sense_of, switch, switch_feature
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.frames.unnamed import Act
from yamori.agents.iot.rules.commands import Order, beyond, unit_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.predicates import leftover_words
from yamori.agents.iot.rules.words import Sense, numbers, stems
from yamori.domain.capability import SetEffect
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.utterance import Utterance

CHANGES = {IntentName.INCREASE: 1, IntentName.DECREASE: -1}
COMMANDED = frozenset((*SENSES, *CHANGES, IntentName.SET, IntentName.OPERATE))
"""Intents that are commands to devices."""
_POSITIONED = {IntentName.OPEN: 1, IntentName.CLOSE: -1}
_SWITCHED_TO = ("on", "off", "open", "closed", "locked", "unlocked")
"""Values that are asked for by switching."""
_SENSE_OF_VALUE = {"closed": "close", "locked": "lock", "unlocked": "unlock"}
_BESIDE = tuple(SlotName)


@dataclass(frozen=True, kw_only=True)
class Action:
    act: Act
    sense: str
    """The lexicon's name of what is asked for; empty for what it has no word for."""
    qualities: frozenset[str]
    """Of which something is asked."""
    counted: bool


def action_of(frame: Frame, utterance: Utterance, context: Context, *, documented: bool) -> Action | Unfit:
    """Unfit where a slot cannot be honoured whatever the device is. `documented`: the device slot tells what of a device is meant."""
    values = slots_of(frame, SlotName.VALUE)
    features = slots_of(frame, SlotName.FEATURE)
    said = words_outside(frame, utterance, _BESIDE)
    text = " ".join(words_of(s) for s in (*features, *values))
    amounts = " ".join(words_of(s) for s in (*values, *slots_of(frame, SlotName.DELTA)))
    qualities = set(qualities_in(text, context.lexicon))
    qualities |= {"temperature" for n in numbers(text) if n.unit == "°"}
    if any(c.phrases.found(text) for c in context.lexicon.colours):
        qualities |= {"colour"}
    if frame.intent in CHANGES:
        deltas = slots_of(frame, SlotName.DELTA)
        if len(deltas) > 1 or len(features) > 1:
            return Unfit(slot=(*deltas[1:], *features[1:])[0])
        change = Change(by=CHANGES[frame.intent], feature=features[0] if features else None, delta=deltas[0] if deltas else None, said=said)
        qualities |= set(qualities_of(change, context.lexicon))
    if slots_of(frame, SlotName.CONTENT) and frame.intent in CHANGES:
        qualities |= {"volume"}

    def act(part: Part, kind: str | None) -> tuple[Order, ...] | Unfit:
        found = Unfit() if documented else _direct(frame, part, kind, said, context)
        if isinstance(found, Unfit):
            other = performed(frame, part, utterance, context, documented=documented)
            if isinstance(other, Unfit) or any(beyond(o, context.index) or _is_in_other_unit(o, amounts, context) for o in other):
                return found
            if frame.intent in CHANGES and any(o.command in ("on", "off") and not o.arguments for o in other):
                return found  # nothing is more or less of anything by being switched
            return _begun(other, frame, part, kind, context)
        return found

    return Action(act=act, sense=SENSES.get(frame.intent, ""), qualities=frozenset(qualities), counted=bool(values))


def _begun(orders: tuple[Order, ...], frame: Frame, part: Part, kind: str | None, context: Context) -> tuple[Order, ...]:
    """A programme that was chosen is begun too, where that was asked for."""
    sense = sense_of(frame.intent, kind, context.lexicon)
    order = switch(part, sense, frozenset(), context) if sense is not None and sense.name == "start" else None
    return orders if order is None or any(o.command == order.command for o in orders) else (*orders, order)


def _is_in_other_unit(order: Order, said: str, context: Context) -> bool:
    """Whether degrees were said, and the order's numbers are of something else, such as a channel."""
    capability = context.index.capabilities[order.capability]
    command = capability.commands[order.command]
    if not any(n.unit == "°" for n in numbers(said)):
        return False
    counted = [a for a, v in order.arguments.items() if isinstance(v, int | float) and not isinstance(v, bool)]
    of_warmth = is_of_quality("temperature", (order.command, *counted, *command.effects), capability, context.lexicon)
    return bool(counted) and not of_warmth and not any(unit_of(capability, command, a) == "°" for a in counted)


def _direct(frame: Frame, part: Part, kind: str | None, said: str, context: Context) -> tuple[Order, ...] | Unfit:
    """By the structure of the part's commands alone."""
    values, features = slots_of(frame, SlotName.VALUE), slots_of(frame, SlotName.FEATURE)
    deltas, others = slots_of(frame, SlotName.DELTA), slots_of(frame, SlotName.TEXT, SlotName.TITLE, SlotName.DURATION)
    content = [s for s in slots_of(frame, SlotName.CONTENT) if not _is_what_plays(words_of(s), frame.intent, context)]
    if others or content:
        return Unfit(slot=(*others, *content)[0])
    if frame.intent in CHANGES:
        if values:
            return _set(frame, part, context)
        return changed(
            part,
            Change(
                by=CHANGES[frame.intent],
                feature=features[0] if features else None,
                delta=deltas[0] if deltas else None,
                said=said,
                quality="volume" if slots_of(frame, SlotName.CONTENT) and not features else "",
            ),
            context,
        )
    if frame.intent is IntentName.SET:
        return _set(frame, part, context) if values and not deltas else Unfit(slot=(*deltas, *features, None)[0])
    sense = sense_of(frame.intent, kind, context.lexicon)
    if sense is None:
        return Unfit(slot=(*values, *features, *deltas, None)[0])
    if deltas:
        return _further(frame, part, context)
    if values:
        return _switched_and_set(frame, part, sense, context)
    if features:
        made = [switch_feature(part, sense, f, context) for f in features]
        wrong = next((m for m in made if isinstance(m, Unfit)), None)
        return wrong or tuple(m for m in made if isinstance(m, Order))
    order = switch(part, sense, set(stems(said)), context)
    return (order,) if order is not None else Unfit()


def _is_what_plays(text: str, intent: IntentName, context: Context) -> bool:
    """`The music` is whatever plays; any content is, of what is only stopped, paused or made louder."""
    lex = context.lexicon
    if intent is not IntentName.PLAY:
        return intent in (IntentName.STOP, IntentName.PAUSE, IntentName.RESUME, *CHANGES)
    music = [p for k, p in lex.kinds.items() if k in lex.offers]
    for phrases in music:
        text = phrases.pattern.sub(" ", text)
    return not leftover_words(text, lex)


def _set(frame: Frame, part: Part, context: Context) -> tuple[Order, ...] | Unfit:
    values, features = slots_of(frame, SlotName.VALUE), slots_of(frame, SlotName.FEATURE)
    if len(values) == 1 and (sense := _sense_of_value(words_of(values[0]), context)) is not None:
        if not features:
            order = switch(part, sense, frozenset(), context)
            if order is not None:
                return (order,)
        elif len(features) == 1 and isinstance(switched := switch_feature(part, sense, features[0], context), Order):
            return (switched,)
    wanted = paired(values, features)
    return wanted if isinstance(wanted, Unfit) else set_to(part, wanted, context)


def _sense_of_value(text: str, context: Context) -> Sense | None:
    for value in _SWITCHED_TO:
        if context.lexicon.values[value].pattern.fullmatch(text):
            return sense_called(_SENSE_OF_VALUE.get(value, value), context.lexicon)
    return None


def _switched_and_set(frame: Frame, part: Part, sense: Sense, context: Context) -> tuple[Order, ...] | Unfit:
    """`Open it halfway`, `switch it on at 30 %`, `start the delicate programme`."""
    wanted = paired(slots_of(frame, SlotName.VALUE), slots_of(frame, SlotName.FEATURE))
    if isinstance(wanted, Unfit):
        return wanted
    if frame.intent in _POSITIONED:
        closing = frame.intent is IntentName.CLOSE
        return set_to(part, [_positioned(w, closing=closing) for w in wanted], context)
    settings = set_to(part, wanted, context)
    if isinstance(settings, Unfit) or sense.name not in ("on", "start"):
        return settings if isinstance(settings, Unfit) else Unfit(slot=wanted[0].value)
    order = switch(part, sense, frozenset(), context)
    if order is None or any(o.command == order.command for o in settings):
        return settings
    if sense.name == "on":
        return settings if all(_switches_on(o, order, context) for o in settings) else (order, *settings)
    return (*settings, order)


def _positioned(wanted: Wanted, *, closing: bool) -> Wanted:
    return replace(wanted, quality="" if wanted.feature is not None else "position", closing=closing)


def _switches_on(setting: Order, order: Order, context: Context) -> bool:
    """Whether a setting has the effects of switching on by itself."""
    index = context.index
    switched = index.capabilities[order.capability].commands[order.command].effects
    effects = index.capabilities[setting.capability].commands[setting.command].effects
    fixed = {f"{order.capability}.{a}": e.value for a, e in switched.items() if isinstance(e, SetEffect)}
    own = {a if "." in a else f"{setting.capability}.{a}": e.value for a, e in effects.items() if isinstance(e, SetEffect)}
    return bool(fixed) and all(own.get(a) == v for a, v in fixed.items())


def _further(frame: Frame, part: Part, context: Context) -> tuple[Order, ...] | Unfit:
    """`Open it a bit`."""
    delta = slots_of(frame, SlotName.DELTA)[0]
    by = _POSITIONED.get(frame.intent)
    return Unfit(slot=delta) if by is None else changed(part, Change(by=by, delta=delta, quality="position"), context)
