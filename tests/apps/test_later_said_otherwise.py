"""Further sentences about later, said to a whole household with its trained reader; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo, ended, told
from tests.apps.test_household import say


@pytest.mark.parametrize(
    ("text", "answer", "said"),
    [
        ("close the bedroom blinds in a bit", "in half an hour", "At 18:30 I will close the bedroom blinds"),
        ("そのうち浴室の換気扇を止めて", "9時に", "21:00に、換気扇をオフにします"),
    ],
)
async def test_a_moment_that_is_not_named_is_asked_for_and_nothing_is_done_at_once(text: str, answer: str, said: str) -> None:
    async with demo() as household:
        turn = await say(household.client, text)
        assert turn["waiting"]["question"] in ("At what time?", "何時にしますか？")
        assert await commands(household) == []
        await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": answer})
        assert (await ended(household, turn["turn"]))["answer"].startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [("only on weekdays", "Every weekday at 8:00"), ("not on Sundays", "On Mondays, Tuesdays")],
)
async def test_what_comes_again_gets_other_days(text: str, said: str) -> None:
    async with demo() as household:
        turn = await say(household.client, "every day at eight in the morning turn the coffee maker on")
        assert (await say(household.client, text, conversation=turn["conversation"]))["answer"].startswith(said)
        assert len(await household.automations()) == 1


async def test_the_end_of_a_timer_is_a_moment_and_one_that_does_not_run_is_none() -> None:
    async with demo() as household:
        assert "nothing up" in await told(household, "when the timer is up, turn off the kitchen light")
        await told(household, "set a timer for 20 minutes")
        assert (await told(household, "when the timer is up, turn off the kitchen light")).startswith("When the timer (until 18:20) is up")
        await household.advance(1201)
        assert await commands(household) == [("kitchen-light", "off")]


async def test_two_that_want_the_opposite_at_one_moment_are_said_when_the_second_is_made() -> None:
    async with demo() as household:
        await told(household, "every weekday at seven in the morning open the bedroom blinds")
        assert "the opposite" in await told(household, "every day at seven in the morning close the bedroom blinds")


@pytest.mark.parametrize("text", ["leave the bathroom fan on until I'm back", "turn the kitchen light on yesterday at five"])
async def test_an_end_that_nothing_tells_and_a_moment_that_is_over_are_declined(text: str) -> None:
    async with demo() as household:
        assert "set nothing up" in await told(household, text)
        assert await commands(household) == [] and await household.automations() == []
