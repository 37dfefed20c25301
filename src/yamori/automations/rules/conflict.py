"""Whether two automations are at odds: at the same moment they want something else of one device, or each sets the other off. Pure.

`tools` asks when one is made, so that it can be said; nothing is forbidden.
"""

from collections.abc import Iterable
from datetime import datetime, tzinfo

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.trigger import At, Becomes, Recurring, Sun, Trigger, trigger_paths

_WEEK = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_EVERY_DAY = frozenset(_WEEK)


def contradict(one: Automation, other: Automation, now: datetime) -> bool:
    """Both are set off by the same, or at the same moment of the clock that `now` shows, and one wants of a device what the other does
    not."""
    zone = now.tzinfo
    together = any(_coincide(a, b) or _falls_on(a, b, zone) or _falls_on(b, a, zone) for a in one.triggers for b in other.triggers)
    return together and any(_differ(a, b) for a in _calls(one) for b in _calls(other))


def loop(one: Automation, other: Automation) -> bool:
    """What each does is what the other waits for."""
    return bool(_acted_on(one) & _watched(other)) and bool(_acted_on(other) & _watched(one))


def _coincide(a: Trigger, b: Trigger) -> bool:
    match a, b:
        case (At(), At()) | (Sun(), Sun()):
            return a == b
        case Recurring(), Recurring():
            return any(s.at == t.at and _days(s.rule) & _days(t.rule) for s in a.slots for t in b.slots)
        case Becomes(), Becomes():
            return a.test == b.test
        case _:
            return False


def _falls_on(once: Trigger, again: Trigger, zone: tzinfo | None) -> bool:
    """Whether a moment is one of those at which something comes again."""
    if not isinstance(once, At) or not isinstance(again, Recurring):
        return False
    local = once.moment.astimezone(zone)
    day = _WEEK[local.weekday()]
    return local.date() >= again.starts and any(
        (slot.at.hour, slot.at.minute) == (local.hour, local.minute) and day in _days(slot.rule) for slot in again.slots
    )


def _days(rule: str) -> frozenset[str]:
    """The weekdays of a rule; every one where it names none."""
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    named = parts.get("BYDAY", "")
    return frozenset(day[-2:] for day in named.split(",")) if named else _EVERY_DAY


def _calls(automation: Automation) -> Iterable[Call]:
    return (action for action in automation.actions if isinstance(action, Call))


def _devices(call: Call) -> frozenset[str]:
    named = call.arguments.get("devices")
    return frozenset(str(device) for device in named) if isinstance(named, list | tuple) else frozenset()


def _differ(a: Call, b: Call) -> bool:
    same = bool(_devices(a) & _devices(b)) and a.arguments.get("capability") == b.arguments.get("capability")
    wanted = [(call.arguments.get("command"), call.arguments.get("arguments") or {}) for call in (a, b)]
    return same and wanted[0] != wanted[1]


def _acted_on(automation: Automation) -> frozenset[str]:
    return frozenset(device.partition("/")[0] for call in _calls(automation) for device in _devices(call))


def _watched(automation: Automation) -> frozenset[str]:
    return frozenset(path.partition(".")[0] for trigger in automation.triggers for path in trigger_paths(trigger))
