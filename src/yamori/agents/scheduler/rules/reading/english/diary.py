"""English sentences about the diary: what to write into it, and about which day."""

import re

from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.diary_intents import DiaryAction, DiaryIntent
from yamori.agents.scheduler.rules.reading.english.words import sentence, stripped
from yamori.domain.when import resolve

_BOOK = r"(?:diary|journal|day ?log|daily (?:report|log)|day report|log ?book|log)"
_WHOSE = r"(?:(?:my|the|our|today'?s|yesterday'?s|a|an|that day'?s|[\w']+day'?s) )*"
_BOOKED = re.compile(rf"\b{_BOOK}\b", re.I)
_WRITES = r"(?:add|write|put|note|log|record|jot|enter|append|save|make a note|make an entry)(?: down)?"
_SAYING = r"(?:,? (?:that|saying(?: that)?)|:|,| -)?"
_ENTRY = r"(?: entry| page| note)?"
_APPEND = (
    re.compile(
        rf"^(?:{_WRITES} )?(?:in|into|to|for)? ?{_WHOSE}{_BOOK}{_ENTRY}(?P<day>(?: (?:for|of|on"
        rf"|from) [\w' ]{{3,25}}?)?){_SAYING} (?P<text>.+)$",
        re.I,
    ),
    re.compile(
        rf"^{_WRITES}{_SAYING} (?P<text>.+?) (?:in|into|to|down in) (?P<day>{_WHOSE}){_BOOK}(?P<day2>(?: (?:for|of|on) [\w' ]{{3,25}})?)$",
        re.I,
    ),
    re.compile(
        rf"^(?P<text>(?!.*\b(?:need|have to|must|should|got to|remember|want to|going to|will)\b).+?)[,;.]? (?:and )?{_WRITES} "
        rf"(?:that|it|this)"
        rf"(?: down)? (?:in|into|to) {_WHOSE}{_BOOK}$",
        re.I,
    ),
    re.compile(rf"^{_WRITES} (?:to|in|into|on) (?P<day>(?:today|yesterday|[a-z]+day)'s) (?:entry|page){_SAYING} (?P<text>.+)$", re.I),
    re.compile(r"^dear diary[,:]? (?P<text>.+)$", re.I),
    re.compile(r"^(?:log|record) that (?P<text>.+)$", re.I),
)
_WROTE = r"(?:what (?:i|we) (?:wrote|put|noted)|(?:the |my )?entry)"
_OVERWRITE = (
    re.compile(
        rf"^(?:change|replace|overwrite|rewrite|correct|update|edit|fix|set) (?:{_WHOSE}{_BOOK}{_ENTRY}|{_WROTE})(?P<day>(?: (?:for"
        rf"|of|on|from) [\w' ]{{3,25}}?)?)"
        r"(?: so (?:that )?it (?:says|reads)| to (?:say|read|be)| to| with| and (?:make it|write))?:? (?P<text>.+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:throw (?:out|away)|scrap|forget|delete|erase|bin|drop) (?:{_WHOSE}{_BOOK}{_ENTRY}|{_WROTE})(?P<day>(?: (?:for|of|on"
        rf"|from|about|in) [\w' ]{{3,25}}?)?)"
        r",? and (?:make it|write|put|say)(?: instead)?:? (?P<text>.+)$",
        re.I,
    ),
    re.compile(
        rf"^{_WHOSE}{_BOOK}{_ENTRY}(?P<day>(?: (?:for|of|on|from) [\w' ]{{3,25}}?)?) should (?:say|read)(?: instead)?:? (?P<text>.+)$", re.I
    ),
)
_DELETE = re.compile(
    rf"^(?:delete|erase|remove|clear|throw (?:out|away)|scrap) (?:{_WHOSE}{_BOOK}{_ENTRY}|{_WROTE})(?P<day>(?: (?:for|of|on|from"
    rf"|about|in) [\w' ]{{3,40}})?)$",
    re.I,
)
_SHOW = re.compile(
    rf"^(?:show|read|give|tell|open|let me see|what(?:'s| is| was| does| did)?|display|print|do i have|is there|have i"
    rf"|did i)\b.*\b{_BOOK}\b"
    r"|\bwhat (?:did i|have i|i'?ve|i) (?:write|written|wrote|put down|noted?|noted down|log|logged)\b",
    re.I,
)


def speaks_of_diary(text: str) -> bool:
    """The sentence names the diary outright."""
    return _BOOKED.search(text) is not None


def diary_intent(clause: Clause) -> DiaryIntent | None:
    """What is to be written, read or thrown away, and of which day; None where the diary is a calendar (`in my diary for Friday`)."""
    bare = stripped(clause.text)
    for action, patterns in ((DiaryAction.OVERWRITE, _OVERWRITE), (DiaryAction.APPEND, _APPEND)):
        for pattern in patterns:
            m = pattern.match(bare)
            if m is None:
                continue
            text = sentence(clause.shown(m["text"].strip(" .") if m["text"].count(".") <= 1 else m["text"]))
            if re.fullmatch(r"(?:it|that|this|them|those)(?: down)?", m["text"].strip(" .,"), re.I):
                return None  # what was said before it is meant, which may be an appointment
            outside = bare.replace(m["text"], " ", 1)
            when = resolve(outside, clause.now)
            if when.date is not None and when.date_said and when.date > clause.now.date():
                return None  # a diary of days to come is a calendar
            if (
                action is DiaryAction.APPEND
                and clause.when.time is not None
                and clause.when.date is not None
                and clause.when.date >= clause.now.date()
            ):
                return None
            if (
                action is DiaryAction.APPEND
                and pattern in (_APPEND[1], _APPEND[2])
                and clause.when.date_said
                and clause.when.date
                and clause.when.date > clause.now.date()
            ):
                return None
            return DiaryIntent(action=action, text=text, date=when.date if when.date_said else None)
    if _SHOW.search(bare):
        return DiaryIntent(action=DiaryAction.SHOW, date=clause.when.date if clause.when.date_said else None, end=clause.when.end_date)
    if _DELETE.match(bare) and not (clause.when.date and clause.when.date > clause.now.date()):
        return DiaryIntent(action=DiaryAction.DELETE, date=clause.when.date if clause.when.date_said else None)
    return None
