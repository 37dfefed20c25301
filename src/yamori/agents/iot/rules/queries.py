"""Questions about the home's state: which attributes of which devices answer them."""

import re

from yamori.agents.iot.rules.activity import RUNNING, activity_asked, is_running
from yamori.agents.iot.rules.commands import Order, concepts_in, is_set, is_switch, needed, said_value
from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.components import Address, answering
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.surveys import compared, extreme_in
from yamori.agents.iot.rules.targets import Reference
from yamori.agents.iot.rules.word_lists import begins, ordered_words, says, words_for
from yamori.agents.iot.rules.words import name_words, normal, singular, squeezed, stems
from yamori.domain.capability import ArgumentEffect, Attribute, Risk, SetEffect, finds_out
from yamori.domain.values import Value

_START = r"^(?:so |and |please |tell me |hey |ok |do you know |can you tell me )*"
_THE = re.compile(_START + r"what(?:'s| is| are) (?:the|its?) (?!\w+ (?:of|in|on) it\b)")
"""Asks for a quality by its name, never whether something is so."""
_WHERE = re.compile(r"\b(?:on|off|in|at|of|inside)\s+(?=□)")
"""Says of what, and not how it is: `the lid on □`."""
_OF_UNIT = {"temperature": ("°c", "°f", "℃", "celsius", "fahrenheit")}
"""Quality to the units in which it is given, whatever the attribute is called."""
STATES = ("contact", "lockstate", "switchstate", "runstate", "motion", "muted")
"""Qualities that are so or not so; the others are quantities or modes."""


def queried(text: str, reference: Reference, context: Context) -> Query | None:
    """The query that answers a question in normal form, or None when its words point nowhere."""
    index, lex = context.index, context.lexicon
    parts = tuple(dict.fromkeys(p for t in reference.targets for p in t.parts))
    group = any(t.group or t.ambiguous for t in reference.targets) or len(parts) > 1
    named = bool(parts)
    if not parts and reference.same and context.focus.parts:
        parts, named = context.focus.parts, True
    if not parts:
        rooms = reference.rooms or (frozenset({context.room}) if context.room else frozenset())
        parts = tuple(Part(d) for d in (index.in_rooms(rooms) if rooms else index.devices))
        group = True
    concepts = concepts_in(_WHERE.sub(" ", reference.masked) if named else text, lex)
    everywhere = parts if named or reference.rooms else tuple(Part(d) for d in index.devices)
    if (extreme := extreme_in(text, lex)) is not None:
        return quantity(extreme.about, everywhere, context, text, named=named, group=True)
    if comparison_in(text) is not None:
        if not concepts and not named and context.focus.asked:  # it goes on about what was asked before
            concepts = concepts_in(context.focus.predicate, lex)
        scope = everywhere if says(text, "open_questions") else parts
        asked = (quantity(c, scope, context, text, named=named, group=group) for c in concepts if c not in STATES)
        if (found := next((q for q in asked if q is not None), None) or compared(text, scope, context)) is not None:
            return found
    if not (_asks_how(text) or _asks(text, "what")) and (doing := activity_asked(text, reference, parts, context)) is not None:
        return doing
    value, valued, word = _valued(text, parts, context)
    if value == "on" and not named:
        valued = {part: kept for part, own in valued.items() if (kept := [a for a in own if _is_left_on(a, index)])}
    if value is None and named and concepts:  # `is the front door closed?` may be for the sensor that is called after it
        value, valued, word = _valued(text, wider := (*parts, *namesakes(parts, reference, index)), context)
        parts = wider if value is not None else parts
    if value is not None and _asks_whether(text, concepts, valued, word, named=named, context=context):
        held = tuple(answering(p, valued[p], value, index) if named else p for p in parts if p in valued)
        return Query(held, tuple(dict.fromkeys(a for p in parts for a in valued.get(p, ()))), value, group)
    for concept in sorted(concepts, key=lambda c: c in STATES):
        if query := quantity(concept, parts, context, text, named=named, group=group):
            return query
    if not reference.rooms and not named and context.room and concepts:  # nothing in this room answers: the whole home may
        return queried(text, reference, Context(index, lex, context.state, None, context.focus))
    return Query(parts, (), None, group) if named else _by_own_words(parts, text, context)


