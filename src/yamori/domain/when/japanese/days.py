"""Days and periods by name in Japanese: 明日の朝, 来週の日曜日, 週末, 来月の初め."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.japanese import numerals
from yamori.domain.when.japanese.words import EDGE, ENDS, NO_NUMBER, PART_TAIL, STEPS, WEEK, K, edge_of, part_of, rule
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import DayPart, Kind

_DAYS = {
    "明々後日": 3, "明明後日": 3, "しあさって": 3, "明後日": 2, "あさって": 2, "明日": 1, "あした": 1, "あす": 1, "翌日": 1,
    "今日": 0, "本日": 0, "きょう": 0, "昨日": -1, "きのう": -1, "一昨日": -2, "おととい": -2, "おとつい": -2,
}  # fmt: skip
_NIGHTS = {
    "今夜": (0, DayPart.NIGHT), "今晩": (0, DayPart.NIGHT), "今夕": (0, DayPart.EVENING), "今朝": (0, DayPart.MORNING),
    "昨夜": (-1, DayPart.NIGHT), "昨晩": (-1, DayPart.NIGHT), "ゆうべ": (-1, DayPart.NIGHT),
    "翌朝": (1, DayPart.MORNING), "翌晩": (1, DayPart.NIGHT), "明朝": (1, DayPart.MORNING), "明晩": (1, DayPart.NIGHT),
}  # fmt: skip


_FEASTS = {
    "元日": (1, 1), "元旦": (1, 1), "年明け": (1, 1), "年始": (1, 1),
    "大晦日": (12, 31), "大みそか": (12, 31), "おおみそか": (12, 31),
    "バレンタインデー": (2, 14), "ハロウィン": (10, 31), "七夕": (7, 7), "建国記念の日": (2, 11), "天皇誕生日": (2, 23),
    "昭和の日": (4, 29),
    "憲法記念日": (5, 3), "みどりの日": (5, 4), "こどもの日": (5, 5), "子供の日": (5, 5), "山の日": (8, 11), "文化の日": (11, 3),
    "勤労感謝の日": (11, 23),
}  # fmt: skip


@cache
def rules() -> tuple[Rule, ...]:
    which_week = r"(?P<week>再来|来|今|先々|先|翌)週|(?<!午)(?P<word>この前|次の次|前|この|今度|次|先)(?=の|こ)|(?P<this>この)"
    return (
        rule(
            "日 あさって あした あす きょう きのう おと",
            r"(?P<d>明々後日|明明後日|しあさって|明後日|あさって|明日(?![香菜花美奈葉子])|あした"
            rf"|あす(?={ENDS})|翌日|今日(?!子)|本日|きょう(?!だい|と|か|し|み|り)|一昨日|昨日|きのう|おととい|おとつい)" + PART_TAIL,
            _day_word,
        ),
        rule(
            "元日 元旦 年始 年明け 大晦日 大みそか おおみそか クリスマス バレンタイン ハロウィン 七夕 の日",
            rf"(?P<d>(?<!年末){'|(?<!年末)'.join(_FEASTS)}|クリスマスイ[ブヴ]|クリスマス(?!ツリ|ケーキ|カード|プレ|会"
            r"|パ|ソング|の(?:飾|プレ|買)))" + PART_TAIL,
            _feast,
        ),
        rule("夜 晩 夕 朝 ゆうべ", rf"(?P<d>{'|'.join(_NIGHTS)})", _night),
        rule("曜", rf"(?<![第0-9一二三四五])(?:(?:{which_week}) ?の? ?)?(?P<wd>[月火水木金土日])曜日?(?![大版画])" + PART_TAIL, _weekday),
        rule(
            "曜",
            rf"(?:(?:{NO_NUMBER}(?P<mo>{K})月|(?P<rm>再来|来|今|先々|先)月) ?の? ?)?(?:第 ?(?P<nth>[1-5一二三四五])[・ ]?"
            r"|最終 ?|最後の ?)(?P<wd>[月火水木金土日])曜日?",
            _nth_weekday,
        ),
        rule(
            "週 月 年 おととし",
            r"(?P<way>再来|(?<![未以従本])来|今|先々|(?<!優)先|去|一昨|昨|おとと)(?P<unit>週|月|年|し)(?!刊|号|給|謝|間|曜|日|俸|齢|賀)"
            rf"(?:の?(?P<edge>{EDGE}))?",
            _period,
            Kind.PERIOD,
        ),
        rule("最終日 最後の日 末日 晦日", r"(?P<m>再来|来|今|先)月 ?の? ?(?:最終日|最後の日|末日|晦日)" + PART_TAIL, _last_day),
        rule("末 初 土日", r"(?:今度の|この)?(?<![今来先々年第毎])(?P<w>週末|月末|年末(?!年始|調整)|月初め?|土日)" + PART_TAIL, _edge),
        rule(
            "週 の今日 のきょう",
            r"(?P<w>週明け|(?<![今来先々毎])週の?(?:半ば|中頃|中ごろ|真ん中|頭|初め)|(?P<week>再来|来|先々|先|去|昨)(?P<unit>週|月|年)の(?:今日|きょう))"
            + PART_TAIL,
            _of_week,
        ),
        rule(
            "頃 ごろ 時間 時刻",
            r"(?P<d>明日|あした|昨日|きのう|明後日|あさって|来週|先週)の(?:今頃|今ごろ|この時間|この時刻|今の時間)",
            _this_time,
        ),
        rule("土日", r"(?P<week>再来|来|今|先々|先)週 ?の? ?土日", _weekend, Kind.PERIOD),
    )


def _day_word(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    yield Draft(m.start(), m.end(), Kind.DATE, date=calendar.plus_days(s.today, _DAYS[m["d"]]), part=part_of(m["part"]))


def _feast(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """Days with a name of their own."""
    month, day = _FEASTS.get(m["d"]) or ((12, 24) if "イ" in m["d"] else (12, 25))
    found, others = calendar.month_day(s.today, month, day, past=s.past)
    again = Recurrence(every=Every.YEAR, months=(month,), monthdays=(day,))
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, ambiguous=others, part=part_of(m["part"]), repeated=again)


def _night(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    offset, part = _NIGHTS[m["d"]]
    yield Draft(m.start(), m.end(), Kind.DATE, date=calendar.plus_days(s.today, offset), part=part)


def _weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    weekday = WEEK.index(m["wd"])
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    week, word = m["week"], m["word"]
    coming, latest = calendar.coming(s.today, weekday), calendar.latest(s.today, weekday)
    if week:
        draft.date = calendar.plus_days(calendar.week(s.today, STEPS[week])[0], weekday)
    elif word in ("前", "この前", "先"):
        draft.date = latest
    elif word == "次の次":
        draft.date = calendar.plus_days(coming, 7)
    elif word in ("次", "今度"):
        draft.date = coming
        following = calendar.plus_days(calendar.week(s.today, 1)[0], weekday)
        draft.ambiguous = (following,) if following != coming else ()
    elif word == "この":
        this = calendar.plus_days(calendar.week(s.today)[0], weekday)
        draft.date = this if this >= s.today or s.past else coming
    elif s.past:
        draft.date, draft.ambiguous = latest, (coming,)
    else:
        draft.date, draft.ambiguous, draft.loose = coming, (s.today,) if s.today.weekday() == weekday else (), "weekday"
        draft.repeated = Recurrence(every=Every.WEEK, weekdays=(weekday,))
    yield draft


def _nth_weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`来月の第2月曜日`."""
    if m["mo"]:
        first = calendar.month_day(s.today.replace(day=1), numerals.number(m["mo"]), 1, past=s.past)[0]
    else:
        first = calendar.month(s.today, STEPS[m["rm"] or "今"])[0]
    nth, weekday = numerals.number(m["nth"]) if m["nth"] else None, WEEK.index(m["wd"])
    found = calendar.nth_weekday(first, weekday, nth)
    if not m["mo"] and not m["rm"] and found < s.today and not s.past:
        found = calendar.nth_weekday(calendar.month(s.today, 1)[0], weekday, nth)
    again = Recurrence(every=Every.MONTH, weekdays=(weekday,), nths=(nth or -1,))
    if m["mo"]:
        again = replace(again, every=Every.YEAR, months=(first.month,))
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, repeated=again)


