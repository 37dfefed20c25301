"""What is asked about what was done before: to take back everything since a time, or why something changed and who did it."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import normal
from yamori.domain.when import DayPart, find_when

_LAST = re.compile(
    r"\b(?:last|past) (?:(?P<n>\d+|an?|half an|few|couple of) )?(?P<unit>minute|hour|day)s?\b"
    r"|(?:この|ここ|直近の?)(?P<kn>\d+)\s*(?P<kunit>分|時間|日)"
    r"|(?P<jn>\d+)\s*(?P<junit>分|時間|日)(?:前|以内|間)(?:から|に|の)?"
)
_HOUR = re.compile(r"\bsince (?P<hour>[01]?\d|2[0-3])\s*(?P<half>am|pm)?(?![\d:])")
"""A bare hour is the latest one that has passed."""
_WHY = re.compile(
    r"^(?:so |and |hey |but )?(?:why|who|how come|what made)\b(?!.*\b(?:should|would|could|can i)\b)"
    r"|(?:なぜ|どうして|なんで|何で|誰が|だれが)[^。]*(?:た|ている|てる|いる|の)"
)
_UNITS = {"minute": 60, "hour": 3600, "day": 86400, "分": 60, "時間": 3600, "日": 86400}
_BEGINS = {DayPart.MORNING: 5, DayPart.AFTERNOON: 12, DayPart.EVENING: 17, DayPart.NIGHT: 20}
_WORDS = {"a": 1.0, "an": 1.0, "half an": 0.5, "few": 3.0, "couple of": 2.0}


@dataclass(frozen=True)
class Why:
    """Which devices' changes are asked about."""

    devices: tuple[str, ...]


def since(request: str, now: datetime) -> datetime | None:
    """The time from which everything is to be taken back; None where the sentence names none."""
    text = normal(request)
    if m := _LAST.search(text):
        count = m["n"] or m["jn"] or m["kn"] or "1"
        try:
            return now - timedelta(seconds=(_WORDS.get(count) or float(count)) * _UNITS[m["unit"] or m["junit"] or m["kunit"]])
        except OverflowError:
            return None
    if not says(text, "since"):
        return None
    if m := _HOUR.search(text):
        hour = int(m["hour"]) % 12 + (12 if m["half"] == "pm" else 0)
        at = now.replace(hour=hour if m["half"] or int(m["hour"]) < 13 else int(m["hour"]), minute=0, second=0, microsecond=0)
        later = at + timedelta(hours=12)
        at = later if not m["half"] and int(m["hour"]) < 13 and later <= now else at
        return at if at <= now else at - timedelta(days=1)
    found = find_when(request, now)
    moment = next((s for s in found if s.time is not None or s.date is not None), None)
    if moment is None or moment.time is None:
        day = moment.date if moment is not None and moment.date is not None else now.date()
        begins = _BEGINS.get(moment.part, 0) if moment is not None and moment.part is not None else 0
        return datetime.combine(day, time(begins), tzinfo=now.tzinfo)
    at = datetime.combine(moment.date or now.date(), moment.time, tzinfo=now.tzinfo)
    return at if at <= now else at - timedelta(days=1)


def why_asked(request: str, context: Context) -> Why | None:
    """A question about why something is as it is, or who did it; about the devices named, or those just spoken of."""
    text = normal(request)
    if not _WHY.search(text):
        return None
    reference = resolve_reference(text, context.index, context.lexicon, room=context.room, recent=context.focus.parts, own=context.own)
    devices = tuple(dict.fromkeys(p.device for t in reference.targets for p in t.parts)) or tuple(
        dict.fromkeys(p.device for p in context.focus.parts)
    )
    return Why(devices) if devices else None
