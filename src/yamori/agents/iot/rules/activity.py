"""Questions about what a thing is doing, as opposed to what it is set to: `is it heating?`, 暖房してる？

Heating that is set to heat does nothing while the room is warm. So such a question is for the attribute that tells what happens; where
there is only a mode, its answer is that nobody knows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yamori.agents.iot.rules.commands import is_switch, said_value
from yamori.agents.iot.rules.components import answering
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.targets import Reference
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import Lexicon, name_words, squeezed, stems
from yamori.domain.capability import Attribute, Capability
from yamori.domain.language import is_spaced
from yamori.domain.values import Value

RUNNING = "running"
_AT_REST = frozenset(
    {"off", "idle", "stop", "stopped", "pause", "paused", "ready", "docked", "standby", "finished", "done", "complete", "inactive", "error"}
)
"""Values with which a thing does nothing."""
_DOING = re.compile(r"\b[a-z]{2,}ing\b")
_DOING_JA = re.compile(r"[てで]い?(?:る|ます)|中(?:です)?か?[?？。]*$")
_THE = re.compile(r"\b(?:the|my|our|your|this|that|an?)\s+$")
"""`The heating` is a thing."""


@dataclass(frozen=True)
class _Doing:
    """What is said to be done."""

    words: str
    """In normal form, without the names of devices."""
    kinds: frozenset[str]
    """Kinds of things for which the words could be taken: `heating`."""


def is_mode(attribute: str) -> bool:
    """Whether an attribute says by its name what a thing is set to."""
    return "mode" in name_words(attribute)


def is_running(value: Value, attribute: Attribute | None) -> bool | None:
    """Whether a thing does anything; None for an attribute that does not tell of that."""
    if not isinstance(value, str) or attribute is None or not any(squeezed(v) in _AT_REST for v in attribute.values):
        return None
    return squeezed(value) not in _AT_REST


def activity_asked(text: str, reference: Reference, parts: Sequence[Part], context: Context) -> Query | None:
    """The query for what things are doing; None where the text (normal form) asks something else, or nothing here could tell."""
    doing = _doing(text, reference)
    if doing is None:
        return None
    named = [t for t in reference.targets if t.kind not in doing.kinds]
    if named:  # `is the radiator heating`: not of all that is called heating
        parts = tuple(dict.fromkeys(p for t in named for p in t.parts))
    found: dict[int, dict[Part, list[tuple[str, str, str]]]] = {0: {}, 1: {}, 2: {}}
    values: list[str] = []
    for part in parts:
        ranked = _activity_attributes(part, doing.words, context)
        if ranked:
            best = min(rank for rank, *_ in ranked)
            found[best][part] = [address for rank, address, _ in ranked if rank == best]
            values += [value for rank, _, value in ranked if rank == best and rank < 2]
    first, general, modes = found[0], found[1], found[2]
    addresses = {**(first or general), **modes}
    if not addresses:
        return None
    if not (values := [*values, *_activities(doing.words, context.lexicon)]):
        return None
    group = len(addresses) > 1 or any(t.group or t.ambiguous for t in named)
    kept = tuple(answering(p, addresses[p], values[0], context.index) if not group else p for p in parts if p in addresses)
    return Query(kept, tuple(dict.fromkeys(a for own in addresses.values() for a in own)), values[0], group)


def _doing(text: str, reference: Reference) -> _Doing | None:
    if says(text, "asks_for_what_was_chosen"):
        return None
    # A mention may end with the kind that it is of: what its own name is says its text.
    names = [(m.start, m.start + len(m.text)) for m in reference.spans if m.what is Named.DEVICE]
    bare = "".join("□" if any(start <= i < end for start, end in names) else letter for i, letter in enumerate(text))
    if not is_spaced(text):
        if not _DOING_JA.search(bare):
            return None
        # 暖房 is a thing and, right before する or 中, what one does.
        done = (m for m in reference.spans if m.what is Named.KIND and _DOING_JA.match(text, m.end + text.startswith("し", m.end)))
        return _Doing(bare, frozenset(kind for m in done for kind in m.ids))
    said = [m for m in _DOING.finditer(bare) if not _THE.search(bare, 0, m.start())]
    if not said:
        return None
    spans = [m for m in reference.spans if m.what is Named.KIND and any(m.start <= s.start() < m.end for s in said)]
    return _Doing(" ".join(s.group() for s in said), frozenset(kind for m in spans for kind in m.ids))


def _activity_attributes(part: Part, words: str, context: Context) -> list[tuple[int, tuple[str, str, str], str]]:
    """The attributes of a part that tell of it, as (rank, address, value): that very activity, any activity, or only a mode with whatever
    turns the thing off."""
    index, lexicon = context.index, context.lexicon
    spoken = set(stems(words))
    english = " ".join((words, *_activities(words, lexicon)))
    found: list[tuple[int, tuple[str, str, str], str]] = []
    for component, held in index.devices[part.device].components.items():
        if part.component not in (None, component):
            continue
        switches: list[tuple[str, str, str]] = []
        modes: list[tuple[str, str, str]] = []
        for name in held:
            capability = index.capabilities[name]
            for attribute in capability.attributes.values():
                address = (component, name, attribute.name)
                if attribute.type != "string" or not attribute.values:
                    continue
                said = next((v for v in attribute.values if said_value(v, words, spoken, lexicon)), None)
                if is_switch(attribute.name, lexicon):
                    switches.append(address)
                    found += [(1, address, "on")] if says(words, "any_activity") else []
                elif is_mode(attribute.name):
                    modes += [address] if said is not None else []
                elif said is not None:
                    found.append((0, address, RUNNING if is_running(said, attribute) and says(words, "any_activity") else said))
                elif is_running("", attribute) is not None and (says(words, "any_activity") or _is_what_for(capability, english)):
                    found.append((0, address, RUNNING))
        if modes:
            found += [(2, address, "") for address in (*modes, *switches)]
    return found


def _is_what_for(capability: Capability, words: str) -> bool:
    """Whether doing this is what the capability is about: a dryer's is drying, an oven's heating."""
    documented = {stem for says in (capability.says, *(c.says for c in capability.commands.values())) for stem in stems(says)}
    return bool({stem for word in words.split() if word.endswith("ing") for stem in stems(word)} & documented)


def _activities(words: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The values that activities of these words would have: `heating`, also for 暖房; none for `auto`."""
    spoken = set(stems(words))
    return tuple(v for v in lexicon.values if v.endswith("ing") and said_value(v, words, spoken, lexicon))


