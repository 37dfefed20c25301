"""Which commands are done on time or not at all: those that heat, open or unlock (`never_late.yaml`). Pure; `describing` asks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from yamori.agents.iot.rules.commands import Order, State, begins
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import lexicon, name_words, normal, squeezed
from yamori.domain.capability import SetEffect

_NUMBERED = re.compile(r"[\s\d#]+$")


@dataclass(frozen=True, kw_only=True)
class _Danger:
    """One way in which a device is dangerous."""

    kinds: frozenset[str]
    endings: tuple[str, ...]
    """Of names, in normal form."""
    words: frozenset[str]
    """As they stand in the name of a capability."""
    values: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class _Dangers:
    heats: _Danger
    opens: _Danger
    ends: tuple[str, ...]
    """How the name of a command begins that ends it."""
    ended: frozenset[str]
    """What a device is set to that is then harmless, squeezed."""


def is_never_late(orders: Sequence[Order], index: HomeIndex, state: State) -> bool:
    """One of them heats, opens or unlocks something."""
    return any(_is_dangerous(order, index, state) for order in orders)


def _is_dangerous(order: Order, index: HomeIndex, state: State) -> bool:
    dangers = _dangers()
    given = {squeezed(str(value)) for value in _values(order, index)}
    if given & dangers.heats.values:
        return True
    if given & dangers.ended or any(begins(order.command, word) for word in dangers.ends):
        return False
    if any(_is_of(danger, order, index) for danger in (dangers.heats, dangers.opens)):
        return True
    start = f"{order.device}.{order.component}."  # what comes on in the mode in which it was left
    modes = (value for path, value in state.items() if path.startswith(start) and path.lower().endswith("mode"))
    return begins(order.command, "on") and any(squeezed(str(mode)) in dangers.heats.values for mode in modes)


def _values(order: Order, index: HomeIndex) -> Iterator[object]:
    """What the command sets, said or by what it is."""
    yield from order.arguments.values()
    yield from (e.value for e in index.capabilities[order.capability].commands[order.command].effects.values() if isinstance(e, SetEffect))


def _is_of(danger: _Danger, order: Order, index: HomeIndex) -> bool:
    """By the kind of the device, else by how its name ends, or by what its capability is called."""
    if index.kinds_of[order.device] & danger.kinds or danger.words & set(name_words(order.capability)):
        return True
    device = index.devices[order.device]
    return any(_NUMBERED.sub("", normal(name)).endswith(danger.endings) for name in (device.name, *device.aliases))


@cache
def _dangers() -> _Dangers:
    data = yaml.safe_load((Path(__file__).parent.parent / "never_late.yaml").read_text(encoding="utf-8"))
    lex, ends = lexicon(), data["ends"]
    meant = (*((s, "senses") for s in lex.senses), *((s, "steps") for s in lex.steps))
    return _Dangers(
        heats=_danger(data["heats"]),
        opens=_danger(data["opens"]),
        ends=tuple(word for sense, where in meant if sense.name in ends[where] for word in sense.commands),
        ended=frozenset(squeezed(value) for value in ends["values"]),
    )


def _danger(entry: Mapping[str, Any]) -> _Danger:
    named = entry["named"]
    return _Danger(
        kinds=frozenset(entry["kinds"]),
        endings=tuple(normal(word) for word in (*named["en"], *named["ja"])),
        words=frozenset(entry["capabilities"]),
        values=frozenset(squeezed(value) for value in entry["values"]),
    )
