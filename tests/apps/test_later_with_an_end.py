"""What is to begin later and to end, or to come again until a day; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo, told

HOUR = 3600


@pytest.mark.parametrize(
    "text",
    [
        "from seven to eight tonight turn on the floor lamp",
        "今夜7時から8時までフロアランプをつけて",
        "at seven turn the floor lamp on until eight",
    ],
)
async def test_a_beginning_and_an_end_are_both_kept(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        assert await commands(household) == []
        await household.advance(HOUR)
        assert await commands(household) == [("floor-lamp", "on")]
        await household.advance(HOUR)
        assert await commands(household) == [("floor-lamp", "on"), ("floor-lamp", "off")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "every evening at half past eight turn on the floor lamp until Saturday",
            "Every day at 20:30 I will turn on the floor lamp, until the end of Sat 7 Mar.",
        ),
        ("毎晩8時半に土曜までフロアランプをつけて", "毎日20:30に、フロアランプをオンにします。3月7日(土)の終わりまで続けます。"),
    ],
)
async def test_a_rule_until_a_day_ends_with_that_day(text: str, said: str) -> None:
    async with demo() as household:
        assert await told(household, text) == said
        await household.advance(6 * 86_400)
        assert len(await commands(household)) == 3 and [a.active for a in await household.automations()] == [False]
