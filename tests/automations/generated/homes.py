"""A small home of readings for tests of generated conditions."""

from datetime import UTC, datetime, timedelta, timezone

from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.readable import Readable, ReadingType
from yamori.automations.generated.snapshot import Held, Snapshot
from yamori.domain.values import Value

TOKYO = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 26, 23, 30, tzinfo=TOKYO)
"""A Thursday."""
A, B, DOOR, LAMP, COUNT = "a.main.t.v", "b.main.t.v", "door.main.contact.state", "lamp.main.light.on", "n.main.c.n"
HOME = (
    Readable(path=A, label="Warm shelf (Den)", type=ReadingType.NUMBER, unit="°C"),
    Readable(path=B, label="Cool shelf (Attic)", type=ReadingType.NUMBER, unit="°C"),
    Readable(path=DOOR, label="Hatch (Attic)", type=ReadingType.TEXT, values=("open", "closed")),
    Readable(path=LAMP, label="Basking lamp (Den)", type=ReadingType.FLAG),
    Readable(path=COUNT, label="Visits (Den)", type=ReadingType.INTEGER),
)
VALUES: dict[str, Value] = {A: 24.5, B: 18.0, DOOR: "open", LAMP: True, COUNT: 4}


def snapshot(now: datetime = NOW, *, minutes: float = 30.0, **changed: Value) -> Snapshot:
    """The values above, each held for so many minutes; `changed` names them as `a`, `b`, `door`, `lamp` or `count`."""
    short = {"a": A, "b": B, "door": DOOR, "lamp": LAMP, "count": COUNT}
    values = VALUES | {short[name]: value for name, value in changed.items()}
    return Snapshot(now=now, readings={path: Held(value=value, since=now - timedelta(minutes=minutes)) for path, value in values.items()})


def condition(source: str, *paths: str) -> GeneratedCondition:
    return GeneratedCondition(words="whatever was said", source=source, paths=paths or tuple(VALUES))


HONEST = condition(f'def condition() -> bool:\n    return reading("{A}") > reading("{B}")\n', A, B)
MORNING = datetime(2026, 11, 29, 7, 15, tzinfo=UTC)
"""A Sunday."""
