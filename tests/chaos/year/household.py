"""The automations of the year, and at which moments of the house's clock they are due."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from tests.automations.fakes import DOOR, call, notify
from tests.chaos.year.script import BEGIN, ZONE

from yamori.automations.action import Action
from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison
from yamori.automations.life import ONCE
from yamori.automations.location import Location
from yamori.automations.sky.home import HomeSky
from yamori.automations.trigger import At, Becomes, Ends, Every, Recurring, Slot, Source, Sun, SunEvent, Trigger
from yamori.domain.language import Language

HOLD = timedelta(minutes=20)
SKY = HomeSky(Location(name="Berlin", latitude=52.52, longitude=13.405, timezone="Europe/Berlin"))
DANGEROUS = ("week", "night", "leap", "sunrise", "opened-danger")
"""Those that open or heat."""
_OPEN = Comparison(path=DOOR, value=True)
_STARTS = BEGIN.date()


def household() -> Sequence[Automation]:
    actions: dict[str, list[Action]] = {}
    for id in (*_timed(), *_changed()):
        dangerous = id in DANGEROUS
        actions[id] = [call(f"{id} first", never_late=dangerous)] + ([] if dangerous else [notify(f"{id} told"), call(f"{id} last")])
    return [
        Automation(
            id=id,
            owner="alex",
            triggers=(trigger,),
            actions=tuple(actions[id]),
            life=ONCE if id in ("once", "at") else Automation.life,
            origin=id,
            language=Language.ENGLISH,
            created=BEGIN,
        )
        for id, trigger in (_timed() | _changed()).items()
    ]


def _timed() -> Mapping[str, Trigger]:
    return {
        "week": _daily(Slot(rule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", at=time(7)), Slot(rule="FREQ=WEEKLY;BYDAY=SU", at=time(9))),
        "night": _daily(Slot(rule="FREQ=DAILY", at=time(2, 30))),
        "two": _daily(Slot(rule="FREQ=DAILY", at=time(2)), Slot(rule="FREQ=DAILY", at=time(3))),
        "leap": _daily(Slot(rule="FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", at=time(12, 30))),
        "month": _daily(Slot(rule="FREQ=MONTHLY;BYMONTHDAY=31", at=time(23, 59))),
        "every": Every(seconds=6 * 3600, start=BEGIN),
        "sunset": Sun(event=SunEvent.SUNSET, offset_seconds=-1800),
        "sunrise": Sun(event=SunEvent.SUNRISE),
        "at": At(moment=datetime(2028, 1, 17, 20, 15, tzinfo=ZONE)),
    }


def _changed() -> Mapping[str, Trigger]:
    return {
        "opened": Becomes(test=_OPEN),
        "opened-danger": Becomes(test=_OPEN),
        "once": Becomes(test=_OPEN),
        "held": Becomes(test=_OPEN, for_seconds=int(HOLD.total_seconds())),
        "after": Ends(source=Source.AUTOMATION, id="opened"),
    }


def due(end: datetime) -> Mapping[str, set[datetime]]:
    """Of those with moments, worked out day by day and apart from the engine."""
    utc = {
        "week": _days(lambda day: time(7) if day.weekday() < 5 else time(9) if day.weekday() == 6 else None, end),
        "night": _days(lambda day: time(2, 30), end),
        "two": _days(lambda day: time(2), end) | _days(lambda day: time(3), end),
        "leap": _days(lambda day: time(12, 30) if (day.month, day.day) == (2, 29) else None, end),
        "month": _days(lambda day: time(23, 59) if day.day == 31 else None, end),
        "every": {BEGIN.astimezone(UTC) + timedelta(hours=6) * n for n in range(1, 5 * 400)},
        "sunset": _suns(SunEvent.SUNSET, timedelta(minutes=-30), end),
        "sunrise": _suns(SunEvent.SUNRISE, timedelta(0), end),
        "at": {datetime(2028, 1, 17, 20, 15, tzinfo=ZONE).astimezone(UTC)},
    }
    return {id: {at for at in moments if BEGIN < at <= end} for id, moments in utc.items()}


def _daily(*slots: Slot) -> Recurring:
    return Recurring(slots=slots, starts=_STARTS)


def _days(at: Callable[[date], time | None], end: datetime) -> set[datetime]:
    """A time that the clocks skip is that much later, one that comes twice is the first: as Python reckons with `fold=0`."""
    found, day = set(), _STARTS
    while day <= end.date():
        if (clock := at(day)) is not None:
            found.add(datetime.combine(day, clock, tzinfo=ZONE).astimezone(UTC))
        day += timedelta(days=1)
    return found


def _suns(event: SunEvent, offset: timedelta, end: datetime) -> set[datetime]:
    found = set()
    at: datetime | None = BEGIN - timedelta(days=1)
    while at is not None and at <= end + timedelta(days=1):
        at = SKY.next(event, at)
        if at is not None:
            found.add(at.astimezone(UTC) + offset)
    return found
