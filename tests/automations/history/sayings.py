"""What the tests of the history say: readings, entries and timelines, in a few words."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from yamori.automations.history import Interval, Timeline
from yamori.automations.history.entry import Entry, entry_of
from yamori.automations.history.moments import to_millis
from yamori.domain.receipt import Reading
from yamori.domain.values import Value

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
MIDNIGHT = NOW.replace(hour=0)
TODAY = Interval(start=MIDNIGHT, end=MIDNIGHT + timedelta(days=1))
YESTERDAY = Interval(start=MIDNIGHT - timedelta(days=1), end=MIDNIGHT)
DOOR = "hall_door.main.contactSensor.contact"
HEATER = "heater.main.switch.switch"
ROOM = "sensor.main.temperatureMeasurement.temperature"


def reading(path: str, value: Value, at: datetime, *, unit: str | None = None) -> Reading:
    device, component, capability, attribute = path.split(".")
    return Reading(device=device, component=component, capability=capability, attribute=attribute, value=value, at=at, unit=unit)


def entries(path: str, said: Iterable[tuple[datetime, Value]], *, unit: str | None = None) -> list[Entry]:
    return [entry_of(reading(path, value, at, unit=unit)) for at, value in said]


def at(hour: int, minute: int = 0, *, days_ago: int = 0) -> datetime:
    return MIDNIGHT + timedelta(hours=hour, minutes=minute) - timedelta(days=days_ago)


def line(points: Sequence[tuple[int, Value]], *, start: int, end: int) -> Timeline:
    """The timeline between two moments, cut out of all points that there are, by milliseconds."""
    earlier = [value for moment, value in points if moment < start]
    known = [value for value in earlier if value is not None]
    inside = [(moment, value) for moment, value in points if start <= moment < end]
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert to_millis(epoch) == 0
    return Timeline(
        path=ROOM,
        start=epoch + timedelta(milliseconds=start),
        end=epoch + timedelta(milliseconds=end),
        before=earlier[-1] if earlier else None,
        known_before=known[-1] if known else None,
        moments=[moment for moment, _ in inside],
        values=[value for _, value in inside],
    )