def _by_own_words(parts: tuple[Part, ...], text: str, context: Context) -> Query | None:
    """What an appliance reports under a name that the question uses, where the lexicon has no word for it: `eggs`, `litresLeft`."""
    general = context.lexicon.filler | words_for("measuring_nothing")
    spoken = set(stems(text)) - general
    counted = _asks_how(text) or _asks(text, "how_many_or_much")
    unlike = [word for concept in concepts_in(text, context.lexicon) for word in context.lexicon.unlikes[concept]]
    found: dict[int, dict[Part, list[Address]]] = {}
    for part in parts:
        for component, held in context.index.devices[part.device].components.items():
            for name in held:
                if any(word in squeezed(name) for word in unlike):
                    continue  # how warm a lamp's white is, nobody asks of a room
                capability = context.index.capabilities[name]
                said_by_capability = len(spoken & set(stems(capability.says))) if counted else 0
                for attribute in capability.attributes.values():
                    if counted and attribute.type not in ("integer", "number"):
                        continue
                    points = said_by_capability + 2 * len({singular(w) for w in name_words(attribute.name)} & spoken)
                    if points:
                        found.setdefault(points, {}).setdefault(part, []).append((component, name, attribute.name))
    best = found[max(found)] if found else {}
    addresses = tuple(dict.fromkeys(a for own in best.values() for a in own))
    return Query(tuple(best), addresses, None, len(best) > 1) if len(addresses) == 1 else None


def _asks(text: str, sort: str) -> bool:
    """Whether a question begins with a word of a sort, words before it aside that say nothing."""
    while lead := next((word for word in ordered_words("before_questions") if text.startswith(f"{word} ")), ""):
        text = text.removeprefix(f"{lead} ")
    return begins(text, sort)


def _asks_how(text: str) -> bool:
    """Such a question asks for a quantity, not whether something is so."""
    return _asks(text, "how") and not _asks(text, "how_many")


def namesakes(parts: tuple[Part, ...], reference: Reference, index: HomeIndex) -> tuple[Part, ...]:
    """Devices in the same room whose name begins with the name that was spoken."""
    spoken = [m.text for m in reference.spans if m.parts]
    rooms = {index.devices[p.device].room for p in parts}
    return tuple(
        Part(d.id)
        for d in index.devices.values()
        if d.room in rooms and Part(d.id) not in parts and any(normal(n).startswith(s) for s in spoken for n in (d.name, *d.aliases))
    )


def holds(value: Value, wanted: str, attribute: Attribute | None) -> bool:
    """Whether a reading is as asked: a position is open unless it is at its lowest, and true is on."""
    flat = squeezed(wanted)
    if flat == RUNNING and (runs := is_running(value, attribute)) is not None:
        return runs
    if isinstance(value, bool):
        return value is (flat == "on")
    if isinstance(value, int | float) and flat in ("open", "closed"):
        low = attribute.minimum if attribute is not None and attribute.minimum is not None else 0
        return (value > low) is (flat == "open")
    return isinstance(value, str) and squeezed(value) == flat


def _asks_whether(
    text: str, concepts: tuple[str, ...], valued: dict[Part, list[Address]], word: str, *, named: bool, context: Context
) -> bool:
    """`Is it on?`, but not `how warm`, `is it cold in here?` or `which batteries are low?`."""
    lex = context.lexicon
    quantities = [c for c in concepts if c not in STATES]
    if named and not concepts and _THE.search(text):
        return False
    if _asks_how(text) or (_asks(text, "what") and quantities):
        return False
    if not named and any((m := lex.concepts[c].found(text)) and m.group() == word for c in quantities):
        return False
    other = [c for c in quantities if (m := lex.concepts[c].found(text)) and m.group() not in word]
    names = [squeezed(n) for found in valued.values() for _, capability, attribute in found for n in (capability, attribute)]
    about = [c for c in concepts if any(like in n for like in lex.likes[c] for n in names)]
    return not other or bool(about)


def _valued(text: str, parts: tuple[Part, ...], context: Context) -> tuple[str | None, dict[Part, list[Address]], str]:
    """The value that the question names (`is it on?`), where the parts could have it, and the words that named it."""
    spoken = set(stems(text))
    best: dict[str, dict[Part, list[Address]]] = {}
    words: dict[str, str] = {}
    said: dict[str, str | None] = {}
    for part in parts:
        for component, capability, attribute, values in _stated(part, context):
            for value in values:
                if value not in said:
                    said[value] = said_value(value, text, spoken, context.lexicon)
                if word := said[value]:
                    best.setdefault(value, {}).setdefault(part, []).append((component, capability, attribute))
                    words[value] = word
    if not best:
        return None, {}, ""
    locks = context.lexicon.concepts["lockstate"].found(text) is not None
    value = max(best, key=lambda v: (len(words[v]), locks == (squeezed(v) in ("locked", "unlocked")), len(best[v])))
    return value, best[value], words[value]


