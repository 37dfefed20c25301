"""A series that goes on otherwise from one occurrence on (RFC 5545, 3.2.13: RANGE=THISANDFUTURE) as two series. Pure."""

from dataclasses import replace
from datetime import date as Day
from datetime import timedelta

from yamori.agents.scheduler.calendars.fields import RoutineFields
from yamori.agents.scheduler.rules.rows.occurrences import occurrences

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = timedelta(days=1)


def ended(series: RoutineFields, day: Day) -> RoutineFields | None:
    """The series up to the day before; None where nothing of it lies before that day."""
    if next(iter(occurrences(series.recurrence, series.starts, series.starts, day - _DAY)), None) is None:
        return None
    parts = {key: value for key, value in _parts(series.recurrence).items() if key not in ("COUNT", "UNTIL")}
    return replace(
        series,
        recurrence=_rule({**parts, "UNTIL": _digits(day - _DAY)}),
        skipped=tuple(skipped for skipped in series.skipped if skipped < day),
    )


def rule_from(series: RoutineFields, day: Day, first: Day) -> str | None:
    """The rule of what follows, from the occurrence of `day` on, which is on `first` now; None where its days cannot be moved along."""
    parts, moved = _parts(series.recurrence), (first - day).days
    if "COUNT" in parts:
        before = len(list(occurrences(series.recurrence, series.starts, series.starts, day - _DAY)))
        left = int(parts["COUNT"]) - before
        if left < 1:
            return None
        parts["COUNT"] = str(left)
    if "UNTIL" in parts and moved > 0:
        parts["UNTIL"] = _digits(_day(parts["UNTIL"]) + moved * _DAY)
    if not moved:
        return _rule(parts)
    if parts["FREQ"] == "WEEKLY" and set(parts) <= {"FREQ", "INTERVAL", "BYDAY", "WKST", "COUNT", "UNTIL"}:
        days = parts.get("BYDAY", "")
        if days:
            parts["BYDAY"] = ",".join(_CODES[(_CODES.index(code) + moved) % 7] for code in days.split(","))
        return _rule(parts)
    if parts["FREQ"] == "DAILY" and not any(key.startswith("BY") for key in parts):
        return _rule(parts)
    if parts["FREQ"] == "MONTHLY" and parts.get("BYMONTHDAY", str(day.day)) == str(day.day) and "BYDAY" not in parts:
        return _rule({**parts, "BYMONTHDAY": str(first.day)})
    if parts["FREQ"] == "YEARLY" and not any(key.startswith("BY") for key in parts):
        return _rule(parts)
    return None


def moved_days(days: tuple[Day, ...], day: Day, first: Day) -> tuple[Day, ...]:
    """The days of the old series from `day` on, as days of what follows."""
    return tuple(each + (first - day) for each in days if each >= day)


def _parts(rule: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in rule.split(";"))


def _rule(parts: dict[str, str]) -> str:
    return ";".join(f"{key}={value}" for key, value in parts.items())


def _digits(day: Day) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def _day(digits: str) -> Day:
    return Day(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
