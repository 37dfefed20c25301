"""From mentions to devices: which of them a segment addresses, given where the person is and what was just spoken of."""

import re
from dataclasses import dataclass, field, replace

from yamori.agents.iot.rules.mentions import Mention, masked, mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.opposites import is_adjective, is_opposite
from yamori.agents.iot.rules.places import goals, missing_place, rooms_in, scopes
from yamori.agents.iot.rules.word_lists import ends, says
from yamori.agents.iot.rules.words import CJK, Lexicon, normal, tokens
from yamori.domain.language import is_spaced

PRONOUN = re.compile(
    r"\b(?:it|them|those|these|everything|all of it|all of them|this one|that one|the same one"
    r"|that(?=\s+(?:to\s+)?\d|\s*$|\s+(?:on|off|up|down)\b))\b(?!')"
)
"""Stands where a name could stand."""


@dataclass(frozen=True)
class Target:
    """What one request is aimed at: one device, or several that bear one description."""

    parts: tuple[Part, ...]
    group: bool = False
    """Described as several (`the lights`, `everything`): a member that cannot do it is left out in silence."""
    kind: str | None = None
    ambiguous: bool = False
    """Any one of the parts could be meant, and nothing says which."""


@dataclass(frozen=True)
class Reference:
    """Everything that a segment says about which devices it addresses."""

    targets: tuple[Target, ...]
    masked: str
    """The segment with names replaced by `□`."""
    rooms: frozenset[str] = frozenset()
    """Rooms named, when no device or kind was named with them."""
    missing: tuple[str, ...] = ()
    """What was named but is not there (in the room named)."""
    missing_rooms: frozenset[str] = frozenset()
    elsewhere: tuple[Part, ...] = ()
    """What is called like something that is missing, in another room or with the opposite adjective."""
    missing_place: str = ""
    """A part of a house that was named but that this home lacks."""
    everything: bool = False
    same: bool = False
    """A pronoun stands for the devices of before."""
    other: bool = False
    also: bool = False
    excluded: frozenset[str] = field(default_factory=frozenset)
    spans: tuple[Mention, ...] = ()
    said_rooms: frozenset[str] = frozenset()
    """All rooms named."""
    goals: frozenset[str] = frozenset()
    """Of these, to which something is to go."""


def resolve_reference(
    text: str,
    index: HomeIndex,
    lexicon: Lexicon,
    *,
    room: str | None,
    recent: tuple[Part, ...],
    likely: frozenset[str] = frozenset(),
    where: frozenset[str] = frozenset(),
    own: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
    homonym: Named = Named.DEVICE,
) -> Reference:
    """`text` in normal form; `room` where the person is; `recent` the devices last spoken of; `likely` rooms named elsewhere, `where`
    those that an earlier remark named (`nobody is upstairs, …`); `own` the devices and rooms that are the person's; `homonym` as for
    `mentions`."""
    near = next(iter(likely)) if len(likely) == 1 else room
    if len(own[1]) == 1 and says(text, "my_own_room"):
        near = room = next(iter(own[1]))
    every = mentions(text, index, lexicon, homonym=homonym)
    things = tuple(m for m in every if m.what not in (Named.ROOM, Named.FLOOR))
    found = tuple(m for m in every if not _is_value(m, things, text, index, lexicon, alone=len(every) == 1))
    cut = lexicon.marks["except"].found(text)
    exclusion, found = _split(found, cut, text)
    excluded = _excluded(exclusion, (*found, *exclusion), text, index, lexicon)
    shown = masked(text, [(m.start, m.end) for m in (*found, *exclusion)])
    same = lexicon.marks["same"].found(shown) is not None
    shown = PRONOUN.sub("□", shown)
    everything = lexicon.marks["everything"].found(text) is not None
    quantified = everything or lexicon.marks["all"].found(text) is not None or bool(exclusion)
    named = _targets(found, (*found, *exclusion), text, index, lexicon, room=near, recent=recent, quantified=quantified, where=where)
    targets, rooms = named.targets, named.rooms
    if says(text, "of_mine"):
        targets = [_mine(t, own[0]) for t in targets]
    rooms = rooms or (likely if everything else frozenset())
    if everything and not targets:
        scope = index.in_rooms(rooms) if rooms else tuple(index.devices)
        targets = [Target(tuple(Part(d) for d in scope), group=True)]
    if excluded:
        targets = [Target(tuple(p for p in t.parts if p.device not in excluded), t.group, t.kind) for t in targets]
    return Reference(
        targets=tuple(t for t in targets if t.parts),
        masked=shown,
        rooms=rooms if not targets else frozenset(),
        missing=named.missing,
        missing_rooms=named.missing_rooms,
        elsewhere=named.elsewhere,
        missing_place=missing_place(shown, index, lexicon),
        everything=everything,
        same=same,
        other=lexicon.marks["other"].found(shown) is not None,
        also=lexicon.marks["also"].found(shown) is not None,
        excluded=excluded,
        spans=(*found, *exclusion),
        said_rooms=frozenset(r for m in found for r in rooms_in(m, index)),
        goals=goals(found, text, index),
    )


