"""Recurrences in Japanese that count days and weeks: 毎週月曜日と木曜日, 隔週金曜日, 平日の朝, 日曜以外毎日, 3日ごと."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.japanese import numerals
from yamori.domain.when.japanese.amounts import AMOUNT, amount_of
from yamori.domain.when.japanese.weekdays import DAYS, MINUS, NAMED, weekdays_in, without
from yamori.domain.when.japanese.words import NO_NUMBER, PART_TAIL, K, part_of, rule
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import DayPart, Kind

_WHOLE = {"毎日": None, "毎朝": DayPart.MORNING, "毎晩": DayPart.NIGHT, "毎夜": DayPart.NIGHT, "毎夕": DayPart.EVENING}
_WORDS: dict[str, Recurrence] = {
    **dict.fromkeys(_WHOLE, Recurrence(every=Every.DAY)),
    "平日": Recurrence(every=Every.WEEK, weekdays=(0, 1, 2, 3, 4)), "毎週末": Recurrence(every=Every.WEEK, weekdays=(5, 6)),
    "隔日": Recurrence(every=Every.DAY, interval=2), "毎時": Recurrence(every=Every.HOUR), "毎週": Recurrence(every=Every.WEEK),
    "隔週": Recurrence(every=Every.WEEK, interval=2), "毎月": Recurrence(every=Every.MONTH),
    "隔月": Recurrence(every=Every.MONTH, interval=2),
    "毎四半期": Recurrence(every=Every.MONTH, interval=3), "四半期": Recurrence(every=Every.MONTH, interval=3),
    "毎年": Recurrence(every=Every.YEAR), "週に": Recurrence(every=Every.WEEK), "月に": Recurrence(every=Every.MONTH),
    "年に": Recurrence(every=Every.YEAR), "隔年": Recurrence(every=Every.YEAR, interval=2),
}  # fmt: skip


@cache
def rules() -> tuple[Rule, ...]:
    daily = "|".join(_WHOLE)
    ranged = "[月火水木金土日]曜?[~-][月火水木金土日](?:曜日?)?"
    dotted = "[月火水木金土日](?:・[月火水木金土日])+(?:曜日?)?"
    compact = r"(?=[月火水木金土日]{3,6})月?火?水?木?金?土?日?(?:曜日?)?(?=[にのはも、 ]|だけ|のみ|$)"
    pair = r"(?:月水|月木|月金|火木|火金|火土|水金|水土|木土)(?:曜日?)?(?=に|の?[朝昼夜夕]|$)"
    return (
        rule(
            "毎 平日 隔 四半期",
            rf"(?P<w>{daily}|毎週末|毎週|隔週|毎月|隔月|毎年|隔年|平日|隔日|毎時(?!間)|毎四半期|四半期(?=ごと|毎|に(?:1|一)[回度]))"
            rf"(?:(?<=四半期)(?:ごと|毎|に(?:1|一)[回度]))?(?!曜|新聞|の?{K}日(?!間)){PART_TAIL}(?: ?[((、]?(?:ただし)?{MINUS}\)?)?",
            _every,
            Kind.RECURRENCE,
        ),
        rule(
            "毎週 隔週 週間 週",
            rf"(?P<w>毎週|隔週|{NO_NUMBER}(?P<n>{K})週間?(?P<way>ごと|毎|おき|置き|に(?:1|一)[回度]))"
            rf" ?の? ?\(?(?P<list>{DAYS})\)?{PART_TAIL}",
            _every_weekday,
            Kind.RECURRENCE,
        ),
        rule("毎", rf"毎(?P<list>[月火水木金土日]曜日?){PART_TAIL}", _listed, Kind.RECURRENCE),
        rule("ごと たび 毎", rf"(?P<list>{NAMED})(?:ごと|のたび|毎(?![週日月年朝晩]))", _listed, Kind.RECURRENCE),
        rule("週 月 年", r"(?<![0-9一-鿿])(?P<w>[週月年]に)(?:1|一)(?:回|度)", _once, Kind.RECURRENCE),
        rule("日", r"(?<![0-9一-鿿])(?:(?:1|一)日に?|日に)[2-9二三四五六]回(?!目)", _at_times_of_the_day, Kind.RECURRENCE),
        rule("末", r"週末(?:ごと|のたび|毎(?![週日月年朝晩]))", _weekends, Kind.RECURRENCE),
        rule("月 火 水 木 金 土", rf"(?<![一-鿿0-9])(?P<list>{ranged}|{dotted}|{compact}|{pair}){PART_TAIL}", _compact, Kind.RECURRENCE),
        rule(
            "以外 除 抜",
            rf"{MINUS}(?:の日)?(?:[はのに、で]|は、)? ?(?:(?P<w>{daily}|平日){PART_TAIL})?",
            _all_but,
            Kind.RECURRENCE,
        ),
        rule(
            "ごと おき 毎 置き 回 度",
            rf"{AMOUNT}(?P<way>ごと|おき|置き|毎(?![週日月年朝晩夕夜])|に(?:1|一)[回度]){PART_TAIL}",
            _each,
            Kind.RECURRENCE,
        ),
        rule(
            "回",
            rf"(?:(?P<all>全|計|合計で?|あと){NO_NUMBER.replace('第', '')}(?P<n>{K})回"
            rf"|{NO_NUMBER}(?P<n2>{K})回(?=だけ|まで|限り|限定|で終|$|[、。]))",
            _times,
            Kind.RECURRENCE,
        ),
    )


def _every(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    word = m["w"]
    part = part_of(m["part"]) or _WHOLE.get(word)
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=without(_WORDS[word], m["minus"]), part=part)


def _every_weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    interval = 2 if m["w"] == "隔週" else 1
    if m["n"]:
        interval = max(1, numerals.number(m["n"])) + (1 if m["way"] in ("おき", "置き") else 0)
    found = Recurrence(every=Every.WEEK, interval=interval, weekdays=weekdays_in(m["list"]))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=found, part=part_of(m["part"]))


def _listed(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """毎日曜, 月曜ごと."""
    found = Recurrence(every=Every.WEEK, weekdays=weekdays_in(m["list"]))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=found, part=part_of(m.groupdict().get("part")))


def _at_times_of_the_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """1日2回、8時と20時; kept only where the times are said."""
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=Every.DAY), loose="times")


def _once(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=_WORDS[m["w"]])


def _weekends(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=Every.WEEK, weekdays=(5, 6)))


def _compact(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """月水金 and 月〜金 are every week's, unless the sentence names a week."""
    if not re.search("[今来先]週", s.low) and m["list"]:
        yield from _listed(m, s)


