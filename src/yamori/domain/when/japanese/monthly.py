"""Recurrences in Japanese that count months: 毎月3日, 毎月1日と15日, 毎月末, 毎月最終金曜日, 第一・第三火曜."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.japanese import numerals
from yamori.domain.when.japanese.words import NO_NUMBER, PART_TAIL, WEEK, K, part_of, rule
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import Kind


@cache
def rules() -> tuple[Rule, ...]:
    every = rf"(?P<pre>毎月|隔月|毎四半期|四半期ごとに?|毎年|{NO_NUMBER}(?P<n>{K})[ヶケかカヵ箇]月(?P<way>ごと|毎|おき|置き)に?) ?の? ?"
    month = rf"(?:(?P<mo>{K})月 ?の? ?)?"
    number = "[1-5一二三四五]"
    named = "(?:[月火水木金土日]曜日?)?"
    nths = rf"(?P<nths>第 ?{number}(?:{named}(?:[・、,と&]|と、)?第? ?{number})*)[・ ]?"
    day = rf"(?P<days>{K}日(?:(?:[・、,と&]|と、){K}日)*)(?!間|目|ごと|おき|毎|置き)"
    last = r"(?P<last>最終|最後の?|末の|最初の|初めの)"
    edge = r"(?P<edge>月?末日?|最終日|最後の日|最初の日|晦日|初日|月?初め?(?!旬)|月?はじめ|頭)"
    what = rf"(?:{nths}(?P<wd>[月火水木金土日])曜日?|{last} ?(?:(?P<lwd>[月火水木金土日])曜日?|(?P<work>平日|営業日))|{day}|{edge})"
    return (
        rule("毎月 隔月 四半期 毎年 月ごと 月毎 月おき 月置き", rf"{every}{month}{what}{PART_TAIL}", _monthly, Kind.RECURRENCE),
        rule(
            "曜",
            rf"(?P<nths>第 ?{number}(?:{named}(?:[・、,と&]|と、)第? ?{number}|第 ?{number})+)"
            rf"[・ ]?(?P<wd>[月火水木金土日])曜日?(?:ごと)?{PART_TAIL}"
            rf"|(?P<nth>第 ?{number})[・ ]?(?P<one>[月火水木金土日])曜日?(?:ごと|のたび|毎)(?![週月])",
            _bare_nths,
            Kind.RECURRENCE,
        ),
        rule("毎年", rf"毎年 ?の? ?(?P<list>{K}月(?:[・、,と]{K}月)+)(?!の?{K}日)", _months, Kind.RECURRENCE),
        rule("月末 月初", r"(?P<edge>月末|月初め?)(?:ごと|のたび|毎(?![週日月年朝晩]))", _bare_edge, Kind.RECURRENCE),
    )


def _nths(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numerals.number(n) for n in re.findall("[1-5一二三四五]", text)))


def _same_day(nths: str | None, weekday: str | None) -> bool:
    """第1土曜と第3土曜 is one rule, 第1土曜と第3日曜 is not."""
    return all(named == weekday for named in re.findall("([月火水木金土日])曜", nths or ""))


def _months(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """毎年3月と9月."""
    months = tuple(sorted({numerals.number(n) for n in re.findall(rf"({K})月", m["list"])}))
    for month in months:
        calendar.in_any_year(month, 1)
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=Every.YEAR, months=months))


def _monthly(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    pre, month = m["pre"], numerals.number(m["mo"]) if m["mo"] else None
    if (pre == "毎年") != (month is not None):
        return
    every, interval = Every.MONTH, {"隔": 2, "四": 3}.get(pre[0], 3 if pre == "毎四半期" else 1)
    if m["n"]:
        interval = max(1, numerals.number(m["n"])) + (1 if m["way"] in ("おき", "置き") else 0)
    months: tuple[int, ...] = ()
    if month is not None:
        calendar.in_any_year(month, 1)
        every, months = Every.YEAR, (month,)
    draft = Draft(m.start(), m.end(), Kind.RECURRENCE, part=part_of(m["part"]))
    nth = 1 if (m["last"] or "").startswith(("最初", "初")) else -1
    if m["days"]:
        days = tuple(sorted({numerals.number(d) for d in re.findall(K, m["days"])}))
        for day in days:
            if month is not None:
                calendar.in_any_year(month, day)
            elif not 1 <= day <= 31:
                raise Impossible("no_day", day=day)
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, monthdays=days)
    elif m["edge"]:
        monthday = -1 if re.search("末|最[終後]|晦", m["edge"]) else 1
        if pre[0] == "四" or pre == "毎四半期":
            months, interval = (3, 6, 9, 12) if monthday == -1 else (1, 4, 7, 10), 1
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, monthdays=(monthday,))
    elif not _same_day(m["nths"], m["wd"]):
        return
    elif m["work"]:
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, weekdays=(0, 1, 2, 3, 4), position=nth)
    else:
        nths = _nths(m["nths"]) if m["nths"] else (nth,)
        weekdays = (WEEK.index(m["wd"] or m["lwd"]),)
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, weekdays=weekdays, nths=nths)
    yield draft


def _bare_nths(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """第1・第3火曜 can only be every month's; a single 第1火曜 is the coming one, unless ごと follows."""
    nths, day = m["nths"] or m["nth"], m["wd"] or m["one"]
    if not _same_day(nths, day):
        return
    found = Recurrence(every=Every.MONTH, weekdays=(WEEK.index(day),), nths=_nths(nths))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=found, part=part_of(m["part"]))


def _bare_edge(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    found = Recurrence(every=Every.MONTH, monthdays=(-1 if m["edge"] == "月末" else 1,))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=found)
