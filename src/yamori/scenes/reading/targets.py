"""Which scene or ritual, which devices and which rooms words mean. Pure."""

from collections.abc import Collection, Sequence

from yamori.domain.home import Device, Home, Room
from yamori.domain.language import is_spaced, language_of
from yamori.scenes.kind import Kind, device_kinds, kinds
from yamori.scenes.naming import folded
from yamori.scenes.reading.vocabulary import bare_name, holds, kind_words, words_for
from yamori.scenes.reading.wanted import Target
from yamori.scenes.scene import Scene


def named_target(text: str, scenes: Sequence[Scene]) -> Target | None:
    """The scene or ritual of which the text is the name, to the last word but for what stands around one."""
    said = {bare_name(text), folded(text)}
    for scene in scenes:
        if any(said & {bare_name(name), folded(name)} for name in scene.all_names):
            return Target(scene=scene, kind=kinds().get(scene.kind or ""))
    kind = next((k for k in kinds().values() if any(said & {bare_name(name), folded(name)} for name in k.names.values())), None)
    return _of_kind(kind, scenes, exact=True) if kind is not None else None


def target_in(text: str, scenes: Sequence[Scene]) -> Target | None:
    """The scene that the text names somewhere; the longest name wins."""
    flat = folded(text)
    found = [(name, scene) for scene in scenes for name in scene.all_names if holds(flat, (folded(name),))]
    if found:
        scene = max(found, key=lambda pair: len(pair[0]))[1]
        return Target(scene=scene, kind=kinds().get(scene.kind or ""))
    kind = next((k for k in kinds().values() if any(holds(flat, (folded(name),)) for name in k.names.values())), None)
    return _of_kind(kind, scenes, exact=True) if kind is not None else None


def own_target(text: str, scenes: Sequence[Scene]) -> Target | None:
    """As `target_in`, of scenes that there are alone."""
    found = target_in(text, scenes)
    return found if found is not None and found.scene is not None else None


def spoken_target(text: str, scenes: Sequence[Scene]) -> Target | None:
    """The ritual of which something is said, in a sentence that the reader takes for one."""
    flat, language = folded(text), language_of(text)
    kind = next((k for k in kinds().values() if holds(flat, kind_words(k.name, language))), None)
    return _of_kind(kind, scenes, exact=False) if kind is not None else None


def _of_kind(kind: Kind, scenes: Sequence[Scene], *, exact: bool) -> Target:
    own = [scene for scene in scenes if scene.kind == kind.name]
    return Target(scene=own[0] if len(own) == 1 else None, kind=kind, exact=exact)


def rooms_in(text: str, home: Home) -> tuple[str, ...]:
    """Ids of the rooms that the text names; a name within a longer one that stands there too does not count."""
    return tuple(room.id for room in _named(text, home.rooms))


def devices_in(text: str, home: Home, among: Collection[str] | None = None) -> tuple[str, ...]:
    """Ids of the devices that the text names in full; else, where `among` are the only ones that can be meant, those whose name or room
    holds all of its words."""
    devices = [d for d in home.devices if among is None or d.id in among]
    found = _named(text, devices)
    if found or among is None:
        return tuple(d.id for d in found)
    return tuple(d.id for d in devices if _fits(text, d, home))


def kinds_said(text: str) -> tuple[str, ...]:
    """The kinds of devices that a text speaks of: `these lights`."""
    flat, language = folded(text), language_of(text)
    return tuple(name for name, kind in device_kinds().items() if holds(flat, tuple(folded(w) for w in kind.said.get(language, ()))))


def default_rooms(kind: Kind, home: Home) -> tuple[str, ...]:
    """The first room that is called as the ritual's rooms are; none where there is none."""
    for words in zip(*(kind.rooms[language] for language in kind.rooms), strict=False):
        for room in home.rooms:
            if any(holds(folded(name), (folded(word),)) for name in (room.name, *room.aliases) for word in words):
                return (room.id,)
    return ()


def _named(text: str, things: Sequence[Device] | Sequence[Room]) -> list[Device] | list[Room]:
    flat = folded(text)
    labels = [(folded(name), thing) for thing in things for name in (thing.name, *thing.aliases)]
    found = [(label, thing) for label, thing in labels if holds(flat, (label,))]
    longest = [pair for pair in found if not any(pair[0] != other and pair[0] in other for other, _ in found)]
    return list({thing.id: thing for _, thing in longest}.values())  # type: ignore[return-value]


def _fits(text: str, device: Device, home: Home) -> bool:
    """Whether every word that is said stands in a name of the device or of its room."""
    room = home.room(device.room)
    labels = [folded(name) for thing in (device, room) if thing is not None for name in (thing.name, *thing.aliases)]
    flat = folded(text)
    if not is_spaced(text):
        pieces = [piece for piece in flat.replace("の", " ").split() if piece]
        return bool(pieces) and all(any(piece in label for label in labels) for piece in pieces)
    held = {word for label in labels for word in label.split()}
    said = [word for word in flat.split() if word not in words_for("articles", language_of(text))]
    return bool(said) and all(word in held or word.removesuffix("s") in held for word in said)
