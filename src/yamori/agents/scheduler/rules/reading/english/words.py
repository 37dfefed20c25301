"""English texts that several readers of sentences share, to build patterns from."""

import re

POLITE = re.compile(
    r"^(?:(?:please|kindly|hey|hi|ok|okay|yamori|and|then|also|now|so|oh|oops|well|actually|after all|no|nope|sorry"
    r"|just|instead|but|wait|hmm"
    r"|hang on|right|by the way|on second thoughts?|yes|yeah|never mind|because|since)\b[\s,.!:]*"
    r"|(?:can|could|would|will) you (?:please |kindly |just |also )*"
    r"|i(?:'d| would) like (?:you )?to |i want (?:you )?to |(?:let's|let us(?! know\b)) |help me |you (?:can|may|could) (?:now |just )*)+",
    re.I,
)
THANKS = re.compile(
    r"[\s,.!]*(?:\b(?:please|pls|plz|cheers|thanks|thank you|for me|as well|too|will you|would you|could you|can you|ok|okay"
    r"|after all|instead|yeah|right away|altogether|completely|entirely|somewhere)"
    r"\b[\s,.!?]*)*$",
    re.I,
)
PLACE = (
    r"(?:my |the |our |your |her |his |their )?(?:shopping |grocery |to-?do |todo |task |reminder )?"
    r"(?:calendar|schedule|diary|agenda|planner|to-?dos?|tasks?|lists?|reminders?|appointments?|plans?|notes)"
)
NOUN = r"(?:new )?(?:tasks?|appointments?|reminders?|events?|entry|entries|to-?dos?|items?|calendar (?:entry|event|item)|things?)"
OF_TASK = r"(?: (?:task|appointment|reminder|entry|event|item|to-?do|errand|chore))?"
PRONOUN = r"(?:it|that|this|them|those|these|that one|this one|that too|it all|(?:that|this|the) (?:one|task|entry|item))"
VERB = (
    r"(?:add|put|schedule|create|copy|duplicate|remind me|remember|don'?t (?:let me )?forget|make (?:sure|a|me)|rename|retitle|mark"
    r"|check|tick|cross|delete"
    r"|remove|cancel|drop|scrap|move|reschedule|postpone|push|shift|bring|write|note|jot|set|complete|change|uncheck"
    r"|untick|unmark|keep|take"
    r"|pencil|stick|pop|enter|log|save|record|book|correct|fix|update|strike|clear|call it|reopen|bin|erase|wipe"
    r"|get rid of|count|note|scratch|forget|what|show|list|mention|put off|carry|extend|shorten|swap|give me|find|tell me)"
)
ASKING = (
    r"(?:(?:please|kindly|just|so|now|also|then) )*(?:(?:can|could|would|will) you |you (?:can|may|could) "
    r"|i'd like you to )?(?:(?:please|just|also|now|kindly) )*"
)

FRAMES = re.compile(
    r"^(?:there(?:'s| is| are|'ll be| will be)(?: a| an)? |(?:i|we)(?:'ve| have)? got(?: to)? (?:a |an )?|(?:i"
    r"|we)(?:'d| would) (?:like|love) to (?:have )?"
    r"|(?:i|we)(?:'re| are|'ve| have)? (?:all |nearly |almost )?(?:out of|run out of|running (?:low on|out of)|need(?: some)?) "
    r"|(?:i|we)(?:'ll| will)? (?:have|need|ought|want|plan)(?: to)?(?: be)? (?:a |an )?|(?:i|we) (?:should|must"
    r"|shall|will|mustn'?t forget(?: to)?|promised to|agreed to)"
    r"(?: really)?(?: be)? |(?:i|we)(?:'m| am|'re| are|'ll be| will be) (?:having |going to |supposed to |off to )?"
    r"|let's (?:have )?(?:a )?|have (?:a|an) |it's |that's "
    r"|(?:i|we)'ll |what (?:i|we) need:? )",
    re.I,
)
"""What a statement says before the thing itself: `there's a`, `I have to`, `we're out of`."""


def stripped(text: str) -> str:
    """Without politeness before and thanks behind."""
    return THANKS.sub("", POLITE.sub("", text.strip())).strip(" ,;:.!?")


_SOME_TIME = re.compile(r"(?<=\S),?\s+(?:sometime|some time|at some point|any ?time)\W*$|^(?:sometime|at some point),?\s+(?=\S)", re.I)


def titled(words: str) -> str:
    """A title as one would write it: no article in front, a capital first letter."""
    words = _SOME_TIME.sub("", FRAMES.sub("", words.strip()))
    trimmed = re.sub(r"^(?:a|an|the|my|our|that|to|some)\s+(?=\S)", "", words.strip(" ,;:.!?\"'-"), flags=re.I)
    return trimmed[:1].upper() + trimmed[1:]


def sentence(words: str) -> str:
    trimmed = words.strip(" ,;:\"'")
    return trimmed[:1].upper() + trimmed[1:]


def items(title: str) -> tuple[str, ...]:
    """`milk, eggs and butter` as three things."""
    found = tuple(titled(piece) for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", title) if piece.strip())
    return found if len(found) > 1 else ()
