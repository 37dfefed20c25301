"""What kind of sentence it is, and where it falls into clauses."""

import re
from datetime import datetime

from yamori.agents.scheduler.rules.english.words import ASKING, PLACE, VERB, stripped
from yamori.domain.when import resolve, without_when

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
