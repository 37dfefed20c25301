"""What follows on what was just done: a correction of the time, taking it back, the same again for something else."""

import re

from yamori.agents.scheduler.rules.english.words import POLITE, THANKS

_CORRECTS = re.compile(
    r"^(?:(?:no|nope|and it starts|it starts|it begins|starts|actually|sorry|oh|oops|wait|hmm|um|er|and|ah|but|make (?:it|that)"
    r"|change (?:it|that)|move (?:it|that)|push (?:it|that)"
    r"|shift (?:it|that)|put (?:it|that)|set (?:it|that)|bring (?:it|that)|instead|rather|better|at|to|on|for"
    r"|let'?s (?:say|do|make it)|how about"
    r"|then|wrong|i meant?|i mean|meant|i said|it'?s|that'?s|it is|should be|it should be|a bit|a little|can you"
    r"|could you|can we|could we|please"
    r"|thanks|would be better|is better|maybe|same (?:time|day)|now|up|back|off|forward|by|hang on|the time|the day"
    r"|until|till|not|was|it was|my"
    r" mistake|apologies|wrong (?:day|time|date|week|hour)|my bad|correction|later|earlier|the)\b[\s,.!?]*)*$",
    re.I,
)
_HOUR = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_BARE_HOUR = re.compile(
    rf"\b(make (?:it|that)|change (?:it|that) to|move (?:it|that) to|i meant?|i mean|i said|no,?|sorry,?|rather|to"
    rf"|not) ({_HOUR})(?=\W*(?:please|instead|not|$))",
    re.I,
)
_TAKES_BACK = re.compile(
    r"^(?:(?:no|nope|sorry|oh|oops|wait|actually|hmm|ah|and|please)\b[\s,.!]*)*(?:undo(?: (?:that|it|this"
    r"|the last (?:one|change)))?|revert(?: (?:that|it|this))?"
    r"|(?:put|change|set|take|bring|move|turn) (?:it|that|them) back(?: again| in| to (?:how|what|where) it was)?"
    r"|scratch that|never ?mind(?: that)?"
    r"|restore (?:it|that|them)|forget (?:it|that|i said (?:that|anything))|that was (?:a mistake|wrong)|i changed my mind"
    r"|not yet(?:,? actually)?|actually not(?: yet)?|i take that back|strike that)(?:[\s,.!]*(?:please|thanks|actually"
    r"|sorry))*(?:\s*[,.;]\s*(?:it|that|he|she|they|i|we|the)(?:'\w+)? .*)?[\s.!]*$",
    re.I,
)
_REPEATS = (
    re.compile(
        r"^(?:(?:oh|and|also|ah|yes|please|then)\b[\s,]*)*(?P<same>(?:the )?same(?: (?:thing|again|one))?|(?:it"
        r"|that) (?:again|too|as well))(?: (?:again|too))?\W*$",
        re.I,
    ),
    re.compile(
        r"^(?:(?:oh|ah|yes|ok)\b[\s,]*)*(?:and|also|plus|same for|same with|as well as) (?:also "
        r"|for )?(?P<words>.+?)(?: (?:too|as well|please))*[\s.!]*$",
        re.I,
    ),
    re.compile(r"^(?P<words>.+?) (?:too|as well)(?: please)?[\s.!]*$", re.I),
)


def corrects(text: str) -> bool:
    """Nothing but words of correction are left when the time is taken out: `no, make it`, `sorry, I meant`."""
    return _CORRECTS.match(text.strip(" .!?,")) is not None


def with_hour(text: str) -> str:
    """`make it 4` with the `at` that makes an hour of it."""
    return _BARE_HOUR.sub(r"\1 at \2", text)


_SPARES = re.compile(
    r"^(?:(?:no|wait|actually|oh|sorry|hmm|please|ah|but|let's|stop)\b[\s,.!]*)*(?:keep|leave) (?:it|that"
    r"|them)(?: (?:in|there|on|as (?:it|that) (?:is|was)))*[\s,.!]*$",
    re.I,
)


def spares(text: str) -> bool:
    """What was just deleted is to stay after all."""
    return _SPARES.match(text.strip()) is not None


def takes_back(text: str) -> bool:
    return _TAKES_BACK.match(text.strip()) is not None


def repeats(text: str) -> str | None:
    """What the last thing done is to be done with too: `and the optician`; empty for `the same again`; None for anything else."""
    for pattern in _REPEATS:
        if m := pattern.match(text.strip()):
            found = m.groupdict()
            if found.get("same"):
                return ""
            words = THANKS.sub("", POLITE.sub("", found.get("words") or "")).strip()
            if words and len(words.split()) <= 6:
                return words
    return None
