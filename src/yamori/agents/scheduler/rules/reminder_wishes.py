"""How long before something one may want to be told of it, as the readers of both languages hand it on."""

from datetime import date, datetime, timedelta
from datetime import time as Clock
from enum import StrEnum

_EVENING = Clock(19)


class Lead(StrEnum):
    EVENING = "evening"
    """The evening before: at seven."""
    DAY = "day"
    SHORTLY = "shortly"


def length_of(lead: Lead, begins: Clock | None) -> timedelta | None:
    """How long before; None where it depends on when the thing begins and that is not known."""
    match lead:
        case Lead.DAY:
            return timedelta(days=1)
        case Lead.SHORTLY:
            return timedelta(minutes=5)
        case Lead.EVENING:
            if begins is None:
                return None
            day = date(2000, 1, 2)
            return datetime.combine(day, begins) - datetime.combine(day - timedelta(days=1), _EVENING)
