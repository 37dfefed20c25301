"""Moves that are counted from where a task lies, in Japanese: 1時間遅らせて, その次の日."""

import re

from yamori.agents.scheduler.rules.reading.shift import Shift, shift_by
from yamori.agents.scheduler.rules.word_lists import begins
from yamori.domain.when.japanese.amounts import UNNAMED_AMOUNT
from yamori.domain.when.japanese.words import WEEK

_PATTERNS = (
    re.compile(
        rf"(?:あと|もう)?(?P<amount>{UNNAMED_AMOUNT})(?:ほど|くらい|ぐらい|だけ|分)?(?:に|、)?"
        r"(?P<way>(?:後ろ倒し|あと倒し)|(?:後ろ|うしろ|あと|後|先)(?:に|へ)?(?=ずら|延|動|移|し|倒)|(?:遅"
        r"|おそ)(?=[らくめれい])|延(?=期|ば|長)|ずら(?=[しすせ])"
        r"|(?:早|はや)(?=[めくま])|前(?:に|へ)?(?=ずら|動|移|し|倒)|前倒し|繰り上げ|繰り下げ|先延ばし)"
    ),
    re.compile(
        r"(?:その)?(?P<way>次の|翌|前の|前)(?P<u>日(?!曜)|週)(?:の(?=同じ)|に|へ|で|(?=だ)|$|[、。])"
        r"|その(?P<after>次の|翌)(?:週の)?(?P<wd>[月火水木金土日])曜日?"
    ),
)


def shifted(text: str) -> tuple[Shift | None, str] | None:
    """The shift that a text asks for, and the text without it; no shift where one is said and not wholly read."""
    m = next((m for pattern in _PATTERNS if (m := pattern.search(text))), None)
    if m is None:
        return None
    verb = m["way"] if m.groupdict().get("amount") and begins(m["way"], "shifting_verbs") else ""
    return _read(m, text), text[: m.start()] + verb + text[m.end() :]


def _read(m: re.Match[str], text: str) -> Shift | None:
    said = m.groupdict()
    if said.get("wd"):
        return Shift(weekday=WEEK.index(said["wd"]))
    way = said["way"]
    if not said.get("amount"):
        return Shift(days=(-1 if way.startswith("前") else 1) * (1 if said["u"] == "日" else 7))
    return shift_by(m, text, back=way.startswith(("早", "はや", "前", "繰り上")))
