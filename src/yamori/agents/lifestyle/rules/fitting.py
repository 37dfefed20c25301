"""Whether words can hold an answer to a question at all: a price is money, a telephone number has its digits, a length of time a number."""

import re
import unicodedata
from collections.abc import Callable

_MONEY = re.compile(
    r"\bhow much\b.*\b(?:pay|paid|cost|charge|money|spend|fee|rent|fine|deposit)\b|\b(?:price|costs?)\b"
    r"|いくら(?:で|かか|払|です|だった|しま|取|する|[?？]|$)|値段|料金は|何円",
    re.IGNORECASE,
)
_CURRENCY = re.compile(
    r"yen|euro|dollar|pound|cent|円|[¥￥€$£]|\d[.,]\d\d\b|free|charge|nothing|ポンド|ドル|ユーロ|セント|ペンス|フラン|ウォン|無料|かからな|いりません",
    re.IGNORECASE,
)
_TELEPHONE = re.compile(
    r"\b(?:phone|telephone|mobile|cell|hotline)\b.*\bnumbers?\b|\bnumber\b.*\b(?:call|ring|phone|dial)\b|電話番号|何番に(?:電話|かけ)",
    re.IGNORECASE,
)
_FEWEST_DIGITS = 3
_COUNT = re.compile(
    r"\bhow (?:many|long|often|far|hot|heavy|old|deep|high|loud|soon|late|early)\b"
    r"|何(?:分|時間|時|日|か月|ヶ月|ヵ月|年|回|秒|度|人|本|枚|個|歳|リットル|キロ|グラム|メートル|割|パーセント)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|once|twice|half"
    r"|an?|every|each|daily|weekly|monthly|yearly|overnight|never|always|any|all|no|not|until|till|after|before|when|as|immediately)\b"
    r"|[一二三四五六七八九十百千半毎数]|すぐ|いつ|まで|たび|前|後|無制限|ない",
    re.IGNORECASE,
)


_WHEN = re.compile(r"\bwhen\b|\b(?:what|which) (?:day|date|time|month|year)\b|いつ", re.IGNORECASE)
_DIGIT = re.compile(r"\d")


def can_answer(question: str, words: str) -> bool:
    """False only where a kind is asked for and the words hold nothing of it."""
    kind = _kind(question)
    return kind is None or kind(unicodedata.normalize("NFKC", words))


def has_the_kind(question: str, words: str) -> bool:
    """True only where a kind is asked for and the words hold it in digits."""
    kind, said = _kind(question) or _when(question), unicodedata.normalize("NFKC", words)
    return kind is not None and _DIGIT.search(said) is not None and kind(said)


def _kind(question: str) -> Callable[[str], bool] | None:
    asked = unicodedata.normalize("NFKC", question)
    if _TELEPHONE.search(asked):
        return _is_a_telephone_number
    if _MONEY.search(asked):
        return _is_money
    return _is_a_number if _COUNT.search(asked) else None


def _when(question: str) -> Callable[[str], bool] | None:
    """A date has its digits, but "at the end of the month" answers, too."""
    return _is_a_number if _WHEN.search(question) else None


def _is_a_telephone_number(said: str) -> bool:
    return sum(c.isdigit() for c in said) >= _FEWEST_DIGITS


def _is_money(said: str) -> bool:
    return _CURRENCY.search(said) is not None


def _is_a_number(said: str) -> bool:
    return _NUMBER.search(said) is not None
