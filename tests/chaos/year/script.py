"""What happens to the house in its year, worked out from the seed beforehand."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Berlin")
"""Summer time begins on 26 March 2028 at 2:00 and ends on 29 October at 3:00."""
BEGIN = datetime(2028, 1, 1, 0, 0, 30, tzinfo=ZONE)
DOORS_A_DAY = 3
SLEEPS = 12
SETS = 12
NIGHTS = (date(2028, 3, 26), date(2028, 10, 29), date(2028, 2, 29), date(2028, 12, 31))
"""Days on which it is killed more often, around the moments that make them special."""
PAUSES = (0, 0, 0, 5, 60, 110, 130, 600, 1200, 7200)
"""Seconds until a house that was killed is started again."""
SHIFTS = (-3600, 3600, -300, 300, 86_400, -86_400, 30, -30)
"""Seconds by which somebody sets the clock wrong, until it is right again."""


@dataclass(frozen=True, kw_only=True)
class Event:
    at: datetime
    kind: Literal["door", "sleep", "shift"]
    seconds: int = 0


def events(seed: int, days: int) -> Sequence[Event]:
    """In order: a door, sleeps of two hours (the process stays, time passes), a clock that is set wrong and right again."""
    chance = random.Random(seed)
    found = [Event(at=_somewhen(chance, days), kind="door") for _ in range(days * DOORS_A_DAY)]
    found += [Event(at=_somewhen(chance, days), kind="sleep", seconds=7200) for _ in range(max(1, SLEEPS * days // 366))]
    for number in range(max(2, SETS * days // 366)):
        at = _somewhen(chance, days)
        shift = SHIFTS[number % len(SHIFTS)]
        found.append(Event(at=at, kind="shift", seconds=shift))
        found.append(Event(at=at + timedelta(seconds=chance.randrange(1800, 90_000)), kind="shift", seconds=0))
    return sorted(found, key=lambda event: event.at)


def kills(seed: int, days: int, count: int) -> Sequence[datetime]:
    """From when on a life is to end; a fifth of them in the nights of the clock change, on 29 February and at the end of the year."""
    chance = random.Random(seed + 1)
    special = [day for day in NIGHTS if BEGIN.date() < day < BEGIN.date() + timedelta(days=days)]
    found = []
    for number in range(count):
        if special and number % 5 == 0:
            day = special[number // 5 % len(special)]
            at = datetime.combine(day, time(chance.choice((1, 2, 12)), chance.choice((29, 59))), tzinfo=ZONE)
            found.append(at + timedelta(seconds=chance.randrange(120)))
        else:
            found.append(_somewhen(chance, days))
    return sorted(found)


def _somewhen(chance: random.Random, days: int) -> datetime:
    """Half of them near a full or half hour, where most is due."""
    at = BEGIN + timedelta(seconds=chance.randrange(60, days * 86_400 - 60))
    if chance.random() < 0.5:
        at = at.replace(minute=chance.choice((0, 30)), second=chance.randrange(3))
    return max(at, BEGIN + timedelta(minutes=1))
