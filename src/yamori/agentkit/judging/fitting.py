"""Whether words can hold an answer to a question at all: a price is money, a weight has its unit, a length of time a number.

Patterns rather than a parser of quantities: quantulum3 and pint read English alone, and all that is asked here is whether a unit stands
there.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from string import ascii_lowercase

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|once|twice|half"
    r"|an?|every|each|daily|weekly|monthly|yearly|overnight|never|always|any|all|no|not|until|till|after|before|when|as|immediately)\b"
    r"|[一二三四五六七八九十百千半毎数]|すぐ|いつ|まで|たび|前|後|無制限|ない",
    re.IGNORECASE,
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _units(abbreviated: str, words: str) -> re.Pattern[str]:
    """A unit behind a number, or its word anywhere."""
    return _pattern(rf"\d\s?(?:{abbreviated})(?![a-z])|{words}")


@dataclass(frozen=True, kw_only=True)
class _Kind:
    """Of what is asked."""

    asked: re.Pattern[str]
    """In a question for it."""
    held: re.Pattern[str]
    """In words that can hold an answer to it."""


_KINDS = (
    _Kind(
        asked=_pattern(
            r"\bhow much\b.*\b(?:pay|paid|cost|charge|money|spend|fee|rent|fine|deposit)\b|\b(?:price|costs?)\b"
            r"|\bhow much (?:is|are|was|would|will) (?:it|they|one|each|another|an?)\b(?!.*\b(?:weigh|hold|take|dose|serving|portion))"
            r"|\bhow much (?:is|are|was|would|will) the (?:\w+ )?(?:fees?|fares?|fine|rent|deposit|charges?|excess|bill|premium|tickets?)\b"
            r"|\bset (?:us|me|you) back\b"
            r"|\bwhat(?:'s| is| are) the (?:\w+ )?(?:fees?|fares?|fine|rent|deposit|charges?)\b"
            r"|(?:[代費]|料金?)は(?:どの|どれ|いくら)|いくら(?:で|かか|払|です|だった|しま|取|する|[?？]|$)|値段|料金は|何円"
        ),
        held=_pattern(
            r"yen|euro|dollar|pound|cent|円|[¥￥€$£]|\d[.,]\d\d\b|free|charge|nothing|ポンド|ドル|ユーロ|セント|ペンス|フラン|ウォン|無料|かからな|いりません"
        ),
    ),
    _Kind(asked=_pattern(r"何\s?キロ(?![グメワ])"), held=_units(r"k[gm]|t", r"キロ|トン|kilo")),
    _Kind(
        asked=_pattern(
            r"\bhow (?:tall|wide|deep|thick|broad)\b|\bhow far\b(?! (?:ahead|back|in advance|into|along))"
            r"|\bhow high\b(?!.*\b(?:temperature|heat|setting|dose|pressure|risk|rate|fees?|fine|price|rent|excess|deposit|bill|costs?)\b)"
            r"|\bwhat (?:height|width|depth|length|distance|diameter)\b"
            r"|\bhow many (?:\w+ )?(?:centi|milli|kilo)?(?:met(?:re|er)s|miles|inches|feet|yards|[cmk]?m)\b"
            r"|何\s?(?:メートル|センチ|ミリ(?![グリ])|[cmk]?m(?![a-z]))|(?:高さ|幅|深さ|長さ|距離|直径|厚さ)は(?:どの|どれ|いくつ|何)"
        ),
        held=_units(
            r"[cmk]?m|in|ft|yd|キロ",
            r"met(?:re|er)s?\b|\binch|\bfoot\b|\bfeet\b|\bmiles?\b|\byards?\b|[\"″]|メートル|センチ|ミリ|㎝|㎜|knee|waist|shoulder|floor|ひざ|腰|床",
        ),
    ),
    _Kind(
        asked=_pattern(
            r"\bhow heavy\b|\bhow much (?:does|do|did|can|may) .{0,40}\bweigh|\bwhat weight\b"
            r"|\bhow many (?:\w+ )?(?:kilo|milli)?(?:grams|grammes|kilos|ounces|[km]?g|tonnes)\b"
            r"|何\s?(?:キログラム|グラム|ミリグラム|[km]?g(?![a-z])|トン)|(?:重さ|体重)は(?:どの|どれ|いくつ|何)"
        ),
        held=_units(r"[km]?g|lbs?|oz|t", r"gram|\bkilos?\b|\bpounds?\b|\bounces?\b|\btonn?es?\b|\bstones?\b|グラム|キロ|トン"),
    ),
    _Kind(
        asked=_pattern(
            r"\bhow many (?:\w+ )?(?:milli)?(?:lit(?:re|er)s|cups|pints|gallons|ml|l|cc)\b"
            r"|何\s?(?:ミリ)?(?:リットル|ml|cc|l(?![a-z])|合|カップ)"
        ),
        held=_units(
            r"[mdc]?l|cc|tbsp|tsp|m[3³]", r"lit(?:re|er)|\bcups?\b|\bpints?\b|\bgallons?\b|spoon|リットル|カップ|さじ|\d\s?[杯合]|立方|ℓ"
        ),
    ),
    _Kind(
        asked=_pattern(
            r"\bhow many (?:\w+ )?(?:watts|kilowatts|amps|amperes|volts)\b|\bwhat (?:wattage|voltage)\b"
            r"|何\s?(?:キロ)?(?:ワット|アンペア|ボルト)|消費電力は"
        ),
        held=_units(r"k?w|k?va|k?wh|a|v", r"\bwatts?\b|\bkilowatt|\bvolts?\b|\bamp(?:s|eres?)?\b|ワット|アンペア|ボルト"),
    ),
    _Kind(
        asked=_pattern(r"\bhow (?:loud|noisy|quiet)\b|\bdecibels?\b|デシベル|(?:音|騒音|うるささ)は(?:どの|どれ|何)"),
        held=_units(r"db", r"decibel|デシベル|ホン|quiet|silent|静か"),
    ),
    _Kind(
        asked=_pattern(r"\bhow (?:hot|warm|cold|cool)\b|\bhow many degrees\b|\b(?:what|which) (?:\w+ )?temperature\b|温度は|何℃"),
        held=_units(r"[cf]", r"[°℃度]|\bdegrees?\b|gas mark|\bboil|\bfreez|room temperature|沸騰|常温"),
    ),
    _Kind(
        asked=_pattern(r"\bwhat (?:percentage|per ?cent)\b|何(?:割|パーセント|%)"),
        held=_pattern(r"%|per ?cent|割|パーセント|\bhalf\b|\bthird\b|\bquarter\b|半|分の"),
    ),
    _Kind(
        asked=_pattern(r"\b(?:what|which) time\b(?! of (?:the )?year)|何時(?!間)"),
        held=_pattern(
            r"\d[:.]\d\d|\d\s?(?:a\.?m|p\.?m|o.?clock|時)|\b(?:noon|midday|midnight|morning|afternoon|evening|night|dawn|dusk|sun(?:rise|set))"
            r"|\bhours?\b|[朝昼夕夜]|正午|午[前後]|日[の没]|いつでも|24時間"
        ),
    ),
    _Kind(
        asked=_pattern(r"\b(?:what|which) colou?r\b|何色|色は(?:何|どの|どん)"),
        held=_pattern(
            r"red|blue|green|yellow|white|black|gr[ea]y|brown|orange|pink|purple|violet|amber|clear|[赤青緑黄白黒灰茶橙紫桃紺金銀]|透明|ピンク"
        ),
    ),
    _Kind(
        asked=_pattern(r"\be-?mail address\b|メール(?:アドレス|の宛先)"),
        held=_pattern("@"),
    ),
    _Kind(
        asked=_pattern(
            r"\b(?:part|model|order|product|serial|policy|contract|customer|member(?:ship)?) (?:number|no\b|code)"
            r"|(?:品|型|部品|証券|契約|会員|お客様)番号?は"
        ),
        held=_pattern(r"\d{3}|[a-z]-?\d|\d-?[a-z]"),
    ),
)
"""The first that is asked for counts."""
_TELEPHONE = _pattern(
    r"\b(?:phone|telephone|mobile|cell|hotline)\b.*\bnumbers?\b"
    r"|\bnumber\b.*\b(?:call|ring|phone|(?:i|we|to) dial)\b|電話番号|何番に(?:電話|かけ)"
)
_TELEPHONE_NUMBER = _pattern(r"\d[\d\s()/‐-―ー・-]{4,}\d|(?<!\d)\d{3}(?!\d)")
"""With its area, or the three digits of an emergency number."""
_COUNT = _pattern(
    r"\bhow (?:many|long|often|far|high|old|soon|late|early)\b"
    r"|何(?:分|時間|時|日|か月|ヶ月|ヵ月|年|回|秒|度|人|本|枚|個|歳)"
)
_DISPLAYED = _pattern(
    r"\b(?:error|fault|code|display|screen|panel|flash|blink|show|says?|read(?:s|ing)?\b|c[ao]me up|stopped (?:with|at|on))"
    r"|エラー|コード|表示|点滅|点灯|画面|(?:って|[がと])出"
)
_CODE = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,2})[-.]?(\d{1,3})(?![A-Za-z0-9.-])")
"""Of a fault, as displays show it: a letter or two and a number, with a hyphen or a point between them or none."""
_DESIGNATION = re.compile(r"(?<![A-Za-z0-9.-])(?:[A-Za-z]{1,4}(?:-\d{1,4}|\d{2,4})[A-Za-z]{0,2}|\d+(?:-\d+){2,})(?![A-Za-z0-9-])")
"""Of a model (KX-40), a form (N400) or a method that goes by its numbers (5-4-3-2-1). A letter with one digit is often a size of paper."""
_ROW = re.compile(r"[\s\-*•・>|#]*(?:[^:;|]{1,24}:\s*)??(?P<first>[A-Za-z]{0,2}[-.]?\d{1,3})\s*(?:[:;/,、・|=(—–-]|\s\s|$)")
"""Of a table or a list: what stands first in it, behind the heading of its column if there is one. A sentence goes on otherwise."""
_BARE = _pattern(
    r"\b(?:error|fault|code|shows?|showing|says|flash(?:es|ing)|blink(?:s|ing)|display(?:s|ing)|reads|c[ao]me up(?: with)?)"
    r"(?: (?:the|an?|number|code|error))* [\"'“]?(\d{2,3})(?=[\"'”]?(?:$|[?!;,.](?:\s|$)|\s+(?:on|in|and|at|again|now|what|is|so|but)\b))"
    r"|(?<![\d.,])(\d{2,3})[」』”]?(?:って|[とが])?(?:出[たてるま]|表示|点滅)"
)
"""The number that a display is said to show; the letter before it is often left out."""
_WHEN = _pattern(r"\bwhen\b|\b(?:what|which) (?:day|date|time|month|year)\b|いつ")


def can_answer(question: str, words: str) -> bool:
    """False only where a kind is asked for and the words hold nothing of it, or the code on a display is another one."""
    kind, shown = _kind(question), _codes_shown(question)
    return (kind is None or kind(unicodedata.normalize("NFKC", words))) and (not shown or not shown.isdisjoint(_codes(words)))


def has_the_kind(question: str, words: str) -> bool:
    """True only where a kind is asked for and the words hold it in digits."""
    kind, said = _kind(question) or _when(question), unicodedata.normalize("NFKC", words)
    return kind is not None and _DIGIT.search(said) is not None and kind(said)


def _kind(question: str) -> Callable[[str], bool] | None:
    asked = unicodedata.normalize("NFKC", question)
    if _TELEPHONE.search(asked):
        return partial(_holds, _TELEPHONE_NUMBER)
    for kind in _KINDS:
        if kind.asked.search(asked):
            return partial(_holds, kind.held)
    return partial(_holds, _NUMBER) if _COUNT.search(asked) else None


def _when(question: str) -> Callable[[str], bool] | None:
    """A date has its digits, but "at the end of the month" answers, too."""
    return partial(_holds, _NUMBER) if _WHEN.search(question) else None


def has_the_code(question: str, words: str) -> bool:
    """True only where a display's code is asked about, perhaps by its number alone, and the words hold it."""
    known = _codes(words)
    return not _codes_shown(question).isdisjoint(known) or not _bare(question).isdisjoint(code.lstrip(ascii_lowercase) for code in known)


def explains_the_code(question: str, words: str) -> bool:
    """True only where a row of the words begins with the code that a display is said to show: elsewhere it is mentioned."""
    rows = (_ROW.match(unicodedata.normalize("NFKC", line)) for line in words.splitlines())
    return any(has_the_code(question, row["first"]) for row in rows if row is not None)


def designated(text: str) -> frozenset[str]:
    """What goes by letters and digits there: models, codes, numbers in a row; however it is spelled."""
    return frozenset(found[0].replace("-", "").casefold() for found in _DESIGNATION.finditer(unicodedata.normalize("NFKC", text)))


def _codes_shown(question: str) -> set[str]:
    return _codes(question) if _DISPLAYED.search(unicodedata.normalize("NFKC", question)) else set()


def _bare(question: str) -> set[str]:
    return {found[1] or found[2] for found in _BARE.finditer(unicodedata.normalize("NFKC", question))}


def _codes(text: str) -> set[str]:
    return {f"{found[1]}{found[2]}".casefold() for found in _CODE.finditer(unicodedata.normalize("NFKC", text))}


def _holds(kind: re.Pattern[str], said: str) -> bool:
    return kind.search(said) is not None
