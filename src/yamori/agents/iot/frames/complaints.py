"""What is done about a complaint: the gentlest fitting thing that can be taken back, in the room that it is about (`complaints.yaml`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from yamori.agents.iot.frames.changes import Change, changed
from yamori.agents.iot.frames.devices import Devices, options_for
from yamori.agents.iot.frames.features import is_of_quality, takers
from yamori.agents.iot.frames.places import Place
from yamori.agents.iot.frames.switching import sense_called, switch
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.commands import Order, Setter, is_switch, limits, put
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.targets import is_inside
from yamori.agents.iot.rules.words import squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.capability import AddEffect, Attribute, Risk, SetEffect
from yamori.domain.language import Language
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.utterance import Utterance


@dataclass(frozen=True, kw_only=True)
class Remedy:
    kinds: tuple[str, ...]
    now: str = ""
    """What the device has to report; empty for whatever it does."""
    do: str = ""
    """A sense or step of the lexicon."""
    value: str = ""
    """A listed value to which it is set."""
    gently: float | None = None
    """The share of the range of `of` at which it comes on."""
    of: str = ""
    each: bool = False
    said: tuple[str, ...] = ()
    """Words, in dictionary form, one of which has to be said; empty for whatever was said."""


@cache
def _data() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "complaints.yaml").read_text(encoding="utf-8"))
    return loaded


@cache
def remedies() -> Mapping[str, tuple[Remedy, ...]]:
    """Intent to what is tried about it in turn. Read once a process, on first use."""
    data = _data()
    return {
        name: tuple(Remedy(**{**r, "kinds": tuple(r["kinds"]), "said": tuple(r.get("said", ()))}) for r in listed)
        for name, listed in data["remedies"].items()
    }


@cache
def _never() -> frozenset[str]:
    """Kinds that no complaint touches, whatever else they are."""
    return frozenset(_data()["never"])


def relieved(intent: IntentName, place: Place, devices: Devices, utterance: Utterance, context: Context) -> tuple[Order, ...] | Unfit:
    """The orders of the first remedy for which there is a device. Where nobody knows the room, only what stands alone in the home."""
    rooms = place.rooms | devices.rooms or (frozenset({context.room}) if context.room and not place.everywhere else frozenset())
    named = tuple(p for t in devices.targets for p in t.parts)
    parts = named or tuple(Part(d) for d in context.index.devices if not rooms or is_inside(d, rooms, context.index))
    said = {form for word in utterance.words for form in (word.base, word.text)}
    for remedy in remedies()[intent]:
        if remedy.said and said.isdisjoint(remedy.said):
            continue
        helping = {p: orders for p in parts if (orders := _helped(p, remedy, context))}
        if len(helping) > 1 and not rooms and not named and not place.everywhere:
            return Unfit(options=options_for(tuple(helping), utterance, context))
        chosen = list(helping.values()) if remedy.each else list(helping.values())[:1]
        if chosen:
            return tuple(o for orders in chosen for o in orders)
    return Unfit()


def reason_text(frame: Frame, language: Language) -> str:
    """Why a remedy was chosen, as a sentence with `{done}` for what was done."""
    return TEXTS.said(language, f"complaints.reasons.{frame.intent.value}")


def no_remedy_text(frame: Frame, language: Language) -> str:
    """That nothing here helps any further: there is no device for it, or what there is does all it can."""
    relief = TEXTS.said(language, f"complaints.relief.{frame.intent.value}")
    return TEXTS.said(language, "complaints.no_remedy", relief=relief)


def _helped(part: Part, remedy: Remedy, context: Context) -> tuple[Order, ...]:
    """What a remedy makes of a part; empty where it is none for it, changes nothing, or is not safe."""
    kinds = context.index.kinds_of[part.device]
    if not kinds & set(remedy.kinds) or kinds & _never() or (remedy.now and not _is(part, remedy.now, context)):
        return ()
    orders = tuple(_remedied(part, remedy, context))
    safe = all(context.index.capabilities[o.capability].commands[o.command].risk is Risk.SAFE for o in orders)
    return orders if safe and any(_changes(o, context) for o in orders) else ()


def _remedied(part: Part, remedy: Remedy, context: Context) -> Iterator[Order]:
    lex = context.lexicon
    if remedy.value:
        yield from _valued(part, remedy.value, context)
        return
    sense = sense_called(remedy.do, lex)
    if sense.by:
        orders = changed(part, Change(by=sense.by, quality=sense.about), context)
        yield from () if isinstance(orders, Unfit) else orders
        return
    order = switch(part, sense, frozenset(), context)
    if order is None:
        return
    gentle = _gently(part, remedy, context) if remedy.gently is not None else None
    if gentle is not None:
        yield gentle
    if gentle is None or not _has_effect(gentle, order, context):
        yield order


def _gently(part: Part, remedy: Remedy, context: Context) -> Order | None:
    for taker in takers(part, context.index):
        names = (*taker.names, taker.capability.name)
        if taker.attribute is None or not is_of_quality(remedy.of, names, taker.capability, context.lexicon):
            continue
        setter = Setter(taker.component, taker.capability, taker.command, taker.argument, taker.attribute)
        low, high = limits(setter)
        if low is not None and high is not None:
            return put(setter, part, low + (high - low) * (remedy.gently or 0))
    return None


def _has_effect(setting: Order, order: Order, context: Context) -> bool:
    """Whether a setting does by itself what an order does."""
    effects = context.index.capabilities[setting.capability].commands[setting.command].effects
    wanted = context.index.capabilities[order.capability].commands[order.command].effects
    return bool(wanted) and all(effects.get(f"{order.capability}.{a}", effects.get(a)) == e for a, e in wanted.items())


def _valued(part: Part, value: str, context: Context) -> Iterator[Order]:
    """The listed value of the device's own mode, and what switches it on where that does not."""
    found = [
        Order(part.device, t.component, t.capability.name, t.command.name, {t.argument: v})
        for t in takers(part, context.index)
        for v in t.schema.get("enum", ())
        if squeezed(str(v)) == value and is_of_quality("mode", t.names, t.capability, context.lexicon)
    ]
    if len(found) != 1:
        return
    yield found[0]
    on = switch(part, sense_called("on", context.lexicon), frozenset(), context)
    if on is not None and _is(part, "off", context) and not _has_effect(found[0], on, context):
        yield on


