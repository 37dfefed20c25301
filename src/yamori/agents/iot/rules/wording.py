"""What stands around a request: greetings, reasons, politeness, refusals, and times at which it is to be done."""

import re
from datetime import datetime

from yamori.agents.iot.rules.asides import names_any, without_asides
from yamori.agents.iot.rules.clauses import has_predicate
from yamori.agents.iot.rules.mentions import Mention, mentions
from yamori.agents.iot.rules.names import HomeIndex, Named
from yamori.agents.iot.rules.segments import SHARE
from yamori.agents.iot.rules.word_lists import begins, ordered_words, says
from yamori.agents.iot.rules.words import Lexicon, normal
from yamori.domain.when import Kind, WhenSpan, find_when
from yamori.understanding.deferral import is_deferred

_GERUND = re.compile(r"\b([a-z]{2,})ing\b")
_NEGATIVE_EN = re.compile(
    r"(?:^|[,.;]\s*|\s+)(?:(?:but|and|though|please)\s+)*"
    r"(?P<negative>(?:don't|do not|dont|never|no need to|needn't)\b(?! (?:forget|mind|you think|you mind)\b).*)$"
)
_NEGATIVE_FIRST = re.compile(r"^(?P<negative>[^。、,]*ないで(?:ね|ください)?)[、。]\s*(?P<rest>.+)$")
_NEGATIVE_JA = re.compile(
    r"(?<![^。、,])(?P<negative>[^。、,]*(?:ないで|なくて(?:いい|大丈夫)|なくても(?:いい|大丈夫))(?:ね|よ|ください|おいて|ほしい|です)*)[。、,.!！]*$"
)


def plain(text: str, index: HomeIndex, lexicon: Lexicon) -> str:
    """A request in normal form without greetings before it and reasons around it, unless those say whom or what it is for."""
    bare = _TAG.sub("", _DRAWN_OUT.sub("", without_asides(_CONTRACTED.sub(r"\1 is", text.strip()), index, lexicon)))
    for _ in range(3):
        bare = lexicon.marks["opener"].pattern.sub("", bare, count=1)
    for form in ("remark", "reason"):
        around = lexicon.marks[form].pattern.search(bare)
        if around is None:
            continue
        rest = (bare[: around.start()] + bare[around.end() :]).strip()
        said = around.group().strip()
        explains = said.startswith("for ") or not (_places(rest, index, lexicon) if form == "remark" else names_any(rest, index, lexicon))
        if (has_predicate(rest, lexicon) or names_any(rest, index, lexicon)) and not (
            explains and names_any(around.group(), index, lexicon)
        ):
            bare = rest
    if lexicon.marks["request"].found(bare):
        bare = _GERUND.sub(lambda m: _base(m, lexicon), bare)
    return bare or text


_CONTRACTED = re.compile(
    r"\b(\w{3,})'s(?=\s+(?:a|an|too|so|still|on|off|out|very|rather|really|not|been|gone|getting|all|quite|way|far|much|pretty|just|locked|unlocked|closed|shut"
    r"|open|turned|switched)\b)"
)
"""`The heater's too hot`."""
_DRAWN_OUT = re.compile(r"(?<=[ぁ-ん])[ー〜～~]+(?=[。!?\s]*$)")
"""つけてー."""
_TAG = re.compile(
    r"[,、]?\s*\b(?:(?:is|are|was|were|do|does|did|has|have|can|could|will|would|wo|should)(?:n't)? (?:it|he|she|they|you|we)"
    r"|(?<!the )right|eh|innit|okay|ok|yeah|don't you think)\s*[?.!]*$"
)
"""A question put behind a sentence, which asks nothing: `…, isn't it`, `…, will you`."""


def _places(text: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """Whether it says where by itself: it names a room, a floor or one device."""
    return any(m.what is not Named.KIND for m in mentions(text, index, lexicon))


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


def times_in(request: str, now: datetime) -> tuple[WhenSpan, ...]:
    """Every time of day, date and stretch of time that it says; tenths of something are none. As far into the text as in the request."""
    return tuple(find_when(SHARE.sub("  ", request), now))


def is_later(request: str, now: datetime | None, found: tuple[Mention, ...], lexicon: Lexicon) -> bool:
    """Whether it is to be done at another time or on a condition, rather than now."""
    text = normal(request)
    if lexicon.marks["later"].found(text) or is_deferred(text):
        return True
    if now is None:
        return False
    if now.hour < EVENING and says(text, "tonight"):
        return True
    named = {text[m.start : m.end] for m in found}
    return any(
        span.kind is not Kind.PART or span.text.lower().startswith(("in the", "this"))
        for span in times_in(request, now)
        if not any(normal(span.text) in name for name in named)
        and not bare_hour(span.text)
        and not says(normal(span.text), "tonight")
        and not _is_measured(request[span.end : span.end + 8].lstrip())
        and not (span.date == now.date() and span.kind is Kind.DATE and not span.part and normal(span.text) in ("today", "今日"))
    )


def _is_measured(behind: str) -> bool:
    """Whether a number is one of a device's own, by what stands behind it."""
    return behind.startswith(ordered_words("measures")) or begins(behind, "measures_alone")


EVENING = 16
"""From this hour on `tonight` is now."""


def bare_hour(text: str) -> bool:
    """`at 8` may be a time or a level: only what is asked can tell."""
    return text.strip().isdigit()


def hours_in(request: str, now: datetime | None) -> bool:
    """Whether a bare number could be a time of day."""
    return now is not None and any(bare_hour(span.text) for span in times_in(request, now))
