"""The changes of several attributes in the order in which they happened. Plain functions of timelines."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from yamori.automations.history.timeline import Kept, Timeline
from yamori.domain.values import Value

Happened: TypeAlias = tuple[int, str, Value]
"""In milliseconds since 1970: which attribute, by its path, became what."""


def merged(timelines: Mapping[str, Timeline]) -> Sequence[Happened]:
    """Of what happened in the same millisecond what stands first comes first."""
    happened = [
        (moment, path, value)
        for path, timeline in timelines.items()
        for moment, value in zip(timeline.moments, timeline.values, strict=True)
    ]
    if len(timelines) > 1:
        happened.sort(key=itemgetter(0))
    return happened


def kept_of_all(timelines: Mapping[str, Timeline]) -> Kept:
    """From when on there is history of every one of them; none where one was never heard of."""
    since = [t.kept.since for t in timelines.values()]
    exact = [t.kept.exact_since for t in timelines.values()]
    if not since or None in since or None in exact:
        return Kept()
    return Kept(since=max(s for s in since if s is not None), exact_since=max(e for e in exact if e is not None))
