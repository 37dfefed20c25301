"""Was the home left as the test declares? A decision over Home Assistant's states before and after."""

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from yamori.domain.values import Value
from yamori.evaluation.homeassistant.household import EntityState
from yamori.evaluation.homeassistant.testfile import Setup

_FOLLOWS = frozenset({"is_closed", "is_opening", "is_closing"})
"""Attributes that the set's own scorer leaves out: they follow from state and position."""


def wrongs(
    before: Mapping[str, EntityState],
    after: Mapping[str, EntityState],
    *,
    expect: Setup,
    ignore: Mapping[str, Collection[str]],
    plain: Callable[[str, Any], Value],
) -> Iterator[str]:
    """One line for each state or attribute that is not as it was or, where a change is declared, as declared."""
    for entity in expect:
        if entity not in before:
            yield f"the home has no entity {entity}"
    for entity, old in before.items():
        wanted = _wanted(entity, old, expect.get(entity), plain)
        new = after[entity]
        found = {"state": new.state, **new.attributes}
        free = {*ignore.get(entity, ()), *_FOLLOWS, *(new.derived - wanted.keys())}
        for name in sorted(wanted.keys() | found.keys()):
            if name not in free and not alike(wanted.get(name), found.get(name)):
                yield f"{entity} {name} is {found.get(name)!r}, expected {wanted.get(name)!r}"


def _wanted(entity: str, old: EntityState, declared: object, plain: Callable[[str, Any], Value]) -> dict[str, Value]:
    wanted: dict[str, Value] = {"state": old.state, **{k: v for k, v in old.attributes.items() if k not in old.derived}}
    if isinstance(declared, Mapping):
        if declared.get("state") is not None:
            wanted["state"] = plain(entity, declared["state"])
        wanted |= {name: plain(entity, value) for name, value in (declared.get("attributes") or {}).items()}
    elif declared is not None:
        wanted["state"] = plain(entity, declared)
    return wanted


def alike(one: Value, other: Value) -> bool:
    """Equal as Home Assistant writes them: 1 and "1", True and "on", a list and a tuple."""
    if one is None or other is None:
        return one is other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, bool) or isinstance(other, bool):
        return _written(one) == _written(other)
    try:
        return math.isclose(float(one), float(other), rel_tol=1e-6, abs_tol=1e-6)  # type: ignore[arg-type]  # what is no number raises
    except (TypeError, ValueError):
        return str(one) == str(other)


def _written(value: Value) -> str:
    return {"true": "on", "false": "off"}.get(str(value).lower(), str(value).lower())