Read = Mapping[str, Any]


def split_modes(readings: Sequence[Read], equals: str, index: HomeIndex, lexicon: Lexicon) -> tuple[list[Read], list[Read]]:
    """Readings that answer whether something happens, and modes of things that tell nothing else. A thing that is off, or set to something
    else, answers by that."""
    answering: list[Read] = []
    modes: list[Read] = []
    for where in dict.fromkeys((r["device"], r["component"]) for r in readings):
        own = [r for r in readings if (r["device"], r["component"]) == where]
        chosen = [r for r in own if _is_only_a_mode(r, equals, index)]
        if not chosen:
            answering += own
            continue
        activities = [r for r in own if r not in chosen and not (r["value"] in ("on", "off", None) and equals != "on")]
        off = [r for r in own if r["value"] == "off"]
        if activities or off:
            answering += activities or off[:1]
        elif chosen[0]["value"] is None or _excludes(chosen[0], equals, lexicon):
            answering.append(chosen[0])
        else:
            modes.append(chosen[0])
    return answering, modes


def _excludes(r: Read, equals: str, lexicon: Lexicon) -> bool:
    """Whether a thing in this mode does something else: one that is to cool does not heat."""
    can = _activities(" ".join(name_words(str(r["value"]).replace("_", " "))), lexicon)
    return bool(can) and equals not in can


def _is_only_a_mode(r: Read, equals: str, index: HomeIndex) -> bool:
    declared = index.capabilities[r["capability"]].attributes.get(r["attribute"])
    return is_mode(r["attribute"]) and declared is not None and equals not in declared.values and equals not in ("on", "off")
