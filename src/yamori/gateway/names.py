"""Valid names nearest to a wrong one, and lists of names in a sentence: what every error of the gate needs."""

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process, utils

_NEAR = 60.0
"""Of 100; below this a suggestion only confuses."""
_LISTED = 12


def nearest(name: str, valid: Iterable[str], *, limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` valid names that resemble the wrong one, the nearest first."""
    found = process.extract(name[:200], list(valid), scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=_NEAR, limit=limit)
    return tuple(match for match, _, _ in found)


def listed(names: Sequence[str]) -> str:
    """`a, b or c`, cut when there are too many to read."""
    if len(names) > _LISTED:
        return f"{', '.join(names[:_LISTED])}, … ({len(names)} in all)"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}" if names else "nothing"
