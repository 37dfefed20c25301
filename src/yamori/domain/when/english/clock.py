"""Times of day in English: `3pm`, `half past three`, `8 in the evening`, `at 7`, `from 2 to 4`."""

import re
from collections.abc import Iterator
from datetime import time
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence, set_clock
from yamori.domain.when.english import numerals
from yamori.domain.when.english.words import HALF, HOUR, WEEKDAY, B, E, led_by, part_of, rule
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.span import DayPart, Kind

_GOES_ON = re.compile(
    r"(?! *\.[0-9])(?=['] |[ ]*(?:$|[.,;:!?)\"」】]|[^\x00-\x7f]|-? *(?:on|in|at|from|to|until|till|for|by|and|or|then|but|except"
    r"|please|because|as|so|now|not|rather|again|today|tonight|tomorrow|this|next|every|each"
    r"|daily|my|me|i|we|the|a|an|sharp|instead|thanks|with|the day"
    rf"|{WEEKDAY})(?![a-z])))"
)
"""What may follow a bare number for it to be an hour: an end or a small word, never a noun (`at 3 places`)."""
_DAY_BEFORE = re.compile(rf"\b(?:today|tonight|tomorrow|{WEEKDAY}|morning|afternoon|evening),? +$")
"""`tonight at 11 call …`: after a day any word may follow the hour."""
_LEVEL_BEFORE = re.compile(
    r"\b(?:levels?|volume|speed|brightness|temperature|channel|fan|thermostat|heat\w*|humidity|ac|air conditioner|setting|lights?|lamp"
    r"|oven|it|them)(?: (?:is|set|to|be|stays?|kept))* +$"
)
_ALARM = re.compile(r"\b(?:alarms?|reminder|wake|appointment|meeting|call|remind)\b")
_HALF_LEADS = "at|is|not|of|than|until|till|by|around|about|before|after|from"
_HOURS_NAMED = {"noon": 12, "midday": 12, "midnight": 24}
_BEGINS = re.compile(r"(?:^|[.,;!?…–—]|\b(?:no|actually|rather|sorry|meant|make it|make that))\s*$")
"""What may stand before a time that is said by itself: a correction (`no, half ten`)."""
_LEADS = "at|by|until|till|before|after|around|from|to|it's|for"


