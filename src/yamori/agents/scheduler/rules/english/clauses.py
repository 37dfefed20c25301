"""What kind of sentence it is, and where it falls into clauses."""

import re
from datetime import datetime

from yamori.agents.scheduler.rules.english.words import ASKING, PLACE, POLITE, VERB, stripped
from yamori.domain.when import resolve, without_when

_ASKED_POLITELY = re.compile(
    r"^\W*(?:(?:hey|hi|ok|okay|yamori|and|so|actually|hmm|oh|no)\W+)*(?:(?:can|could|would|will) you\b"
    r"|(?:can|could|shall) (?:we|the|my|that|it|this|[\ue000-\ue0ff]) (?:[\w'\ue000-\ue0ff ]+ )?(?:do|have|make|move"
    r"|shift|push|go|be|put|change|add|get)\b"
    r"|can i (?:add|have|put|get)\b|(?:would|do) you mind)",
    re.I,
)
_TAGGED = re.compile(
    r"\b(?:can|could|would|will) you (?:please |just |also )?(?!(?:show|tell|read|list|see|look|check what)\b)[a-z]+|, ?(?:can"
    r"|could|would|will) you\W*$|\bok(?:ay)?\?\s*$",
    re.I,
)
"""A request at the end of a statement: `…, would you move it?`"""
_QUESTION = re.compile(
    r"^(?:what(?!ever)|which|when(?! i\b)|where|who|whose|how|why|do i|did i|does|have i|has|am i|is|are|was|were"
    r"|will|should i|should we|must i"
    r"|any|anything|anyone|show|tell me|let (?:me|us) know|read|give me (?!an? (?:reminder|nudge|shout|ping|buzz|heads|prod))"
    r"|remind me(?: again)?,? (?:which|what|who|how)|remind me(?: again)?, (?:when|where)|name (?:me )?(?:(?:only|just) )?(?:the|my"
    r"|all|every|any)"
    r"|display|check what|see|look up|print|list (?!me\b))\b|\?\s*$",
    re.I,
)
_ORDER = re.compile(
    r"^(?:remind me(?!(?: again)?,? (?:which|what|who|how)\b|(?: again)?, (?:when|where)\b)|add|put|schedule|create|make me|set up"
    r"|move|delete|rename|mark)\b(?!.*\bor\b)",
    re.I,
)
"""What is left of `could you …, and remind me to …?` when its first half is another's."""
_NO_QUESTION = re.compile(r"^what(?:'s| i| we)? (?:i |we )?(?:need|want)[\w ]* (?:on|is|are)\b.*:", re.I)
_READING = re.compile(r"^(?:show|list|tell me|read|give me|display|see|look up|print|check what)\b", re.I)
_HYPOTHETICAL = re.compile(r"\b(?:if i (?:asked|said|told)|what if|hypothetically)\b", re.I)
_JOINT = re.compile(
    rf"(?:\s*[,;!]\s*|(?<![ap]\.m)\.\s*|\s+)(?:(?:and|then|also|plus|so|but)[,\s]+)+(?={ASKING}{VERB}\b)"
    rf"|(?<![ap]\.m)(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bst)\s*[;.!?]\s+|\s*,\s+(?={ASKING}{VERB}\b)"
    r"|(?:\s*[:,]|\s+[-–—])\s+(?=(?:please |can you |could you |just )*(?:(?:make|move|push|shift|bring|change) (?:it|that)"
    r"|(?:put|add|book|enter|pencil|have|do)(?: in)? (?:the |that )?same)\b)"
    r"|(?:\s*,)?\s+and\s+(?=(?:i'm|i've|i have|i am|i need to|i must|i should|we've|we have|we need to|there's"
    r"|the [\w ]+ (?:is|are) )\b)|\s*,\s+(?=so (?:that'?s"
    r"|it'?s|you))|\s*,\s+(?=(?:that|it)(?:'s| is) (?:now |all )?(?:done|finished|sorted)\b)",
    re.I,
)
_NOTES_ON = re.compile(r"^(?:for|about|on|with|regarding) [^,]+, (?:please )?(?:note|add|write|jot|remember|keep in mind)\b", re.I)
_KEEPS = re.compile(
    r"^(?:keep|leave) .+ (?:(?:where|as|how|when) (?:it|they|that) (?:is|are|was|were|stands?)|as is|in place|alone)$"
    r"|^(?:at )?(?:the )?same (?:time|day|place|title|hour)(?: as (?:before|now|always))?$"
    r"|^(?:(?:please|but|and) )*(?:keep|leave) (?:the |my |our |that )?(?:(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day(?:'?s)?(?: (?:one|thing|things|stuff))?"
    r"|(?:other|first|second|old|last)(?: (?:one|two|three|ones))?(?: (?:in|there|alone))?|one (?:on|with|at|for|in) .+)$"
    r"|^(?:the )?.{1,30} (?:stays?|remains?)(?: (?:as (?:it is|they are|is)|where (?:it is|they are)|put|the same|unchanged|on|in|there))*$"
    r"|^(?:keep|leave) (?:what(?:'s| is) (?:there|in it|written)|the (?:rest|others?)|everything else)(?: (?:there|as it is|in))?$",
    re.I,
)


