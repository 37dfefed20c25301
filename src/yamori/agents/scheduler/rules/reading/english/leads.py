"""English words for how long before something one wants to be told of it."""

import re
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.reading.lengths import length_in
from yamori.agents.scheduler.rules.reading.reminder_intents import HOURS, Lead
from yamori.domain.when import resolve
from yamori.domain.when.english.amounts import AMOUNT

_PART = r"(?:morning|afternoon|evening|night)"
_BEFORE = r"(?:before(?:hand)?|early|earlier|ahead(?: of(?: time)?)?|in advance|prior(?: to)?)"
_CLOCK = rf"(?:(?:at|around|by) (?:\d[\d:.]*(?: ?[ap]\.?m\b\.?)?|[a-z]+(?:-[a-z]+)?(?: o'clock)?)|(?:in|during) the {_PART})"
_DAYS_BEFORE = rf"(?:an?|[a-z]+|\d+) (?:days?|weeks?) {_BEFORE}"
_DAY = (
    rf"(?:(?:on |in )?the (?:day|{_PART}) before(?:hand)?|(?:on |in )?the (?:previous|preceding) (?:day|{_PART})"
    rf"|(?:on |in )?(?:that|the same)(?: very| same)? (?:day|{_PART})|on the (?:day|morning)(?: itself)?"
    rf"|(?:on |in )?the {_PART} of(?= ?(?:it\b|that\b|the day\b|[,.!]|$|at |around ))(?: it\b| that day\b| the day\b)?)"
)
_LENGTH = (
    rf"(?:right|just|shortly|(?:(?:about|around|at least|exactly|roughly) )?{AMOUNT}) {_BEFORE}(?: (?:it|that|then)(?: starts| begins)?)?"
)
_WHOLE = re.compile(rf"(?:(?:{_CLOCK},? )?(?:on )?(?:{_DAY}|{_DAYS_BEFORE})(?:,? {_CLOCK})?|{_LENGTH})")
_DAY_BEFORE = re.compile(r"\b(?:before|previous|preceding)", re.I)


def lead_of(words: str, now: datetime) -> Lead | None:
    """`the evening before`, `two days before at six`, `right before` as a length; None for what is none."""
    words = words.strip().lower()
    if _WHOLE.fullmatch(words) is None:
        return None
    if re.match(rf"(?:right|just|shortly) {_BEFORE}", words):
        return Lead(length=timedelta(minutes=5))
    named = re.search(_DAY, words)
    if named is None:
        length = length_in(words)
        whole_days = length is not None and not length % timedelta(days=1)
        return Lead(length=length, at=_clock(words, now) if whole_days else None) if length is not None else None
    before = _DAY_BEFORE.search(named[0]) is not None
    return Lead(length=timedelta(days=int(before)), at=_clock(words, now) or (None if before else HOURS["morning"]))


def _clock(words: str, now: datetime) -> Clock | None:
    """`at six`, or else when one is told of something in that part of the day."""
    found = re.search(_CLOCK, words)
    part = re.search(_PART, words)
    if found is not None and (at := resolve(found[0], now).time) is not None:
        return at
    return HOURS["evening" if part[0] == "night" else part[0]] if part is not None else None
