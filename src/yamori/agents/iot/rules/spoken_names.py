"""A device's name inside a sentence: as the person called it, with its room only where another device is called the same."""

from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import room_called, with_part
from yamori.agents.iot.rules.words import normal
from yamori.agents.iot.texts import TEXTS
from yamori.domain.home import Device
from yamori.domain.language import Language, is_lettered


def spoken_name(device: Device, component: str, index: HomeIndex, language: Language, *, said: str = "") -> str:
    """`the chandelier`, `the lamp in the den`, 応接間のランプ; `said` is the person's sentence in normal form."""
    labels = _labels(device, language)
    used = [n for n in labels if normal(n) in said]
    name = max(used, key=len) if used else labels[0]
    shared = any(id != device.id and name in _labels(index.devices[id], language) for id in index.devices_called.get(name, ()))
    room = room_called(device.room, index, language) if shared and device.room else ""
    people = {p.name for p in index.home.people}
    named = grammar_of(language).named
    whole = named(name, people, common=bool(index.kinds_of.get(device.id)))
    if room:
        whole = TEXTS.said(language, "names.in_room", name=whole, room=named(room, people, common=True))
    return with_part(whole, component, language)


def _labels(device: Device, language: Language) -> list[str]:
    return [n for n in (device.name, *device.aliases) if is_lettered(n, language)] or [device.name]
