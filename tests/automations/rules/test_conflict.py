"""Two automations that are at odds."""

from dataclasses import replace
from datetime import date, time
from datetime import datetime as DateTime

from hypothesis import given
from hypothesis import strategies as st

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison
from yamori.automations.rules.conflict import contradict, loop
from yamori.automations.trigger import At, Becomes, Recurring, Slot, Trigger
from yamori.domain.language import Language

NOW = DateTime.fromisoformat("2026-03-05T18:00:00+09:00")


def made(trigger: Trigger, device: str, command: str) -> Automation:
    arguments = {"devices": [device], "capability": "switch", "command": command}
    call = Call(agent="iot", tool="control_devices", arguments=arguments, text=command)
    return Automation(id=command, owner="ann", triggers=(trigger,), actions=(call,), origin="so", language=Language.ENGLISH, created=NOW)


def at(rule: str, hour: int) -> Recurring:
    return Recurring(slots=(Slot(rule=rule, at=time(hour)),), starts=date(2026, 3, 5))


def on(device: str) -> Becomes:
    return Becomes(test=Comparison(path=f"{device}.main.switch.switch", value="on"))


def test_opposite_commands_at_the_same_time_of_a_shared_day_contradict() -> None:
    one, other = made(at("FREQ=DAILY", 7), "blind", "open"), made(at("FREQ=WEEKLY;BYDAY=MO,TU", 7), "blind", "close")
    assert contradict(one, other, NOW) and contradict(other, one, NOW)
    assert not contradict(one, made(at("FREQ=DAILY", 8), "blind", "close"), NOW)
    assert not contradict(one, made(at("FREQ=DAILY", 7), "lamp", "close"), NOW)
    weekend = made(at("FREQ=WEEKLY;BYDAY=SU", 7), "blind", "close")
    assert not contradict(made(at("FREQ=WEEKLY;BYDAY=MO", 7), "blind", "open"), weekend, NOW)


def test_a_moment_contradicts_what_comes_again_just_then() -> None:
    once = made(At(moment=DateTime.fromisoformat("2026-03-06T07:00:00+09:00")), "blind", "close")
    daily, mondays = made(at("FREQ=DAILY", 7), "blind", "open"), made(at("FREQ=WEEKLY;BYDAY=MO", 7), "blind", "open")
    assert contradict(once, daily, NOW) and contradict(daily, once, NOW) and not contradict(once, mondays, NOW)


def test_two_that_wait_for_what_the_other_does_may_go_on_for_ever() -> None:
    assert loop(made(on("lamp"), "fan", "on"), made(on("fan"), "lamp", "on"))
    assert not loop(made(on("lamp"), "fan", "on"), made(on("fan"), "radio", "on"))


@given(st.sampled_from(["lamp", "fan"]), st.sampled_from(["on", "off"]), st.sampled_from(["lamp", "fan"]))
def test_nothing_contradicts_itself_under_another_name(device: str, command: str, watched: str) -> None:
    one = made(on(watched), device, command)
    assert not contradict(one, replace(one, id="another"), NOW)
