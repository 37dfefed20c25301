"""Which of what somebody told may say how something of the home is to be, for a request of theirs now. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.memory.audience import HOUSEHOLD
from yamori.memory.kept import Kept
from yamori.memory.reading.situations import is_another_time, situation_in
from yamori.memory.reading.stripping import stripped
from yamori.memory.reading.vocabulary import folded, starts
from yamori.memory.statement import HEALTH, Topic

_MOST = 40
"""So many of the newest are looked at."""
_LONGEST = 300
"""Characters of a sentence that is read once more."""
_OF_NO_THING = HEALTH | {Topic.ALIAS, Topic.NAME, Topic.BIRTHDAY, Topic.ANNIVERSARY, Topic.ADDRESS, Topic.WORK}


@dataclass(frozen=True, kw_only=True)
class ToldOfThings:
    fact: Kept
    text: str
    """The whole sentence, as it was told."""
    whose: str
    """The name with which it begins, of somebody other than the person."""


def told_of_things(
    facts: Sequence[Kept], person: str, now: datetime | None, request: str, others: Collection[str]
) -> tuple[ToldOfThings, ...]:
    """The newest first, without what is told of another time of the day than `now`; None: of any. `others`: what the other people of the
    household are called."""
    found: dict[str, ToldOfThings] = {}
    for fact in facts:
        text = _whole(fact)
        own = fact.person == person or (fact.person == HOUSEHOLD and fact.by == person) or fact.statement.shared
        if not own or fact.statement.topic in _OF_NO_THING or len(text) > _LONGEST or text in found:
            continue
        if now is not None and is_another_time(situation_in(text), now, request):
            continue
        whose = starts(folded(stripped(text).text), tuple(form for name in others for form in (folded(name), f"{folded(name)}s")))
        found[text] = ToldOfThings(fact=fact, text=text, whose=_plain(whose or "", others))
        if len(found) == _MOST:
            break
    return tuple(found.values())


def _whole(fact: Kept) -> str:
    """What was said when it was told; of what was corrected in a word or two the fact itself."""
    value, source = folded(fact.statement.value), folded(fact.source)
    is_whole = bool(value) and value in source and len(source) >= len(folded(fact.statement.words))
    return fact.source if is_whole else fact.statement.words


def _plain(said: str, others: Collection[str]) -> str:
    """`keiko` of `keikos`."""
    return next((folded(name) for name in others if said in (folded(name), f"{folded(name)}s")), "")