def _is_left_on(address: Address, index: HomeIndex) -> bool:
    """Whether what is on there may have been left on: what nobody may switch off just so, such as a camera that watches, is on always."""
    _, capability, attribute = address
    ending = [c for c in index.capabilities[capability].commands.values() if _ends(c.effects.get(attribute))]
    return not ending or any(command.risk is Risk.SAFE for command in ending)


def _ends(effect: object) -> bool:
    return isinstance(effect, ArgumentEffect) or (isinstance(effect, SetEffect) and effect.value in ("off", False))


def _stated(part: Part, context: Context) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """The attributes of a part that are so or not so, with their values; a position is open or closed, a switch on or off."""
    index, likes = context.index, context.lexicon.likes
    found = []
    for component, held in index.devices[part.device].components.items():
        if part.component not in (None, component):
            continue
        for name in held:
            for attribute in index.capabilities[name].attributes.values():
                flat = squeezed(attribute.name)
                if attribute.values:
                    found.append((component, name, attribute.name, attribute.values))
                elif attribute.type == "boolean" and is_switch(attribute.name, context.lexicon):
                    found.append((component, name, attribute.name, ("on", "off")))
                elif attribute.type in ("integer", "number") and any(like in flat for like in likes["position"]):
                    found.append((component, name, attribute.name, ("open", "closed")))
    return found


def quantity(concept: str, parts: tuple[Part, ...], context: Context, text: str, *, named: bool, group: bool) -> Query | None:
    """Where the parts report on a concept: what only measures it if there is any (or, if asked so, what was set), else what nobody sets,
    else all that is like it."""
    index, lex = context.index, context.lexicon
    likes = lex.likes[concept]
    found: dict[int, dict[Part, list[Address]]] = {0: {}, 1: {}, 2: {}}
    setting = says(text, "what_was_set")
    for part in parts:
        if not named and concept in ("temperature", "humidity") and index.kinds_of[part.device] & lex.inside:
            continue
        for component, held in index.devices[part.device].components.items():
            if part.component not in (None, component):
                continue
            for name in held:
                if any(unlike in squeezed(name) for unlike in lex.unlikes[concept]):
                    continue
                commands = bool(index.capabilities[name].commands)
                for attribute, declared in index.capabilities[name].attributes.items():
                    flat = squeezed(attribute)
                    like = any(x in flat for x in likes) or (named and (declared.unit or "").lower() in _OF_UNIT.get(concept, ()))
                    sure = like and commands if setting else any(x == flat for x in likes) and not commands
                    measured = like and not setting and not is_set(index.capabilities[name], attribute)
                    if like or any(x in squeezed(name) for x in likes):
                        for rank in (*((0,) if sure else ()), *((1,) if measured else ()), 2):
                            found[rank].setdefault(part, []).append((component, name, attribute))
    chosen = found[0] or found[1] or found[2]
    if not chosen:
        return None
    kept = tuple(p for p in parts if p in chosen)
    return Query(kept, tuple(dict.fromkeys(a for addresses in chosen.values() for a in addresses)), None, group and len(kept) > 1)


def measured_nowhere(text: str, reference: Reference, context: Context) -> bool:
    """Whether a room was asked about in which nothing measures what was asked."""
    felt = [c for c in concepts_in(text, context.lexicon) if c in ("temperature", "humidity", "air")]
    return bool(felt and reference.rooms) and queried(text, reference, context) is None


def measured_by(query: Query, index: HomeIndex) -> tuple[Order, ...]:
    """The commands that find out anew what a question asks, where its attributes are known only when somebody measures."""
    orders: list[Order] = []
    for part in query.parts:
        own = part.component or ""
        whole = [(own, name, a) for name in index.devices[part.device].components.get(own, {}) for a in index.capabilities[name].attributes]
        for component, capability, attribute in query.attributes or whole:
            held = index.devices[part.device].components.get(component, {})
            if part.component not in (None, component) or capability not in held:
                continue
            able = [c for c in index.capabilities[capability].commands.values() if finds_out(c) and not needed(c) and c.risk is Risk.SAFE]
            if (
                not able
                or "image" in index.capabilities[capability].attributes
                or attribute not in index.capabilities[capability].attributes
            ):
                return ()
            orders.append(Order(part.device, component, capability, able[0].name))
    return tuple(orders)
