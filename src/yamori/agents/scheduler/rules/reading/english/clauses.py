"""Where another order about the schedule begins in a sentence."""

import re

from yamori.agents.scheduler.rules.reading.english.words import ASKING, VERB
from yamori.understanding.joints import Joint

_ORDER = re.compile(rf"(?:(?:but|so|and|then|also|plus)[,\s]+)*{ASKING}{VERB}\b", re.I)
_SAME_AGAIN = re.compile(
    r"(?:please |can you |could you |just )*(?:(?:make|move|push|shift|bring|change) (?:it|that)"
    r"|(?:put|add|book|enter|pencil|have|do)(?: in)? (?:the |that )?same)\b",
    re.I,
)
_FACT = re.compile(
    r"(?:i'm|i've|i have|i am|i need to|i must|i should|we've|we have|we need to|there's|the [\w ]+ (?:is|are) )\b"
    r"|(?:that|it)(?:'s| is) (?:now |all )?(?:done|finished|sorted)\b",
    re.I,
)
_SO = re.compile(r"so (?:that'?s|it'?s|you)\b", re.I)


def begins_order(joint: Joint, following: str) -> bool:
    """Whether what follows a joint begins with a verb of the schedule, or stands on its own."""
    if joint.details:
        return _SAME_AGAIN.match(following) is not None
    if joint.is_stop or _ORDER.match(following):
        return True
    if joint.turns:
        return False
    return any(pattern.match(following) for pattern in ((_FACT,) if joint.is_joined else (_FACT, _SO, _SAME_AGAIN)))
