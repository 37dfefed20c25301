"""vCalendar 1.0, iCalendar's predecessor, in the words of its successor: recurrence rules, alarms, time zone, lists of dates.

What has no counterpart is left as it stands, so that whoever reads it says that it was not taken.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from yamori.agents.scheduler.calendars.lines import Block, Line, line_of

_ALARMS = {"DALARM": "DISPLAY", "AALARM": "AUDIO", "MALARM": "EMAIL", "PALARM": "PROCEDURE"}
_TIMES = frozenset({"DTSTART", "DTEND", "DUE", "EXDATE", *_ALARMS})
_WEEKDAYS = frozenset({"MO", "TU", "WE", "TH", "FR", "SA", "SU"})
_RULE = re.compile(r"(D|W|MP|MD|YM|YD)([1-9][0-9]{0,2})((?: [^ ]+)*)")
_WITHOUT_END = 2
"""How many times a rule comes that says nothing of its end."""


def translated(top: Block, home: ZoneInfo) -> Block:
    """A calendar of version 1.0 as one of version 2.0; any other as it is."""
    if top.name != "VCALENDAR" or top.text("VERSION").strip() != "1.0":
        return top
    blocks = [_component(block, top, home) if block.name in ("VEVENT", "VTODO") else block for block in top.blocks]
    return replace(top, blocks=blocks)


def _component(block: Block, top: Block, home: ZoneInfo) -> Block:
    start = _time(block.text("DTSTART") or block.text("DUE"))
    zone = _zone(top, start, home) if start is not None else ""
    lines, alarms = [], []
    for line in block.lines:
        if line.name in _TIMES and zone and "TZID" not in line.parameters:
            line = line_of(f"{line.name};TZID={zone}:{line.value}", line.number)
        if line.name in _ALARMS:
            alarms.append(_alarm(line, start))
            continue
        if line.name == "RRULE":
            line = _with_value(line, _rule(line.value.strip().upper(), start))
        elif line.name in ("EXDATE", "RDATE"):
            line = _with_value(line, line.value.strip(";").replace(";", ","))
        elif line.name == "STATUS":
            line = _with_value(line, line.value.strip().replace(" ", "-"))
        lines.append(line)
    return replace(block, lines=lines, blocks=[*block.blocks, *(alarm for alarm in alarms if alarm is not None)])


def _with_value(line: Line, value: str) -> Line:
    return replace(line, value=value)


def _alarm(line: Line, start: datetime | None) -> Block | None:
    """So long before the beginning, as it is of something that recurs as well."""
    text = line.value.split(";")[0].strip()
    if not text:
        return None
    at = _time(text)
    seconds = (
        int((start - at).total_seconds())
        if at is not None and start is not None and (at.tzinfo is None) is (start.tzinfo is None)
        else None
    )
    trigger = f"TRIGGER:{'-' if seconds >= 0 else ''}PT{abs(seconds)}S" if seconds is not None else f"TRIGGER:{text}"
    return Block(name="VALARM", number=line.number, lines=[line_of(f"ACTION:{_ALARMS[line.name]}"), line_of(trigger)])


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text.strip()[:15], "%Y%m%dT%H%M%S").replace(tzinfo=ZoneInfo("UTC") if text.strip().endswith("Z") else None)
    except ValueError:
        return None


def _zone(top: Block, start: datetime, home: ZoneInfo) -> str:
    """The name of the offset at which the calendar's local times stand; empty for the home's own, and where it says nothing."""
    offset = top.text("TZ").strip()
    if not offset or start.tzinfo is not None:
        return ""
    for line in top.every("DAYLIGHT"):
        summer = [part.strip() for part in line.value.split(";")]
        if len(summer) < 4 or summer[0].upper() != "TRUE":
            continue
        begins, ends = _time(summer[2]), _time(summer[3])
        if begins is not None and ends is not None and begins.replace(tzinfo=None) <= start < ends.replace(tzinfo=None):
            offset = summer[1]
    digits = "".join(filter(str.isdecimal, offset))
    digits = digits.ljust(4, "0") if len(digits) == 2 else digits.rjust(4, "0")
    if len(digits) != 4:
        return ""
    length = timedelta(hours=int(digits[:2]), minutes=int(digits[2:])) * (-1 if offset.startswith("-") else 1)
    if start.replace(tzinfo=home).utcoffset() == length:
        return ""
    return f"UTC{'-' if offset.startswith('-') else '+'}{digits}"


def _rule(text: str, start: datetime | None) -> str:
    """The rule as RFC 5545 writes it; as it stands where it has no counterpart."""
    match = _RULE.fullmatch(text)
    if match is None or start is None:
        return text
    kind, every, words = match[1], int(match[2]), match[3].split()
    end = words.pop() if words and (words[-1].startswith("#") or re.fullmatch(r"\d{8}(T\d{6}Z?)?", words[-1])) else f"#{_WITHOUT_END}"
    made = _days(kind, words)
    if made is None:
        return text
    rule, count = made
    frequency = {"D": "DAILY", "W": "WEEKLY", "M": "MONTHLY", "Y": "YEARLY"}[kind[0]]
    parts = [f"FREQ={frequency}", *([f"INTERVAL={every}"] if every > 1 else []), *rule]
    if not end.startswith("#"):
        return ";".join([*parts, f"UNTIL={end}"])
    if not end[1:].isdigit() or len(end) > 5:
        return text
    rounds = int(end[1:])
    if not rounds:
        return ";".join(parts)
    # The number counts rounds: "W1 TU TH #5" is five weeks of two days.
    last = f"COUNT={rounds}" if count == 1 else f"UNTIL={_end_of_round(kind, start, every * rounds):%Y%m%d}"
    return ";".join([*parts, last])


def _days(kind: str, words: list[str]) -> tuple[list[str], int] | None:
    """The part of a rule that names its days, and how many of them one round has; None for what cannot be said."""
    if not words:
        return [], 1
    match kind:
        case "W" if _WEEKDAYS.issuperset(words):
            return ["BYDAY=" + ",".join(words)], len(words)
        case "MP":
            days = list(_positions(words))
            return (["BYDAY=" + ",".join(days)], len(days)) if days and "" not in days else None
        case "MD":
            numbers = ["-1" if word == "LD" else f"-{word[:-1]}" if word.endswith("-") else word.removesuffix("+") for word in words]
            return (["BYMONTHDAY=" + ",".join(numbers)], len(numbers)) if all(re.fullmatch(r"-?\d{1,2}", n) for n in numbers) else None
        case "YM" | "YD" if all(word.isdigit() for word in words):
            return [("BYMONTH=" if kind == "YM" else "BYYEARDAY=") + ",".join(words)], len(words)
    return None


def _positions(words: list[str]) -> Iterator[str]:
    """`1+ TU 2- FR` as 1TU and -2FR; an empty one for a word that is neither."""
    places: list[str] = []
    named = False
    for word in words:
        if re.fullmatch(r"[1-5][+-]", word):
            places = [*([] if named else places), f"-{word[0]}" if word[1] == "-" else word[0]]
            named = False
        elif word in _WEEKDAYS and places:
            named = True
            yield from (f"{place}{word}" for place in places)
        else:
            yield ""


def _end_of_round(kind: str, start: datetime, units: int) -> datetime:
    match kind[0]:
        case "W":
            return start - timedelta(days=start.weekday()) + timedelta(days=7 * units - 1)
        case "M":
            months = start.year * 12 + start.month - 1 + units
            return datetime(months // 12, months % 12 + 1, 1) - timedelta(days=1)
    return datetime(start.year + units - 1, 12, 31)
