"""How long something lasts or how long before it one wants to be told, `a 12-minute timer` and 3分 included."""

import re
from datetime import timedelta

from yamori.domain.when import amounts

ENGLISH = amounts.ENGLISH
JAPANESE = amounts.JAPANESE.replace("[0-9]", "[0-9０-９]")
AMOUNT = re.compile(rf"(?P<en>{ENGLISH})|(?P<ja>{JAPANESE})", re.I)


def length_in(text: str) -> timedelta | None:
    """The first length of time in a text; None where it has none, or one that is not wholly read."""
    first = AMOUNT.search(text)
    found = amounts.amounts_in(text)
    return found[0].length if first and found and found[0].start <= first.start() else None
