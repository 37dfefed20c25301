"""English words of reminders: how long before something to be told, and how much longer a timer runs."""

import re

from yamori.agents.scheduler.rules.reminder_wishes import Lead

_TELL = r"(?:remind|alert|notify|tell|warn|nudge|ping)"
LEAD_BEHIND = re.compile(
    rf"(?:\s*[,;.]\s*|\s+)(?:and |also |then |please )*(?:{_TELL} (?:me|us)|(?:set|give) (?:me )?a reminder)"
    r"(?: (?:of|about) (?:it|that|this))?(?: for)? (?P<lead>[\w' -]+?) (?:before(?:hand)?|earlier|ahead(?: of time)?|in advance|prior)"
    r"(?: (?:it|that|then)(?: (?:starts|begins))?)?(?:,? please)?[.! ]*$",
    re.I,
)
"""`…, and remind me an hour before`: behind what is to be added."""
EVENING_BEFORE = re.compile(r"^(?:on )?the (?:evening|night)$", re.I)
DAY_BEFORE = re.compile(r"^(?:on )?(?:the|a) day$", re.I)
SHORTLY = re.compile(r"^(?:right|just|shortly)$", re.I)
STILL_RUNS = re.compile(
    r"^(?:and )?(?:how (?:much (?:longer|more time|time)|long|many (?:more )?minutes)\b.*\b(?:left|longer|have|need|to go|take|remain\w*"
    r"|more|until|till)\b"
    r"|how (?:much longer|long left)\b.*|is .+ (?:done|ready|finished) (?:yet|soon))",
    re.I,
)
"""Asked while a timer runs."""


def lead_of(words: str) -> Lead | None:
    """`the evening`, `the day` as leads of their own; None for a length that code computes."""
    if EVENING_BEFORE.match(words):
        return Lead.EVENING
    if DAY_BEFORE.match(words):
        return Lead.DAY
    return Lead.SHORTLY if SHORTLY.match(words) else None
