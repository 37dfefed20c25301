"""The vocabulary that the Japanese rules share, as texts to build patterns from."""

import re
from collections.abc import Callable, Iterable
from datetime import date as Day
from datetime import timedelta

from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.japanese import numerals
from yamori.domain.when.span import DayPart, Kind

PARTS = {
    "朝一番": DayPart.MORNING, "朝いちばん": DayPart.MORNING, "朝早く": DayPart.MORNING, "夜遅く": DayPart.NIGHT,
    "朝一": DayPart.MORNING, "朝イチ": DayPart.MORNING, "朝いち": DayPart.MORNING,
    "早朝": DayPart.MORNING, "午前中": DayPart.MORNING, "午前": DayPart.MORNING, "朝": DayPart.MORNING,
    "お昼": DayPart.AFTERNOON, "昼間": DayPart.AFTERNOON, "昼": DayPart.AFTERNOON, "午後": DayPart.AFTERNOON, "夕方": DayPart.EVENING,
    "夜中": DayPart.NIGHT, "深夜": DayPart.NIGHT, "真夜中": DayPart.NIGHT, "夜": DayPart.NIGHT, "晩": DayPart.NIGHT,
}  # fmt: skip
STEPS = {"再来": 2, "来": 1, "翌": 1, "今": 0, "本": 0, "先々": -2, "先": -1, "昨": -1, "去": -1, "一昨": -2}
"""How many weeks, months or years away 再来週, 来月, 去年 … are."""
WEEK = "月火水木金土日"

K = f"(?:{numerals.KANJI})"
NO_NUMBER = r"(?<![0-9.,:/〇零一二三四五六七八九十百千万億第数])"
"""The number begins here, and is no ordinal."""
PART = rf"(?:{'|'.join(sorted(PARTS, key=len, reverse=True))})"
_NO_COMPOUND = r"(?![食刊礼会飯顔型市活景行勤空更店練御寝休酌服霧露焼]|ご飯|ごはん|めし|ドラ|メニュー|メール)"
PART_TAIL = rf"(?: ?の? ?(?P<part>{PART})(?!時|一(?:番|[にでの、\x20]|$)|イチ|いち|の?{K}時|の?[0-9]{{1,2}}:){_NO_COMPOUND})?"
"""明日`の朝`: a part of the day, unless it belongs to a time (朝7時) or a word (朝食)."""
ENDS = r"(?:[ 、。,.!?)\]」』]|[にのはもがをとでへや~]|まで|から|中|$)"
WEEKDAY_SUFFIX = r"(?: ?\((?P<wd>[月火水木金土日])曜?日?\)|[ の]?(?P<wd_bare>[月火水木金土日])曜日?)?"
"""`(日)` or 日曜日 behind a date."""
YEAR = rf"(?:(?:{NO_NUMBER}(?P<y>[0-9]{{4}}|[〇一二三四五六七八九]{{4}})年|(?P<ry>再来|来|今|本|去|昨)年) ?の?)?"


EDGE = "初めごろ|初め|はじめ|頭|あたま|半ば|なかば|中頃|中ごろ|真ん中|末|終わり|最後|前半|後半|上旬|初旬|中旬|下旬"
"""A part of a week or a month, behind its name."""


def edge_of(word: str, first: Day, last: Day) -> tuple[Day, Day]:
    """The first and last day that such a part of a week or month (from `first` to `last`) takes in; one day for its beginning, middle
    and end. A week's middle is its Wednesday, a month's the 15th."""
    week = (last - first).days == 6
    if word.startswith(("初旬", "上旬")):
        return first, first.replace(day=10)
    if word in ("中旬", "下旬"):
        return (first.replace(day=11), first.replace(day=20)) if word == "中旬" else (first.replace(day=21), last)
    if word in ("前半", "後半"):
        middle = first + timedelta(days=2 if week else 14)
        return (first, middle) if word == "前半" else (middle + timedelta(days=1), last)
    if word.startswith(("半", "な", "中", "真")):
        middle = first + timedelta(days=2 if week else 14)
        return middle, middle
    return (last, last) if word.startswith(("末", "終", "最")) else (first, first)


def part_of(word: str | None) -> DayPart | None:
    return PARTS[word] if word else None


def rule(hints: str, pattern: str, build: Callable[[re.Match[str], Sentence], Iterable[Draft]], kind: Kind = Kind.DATE) -> Rule:
    return Rule(tuple(hints.split()), pattern, build, kind)
