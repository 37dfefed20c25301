"""Several times of one action are all kept in one automation, and an alarm stays an alarm."""

import pytest
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_scenes import state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "close the living room blinds at eight in the evening on weekdays and at nine in the evening on Sundays",
            "Every weekday at 20:00 and",
        ),
        (
            "On weekdays turn the bathroom fan on at 6:15 and on weekends at ten in the morning",
            "Every weekday at 6:15 and at weekends",
        ),
        ("平日は6時半、週末は10時に浴室の換気扇をつけて", "平日の6:30、週末の10:00に"),
        ("平日は朝7時に、日曜は朝9時に寝室の明かりをつけて", "平日の7:00、毎週日曜の9:00に"),
    ],
)
async def test_both_times_of_one_action_are_kept(text: str, said: str) -> None:
    async with demo() as household:
        assert (await told(household, text)).startswith(said)
        assert len(await household.automations()) == 1 and await commands(household) == []


async def test_two_actions_at_two_times_and_an_alarm_at_two_times_are_as_before() -> None:
    async with demo() as household:
        await told(household, "open the bedroom blinds at seven and close them at eight")
        assert len(await household.automations()) == 2
        await told(household, "wake me at seven on weekdays and at eight on Saturdays")
        assert len(await household.automations()) == 2


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (
            "turn the entrance light on every day at sunset and off at eleven",
            "Every day at sunset I will turn on the entrance light",
            "Every day at 23:00 I will turn off the entrance light.",
        ),
        (
            "at weekends turn the bathroom fan on at 9 in the morning and off at ten",
            "At weekends at 9:00 I will turn on the bathroom fan.",
            "At weekends at 10:00 I will turn off the bathroom fan.",
        ),
        ("turn the bathroom fan on at ten and off at two", "At 22:00 I will turn on", "Tomorrow at 2:00 I will turn off the bathroom fan."),
        (
            "暗くなったら寝室の電気をつけて、11時に消して。",
            "日暮れに、寝室のシーリングライトとベッドサイドランプを",
            "ベッドサイドランプをオフにします。",
        ),
        ("毎日日没に玄関の電気をつけて11時に消して", "毎日日の入りに、玄関の明かりをオンに", "毎日23:00に、玄関の明かりをオフにします。"),
    ],
)
async def test_what_is_taken_back_at_a_time_of_its_own_is_the_same_thing_on_the_same_days(text: str, first: str, second: str) -> None:
    async with demo() as household:
        said = await told(household, text)
        assert said.startswith(first) and said.endswith(second), said
        assert len(await household.automations()) == 2 and await commands(household) == []


@pytest.mark.parametrize(
    "text",
    [
        "when the front door opens turn the bathroom fan on and turn it off after ten minutes",
        "玄関のドアが開いたら浴室の換気扇つけて10分後に消して",
    ],
)
async def test_what_is_taken_back_after_a_while_counts_from_when_it_was_done(text: str) -> None:
    fan, door = "bathroom-fan.main.switch.switch", "front-door-sensor.main.contactSensor.contact"
    async with demo() as household:
        await household.set_state(door, "closed")
        await told(household, text)
        await household.advance(3600)
        assert await state(household, fan) == "off"
        await household.set_state(door, "open")
        assert await state(household, fan) == "on"
        await household.advance(590)
        assert await state(household, fan) == "on"
        await household.advance(20)
        assert await state(household, fan) == "off"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "every Saturday at ten start the robot vacuum unless somebody is in the living room",
            "On Saturdays at 10:00, if the living room motion sensor detects no motion, I will start the robot vacuum.",
        ),
        (
            "at nine tonight turn off the floor lamp if nobody is in the living room",
            "At 21:00, if the living room motion sensor detects no motion, I will turn off the floor lamp.",
        ),
    ],
)
async def test_a_condition_beside_a_moment_is_looked_at_then_and_not_now(text: str, said: str) -> None:
    async with demo() as household:
        assert (await told(household, text)).startswith(said[:40])
        assert len(await household.automations()) == 1 and await commands(household) == []
