"""The keys of firings: the same occurrence has the same key whenever it is reckoned, and no two have the same."""

from datetime import UTC, datetime, timedelta, tzinfo
from hashlib import blake2b

from yamori.automations.automation import Automation
from yamori.automations.trigger import Sun, Timed


def firing_key(automation: Automation, trigger: int | None, occurrence: str) -> str:
    """Of one that was made again under an old id, other keys than the old one's."""
    place = "run" if trigger is None else str(trigger)
    return f"{automation.id}/{int(automation.created.timestamp())}/{place}/{occurrence}"


def moment_name(trigger: Timed, due: datetime, zone: tzinfo) -> str:
    """The sun's by its day, since the moment shifts with what is known of the place."""
    if isinstance(trigger, Sun):
        return f"{trigger.event.value}-{(due - timedelta(seconds=trigger.offset_seconds)).astimezone(zone):%Y%m%d}"
    return _stamp(due)


def missed_name(moment: str) -> str:
    """Its own key: a moment that a wrong clock made look missed can still come."""
    return f"{moment}-missed"


def edge_name(edges: int, at: datetime) -> str:
    """`edges` is counted by the state that is kept together with the firing; with the moment, also one of a lost count is unique."""
    return f"edge-{edges}-{_stamp(at)}"


def ending_name(what: str) -> str:
    """The end of something by its name, at a length that does not grow along a chain."""
    return f"end-{blake2b(what.encode('utf-8', 'surrogatepass'), digest_size=12).hexdigest()}"


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%S.%f}".removesuffix(".000000")
