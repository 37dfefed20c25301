"""Conditions on what happens: something comes to its end, a bell rings, somebody comes home or leaves."""

import re
from collections.abc import Callable, Sequence

from yamori.agentkit.watch import MOST_TESTS, Test
from yamori.agents.iot.rules.activity import is_mode, is_running
from yamori.agents.iot.rules.commands import is_switch
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.watch.condition import Condition, Event, Look, path_of
from yamori.agents.iot.rules.watch.explained import left_over, missing, names_either
from yamori.agents.iot.rules.watch.said import Kind, Said, Trouble, Who, Why
from yamori.agents.iot.rules.watch.words import watch_words
from yamori.agents.iot.rules.words import Lexicon, normal, squeezed
from yamori.domain.capability import Attribute
from yamori.domain.home import PersonRole


def of_end(said: Said, context: Context) -> Condition | Trouble:
    """Something is done: its operating state is one of rest after it ran."""
    return _of_things(said, context, "stops" if said.kind is Kind.STOPS else "done", _ending_values, tuple(context.index.devices))


def of_call(said: Said, context: Context) -> Condition | Trouble:
    """A bell, a button, an alarm."""
    if said.negated:
        return Trouble(why=Why.NEGATION, what=said.shield.plain(said.state))
    return _of_things(said, context, "called", _calling_values, context.index.of_kind("doorbell"))


def ending_values(attribute: Attribute, lexicon: Lexicon) -> tuple[str, ...]:
    """The values that say of something that runs that it has come to its end; none for what does not run."""
    if attribute.type != "string" or is_mode(attribute.name) or is_switch(attribute.name, lexicon):
        return ()
    if not any(is_running(v, attribute) and squeezed(v) not in watch_words().done for v in attribute.values):
        return ()
    return tuple(v for v in attribute.values if squeezed(v) in watch_words().done)


def _ending_values(attribute: Attribute, context: Context) -> tuple[str, ...]:
    return ending_values(attribute, context.lexicon)


def _calling_values(attribute: Attribute, context: Context) -> tuple[str, ...]:
    if attribute.type != "string" or is_mode(attribute.name) or is_switch(attribute.name, context.lexicon):
        return ()
    found = tuple(v for v in attribute.values if squeezed(v) in watch_words().called)
    return found if set(map(squeezed, found)) - {"both", "strobe"} else ()


def _of_things(
    said: Said, context: Context, event: Event, values: Callable[[Attribute, Context], tuple[str, ...]], others: Sequence[str]
) -> Condition | Trouble:
    """`others` are the devices that could be meant where none is named."""
    index = context.index
    subject, kinds = _without_activity(said.shield.plain(said.subject), context)
    reference = resolve_reference(subject, index, context.lexicon, room=context.room, recent=context.focus.parts, own=context.own)
    if gone := missing(reference, context):
        return Trouble(why=Why.MISSING, what=gone)
    named = tuple(dict.fromkeys(p.device for t in reference.targets for p in t.parts))
    if not named and kinds:
        named = tuple(d for kind in kinds for d in index.of_kind(kind))
        if not named:
            return Trouble(why=Why.UNTOLD)
    if not named and reference.same and context.focus.parts:
        named = tuple(dict.fromkeys(p.device for p in context.focus.parts))
    devices = named or tuple(others)
    if reference.rooms and not named:
        devices = tuple(d for d in devices if index.devices[d].room in reference.rooms)
    looks = [look for device in devices if (look := _first(device, values, context)) is not None]
    if left := left_over(reference.masked, [(k.component, k.capability, k.attribute) for k in looks], "", context):
        return Trouble(why=Why.WORD, what=left[0])
    if not looks:
        return Trouble(why=Why.UNTOLD, what=named[0] if len(named) == 1 else "")
    found = tuple(dict.fromkeys(look.device for look in looks))
    quantity = said.quantity or ("any" if names_either(reference) else "")
    if (len(found) > 1 and not quantity) or len(looks) > MOST_TESTS:
        return Trouble(why=Why.WHICH, options=found)
    return Condition(looks=tuple(looks), combine=quantity or "all", negated=said.negated, seconds=said.seconds, event=event)