def _all_but(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """金曜以外の平日, 日曜以外毎日."""
    word = m["w"] or "毎日"
    part = part_of(m["part"]) or _WHOLE.get(word)
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=without(_WORDS[word], m["minus"]), part=part)


def _each(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`3日ごと` is every third day; `一日おき` leaves one out; `10分おき` is every ten minutes; `1日に1回` fixes nothing."""
    count, unit, _ = amount_of(m)
    if unit is None or count < 1 or (m["way"].startswith("に") and count == 1):
        return
    if count != int(count):
        finer = {Every.YEAR: (Every.MONTH, 12), Every.DAY: (Every.HOUR, 24), Every.HOUR: (Every.MINUTE, 60)}.get(unit)
        if finer is None:
            return
        unit, count = finer[0], count * finer[1]
    apart = m["way"] in ("おき", "置き") and unit in (Every.DAY, Every.WEEK, Every.MONTH, Every.YEAR)
    found = Recurrence(every=unit, interval=int(count) + (1 if apart else 0))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=found, part=part_of(m["part"]))


def _times(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """How often in all (全5回, 10回だけ); 毎日3回 and 週3回 are how often each time."""
    number = numerals.number(m["n"] or m["n2"])
    each_time = m["all"] is None and re.search(r"[日週月年朝晩夜夕食](?:に|、)?$", s.low[max(0, m.start() - 3) : m.start()])
    if number and not each_time:
        yield Draft(m.start(), m.end(), Kind.RECURRENCE, times=number)
