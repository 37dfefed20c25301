"""What a slot holds after a difference. Pure: values in, a value out; merging the same difference again changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.memory.difference import Change, Edit, Merge, Put, Withdraw

MOST_ENTRIES = 100
"""Of one list, and keys of one dictionary."""
_DEEPEST = 3


@dataclass(frozen=True, kw_only=True)
class Gone:
    """The slot holds nothing any more."""


def merged(held: Value, change: Change, *, exists: bool) -> Value | Gone:
    """The value after the change; `held` counts only where the slot `exists`. Raises `InvalidRequest` for what would lose something that
    nobody took back."""
    match change:
        case Put(value=value):
            _check_depth(value, 0)
            if exists and is_list(held) and value != held:
                raise InvalidRequest("a list is changed by what is added and removed, not replaced", where="change")
            if exists and isinstance(held, Mapping) and value != held:
                raise InvalidRequest("a dictionary is changed by its keys, not replaced", where="change")
            return value
        case Merge(fields=fields):
            _check_depth(fields, 0)
            if exists and not isinstance(held, Mapping):
                raise InvalidRequest(f"the slot holds {held!r}, no dictionary", where="change")
            return _merged_fields(held if exists and isinstance(held, Mapping) else {}, fields)
        case Edit(add=add, remove=remove):
            return _edited(_entries(held, exists), add, remove)
        case Withdraw():
            return Gone()


def is_list(value: Value) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _entries(held: Value, exists: bool) -> list[str]:
    """A single value becomes a list's first entry: `I also like oolong`."""
    if not exists:
        return []
    if isinstance(held, Mapping):
        raise InvalidRequest("the slot holds a dictionary, no list", where="change")
    return [str(entry) for entry in held] if isinstance(held, Sequence) and not isinstance(held, str) else [str(held)]


def _edited(held: Sequence[str], add: Sequence[str], remove: Sequence[str]) -> Value | Gone:
    gone = {_folded(entry) for entry in remove} - {_folded(entry) for entry in add}
    kept = {_folded(entry): entry for entry in reversed([*held, *add]) if _folded(entry) not in gone}
    entries = list(reversed(list(kept.values())))
    if len(entries) > MOST_ENTRIES:
        raise InvalidRequest(f"a list has at most {MOST_ENTRIES} entries", where="change")
    return entries if entries else Gone()


def _merged_fields(held: Mapping[str, Value], fields: Mapping[str, Value]) -> Mapping[str, Value]:
    made = dict(held)
    for key, value in fields.items():
        before = made.get(key)
        made[key] = _merged_fields(before, value) if isinstance(before, Mapping) and isinstance(value, Mapping) else value
    if len(made) > MOST_ENTRIES:
        raise InvalidRequest(f"a dictionary has at most {MOST_ENTRIES} keys", where="change")
    return made


def _check_depth(value: Value, depth: int) -> None:
    if depth > _DEEPEST:
        raise InvalidRequest(f"a value is nested at most {_DEEPEST} deep", where="change")
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    if len(inner) > MOST_ENTRIES:
        raise InvalidRequest(f"a value has at most {MOST_ENTRIES} entries", where="change")
    for each in inner:
        _check_depth(each, depth + 1)


def _folded(entry: str) -> str:
    return entry.strip().casefold()
