"""A rule is ended by saying loosely what is to be done no more; that is never an order, nor something new."""

import pytest
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_later_gone_on_about import gone_on
from tests.apps.test_scenes import Talk


@pytest.mark.parametrize(
    ("rule", "end"),
    [
        ("every evening at nine turn on the bathroom fan", "you can stop turning the bathroom fan on in the evenings"),
        ("every morning at eight open the living room blinds", "there's no need to open the living room blinds in the mornings any more"),
        ("毎晩9時に浴室の換気扇をつけて", "夜の換気扇、もうつけなくて大丈夫"),
        ("毎朝8時にリビングのブラインドを開けて", "朝のブラインド、もう開けなくていい"),
    ],
)
async def test_a_rule_that_is_called_loosely_is_ended(rule: str, end: str) -> None:
    async with demo() as household:
        await gone_on(household, rule)
        await told(household, end)
        assert await household.automations() == [] and await commands(household) == []


@pytest.mark.parametrize("end", ["stop opening the living room blinds in the mornings", "朝のブラインド、もう開けなくていい"])
async def test_without_such_a_rule_nothing_is_set_up_or_done_and_another_rule_stays(end: str) -> None:
    async with demo() as household:
        await told(household, "every evening at nine close the living room blinds")
        assert await told(household, end) in (
            "I found nothing like that set up, so I changed nothing.",
            "そのような設定は見つからないため、何も変更していません。",
        )
        assert len(await household.automations()) == 1 and await commands(household) == []


async def test_of_two_rules_the_one_that_is_meant_is_asked_for() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("every morning at seven open the bedroom blinds")
        await talk.says("every morning at eight open the living room blinds")
        asked = await talk.turn("you can stop opening the blinds in the mornings")
        assert len(asked["waiting"]["options"]) == 2
        await talk.says("the bedroom blinds")
        assert [row.text for row in await household.automations()] == ["Every day at 8:00 I will open the living room blinds."]


async def test_stopping_a_machine_in_the_evening_is_no_end_of_a_rule() -> None:
    async with demo() as household:
        await told(household, "stop the bathroom fan at nine in the evening")
        assert len(await household.automations()) == 1
