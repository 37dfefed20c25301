"""What was done with automations is taken back in the conversation; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_later_gone_on_about import gone_on

DAILY = "every morning at seven turn on the floor lamp"


@pytest.mark.parametrize(
    ("change", "undo", "answer"),
    [
        ("remove that automation", "undo that", "As it was before: Every day at 7:00 I will turn on the floor lamp."),
        ("switch that automation off", "undo that", "Switched on: Every day at 7:00 I will turn on the floor lamp."),
        ("make it half past seven", "undo that", "As it was before: Every day at 7:00 I will turn on the floor lamp."),
        ("その自動設定を削除して", "元に戻して", "元に戻しました："),
    ],
)
async def test_removing_switching_off_and_retiming_are_taken_back(change: str, undo: str, answer: str) -> None:
    async with demo() as household:
        assert (await gone_on(household, DAILY, change, undo)).startswith(answer)
        assert [a.active for a in await household.automations()] == [True]
        await household.advance(86_400)
        assert await commands(household) == [("floor-lamp", "on")]


async def test_what_is_switched_off_stays_in_the_list_and_does_nothing() -> None:
    async with demo() as household:
        assert (await gone_on(household, DAILY, "switch that automation off")).startswith("Switched off")
        await household.advance(86_400)
        assert await commands(household) == [] and [a.active for a in await household.automations()] == [False]


async def test_a_pair_that_was_removed_comes_back_whole() -> None:
    async with demo() as household:
        await gone_on(household, "at seven turn the floor lamp on for five minutes", "remove that automation", "undo that")
        await household.advance(2 * 3600)
        assert await commands(household) == [("floor-lamp", "on"), ("floor-lamp", "off")]
