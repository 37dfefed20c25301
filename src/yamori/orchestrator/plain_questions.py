"""Questions about Yamori itself and about the clock: answered from the agents' cards and the turn's `now`, without a model."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from yamori.agentkit.card import Card
from yamori.agentkit.phrasing import quoted, sentences, series
from yamori.domain.language import Language, language_of
from yamori.orchestrator.small_talk import small_talk
from yamori.orchestrator.texts import TEXTS

_ABLE = re.compile(
    r"^(?:so |and |hey |hi |ok |yamori[, ]*)*(?:what (?:can|could|do) you (?:actually |really )?(?:do|help (?:me )?with)\b"
    r"(?! (?:about|against|if|when|to (?!help))\b).*"
    r"|how (?:can|could) you help(?: me)?|what are you (?:able to do|good (?:at|for)|capable of)"
    r"|(?:help|help me))[?.! ]*$"
    r"|^(?:ねえ|ねぇ|あの|君|きみ|あなた|ヤモリ|やもり|って|は|に|、|\s)*"
    r"(?:何|なに)が(?:できる|出来る|できます|出来ます)(?:の|か|んですか|のですか)?[?？。]*$"
    r"|^(?:できること|使い方|ヘルプ)(?:は|を教えて(?:ください)?)?[?？。]*$",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"^(?:what time is it|what's the time|what is the time|do you have the time)(?: now| right now| please)?[?. ]*$"
    r"|^(?:今は?|いま)?(?:何時|なんじ)(?:ですか|かな|なの)?[?？。]*$",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"^(?:what(?:'s| is) (?:the date|today's date|the date today)|what (?:day|date) is (?:it|today)(?: today)?"
    r"|which day is (?:it|today))[?. ]*$"
    r"|^(?:今日は?)(?:何日|何曜日|なんにち|なんようび|何月何日)(?:ですか|かな|なの|だっけ)?[?？。]*$",
    re.IGNORECASE,
)


def plain_answer(text: str, *, now: datetime, cards: Sequence[Card]) -> str | None:
    """The answer when the text is one of these questions, else None."""
    said = unicodedata.normalize("NFKC", text).replace("’", "'").strip()
    language = language_of(text)
    if (talk := small_talk(text, now=now)) is not None:
        return talk
    if _ABLE.match(said):
        return _abilities(cards, language)
    if _TIME.match(said):
        return TEXTS.said(language, "now", now=now)
    if _DAY.match(said):
        return TEXTS.said(language, "today", now=now, weekday=TEXTS.listed(language, "weekdays")[now.weekday()])
    return None


_SHOWN = 3


def _abilities(cards: Sequence[Card], language: Language) -> str:
    own = [[e for e in c.examples if language_of(e) is language][:1] for c in cards]
    asked = [e for examples in own for e in examples][:_SHOWN]
    shown = series([quoted(example, language) for example in asked], language)
    more = [TEXTS.said(language, "able.examples", examples=shown)] if asked else []
    return sentences([TEXTS.said(language, "able.text"), *more], language)