_REPORTS: Mapping[str, Sequence[object]] = {
    "on": ("on", True, "running", "heat", "cool", "auto"),
    "off": ("off", False),
    "open": ("open",),
    "closed": ("closed",),
    "playing": ("playing",),
}


def _is(part: Part, wanted: str, context: Context) -> bool:
    """Whether a part reports that it is on, off, open, closed or playing; on is too what can be neither and has no switch."""
    switches: list[object] = []
    modes: list[object] = []
    plays: list[object] = []
    for component, held in context.index.devices[part.device].components.items():
        if part.component not in (None, component):
            continue
        for name in held:
            for attribute, declared in context.index.capabilities[name].attributes.items():
                value = context.state.get(f"{part.device}.{component}.{name}.{attribute}")
                if "playing" in declared.values:
                    plays.append(value)
                if is_switch(attribute, context.lexicon):
                    switches.append(value)
                elif "mode" in squeezed(attribute) and "off" in declared.values:
                    modes.append(value)
                elif wanted in ("open", "closed") and isinstance(value, int | float) and not isinstance(value, bool):
                    if any(like in squeezed(attribute) for like in context.lexicon.likes["position"]):
                        low = declared.minimum or 0
                        modes.append("open" if value > low else "closed")
                elif wanted in ("open", "closed", "playing"):
                    modes.append(value)
    if wanted in ("open", "closed", "playing"):
        return any(value in _REPORTS[wanted] for value in modes if isinstance(value, str))
    own = switches or modes
    if not own:
        return (wanted == "on") is ("playing" in plays or not plays)
    is_off = all(v in ("off", False) for v in own)
    return is_off is (wanted == "off")


def _changes(order: Order, context: Context) -> bool:
    """Whether an order makes any difference to what is known of the device."""
    capability = context.index.capabilities[order.capability]
    start = f"{order.device}.{order.component}."
    known = False
    command = capability.commands[order.command]
    for name, effect in command.effects.items():
        path = start + (name if "." in name else f"{order.capability}.{name}")
        if path not in context.state:
            continue
        known = True
        now = context.state[path]
        if isinstance(effect, AddEffect):
            by = effect.amount if effect.amount is not None else order.arguments.get(n := effect.argument or "", command.defaults.get(n))
            if isinstance(by, int | float) and isinstance(now, int | float) and not _is_at_end(now, by, capability.attributes.get(name)):
                return True
            continue
        wanted = effect.value if isinstance(effect, SetEffect) else order.arguments.get(getattr(effect, "argument", ""))
        if wanted is not None and wanted != now:
            return True
    return not known


def _is_at_end(now: float, by: float, attribute: Attribute | None) -> bool:
    end = None if attribute is None else attribute.maximum if by > 0 else attribute.minimum
    return end is not None and (now >= end if by > 0 else now <= end)
