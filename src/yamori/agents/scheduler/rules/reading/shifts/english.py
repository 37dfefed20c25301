"""Moves that are counted from where a task lies, in English: `an hour later`, `the day after`."""

import re

from yamori.agents.scheduler.rules.reading.shift import Shift, shift_by
from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.when.english.amounts import AMOUNT

_AMOUNT = rf"(?:(?:about|around) )?(?P<amount>{AMOUNT})"
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PATTERNS = (
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


def shifted(text: str) -> tuple[Shift | None, str] | None:
    """The shift that a text asks for, and the text without it; no shift where one is said and not wholly read."""
    m = next((m for pattern in _PATTERNS if (m := pattern.search(text))), None)
    return None if m is None else (_read(m, text), f"{text[: m.start()].rstrip()} {text[m.end() :].lstrip()}".strip())


def _read(m: re.Match[str], text: str) -> Shift | None:
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
    return shift_by(m, text, back=back)
