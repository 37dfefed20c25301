"""What the forms of the Automations view send: keys, versions and times, read and judged in the reader's language."""

import re
from collections.abc import Mapping
from datetime import datetime

from yamori.web.automation_port import DaysSet, IntervalSet, MomentSet, SunSet, TimeSet
from yamori.web.automations.phrasing import WEEKDAYS
from yamori.web.problems import PageProblem
from yamori.web.schedule.submissions import clock, day

_KEY = re.compile(r"[A-Za-z0-9-]{8,80}")
_MOST_MINUTES = 31 * 24 * 60
_MOST_SUN = 12 * 60
Sent = Mapping[str, str]


def key(sent: Sent, act: str, id: str) -> str:
    """The page's key of this change. Raises `PageProblem` for a page that sent none."""
    given = sent.get("key", "")
    if not _KEY.fullmatch(given):
        raise PageProblem("problem.body", status=400)
    return f"page/{given}/{act}/{id}"


def version(sent: Sent) -> str:
    given = sent.get("version", "")
    if not _KEY.fullmatch(given):
        raise PageProblem("problem.body", status=400)
    return given


def choice(sent: Sent, name: str) -> bool:
    """`yes` or `no`. Raises `PageProblem` for anything else."""
    if (given := sent.get(name)) not in ("yes", "no"):
        raise PageProblem("problem.body", status=400)
    return given == "yes"


def time_set(sent: Sent, old: TimeSet, now: datetime) -> TimeSet:
    """The time that takes the place of the old one. Raises `PageProblem` for what is no time, for one that is over, and for no day."""
    match old:
        case MomentSet():
            at = _moment(sent, now)
            if at <= now:
                raise PageProblem("problem.past")
            return MomentSet(place=old.place, at=at)
        case DaysSet():
            at_time = clock(sent.get("time"))
            if at_time is None:
                raise PageProblem("problem.no_time", given="")
            days = tuple(n for n, name in enumerate(WEEKDAYS) if sent.get(name) == "on")
            if old.days and not days:
                raise PageProblem("problem.no_days")
            return DaysSet(place=old.place, at=at_time, days=days if old.days else ())
        case IntervalSet():
            return IntervalSet(place=old.place, minutes=_minutes(sent, least=1, most=_MOST_MINUTES))
        case SunSet():
            minutes = _minutes(sent, least=0, most=_MOST_SUN)
            return SunSet(place=old.place, event=old.event, minutes=minutes if sent.get("side") == "after" else -minutes)


def _moment(sent: Sent, now: datetime) -> datetime:
    date, time = day(sent.get("date")), clock(sent.get("time"))
    if date is None:
        raise PageProblem("problem.no_day", given="")
    if time is None:
        raise PageProblem("problem.no_time", given="")
    return datetime.combine(date, time, tzinfo=now.tzinfo)


def _minutes(sent: Sent, *, least: int, most: int) -> int:
    given = sent.get("minutes", "").strip()
    if not (given.isascii() and given.isdigit() and len(given) < 7 and least <= int(given) <= most):
        raise PageProblem("problem.no_minutes", least=str(least), most=f"{most:,}")
    return int(given)
