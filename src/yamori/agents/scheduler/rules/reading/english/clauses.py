"""Where a sentence falls into clauses."""

import re

from yamori.agents.scheduler.rules.reading.english.words import ASKING, VERB

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


def split(text: str) -> list[str]:
    """The clauses of a sentence that each begin with a verb of the schedule, or stand on their own."""
    return [piece for piece in (p.strip(" ,;") for p in _JOINT.split(text)) if piece]
