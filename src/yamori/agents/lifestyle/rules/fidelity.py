"""What code can tell of a translation: whether it may be believed.

A small model translates fluently and wrongly: another unit, another day, "do" for "do not", a word left as it was. Each is looked for;
what remains stands beside the original, which is never left out.
"""

import re
import unicodedata

from yamori.agents.lifestyle.rules.quantities import same_quantities
from yamori.agents.lifestyle.rules.word_lists import says, values_in
from yamori.domain.language import Language, is_spaced, language_of

_SEVERAL = ("weekend", "working_days", "holidays")
"""Sorts of words for several days."""
_FORBIDS = re.compile(
    r"\bnot\b|n't\b|\bcannot\b|\bnever\b|\bforbidden\b|\bprohibited\b"
    r"|[てで]い?ない(?!と(?:いけ|なら|だめ))|ないで|ません(?!か)|禁止|禁じ|厳禁|不可|ないこと|(?:ては|では)(?:いけ|なら|だめ)(?!なければ)|できない|られない",
    re.IGNORECASE,
)
"""In words that cannot be meant otherwise."""
_MUST = re.compile(
    r"(?:なけれ|なくて)[ばはも]?(?:なりません|いけません|かまいません|構いません|ならない|いけない)|(?:かも|に過ぎ|に違い)(?:しれ|い|あり)?ません"
)
"""Twice no, or none at all."""
_DENIES = re.compile(
    _FORBIDS.pattern + r"|\b(?:no|none|nor|nobody|nothing|neither|without|unless|except|only|other than|free|un(?!der|til|it|ion)\w+)\b"
    r"|\b(?:avoid|ban|keep|refrain|stop|lapse|fail|refus|instead|rather than)"
    r"|ない|なし|ません|無|ず|未|非|不|以外|除|だけ|のみ|しか|限|控え|避け|やめ|止め|断",
    re.IGNORECASE,
)
"""In any words that may be meant so."""
_OPPOSITES = [
    (re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE))
    for one, other in (
        (
            r"\bincreas|\bgain|\bris(?:e|es|ing)\b|\bgrow|増え|増や|増加|上が|上げ",
            r"\bdecreas|\blos(?:e|es|t|ing)\b|\breduc|\bfall|減|下が|下げ|落ち",
        ),
        (
            r"\babove\b|\bover\b|\bmore\b|\bat least\b|\bexceed|以上|超え|上回",
            r"\bbelow\b|\bunder\b|\bless\b|\bfewer\b|\bat most\b|以下|未満|以内",
        ),
        (r"\bbefore\b|\bprior\b|前", r"\bafter\b|\blater\b|後|あと"),
        (r"\bopen|開", r"\bclos|\bshut|閉"),
        (r"\bleft\b|左", r"\bright\b|右"),
        (r"\bhot\b|\bwarm|温|熱|暖", r"\bcold\b|\bcool|冷|寒"),
        (r"\badults?\b|大人", r"\bchild|\bkids?\b|子供|子ども|こども|小児"),
        (r"\bmorning|朝|午前", r"\bevening|\bnight|夕|夜|晩|午後"),
        (r"\bfirst\b|最初|初", r"\blast\b|最後"),
        (r"\bupper\b|\btop\b|上段|上の", r"\blower\b|\bbottom\b|下段|下の"),
    )
]
"""Where the one speaks of the first alone and the other of the second alone, it was turned round."""
_FOREIGN_WORD = re.compile(r"(?<![A-Za-z0-9/@.:-])[a-z]{4,}(?![A-Za-z0-9/@.:-])")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")


def faithful(original: str, translated: str, language: Language) -> bool:
    """Whether nothing shows that the translation into this language is wrong."""
    return (
        language_of(translated) is language
        and _is_written_in_one(translated, original)
        and _days(original) == _days(translated)
        and same_quantities(original, translated)
        and _denies_alike(original, translated)
        and not _is_turned_round(original, translated)
    )


def _is_written_in_one(text: str, original: str) -> bool:
    """Without words of another language; Chinese characters that Japanese does not write show that a model fell into Chinese."""
    if is_spaced(text):
        return True  # that no Japanese stands in it makes it English
    unusual = {c for c in unicodedata.normalize("NFKC", text) if "\u4e00" <= c <= "\u9fff" and not _is_usual(c)}
    return unusual <= set(original) and not _HANGUL.search(text) and not _FOREIGN_WORD.search(text)


def _is_usual(character: str) -> bool:
    """Whether it is among the 2,965 of the first level of JIS X 0208, in Shift JIS those up to 0x9872."""
    return b"" < character.encode("shift_jis", errors="ignore") <= b"\x98\x72"


def _days(text: str) -> set[str]:
    lowered = text.lower()
    return {*values_in(lowered, "weekdays"), *(sort for sort in _SEVERAL if says(lowered, sort))}


def _is_turned_round(original: str, translated: str) -> bool:
    said = [tuple((bool(one.search(text)), bool(other.search(text))) for one, other in _OPPOSITES) for text in (original, translated)]
    return any(here in ((True, False), (False, True)) and here == there[::-1] for here, there in zip(*said, strict=True))


def _denies_alike(original: str, translated: str) -> bool:
    """Whether what the one forbids the other does not allow."""
    said = [_MUST.sub("", text.replace("’", "'")) for text in (original, translated)]
    return all(_DENIES.search(other) for one, other in (said, reversed(said)) if _FORBIDS.search(one))
