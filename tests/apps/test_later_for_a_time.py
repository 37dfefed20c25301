"""What is wanted for a time whenever something happens: it is said with its end, and ends by itself."""

import pytest
from tests.apps.test_automations import commands, demo, ended, told
from tests.apps.test_household import say
from tests.apps.test_later_gone_on_about import sensed
from tests.apps.test_scenes import Talk

MOTION = "den-motion.main.motionSensor.motion"


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        (
            "when there is motion in the den, turn the porch light on for five minutes",
            "When the den motion sensor detects motion, I will turn on the porch light.",
            "5 minutes after I turn on the porch light, I will turn off the porch light.",
        ),
        (
            "turn the porch light on for five minutes when there is motion in the den",
            "When the den motion sensor detects motion, I will turn on the porch light.",
            "5 minutes after I turn on the porch light, I will turn off the porch light.",
        ),
        (
            "書斎で動きを感知したら玄関の明かりを5分間つけて",
            "玄関の明かりをオンにします。",
            "玄関の明かりをオンにしてから5分後に、玄関の明かりをオフにします。",
        ),
    ],
)
async def test_it_ends_so_long_after_it_last_happened(text: str, first: str, end: str) -> None:
    async with sensed() as household:
        await household.set_state(MOTION, "inactive")
        said = await told(household, text)
        assert first in said and said.endswith(end)
        for value in ("active", "inactive"):
            await household.set_state(MOTION, value)
        await household.advance(200)
        await household.set_state(MOTION, "active")
        await household.advance(299)
        assert {name for _, name in await commands(household)} == {"on"}
        await household.advance(1)
        assert (await commands(household))[-1] == ("porch-light", "off")
        await household.advance(3600)
        assert [name for _, name in await commands(household)].count("off") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "turn on the porch light every day at 7:00 am for half an hour",
            "Every day at 7:00 I will turn on the porch light. "
            "30 minutes after I turn on the porch light, I will turn off the porch light.",
        ),
        (
            "毎朝7時に30分間玄関の明かりをつけて",
            "毎日7:00に、玄関の明かりをオンにします。玄関の明かりをオンにしてから30分後に、玄関の明かりをオフにします。",
        ),
    ],
)
async def test_it_begins_and_ends_each_day(text: str, said: str) -> None:
    async with sensed() as household:
        assert await told(household, text) == said
        await household.advance(13 * 3600 + 1799)  # 7:29:59
        assert await commands(household) == [("porch-light", "on")]
        await household.advance(86_401)
        assert [name for _, name in await commands(household)] == ["on", "off", "on", "off"]


@pytest.mark.parametrize(
    ("made", "ask", "move", "said", "end", "gone"),
    [
        (
            "every day at seven in the morning turn the porch light on for half an hour",
            "what automations are there?",
            "make it half past eight instead",
            "8:30 I will turn on",
            "30 minutes after",
            "remove all automations",
        ),
        (
            "毎朝7時に玄関の明かりを30分つけて",
            "どんな自動化がある？",
            "やっぱり8時半にして",
            "8:30に、玄関の明かりをオンにします",
            "オンにしてから30分後に",
            "自動化を全部消して",
        ),
    ],
)
async def test_it_is_one_thing_to_list_to_move_and_to_remove(made: str, ask: str, move: str, said: str, end: str, gone: str) -> None:
    async with sensed() as household:
        talk = Talk(household)
        await talk.says(made)
        moved = await talk.says(move)
        assert said in moved and end in moved
        assert len(await household.automations()) == 2
        listed = await told(household, ask)
        assert said in listed and listed.count("\n- ") == 1 and end in listed
        await told(household, gone)
        assert await household.automations() == []


async def test_how_it_will_be_before_is_not_known_and_so_nothing_is_set_up() -> None:
    async with sensed() as household:
        text = "when there is motion in the den set the den heater to 23 for an hour"
        assert "I cannot tell how things are to be set back afterwards" in await told(household, text)
        assert await household.automations() == []


async def test_what_is_risky_is_agreed_to_together_with_its_end_or_not_at_all() -> None:
    text = "unlock the front door at seven tonight for ten minutes"
    for answer, left in (("no", 0), ("yes", 2)):
        async with demo() as household:
            turn = await say(household.client, text)
            shown = str(turn["waiting"])
            assert "unlock the front door" in shown and "10 minutes after" in shown
            await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": answer})
            await ended(household, turn["turn"])
            assert len([row for row in await household.automations() if row.active]) == left
