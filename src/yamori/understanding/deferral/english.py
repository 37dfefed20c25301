"""What makes a condition or a moment to come in English."""

import re

SENTENCE = re.compile(r"[^.!?\n]+(?:[.](?=\d)[^.!?\n]+)*[.!?]*")

_WHO = (
    r"(?:i|we|you|he|she|it|they|there|(?:some|any|every|no ?)(?:one|body)"
    r"|the|my|our|his|her|its|their|an?|this|that)"
)
_POLITE = (
    r"(?! (?:you (?:can|could|would|will|want|like|please|don'?t mind|wouldn'?t mind|have (?:time|a (?:moment|minute|second)))"
    r"|possible|not|so|only|any(?=\W*$|[,;.!?])|need be"
    r"|(?:it(?:'s| is)|that(?:'s| is)) (?:not too much|no (?:trouble|bother)|all right|alright|ok|okay|possible|convenient))\b)"
)
_ASKED = re.compile(
    r"\b(?:check|see|tell (?:me|us|him|her)|know|asks?|asking|wonder(?:ing)?|find out|sure|say|look|certain|matters?|cares?|verify|test"
    r"|even|as|what)(?: \w+)? $"
)
"""Before an `if` that means whether, or makes no difference."""
_LOOKED_UP = re.compile(r"\b(?:look up|find out|check|see|work out|read)(?: \w+)? $")
"""Before a `when` that asks for a time."""
_STORY = re.compile(
    r"(?:when|once|after|as soon as) (?:i|we|he|she|they|you|it|(?:the|my|our) \w+)"
    r" (?:was|were|came|got|left|went|had|saw|did|woke|heard|\w+ed)\b"
)
"""A story: `when I came in, it was on`."""
_SEQUENCE = re.compile(
    r"(?:when|once|after|as soon as) "
    r"(?:(?:it|that|this|they|you|everything|all|both|the \w+ing)(?:'s|'re| is| are| has| have)? (?:been )?)?"
    r"(?:done|finish(?:ed|es)?|over|complete[ds]?|stop(?:s|ped)?|ready|through|end(?:s|ed)?|arrive[ds]?)\b"
)
"""The end of what is asked for before it in the same breath: `take a photo, and when that is done, play a tune`."""
_JOINED = re.compile(r"(?:[,;.]|\band|\bthen)\s*(?:and|then)?\s*$")

DEFERRING = (
    re.compile(rf"\bif\b{_POLITE}"),
    re.compile(r"\bwhen(?:ever)?\b(?! (?:you (?:can|could|get|have|are free)|possible|convenient)\b)(?= \w)"),
    re.compile(r"\b(?:unless|in case|provided|as long as|on condition)\b(?= \w)"),
    re.compile(r"\b(?:as soon as)\b(?! (?:possible|you can|you could)\b)"),
    re.compile(r"(?<!at )\bonce\b(?! (?:more|again|an?|every|per|and for all)\b)(?= \w)"),
    re.compile(r"\b(?:the )?(?:next|first|each|every|any) time\b"),
    re.compile(rf"\b(?:the|that) (?:moment|minute|second|instant) (?={_WHO}\b)"),
    re.compile(rf"\bby the time\b|\b(?:un)?till? (?={_WHO} (?!morning|evening|afternoon|end\b)\w|further notice|next time)"),
    re.compile(
        r"\b(?:after|before) (?:i|we|he|she|they|you|(?:some|every|no)(?:one|body)"
        r"|dinner|lunch|breakfast|work|school|(?:the|my|our) \w+)\b"
    ),
    re.compile(
        r"\b(?:at|by|around|after|before|until|till|from)"
        r" (?:sun(?:set|rise|down|up)|dusk|dawn|nightfall|daybreak|bedtime|dark|first light|closing time)\b"
    ),
)


def defers(text: str, start: int, end: int) -> bool:
    """Whether what was found makes a condition there."""
    before = text[:start]
    if text.startswith("if", start) and _ASKED.search(before):
        return False
    if text.startswith("when ", start) and _LOOKED_UP.search(before):
        return False
    if _SEQUENCE.match(text, start) and _JOINED.search(before):
        return False
    return _STORY.match(text, start) is None
