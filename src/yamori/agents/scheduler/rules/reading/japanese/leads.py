"""Japanese words for how long before something one wants to be told of it."""

import re
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.reading.lengths import length_in
from yamori.agents.scheduler.rules.reading.reminder_intents import HOURS, Lead
from yamori.domain.when import resolve

_PARTS = {"朝": "morning", "午前": "morning", "昼": "noon", "午後": "afternoon", "夕": "dusk", "夜": "evening", "晩": "evening"}
_PART = r"(?:朝|午前(?:中)?|お?昼(?:頃|ごろ)?|午後|夕方?|夜|晩)"
_CLOCK = (
    r"(?:(?:午前|午後)?(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})時(?:半|[0-9０-９]{1,2}分)?|[0-9０-９]{1,2}[:：][0-9０-９]{2})"
    r"(?:頃|ごろ)?"
)
_DAY = r"(?:前の?日|前日|当日|その日|同じ日|(?:[0-9０-９]+|[一二三四五六七八九十]+)(?:日|週間)前|前(?=の?[朝夕夜晩]))"


def lead_of(words: str, now: datetime) -> Lead | None:
    """前の晩, 2日前の18時, 直前 as a length."""
    words = words.strip()
    if words == "直前":
        return Lead(length=timedelta(minutes=5))
    length = length_in(words) if re.search("[0-9０-９一二三四五六七八九十](?:秒|分|時間|日|週間)", words.split("前")[0]) else None
    before = timedelta(0) if words.startswith(("当日", "その日", "同じ日")) else length if length is not None else timedelta(days=1)
    if length is None and not re.match(_DAY, words):
        return None
    if before % timedelta(days=1):
        return Lead(length=before)
    return Lead(length=before, at=_clock(words, now) or (None if before else HOURS["morning"]))


def _clock(words: str, now: datetime) -> Clock | None:
    """18時, or else when one is told of something in that part of the day."""
    found = re.search(rf"(?:{_PART}の?)?{_CLOCK}", words)
    if found is not None and (at := resolve(found[0], now).time) is not None:
        return at
    part = next((hour for name, hour in _PARTS.items() if name in re.sub(_DAY, "", words)), None)
    return HOURS[part] if part is not None else None
