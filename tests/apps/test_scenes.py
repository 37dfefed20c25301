"""Scenes and rituals, said to a whole household with its trained reader; no language model answers."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold


class Talk:
    """One conversation, said to the same endpoint whether a turn waits or not."""

    def __init__(self, household: EvaluatedHousehold, **who: str) -> None:
        self._client, self._who = household.client, {"person": "aiko", "conversation": "one", **who}
        self._waited: Counter[str] = Counter()

    async def says(self, text: str) -> str:
        turn = await self.turn(text)
        return str(turn["answer"] or turn["waiting"]["question"])

    async def turn(self, text: str) -> Mapping[str, Any]:
        """The turn at its end, or where it waits again."""
        id = (await self._client.post("/turns", json={"text": text, **self._who})).json()["turn"]
        waits = 0
        async with asyncio.timeout(120), self._client.stream("GET", f"/turns/{id}/events") as events:
            async for line in events.aiter_lines():
                waits += line == "event: waiting"
                if line == "event: ended" or waits > self._waited[id]:
                    break
        self._waited[id] = waits
        return cast(Mapping[str, Any], (await self._client.get(f"/turns/{id}")).json())


async def state(household: EvaluatedHousehold, path: str) -> object:
    readings = await household.household.gate.snapshot(path.split(".")[0])
    return next(reading.value for reading in readings if reading.path == path)


@pytest.mark.parametrize(
    ("said", "yes", "asks", "done"),
    [
        ("right, we're off to bed", "yes", "For “good night” I would turn off", "Good night!"),
        ("もう寝るね", "はい", "「おやすみ」では次のことをします", "おやすみなさい。"),
    ],
)
async def test_a_ritual_is_shown_first_and_run_at_once_after_one_yes(said: str, yes: str, asks: str, done: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        first = await talk.turn(said)
        assert asks in first["waiting"]["question"] and len(first["waiting"]["approvals"]) == 1
        assert await commands(household) == []
        assert (await talk.says(yes)).startswith(done)
        assert await state(household, "kitchen-light.main.switch.switch") == "off"
        await talk.says("turn on the kitchen light")
        again = await talk.turn(said)
        assert again["waiting"] is None and again["answer"].startswith(done)
        assert await state(household, "kitchen-light.main.switch.switch") == "off"


async def test_a_good_night_tells_what_is_open_and_unlocked_and_changes_nothing_after_a_no() -> None:
    async with demo() as household:
        await household.set_state("front-door-sensor.main.contactSensor.contact", "open")
        await household.set_state("front-door-lock.main.lock.lock", "unlocked")
        talk = Talk(household)
        asked = await talk.says("good night")
        assert "The front door sensor is open." in asked and "The front door lock is unlocked." in asked
        assert await talk.says("no") == "All right, I left everything as it is."
        assert await commands(household) == []
        assert "“good night”" in await talk.says("good night")
        await talk.says("no")
        third = await talk.turn("good night")
        assert third["waiting"] is None and "The front door lock is unlocked." in third["answer"]
        assert "I would turn off" in await talk.says("run the good night scene")
        assert await commands(household) == []


async def test_what_is_not_known_is_said_to_be_unknown() -> None:
    async with demo() as household:
        await household.set_state("front-door-lock.main.lock.lock", None)
        assert "I don't know whether the front door lock is locked." in await Talk(household).says("I'm leaving")


async def test_a_run_is_undone_as_a_whole() -> None:
    async with demo() as household:
        talk = Talk(household)
        before = {r.path: r.value for r in await household.household.gate.snapshot()}
        await talk.says("good night")
        await talk.says("yes")
        await talk.says("undo that")
        assert {r.path: r.value for r in await household.household.gate.snapshot()} == before


async def test_not_that_one_asks_once_brings_it_back_and_changes_the_scene() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("good night")
        await talk.says("yes")
        asked = await talk.says("not the bedside lamp")
        assert asked == "Shall I put the bedside lamp back as before, and leave it out of “good night” from now on?"
        assert await state(household, "bedside-lamp.main.switch.switch") == "off"
        await talk.says("yes")
        assert await state(household, "bedside-lamp.main.switch.switch") == "on"
        await talk.says("good night")
        assert await state(household, "bedside-lamp.main.switch.switch") == "on"


async def test_a_proposal_is_corrected_before_it_is_agreed_to() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("おやすみ")
        asked = await talk.says("ベッドサイドランプは消さないで")
        assert "おやすみ" in asked and "ベッドサイドランプ、" not in asked.partition("次のことをします")[2]
        assert await commands(household) == []
        await talk.says("はい")
        assert await state(household, "bedside-lamp.main.switch.switch") == "on"


@pytest.mark.parametrize(
    ("save", "saved", "run"),
    [
        ("remember this as siesta", "I saved the scene “siesta”", "siesta, please"),
        ("今の状態を昼寝として保存して", "シーン「昼寝」を保存しました", "昼寝のシーンにして"),
    ],
)
async def test_the_present_state_of_a_room_is_kept_under_a_name_and_comes_back(save: str, saved: str, run: str) -> None:
    async with demo() as household:
        talk = Talk(household, room="bedroom")
        assert saved in await talk.says(save)
        await talk.says("turn off the bedside lamp")
        await talk.says("open the bedroom blinds")
        await talk.says(run)
        assert await state(household, "bedside-lamp.main.switchLevel.level") == 40
        assert await state(household, "bedside-lamp.main.switch.switch") == "on"
        assert await state(household, "bedroom-blinds.main.windowShadeLevel.shadeLevel") == 0
        assert await state(household, "kitchen-light.main.switch.switch") == "on"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        ("make a scene called elevenses that turns on the coffee maker and the kitchen light", "elevenses"),
        ("when I say elevenses, turn on the coffee maker", "elevenses"),
        ("お茶の時間というシーンを作って、コーヒーメーカーをつけて", "お茶の時間"),
        ("お茶の時間って言ったらコーヒーメーカーをつけて", "お茶の時間"),
    ],
)
async def test_a_scene_is_made_by_saying_what_it_does(make: str, said: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(make)
        assert await commands(household) == []
        await talk.says(said)
        assert ("coffee-maker", "on") in await commands(household)


async def test_scenes_are_listed_explained_renamed_and_removed() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("when I say elevenses, turn on the coffee maker")
        assert "elevenses: turn on the coffee maker" in await talk.says("which scenes are there?")
        assert await talk.says("what does elevenses do?") == "“elevenses” does this: turn on the coffee maker."
        assert await talk.says("rename elevenses to tea break") == "“elevenses” is called “tea break” now."
        assert await talk.says("delete the tea break scene") == "I removed the scene “tea break”."
        assert await talk.says("undo that") == "The scene “tea break” is as it was before."
        assert "tea break" in await talk.says("which scenes are there?")


async def test_what_unlocks_is_approved_at_the_gate_each_time_and_refused_to_a_guest() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("make a scene called delivery: unlock the front door and turn on the entrance light")
        for _ in range(2):
            turn = await talk.turn("delivery")
            assert [a["shows"] for a in turn["waiting"]["approvals"]] == ["Front door lock: unlock"]
            await talk.says("no")
        guest = await say(household.client, "delivery", conversation="two", person="tom")
        assert guest["waiting"]["approvals"][0]["pin"]
        assert await state(household, "front-door-lock.main.lock.lock") == "locked"


async def test_a_guest_cannot_remove_what_somebody_else_agreed_to() -> None:
    async with demo() as household:
        await Talk(household).says("when I say elevenses, turn on the coffee maker")
        said = (await say(household.client, "remove the elevenses scene", conversation="two", person="tom"))["answer"]
        assert "Only whoever made the scene" in said
        assert "elevenses" in await Talk(household).says("which scenes are there?")


async def test_an_automation_runs_a_scene_that_was_agreed_to_and_no_other() -> None:
    async with demo() as household:
        talk = Talk(household)
        assert "never agreed to" in await talk.says("at ten do good night") and await household.automations() == []
        await talk.says("good night")
        await talk.says("yes")
        await talk.says("turn on the kitchen light")
        assert await talk.says("at nine do good night") == "At 21:00 I will run the scene “good night”."
        await household.advance(3 * 3600)
        assert await state(household, "kitchen-light.main.switch.switch") == "off"


@pytest.mark.parametrize("said", ["good night, but don't turn off the bedside lamp", "おやすみ、ベッドサイドランプは消さないで"])
async def test_what_is_left_out_once_stays_in_the_scene(said: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("good night")
        await talk.says("yes")
        await talk.says("turn on the bedside lamp and the kitchen light")
        await talk.says(said)
        assert await state(household, "bedside-lamp.main.switch.switch") == "on"
        assert await state(household, "kitchen-light.main.switch.switch") == "off"
        await talk.says("good night")
        assert await state(household, "bedside-lamp.main.switch.switch") == "off"


async def test_a_scene_is_replaced_only_after_a_yes() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("when I say elevenses, turn on the coffee maker")
        assert "There is a scene “elevenses” already." in await talk.says("when I say elevenses, turn on the desk lamp")
        await talk.says("no")
        assert "coffee maker" in await talk.says("what does elevenses do?")
        await talk.says("when I say elevenses, turn on the desk lamp")
        await talk.says("yes")
        assert "desk lamp" in await talk.says("what does elevenses do?")


async def test_a_device_that_has_gone_is_told_and_the_rest_is_done() -> None:
    async with demo() as household:
        tools = household.household.scenes
        await Talk(household).says("when I say elevenses, turn on the coffee maker")
        (scene,) = await tools.store.all()
        calls = tuple(replace(c, arguments={**c.arguments, "devices": ["coffee-maker", "sold-lamp"]}) for c in scene.calls)
        await tools.store.put(replace(scene, calls=calls))
        said = await Talk(household).says("elevenses")
        assert "The coffee maker is on now." in said and "1 of its devices is no longer in this home" in said


async def test_a_mood_that_nobody_named_is_not_guessed() -> None:
    async with demo() as household:
        assert "I don't know which scene you mean" in await Talk(household).says("party mode")
        assert await commands(household) == []


async def test_the_page_shows_scenes_and_rituals_and_runs_only_what_was_agreed_to() -> None:
    from yamori.apps.scene_port import HouseholdScenes
    from yamori.domain.language import Language

    async with demo() as household:
        await Talk(household).says("when I say elevenses, turn on the coffee maker")
        page = HouseholdScenes(household.household.scenes, household.clock)
        shown = {view.name: view for view in await page.scenes(Language.ENGLISH)}
        assert shown["elevenses"].agreed and shown["elevenses"].says == "turn on the coffee maker"
        assert not shown["good night"].agreed and "lock the front door lock" in shown["good night"].says
        assert "Nobody agreed" in await page.run("good_night", "aiko", "tap-1", Language.ENGLISH, seen="turn on a lamp")
        assert await page.run(shown["elevenses"].id, "aiko", "tap-2", Language.ENGLISH) == "The coffee maker is on now."
        await page.run(shown["elevenses"].id, "aiko", "tap-2", Language.ENGLISH)
        assert await commands(household) == [("coffee-maker", "on")]


async def test_a_ritual_that_was_seen_and_agreed_to_on_the_page_is_run_once_and_kept() -> None:
    from yamori.apps.scene_port import HouseholdScenes
    from yamori.domain.language import Language

    async with demo() as household:
        page = HouseholdScenes(household.household.scenes, household.clock)
        shown = {view.id: view for view in await page.scenes(Language.JAPANESE)}["film"]
        said = await page.run("film", "aiko", "tap-1", Language.JAPANESE, seen=shown.says)
        await page.run("film", "aiko", "tap-1", Language.JAPANESE, seen=shown.says)
        assert "テレビ" in said and [kept.kind for kept in await household.household.scenes.store.all()] == ["film"]
        done = await commands(household)
        assert ("living-room-tv", "on") in done and len(done) == len(set(done))
        assert {view.name: view.agreed for view in await page.scenes(Language.ENGLISH)}["film"]
