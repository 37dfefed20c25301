"""What is open, unlocked, on or running in a home that is about to be left alone, and what is not known of it. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from yamori.agentkit.phrasing import listed, sentences
from yamori.domain.home import Home
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.scenes.kind import Topic, topics
from yamori.scenes.naming import called, sentence
from yamori.scenes.texts import TEXTS

SHOWN = 8
"""Devices that are named of one topic; of more the number is said."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Addresses of devices by topic, each in the order of the home."""

    found: Mapping[str, tuple[str, ...]]
    unsure: Mapping[str, tuple[str, ...]]
    looked: tuple[str, ...]
    """The topics of which the home can tell anything."""


def standing(home: Home, readings: Sequence[Reading]) -> Standing:
    """By the readings of the whole home."""
    found: dict[str, tuple[str, ...]] = {}
    unsure: dict[str, tuple[str, ...]] = {}
    looked: list[str] = []
    for topic in topics():
        of = [reading for reading in readings if _is_about(reading, topic, home)]
        looked += [topic.name] if of else []
        found[topic.name] = _addresses(reading for reading in of if _is_so(reading, topic))
        if topic.unsure:
            unsure[topic.name] = _addresses(reading for reading in of if reading.value is None)
    return Standing(found=found, unsure=unsure, looked=tuple(looked))


def standing_document(state: Standing) -> dict[str, Value]:
    """As a tool's result."""
    return {
        "found": {topic: list(addresses) for topic, addresses in state.found.items() if addresses},
        "unsure": {topic: list(addresses) for topic, addresses in state.unsure.items() if addresses},
        "looked": list(state.looked),
    }


def standing_text(told: Mapping[str, Mapping[str, Sequence[str]]], home: Home, language: Language) -> str:
    """The document as sentences; what is not known is said to be unknown."""
    lines = [_line(topic, addresses, home, language) for topic, addresses in told["found"].items()]
    for topic, addresses in told["unsure"].items():
        lines.append(TEXTS.counted(language, f"unsure.{topic}", len(addresses), names=_names(addresses, home, language)))
    if not lines and told["looked"]:
        return TEXTS.said(language, "standing.nothing")
    return sentences(lines, language)


def _line(topic: str, addresses: Sequence[str], home: Home, language: Language) -> str:
    names = _names(addresses, home, language)
    is_lock = topic == "unlocked" and names.endswith(tuple(TEXTS.listed(language, "standing.lock_names")))
    return sentence(TEXTS.counted(language, f"standing.{'lock' if is_lock else topic}", len(addresses), names=names), language)


def _names(addresses: Sequence[str], home: Home, language: Language) -> str:
    names = [_name(address, home, language) for address in addresses[:SHOWN]]
    more = len(addresses) - SHOWN
    if more > 0:
        names.append(TEXTS.said(language, "standing.more", count=more))
    return listed(names, language)


def _name(address: str, home: Home, language: Language) -> str:
    id, _, component = address.partition("/")
    device = home.device(id)
    name = called(device, language) if device is not None else id
    return f"{name} ({component})" if component else name


def _is_about(reading: Reading, topic: Topic, home: Home) -> bool:
    path = f"{reading.capability}.{reading.attribute}"
    if path not in topic.values and path not in topic.positive:
        return False
    device = home.device(reading.device)
    return device is not None and not any(topic.silent & held.keys() for held in device.components.values())


def _is_so(reading: Reading, topic: Topic) -> bool:
    path, value = f"{reading.capability}.{reading.attribute}", reading.value
    if path in topic.positive:
        return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    return value is not None and value in topic.values[path]


def _addresses(readings: Iterable[Reading]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(r.device if r.component == "main" else f"{r.device}/{r.component}" for r in readings))
