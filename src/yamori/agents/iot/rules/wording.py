"""What stands around a request: greetings, reasons, politeness, refusals, and times at which it is to be done."""

import re
from datetime import datetime

from yamori.agents.iot.rules.clauses import has_wish, senses
from yamori.agents.iot.rules.mentions import Mention, mentions
from yamori.agents.iot.rules.names import HomeIndex, Named
from yamori.agents.iot.rules.words import Lexicon, normal
from yamori.domain.when import Kind, find_when

_GERUND = re.compile(r"\b([a-z]{2,})ing\b")
_DEVICES_OWN = re.compile(r"%|percent|°|degrees?|度|k\b")
_NEGATIVE_EN = re.compile(
    r"(?:^|[,.;]\s*|\s+)(?:(?:but|and|though|please)\s+)*"
    r"(?P<negative>(?:don't|do not|dont|never)\b(?! (?:forget|mind|you think|you mind)\b).*)$"
)
_NEGATIVE_FIRST = re.compile(r"^(?P<negative>[^。、,]*ないで(?:ね|ください)?)[、。]\s*(?P<rest>.+)$")
_NEGATIVE_JA = re.compile(
    r"(?P<negative>[^。、,]*(?:ないで|なくて(?:いい|大丈夫)|なくても(?:いい|大丈夫))(?:ね|よ|ください|おいて|ほしい|です)*)[。、,.!！]*$"
)


