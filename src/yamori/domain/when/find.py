"""Finding the expressions of a text: the rules of all languages, the longest reading first, ranges joined, open hours settled."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timezone, tzinfo
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from yamori.domain.when import calendar, digits
from yamori.domain.when.anchors import anchored
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.grammars import grammars_in
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import DayPart, Kind, WhenSpan, exists

_JOINS = re.compile(r" *(?:から|~|-|より|(?:to|through|thru|until|till|and)(?![a-z])) *(?:the +)?")
_LEFT_OUT = re.compile(r"(?:except|excluding|apart from|not)(?: +for)?(?: +on)? +$")
_LISTED = re.compile(r"(?:,? and (?:on |at )?|, ?(?:at )?| & |・|、|と|と、)")
_LEADS = {
    "starting": "from",
    "beginning": "from",
    "commencing": "from",
    "as of": "from",
    "till": "until",
    "ending": "until",
    "up to": "until",
    "due": "by",
    "instead of": "not",
    "rather than": "not",
}
_LEAD = re.compile(
    r"(?<![a-z])(instead of|rather than|not|from|since|until|till|by|before|after|to|starting|beginning|commencing|as of|ending|up to|due"
    r"|between|through)(?: +(?:and including|on|at|in|the|this|for|by|from))? +$"
)
_TRAIL = re.compile(
    r" ?(?P<not>(?:から)?(?:じゃ(?:なく|ない)|では(?:なく|ない)|でなく)(?:て)?)"
    r"|(?P<by>までに|(?:中|じゅう|ちゅう)に(?!は|も)|中(?=で|$|[、。 ]))"
    r"|(?P<until>まで|いっぱい)|(?P<after>以降)|(?P<since>からずっと)|(?P<from>から)|(?P<before>以前|より前)"
    r"|の?(?P<to>[にへ](?=変更|移|ずら|延期|リスケ|繰|してほし|して下|してくだ|してく|して$|し))"
)


def find_when(text: str, now: datetime) -> tuple[WhenSpan, ...]:
    """Every expression of time in the text, in its order; none overlap. `now` must be aware.

    Never raises: what does not exist (30 February, 25:00) comes back as a span with a `problem`.
    """
    if not isinstance(now.tzinfo, ZoneInfo) and (offset := now.utcoffset()) is not None:
        now = now.replace(tzinfo=timezone(offset))  # however a fixed offset came, it is one zone
    return searched(text, now, now.tzinfo, now.fold)


@lru_cache(maxsize=512)
def searched(text: str, now: datetime, zone: tzinfo | None, fold: int) -> tuple[WhenSpan, ...]:
    """Searched once, however many rules ask: one turn asks about the same few texts over and over. Zone and fold are a part of what is
    asked, since two moments are equal by the instant alone."""
    sentence = Sentence(text, now)
    drafts = anchored(_without_overlap(list(_drafts(sentence))), sentence)
    if sum(d.time is not None for d in drafts) < 2:
        drafts = [d for d in drafts if d.loose != "times"]
    if not any(d.recurrence for d in drafts):
        drafts = [d for d in drafts if not d.times]
    for draft in drafts:
        draft.lead = draft.lead or _lead(draft, sentence)
    drafts = _joined(drafts, sentence)
    _repeat_listed(drafts, sentence)
    _count_listed(drafts, sentence)
    _leave_out(drafts, sentence)
    _settle(drafts, sentence)
    return tuple(d.span(text) for d in drafts)


def _drafts(s: Sentence) -> Iterator[Draft]:
    sets = [digits.rules()] if re.search("[0-9]", s.low) else []
    sets += [grammar.rules() for grammar in grammars_in(s.low)]
    for rule in (r for rules in sets for r in rules):
        if any(h in s.low for h in rule.hints):
            yield from _matches(rule, s)


def _matches(rule: Rule, s: Sentence) -> Iterator[Draft]:
    for m in rule.pattern.finditer(s.low):
        try:
            yield from rule.build(m, s)
        except Impossible as impossible:
            yield Draft(m.start(), m.end(), rule.kind, problem=impossible.said(s.language))


def _without_overlap(drafts: list[Draft]) -> list[Draft]:
    """The leftmost wins, of those the longest: `the day after tomorrow` over `tomorrow`."""
    kept: list[Draft] = []
    for draft in sorted(drafts, key=lambda d: (d.start, -d.end)):
        if not kept or draft.start >= kept[-1].end:
            kept.append(draft)
    return kept


def _lead(draft: Draft, s: Sentence) -> str:
    after = _TRAIL.match(s.low, draft.end)
    if after and after.lastgroup:
        if after.lastgroup == "to" and not s.moving:
            return ""
        return after.lastgroup
    before = _LEAD.search(s.low[max(0, draft.start - 24) : draft.start])
    return _LEADS.get(before[1], before[1]) if before else ""


def _joined(drafts: list[Draft], s: Sentence) -> list[Draft]:
    """`Monday to Friday`, `11月3日から5日`, `3時〜5時` become one span; not where the sentence moves something."""
    out: list[Draft] = []
    for draft in drafts:
        last = out[-1] if out else None
        if last is not None and _is_range(last, draft, s):
            _join(last, draft, s)
        else:
            out.append(draft)
    return out


def _repeat_listed(drafts: list[Draft], s: Sentence) -> None:
    """`every weekday and Saturday`, 毎週月曜の夜と木曜の夜: a weekday tied to one that repeats does so too."""
    for first, second in pairwise(drafts):
        weekly = first.recurrence is not None and first.recurrence.every is Every.WEEK and first.recurrence.weekdays
        also = second.kind is Kind.DATE and second.repeated is not None and second.repeated.every is Every.WEEK
        if weekly and also and _LISTED.fullmatch(s.low[first.end : second.start]):
            second.kind, second.recurrence, second.date, second.ambiguous = Kind.RECURRENCE, second.repeated, None, ()
            second.repeated, second.loose = None, ""


def _count_listed(drafts: list[Draft], s: Sentence) -> None:
    """`next Monday and Wednesday`, 9月3日と5日: what stands behind a certain day is counted from it."""
    for first, second in pairwise(drafts):
        certain = first.kind is Kind.DATE and not first.loose
        if (
            certain
            and second.kind is Kind.DATE
            and second.loose in ("weekday", "day")
            and _LISTED.fullmatch(s.low[first.end : second.start])
        ):
            second.date = _counted_from(first.date, second)
            second.loose, second.ambiguous = "", ()


def _leave_out(drafts: list[Draft], s: Sentence) -> None:
    """`on weekdays at 6 but not on Fridays`: weekdays taken from a recurrence that stands before them."""
    for at, draft in enumerate(drafts):
        days = draft.recurrence or draft.repeated
        if not at or days is None or days.every is not Every.WEEK or not _LEFT_OUT.search(s.low[max(0, draft.start - 24) : draft.start]):
            continue
        base = next((d for d in drafts[:at] if d.recurrence and d.recurrence.every in (Every.DAY, Every.WEEK)), None)
        if base is not None and base.recurrence is not None:
            left = tuple(d for d in base.recurrence.weekdays or range(7) if d not in days.weekdays)
            if left:
                base.recurrence = replace(base.recurrence, every=Every.WEEK, weekdays=left)
            draft.kind, draft.recurrence, draft.repeated, draft.date = Kind.RECURRENCE, None, None, None
            draft.lead, draft.ambiguous = "", ()


def _is_range(first: Draft, second: Draft, s: Sentence) -> bool:
    if first.kind is not second.kind or first.kind not in (Kind.DATE, Kind.TIME) or first.problem or second.problem:
        return False
    if first.end_date or first.end_time or second.end_date or second.end_time:
        return False
    between = s.low[first.end : second.start]
    if len(between) > 12 or not _JOINS.fullmatch(between):
        return False
    word = between.strip().removesuffix(" the").strip()
    if word == "and" and first.lead != "between":
        return False
    return not (s.moving and word in ("to", "から", "より"))


def _join(first: Draft, second: Draft, s: Sentence) -> None:
    first.end = second.end
    if first.kind is Kind.TIME:
        first.end_time, first.end_open = second.time, second.open
        if first.open and not second.open and second.time is not None and first.time is not None:  # "2 to 16:00", "2時から午後4時"
            later = time((first.time.hour + 12) % 24, first.time.minute)
            if first.time < later <= second.time and second.time.hour >= 13:
                first.time = later
            first.open = False
        if (
            not first.open and second.open and first.time is not None and second.time is not None and second.part is None
        ):  # "午後2時から4時"
            first.end_open = True
        first.part = first.part or None
        return
    first.kind = Kind.PERIOD
    first.repeated = _weekdays_between(first.repeated, second.repeated)
    first.lead = "" if first.lead in ("from", "between") else first.lead
    end = second.date
    if (first.date is not None and end is not None and end < first.date) or second.loose:
        end = _counted_from(first.date, second)
    first.end_date = end
    first.ambiguous = ()
    first.part = None
    if first.date is not None and end is not None and end < first.date:
        first.problem = Impossible("backwards").said(s.language)
        first.date = first.end_date = None


def _weekdays_between(first: Recurrence | None, second: Recurrence | None) -> Recurrence | None:
    """`Monday to Friday` as what comes every week."""
    if first is None or second is None or first.every is not Every.WEEK or second.every is not Every.WEEK:
        return None
    begin, end = first.weekdays[0], second.weekdays[0]
    return Recurrence(every=Every.WEEK, weekdays=tuple(sorted((begin + step) % 7 for step in range((end - begin) % 7 + 1))))


def _counted_from(start: date | None, second: Draft) -> date | None:
    """The end of a range, read from its beginning: `from next Monday to Wednesday`, `11月28日から3日まで`."""
    if start is None or second.date is None:
        return second.date
    try:
        if second.loose == "weekday":
            return calendar.plus_days(start, (second.date.weekday() - start.weekday()) % 7)
        if second.loose == "day":
            return calendar.day_of_month(start, second.date.day)[0]
    except Impossible:
        return second.date
    return second.date


def _settle(drafts: list[Draft], s: Sentence) -> None:
    repeats = any(d.kind is Kind.RECURRENCE for d in drafts)
    days = [d for d in drafts if d.date is not None and d.kind is not Kind.RECURRENCE]
    parts = [d for d in drafts if d.part is not None]
    for at, draft in enumerate(drafts):
        if draft.problem or draft.time is None:
            continue
        day = draft if draft.date else _nearest(draft, days)
        held = draft if draft.part else _nearest(draft, parts)
        part = held.part if held else None
        on = day.date if day else None
        if draft.loose == "midnight":
            draft.next_day = on is None or on == s.today
            if not draft.next_day and on is not None:
                draft.ambiguous = ()
            continue
        face = draft.time
        before = drafts[at - 1] if at else draft
        written_out = face.hour >= 10 and ":" in s.low[draft.start : draft.end]
        if draft.open and not written_out and at and before.time is not None and _LISTED.fullmatch(s.low[before.end : draft.start]):
            draft.time = _after(before.time, face)  # `at 5 and 7`
            draft.ambiguous = (*draft.ambiguous, time((draft.time.hour + 12) % 24, draft.time.minute))
        elif draft.open:
            _choose_half(draft, part, s, today=on in (None, s.today) and not repeats)
        if draft.end_time is not None and draft.end_open and draft.time is not None:
            end = draft.end_time
            draft.end_time = _after(draft.time, end)
            if draft.open and draft.end_time < draft.time and part is None:  # "from 9 to 5", said at ten
                draft.ambiguous = draft.ambiguous[:-1]
                draft.time = face
                _choose_half(draft, part, s, today=False)
                draft.end_time = _after(draft.time, end)
        if draft.kind is Kind.MOMENT or draft.date is not None:
            _refuse_skipped(draft, draft.date, s)
        elif on is not None:
            _refuse_skipped(draft, on, s)


def _nearest(draft: Draft, others: list[Draft]) -> Draft | None:
    """Of drafts in their order, the one that stands closest."""
    at = bisect_left(others, draft.start, key=lambda o: o.start)
    return min(others[max(0, at - 1) : at + 1], key=lambda o: max(o.start - draft.end, draft.start - o.end), default=None)


def _after(start: time, end: time) -> time:
    """The next time after `start` that a twelve-hour face shows as `end`."""
    for hour in (end.hour % 12, end.hour % 12 + 12):
        if (hour, end.minute) > (start.hour, start.minute):
            return time(hour, end.minute)
    return time(end.hour % 12, end.minute)


def _choose_half(draft: Draft, part: DayPart | None, s: Sentence, *, today: bool) -> None:
    """The waking-hours rule: a word for the part of the day decides; else 1-6 is the afternoon, 7-11 the morning, 12 noon,
    and where that has passed today, the other half if it is still to come between 7 in the morning and midnight."""
    if draft.time is None:
        return
    face, minute = draft.time.hour % 12, draft.time.minute
    morning, afternoon = time(face, minute), time(face + 12, minute)
    part = part or s.meal
    if part is DayPart.MORNING:
        draft.time = morning
        return
    if part in (DayPart.AFTERNOON, DayPart.EVENING):
        draft.time = time(11, minute) if face == 11 and part is DayPart.AFTERNOON else afternoon
        return
    if part is DayPart.NIGHT:
        if face == 0 or face <= 3:
            draft.time, draft.next_day = morning, True
        else:
            draft.time = afternoon
        return
    chosen, other = (afternoon, morning) if face <= 6 else (morning, afternoon)
    current = s.now.time().replace(tzinfo=None)
    if today and not s.past and chosen <= current < other and other >= time(7):
        chosen, other = other, chosen
    draft.time, draft.ambiguous = chosen, (*draft.ambiguous, other)


def _refuse_skipped(draft: Draft, day: date | None, s: Sentence) -> None:
    if day is None or draft.time is None or draft.next_day:
        return
    if not exists(datetime.combine(day, draft.time, s.now.tzinfo)):
        draft.problem = Impossible("skipped", day=day.isoformat(), time=draft.time.strftime("%H:%M")).said(s.language)
        draft.time = draft.end_time = draft.date = None
        draft.ambiguous = ()
