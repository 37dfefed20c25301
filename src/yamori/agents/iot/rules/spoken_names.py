"""A device's name inside a sentence: as the person called it, with its room only where another device is called the same."""

from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import room_called
from yamori.agents.iot.rules.words import CJK, normal
from yamori.domain.home import Device
from yamori.domain.language import Language


def spoken_name(device: Device, component: str, index: HomeIndex, language: Language, *, said: str = "") -> str:
    """`the chandelier`, `the lamp in the den`, 応接間のランプ; `said` is the person's sentence in normal form."""
    labels = _labels(device, language)
    used = [n for n in labels if normal(n) in said]
    name = max(used, key=len) if used else labels[0]
    shared = any(id != device.id and name in _labels(index.devices[id], language) for id in index.devices_called.get(name, ()))
    room = room_called(device.room, index, language) if shared and device.room else ""
    people = {p.name for p in index.home.people}
    if language is Language.JAPANESE:
        whole = f"{room}の{name}" if room else name
        return whole if component == "main" else f"{whole}（{component}）"
    whole = with_article(name, people, common=bool(index.kinds_of.get(device.id)))
    if room:
        whole += f" in {with_article(room, people, common=True)}"
    return whole if component == "main" else f"{whole} ({component})"


def _labels(device: Device, language: Language) -> list[str]:
    labels = (device.name, *device.aliases)
    return [n for n in labels if bool(CJK.search(n)) is (language is Language.JAPANESE)] or [device.name]


def with_article(name: str, people: set[str], *, common: bool) -> str:
    """`the kids' room light` and `the Garden Lamp`, but `Ida's lamp` and `Rosie`; `common`: it is a kind of thing, no proper name."""
    words = name.split()
    first = words[0]
    owner = first.removesuffix("'s").removesuffix("’s")
    if owner in people or first.lower() in ("the", "my", "our") or CJK.search(name):
        return name
    if len(words) == 1 and not common:
        return name
    titled = [w for w in words[1:] if w[:1].isupper() and not w.isupper()]
    plain = first[:1].isupper() and first[1:].islower() and not titled
    return f"the {first.lower() if plain else first}{name[len(first) :]}"
