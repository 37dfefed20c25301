"""Times of day in Japanese: 午後3時半, 夜8時, 3時15分前, 9時になったら, 正午, 夕方に."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence, set_clock
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.japanese import numerals
from yamori.domain.when.japanese.words import ENDS, NO_NUMBER, PART, PARTS, K, rule
from yamori.domain.when.span import DayPart, Kind


@cache
def rules() -> tuple[Rule, ...]:
    once = rf"(?!一時(?!半|[0-9〇一二三四五六七八九十]+分|{ENDS}|ごろ|頃|前|過|すぎ))"  # 一時停止 is a pause, not one o'clock
    return (
        rule(
            "時",
            rf"(?:(?<![今昨毎明翌])(?P<part>{PART}) ?の? ?)?{NO_NUMBER}(?P<h>{once}{K})時(?![間代期計給点差速報々刻短局価])"
            rf"(?:(?P<half>半)(?!分)|(?P<m>{K})分(?!の[0-9一二三四五六七八九]|間))?(?:(?:過ぎ|すぎ)|(?P<before>前)(?![後半])|になったら)?",
            _clock,
            Kind.TIME,
        ),
        rule("正午 真夜中", r"(?P<w>正午|真夜中)(?!の?[0-9一二三四五]+時)", _noon, Kind.TIME),
        rule(
            "朝 昼 夜 晩 夕 午",
            rf"(?<![一-鿿])(?:(?P<part>{PART})(?=に(?!なる|なっ|し)|から|まで)|(?P<noon>お昼(?=$)|朝一番?(?=$|で)|朝イチ(?=$|で)))",
            _bare_part,
            Kind.PART,
        ),
        rule("午後", r"午後(?:一(?=番|[にでの、 ]|$)番?|イチ|いち)", _after_lunch, Kind.TIME),
    )


def _clock(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`午後3時半`, `夜8時`, `3時15分前`. 午前 and 午後 fix the half of the day; 朝, 昼, 夜 say which is meant."""
    hour = numerals.number(m["h"])
    minute = 30 if m["half"] else numerals.number(m["m"]) if m["m"] else 0
    draft = Draft(m.start(), m.end(), Kind.TIME)
    part = m["part"]
    opened = 1 <= hour <= 12
    if part in ("午前", "午前中", "午後") and hour > 12 and (part != "午後" or hour > 23):
        raise Impossible("no_hour_of_part", hour=hour, part=part)
    if part in ("午前", "午前中", "午後") and hour <= 12:
        hour, opened = (0 if part != "午後" and hour == 12 else hour + 12 if part == "午後" and hour < 12 else hour), False
        draft.part = PARTS[part]
    elif part:
        draft.part = DayPart.MORNING if part in ("夜中", "深夜", "真夜中") and hour <= 5 else PARTS[part]
    if m["before"]:
        if m["m"] and not m["half"]:
            hour, minute = divmod((hour * 60 - minute) % 1440, 60)
            hour = hour or (12 if opened else 0)
        else:
            draft.lead = "before"
            draft.end -= 1
    yield set_clock(draft, hour, minute, open=opened)


def _noon(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    draft = Draft(m.start(), m.end(), Kind.TIME)
    draft.time = calendar.clock(12 if m["w"] == "正午" else 0)
    draft.loose = "" if m["w"] == "正午" else "midnight"
    yield draft


def _bare_part(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    yield Draft(m.start(), m.end(), Kind.PART, part=PARTS[m["part"] or m["noon"]])


def _after_lunch(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """午後一 is the first hour of the afternoon, one o'clock."""
    yield Draft(m.start(), m.end(), Kind.TIME, time=calendar.clock(13))