def plain(text: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """A request in normal form without greetings before it and reasons around it, unless those say whom or what it is for."""
    bare = _TAG.sub("", _DRAWN_OUT.sub("", _without_asides(_CONTRACTED.sub(r"\1 is", text.strip()), index, lexicon)))
    for _ in range(3):
        bare = lexicon.marks["opener"].pattern.sub("", bare, count=1)
    for form in ("remark", "reason"):
        around = lexicon.marks[form].pattern.search(bare)
        if around is None:
            continue
        rest = (bare[: around.start()] + bare[around.end() :]).strip()
        said = around.group().strip()
        tells = said.startswith("for ") or not (_places(rest, index, lexicon) if form == "remark" else _names(rest, index, lexicon))
        if (has_wish(rest, lexicon) or _names(rest, index, lexicon)) and not (tells and _names(around.group(), index, lexicon)):
            bare = rest
    if lexicon.marks["request"].found(bare):
        bare = _GERUND.sub(lambda m: _base(m, lexicon), bare)
    return bare or text


def _without_asides(text: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """Without the sentences that name nothing here and ask for nothing (`film's over. …`, ミアやっと寝たわ。…), where others do."""
    sentences = [s for s in _SENTENCE.findall(text) if s.strip(" 。.!?…")]
    kept = [s for s in sentences if _concerns(s.strip(), index, lexicon)] or sentences
    return "".join(_without_aside_clauses(s, index, lexicon) for s in kept).strip() or text


def _without_aside_clauses(sentence: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """`Dinner's done, the kitchen light off please` without its first half, which tells something, names nothing and wants nothing."""
    pieces = _COMMA.split(sentence)  # clauses and what stands between them, in turn
    clauses = pieces[::2]
    aside = [bool(_TELLS.search(c)) and not _concerns(c.strip(), index, lexicon) for c in clauses]
    if not any(aside) or all(aside):
        return sentence
    kept = [c for c, out in zip(clauses, aside, strict=True) if not out]
    return (", " if sentence.isascii() else "、").join(c.strip() for c in kept)


def _concerns(sentence: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it names something of this home, asks, or wants something; a statement of somebody's wants nothing for a number in it."""
    if _names(sentence, index, lexicon) or lexicon.marks["question"].found(sentence):
        return True
    if is_story(sentence):
        return False
    if senses(sentence, lexicon):
        return True
    return has_wish(sentence, lexicon) and not _TOLD.search(sentence)


def is_story(clause: str) -> bool:
    """Whether a clause tells of somebody and calls nothing too much or too little: beside a request it asks for nothing."""
    return _STORY.match(_OPENING.sub("", clause)) is not None


_OPENING = re.compile(r"^(?:(?:right|ok|okay|so|well|phew|oh|ah|hey|sorry)\b[\s,.!]*)+")


_STORY = re.compile(
    r"^(?:i|we|he|she|they|you|nobody|everybody|everyone|there|\w+)(?:'(?:s|ve|re|m)| is| are| was| were| has| have| left| forgot| had)\b"
    r"(?!.*\b(?:want|need|like|love|prefer|wish|please|should|could|can|would|too|bit|rather|quite|so|very|really|must)\b)"
)
"""Tells of somebody, and calls nothing too much or too little."""
_CONTRACTED = re.compile(
    r"\b(\w{3,})'s(?=\s+(?:a|an|too|so|still|on|off|out|very|rather|really|not|been|gone|getting|all|quite|way|far|much|pretty|just|locked|unlocked|closed|shut"
    r"|open|turned|switched)\b)"
)
"""`The desk light's a bit strong`."""
_TOLD = re.compile(r"\b(?:i|we|he|she|they|it|my \w+|our \w+)(?:'\w+)? ")


_SENTENCE = re.compile(r"[^。.!?…]+(?:\.(?=\d)[^。.!?…]+)*[。.!?…]*\s*")
_COMMA = re.compile(r"(\s*[,;、]\s*|\s+[-–—]+\s+)")
_TELLS = re.compile(
    r"\b(?:i|we|he|she|they|it|that|there|\w+)(?:'(?:m|re|s|ve|ll|d)| am| are| is| was| were| has| have| had| will| can't| won't"
    r"| \w+n't)\b(?! (?:like|love|want|need|prefer))"
    r"|^(?:i|we|he|she|they|the \w+|my \w+|our \w+) (?:\w+ed|came|went|got|had|forgot|left|broke|took)\b"
    r"|(?:けど|けれど|から|ので|んで|たし|だし|いし|た[わよね]?|だ[わよね]?)[。\s]*$"
)
"""A finite verb of telling, or the end of a Japanese clause that gives a reason."""
_DRAWN_OUT = re.compile(r"(?<=[ぁ-ん])[ー〜～~]+(?=[。!?\s]*$)")
"""つけてー."""
_TAG = re.compile(
    r"[,、]?\s*\b(?:(?:is|are|was|were|do|does|did|has|have|can|could|will|would|wo|should)(?:n't)? (?:it|he|she|they|you|we)"
    r"|right|eh|innit|okay|ok|yeah|don't you think)\s*[?.!]*$"
)
"""A question put behind a sentence, which asks nothing: `…, isn't it`, `…, will you`."""


def _places(text: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it says where by itself: it names a room, a floor or one device."""
    return any(m.what is not Named.KIND for m in mentions(text, index, lexicon))


def _names(text: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it speaks of something that this home has."""
    found = mentions(text, index, lexicon)
    return any(m.what is not Named.KIND or any(index.of_kind(k) for k in m.ids) for m in found)


def _base(gerund: re.Match[str], lexicon: Lexicon) -> str:
    """`closing` as `close`, `shutting` as `shut`, where that is a verb of the home's."""
    stem = gerund[1]
    verbs = lexicon.marks["verb_start"].pattern
    return next((v for v in (stem, stem + "e", stem[:-1]) if verbs.fullmatch(v)), gerund[0])


def split_refusal(text: str) -> tuple[str, str]:
    """(what is asked for, what is not to be done), either of which may be empty."""
    if first := _NEGATIVE_FIRST.search(text):
        return first["rest"], first["negative"]
    found = _NEGATIVE_EN.search(text) or _NEGATIVE_JA.search(text)
    return (text[: found.start()].strip(" ,.;。、"), found["negative"]) if found else (text, "")


def is_later(request: str, now: datetime | None, found: tuple[Mention, ...], lexicon: Lexicon) -> bool:
    """Whether it is to be done at another time or on a condition, rather than now."""
    text = normal(request)
    if lexicon.marks["later"].found(text):
        return True
    if now is None:
        return False
    if now.hour < EVENING and _TONIGHT.search(text):
        return True
    named = {text[m.start : m.end] for m in found}
    return any(
        span.kind is not Kind.PART or span.text.lower().startswith(("in the", "this"))
        for span in find_when(request, now)
        if not any(normal(span.text) in name for name in named)
        and not bare_hour(span.text)
        and not _TONIGHT.search(normal(span.text))
        and not _DEVICES_OWN.match(request[span.end : span.end + 8].lstrip())
        and not (span.date == now.date() and span.kind is Kind.DATE and not span.part and normal(span.text) in ("today", "今日"))
    )


EVENING = 16
"""From this hour on `tonight` is now."""
_TONIGHT = re.compile(r"\b(?:tonight|this evening)\b|今夜|今晩")


def bare_hour(text: str) -> bool:
    """`at 8` may be a time or a level: only what is asked can tell."""
    return text.strip().isdigit()


def hours_in(request: str, now: datetime | None) -> bool:
    """Whether a bare number could be a time of day."""
    return now is not None and any(bare_hour(span.text) for span in find_when(request, now))
