"""The past of a whole household, asked for in sentences, on a clock that is moved; no language model answers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.apps.homes import named_home
from yamori.apps.household import run_household
from yamori.automations.history import Interval
from yamori.domain.clock import SetClock
from yamori.evaluation.household import HouseholdSpec
from yamori.llm.scripted import ScriptedModels
from yamori.web.automation_port import BackTestSeen

EVENING = datetime.fromisoformat("2026-03-05T18:00:00+09:00")
FRIDGE = "fridge.main.contactSensor.contact"
LAMP = "desk-lamp.main.switch.switch"
WARMTH = "living-room-climate-sensor.main.temperatureMeasurement.temperature"


@asynccontextmanager
async def lived_in() -> AsyncIterator[EvaluatedHousehold]:
    """A day and an hour after an evening with some life in it."""
    spec = HouseholdSpec(home="demo", now=EVENING)
    async with evaluated_household(named_home("demo"), spec, ScriptedModels({}), None) as household:
        for agent in household.household.agents.values():
            await agent.policy.prepare()
        await household.set_state(LAMP, "on")
        await household.set_state(WARMTH, 24.5)
        await household.advance(3600)
        for _ in range(2):
            await household.set_state(FRIDGE, "open")
            await household.advance(30)
            await household.set_state(FRIDGE, "closed")
            await household.advance(570)
        await household.set_state(LAMP, "off")
        await household.set_state(WARMTH, 18.5)
        await household.advance(86_400 - 1200)
        yield household


async def told(household: EvaluatedHousehold, text: str) -> str:
    turn = await say(household.client, text)
    return str(turn["answer"] or turn["waiting"]["question"])


ANSWERS = [
    ("for how long was the desk lamp on yesterday?", "The desk lamp was on for 1 hour and 20 minutes yesterday."),
    ("デスクランプは昨日どのくらいの時間ついてた？", "昨日、デスクランプがついていたのは1時間20分です。"),
    ("how often did somebody open the fridge yesterday?", "The fridge was opened twice yesterday: 19:00 and 19:10."),
    ("昨日、冷蔵庫は何回開けた？", "昨日、冷蔵庫は2回開きました（19:00、19:10）。"),
    ("when was the fridge open the last time?", "The fridge was last open yesterday at 19:10, for 30 seconds."),
    ("最後に冷蔵庫が開いたのは何時？", "冷蔵庫が最後に開いていたのは昨日の19:10から30秒です。"),
    (
        "was the desk lamp on yesterday evening?",
        "Yes, the desk lamp was on yesterday evening, for 1 hour and 20 minutes: from 18:00 to 19:20.",
    ),
    ("was the fridge open this morning?", "No, the fridge was not open this morning."),
    (
        "how warm did it get in the living room yesterday?",
        "The highest temperature of the living room climate sensor yesterday was 24.5 °C, at 18:00.",
    ),
    ("昨日のリビングで一番低い温度は？", "昨日のリビングの温湿度計の最低温度は18.5度でした（19:20）。"),
    ("since when has the desk lamp been off?", "The desk lamp has been off since yesterday at 19:20, for 23 hours and 40 minutes."),
]  # fmt: skip


async def test_a_question_about_the_past_is_answered_from_what_was_kept_and_one_about_now_with_how_it_is() -> None:
    async with lived_in() as household:
        for asked, answer in ANSWERS:
            assert answer in await told(household, asked), asked
        assert "off" in await told(household, "is the desk lamp on?")
        assert await household.ledger() == []


async def test_of_a_time_before_the_history_it_says_since_when_there_is_one() -> None:
    async with lived_in() as household:
        assert await told(household, "how long was the desk lamp on last week?") == (
            "I have kept readings of the desk lamp only since yesterday at 18:00, so I can't say."
        )
        assert (await told(household, "デスクランプは昨日どのくらいの時間ついてた？")).endswith("記録があるのは昨日の18:00からです。")


async def test_a_thing_that_is_not_there_has_no_past() -> None:
    async with lived_in() as household:
        answer = await told(household, "how long was the sauna on yesterday?")
        assert "sauna" in answer and "so I can't say how it was" in answer


async def test_of_several_that_could_be_meant_the_one_that_is_named_then_is_told() -> None:
    async with lived_in() as household:
        turn = await say(household.client, "昨日テレビはどれくらいついてた？")
        assert turn["waiting"]["options"] == ["リビングのテレビ", "寝室のテレビ"]


async def test_an_automation_that_goes_on_says_how_often_it_would_have_fired() -> None:
    async with lived_in() as household:
        made = await told(household, "whenever the fridge opens, tell me")
        assert made.endswith("It would have run twice since Thu 18:00, when my readings begin: Thu 19:00, Thu 19:10.")
        (row,) = await household.automations()
        tested = await household.household.back_tests.back_test(row.id, 7)
        assert isinstance(tested, BackTestSeen) and [f"{at:%d %H:%M}" for at in tested.times] == ["05 19:00", "05 19:10"]
        assert tested.since == EVENING


async def test_the_tool_answers_a_model_that_calls_it_itself() -> None:
    async with lived_in() as household:
        body = {"asks": "duration", "readings": [LAMP], "states": ["on"], "start": "2026-03-05T18:30", "end": "2026-03-05T19:30"}
        answer = await household.client.post("/agents/iot/tools/look_back", json=body)
        assert answer.json()["value"]["seconds"] == 50 * 60
        wrong = await household.client.post("/agents/iot/tools/look_back", json={**body, "readings": ["desk-lamp.main.switch.swich"]})
        assert wrong.status_code == 422 and LAMP in wrong.text


async def test_what_was_heard_is_there_after_a_restart_and_nothing_where_it_is_switched_off(tmp_path: Path) -> None:
    home, clock = named_home("demo"), SetClock(EVENING)
    async with run_household(home, data=tmp_path, clock=clock, models=ScriptedModels({})) as household:
        await household.gate.set(LAMP, "on")
        clock.advance(timedelta(minutes=10))
        await household.gate.set(LAMP, "off")
    clock.advance(timedelta(minutes=1))
    async with run_household(home, data=tmp_path, clock=clock, models=ScriptedModels({})) as household:
        now = clock.now()
        kept = await household.history.timelines([LAMP], Interval(start=EVENING, end=now), now=now)
        assert kept is not None and "on" in kept[LAMP].values
    async with run_household(home, data=tmp_path / "other", clock=clock, models=ScriptedModels({}), history=None) as household:
        assert not household.history.is_kept and not (tmp_path / "other" / "history.sqlite3").exists()
        assert await household.history.timelines([LAMP], Interval(start=EVENING, end=now), now=now) is None
