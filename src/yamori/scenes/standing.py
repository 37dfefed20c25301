"""What is open, unlocked, on or running in a home that is about to be left alone, and what is not known of it. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.home import Home
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.scenes.kind import Topic, topics
from yamori.scenes.naming import called, listed

SHOWN = 8
"""Devices that are named of one topic; of more the number is said."""
_EN = {"open": ("is open", "are open"), "unlocked": ("is unlocked", "are unlocked"), "on": ("is on", "are on")}
_EN["running"] = ("is running", "are running")
_JA = {"open": "開いています", "unlocked": "鍵がかかっていません", "on": "ついたままです", "running": "動いています"}
_UNSURE_EN = {"open": "open or closed", "unlocked": "locked"}
_UNSURE_JA = {"open": "開いているか", "unlocked": "鍵がかかっているか"}


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
    japanese = language is Language.JAPANESE
    lines = [_line(topic, addresses, home, language) for topic, addresses in told["found"].items()]
    for topic, addresses in told["unsure"].items():
        names = _names(addresses, home, language)
        if japanese:
            lines.append(f"{names}は、{_UNSURE_JA[topic]}分かりません。")
        else:
            lines.append(f"I don't know whether {names} {'is' if len(addresses) == 1 else 'are'} {_UNSURE_EN[topic]}.")
    if not lines and told["looked"]:
        return (
            "開けっぱなしや、つけっぱなしのものはありません。"
            if japanese
            else "Nothing that I can see is left open, unlocked, on or running."
        )
    return ("" if japanese else " ").join(lines)


def _line(topic: str, addresses: Sequence[str], home: Home, language: Language) -> str:
    names = _names(addresses, home, language)
    if language is Language.JAPANESE:
        is_lock = topic == "unlocked" and names.endswith(("鍵", "ロック"))
        return f"{names}がかかっていません。" if is_lock else f"{names}{'の' if topic == 'unlocked' else 'が'}{_JA[topic]}。"
    text = f"{names} {_EN[topic][len(addresses) > 1]}."
    return text[:1].upper() + text[1:]


def _names(addresses: Sequence[str], home: Home, language: Language) -> str:
    names = [_name(address, home, language) for address in addresses[:SHOWN]]
    more = len(addresses) - SHOWN
    if more > 0:
        names.append(f"ほか{more}台" if language is Language.JAPANESE else f"{more} more")
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
