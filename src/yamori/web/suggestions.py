"""What one could say on an empty conversation: made from this home's devices as they are, from the hour, and from what the person said
before at such an hour. Pure, without a model; the sentences are templates of `[suggest]` in `words/`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from yamori.domain.home import Device, Home
from yamori.domain.language import language_of
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.web.conversation_port import SaidBefore
from yamori.web.words import Words

MOST = 5
_MOST_SAID = 2
_LONGEST_SAID = 60
"""Characters of a sentence that is suggested again."""
_NEAR_HOURS = 2
_MORNING, _EVENING = 5, 17
"""Hours from which it gets light, and dark."""
_NIGHT = 21
_SWITCH, _LEVEL, _LOCK, _SHADE, _WARM = (
    "switch.switch",
    "switchLevel.level",
    "lock.lock",
    "windowShade.windowShade",
    "temperatureMeasurement.temperature",
)


def suggestions(home: Home, readings: Sequence[Reading], said: Sequence[SaidBefore], *, now: datetime, words: Words) -> tuple[str, ...]:
    """At most `MOST`, what was said before first; of the rest no two of the same kind before every kind had its turn."""
    before = _said_at_such_an_hour(said, now, words)
    found = list(dict.fromkeys(before))
    known = {text.casefold() for text in found}
    for text in _of_the_home(home, readings, now, words):
        if len(found) == MOST:
            break
        if text.casefold() not in known:
            known.add(text.casefold())
            found.append(text)
    return tuple(found)


def _said_at_such_an_hour(said: Sequence[SaidBefore], now: datetime, words: Words) -> Sequence[str]:
    """The most frequent, then the latest; in the reader's language and about as long as a line."""
    near = [s.text for s in said if _hours_between(s.at, now) <= _NEAR_HOURS and _is_fit(s.text, words)]
    counted = Counter(near)
    return sorted(counted, key=lambda text: (-counted[text], near.index(text)))[:_MOST_SAID]


def _hours_between(one: datetime, other: datetime) -> float:
    """By the clock on the wall, whatever the day."""
    apart = abs((one.hour + one.minute / 60) - (other.hour + other.minute / 60))
    return min(apart, 24 - apart)


def _is_fit(text: str, words: Words) -> bool:
    return len(text) <= _LONGEST_SAID and "\n" not in text and language_of(text) is words.language


def _of_the_home(home: Home, readings: Sequence[Reading], now: datetime, words: Words) -> Iterator[str]:
    state = {(r.device, f"{r.capability}.{r.attribute}"): r.value for r in readings if r.component == "main"}
    devices = [(device, name) for device, name in _named(home, words)]
    dark = not _MORNING <= now.hour < _EVENING
    lights = [(d, name) for d, name in devices if state.get((d.id, _LEVEL)) is not None and (d.id, _SWITCH) in state]
    lit = [name for d, name in lights if state[d.id, _SWITCH] == "on"]
    unlit = [name for d, name in lights if state[d.id, _SWITCH] == "off"]
    shades = [name for d, name in devices if (d.id, _SHADE) in state and state[d.id, _SHADE] != ("closed" if dark else "open")]
    if now.hour < _EVENING:
        yield words("suggest.today")
    if lit:
        yield words("suggest.turn_off", device=lit[0])
    elif dark and unlit:
        yield words("suggest.turn_on", device=unlit[0])
    if shades:
        yield words("suggest.close" if dark else "suggest.open", device=shades[0])
    yield from _asked(devices, state, home, words)
    if now.hour >= _EVENING:
        yield words("suggest.tomorrow")
    if now.hour < _NIGHT and (lit[1:] or unlit):
        yield words("suggest.dim", device=(lit[1:] or unlit)[0])


def _asked(devices: Sequence[tuple[Device, str]], state: Mapping[tuple[str, str], Value], home: Home, words: Words) -> Iterator[str]:
    """Of what can be known of it: the first lock, and the first room in which it is measured how warm it is."""
    for device, name in devices:
        if (device.id, _LOCK) in state:
            yield words("suggest.locked", device=name)
            break
    rooms = {room.id: words.name(room.name, room.aliases) for room in home.rooms}
    for device, _ in devices:
        if (
            state.get((device.id, _WARM)) is not None
            and device.room in rooms
            and not device.components["main"].keys() & {"refrigeration", "contactSensor"}
        ):
            yield words("suggest.warm", room=_small(rooms[device.room], words))
            break


def _named(home: Home, words: Words) -> Iterator[tuple[Device, str]]:
    """Devices whose name is in the reader's language and nobody else's, as it stands within a sentence."""
    named = [(device, words.name(device.name, device.aliases)) for device in home.devices]
    counts = Counter(name.casefold() for _, name in named)
    for device, name in named:
        if counts[name.casefold()] == 1 and language_of(name) is words.language:
            yield device, _small(name, words)


def _small(name: str, words: Words) -> str:
    """`Floor lamp` as `floor lamp`; a name such as `TV` or `Mia's lamp` as it is."""
    first, _, rest = name.partition(" ")
    return name[:1].lower() + name[1:] if rest and first.isalpha() and first[1:].islower() and rest.islower() else name
