"""What a whole sentence says about time: its spans taken together."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

from yamori.domain.when import calendar
from yamori.domain.when.draft import Sentence
from yamori.domain.when.find import find_when
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.listed import listed
from yamori.domain.when.recurrence import Recurrence
from yamori.domain.when.series import bounded, series_of
from yamori.domain.when.span import Kind, When, WhenSpan

_BARE_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|[月火水木金土日]曜日?", re.I)
_GLUE = re.compile(r" *,? *(?:の|、|は|に|で|,|(?:at|on|in|for|from|by|of|the|around|about|starting|until|till|to|and)(?![a-z])| )* *")


def resolve(text: str, now: datetime) -> When:
    """One reading of all the spans of a sentence. Never raises.

    The first day and the first time named win, wherever they stand; further ones are in `others`. Where the sentence moves
    something, the words after `to` (に変更, に移す …) win and the rest is the `origin`.
    """
    sentence = Sentence(text, now)
    spans = find_when(text, now)
    if not spans:
        return When()
    spurned = tuple(s for s in spans if s.lead == "not")
    if spurned and len(spurned) < len(spans):  # "at eight, not seven": seven is what it was
        kept = tuple(s for s in spans if s.lead != "not")
        return _merged(kept, sentence, past=False, all_spans=spans, origin=_merged(spurned, sentence, past=False, all_spans=spurned))
    if sentence.moving:
        target, origin = _moved(_clusters(spans, sentence.low))
        if origin:
            before = _merged(origin, sentence, past=False, all_spans=origin)
            return _in_its_week(_merged(target, sentence, past=False, all_spans=spans, origin=before), target, now)
    whole = _merged(spans, sentence, past=sentence.past, all_spans=spans)
    if whole.problem:
        return whole
    each = (_merged(part, sentence, past=sentence.past, all_spans=part) for part in listed(spans, sentence.low))
    return replace(whole, each=tuple(each))


def _in_its_week(when: When, target: tuple[WhenSpan, ...], now: datetime) -> When:
    """`from Tuesday to Thursday`: the Thursday of that Tuesday's week, where it is still to come."""
    before, named = when.origin, next((s for s in target if s.date is not None), None)
    if before is None or before.date is None or not before.date_said or named is None or when.date is None or when.end_date is not None:
        return when
    if not _BARE_WEEKDAY.fullmatch(named.text):
        return when
    try:
        there = calendar.plus_days(calendar.week(before.date)[0], when.date.weekday())
    except Impossible:
        return when
    return replace(when, date=there) if there >= now.date() and there != before.date else when


def _clusters(spans: tuple[WhenSpan, ...], low: str) -> list[list[WhenSpan]]:
    """Spans that stand together (`tomorrow at 3`, `月曜日の3時`) and so mean one thing."""
    out: list[list[WhenSpan]] = []
    for span in spans:
        between = low[out[-1][-1].end : span.start] if out else ""
        apart = not out or len(between) > 24 or not _GLUE.fullmatch(between) or out[-1][-1].lead == "from" or _clash(out[-1], span)
        if apart or (span.lead == "to" and not between.strip().startswith(("の", "に", "、")) and "to" in between.split()):
            out.append([span])
        else:
            out[-1].append(span)
    return out


def _clash(cluster: list[WhenSpan], span: WhenSpan) -> bool:
    return any((c.date and span.date) or (c.time and span.time) for c in cluster)


def _moved(clusters: list[list[WhenSpan]]) -> tuple[tuple[WhenSpan, ...], tuple[WhenSpan, ...]]:
    """(where to, where from); nothing is `from` when only one place in time is named."""
    froms = [c for c in clusters if c[0].lead == "from"]
    rest = [c for c in clusters if c[0].lead != "from"]
    if not rest:
        rest, froms = froms[-1:], froms[:-1]
    to = next((i for i, c in enumerate(rest) if any(s.lead == "to" for s in c)), None)
    if to is None:
        to = len(rest) - 1 if len(rest) > 1 and any(_clash(rest[0], s) for s in rest[-1]) else 0
    else:
        froms = froms + rest[:to]
        rest, to = rest[to:], 0
    if to > 0:
        froms, rest = froms + rest[:to], rest[to:]
    return tuple(s for c in rest for s in c), tuple(s for c in froms for s in c)