def is_inside(device: str, rooms: frozenset[str], index: HomeIndex) -> bool:
    """Whether a device is in one of the rooms, or is called after one (`Porch light` on the wall of the hall)."""
    if index.devices[device].room in rooms:
        return True
    return any(_begins_with(label, place) for label in index.labels[device] for r in rooms for place in index.room_labels[r])


def _begins_with(label: str, place: str) -> bool:
    rest = label.removeprefix(place)
    return rest != label and (not rest or rest[0] in " の'" or bool(CJK.match(rest)))


def _mine(target: Target, own: frozenset[str]) -> Target:
    """Of several that could be meant, those that are the speaker's."""
    kept = tuple(p for p in target.parts if p.device in own)
    if not kept or len(kept) == len(target.parts):
        return target
    return Target(kept, group=target.group and len(kept) > 1, kind=target.kind, ambiguous=target.ambiguous and len(kept) > 1)


def _excluded(exclusion: tuple[Mention, ...], every: tuple[Mention, ...], text: str, index: HomeIndex, lexicon: Lexicon) -> frozenset[str]:
    """The devices that a sentence leaves out."""
    if not exclusion:
        return frozenset()
    resolved = _targets(exclusion, every, text, index, lexicon, room=None, recent=(), quantified=True, where=frozenset())
    named = frozenset(p.device for t in resolved.targets for p in t.parts)
    return named or frozenset(index.in_rooms(frozenset(r for m in exclusion for r in rooms_in(m, index))))


def _split(found: tuple[Mention, ...], cut: re.Match[str] | None, text: str) -> tuple[tuple[Mention, ...], tuple[Mention, ...]]:
    """(excluded, addressed): an English exception follows its word, a Japanese one goes before it."""
    if cut is None:
        return (), found
    if not is_spaced(cut.group()):
        return tuple(m for m in found if m.end <= cut.start()), tuple(m for m in found if m.end > cut.start())
    return tuple(m for m in found if m.start >= cut.end()), tuple(m for m in found if m.start < cut.end())


@dataclass(frozen=True)
class _Found:
    """What the names in a segment resolve to; the fields are those of `Reference`."""

    targets: list[Target]
    rooms: frozenset[str]
    missing: tuple[str, ...]
    missing_rooms: frozenset[str]
    elsewhere: tuple[Part, ...]