@cache
def rules() -> tuple[Rule, ...]:
    digit = "(?:one|two|three|four|five|six|seven|eight|nine)"
    minutes = rf"(?:oh? {digit}|ten|fifteen|(?:twenty|thirty|forty|fifty)(?:[-\x20]five)?)"
    hour = rf"(?P<h>[0-9]{{1,2}}|{HOUR})"
    edge = rf"(?:noon|midday|midnight|[0-9]{{1,2}}(?::[0-9]{{2}})?|{HOUR})"
    no_number = r"(?<![a-z0-9_.:])"
    return (
        rule(
            "at for",
            rf"{B}(?P<lead>at|for) (?P<list>{edge}(?:(?:, ?|,? and |,? & )(?:at )?{edge})+)(?: ?(?P<half>{HALF}))?"
            r"(?![a-z0-9/%°]|:(?! |$)|\.[a-z0-9]|-[a-z0-9])",
            _listed,
            Kind.TIME,
        ),
        rule(
            "am pm a.m p.m",
            rf"{no_number}{hour}(?:[:.](?P<m>[0-9]{{2}})| (?P<mw>{minutes}))? ?(?P<half>{HALF})(?![0-9])",
            _halved,
            Kind.TIME,
        ),
        rule(
            "past to half quarter before after of til",
            rf"{B}(?:(?P<step>half|(?:a )?quarter|[0-9]{{1,2}}|{numerals.WORD})(?P<minutes> minutes?)?"
            rf" (?P<how>past|to|after|before|of|till?)|half) (?P<h>[0-9]{{1,2}}|{HOUR}|noon|midday|midnight)"
            rf"(?: o'?clock)?(?: ?(?P<half>{HALF}))?(?![a-z0-9%]|:(?! |$))",
            _spoken,
            Kind.TIME,
        ),
        rule("clock", rf"{B}{hour} ?o'? ?clock(?: ?(?P<half>{HALF}))?{E}", _oclock, Kind.TIME),
        rule(
            "at by until till before after around about for to of than not",
            rf"{B}(?P<lead>at|by|until|till|before|after|around|for|to|about|instead of|rather than|not)"
            rf" {hour}(?: (?P<mw>{minutes}))?(?: sharp|-?ish)?"
            r"(?![a-z0-9/%°]|:(?! |$)|\.[a-z0-9]|-[a-z0-9])",
            _bare,
            Kind.TIME,
        ),
        rule(
            "in at",
            rf"{no_number}{hour}(?::(?P<m>[0-9]{{2}})| (?P<mw>{minutes}))?(?: o'?clock)?"
            rf" (?:in the (?P<p>morning|afternoon|evening)|at night){E}",
            _in_part,
            Kind.TIME,
        ),
        rule("noon midday midnight lunch", rf"{B}(?:12 )?(?P<w>noon|midday|midnight|lunch ?time)(?:-?ish)?{E}", _noon, Kind.TIME),
        rule("first", rf"(?<=day\x20)(?:first thing){E}|(?<=tomorrow\x20)first thing{E}", _first_thing, Kind.PART),
        rule(
            ".",
            rf"{B}(?P<lead>at|by|from|until|till|before|after) (?P<h>[01]?[0-9]|2[0-3])\.(?P<m>[0-5][0-9])(?![0-9%]|\.[0-9])",
            _dotted,
            Kind.TIME,
        ),
        rule("ish", rf"{B}{hour}-?ish{E}", _oclock_ish, Kind.TIME),
        rule("cob eob close end", rf"{B}(?:cob|eob|close of (?:business|play)|end of business){E}", _close, Kind.TIME),
        rule(
            "in at",
            rf"{B}(?:(?:first thing |late |early )?in the (?P<p>morning|afternoon|evening)|at night|in the middle of the night){E}",
            _part_of_day,
            Kind.PART,
        ),
        rule(
            "to and until till - ~",
            rf"(?<![a-z0-9_:./-])(?:(?P<lead>from|between) )?(?P<a>{edge})(?: ?(?P<ha>{HALF}))? ?(?P<join>to|and|until|till|-|~) ?"
            rf"(?P<b>{edge})(?: ?(?P<hb>{HALF}))?(?![a-z0-9:%/-])",
            _hours,
            Kind.TIME,
        ),
    )


def _minute(m: re.Match[str]) -> int:
    """The minutes in digits (`m`, where the pattern has it) or in words (`mw`)."""
    digits, words = m.groupdict().get("m"), m["mw"]
    if digits:
        return int(digits)
    return numerals.number(words.removeprefix("oh ").removeprefix("o ")) if words else 0


def _half(hour: int, half: str) -> int:
    """A 12-hour reading; `15 pm` is left as it is."""
    if hour > 12:
        if half[0] == "a" or hour > 23:
            raise Impossible("no_hour", hour=hour, half=half)
        return hour
    return hour % 12 + (12 if half[0] == "p" else 0)


