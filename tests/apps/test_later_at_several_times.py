"""Several times of one action are all kept in one automation, and an alarm stays an alarm."""

import pytest
from tests.apps.test_automations import commands, demo, told


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
