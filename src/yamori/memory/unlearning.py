"""What is left of a slot's later values when one version of it is forgotten: what that version brought goes from them too. Pure."""

from collections.abc import Mapping, Sequence

from yamori.domain.values import Value
from yamori.memory.merging import Gone, is_list


def unlearned(later: Value, gone: Value, former: Value) -> Value | Gone:
    """`later` without what `gone` had and `former`, the version before it (None for none), had not. Values of another form stay."""
    if is_list(later):
        entries = _entries(gone) - _entries(former)
        kept = [entry for entry in _listed(later) if str(entry).casefold() not in entries]
        return kept if kept else Gone()
    if isinstance(later, Mapping) and isinstance(gone, Mapping):
        before = former if isinstance(former, Mapping) else {}
        fields = {key: value for key, value in later.items() if key not in gone or gone[key] != value or before.get(key) == value}
        return fields if fields else Gone()
    return later


def _entries(value: Value) -> set[str]:
    if value is None or isinstance(value, Mapping):
        return set()
    return {str(entry).casefold() for entry in (_listed(value) if is_list(value) else [value])}


def _listed(value: Value) -> Sequence[Value]:
    return value if isinstance(value, list | tuple) else [value]
