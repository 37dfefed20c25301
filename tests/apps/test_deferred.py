"""What is asked for later or on a condition is not done now, whoever would do it, and is said; the rest of the sentence is done."""

import pytest
from tests.apps.test_household import MORNING, living, say

LATER = (
    "could not work out when that should happen",
    "いつ、またはどんなときに行うのかが分からなかった",
    "so I set nothing up",
    "何も設定していません",
)


@pytest.mark.parametrize(
    "text",
    [
        "Whenever the dishwasher is running, turn on the kitchen light",
        "The next time someone opens the door, turn on the bedside lamp",
        "If it rains, close the living room blinds",
        "When Aiko comes home, turn on the kitchen light and unlock the front door",
        "Turn on the bedside lamp as soon as it gets dark",
        "Keep the kitchen light on until I come home",
        "Turn on the kitchen light unless it rains",
        "Turn on the kitchen light at sunset",
        "Turn on the kitchen light in 20 minutes",
        "雨が降ったら、リビングのブラインドを閉めて",
        "帰ったらキッチンの照明をつけて寝室の照明もつけて",
        "暗くなった時にキッチンの照明をつけて",
        "私が帰るまでキッチンの照明をつけておいて",
        "雨の場合はキッチンの照明をつけて",
        "洗濯が終わり次第キッチンの照明をつけて",
        "ドアが開くたびにキッチンの照明をつけて",
        "20分後にキッチンの照明をつけて",
    ],
)
async def test_nothing_is_done_now_that_is_asked_for_later(text: str) -> None:
    act = {"calls": [{"command": "switch.on", "target": "Kitchen light"}]}
    plan = {"tasks": [{"agent": "iot", "request": "turn on the kitchen light"}], "reply": ""}
    async with living(iot=[act] * 4, planner=[plan] * 4) as (household, client):
        before = await household.gate.snapshot()
        turn = await say(client, text)
        assert turn["status"] == "done" and any(later in turn["answer"] for later in LATER), turn["answer"]
        told = (await client.post("/agents/iot/chat", json={"text": text})).json()
        assert told["status"] == "failed" and any(later in told["text"] for later in LATER), told["text"]
        assert await household.gate.snapshot() == before


@pytest.mark.parametrize(
    ("text", "part", "done"),
    [
        ("Turn off the bedside lamp, and if it rains, close the blinds", "if it rains, close the blinds", "bedside-lamp"),
        ("Turn off the bedside lamp. When it gets dark turn on the TV.", "When it gets dark turn on the TV", "bedside-lamp"),
        (
            "寝室の照明をつけて、雨が降ったらリビングのブラインドを閉めて",
            "雨が降ったらリビングのブラインドを閉めて",
            "bedroom-ceiling-light",
        ),
    ],
)
async def test_what_does_not_hang_on_it_is_done_and_what_was_not_is_named(text: str, part: str, done: str) -> None:
    async with living() as (household, client):
        before = {r.path: r.value for r in await household.gate.snapshot()}
        turn = await say(client, text)
        assert part in turn["answer"] and any(later in turn["answer"] for later in LATER)
        after = {r.path: r.value for r in await household.gate.snapshot()}
        assert {p.split(".")[0] for p in after if after[p] != before[p]} == {done}


async def test_a_reminder_at_a_time_and_a_question_are_what_they_were() -> None:
    async with living() as (household, client):
        await say(client, "Remind me tomorrow at nine to call the plumber when he is back")
        (task,) = await household.schedule.tasks.everything()
        assert task.date is not None and task.date > MORNING.date()
        asked = await say(client, "When is the plumber?")
        assert not any(later in asked["answer"] for later in LATER)