def _period(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """Pairs of a word and a unit that are no Japanese (去週, 先年) are skipped; おととし is the year before last."""
    way, unit, edge = m["way"], m["unit"], m["edge"]
    if (way == "おとと") != (unit == "し") or (way in ("去", "昨", "一昨") and unit != "年") or (way in ("先", "先々") and unit == "年"):
        return
    step = -2 if way == "おとと" else STEPS[way]
    if unit == "週":
        first, last = calendar.week(s.today, step)
    elif unit == "月":
        first, last = calendar.month(s.today, step)
    else:
        first, last = calendar.year(s.today, step)
    if edge is None:
        yield Draft(m.start(), m.end(), Kind.PERIOD, date=first, end_date=last)
        return
    if unit == "週" and edge == "末":
        begins, ends = calendar.weekend(s.today, step)
    elif unit == "年" and edge in ("前半", "後半"):
        begins, ends = (first, first.replace(month=6, day=30)) if edge == "前半" else (first.replace(month=7), last)
    elif unit == "年" and edge.startswith(("半", "な", "中", "真", "上", "下", "初旬")):
        return
    else:
        begins, ends = edge_of(edge, first, last)
    if begins == ends:
        yield Draft(m.start(), m.end(), Kind.DATE, date=begins)
    else:
        yield Draft(m.start(), m.end(), Kind.PERIOD, date=begins, end_date=ends)


def _edge(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`週末`, `月末`, `年末` of now; `月初` is the coming first of a month."""
    word = m["w"]
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    if word == "週末" or word == "土日":
        draft.kind = Kind.PERIOD
        draft.date, draft.end_date = calendar.weekend(s.today, -1 if s.past and s.today.weekday() < 5 else 0)
    elif word == "月末":
        draft.date = calendar.month(s.today)[1]
        draft.repeated = Recurrence(every=Every.MONTH, monthdays=(-1,))
    elif word == "年末":
        draft.date = calendar.year(s.today)[1]
    else:
        draft.date = calendar.day_of_month(s.today, 1, past=s.past)[0]
    yield draft


def _last_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`今月の最終日`."""
    last = calendar.month(calendar.plus_months(s.today.replace(day=1), STEPS[m["m"]]))[1]
    yield Draft(m.start(), m.end(), Kind.DATE, date=last, part=part_of(m["part"]))


def _of_week(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """週明け is the coming Monday, 週半ば the coming Wednesday (today included), 来週の今日 in seven days."""
    if m["week"]:
        step = STEPS[m["week"]]
        months = step * (12 if m["unit"] == "年" else 1)
        found = calendar.plus_days(s.today, 7 * step) if m["unit"] == "週" else calendar.plus_months(s.today, months)
    elif m["w"] == "週明け":
        found = calendar.coming(s.today, 0)
    else:
        found = calendar.coming(calendar.plus_days(s.today, -1), 0 if m["w"].endswith(("頭", "初め")) else 2)
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, part=part_of(m["part"]))


def _this_time(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """The same time on the wall clock, whatever the clocks do in between."""
    day = calendar.plus_days(s.today, {"来週": 7, "先週": -7}.get(m["d"]) or _DAYS[m["d"]])
    yield Draft(m.start(), m.end(), Kind.MOMENT, date=day, time=s.now.time().replace(second=0, microsecond=0, fold=0))


def _weekend(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    first, last = calendar.weekend(s.today, STEPS[m["week"]])
    yield Draft(m.start(), m.end(), Kind.PERIOD, date=first, end_date=last)
