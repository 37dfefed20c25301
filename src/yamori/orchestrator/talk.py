"""Talk that wants nothing: how the day was, what somebody did. Where no agent finds anything in it either, it is only answered.

How things are (`it is stuffy`) may be a request, and is left to the planner."""

import re
from itertools import pairwise

from yamori.domain.language import Language, is_spaced, language_of
from yamori.orchestrator.listed_words import begins, says, words_for
from yamori.understanding.detection import language_in
from yamori.understanding.mood import ANY_DAY, Mood, mood_of
from yamori.understanding.utterance import utterance_of

_SENTENCE = re.compile(r"[^。.!?！？…]+[。.!?！？…]*")
_STATEMENT_EN = re.compile(
    r"^(?:(?:oh|ah|aw+|ha+|hey|well|so|phew|wow|ugh|man|god|gosh|hmm+|anyway|yeah|honestly|guess what|you know|thanks|thank"
    r" you|great|nice|good|lovely|ok|okay|cheers)[\s,]+)*"
    r"(?:i|i'\w+|we|we'\w+|he|he's|she|she's|they|they're|you|you've|you're|that's (?:all|it|enough)|(?:the|my|our) \w+ (?!is\b|are\b)\w+"
    r"|don't know|no idea|what an?|such an?|today|yesterday|everyone|everybody|nobody)\b",
    re.I,
)
_STATEMENT_JA = re.compile(r"(?:た|だ|です|ます|かも)(?:わ|よ|ね|な|なあ|なぁ|んだ|けど|かな|もの|もん|ー|〜|～|っ)*[。.!！…]*$")
_WANTS_JA = re.compile(
    r"[てで](?:くれ|ほし|欲し|くださ|下さ|もらえ|もらい|いただ|おい|ちょうだい|[。!！ー〜]*$)|[っい]といて|たい|お願い|頼|なきゃ|なくちゃ|ないと|必要|欲しい"
    r"|ほしい|[すくぎ]ぎ|暗|寒|暑|眩|まぶし|うるさ"
)


def wants(text: str) -> bool:
    """Whether words for wanting something, or for something that is not as it should be, stand in it."""
    plain = text.replace("’", "'").lower()
    if language_of(text) is Language.JAPANESE:
        return _WANTS_JA.search(plain) is not None
    return says(plain, "wanting") or any(word == "too" and behind[:1].isalnum() for word, behind in pairwise(plain.split()))


def is_order(text: str) -> bool:
    """Whether a clause of some length begins like an order: without a subject or a finite verb of a statement. (A Japanese sentence is cut
    behind its verbs, and needs no such guess.)"""
    plain = text.strip().replace("’", "'")
    statement = _STATEMENT_EN.match(plain) or _begins_no_order(plain) or "'" in plain or says(plain.lower(), "finite")
    if len(plain.split()) < ORDER or not is_spaced(plain):
        return False
    return not statement if language_in(plain) == Language.ENGLISH else mood_of(utterance_of(plain, ANY_DAY)) is Mood.REQUEST


ORDER = 3
"""Words of an order that could be anybody's: `wax the skis`."""


def _begins_no_order(plain: str) -> bool:
    first = plain.lower().lstrip("".join(c for c in plain if not c.isalnum() and c != "_"))
    return first[:1].isdecimal() or begins(first, "no_order")


def goes_on(text: str) -> bool:
    """Whether it is a question too short to stand alone: `and on weekdays?`, `寝室は？`."""
    return len(text) <= SHORTEST and _ONWARD.search(text) is not None


SHORTEST = 40
"""Characters of what can only go on from something said before."""
_ONWARD = re.compile(
    r"^\W*(?:and|or|what about|how about|what if)\b.*\?$|^\W*(?:how(?: \w+)?|when|where|why|which one)\?$"
    r"|^(?:じゃあ?|では|それなら)、?.*[?？]$|は[?？]$|^(?:いつ|どこ|なぜ|なんで|どうして|何[\u4e00-\u9fff]|ど[れの](?:くらい|ぐらい))(?:まで|から)?[?？]$",
    re.I,
)


def only_states(text: str) -> bool:
    """Whether every sentence of it states something and wants nothing."""
    japanese = language_of(text) is Language.JAPANESE
    states = _states_japanese if japanese else _states_english
    sentences = [s.strip() for s in _SENTENCE.findall(text.replace("’", "'")) if s.strip(" 。.!?！？…")]
    return bool(sentences) and not any("?" in s or "？" in s or wants(s) for s in sentences) and all(map(states, sentences))


def _states_english(sentence: str) -> bool:
    return bool(_STATEMENT_EN.match(sentence)) or sentence.rstrip(".!…, ").lower() in words_for("exclaimed")


def _states_japanese(sentence: str) -> bool:
    return bool(_STATEMENT_JA.search(sentence)) or begins(sentence, "greetings")
