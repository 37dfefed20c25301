"""What people, homes and models may do wrong: the engine stays right, says so once, and goes on with the rest."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time, timedelta

import pytest
from tests.automations.fakes import DOOR, FakeEvaluator, FakePerformer, House, automation, call, notify

from yamori.automations.action import ActionResult, Ask, Call
from yamori.automations.automation import Automation, Disabled
from yamori.automations.condition import AnyOf, Comparison, Not, Operator
from yamori.automations.firing import Firing, FiringStatus
from yamori.automations.generated.condition import LONGEST_SOURCE, GeneratedCondition
from yamori.automations.life import Life
from yamori.automations.rules.looping import MOST
from yamori.automations.trigger import At, Becomes, Generated, Recurring, Slot
from yamori.domain.errors import Forbidden, InvalidRequest, NotFound

OPEN = Becomes(test=Comparison(path=DOOR, value=True))
SHUT = Becomes(test=Comparison(path=DOOR, value=False))
HEAT = "living.main.temperature.celsius"


@dataclass
class TouchingPerformer(FakePerformer):
    """Its actions move something that automations look at."""

    touch: Callable[[str], None] = lambda words: None

    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        is_new = key not in self.done
        result = await super().perform(action, key=key, automation=automation, firing=firing)
        if is_new and isinstance(action, Call):
            self.touch(action.text)
        return result


async def test_a_condition_that_is_always_true_never_becomes_so(house: House) -> None:
    house.evaluator = FakeEvaluator()
    await house.start()
    await house.change(20, HEAT)
    always = AnyOf(
        tests=(Comparison(path=HEAT, operator=Operator.ABOVE, value=0), Comparison(path=HEAT, operator=Operator.AT_MOST, value=0))
    )
    await house.engine.add(automation(house.clock, Becomes(test=always)))
    await house.engine.add(automation(house.clock, Becomes(test=always, for_seconds=60), id="a2"))
    await house.engine.add(automation(house.clock, Generated(id="g", paths=(HEAT,)), id="a3"))  # true above 10
    await house.engine.add(automation(house.clock, Becomes(test=Not(test=always)), id="never"))
    for value in (21, 35, 11, 90):
        await house.change(value, HEAT)
    for _ in range(30):
        house.clock.advance(minutes=1)
        await house.engine.settle()
    assert [firing.automation for firing in await house.engine.firings()] == ["a2"]  # whose wait began when it was made


async def test_a_reading_that_flaps_is_stopped_and_told_once_and_a_wait_over_it_never_ends(house: House) -> None:
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN))
    await house.engine.add(automation(house.clock, Becomes(test=Comparison(path=DOOR, value=True), for_seconds=30), id="a2"))
    for _ in range(3 * MOST):
        for value in (True, False):
            house.clock.advance(seconds=0.5)
            await house.change(value)
    assert len(house.performer.done) == MOST
    assert [one.disabled_reason for one in house.engine.all()] == [Disabled.LOOP, None]
    assert len(house.notices.told) == 1 and "more than 20 times in a minute" in house.notices.texts()[0]


async def test_one_that_sets_itself_off_is_stopped_and_told(house: House) -> None:
    def toggle(words: str) -> None:
        for value in (False, True):
            house.readings.report(DOOR, value)

    house.performer = TouchingPerformer(touch=toggle)
    await house.start()
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN))
    await house.engine.add(automation(house.clock, At(moment=house.clock.now() + timedelta(minutes=5)), id="a2", actions=[notify("on")]))
    await house.change(True)
    assert len(house.performer.done) == MOST
    assert house.engine.all()[0].disabled_reason is Disabled.LOOP
    house.clock.advance(minutes=5)
    await house.engine.settle()
    assert [text[:20] for text in house.notices.texts()] == ["I switched off “what", "on"]


async def test_two_that_undo_each_other_through_what_they_do_are_stopped_and_told(house: House) -> None:
    house.performer = TouchingPerformer(touch=lambda words: house.readings.report(DOOR, words == "open it"))
    await house.start()
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, actions=[call("shut it")]))
    await house.engine.add(automation(house.clock, SHUT, id="a2", actions=[call("open it")]))
    await house.change(True)
    assert [one.disabled_reason for one in house.engine.all()].count(Disabled.LOOP) == 1
    assert len(house.performer.done) <= 2 * MOST + 1 and len(house.notices.told) == 1


async def test_a_device_that_has_gone_fails_its_action_is_told_once_and_sets_nothing_off(house: House) -> None:
    house.performer.results["lamp"] = NotFound("the lamp is not there any more")
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, actions=[call("lamp"), call("fan")]))
    await house.engine.add(automation(house.clock, SHUT, id="a2", actions=[call("never")], life=Life(times=1)))
    for value in (True, None, True, None):
        await house.change(value)
    assert house.performer.did() == ["lamp", "fan"]
    assert house.notices.texts() == ["“what was said” did not work. the lamp is not there any more"]
    assert [one.enabled for one in house.engine.all()] == [True, True]


async def test_an_owner_who_left_may_nothing_and_is_not_tried_again(house: House) -> None:
    house.performer.results["unlock"] = Forbidden("nobody of this name lives here")
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, owner="gone", actions=[call("unlock", never_late=True)]))
    await house.engine.add(automation(house.clock, OPEN, id="a2", actions=[call("fan")]))
    await house.change(True)
    house.clock.advance(hours=1)
    await house.engine.settle()
    (failed,) = await house.engine.firings("a1")
    assert failed.status is FiringStatus.FAILED and len(house.performer.calls) == 2
    assert [person for person, _ in house.notices.told.values()] == ["gone"]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=DAILY;BYMONTH=13",
    ],
)
def test_a_day_that_no_year_has_is_refused(rule: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        Recurring(slots=(Slot(rule=rule, at=time(7)),), starts=date(2026, 11, 1))
    assert refused.value.where == "rule"


async def test_what_is_over_already_is_refused_and_nothing_is_kept(house: House) -> None:
    past = At(moment=house.clock.now() - timedelta(seconds=1))
    ended = Life(until=house.clock.now())
    for made in (automation(house.clock, past), automation(house.clock, OPEN, life=ended)):
        with pytest.raises(InvalidRequest) as refused:
            await house.engine.add(made)
        assert refused.value.where in ("triggers", "life.until")
    assert house.engine.all() == [] and list(await house.store.all()) == []


def test_generated_code_of_a_megabyte_is_refused_before_it_is_looked_at() -> None:
    body = "    x = 1\n" * 100_000
    with pytest.raises(InvalidRequest) as refused:
        GeneratedCondition(words="anything", source=f"def condition() -> bool:\n{body}    return True\n", paths=(HEAT,))
    assert refused.value.where == "code" and str(LONGEST_SOURCE) in str(refused.value)