def _without_activity(subject: str, context: Context) -> tuple[str, tuple[str, ...]]:
    """The subject without what is done or noticed, and of which kinds of things that is. It is no name of a room (`laundry`), but may be a
    part of a device's name."""
    reference = resolve_reference(subject, context.index, context.lexicon, room=context.room, recent=())
    names = [m for m in reference.spans if m.what not in (Named.ROOM, Named.FLOOR)]
    kinds: list[str] = []
    for kind, phrases in watch_words().activities.items():
        for found in reversed(list(phrases.pattern.finditer(subject))):
            if not any(m.start <= found.start() < m.end for m in names):
                subject = subject[: found.start()] + " " * len(found[0]) + subject[found.end() :]
                kinds.append(kind)
    return subject, tuple(kinds)


def _first(device: str, values: Callable[[Attribute, Context], tuple[str, ...]], context: Context) -> Look | None:
    """Of one device; what moves before it counts only where nothing else goes off."""
    found: list[tuple[bool, Look]] = []
    for component, capability in context.index.devices[device].capabilities():
        for attribute in context.index.capabilities[capability].attributes.values():
            held = values(attribute, context)
            if held:
                path = path_of(device, component, capability, attribute.name)
                test = Test(path=path, operator="==", value=held[0]) if len(held) == 1 else Test(path=path, operator="in", value=list(held))
                look = Look(test=test, device=device, component=component, capability=capability, attribute=attribute.name)
                found.append(("active" in held, look))
    return min(found, key=lambda f: f[0])[1] if found else None


def of_person(said: Said, context: Context, *, person: str) -> Condition | Trouble:
    """Somebody comes, goes or is at home, where a device of theirs tells; `person` is who speaks."""
    home = context.index.home
    everyone = said.who in (Who.EVERYONE, Who.ANYONE)
    wanted = (
        [p.id for p in home.people if p.role is not PersonRole.GUEST] if everyone else [person if said.who == Who.SPEAKER else said.who]
    )
    names = {p.id: p.name for p in home.people}
    looks: list[Look] = []
    away = said.kind is Kind.LEFT or (said.kind in _STATES and (said.kind is Kind.AWAY) is not said.negated)
    for id in wanted:
        own = _presence(id, names.get(id, ""), away=away, context=context)
        if len(own) > 1:
            return Trouble(why=Why.WHICH, options=tuple(look.device for look in own))
        if not own:
            return Trouble(why=Why.WHEREABOUTS, what=names.get(id, id))
        looks += own
    if not looks:
        return Trouble(why=Why.UNTOLD)
    if said.negated and said.kind not in _STATES:
        return Trouble(why=Why.NEGATION, what=said.shield.plain(said.state))
    event: Event = ("away" if away else "home") if said.kind in _STATES else "left" if away else "arrived"
    # nobody is home: all are away; not everybody is home: one is away
    one = (said.who == Who.ANYONE) is not (said.negated and everyone)
    return Condition(
        looks=tuple(looks),
        combine="any" if one else "all",
        seconds=said.seconds,
        event=event,
        people=tuple(names[id] for id in wanted if id in names),
    )


_STATES = (Kind.AT_HOME, Kind.AWAY)


def _presence(person: str, name: str, *, away: bool, context: Context) -> list[Look]:
    """What tells whether a person is at home: a device that is called after them and stands in no room of theirs."""
    if not name:
        return []
    index, wanted = context.index, watch_words().away if away else watch_words().home
    places = {normal(label) for room in index.home.rooms for label in (room.name, *room.aliases)}
    called = re.compile(rf"(?<![^\W\d_]){re.escape(normal(name))}(?![^\W\d_])")
    found: list[Look] = []
    for device in index.home.devices:
        labels = [normal(label) for label in (device.name, *device.aliases)]
        if not any(called.search(label) for label in labels) or any(place in label for place in places for label in labels):
            continue
        for component, capability in device.capabilities():
            for attribute in index.capabilities[capability].attributes.values():
                held = [v for v in attribute.values if v in wanted]
                if held and set(attribute.values) & watch_words().home and set(attribute.values) & watch_words().away:
                    path = path_of(device.id, component, capability, attribute.name)
                    test = Test(path=path, operator="==", value=held[0]) if len(held) == 1 else Test(path=path, operator="in", value=held)
                    found.append(Look(test=test, device=device.id, component=component, capability=capability, attribute=attribute.name))
    return found