def _targets(
    found: tuple[Mention, ...],
    every: tuple[Mention, ...],
    text: str,
    index: HomeIndex,
    lexicon: Lexicon,
    *,
    room: str | None,
    recent: tuple[Part, ...],
    quantified: bool,
    where: frozenset[str],
) -> _Found:
    with_rooms, loose = scopes(found, text, index)
    here = lexicon.marks["here"].found(masked(text, [(m.start, m.end) for m in found])) is not None
    everywhere = frozenset(
        r for m, s in zip(found, with_rooms, strict=True) if m.what in (Named.ROOM, Named.FLOOR) for r in rooms_in(m, index)
    )
    modifiers = _modifiers(every, text, index, lexicon)
    towards = goals(found, text, index)
    targets: list[Target] = []
    missing: list[str] = []
    missing_rooms: frozenset[str] = frozenset()
    elsewhere: list[Part] = []
    resolved: set[tuple[Mention, str, frozenset[str]]] = set()
    for mention, scope in zip(found, with_rooms, strict=True):
        if mention.what in (Named.ROOM, Named.FLOOR):
            continue
        same = (replace(mention, start=0, end=0), text[mention.start : mention.end], scope)
        if same in resolved:
            continue  # said over and over, it means what it meant the first time
        resolved.add(same)
        named = scope or loose
        within = named or where or (frozenset({room}) if here and room else frozenset())
        if mention.what in (Named.DEVICE, Named.COMPONENT):
            there = scope or (loose - towards) or where
            called = _of_name(mention, index, lexicon, within=there or within - loose, room=room, recent=recent, quantified=quantified)
            if not called and not there:  # `here` prefers what is near and rules nothing out that was called by its name
                called = _of_name(mention, index, lexicon, within=frozenset(), room=room, recent=recent, quantified=quantified)
            kinds = () if called else tuple(k for k, p in lexicon.kinds.items() if mention.text in p.words)
            if called or not kinds:
                targets += called
                missing += [] if called else [text[mention.start : mention.end]]
                missing_rooms |= frozenset() if called else within
                elsewhere += [] if called else mention.parts
                continue
            mention = replace(mention, what=Named.KIND, ids=kinds)  # another device is called simply `Fan`: one of the kind will do
        target = _of_kind(
            mention, index, lexicon, within=within, named=named, room=room, recent=recent, quantified=quantified, modifiers=modifiers
        )
        if target is None:
            missing.append(text[mention.start : mention.end])
            missing_rooms |= within
            elsewhere += [Part(d) for kind in mention.ids for d in index.of_kind(kind) if Part(d) not in elsewhere]
        else:
            targets.append(target)
    if not targets and not missing and modifiers:
        bearing = set.intersection(*modifiers.values())
        shown = masked(text, [(m.start, m.end) for m in every])
        exact = bearing - _counterparts(bearing, shown, index, lexicon)
        scoped = {d for d in exact if not everywhere or is_inside(d, everywhere, index)}
        if scoped:
            targets.append(
                Target(tuple(Part(d) for d in index.devices if d in scoped), group=quantified, ambiguous=len(scoped) > 1 and not quantified)
            )
        elif bearing and (not exact or everywhere):
            said = [t.text for t in tokens(shown) if t.stem in modifiers or (not exact and is_adjective(t.text, lexicon))]
            missing.append(" ".join(said) or next(iter(modifiers)))
            missing_rooms |= everywhere if exact else frozenset()
            elsewhere += [Part(d) for d in index.devices if d in bearing]
    if here and room and not everywhere:
        everywhere = frozenset({room})
    return _Found(_merged(targets), everywhere, tuple(missing), missing_rooms, tuple(elsewhere))


_WINDOW = 24
"""Characters before a name in which the words stand that say what it is to the rest."""
_OF_MODES = re.compile(r"\s*(?:only )?(?:setting|mode|program(?:me)?|cycle|course)\b|(?:モード|コース|運転)")
"""Stands after the name of a way of working: `on the fan setting`, 送風モード."""
"""Stands before what something is to become: `the unit to heating`, エアコンを暖房に."""


def _is_value(mention: Mention, things: tuple[Mention, ...], text: str, index: HomeIndex, lexicon: Lexicon, *, alone: bool) -> bool:
    """A kind of which the home has nothing, but whose word is also a value or quality (`heating`, 冷房) said of something else. `things`
    are all mentions but those of places, in order; `alone` where nothing else is mentioned."""
    word = text[mention.start : mention.end]
    if mention.what in (Named.KIND, Named.DEVICE) and not alone and _OF_MODES.match(text, mention.end):
        return any(p.found(word) for p in lexicon.values.values())
    if mention.what is not Named.KIND:
        return False
    before = text[max(0, mention.start - _WINDOW) : mention.start]
    said_of = things[0].end < mention.start
    if any(index.of_kind(kind) for kind in mention.ids) and not (said_of and ends(before, "becoming")):
        return False
    if len(things) == 1 and ends(before, "switching_a_thing"):
        return False  # `turn on the fan` speaks of a fan
    return any(p.found(word) for p in (*lexicon.values.values(), *lexicon.concepts.values()))


