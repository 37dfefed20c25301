"""Stretches of time counted out in Japanese: 3日後, 1時間半, 過去3日間, 30分以内."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when.draft import Draft, Rule, Sentence, length, shift, whole
from yamori.domain.when.grammar import Amount
from yamori.domain.when.japanese import numerals
from yamori.domain.when.japanese.words import NO_NUMBER, PART_TAIL, K, part_of, rule
from yamori.domain.when.recurrence import Every
from yamori.domain.when.span import Kind

_UNITS = {"秒": None, "分": Every.MINUTE, "時": Every.HOUR, "日": Every.DAY, "週": Every.WEEK, "月": Every.MONTH, "年": Every.YEAR}
_HALVES: dict[str, tuple[float, Every | None, float]] = {
    "半年": (6, Every.MONTH, 0), "半日": (0.5, Every.DAY, 0), "半月": (15, Every.DAY, 0), "半時間": (30, Every.MINUTE, 0),
    "ひと月": (1, Every.MONTH, 0), "ふた月": (2, Every.MONTH, 0),
}  # fmt: skip
_MARKS = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3}
_SHARE = rf"(?:{K}分の{K}|[1-9]/[2-9]|[{''.join(_MARKS)}])"
AMOUNT = (
    rf"(?:(?P<half>半年|半日|半時間|半月|ひと月|ふた月)|{NO_NUMBER}(?:(?P<share>{_SHARE})|(?P<n>{K}(?:\.[0-9]{{1,2}})?)(?:と?(?P<plus>{_SHARE}))?)"
    rf"(?P<u>秒|分(?!の[0-9一二三四五六七八九十])|時間|日|週間?|[ヶケかカヵ箇]月|年)(?P<more>半分?|と(?:半分?|{_SHARE}))?"
    rf"(?:と?(?P<n2>{K})(?P<u2>分|秒)(?:と?(?P<n3>{K})秒)?)?)"
)
"""A length of time in one or several units: 1時間半, 1時間と4分の1, 4分の3時間, 二時間十五分."""
UNNAMED_AMOUNT = re.sub(r"\?P<\w+>", "?:", AMOUNT)
"""The same without named groups, to stand in other patterns."""
CUT_BEHIND = rf"(?!と?(?:{_SHARE}|半分)|と?[0-9]{{1,2}}(?![0-9:/時分秒回日個つ番人本枚杯冊週ヶヵか月年度歩周セキメ%]))"
"""A number or a part behind an amount that was not read with it: then the amount is more than was read."""


@cache
def rules() -> tuple[Rule, ...]:
    stretch = r"(?P<way>今後|これからの?|今から|過去|ここ|この|向こう|直近|次の)"
    return (
        rule(
            "後 前 以内 あと まえ たら",
            rf"(?:今から|いまから|これから)?(?:あと)?{AMOUNT}(?:ほど|くらい|ぐらい)?(?P<way>後(?!半)|あと|まえ|前(?!後)|以内|したら|[経た]ったら){PART_TAIL}",
            _relative,
        ),
        rule("あと", rf"あと ?{AMOUNT}(?P<way>で)", _relative),
        rule("今 これから 過去 この 向こう ここ 直近 次の", rf"{stretch} ?の?{AMOUNT}間?(?![後前以])", _stretch, Kind.PERIOD),
        rule(
            "分 時間 間 秒",
            rf"{AMOUNT}(?P<span>間)?(?![後前以目ごおま割半]|の[0-9一二三四五六七八九]|あと){CUT_BEHIND}",
            _duration,
            Kind.DURATION,
        ),
    )


def amount_of(m: re.Match[str]) -> tuple[float, Every | None, float]:
    """An amount, its unit (None for seconds), and seconds on top (1時間30分)."""
    if m["half"]:
        return _HALVES[m["half"]]
    if m["share"]:
        count = _share(m["share"])
    else:
        number = m["n"]
        count = (float(number) if "." in number else float(numerals.number(number))) + (_share(m["plus"]) if m["plus"] else 0)
    unit = _UNITS["月" if m["u"].endswith("月") else m["u"][0]]
    if m["more"]:
        part = m["more"].removeprefix("と")
        count += 0.5 if part.startswith("半") else _share(part)
    more = numerals.number(m["n2"]) * (60.0 if m["u2"] == "分" else 1.0) if m["n2"] else 0.0
    more += numerals.number(m["n3"]) if m["n3"] else 0
    if unit is Every.HOUR and count < 1:
        return round(count * 60, 6), Every.MINUTE, more
    return count, unit, more


def amounts_in(low: str) -> Iterator[Amount]:
    """Every amount of a text that is wholly read."""
    for m in _apart().finditer(low):
        count, unit, seconds = amount_of(m)
        yield Amount(start=m.start(), end=m.end(), count=count, unit=unit, seconds=seconds)


@cache
def _apart() -> re.Pattern[str]:
    return re.compile(AMOUNT + CUT_BEHIND)


def _share(text: str) -> float:
    """4分の3, 3/4, ¾."""
    if text in _MARKS:
        return _MARKS[text]
    if "/" in text:
        above, below = text.split("/")
        return int(above) / int(below)
    below, above = text.split("分の")
    return numerals.number(above) / max(1, numerals.number(below))


def _relative(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`30分後`, `3日前`, `一週間以内`. `会議の10分前` counts from something else than now, and is left alone."""
    count, unit, more = amount_of(m)
    way = m["way"]
    if way in ("前", "まえ") and s.low[max(0, m.start() - 1) : m.start()] in ("の", "る"):
        return
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m.groupdict().get("part")))
    if way in ("前", "まえ"):
        count, more = -count, -more
    if way in ("以内", "以内に"):
        draft.lead = "by"
    yield shift(draft, s.now, count, unit, seconds=more)


def _stretch(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`過去3日間`, `今後一週間`, `この2週間`: today belongs to each."""
    count, unit, more = amount_of(m)
    if unit in (None, Every.MINUTE, Every.HOUR):
        return
    ahead = m["way"] in ("今後", "これから", "これからの", "今から", "向こう", "次の") or (m["way"] == "この" and not s.past)
    draft = shift(Draft(m.start(), m.end(), Kind.PERIOD), s.now, count if ahead else -count, unit, seconds=more)
    draft.kind, draft.time = Kind.PERIOD, None
    if ahead:
        draft.date, draft.end_date = s.today, draft.date
    else:
        draft.end_date = s.today
    draft.counted = whole(count, unit, seconds=more) if ahead else None
    yield draft


def _duration(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """Days, weeks and months last only with 間; `十分` (enough), `一分` and `3分の1` are no minutes."""
    count, unit, more = amount_of(m)
    lasting = m["span"] is not None or (m["u"] or "").endswith("間")
    if m["n"] == "一" and m["u"] == "分":
        return
    if not lasting and (unit not in (Every.HOUR, Every.MINUTE, None) or m["half"] is not None or (m["n"] == "十" and unit is Every.MINUTE)):
        return
    if m["half"] is not None and m["half"] != "半時間" and m["span"] is None:
        return
    counted = whole(count, unit, seconds=more) if lasting else None
    yield Draft(m.start(), m.end(), Kind.DURATION, duration=length(count, unit, seconds=more), counted=counted)