def _merged(
    spans: tuple[WhenSpan, ...], sentence: Sentence, *, past: bool, all_spans: tuple[WhenSpan, ...], origin: When | None = None
) -> When:
    now = sentence.now
    series = series_of(spans)
    serving = series.spans if series else ()
    day = next((s for s in spans if s.date is not None and s.kind is not Kind.RECURRENCE and not any(s is u for u in serving)), None)
    if series and day is not None and (day is series.counted or not _begins(series.recurrence, day)):
        day = None
    clock = next((s for s in spans if s.time is not None), None)
    lasting = next((s for s in spans if s.duration is not None and not (series and s is series.counted)), None)
    parted = next((s for s in spans if s.part is not None), None)
    problem = next((s.problem for s in spans if s.problem), None)
    found = day.date if day else None
    rule = series.recurrence if series else None
    if problem is None:
        if found is None and series is not None and series.start is not None and series.start > now.date():
            found = series.recurrence.first(series.start)
        found = found if found is not None else _derived(clock, parted, rule, now, past=past)
        if clock is not None and clock.next_day and (day is not None or (series and series.start)) and found is not None and not clock.date:
            try:
                found = calendar.plus_days(found, 1)
            except Impossible as impossible:
                problem = impossible.said(sentence.language)
        if rule is not None and series is not None and series.counted is not None and series.counted.counted is not None:
            rule = bounded(rule, series.counted.counted, series.start or now.date())
    used = [s for s in (day, clock, lasting, parted, series.counted if series else None, *serving) if s is not None]
    others = tuple(s for s in spans if not any(s is u for u in used) and (s.date is not None or s.time is not None))
    return When(
        spans=all_spans,
        date=None if problem else found,
        date_said=problem is None and (day is not None or bool(series and series.start)),
        time=None if problem or clock is None else clock.time,
        end_date=None if problem or day is None else day.end_date,
        end_time=None if problem or clock is None else clock.end_time,
        duration=lasting.duration if lasting else None,
        part=parted.part if parted else None,
        recurrence=rule if problem is None else None,
        deadline=any(s.lead == "by" for s in (day, clock) if s is not None),
        ambiguous=tuple(a for s in dict.fromkeys(s for s in (day, clock) if s is not None) for a in s.ambiguous),
        problem=problem,
        origin=origin,
        others=others,
    )


def _begins(rule: Recurrence, day: WhenSpan) -> bool:
    """Whether the series can begin on the day said; else that day is another matter and goes to `others`."""
    return day.date is None or not rule.chosen or rule.first(day.date) == day.date


def _derived(clock: WhenSpan | None, parted: WhenSpan | None, rule: Recurrence | None, now: datetime, *, past: bool) -> date | None:
    """The day of a sentence that names none: the next on which the time, the part of the day or the recurrence comes."""
    current = now.time().replace(tzinfo=None)
    today = now.date()
    if clock is None and parted is None and rule is None:
        return None
    if past:
        at = clock.time if clock else parted.part.begins if parted and parted.part else None
        return today if at is None or at <= current else _or_today(today, -1)
    passed = False
    if clock is not None and clock.time is not None:
        passed = clock.next_day or clock.time <= current
    elif parted is not None and parted.part is not None:
        passed = parted.part.ends <= current
    found = _or_today(today, 1) if passed else today
    return rule.first(found) if rule is not None else found


def _or_today(today: date, days: int) -> date:
    try:
        return today + timedelta(days=days)
    except OverflowError:
        return today
