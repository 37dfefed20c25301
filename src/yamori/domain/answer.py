"""What a person's answer to “Shall I go ahead?” is. Every endpoint and every agent reads it here: page, terminal, orchestrator, agents.

An approval is an unmistakable yes, or the PIN alone; what is hedged, doubted or longer than that is neither, and the house asks again. So
an answer is read only where known words cover all of it. A refusal changes nothing, and words may follow it.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, kw_only=True)
class Yes:
    """An approval."""


@dataclass(frozen=True, kw_only=True)
class No:
    """A refusal."""

    rest: str = ""
    """What is said behind it; it may be another request."""


@dataclass(frozen=True, kw_only=True)
class Pin:
    """The PIN, and nothing else that has a meaning."""

    digits: str


@dataclass(frozen=True, kw_only=True)
class Other:
    """Anything else: never an approval."""

    hedged: bool = False
    """It begins as a yes may (`yes, but …`, `大丈夫です`), so it is no new request."""
    rest: str = ""
    """What is said behind the words of a plain yes (`yes, open it`); empty where it begins with none, or holds a doubt."""


Answer = Yes | No | Pin | Other


class _Part(Enum):
    """What one word of an answer says."""

    YES = auto()
    NO = auto()
    PLEASE = auto()
    """A yes where nothing else is said."""
    EITHER = auto()
    """A yes or a no, as the words beside it decide."""
    POLITE = auto()
    NAMING = auto()
    """What a PIN is called, or tied to its name with."""
    DIGITS = auto()


_ENGLISH = {
    _Part.YES: "y|yes|yep|yeah|yup|sure|sure thing|ok|okay|go ahead|go on|go for it|do it|do that|do so|please do|please do it|confirm"
    "|confirmed|i confirm|approve|approved|i approve|of course|correct|that's right|that's correct|absolutely|definitely"
    "|certainly|by all means|affirmative|proceed|agreed|i agree|you may|i'm sure|i am sure|all right|alright",
    _Part.NO: "n|no|nope|nah|no way|no thanks|cancel|cancel it|cancel that|don't|do not|don't do it|do not do it|don't do that"
    "|do not do that|stop|stop it|never mind|nevermind|forget it|not now|not yet|later|wait|better not|rather not"
    "|i'd rather not|certainly not|absolutely not|of course not|leave it|leave it alone|leave it be|leave it as it is",
    _Part.PLEASE: "please",
    _Part.EITHER: "fine|that's fine|i'm fine|right|good|i'm good|all good|that's ok|that's okay|it's ok|it's okay",
    _Part.POLITE: "thanks|thank you|now|then|sorry",
    _Part.NAMING: "pin|code|pin code|number|the|my|is|it|it's|here",
}
_JAPANESE = {
    _Part.YES: "はい|うん|ええ|いいよ|いいですよ|いいとも|どうぞ|オッケー|オーケー|おっけー|了解|了解です|承認|承認する|承認します"
    "|もちろん|もちろんです|そうして|そうしてください|それでお願い|それでお願いします|実行して|実行してください|やって"
    "|やってください|頼む|頼みます|進めて|進めてください",
    _Part.NO: "いいえ|いえ|いや|いやです|ううん|やめて|やめてください|やめとく|やめておく|やめときます|やめておきます|やめておいて"
    "|やめます|だめ|だめです|ダメ|ダメです|駄目|駄目です|キャンセル|キャンセルして|キャンセルで|中止|中止して|中止で|取り消し"
    "|取り消して|取り消しで|結構|結構です|けっこうです|やっぱりいい|やっぱりいいです|やっぱり|まだ|まだいい|まだいいです"
    "|あとで|後で|待って|ちょっと待って|待ってください|いらない|いりません|要らない|要りません|不要|不要です|そのままで"
    "|そのままでいい|そのままでいいです",
    _Part.PLEASE: "お願い|お願いします|おねがい|おねがいします",
    _Part.EITHER: "大丈夫|大丈夫です|だいじょうぶ|だいじょうぶです|いい|いいです|いいや|そう|そうです|よろしい|よろしいです|それで|問題ない"
    "|問題ありません",
    _Part.POLITE: "ありがとう|ありがとうございます|すみません|ごめん|ごめんなさい|今",
    _Part.NAMING: "暗証番号|番号|暗証|ピン|は|が|です|だよ|ね",
}
_PARTS = {phrase: part for table in (_ENGLISH, _JAPANESE) for part, phrases in table.items() for phrase in phrases.split("|")}
_LONGEST = max(map(len, _PARTS))
_BETWEEN = re.compile(r"[\s,、。.!:~・]*")
_DOUBT = re.compile(r"\?|\.\.|…")
_DIGITS = re.compile(r"[0-9](?:[ -]?[0-9])*(?![0-9a-z])")
_LATIN = re.compile(r"[a-z0-9']")
_STOPS_BEHIND = re.compile(r"\s*[,、。.!:;-]")
_PIN_LENGTHS = range(4, 13)


def read_answer(text: str) -> Answer:
    """What a person's words say to a question for their approval."""
    said = unicodedata.normalize("NFKC", text).replace("’", "'").casefold().strip()
    if _DOUBT.search(said):
        return Other(hedged=_may_begin_a_yes(said))
    parts = list(_parts(said))
    if parts and parts[-1][1] == len(said):
        return _whole([part for part, _ in parts], said)
    if parts and parts[0][0] is _Part.NO and _STOPS_BEHIND.match(said, parts[0][1]):
        return No(rest=said[parts[0][1] :].lstrip(" ,、。.!:;-"))
    agreeing = bool(parts) and all(part in (_Part.YES, _Part.PLEASE, _Part.POLITE) for part, _ in parts) and parts[0][0] is _Part.YES
    return Other(hedged=_may_begin_a_yes(said), rest=said[parts[-1][1] :].lstrip(" ,、。.!:;-") if agreeing else "")


def _whole(parts: list[_Part], said: str) -> Answer:
    """Of an answer of which every word is known."""
    if _Part.NO in parts:
        return Other(hedged=True) if _Part.YES in parts else No()
    if _Part.DIGITS in parts:
        digits = "".join(c for c in said if c.isdecimal())
        alone = parts.count(_Part.DIGITS) == 1 and _Part.EITHER not in parts
        return Pin(digits=digits) if alone and len(digits) in _PIN_LENGTHS else Other()
    if _Part.NAMING in parts:
        return Other()
    return Yes() if _Part.YES in parts or (_Part.PLEASE in parts and _Part.EITHER not in parts) else Other(hedged=_Part.EITHER in parts)


def _may_begin_a_yes(said: str) -> bool:
    return next(_parts(said), (None, 0))[0] in (_Part.YES, _Part.EITHER)


def _parts(said: str) -> Iterator[tuple[_Part, int]]:
    """Known words from the beginning on, and where each ends with what separates it from the next; up to the first that is unknown."""
    at = _end_of(_BETWEEN, said, 0)
    while at < len(said):
        if digits := _DIGITS.match(said, at):
            part, end = _Part.DIGITS, digits.end()
        else:
            ends = (at + n for n in range(min(_LONGEST, len(said) - at), 0, -1))
            end = next((e for e in ends if said[at:e] in _PARTS and _is_whole_word(said, e)), 0)
            if not end:
                return
            part = _PARTS[said[at:end]]
        at = _end_of(_BETWEEN, said, end)
        yield part, (at if at == len(said) else end)


def _is_whole_word(said: str, end: int) -> bool:
    return not (_LATIN.match(said[end - 1]) and _LATIN.match(said[end : end + 1]))


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
