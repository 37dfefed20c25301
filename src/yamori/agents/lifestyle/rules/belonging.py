"""Whether a question asks for what only this household can know: its password, its appointment, what it paid.

Nothing of a library can say it, however near its words are. Patterns, and few: a sentence that is missed is judged like any other, one
that is caught wrongly loses the library. Of 1,562 questions asked of the library none is caught, of 985 that a household's papers do not
answer 53 (docs/measurements.md).
"""

import re
from collections.abc import Sequence

from yamori.agents.lifestyle.rules.paper import Hit, Origin

_OWNER = r"(?:our|my|(?!it|that|what|there|here|who|where|when|how|today|tomorrow)\w+(?: \w+)?['’]s)"
_MARK = (
    r"(?:password|passcode|pin|username|login|number plate|birthday|blood (?:type|group)|(?:shoe|dress|shirt|ring) size|email address"
    r"|(?:phone|mobile|policy|account|contract|customer|licen[cs]e|passport|registration|(?:micro)?chip|serial|membership|pension) number)"
)
_APPOINTMENT = (
    r"(?:appointment|check-?up|birthday|exam|recital|flight|train|contract|lease|subscription|passport|meeting|lesson|shift|interview"
    r"|inspection)"
)
_ENGLISH = (
    r"\b(?:when|where|which|who|whom|how much|how many|what)\b[^.?!]{0,50}"
    r"\bdid (?:we|i|he|she|they) (?:last \w+|pay|buy|order|book|put|leave|lend|borrow|sign|hire|choose|agree)\b",
    rf"\bwhat(?:['’]s| is| was) {_OWNER} (?:\S+ ){{0,3}}{_MARK}\b",
    r"\bwhat(?:['’]s| is| was) the (?:wi-?fi )?(?:password|passcode|pin) (?:of|for|to|on|at) (?:our|my)\b",
    rf"\b{_MARK}\b[^.?!]*[.?!] what(?:['’]s| is) (?:it|that|hers|his)\b",
    r"\b(?:what|how much)\b[^.?!]{0,50}\b(?:did|are) we (?:pay|paying|spend|insured)\b",
    r"\b(?:what|how much)\b[^.?!]{0,30}\bdo we pay\b[^.?!]{0,40}\b(?:our|(?:a|per|each) month)\b",
    rf"\bwhen(?:['’]s| is| are| does| do) {_OWNER} (?:next |last )?(?:\S+ ){{0,2}}{_APPOINTMENT}\b",
    r"\bwhen (?:are|is|will) (?:they|he|she|the \w+(?: \w+)?) (?:be )?(?:coming|arriving|visiting|delivering)\b",
)
_JAPANESE = (
    r"(?:いくら|いつ|どこ|誰|何年)(?:で|に|から)?"
    r"(?:買った|もらった|借りた|貸した|しまった|しまって|置いた|預けた|払った|払って|頼んだ|頼んで|掛けて|かけて|契約した|申し込んだ|予約した|注文した)"
    r"(?!\S{0,3}か(?:覚え|わか|分か|忘れ))",
    r"(?:うち|家|我が家|わが家|私|僕|俺|さん|ちゃん|くん|先生|[父母])の(?:\S{1,8}の)?"
    r"(?:暗証番号|パスワード|(?:電話|口座|証券|契約|会員|免許|旅券)番号|マイナンバー|誕生日|血液型|足のサイズ|靴のサイズ|メールアドレス)"
    r"(?:は|って|を教え|[?？、]|$)",
    r"(?:次|今度|来週|来月|次回)の\S{0,12}(?:予約|診察|検診|健診|歯医者|レッスン|試合|発表会|面談)は?、?(?:いつ|何時|何日)",
)
_ITS_OWN = re.compile("|".join((*_ENGLISH, *_JAPANESE)), re.IGNORECASE)


def is_its_own(question: str) -> bool:
    """True only where no library can answer."""
    return _ITS_OWN.search(question) is not None


def of_the_household(hits: Sequence[Hit]) -> list[Hit]:
    """Those from its own papers."""
    return [hit for hit in hits if hit.paper.origin is not Origin.STARTER]
