"""Two checks that hold in every case: nothing is claimed without a receipt, and a question changes nothing. And a third for answers
of which nothing else tells it: whether they say that something was not done.

All are read from words alone, so all look only for what is unmistakable: a doubtful sentence is let pass.
"""

import re
from dataclasses import dataclass

from yamori.domain.language import Language, language_of
from yamori.understanding.mood import is_question

_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|\"[^\"]*\"|“[^”]*”")

_DID = (
    r"(?:turned|switched|set|dimmed|brightened|raised|lowered|opened|closed|locked|unlocked|started|stopped|paused|resumed|muted|unmuted"
    r"|added|deleted|removed|renamed|cancelled|canceled|scheduled|rescheduled|moved|put|marked|changed|adjusted|created|completed)"
)
_CLAIM_EN = re.compile(
    rf"\b(?:i|we)(?:'ve|’ve| have)?(?: just| now| also)* {_DID}\b|\b(?:has|have) been {_DID}\b|^(?:all )?done\b[.!:,]?", re.IGNORECASE
)
_BECAME = r"(?:on|off|open|closed|locked|unlocked|muted|unmuted|playing|paused|stopped|running|at \d|set to|fully open|\d+ ?%)"
_STATE_EN = re.compile(rf"\b(?:is|are) now \w+|\b(?:is|are) {_BECAME}[^.!?]*\bnow\b|^{_DID}\b", re.IGNORECASE)
"""Claims only when nothing was asked: "The lamp is now off" also answers "Is the lamp off?"."""
_DENIAL_EN = re.compile(r"\b(?:not|never|nothing|no|unable|already|cannot|would|if)\b|n't\b|n’t\b", re.IGNORECASE)

_DID_JA = (
    r"(?:鍵をかけ|を[^、。]{1,20}に(?:いた)?し|消し|つけ|付け|点け|切り|入れ|開け|閉め|閉じ|下げ|上げ|止め|変え|加え|除き|移し|戻し|暗くし|明るくし|しめ|あけ|さげ|あげ"
    r"|(?:オン|オフ|設定|変更|追加|削除|登録|完了|開始|停止|解除|施錠|解錠|調整|調節|点灯|消灯|起動|予約|記録|キャンセル)(?:に)?(?:いた)?し|(?:\d+|[０-９]+)\s*[%％度]に(?:いた)?し)"
)
_CLAIM_JA = re.compile(rf"{_DID_JA}(?:て(?:おき|しまい|み)|ておき)?ました")
_DENIAL_JA = re.compile(r"ません|なかった|すでに|既に|もう|なら|場合")

_ADMITS_EN = re.compile(
    r"\bi (?:can(?:not|n?['’]t)|can not|could(?: not|n['’]t)|do(?: not|n['’]t) (?:know|understand|see|have|find)|did(?: not|n['’]t)"
    r"|have(?: not|n['’]t)|was not|wasn['’]t|am not (?:able|sure)|['’]m not (?:able|sure)|will not|won['’]t|changed nothing|did nothing)\b"
    r"|\bi['’]ll leave\b|\bi['’]m not (?:able|sure)\b|\b(?:am|was) unable\b|\bnot possible\b|\bsorry\b"
    r"|\bdid not work\b|\bnothing was (?:changed|done)\b"
    r"|\bno idea\b",
    re.IGNORECASE,
)
_ADMITS_JA = re.compile(
    r"できません|できない|できなかった|(?:分|わ)か(?:りません|らない|らなかった|りかね)|見つかりません|見つからな|しませんでした|行っていません"
    r"|やめておき|何も(?:変更)?(?:して|変え)|変更していません|すみません|申し訳|対応していません|うまくいきません"
)


@dataclass(frozen=True, kw_only=True)
class ReportingWords:
    """How a language tells what was done; a further language is a further one of these."""

    claims: re.Pattern[str]
    states: re.Pattern[str] | None
    """Claims only where nothing was asked."""
    denies: re.Pattern[str]
    admits: re.Pattern[str]


_TELLING = {
    Language.ENGLISH: ReportingWords(claims=_CLAIM_EN, states=_STATE_EN, denies=_DENIAL_EN, admits=_ADMITS_EN),
    Language.JAPANESE: ReportingWords(claims=_CLAIM_JA, states=None, denies=_DENIAL_JA, admits=_ADMITS_JA),
}
_OFFER = re.compile(r"\b(?:anything|something|what) (?:else|more)\b|(?:他|ほか)に", re.IGNORECASE)
"""In a closing question that asks nothing about what was said."""


def admits(answer: str) -> bool:
    """Whether the answer says that something was not done or is not known, or ends with a question."""
    text = answer.strip()
    if re.search(r"[?？]$|(?:です|ます|でしょう)か[。．]?$", text) and not _OFFER.search(_SENTENCES.split(text)[-1]):
        return True
    return any(telling.admits.search(text) for telling in _TELLING.values())


def claims_an_action(answer: str, *, to: str) -> bool:
    """Whether some sentence of the answer to the text says that something was done."""
    asked = is_question(to)
    return any(_claims(sentence, asked=asked) for sentence in _SENTENCES.split(_QUOTED.sub("", answer)) if sentence.strip())


def _claims(sentence: str, *, asked: bool) -> bool:
    sentence = sentence.strip()
    if sentence.endswith(("?", "？")):
        return False
    telling = _TELLING[language_of(sentence)]
    claimed = telling.claims.search(sentence) or (not asked and telling.states is not None and telling.states.search(sentence))
    return bool(claimed) and not telling.denies.search(sentence)