def _of_name(
    mention: Mention,
    index: HomeIndex,
    lexicon: Lexicon,
    *,
    within: frozenset[str],
    room: str | None,
    recent: tuple[Part, ...],
    quantified: bool,
) -> list[Target]:
    several = mention.plural and not _is_room_and_kind(mention, index, lexicon)
    called = (*mention.parts, *mention.longer) if several else mention.parts
    parts = tuple(p for p in called if p.device not in mention.barred and (not within or is_inside(p.device, within, index)))
    if not parts:
        return []
    if len(parts) > 1 and not within and not quantified and not mention.plural:
        parts = _nearest(parts, index, room=room, recent=recent)
    if len(parts) == 1 and (mention.plural or quantified) and _is_room_and_kind(mention, index, lexicon):
        # `the kitchen lights` where one device is called `Kitchen light`: all that is of its kind in its room.
        device = index.devices[parts[0].device]
        kinds = index.kinds_of[device.id]
        head = next((k for k in lexicon.kinds if k in kinds and k not in lexicon.parents), None)
        alike = tuple(Part(d) for d in (index.of_kind(head) if head else ()) if index.devices[d].room == device.room)
        parts = alike or parts
        return [Target(parts, group=True, kind=head)]
    # Japanese has no plural: カーテン may be one or all, even where each is called so.
    many = mention.unspaced and len(parts) > 1 and any(mention.text in lexicon.kinds[k].unspaced for k in lexicon.many)
    together = quantified or mention.plural or many
    return [Target(parts, group=together and len(parts) > 1, ambiguous=len(parts) > 1 and not together)]