def _halved(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`3pm`, `3.30 p.m.`, `seven thirty pm`."""
    word = m["h"]
    if not word[0].isdigit() and m["half"][0] == "a" and not led_by(_LEADS, m, s):
        return  # "which one am I"
    yield set_clock(Draft(m.start(), m.end(), Kind.TIME), _half(numerals.number(word), m["half"]), _minute(m))


def _spoken(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`half past three`, `quarter to nine`, `ten minutes past five`, `half three`."""
    before = s.low[max(0, m.start() - 12) : m.start()]
    begins = _BEGINS.search(before) is not None
    how, word = m["how"], m["h"]
    step = m["step"]
    if how is None:
        if not led_by(_HALF_LEADS, m, s) and not ((begins or _DAY_BEFORE.search(before)) and _GOES_ON.match(s.low, m.end())):
            return
        minutes = 30
    elif step in ("half", "half an hour"):
        minutes = 30
    elif step.endswith("quarter"):
        minutes = 15
    else:
        minutes = numerals.number(step)
        if m["minutes"] is None and step[0].isdigit() and minutes % 5:
            return  # `9 to 5` is a range
        if m["minutes"] is None and (not (led_by(_LEADS, m, s) or begins) or minutes > 29 or led_by("from", m, s)):
            return
    if word in ("noon", "midday", "midnight"):
        hour, open_hour = (0 if word == "midnight" else 12), False
    else:
        hour, open_hour = numerals.number(word), True
    if hour > 24:
        return
    if m["half"]:
        hour, open_hour = _half(hour, m["half"]), False
    open_hour = open_hour and hour <= 12
    draft = Draft(m.start(), m.end(), Kind.TIME)
    if how in ("to", "before", "of", "til", "till"):
        # "quarter to one" is 12:45: open hours stay on the clock's face
        total = hour * 60 - minutes
        hour, minutes = divmod(total % 1440, 60)
        hour = hour or (12 if open_hour else 0)
    yield set_clock(draft, hour, minutes, open=open_hour)


def _oclock(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    hour = numerals.number(m["h"])
    if m["half"]:
        yield set_clock(Draft(m.start(), m.end(), Kind.TIME), _half(hour, m["half"]), 0)
    else:
        yield set_clock(Draft(m.start(), m.end(), Kind.TIME), hour, 0, open=True)


def _bare(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`at 3`, `until seven`, `at three thirty`: an hour only where the words around it leave nothing else."""
    lead, hour = m["lead"], numerals.number(m["h"])
    dated = lead == "at" and _DAY_BEFORE.search(s.low[max(0, m.start() - 12) : m.start()])
    if not 1 <= hour <= 12 or not (dated or _GOES_ON.match(s.low, m.end())):
        return
    if m["h"] == "one" and re.match(r" with", s.low[m.end() : m.end() + 5]):
        return
    before = s.low[max(0, m.start() - 40) : m.start()]
    if lead == "about" and not m[0].endswith("ish"):
        return
    if lead == "at":
        if _LEVEL_BEFORE.search(before) and s.levels:
            return
    elif s.levels or (lead == "to" and not s.moving) or (lead == "for" and not _ALARM.search(s.low)):
        return
    yield set_clock(Draft(m.start("h"), m.end(), Kind.TIME), hour, _minute(m), open=True)


def _listed(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`at 9, 12 and 3pm`. The half of the last is everybody's where they follow each other on the clock's face (`at 8 and 9pm`)."""
    if s.levels or not (m["half"] or _GOES_ON.match(s.low, m.end())) or (m["lead"] == "for" and not _ALARM.search(s.low)):
        return
    pieces = list(re.finditer(rf"(?P<h>[0-9]{{1,2}}|{HOUR}|noon|midday|midnight)(?::(?P<m>[0-9]{{2}}))?", m["list"]))
    hours = [_HOURS_NAMED.get(piece["h"]) or numerals.number(piece["h"]) for piece in pieces]
    if any(hour > 24 for hour in hours):
        return
    faces = [hour % 12 for hour in hours]
    shared = bool(m["half"]) and faces == sorted(faces) and max(hours) <= 12
    for piece, hour in zip(pieces, hours, strict=True):
        name, minute, last = piece["h"], int(piece["m"] or 0), piece is pieces[-1]
        draft = Draft(m.start("list") + piece.start(), m.end() if last else m.start("list") + piece.end(), Kind.TIME)
        if name in _HOURS_NAMED:
            yield set_clock(draft, hour, minute)
        elif m["half"] and (last or shared):
            yield set_clock(draft, _half(hour, m["half"]), minute)
        else:
            yield set_clock(draft, hour, minute, open=not name.startswith("0"))


def _first_thing(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`tomorrow first thing`."""
    yield Draft(m.start(), m.end(), Kind.PART, part=DayPart.MORNING)


def _dotted(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`at 17.42`, where no noun follows that it could count or cost."""
    if s.levels or not _GOES_ON.match(s.low, m.end()):
        return
    hour = int(m["h"])
    yield set_clock(Draft(m.start("h"), m.end(), Kind.TIME), hour, int(m["m"]), open=not m["h"].startswith("0") and hour <= 12)


def _oclock_ish(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`sevenish`, `7ish`."""
    hour = numerals.number(m["h"])
    if 1 <= hour <= 12 and not s.levels:
        yield set_clock(Draft(m.start(), m.end(), Kind.TIME), hour, 0, open=True)


def _close(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    yield Draft(m.start(), m.end(), Kind.TIME, time=time(17))


def _in_part(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`8 in the evening`, `two thirty in the morning`."""
    hour = numerals.number(m["h"])
    if not 1 <= hour <= 12:
        return
    yield set_clock(Draft(m.start(), m.end(), Kind.TIME, part=part_of(m["p"]) or DayPart.NIGHT), hour, _minute(m), open=True)


def _noon(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    draft = Draft(m.start(), m.end(), Kind.TIME)
    if m["w"] == "midnight":
        draft.time, draft.loose = time(0), "midnight"
    else:
        draft.time = time(12)
    yield draft


def _part_of_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    yield Draft(m.start(), m.end(), Kind.PART, part=DayPart(m["p"]) if m["p"] else DayPart.NIGHT)


def _hours(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`from 2 to 4`, `between 9:30 and 11`, `3-5pm`. In a sentence that moves something `from … to` are two times."""
    lead, join = m["lead"], m["join"].strip()
    first, second = m["a"], m["b"]
    half1, half2 = m["ha"], m["hb"]
    sure = bool(half1 or half2 or (":" in first and ":" in second) or "noon" in second or "midnight" in second)
    if not lead and not (sure and join in ("-", "~", "to", "until", "till")):
        return
    if lead == "between" and join == "to":
        return
    if not sure and (not _GOES_ON.match(s.low, m.end()) or s.levels):
        return

    def read(piece: str, half: str | None) -> tuple[int, int, bool]:
        if piece in ("noon", "midday"):
            return 12, 0, False
        if piece == "midnight":
            return 24, 0, False
        hour, _, minute = piece.partition(":")
        number = numerals.number(hour)
        if half:
            return _half(number, half), int(minute or 0), False
        return number, int(minute or 0), number <= 12 and number > 0 and not hour.startswith("0")

    h1, m1, open1 = read(first, half1)
    h2, m2, open2 = read(second, half2)
    if open1 and half2:  # "from 2 to 4pm", "10 to 2pm"
        h1, open1 = (h1 % 12) + (12 if half2[0] == "p" and (h1 % 12, m1) < (h2 % 12 or 12, m2) else 0), False
    elif open2 and half1:  # "from 10am to 2"
        h2, open2 = next(h for h in (h2 % 12, h2 % 12 + 12, h2 % 12 + 24) if (h, m2) > (h1, m1)) % 24, False
    if s.moving and lead == "from" and join == "to":
        yield set_clock(Draft(m.start("a"), m.end("ha") if half1 else m.end("a"), Kind.TIME, lead="from"), h1, m1, open=open1)
        yield set_clock(Draft(m.start("b"), m.end("hb") if half2 else m.end("b"), Kind.TIME, lead="to"), h2, m2, open=open2)
        return
    draft = set_clock(Draft(m.start(), m.end(), Kind.TIME), h1, m1, open=open1)
    draft.end_time = time(0) if (h2, m2) == (24, 0) else calendar.clock(h2, m2)
    draft.end_open = open2
    yield draft
