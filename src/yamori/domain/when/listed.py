"""Days and times that a sentence lists: `at 8 and at 20`, `Monday at 7 and Wednesday at 8`, 9時と12時."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from yamori.domain.when.span import Kind, WhenSpan

MOST = 12
"""Who names more than so many means something else."""
_AND = re.compile(
    r",? *(?:(?:and|&|plus|,) *)(?:(?:then|also|again) +)?(?:(?:at|on|in) +)?(?:the +)?"
    r"|[にで]? ?(?:、|と、?|や|・|および|そして、?|、そして)(?:また)?"
)
_BOUNDS = ("from", "since", "until", "through")
"""What says from when or until when, said of the whole list."""


def listed(spans: Sequence[WhenSpan], low: str) -> tuple[tuple[WhenSpan, ...], ...]:
    """The spans of each day and time that a sentence (in lower case) lists; nothing where it names one only, or where more than a list
    stands between them, as in `lunch at twelve and dinner at six`.

    What a part leaves unsaid it has from the others: the day from the one before it or else behind it, the time the other way about.
    """
    bounds = [s for s in spans if _is_bound(s)]
    rest = [s for s in spans if not _is_bound(s)]
    if len(rest) < 2 or any(s.lead or s.problem or s.kind is Kind.MOMENT for s in rest):
        return ()
    parts: list[list[WhenSpan]] = [[rest[0]]]
    for one, other in pairwise(rest):
        if _AND.fullmatch(low[one.end : other.start]):
            parts.append([other])
        else:
            parts[-1].append(other)
    repeats = any(s.recurrence for s in rest)
    if repeats:
        parts = _days_together(parts)
    if not 1 < len(parts) <= MOST or any(_several(part) for part in parts):
        return ()
    whole = [_with_days(at, parts, repeats=repeats) for at in range(len(parts))]
    if not repeats:
        whole = [_with_time(at, parts, part) for at, part in enumerate(whole)]
    if not all(_days(part) or _time(part) for part in whole):
        return ()
    return tuple(tuple(sorted((*part, *bounds), key=lambda s: s.start)) for part in whole)


def _is_bound(span: WhenSpan) -> bool:
    return span.lead in _BOUNDS or span.counted is not None or span.duration is not None or span.times is not None


def _several(part: Sequence[WhenSpan]) -> bool:
    return len(_time(part)) > 1 or sum(s.date is not None for s in part) > 1


def _days_together(parts: Iterable[list[WhenSpan]]) -> list[list[WhenSpan]]:
    """Of what comes again, days without a time of their own go with those behind them that have one, or with the last."""
    out: list[list[WhenSpan]] = []
    waiting: list[WhenSpan] = []
    for part in parts:
        waiting += part
        if _time(part):
            out.append(waiting)
            waiting = []
    if waiting and out:
        out[-1] += waiting
    return out


def _with_days(at: int, parts: Sequence[Sequence[WhenSpan]], *, repeats: bool) -> list[WhenSpan]:
    own = parts[at]
    others = [*reversed(parts[:at]), *parts[at + 1 :]]
    if not _days(own):
        return [*own, *next((d for part in others if (d := _days(part))), [])]
    if not repeats or any(s.recurrence for s in own):
        return list(own)
    every = [s for part in others for s in part if s.recurrence and not s.recurrence.chosen]
    if every:  # `Monday at 6 and Thursday at 7 every week`
        return [*own, *every]
    return [replace(s, kind=Kind.RECURRENCE, recurrence=s.repeated, date=None, repeated=None) if s.repeated else s for s in own]


def _with_time(at: int, parts: Sequence[Sequence[WhenSpan]], part: list[WhenSpan]) -> list[WhenSpan]:
    if _time(part):
        return part
    others = [*parts[at + 1 :], *reversed(parts[:at])]
    return [*part, *next((t for other in others if (t := _time(other))), [])]


def _days(part: Sequence[WhenSpan]) -> list[WhenSpan]:
    return [s for s in part if s.date is not None or s.recurrence is not None]


def _time(part: Sequence[WhenSpan]) -> list[WhenSpan]:
    return [s for s in part if s.time is not None]
