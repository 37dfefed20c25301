"""Japanese words of reminders: how long before something to be told, and how much longer a timer runs."""

import re
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.japanese.words import TAIL
from yamori.agents.scheduler.rules.lengths import JAPANESE, length_in
from yamori.agents.scheduler.rules.reminder_intents import HOURS, Lead, Told, ToldAt
from yamori.domain.when import resolve, without_when

TELL = r"(?:リマインド|リマインダー|お?教え|おしえ|お?知らせ|通知|思い出させ|(?:ひと|一)?声(?:を)?かけ|アラーム|アラート|言って)"
_PARTS = {"朝": "morning", "午前": "morning", "昼": "noon", "午後": "afternoon", "夕": "dusk", "夜": "evening", "晩": "evening"}
_PART = r"(?:朝|午前(?:中)?|お?昼(?:頃|ごろ)?|午後|夕方?|夜|晩)"
_CLOCK = (
    r"(?:(?:午前|午後)?(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})時(?:半|[0-9０-９]{1,2}分)?|[0-9０-９]{1,2}[:：][0-9０-９]{2})"
    r"(?:頃|ごろ)?"
)
_DAY = r"(?:前の?日|前日|当日|その日|同じ日|(?:[0-9０-９]+|[一二三四五六七八九十]+)(?:日|週間)前|前(?=の?[朝夕夜晩]))"
LEAD = rf"(?:{_DAY}(?:の?{_PART})?(?:の?{_CLOCK})?|直前|{JAPANESE}前)"
_ASKED = (
    rf"(?P<lead>{LEAD})(?:くらい|ぐらい|頃|ごろ)?(?:に|には|にも|も|で)?(?:なったら)?、?"
    rf"(?:また|忘れないように|忘れずに|必ず|ちゃんと|一度)?{TELL}を?"
)
_BEHIND = re.compile(rf"(?:[、。]\s*|(?<=[てで])|(?<=ので)|(?<=から))(?:それで|で|あと|その|また|そして)?、?{_ASKED}{TAIL}")
"""`…、1時間前に知らせて`: behind what is to be added."""
_OF = re.compile(rf"^(?P<what>.+?)(?:を|のことを?|について|は|が|の)、?{_ASKED}{TAIL}")
"""…を前日の夜に教えて"""
_IN_FRONT = re.compile(rf"^{_ASKED}[ぁ-んァ-ヶー]*?(?:けど|けれど|が|ので|から|んで|て|で|ように)[、。]\s*(?P<what>.+)$")
"""前日の夜に教えてほしいんだけど、…"""
_ALONE = re.compile(rf"^(?:それで|じゃあ|では|で|あと|その|また|そして)?、?{_ASKED}{TAIL}")
_AT = re.compile(
    rf"(?:[、。]\s*|(?<=[てで])|(?<=ので)|(?<=から))(?:それで|で|あと|また|そして)?、?(?P<at>[^、。]{{1,16}}?)(?:くらい|ぐらい|頃|ごろ)?(?:に|には|にも)"
    rf"(?:なったら)?、?(?:また|忘れないように|忘れずに|必ず|ちゃんと|一度)?{TELL}を?{TAIL}"
)
"""`…、9時に知らせて`: behind what is to be added."""
_BECAUSE = re.compile(r"(?:なので|(?<=[うくすつぬむるぐぶだたい])(?:から|ので|んで))$")
STILL_RUNS = re.compile(r"(?:あと|残り)(?:は|って)?(?:何分|何秒|何時間|どのくらい|どれくらい|どれぐらい|どんだけ)|残り時間")
"""Asked while a timer runs."""


def told(text: str, now: datetime) -> Told | None:
    """What is said beside 前の晩に知らせて, and how long before it is; None where nothing of that kind is said."""
    text = text.strip()
    if (m := _ALONE.match(text)) and (lead := lead_of(m["lead"], now)) is not None:
        return Told(rest="", lead=lead, what="それ")
    if (m := _BEHIND.search(text)) and text[: m.start()].strip() and (lead := lead_of(m["lead"], now)) is not None:
        return Told(rest=_BECAUSE.sub("", text[: m.start()].strip(" ,、。")), lead=lead)
    if (m := _IN_FRONT.match(text)) and (lead := lead_of(m["lead"], now)) is not None:
        return Told(rest=m["what"].strip(), lead=lead)
    if (m := _OF.match(text)) and (lead := lead_of(m["lead"], now)) is not None:
        return Told(rest=m["what"].strip(), lead=lead, what=m["what"].strip())
    return None


def told_at(text: str, now: datetime) -> ToldAt | None:
    """What is said before 9時に知らせて, and when that is; None where nothing of that kind is said."""
    text = text.strip()
    m = _AT.search(text)
    if m is None or not text[: m.start()].strip():
        return None
    when, clock = resolve(m["at"], now), _clock(m["at"], now)
    if clock is None or when.recurrence is not None or re.fullmatch(rf"(?:の|{_PART})*", without_when(m["at"], now)) is None:
        return None
    clocks = (clock, *(a for span in when.spans for a in span.ambiguous if isinstance(a, Clock) and not re.search(_PART, m["at"])))
    rest = _BECAUSE.sub("", text[: m.start()].strip(" ,、。"))
    return ToldAt(rest=rest, clocks=clocks, day=when.date if when.date_said else None)


def lead_of(words: str, now: datetime) -> Lead | None:
    """前の晩, 2日前の18時, 直前 as a length."""
    words = words.strip()
    if words == "直前":
        return Lead(length=timedelta(minutes=5))
    length = length_in(words) if re.search("[0-9０-９一二三四五六七八九十](?:秒|分|時間|日|週間)", words.split("前")[0]) else None
    before = timedelta(0) if re.match("当日|その日|同じ日", words) else length if length is not None else timedelta(days=1)
    if length is None and not re.match(_DAY, words):
        return None
    if before % timedelta(days=1):
        return Lead(length=before)
    return Lead(length=before, at=_clock(words, now) or (None if before else HOURS["morning"]))


def _clock(words: str, now: datetime) -> Clock | None:
    """18時, or else when one is told of something in that part of the day."""
    found = re.search(rf"(?:{_PART}の?)?{_CLOCK}", words)
    if found is not None and (at := resolve(found[0], now).time) is not None:
        return at
    part = next((hour for name, hour in _PARTS.items() if name in re.sub(_DAY, "", words)), None)
    return HOURS[part] if part is not None else None
