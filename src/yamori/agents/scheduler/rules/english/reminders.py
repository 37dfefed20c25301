"""English words of reminders: how long before something to be told, and how much longer a timer runs."""

import re
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.english.words import ASKING
from yamori.agents.scheduler.rules.lengths import ENGLISH, length_in
from yamori.agents.scheduler.rules.reminder_intents import HOURS, Lead, Told, ToldAt
from yamori.domain.when import resolve, without_when

_NOTICE = r"(?:an? )?(?:reminder|nudge|shout|ping|buzz|heads[- ]up|notification|alert)"
TELL = (
    r"(?:(?:remind|alert|notify|tell|warn|nudge|ping|buzz|prod) (?:me|us)(?: again)?|let (?:me|us) know"
    r"|(?:(?:set|give) (?:(?:me|us) )?|send (?:me|us) |i(?:'d| would) like |i want )"
    rf"{_NOTICE})"
)
_NICE = r"(?: (?:would|will|'d) be (?:nice|good|great|helpful|lovely|useful|perfect|enough))?"
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
    rf"(?:right|just|shortly|(?:(?:about|around|at least|exactly|roughly) )?{ENGLISH}) {_BEFORE}(?: (?:it|that|then)(?: starts| begins)?)?"
)
_LEAD = rf"(?P<lead>(?:{_CLOCK},? )?(?:on )?(?:{_DAY}|{_DAYS_BEFORE})(?:,? {_CLOCK})?|{_LENGTH})"
_WHOLE = re.compile(_LEAD)
_ABOUT = r"(?: (?:of|about) (?:it|that|this))?(?: for)?"
_END = r"(?:,? (?:please|too|as well|thanks?(?: you)?))*[.!? ]*$"
_BEHIND = (
    re.compile(rf"[\s,;.:!]\s{{0,3}}(?:(?:and|also|then|but|so|please),? )*{ASKING}{TELL}{_ABOUT} {_LEAD}{_END}", re.I),
    re.compile(rf"[\s,;]\s{{0,3}}(?:(?:with|plus|and) )?{_NOTICE}(?: for)? {_LEAD}{_NICE}{_END}", re.I),
)
"""`…, and remind me an hour before`: behind what is to be added."""
_IN_FRONT = re.compile(
    rf"^\W*{ASKING}{TELL} {_LEAD}(?:,? (?P<to>to|of|about)|:|,| that(?: there is| i have)?) (?!it\b|that\b)(?P<what>.+)$", re.I
)
"""`remind me the evening before to …`"""
_AT_THE_END = re.compile(rf"^\W*{ASKING}{TELL} (?P<to>to|of|about) (?!(?:it|that|this) )(?P<what>.+?),? {_LEAD}{_END}", re.I)
"""`remind me about … the day before`"""
_ALONE = re.compile(rf"^\W*(?:(?:and|also|then|but|so|please),? )*{ASKING}{TELL}{_ABOUT} {_LEAD}{_END}", re.I)
_AT = re.compile(
    rf"[\s,;.:!]\s{{0,3}}(?:(?:and|also|then|but|so|please),? )*{ASKING}{TELL}{_ABOUT}"
    rf" (?P<at>(?:at|around|by|on|in|this|tomorrow|tonight|today)\b[^,;.!?]{{0,40}}?(?:[ap]\.m\.)?){_END}",
    re.I,
)
"""`…, and remind me at eight`: behind what is to be added."""
_DAY_BEFORE = re.compile(r"\b(?:before|previous|preceding)", re.I)
STILL_RUNS = re.compile(
    r"^(?:and )?(?:how (?:much (?:longer|more time|time)|long|many (?:more )?minutes)\b.*\b(?:left|longer|have|need|to go|take|remain\w*"
    r"|more|until|till)\b"
    r"|how (?:much longer|long left)\b.*|is .+ (?:done|ready|finished) (?:yet|soon))",
    re.I,
)
"""Asked while a timer runs."""


def told(text: str, now: datetime) -> Told | None:
    """What is said beside `remind me the evening before`, and how long before it is; None where nothing of that kind is said."""
    if (m := _ALONE.search(text)) and (lead := lead_of(m["lead"], now)) is not None:
        return Told(rest="", lead=lead, what="it")
    for pattern in _BEHIND:
        if (m := pattern.search(text)) and text[: m.start()].strip() and (lead := lead_of(m["lead"], now)) is not None:
            return Told(rest=text[: m.start()].strip(" ,;:"), lead=lead)
    for pattern in (_IN_FRONT, _AT_THE_END):
        if (m := pattern.search(text)) and (lead := lead_of(m["lead"], now)) is not None:
            to, what = (m["to"] or "of").lower(), m["what"].strip(" .!")
            return Told(rest=f"remind me {to} {what}", lead=lead, what="" if to == "to" else what)
    return None


def told_at(text: str, now: datetime) -> ToldAt | None:
    """What is said before `and remind me at eight`, and when that is; None where nothing of that kind is said."""
    m = _AT.search(text)
    if m is None or not text[: m.start()].strip():
        return None
    when = resolve(m["at"], now)
    if not when.spans or when.recurrence is not None or without_when(m["at"], now):
        return None
    if when.time is not None:
        clocks = (when.time, *(a for span in when.spans for a in span.ambiguous if isinstance(a, Clock)))
    else:
        part = re.search(rf"{_PART}|tonight", m["at"], re.I)
        named = part[0].lower() if part is not None else "morning"
        clocks = (HOURS["evening" if named in ("night", "tonight") else named],)
    rest = text[: m.start()].strip(" ,;:")
    return ToldAt(rest=rest, asked=f"remind me to {rest}", clocks=clocks, day=when.date if when.date_said else None)


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
