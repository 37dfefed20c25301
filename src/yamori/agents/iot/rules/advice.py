"""Questions that no device can answer of itself, whatever they name: how something is done, what helps against it, what is allowed."""

import re

from yamori.agents.iot.rules.words import normal

_OPENING = (
    r"^(?:(?:and|so|also|then|ok|okay|well|hey|but|yamori|please|(?:can|could) you)\b\W*)*"
    r"(?:(?:tell|show|explain to) (?:me|us) |do you know |any idea |i wonder |(?:i|we)(?:'d like| want| need) to know )?(?:(?:and|,) )?"
)
_WHAT_TO_DO = (
    r"(?:what (?:(?:can|could|might) (?:i|we|one|people)|(?:do|would|should|must) (?:i|we|you|one|people))"
    r"|(?:is there )?(?:any|some)thing (?:(?:that|else) )?(?:i|we|one|people) (?:can|could|should|might))"
    r"(?: best| possibly)? (?:do|try|use)\b"
)
_REMEDY = rf"{_WHAT_TO_DO}.{{0,40}}?\b(?:about|against|for|if|when|to)\b"
_MISTAKE = (
    r"(?:what (?:did|have|am|was|were|are) (?:i|we) (?:do|done|doing|get|got|getting)|where (?:did|have|am|are) (?:i|we) (?:go|gone|going))"
    r" wrong\b"
)
_MENDING = (
    r"(?:can|could|will|would) (?:it|they|this|that|these|those) (?:(?:still|ever|even) )?(?:be "
    r"(?:saved|salvaged|rescued|mended|repaired|fixed|restored|revived|undone|reversed|prevented|avoided|(?:re)?washed|cleaned|eaten|frozen"
    r"|reheated|reused|recycled)|come (?:out|off|back)|wash out|heal)\b"
    r"|(?:is|are) (?:it|they|this|that|these|those) (?:(?:still|even|really) )?"
    r"(?:normal|safe|edible|usable|fixable|salvageable|ruined|dangerous|harmful|any good|good to eat|worth (?:saving|mending|repairing))\b"
)
"""Of a thing that something has happened to."""
_PLIGHT = (
    rf"\w\W*(?:[,.;:!?…–—]|\b(?:so|and|but)\b)\W*(?:(?:so|and|but|well|now)\b\W*)*(?:{_WHAT_TO_DO}|what (?:now|helps|to do)\b|{_MISTAKE}"
    rf"|{_MENDING}"
    r"|what(?:'s| is| was| could be| might be) the (?:cause|reason|problem|matter)\b"
    r"|(?:is there )?any(?:thing that (?:helps|works)| (?:good )?(?:ideas?|tips?|advice|tricks?|remed(?:y|ies)|suggestions?))\b)"
    r"(?: (?:about|against|with) (?:it|this|that|them))?(?: please)?\W*$|何かできる(?:こと|方法)"
)
"""How things are, and then what can be done or what was done wrong."""
_TIPS = (
    r"(?:(?:do you have|have you(?: got)?|got|is there|are there|give (?:me|us)|(?:i|we)(?:'d like| need| could use)) )?"
    r"(?:(?:any|some|a few|your best|good) )*(?:tips?|advice|tricks?|hints?|recommendations?|suggestions?)\b"
    r"|(?:is there|what(?: is|'s)) (?:an? |the )?(?:\w+ )?(?:way|trick|secret|knack) (?:to|of|for)\b"
    r"|what (?:helps|works (?:best|well)|gets rid|(?:is|'s) (?:good|effective)) (?:against|for|on|with|of)\b"
)
_HOW = (
    r"how (?:do|should|must|may|would) (?:i|we|you|one|people)\b|how (?:can|could|might) (?:i|we|one|people)\b"
    r"|how (?:best )?to\b|how best (?:can|could|should|do|would)\b"
    r"|how (?:often|much|many|long)\b.{0,60}?\b(?:should|must|(?:do|does) (?:i|we|you|one)|need|supposed|allowed)\b"
    r"|(?:what|when|where|which|who|whom)\b.{0,40}?\b(?:should|must|supposed to|allowed to|(?:does|do) .{1,40} (?:mean|need))\b"
    r"|what to do\b|who (?:do|should|can) (?:i|we)\b"
    r"|what(?: is|'s| are) the (?:best|right|proper|correct|recommended|rules?|meaning|point|difference)\b"
    r"|(?:am i|are we|is it|are .{1,30}) (?:allowed|permitted|safe|ok|okay|dangerous|forbidden)\b"
)
_MESSAGE = r"(?:error|fault|code|says|shows?|showing|displays?|blinks?|flashes) (?:the |an? )?(?:error |code )*[a-z]{1,2}-?\d{1,3}\b"
_JAPANESE = (
    r"どういう意味|(?:意味|原因|頻度|間隔|周期|目安|注意点|手順|対策|対処法?|予防法?)(?:は|を|が|って|で|教え|あ[るり])"
    r"|(?<!コツ)コツ(?!コツ)|裏(?:技|ワザ)|アドバイス|(?:交換|掃除|点検|保証|使用)?(?:時期|期間|期限)(?:は|を|って)"
    r"|(?:やり|使い|洗い|直し|捨て|作り|入れ|外し|選び|取り|落とし|防ぎ|減らし|磨き|拭き|扱い|しまい|手入れの?し|掃除の?し|交換の?し)方"
    r"|手入れ(?:は|の仕方|方法|って)|(?:掃除|交換|手入れ|設定)(?:の)?(?:方法|仕方)"
    r"|どうやって|どう(?:すれば|したら)[^。、]{1,12}?(?:ますか|るか|る[?？のん]|られ|せ[るま])"
    r"|(?:いくつ|いくら|何[\u4e00-\u9fff]|何グラム|何リットル|どれ(?:くらい|ぐらい)|どの(?:くらい|ぐらい)|どう(?:すれ|し))[^。、]{0,12}?"
    r"(?:ば|たら)(?:いい|よい|良い)"
    r"|(?:何[\u4e00-\u9fff]|いつ|どれ(?:くらい|ぐらい)?|どの(?:くらい|ぐらい))が(?:いい|よい|良い|適切|最適)"
    r"|に(?:は|も)?何(?:が|を)[^。、]{0,8}?(?:いい|よい|良い|効[くきい]|使え)"
    r"|何が(?:いけな|悪かった|まずかった)|どこ[をで](?:間違|まちが)"
    r"|[a-z]{1,2}-?\d{1,3}(?:と|って|が|は)?(?:何|なに|なん|出|表示|点滅)|説明書|取説"
)
_PAID = (
    r"(?:what|how much|when|where) (?:did|do|have|had|will|must) (?:i|we|they|he|she)(?: last| still)?"
    r" (?:pa(?:y|id)|spen[dt]|owe|b(?:uy|ought)|order)\b"
)
"""Of money, and of what was bought."""
_PAID_JAPANESE = r"いくら(?:で|に|も)?(?:支?払|買っ|かかっ|かかりまし)|(?:いつ|どこで)(?:買っ|購入し|頼ん|契約し)"
_ADVICE = re.compile(rf"{_OPENING}(?:{_HOW}|{_REMEDY}|{_TIPS}|{_MISTAKE}|{_PAID})|{_PLIGHT}|{_MESSAGE}|{_JAPANESE}|{_PAID_JAPANESE}")
_ASKS_A_REMEDY = re.compile(rf"{_OPENING}{_REMEDY}|{_PLIGHT}")
_ACTION = re.compile(r"(?:[.!?。！？]|\band\b|[てで]、)\s*(?:please )?(?:turn|switch|start|stop|open|close|set|dim|lock|unlock|play)\b")
"""A second sentence that wants something done."""


def wants_advice(request: str) -> bool:
    """It asks how something is done, how often, what is allowed, what was paid or what a message means, in every sentence of it."""
    text = normal(request)
    return _ADVICE.search(text) is not None and not _ACTION.search(text)


def wants_a_remedy(request: str) -> bool:
    """`what can I do about …?`, `…, what can I do?`"""
    return _ASKS_A_REMEDY.search(normal(request)) is not None
