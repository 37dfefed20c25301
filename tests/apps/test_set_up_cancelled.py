"""What was just set up is taken back by a sentence that names nothing, whoever of the agents did it; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_later_gone_on_about import gone_on


@pytest.mark.parametrize(
    ("first", "cancelled", "answer"),
    [
        ("set a timer for ten minutes", "cancel that", "Cancelled"),
        ("10分のタイマーをかけて", "取り消して", "取り消しました"),
        ("remind me tomorrow at eight to call the bank", "stop that", "Call the bank"),
        ("every morning at seven turn on the floor lamp", "cancel that", "Removed: Every day at 7:00"),
        ("明日の朝7時にフロアランプをつけて", "それ、止めて", "フロアランプ"),
    ],
)
async def test_it_takes_back_what_the_last_turn_set_up_and_says_what(first: str, cancelled: str, answer: str) -> None:
    async with demo() as household:
        assert answer in await gone_on(household, first, cancelled)
        assert await household.automations() == [] and not (await household.schedule_rows()).tasks
        assert await household.household.schedule.reminders.waiting(person=household.person) == ()
        assert await commands(household) == []


async def test_a_timer_that_was_corrected_goes_as_a_whole_and_the_lamp_beside_it_stays() -> None:
    async with demo() as household:
        await gone_on(household, "set a timer for twenty minutes", "make it twenty-five", "cancel that")
        assert await household.household.schedule.reminders.waiting(person=household.person) == ()
        said = await gone_on(household, "set a timer for ten minutes and turn on the floor lamp", "cancel that")
        assert said.endswith("Everything else stays as it is.")
        assert await commands(household) == [("floor-lamp", "on")]


async def test_a_plain_refusal_takes_back_what_was_set_up_and_what_was_done_beside_it() -> None:
    async with demo() as household:
        await gone_on(household, "set a timer for ten minutes and turn on the floor lamp", "no don't")
        assert await household.household.schedule.reminders.waiting(person=household.person) == ()
        assert await commands(household) == [("floor-lamp", "on"), ("floor-lamp", "off")]


async def test_where_nothing_was_set_up_it_asks_and_touches_nothing() -> None:
    async with demo() as household:
        assert "Which timer" in await gone_on(household, "cancel that")
        assert "どのタイマー" in await gone_on(household, "取り消して")
        assert await commands(household) == []


@pytest.mark.parametrize(
    ("first", "more", "minutes"),
    [
        ("set a timer for ten minutes", ["add two minutes"], 12),
        ("10分のタイマーをかけて", ["あと2分足して"], 12),
        ("set a timer for ten minutes", ["turn on the floor lamp", "give the timer five more minutes"], 15),
    ],
)
async def test_the_timer_that_runs_runs_for_longer(first: str, more: list[str], minutes: int) -> None:
    async with demo() as household:
        await gone_on(household, first, *more)
        timers = await household.household.schedule.reminders.waiting(person=household.person)
        assert [(t.due - household.now()).total_seconds() for t in timers if t.due] == [minutes * 60]


async def test_a_list_gets_what_is_put_on_it_again_and_again() -> None:
    async with demo() as household:
        said = await gone_on(household, "every Sunday at 18:00 put bin bags on my shopping list")
        assert "bin bags" in said and "18:00" in said
        assert not await household.household.schedule.routines.all(person=household.person)
        assert len(await household.automations()) == 1
        await household.advance(4 * 86_400)
        lists = await household.household.lists.store.everything()
        assert [item.name for one in lists for item in one.open_items] == ["bin bags"]


async def test_a_rule_of_which_the_end_is_not_understood_is_not_made() -> None:
    async with demo() as household:
        await gone_on(household, "日曜以降はもうしなくていいけど毎朝7時にフロアランプをつけて")
        assert await household.automations() == []
