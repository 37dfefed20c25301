"""Our triggers as Home Assistant's, with the conditions that one of them may need."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison, leaves_of
from yamori.automations.home_assistant.conditions import bound_of, check_clock, clock, entity_of, states_of
from yamori.automations.home_assistant.days import days_condition
from yamori.automations.home_assistant.literals import without_not
from yamori.automations.home_assistant.port import HomeAssistantHome
from yamori.automations.home_assistant.reasons import Reason, Remark, Unsayable
from yamori.automations.home_assistant.templates import GONE, template_of
from yamori.automations.home_assistant.written import Part, WrittenTrigger
from yamori.automations.trigger import At, Becomes, Ends, Every, Forecast, Generated, Recurring, Sun, SunEvent, Trigger

_SENSORS = {SunEvent.DAWN: "sensor.sun_next_dawn", SunEvent.NOON: "sensor.sun_next_noon", SunEvent.DUSK: "sensor.sun_next_dusk"}
_NOT_BACK: Part = {
    "condition": "template",
    "value_template": f"{{{{ trigger.from_state is not defined or trigger.from_state.state not in {list(GONE)} }}}}",
}
"""A device that comes back is as it was, for all that is known: that fires nothing. Where a person runs it there is no `from_state`."""


def triggers_of(trigger: Trigger, automation: Automation, home: HomeAssistantHome, zone: str) -> list[WrittenTrigger]:
    """One of ours, which may be several there. `zone`: the household's. Raises `Unsayable`."""
    match trigger:
        case At():
            return [_moment(trigger, home)]
        case Recurring():
            check_clock(home, zone)
            return _slots(trigger, automation, zone)
        case Every():
            return [_interval(trigger)]
        case Sun():
            return [_sun(trigger, home)]
        case Becomes():
            return [_becomes(trigger, home)]
        case Ends():
            raise Unsayable(Reason.ENDS)
        case Generated():
            raise Unsayable(Reason.CODE)
        case Forecast():
            raise Unsayable(Reason.WEATHER)
        case _:
            raise Unsayable(Reason.OTHER)


def _moment(trigger: At, home: HomeAssistantHome) -> WrittenTrigger:
    at = trigger.moment.astimezone(ZoneInfo(home.timezone))
    day: Part = {"condition": "template", "value_template": f"{{{{ now().date().isoformat() == '{at:%Y-%m-%d}' }}}}"}
    return WrittenTrigger(part={"trigger": "time", "at": clock(at.time())}, guards=(day,))


def _slots(trigger: Recurring, automation: Automation, zone: str) -> list[WrittenTrigger]:
    created = automation.created.astimezone(ZoneInfo(zone)).date()
    return [
        WrittenTrigger(part={"trigger": "time", "at": clock(slot.at)}, guards=days_condition(slot.rule, trigger.starts, created))
        for slot in trigger.slots
    ]


def _interval(trigger: Every) -> WrittenTrigger:
    """Looked at once a minute, at the second at which it began."""
    if trigger.seconds % 60:
        raise Unsayable(Reason.INTERVAL)
    begins = int(trigger.start.timestamp())
    part: Part = {"trigger": "time_pattern", "seconds": begins % 60}
    passed = f"((as_timestamp(now()) | int - {begins}) // 60) % {trigger.seconds // 60} == 0"
    if trigger.seconds == 60:
        return WrittenTrigger(part=part)
    return WrittenTrigger(part=part, guards=({"condition": "template", "value_template": f"{{{{ {passed} }}}}"},))


def _sun(trigger: Sun, home: HomeAssistantHome) -> WrittenTrigger:
    if trigger.event in (SunEvent.SUNRISE, SunEvent.SUNSET):
        part: Part = {"trigger": "sun", "event": trigger.event.value}
        if trigger.offset_seconds:
            sign, length = ("-" if trigger.offset_seconds < 0 else ""), abs(trigger.offset_seconds)
            part["offset"] = f"{sign}{length // 3600:02}:{length // 60 % 60:02}:{length % 60:02}"
        return WrittenTrigger(part=part)
    if trigger.offset_seconds:
        raise Unsayable(Reason.TWILIGHT)
    if not home.has(sensor := _SENSORS[trigger.event]):
        raise Unsayable(Reason.NO_SUN, sensor)
    return WrittenTrigger(part={"trigger": "time", "at": sensor})


def _becomes(trigger: Becomes, home: HomeAssistantHome) -> WrittenTrigger:
    test = without_not(trigger.test)
    remarks = (Remark.MARGIN,) if any(isinstance(leaf, Comparison) and leaf.margin for leaf in leaves_of(test)) else ()
    hold: Part = {"for": _length(trigger.for_seconds)} if trigger.for_seconds else {}
    if isinstance(test, Comparison):
        reading = home.reading(test.path)
        where = entity_of(reading)
        if (bound := bound_of(test, reading)) is not None:
            part: Part = {"trigger": "numeric_state", **where, **bound, **hold}
            return WrittenTrigger(part=part, guards=(_NOT_BACK,), remarks=remarks)
        states = states_of(test, reading)
        if states is not None and len(states) == 1 and reading.attribute is None:
            return WrittenTrigger(part={"trigger": "state", **where, "not_from": list(GONE), "to": states[0], **hold}, remarks=remarks)
    template: Part = {"trigger": "template", "value_template": template_of(test, home), **hold}
    return WrittenTrigger(part=template, guards=(_NOT_BACK,), remarks=remarks)


def _length(seconds: int) -> Part:
    left = timedelta(seconds=seconds)
    parts = {"days": left.days, "hours": left.seconds // 3600, "minutes": left.seconds // 60 % 60, "seconds": left.seconds % 60}
    return {name: count for name, count in parts.items() if count}
