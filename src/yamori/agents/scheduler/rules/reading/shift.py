"""Moves that are counted from where a task lies: `an hour later`, `the day after`, `1時間遅らせて`, `その次の日`.

Counted from the task's own day and time, never from now: after `sauna on Tuesday`, `no, the day after` is Wednesday.
`in two days` and あさって are counted from now and are `domain.when`'s.
"""

import re
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.when import Every, amounts


@dataclass(frozen=True, kw_only=True)
class Shift:
    """By how much a task moves."""

    days: int = 0
    months: int = 0
    minutes: int = 0
    weekday: int | None = None
    """To the next such weekday after the task's day (`the Sunday after`); 0 is Monday."""
    minute: int | None = None
    """To these minutes of the task's own hour (`make it half past`); -15 is a quarter to."""

    @property
    def needs_time(self) -> bool:
        return bool(self.minutes) or self.minute is not None

    def applied(self, day: Day, at: Clock | None) -> tuple[Day, Clock | None]:
        """The new day and time. Raises `OverflowError` past the end of the calendar."""
        if self.months:
            months = day.year * 12 + day.month - 1 + self.months
            day = _in_month(months // 12, months % 12 + 1, day.day)
        day += timedelta(days=self.days)
        if self.weekday is not None:
            day += timedelta(days=(self.weekday - day.weekday() - 1) % 7 + 1)
        if at is None:
            return day, None
        start = datetime.combine(day, at.replace(minute=0) if self.minute is not None else at)
        start += timedelta(minutes=self.minutes + (self.minute or 0))
        return start.date(), start.time()


def _in_month(year: int, month: int, day: int) -> Day:
    for last in (day, 30, 29, 28):
        try:
            return Day(year, month, last)
        except ValueError:
            if not 1 <= year <= 9999:
                raise OverflowError("no such year") from None
    raise OverflowError("no such day")


_AMOUNT = rf"(?:(?:about|around) )?(?P<amount>{amounts.ENGLISH})"
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ENGLISH = (
    re.compile(
        rf"(?:\b(?:to|by|for|back|off|out|on|ahead)\s+)*(?:(?:back|forward|up|earlier|later|ahead)\s+)?(?:by\s+)?{_AMOUNT}\s+"
        r"(?P<way>later|earlier|sooner|back|forwards?|ahead|on)\b(?! than)",
        re.I,
    ),
    re.compile(rf"\b(?P<way>(?:back|forward|up|earlier|later|off|on|out))\s+(?:by\s+)?{_AMOUNT}\b(?! ?(?:ago|from))", re.I),
    re.compile(rf"\bby\s+{_AMOUNT}\b", re.I),
    re.compile(r"\b(?:to |on |until |till )?the (?P<u>day|week|month|morning|evening) (?P<way>after|before)(?: that)?(?=\W*$|,)", re.I),
    re.compile(
        rf"\b(?:to |on |until |till )?the (?:(?P<wd>{'|'.join(_WEEKDAYS)}) after(?: that)?(?=\W*$|,)"
        rf"|following (?P<wd2>{'|'.join(_WEEKDAYS)}))",
        re.I,
    ),
    re.compile(r"\b(?:to |on |until |till )?the (?P<way>following|next|previous) (?P<u>day|week|month)\b", re.I),
    re.compile(r"\b(?:(?:at|to) )?(?P<minute>(?:half|quarter) past|quarter to)(?=\W*(?:$|please|instead))", re.I),
)

_JAPANESE = (
    re.compile(
        rf"(?:あと|もう)?(?P<amount>{amounts.JAPANESE})(?:ほど|くらい|ぐらい|だけ|分)?(?:に|、)?"
        r"(?P<way>(?:後ろ倒し|あと倒し)|(?:後ろ|うしろ|あと|後|先)(?:に|へ)?(?=ずら|延|動|移|し|倒)|(?:遅"
        r"|おそ)(?=[らくめれい])|延(?=期|ば|長)|ずら(?=[しすせ])"
        r"|(?:早|はや)(?=[めくま])|前(?:に|へ)?(?=ずら|動|移|し|倒)|前倒し|繰り上げ|繰り下げ|先延ばし)"
    ),
    re.compile(
        r"(?:その)?(?P<way>次の|翌|前の|前)(?P<u>日(?!曜)|週)(?:の(?=同じ)|に|へ|で|(?=だ)|$|[、。])"
        r"|その(?P<after>次の|翌)(?:週の)?(?P<wd>[月火水木金土日])曜日?"
    ),
)


_IS_VERB = re.compile("遅|おそ|早|はや|延|ずら|前倒し|繰り|先延ばし|後ろ倒し|あと倒し")
"""Ways that are verbs by themselves and stay in the text: 30分`遅らせ`て; 30分後ろに goes."""


def shifted(text: str) -> tuple[Shift, str] | None:
    """The shift that a text asks for, and the text without it."""
    for pattern in _ENGLISH:
        if m := pattern.search(text):
            found = _english(m, text)
            return (found, f"{text[: m.start()].rstrip()} {text[m.end() :].lstrip()}".strip()) if found else None
    for pattern in _JAPANESE:
        if m := pattern.search(text):
            verb = m["way"] if m.groupdict().get("amount") and _IS_VERB.match(m["way"]) else ""
            moved = _japanese(m, text)
            return None if moved is None else (moved, text[: m.start()] + verb + text[m.end() :])
    return None


def _english(m: re.Match[str], text: str) -> Shift | None:
    said = {k: v.lower() for k, v in m.groupdict().items() if v}
    if "minute" in said:
        return Shift(minute={"half past": 30, "quarter past": 15, "quarter to": -15}[" ".join(said["minute"].split())])
    if day := said.get("wd") or said.get("wd2"):
        return Shift(weekday=_WEEKDAYS.index(day))
    way = said.get("way", "")
    back = way in ("before", "previous", "earlier", "sooner", "forward", "forwards", "up", "ahead")
    if not way or way in ("off", "on", "out"):
        back = says(text.lower(), "earlier")
    if "amount" not in said:
        step = -1 if back else 1
        return {"week": Shift(days=7 * step), "month": Shift(months=step)}.get(said["u"], Shift(days=step))
    return _by(m, text, back=back)


def _japanese(m: re.Match[str], text: str) -> Shift | None:
    said = m.groupdict()
    if said.get("wd"):
        return Shift(weekday="月火水木金土日".index(said["wd"]))
    way = said["way"]
    if not said.get("amount"):
        return Shift(days=(-1 if way.startswith("前") else 1) * (1 if said["u"] == "日" else 7))
    return _by(m, text, back=way.startswith(("早", "はや", "前", "繰り上")))


def _by(m: re.Match[str], text: str, *, back: bool) -> Shift | None:
    """By the amount that was found; None where it is only part of the one that is said."""
    found = next((a for a in amounts.amounts_in(text) if a.start <= m.start("amount") and a.end >= m.end("amount")), None)
    if found is None:
        return None
    sign = -1 if back else 1
    match found.unit:
        case Every.MONTH | Every.YEAR:
            return Shift(months=sign * round(found.count * (12 if found.unit is Every.YEAR else 1)))
        case Every.DAY | Every.WEEK:
            return Shift(days=sign * round(found.count * (7 if found.unit is Every.WEEK else 1)))
        case _:
            return Shift(minutes=sign * round(found.length.total_seconds() / 60))
