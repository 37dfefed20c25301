"""Clauses that say only what to do with what was just spoken of: `tick that off`, `delete it`."""

import re

from yamori.agents.scheduler.rules.reading.english.words import PLACE, PRONOUN, stripped
from yamori.agents.scheduler.rules.reading.intents import Operation

_DONE = re.compile(
    rf"^(?:(?:tick|check|cross|mark|strike) (?:off )?{PRONOUN}(?: (?:off|done|out))?(?: (?:off|from|on|in) {PLACE})?"
    rf"|mark {PRONOUN} (?:as )?(?:done|complete[d]?|finished)|(?:complete|finish) {PRONOUN})$",
    re.I,
)
_DELETE = re.compile(rf"^(?:delete|remove|cancel|drop|erase|get rid of|call off) {PRONOUN}(?: (?:off|from) {PLACE})?(?: again)?$", re.I)


def directive(text: str) -> Operation | None:
    """What is to be done with what was just spoken of, where the clause says nothing else."""
    bare = stripped(text)
    return Operation.DONE if _DONE.match(bare) else Operation.DELETE if _DELETE.match(bare) else None
