"""A condition that is put as a question before an order is looked at, and what hangs on it is done only if it is so."""

import pytest
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_later_gone_on_about import sensed

SENSOR = "front-door-sensor.main.contactSensor.contact"


@pytest.mark.parametrize(
    "text",
    [
        "everybody is out? then turn the porch light on",
        "みんな留守？なら玄関の明かりをつけて",
        "みんな出かけた？それなら玄関の明かりつけて",
    ],
)
async def test_an_order_behind_a_question_about_the_people_is_carried_out_only_while_they_are_gone(text: str) -> None:
    async with sensed() as household:
        await household.set_state("jun-phone.main.presenceSensor.presence", "present")
        await told(household, text)
        assert await commands(household) == []
        await household.set_state("jun-phone.main.presenceSensor.presence", "not present")
        await told(household, text)
        assert await commands(household) == [("porch-light", "on")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("is the front door open? if so, put the floor lamp on", "No, that is not so at the moment."),
        (
            "玄関のドア、開いてる？だったらフロアランプつけて",
            "いいえ、今はそうではありません。",
        ),
    ],
)
async def test_what_is_not_so_is_told_and_what_is_so_is_acted_on(text: str, said: str) -> None:
    async with demo() as household:
        assert (await told(household, text)).startswith(said)
        assert await commands(household) == []
        await household.set_state(SENSOR, "open")
        await told(household, text)
        assert await commands(household) == [("floor-lamp", "on")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("are the neighbours asleep? then turn off the floor lamp", "Nothing in this home tells me that"),
        ("隣の人、寝てる？ならフロアランプ消して", "センサーが、この家にはありません"),
    ],
)
async def test_what_no_sensor_tells_is_said_and_nothing_is_done(text: str, said: str) -> None:
    async with demo() as household:
        assert said in await told(household, text)
        await household.set_state(SENSOR, None)
        await told(household, "is the front door open? then turn off the floor lamp")
        assert await commands(household) == [] and await household.automations() == []
