"""The vocabulary that the Japanese rules share, as texts to build patterns from."""

import re
from collections.abc import Callable, Iterable

from yamori.domain.when import numerals
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.span import DayPart, Kind

PARTS = {
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
PART_TAIL = rf"(?: ?の? ?(?P<part>{PART})(?!の?{K}時|の?[0-9]{{1,2}}:){_NO_COMPOUND})?"
"""明日`の朝`: a part of the day, unless it belongs to a time (朝7時) or a word (朝食)."""
ENDS = r"(?:[ 、。,.!?)\]」』]|[にのはもがをとでへや~]|まで|から|中|$)"
WEEKDAY_SUFFIX = r"(?: ?\((?P<wd>[月火水木金土日])曜?日?\))?"
"""`(日)` behind a date."""
YEAR = rf"(?:(?:{NO_NUMBER}(?P<y>[0-9]{{4}}|[〇一二三四五六七八九]{{4}})年|(?P<ry>再来|来|今|本|去|昨)年) ?の?)?"


def part_of(word: str | None) -> DayPart | None:
    return PARTS[word] if word else None


def rule(hints: str, pattern: str, build: Callable[[re.Match[str], Sentence], Iterable[Draft]], kind: Kind = Kind.DATE) -> Rule:
    return Rule(tuple(hints.split()), re.compile(pattern), build, kind)