def _is_room_and_kind(mention: Mention, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether a device is called no more than what it is and where: 台所の電気."""
    device = index.devices[mention.parts[0].device]
    room = index.rooms.get(device.room or "")
    rest = mention.text
    for label in (room.name, *room.aliases) if room else ():
        rest = rest.removeprefix(normal(label))
    kinds = (p for k, p in lexicon.kinds.items() if k in index.kinds_of[device.id])
    return rest != mention.text and any(rest.strip("の ") in p.words for p in kinds)


def _of_kind(
    mention: Mention,
    index: HomeIndex,
    lexicon: Lexicon,
    *,
    within: frozenset[str],
    named: frozenset[str],
    room: str | None,
    recent: tuple[Part, ...],
    quantified: bool,
    modifiers: dict[str, set[str]],
) -> Target | None:
    devices: list[str] = []
    for kind in mention.ids:
        fitting = (d for d in index.of_kind(kind) if d not in mention.barred and (not within or is_inside(d, within, index)))
        devices += [d for d in fitting if d not in devices]
    if not devices and within:
        devices = _called_otherwise(mention, index, lexicon, within=within)
    if not devices and (inner := _components(mention, index, lexicon, within=within)):
        return Target(inner, group=len(inner) > 1 and (mention.plural or quantified), kind=mention.ids[0], ambiguous=len(inner) > 1)
    if not devices:
        return None
    for narrowed in modifiers.values():
        if kept := [d for d in devices if d in narrowed]:
            devices = kept
    parts = tuple(Part(d) for d in devices)
    kind = mention.ids[0]
    if len(parts) == 1:
        return Target(parts, group=mention.plural or quantified, kind=kind)
    if quantified or mention.plural:
        if not within and not quantified and room:
            near = tuple(p for p in parts if index.devices[p.device].room == room)
            return Target(near or parts, group=True, kind=kind)
        return Target(parts, group=True, kind=kind)
    unspaced = mention.unspaced  # Japanese has no plural: 電気 may be one or all
    if within:
        plain = tuple(p for p in parts if not any(k in lexicon.parents and lexicon.parents[k] == kind for k in index.kinds_of[p.device]))
        if named and not unspaced and len(plain) == 1:
            return Target(plain, kind=kind)
        return Target(parts, group=True, kind=kind)
    near = _nearest(parts, index, room=room, recent=recent)
    if len(near) == 1:
        return Target(near, kind=kind)
    if room and all(index.devices[p.device].room == room for p in near):
        return Target(near, group=True, kind=kind)
    many = unspaced and any(k in lexicon.many for k in mention.ids)
    return Target(near, group=many, kind=kind, ambiguous=not many)


def _components(mention: Mention, index: HomeIndex, lexicon: Lexicon, *, within: frozenset[str]) -> tuple[Part, ...]:
    """Components that are called after the kind: the light of the hood, where the room has no other."""
    labels = {normal(w) for kind in mention.ids for w in (kind, *lexicon.kinds[kind].spaced)}
    inside = (d for d in index.devices.values() if not within or d.room in within)
    return tuple(Part(d.id, c) for d in inside for c in d.components if c != "main" and normal(c) in labels)


def _called_otherwise(mention: Mention, index: HomeIndex, lexicon: Lexicon, *, within: frozenset[str]) -> list[str]:
    """The only device of the rooms that is of a wider kind: who says `lamp` where there is one light means that."""
    wider = {lexicon.parents[kind] for kind in mention.ids if kind in lexicon.parents}
    alike = [d for kind in wider for d in index.of_kind(kind) if index.devices[d].room in within]
    return alike if len(alike) == 1 else []


def _nearest(parts: tuple[Part, ...], index: HomeIndex, *, room: str | None, recent: tuple[Part, ...]) -> tuple[Part, ...]:
    """The ones in the person's room, else those just spoken of, else all."""
    near = tuple(p for p in parts if room and index.devices[p.device].room == room)
    return near or tuple(p for p in parts if any(p.device == r.device for r in recent)) or parts


def _modifiers(found: tuple[Mention, ...], text: str, index: HomeIndex, lexicon: Lexicon) -> dict[str, set[str]]:
    """Words of devices' names that stand in the sentence outside every mention: `the one by the sofa`, 天井の."""
    gaps: dict[str, set[str]] = {}
    shown = masked(text, [(m.start, m.end) for m in found])
    for token in tokens(shown):
        if token.is_word and token.text not in lexicon.filler and len(token.text) > 2 and token.stem in index.devices_by_word:
            gaps[token.stem] = index.devices_by_word[token.stem]
    for run in re.findall(r"[\u30a0-\u30ff\u4e00-\u9fff]{2,}", shown):
        if run in lexicon.filler_ja:
            continue
        word = re.compile(rf"(?<![ァ-ヺー]){run}(?![ァ-ヺー])" if _KATAKANA.fullmatch(run) else run)
        hits = {n.id for n in index.unspaced if n.what is Named.DEVICE and word.search(n.surface)}
        if hits:
            gaps[run] = hits
    return gaps


_KATAKANA = re.compile(r"[ァ-ヺー]+")
"""What is written in it is one word: ガス is no part of ガスコンロ."""


def _counterparts(devices: set[str], shown: str, index: HomeIndex, lexicon: Lexicon) -> set[str]:
    """Those whose names say the opposite of an adjective in what is left of the sentence (`the rear hatch`)."""
    said = [m.group() for pair in lexicon.opposites for side in pair for m in side.pattern.finditer(shown)]
    labels = {d: (index.devices[d].name, *index.devices[d].aliases) for d in devices}
    return {d for d, own in labels.items() if any(is_opposite(label, word, lexicon) for label in own for word in said)}


def _merged(targets: list[Target]) -> list[Target]:
    """The targets without one that another contains."""
    kept: list[Target] = []
    for target in targets:
        if not any(set(target.parts) <= set(other.parts) for other in kept):
            kept.append(target)
    return kept
