"""Whoever makes a rule hears that somebody else's wants the opposite, and nothing of what that person said."""

import pytest
from tests.apps.test_automations import demo, told
from tests.apps.test_household import say


@pytest.mark.parametrize(
    ("first", "second", "own", "others"),
    [
        (
            "every day at eight in the evening close the living room blinds",
            "every day at eight in the evening open the living room blinds",
            "another one wants the opposite at the same moment: “Every day at 20:00 I will close the living room blinds",
            "an automation of somebody else wants the opposite of the same device at the same moment",
        ),
        (
            "毎晩8時にリビングのブラインドを閉めて",
            "毎晩8時にリビングのブラインドを開けて",
            "同じときに逆の動作をする自動化があります：「毎日20:00に、リビングのブラインドを閉めます",
            "ほかの人の自動化に、同じときに同じ機器を逆に動かすものがあります。",
        ),
    ],
)
async def test_a_rule_of_somebody_else_is_not_quoted(first: str, second: str, own: str, others: str) -> None:
    async with demo() as household:
        said = await told(household, first)
        turn = await say(household.client, second, person="kenji")
        answer = str(turn["answer"] or turn["waiting"]["question"])
        assert others in answer and said.rstrip(".。") not in answer
        assert own in await told(household, second)