_FRAME = re.compile(
    rf"^{ASKING}(?:remind (?:me|us)(?: (?:to|about|of))?|(?:i|we) (?:need|have|must|should|ought)(?: to)?"
    r"|(?:add|put(?: down)?|schedule|note(?: down)?|book|enter|pencil in|create|set up|plan|log))\b",
    re.I,
)
"""What stands before several things that each have a time of their own."""
_ORDERS = re.compile(
    rf"{ASKING}(?:remind|don'?t|add|put|schedule|note|set|move|push|shift|postpone|reschedule|delete|cancel|drop|remove|rename|mark|tick"
    r"|copy|change|make (?:it|that|sure|a)|i(?:'ve|'m|'ll)?|we|what|when|is|do)\b",
    re.I,
)
"""What wants something of its own, and so goes on with nothing."""
_PLACED = re.compile(rf" (?:to|on|in|into) {PLACE}$", re.I)


def is_question(text: str) -> bool:
    """It wants to know something; `can you add …?` and `could we move it?` want something done."""
    if _HYPOTHETICAL.search(text):
        return True
    if _ASKED_POLITELY.match(text):
        return bool(_READING.match(POLITE.sub("", text.strip())))
    if _TAGGED.search(text) or _NO_QUESTION.match(text):
        return False
    bare = POLITE.sub("", text.strip())
    return bool(_QUESTION.search(bare)) and not _ORDER.match(bare)


def split(text: str) -> list[str]:
    """The clauses of a sentence that each begin with a verb of the schedule, or stand on their own."""
    if _NOTES_ON.match(text):
        return [text]
    return [piece for piece in (p.strip(" ,;") for p in _JOINT.split(text)) if piece]


def keeps(text: str) -> bool:
    """A remark that all else stays: `same time`."""
    return _KEEPS.match(stripped(text)) is not None


def spread(text: str, now: datetime) -> list[str]:
    """`remind me to A tomorrow and to B on Monday` as two requests, each with its own time; one where they do not part so."""
    frame = _FRAME.match(text)
    pieces = re.split(r"\s*(?:,|;|,?\s+and)\s+(?:and\s+)?(?:to\s+)?", text)
    if frame is None or len(pieces) < 2 or not all(_names_a_time(p, now) for p in pieces) or any(map(_ORDERS.match, pieces[1:])):
        return [text]
    whole = resolve(text, now)
    if whole.each and not (_says(text[frame.end() : whole.spans[0].start]) and _says(text[whole.spans[-1].end :])):
        return [text]  # one thing at several times
    placed = _PLACED.search(pieces[-1])
    first = pieces[0] if not placed or _PLACED.search(pieces[0]) else f"{pieces[0]}{placed[0]}"
    return [first, *(f"{frame[0]} {p}" for p in pieces[1:])]


def _names_a_time(piece: str, now: datetime) -> bool:
    """A day, a time or a part of the day of its own, and something that is to be then."""
    when = resolve(piece, now)
    own = bool(when.date_said or when.time is not None or when.part is not None) and not when.others and when.rrule is None
    return own and _says(without_when(piece, now))


def _says(text: str) -> bool:
    return re.search(r"[a-z\ue000-\ue0ff]{2}", stripped(text), re.I) is not None
