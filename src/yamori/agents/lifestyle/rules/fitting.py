"""Whether words can be an answer to a question at all: a price is money, a telephone number has its digits, a length of time a number."""

import re
import unicodedata

_MONEY = re.compile(
    r"\bhow much\b.*\b(?:pay|paid|cost|charge|money|spend|fee|rent|fine|deposit)\b|\b(?:price|costs?)\b"
    r"|いくら(?:で|かか|払|です|だった|しま|取|する|[?？]|$)|値段|料金は|何円",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"yen|euro|dollar|pound|cent|円|[¥￥€$£]|free|charge|nothing|無料|かからな|いりません", re.IGNORECASE)
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


def can_answer(question: str, words: str) -> bool:
    """False only where the words are of another kind than what is asked."""
    asked, said = unicodedata.normalize("NFKC", question), unicodedata.normalize("NFKC", words)
    if _TELEPHONE.search(asked):
        return sum(c.isdigit() for c in said) >= _FEWEST_DIGITS
    if _MONEY.search(asked):
        return _CURRENCY.search(said) is not None
    return not _COUNT.search(asked) or _NUMBER.search(said) is not None
