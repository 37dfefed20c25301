"""What people want later, said to a whole household with its trained reader, on a clock that is moved; no language model answers."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import pytest
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.apps.homes import named_home
from yamori.evaluation.household import HouseholdSpec
from yamori.llm.scripted import ScriptedModels

EVENING = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@asynccontextmanager
async def demo() -> AsyncIterator[EvaluatedHousehold]:
    spec = HouseholdSpec(home="demo", now=EVENING)
    async with evaluated_household(named_home("demo"), spec, ScriptedModels({}), None) as household:
        yield household


async def told(household: EvaluatedHousehold, text: str) -> str:
    turn = await say(household.client, text)
    return str(turn["answer"] or turn["waiting"]["question"])


async def commands(household: EvaluatedHousehold) -> list[tuple[str, str]]:
    """Oldest first."""
    return [(r.command.device, r.command.name) for r in reversed(await household.ledger())]


@pytest.mark.parametrize(
    ("text", "said", "seconds", "done"),
    [
        ("turn the bedside lamp on in a quarter of an hour", "At 18:15 I will turn on the bedside lamp, in 15 minutes.", 900, "on"),
        ("40分後にキッチンの電気を消して", "18:40に、キッチンの明かりをオフにします（40分後）。", 2400, "off"),
        ("at half past nine tonight switch the kitchen light off", "At 21:30 I will turn off the kitchen light.", 12600, "off"),
    ],
)
async def test_an_action_for_later_is_said_back_and_done_once_at_its_moment(text: str, said: str, seconds: int, done: str) -> None:
    async with demo() as household:
        assert await told(household, text) == said
        await household.advance(seconds - 1)
        assert await commands(household) == []
        await household.advance(1)
        assert [command for _, command in await commands(household)] == [done]
        await household.advance(86_400)
        assert len(await commands(household)) == 1
        assert [a.active for a in await household.automations()] == [False]


async def test_what_comes_again_comes_again_until_it_is_removed() -> None:
    async with demo() as household:
        said = await told(household, "every day at eight in the evening close the living room blinds")
        assert said.startswith("Every day at 20:00 I will close the living room blinds")
        await household.advance(3 * 86_400)
        assert (await commands(household)) == [("living-room-blinds", "close")] * 3
        assert "Every day at 20:00" in await told(household, "what automations are there?")
        assert (await told(household, "delete the automation with the blinds")).startswith("Removed: Every day at 20:00")
        await household.advance(2 * 86_400)
        assert len(await commands(household)) == 3 and await household.automations() == []


@pytest.mark.parametrize(
    ("made", "said", "answer"),
    [
        ("every day at 7 am turn the coffee maker on", "no coffee tomorrow, just this once", "I leave it out tomorrow, once:"),
        ("毎朝7時にコーヒーメーカーをつけて", "明日だけコーヒーメーカーはお休みにして", "明日だけお休みにします："),
        ("every day at 7 am turn the coffee maker on", "skip the coffee maker tomorrow", "I leave it out tomorrow, once:"),
    ],
)
async def test_what_is_called_off_for_one_day_comes_again_afterwards(made: str, said: str, answer: str) -> None:
    async with demo() as household:
        await told(household, made)
        assert (await told(household, said)).startswith(answer)
        await household.advance(86_400)
        assert await commands(household) == []
        await household.advance(86_400)
        assert await commands(household) == [("coffee-maker", "on")]


async def test_a_day_that_was_left_out_can_be_taken_back() -> None:
    async with demo() as household:
        await told(household, "every day at 7 am turn the coffee maker on")
        turn = await say(household.client, "skip the coffee maker tomorrow")
        answer = (await say(household.client, "undo that", conversation=turn["conversation"]))["answer"]
        assert answer.startswith("It comes tomorrow after all: Every day at 7:00")
        await household.advance(86_400)
        assert await commands(household) == [("coffee-maker", "on")]


async def test_what_was_just_set_up_is_taken_back_and_nothing_that_was_done_before_it() -> None:
    async with demo() as household:
        await told(household, "turn the bedside lamp on")
        turn = await say(household.client, "in half an hour open the bedroom blinds")
        answer = (await say(household.client, "undo that", conversation=turn["conversation"]))["answer"]
        assert answer.startswith("Removed: At 18:30") and await household.automations() == []
        assert await commands(household) == [("bedside-lamp", "on")]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("in twenty minutes open the bedroom blinds", "make it half past eight instead", "At 20:30 I will open the bedroom blinds"),
        ("10分後に寝室のブラインドを開けて", "やっぱり30分後にして", "18:30に、寝室のブラインドを開けます"),
    ],
)
async def test_what_was_just_set_up_gets_another_moment(first: str, second: str, said: str) -> None:
    async with demo() as household:
        turn = await say(household.client, first)
        assert said in (await say(household.client, second, conversation=turn["conversation"]))["answer"]
        await household.advance(86_400)
        assert await commands(household) == [("bedroom-blinds", "open")]


async def test_what_is_set_up_is_ended_by_its_own_words_by_going_on_about_it_or_all_at_once() -> None:
    async with demo() as household:
        await told(household, "put the bedroom TV on at nine tonight")
        turn = await say(household.client, "every day at eight in the evening close the living room blinds")
        answer = (await say(household.client, "please cancel that", conversation=turn["conversation"]))["answer"]
        assert answer.startswith("Removed: Every day at 20:00")
        assert (await told(household, "remove the automation with the bedroom TV")).startswith("Removed: At 21:00")
        for text in ("in twenty minutes open the bedroom blinds", "half an hour from now switch the bathroom light on"):
            await told(household, text)
        assert (await told(household, "get rid of all the automations")).count("Removed: ") == 2
        await household.advance(86_400)
        assert await commands(household) == []


async def test_a_sentence_that_names_one_automation_or_something_else_leaves_the_others() -> None:
    async with demo() as household:
        await told(household, "every day at eight in the evening turn all the lights off")
        await told(household, "every day at nine in the evening close the living room blinds")
        await told(household, "put coffee with Tom on my calendar for tomorrow at nine")
        await told(household, "delete coffee with Tom tomorrow at nine")
        assert len(await household.automations()) == 2
        assert (await told(household, "remove the automation that turns all the lights off")).startswith("Removed: Every day at 20:00")
        assert [a.text.split(" I ")[0] for a in await household.automations()] == ["Every day at 21:00"]


async def test_a_new_moment_belongs_to_what_was_spoken_of_last() -> None:
    async with demo() as household:
        turn = await say(household.client, "in twenty minutes open the bedroom blinds")
        more = {"conversation": turn["conversation"]}
        await say(household.client, "put the dentist on my calendar tomorrow at three", **more)
        await say(household.client, "make it half past four instead", **more)
        assert [a.text for a in await household.automations()] == ["At 18:20 I will open the bedroom blinds."]


@pytest.mark.parametrize(
    ("made", "why", "said"),
    [
        ("switch the bathroom light on in ten minutes", "why did that happen?",
         "It ran at 18:10, because its time had come (“At 18:10 I will turn on"),
        ("10分後に浴室の電気をつけて", "どうしてそうなったの？", "18:10に、時刻になったため動きました（18:10に、浴室の"),
        ("tell me if the fridge is open for two minutes", "why did that go off?",
         "It ran at 18:02, because the fridge was open"),
        ("冷蔵庫が2分以上開いていたら教えて", "どうしてそうなったの？", "18:02に、冷蔵庫が開いていたため動きました"),
    ],
)  # fmt: skip
async def test_a_why_after_it_fired_is_answered_with_its_cause(made: str, why: str, said: str) -> None:
    async with demo() as household:
        conversation = (await say(household.client, made))["conversation"]
        assert "not run yet" in (await say(household.client, "why did that happen?", conversation=conversation))["answer"].replace(
            "まだ動いていません", "not run yet"
        )
        await household.set_state("fridge.main.contactSensor.contact", "open")
        await household.advance(700)
        assert (await say(household.client, why, conversation=conversation))["answer"].startswith(said)


async def test_a_why_that_names_a_device_is_answered_by_what_changed_it() -> None:
    async with demo() as household:
        conversation = (await say(household.client, "switch the bathroom light on in ten minutes"))["conversation"]
        await household.advance(600)
        answer = (await say(household.client, "why did the bathroom light come on?", conversation=conversation))["answer"]
        assert "because Aiko said “switch the bathroom light on in ten minutes”" in answer


async def test_what_is_wanted_for_a_time_begins_now_and_ends_by_itself() -> None:
    async with demo() as household:
        answer = await told(household, "switch the bathroom light on for twenty minutes")
        assert "At 18:20 I will turn off the bathroom light" in answer
        await household.advance(1199)
        assert await commands(household) == [("bathroom-light", "on")]
        await household.advance(1)
        assert await commands(household) == [("bathroom-light", "on"), ("bathroom-light", "off")]


async def test_what_is_risky_waits_for_an_ok_to_exactly_that_and_is_then_done_at_its_time() -> None:
    async with demo() as household:
        turn = await say(household.client, "unlock the front door at seven tonight")
        assert "At 19:00 I will unlock the front door lock" in turn["waiting"]["question"]
        await household.advance(1800)
        assert [a.active for a in await household.automations()] == [False]
        answered = await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": "yes, please"})
        assert answered.status_code == 202
        await ended(household, turn["turn"])
        await household.advance(1800)
        assert ("front-door-lock", "unlock") in await commands(household)
        assert (await household.snapshot())["front-door-lock.main.lock.lock"] == "unlocked"


async def test_what_is_risky_and_refused_is_forgotten() -> None:
    async with demo() as household:
        turn = await say(household.client, "unlock the front door at seven tonight")
        await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": "no"})
        assert "did not set that up" in (await ended(household, turn["turn"]))["answer"]
        assert await household.automations() == []


@pytest.mark.parametrize(
    "text",
    [
        "five minutes before my train turn the kitchen light off",
        "turn the kitchen light on until the guests are gone",
        "電車の10分前にキッチンの電気を消して",
    ],
)
async def test_what_hangs_on_something_unknown_sets_nothing_up_and_does_nothing(text: str) -> None:
    async with demo() as household:
        answer = await told(household, text)
        assert "nothing" in answer or "何も" in answer
        await household.advance(86_400)
        assert await commands(household) == [] and await household.automations() == []


async def test_a_day_without_a_time_is_asked_about() -> None:
    async with demo() as household:
        turn = await say(household.client, "tomorrow evening open the living room blinds")
        assert turn["waiting"]["question"] == "At what time?"
        await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": "at seven"})
        assert (await ended(household, turn["turn"]))["answer"].startswith("Tomorrow at 19:00 I will open the living room blinds")


async def test_neither_an_approval_nor_a_recipient_can_be_given_to_the_tool() -> None:
    unlock: dict[str, Any] = {
        "kind": "call",
        "agent": "iot",
        "tool": "control_devices",
        "arguments": {"devices": ["front-door-lock"], "capability": "lock", "command": "unlock"},
        "text": "unlock it",
        "risky": False,
        "approval": {"by": "aiko", "at": "2026-03-05T18:00:00+09:00", "digest": "0" * 64},
    }
    tell = {"kind": "notify", "person": "somebody else", "text": "hello"}
    body = {"triggers": [{"kind": "at", "moment": "2026-03-05T18:10:00+09:00"}], "actions": [unlock, tell], "origin": "by hand"}
    async with demo() as household:
        made = await household.client.post("/agents/automations/tools/add_automation", json=body)
        actions = made.json()["value"]["automation"]["document"]["actions"]
        assert actions[0]["approval"] is None and actions[1]["person"] == household.person
        await household.advance(600)
        assert (await household.snapshot())["front-door-lock.main.lock.lock"] == "locked"
        assert [n.person for n in await household.notices() if n.text == "hello"] == [household.person]


async def ended(household: EvaluatedHousehold, turn: str) -> Mapping[str, Any]:
    """The turn, once its answer was taken in."""
    async with household.client.stream("GET", f"/turns/{turn}/events") as events:
        async for line in events.aiter_lines():
            if line == "event: ended":
                break
    found: Mapping[str, Any] = (await household.client.get(f"/turns/{turn}")).json()
    return found


async def test_a_question_is_asked_when_its_moment_comes_and_its_answer_is_told() -> None:
    async with demo() as household:
        assert "22:00" in await told(household, "every evening at ten tell me which lights are on")
        await household.advance(86_400)
        assert ["lights" in n.text or "light" in n.text for n in await household.notices()] == [True]


@pytest.mark.parametrize("text", ["換気扇を15分だけつけて", "run the bathroom fan for just 15 minutes"])
async def test_what_is_wanted_for_just_so_long_begins_now_and_ends_by_itself(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        await household.advance(900)
        assert await commands(household) == [("bathroom-fan", "on"), ("bathroom-fan", "off")]
