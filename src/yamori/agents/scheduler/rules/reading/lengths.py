"""How long something lasts or how long before it one wants to be told, `a 12-minute timer` and 3分 included."""

import re
from datetime import timedelta
from functools import cache

from yamori.domain.when import amounts
from yamori.domain.when.draft import folded
from yamori.domain.when.grammars import GRAMMARS


def length_in(text: str) -> timedelta | None:
    """The first length of time in a text; None where it has none, or one that is not wholly read."""
    first = _amount().search(folded(text))
    found = amounts.amounts_in(text)
    return found[0].length if first and found and found[0].start <= first.start() else None


@cache
def _amount() -> re.Pattern[str]:
    return re.compile("|".join(grammar.amount for grammar in GRAMMARS.values()))
