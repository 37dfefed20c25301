"""What waits for the end of a timer of the schedule: it goes where the timer goes, and falls with it; no language model answers."""

from datetime import timedelta

import pytest
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_later_gone_on_about import gone_on


@pytest.mark.parametrize(
    ("timer", "then", "cancelled"),
    [
        ("set a timer for twenty minutes", "when the timer is done, turn the floor lamp on", "cancel the timer"),
        ("20分のタイマーをセットして", "タイマーが鳴ったらフロアランプをつけて", "タイマー止めて"),
    ],
)
async def test_what_follows_a_timer_falls_with_it_and_its_owner_is_told_once(timer: str, then: str, cancelled: str) -> None:
    async with demo() as household:
        await gone_on(household, timer, then, cancelled)
        await household.advance(3600)
        assert await commands(household) == []
        assert len(await household.notices()) == 1 and [a.active for a in await household.automations()] == [False]


async def test_what_follows_a_timer_happens_once_at_its_end_wherever_that_was_moved() -> None:
    async with demo() as household:
        said = await gone_on(household, "set a timer for twenty minutes", "when the timer is done, turn the floor lamp on")
        assert said == "When the timer (until 18:20) is up, I will turn on the floor lamp."
        timer = (await household.household.schedule.reminders.waiting(person=household.person))[0]
        await household.household.schedule.reminders.snooze(timer.id, timedelta(minutes=5), person=household.person, key="later")
        await household.advance(25 * 60 - 1)
        assert await commands(household) == []
        await household.advance(86_400)
        assert await commands(household) == [("floor-lamp", "on")] and [a.active for a in await household.automations()] == [False]


async def test_what_follows_a_timer_waits_again_once_its_cancelling_is_taken_back() -> None:
    async with demo() as household:
        await gone_on(household, "set a timer for twenty minutes", "when the timer is done, turn the floor lamp on")
        await gone_on(household, "cancel the timer", "undo that")
        await household.advance(20 * 60)
        assert await commands(household) == [("floor-lamp", "on")]


async def test_being_told_of_a_timer_without_a_name_says_that_it_is_up() -> None:
    async with demo() as household:
        await told(household, "set a timer for five minutes")
        await told(household, "let me know when the timer is done")
        await household.advance(300)
        assert "The timer is up." in [n.text for n in await household.notices()]


@pytest.mark.parametrize(
    "sentence", ["set a timer for twenty minutes, and when it's done turn the floor lamp on", "20分測って、終わったらフロアランプをつけて"]
)
async def test_what_is_said_to_follow_a_timer_in_the_same_sentence_waits_for_its_end(sentence: str) -> None:
    async with demo() as household:
        await told(household, sentence)
        await household.advance(20 * 60 - 1)
        assert await commands(household) == []
        await household.advance(60)
        assert await commands(household) == [("floor-lamp", "on")]


async def test_what_follows_a_length_waits_so_long() -> None:
    async with demo() as household:
        await told(household, "give it an hour, then turn the floor lamp on")
        await household.advance(3599)
        assert await commands(household) == []
        await household.advance(60)
        assert await commands(household) == [("floor-lamp", "on")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wake me at 5:50 and then turn the bathroom light on", "at 5:50 I will turn on the bathroom light."),
        ("wake me at 5:50 and turn the bathroom light on", "at 5:50 I will turn on the bathroom light."),
        ("5時50分に起こして、そのあと浴室の電気もつけて", "5:50に、浴室の明かりをオンにします。"),
        ("5時50分に起こして、浴室の電気もつけて", "5:50に、浴室の明かりをオンにします。"),
    ],
)
async def test_what_is_said_behind_an_alarm_is_done_with_it(text: str, said: str) -> None:
    async with demo() as household:
        assert said in await told(household, text)
        assert await commands(household) == []


async def test_what_is_said_to_be_done_now_beside_an_alarm_is_done_now() -> None:
    async with demo() as household:
        await told(household, "wake me at 5:50 and turn the entrance light on now")
        assert len(await commands(household)) == 1 and not await household.automations()
