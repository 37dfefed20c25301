"""Automations of the engine as the page shows them. Pure; `automation_page` calls it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from hashlib import sha256

from yamori.agents.iot.rules.watch.events import ending_values
from yamori.agents.iot.rules.words import lexicon
from yamori.automations.action import Call
from yamori.automations.approving import unapproved
from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison, Not, Operator
from yamori.automations.document import to_document
from yamori.automations.firing import Firing
from yamori.automations.retelling import retold
from yamori.automations.state import AutomationState
from yamori.automations.trigger import (
    At,
    Becomes,
    Ends,
    Every,
    Forecast,
    Generated,
    Recurring,
    Slot,
    Sun,
    SunEvent,
    Trigger,
    comparisons_of,
)
from yamori.domain.capability import Capability
from yamori.domain.errors import InvalidRequest
from yamori.web.automation_port import (
    AutomationSeen,
    Coming,
    DaysSet,
    FiringSeen,
    IntervalSet,
    Kind,
    MomentSet,
    SkipSeen,
    SunSet,
    TimeSet,
)

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_A_WEEK = tuple(range(7))


IsEnd = Callable[[Comparison], bool]
"""Whether a comparison is one with the end of something that runs."""


def automation_seen(automation: Automation, state: AutomationState, fired: Firing | None, now: datetime, *, ends: IsEnd) -> AutomationSeen:
    zone = now.tzinfo
    assert zone is not None
    last, skip = state.last_fired, state.last_skipped
    moments = moments_of(automation, state)
    return AutomationSeen(
        id=automation.id,
        says=retold(automation, now),
        origin=automation.origin,
        kind=kind_of(automation.triggers[0], ends),
        enabled=automation.enabled,
        why_off=automation.disabled_reason.value if automation.disabled_reason is not None else None,
        waits=unapproved(automation),
        approved=tuple(a.text for a in automation.actions if isinstance(a, Call) and a.risky and a.may_run),
        last=last.astimezone(zone) if last is not None else None,
        next=min(moments).astimezone(zone) if moments else None,
        fired=firing_seen(fired, zone) if fired is not None else None,
        skipped=SkipSeen(at=skip.at.astimezone(zone), known=skip.known) if skip is not None and (last is None or skip.at > last) else None,
        skipped_days=tuple(day for day in state.skipped_days if day >= now.date()),
        times=times_of(automation, zone),
        version=version_of(automation),
    )


def moments_of(automation: Automation, state: AutomationState) -> list[datetime]:
    """When its triggers come next, and when what is true now has been so for long enough."""
    if not automation.enabled:
        return []
    return [at for known in state.triggers if (at := known.due or known.deadline) is not None]


def coming_of(automation: Automation, state: AutomationState, now: datetime) -> Coming | None:
    # When a forecast or a generated condition is looked at, nothing may come of it.
    places = [
        (at, trigger)
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
        if (at := known.due or known.deadline) and not isinstance(trigger, Forecast | Generated)
    ]
    if not places or not automation.enabled:
        return None
    at, trigger = min(places, key=lambda place: place[0])
    counting = isinstance(trigger, At | Every | Becomes | Ends)
    return Coming(automation=automation.id, says=retold(automation, now), at=at.astimezone(now.tzinfo), counting=counting)


def firing_seen(firing: Firing, zone: tzinfo) -> FiringSeen:
    return FiringSeen(
        at=firing.due.astimezone(zone),
        status=firing.status.value,
        cause=firing.cause.kind,
        readings=firing.cause.readings,
        text=firing.text,
    )


def kind_of(trigger: Trigger, ends: IsEnd) -> Kind:
    match trigger:
        case At():
            return Kind.ONCE
        case Recurring() | Every():
            return Kind.RECURRING
        case Sun():
            return Kind.SUN
        case Ends():
            return Kind.END
        case Becomes(test=test) if all(map(ends, comparisons_of(test))) and not isinstance(test, Not):
            return Kind.END
        case Becomes() | Generated() | Forecast():
            return Kind.CHANGE


def is_end(comparison: Comparison, capabilities: Mapping[str, Capability]) -> bool:
    """Whether a reading is waited for that says of something that runs (a wash) that it has come to its end."""
    capability, _, attribute = comparison.path.split(".", 2)[-1].rpartition(".")
    described = capabilities.get(capability)
    if described is None or attribute not in described.attributes or comparison.operator not in (Operator.IS, Operator.IN):
        return False
    ending = ending_values(described.attributes[attribute], lexicon())
    wanted = comparison.value if isinstance(comparison.value, list) else [comparison.value]
    return bool(ending) and all(value in ending for value in wanted)


def version_of(automation: Automation) -> str:
    """Changes with everything but whether it is on."""
    document = {k: v for k, v in to_document(automation).items() if k not in ("enabled", "disabled_reason")}
    written = json.dumps(document, sort_keys=True, ensure_ascii=False)
    return sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def times_of(automation: Automation, zone: tzinfo) -> tuple[TimeSet, ...]:
    """What a form can change; places are `trigger` or `trigger.slot`."""
    found: list[TimeSet] = []
    for number, trigger in enumerate(automation.triggers):
        place = str(number)
        match trigger:
            case At():
                found.append(MomentSet(place=place, at=trigger.moment.astimezone(zone)))
            case Recurring():
                found += [
                    DaysSet(place=f"{place}.{n}", at=slot.at, days=_weekdays(slot.rule), rule=slot.rule)
                    for n, slot in enumerate(trigger.slots)
                ]
            case Every():
                found.append(IntervalSet(place=place, minutes=max(round(trigger.seconds / 60), 1)))
            case Sun():
                found.append(SunSet(place=place, event=trigger.event.value, minutes=round(trigger.offset_seconds / 60)))
            case _:
                pass
    return tuple(found)


def with_time(automation: Automation, new: TimeSet, now: datetime) -> tuple[int, Trigger]:
    """Which trigger is to be another one, and that one. Raises `InvalidRequest`."""
    place, _, slot = new.place.partition(".")
    number = int(place) if place.isascii() and place.isdigit() and len(place) < 3 else -1
    trigger = automation.triggers[number] if 0 <= number < len(automation.triggers) else None
    match trigger, new:
        case At(), MomentSet():
            if new.at <= now:
                raise InvalidRequest(f"{new.at:%Y-%m-%d %H:%M} is over already", where="past")
            return number, At(moment=new.at)
        case Recurring(), DaysSet() if slot.isascii() and slot.isdigit() and int(slot) < len(trigger.slots):
            return number, replace(trigger, slots=_with_slot(trigger.slots, int(slot), new))
        case Every(), IntervalSet():
            return number, Every(seconds=new.minutes * 60, start=now)
        case Sun(), SunSet():
            return number, Sun(event=SunEvent(new.event), offset_seconds=new.minutes * 60)
    raise InvalidRequest(f"there is no such time to change: {new.place!r}", where="version")


def _with_slot(slots: Sequence[Slot], number: int, new: DaysSet) -> tuple[Slot, ...]:
    rule = slots[number].rule
    if new.days and _weekdays(rule):
        codes = ",".join(_CODES[day] for day in sorted(set(new.days)))
        rule = "FREQ=DAILY" if sorted(set(new.days)) == list(_A_WEEK) else f"FREQ=WEEKLY;BYDAY={codes}"
    return tuple(Slot(rule=rule, at=new.at) if n == number else slot for n, slot in enumerate(slots))


def _weekdays(rule: str) -> tuple[int, ...]:
    """Of a rule that is every day, or days of every week; empty for any other."""
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    frequency, listed = parts.pop("FREQ", ""), parts.pop("BYDAY", "")
    if parts.pop("INTERVAL", "1") != "1" or parts.keys() - {"WKST"}:
        return ()
    codes = listed.split(",") if listed else []
    if frequency == "DAILY" and not codes:
        return _A_WEEK
    if frequency == "WEEKLY" and codes and set(codes) <= set(_CODES):
        return tuple(sorted(_CODES.index(code) for code in codes))
    return ()
