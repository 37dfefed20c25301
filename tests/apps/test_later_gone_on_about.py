"""What is said about an automation that was just made, and what ends by something that the home tells; no language model answers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.apps.test_automations import EVENING, commands, demo, ended, told
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.evaluation.household import HouseholdSpec
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

DOOR = "front-door-sensor.main.contactSensor.contact"


@asynccontextmanager
async def sensed() -> AsyncIterator[EvaluatedHousehold]:
    """A home whose people carry telephones that tell whether they are there."""
    home = load_home(Path(__file__).parent / "sensed.home.yaml")
    async with evaluated_household(home, HouseholdSpec(home="sensed", now=EVENING), ScriptedModels({}), None) as household:
        yield household


async def gone_on(household: EvaluatedHousehold, first: str, *more: str) -> str:
    """The last answer of a conversation."""
    turn = await say(household.client, first)
    for text in more:
        turn = await say(household.client, text, conversation=turn["conversation"])
    return str(turn["answer"] or turn["waiting"]["question"])


@pytest.mark.parametrize(
    "text",
    ["tell me when the front door opens", "let me know as soon as the front door is open", "教えて、玄関のドアが開いたら"],
)
async def test_a_notice_is_made_with_the_condition_behind_the_words_for_telling(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        assert [a.active for a in await household.automations()] == [True]


@pytest.mark.parametrize("text", ["tell me when the front door was opened last", "tell me if the front door is open"])
async def test_a_question_about_how_it_is_or_was_makes_no_notice(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        assert await household.automations() == []


@pytest.mark.parametrize(
    "text",
    [
        "if the front door opens or the doorbell rings, put the floor lamp on",
        "玄関のドアが開くかチャイムが鳴るかしたらフロアランプをつけて",
    ],
)
async def test_either_of_two_events_sets_one_automation_off(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        assert len(await household.automations()) == 1
        await household.set_state(DOOR, "open")
        await household.set_state("doorbell-camera.main.button.button", "pushed")
        assert await commands(household) == [("floor-lamp", "on")] * 2


async def test_of_two_machines_either_end_is_told_though_the_other_stands_still() -> None:
    async with demo() as household:
        await told(household, "when the washing machine or the dishwasher is done, tell me")
        await household.set_state("dishwasher.main.dishwasherOperatingState.machineState", "run")
        await household.set_state("dishwasher.main.dishwasherOperatingState.machineState", "stop")
        assert [n.text for n in await household.notices()] == ["The washing machine or the dishwasher is done."]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("when the front door opens, turn on the hall light", "no, the floor lamp"),
        ("玄関のドアが開いたら玄関の明かりをつけて", "フロアランプにして"),
    ],
)
async def test_another_thing_takes_the_place_of_the_one_in_the_automation(first: str, second: str) -> None:
    async with demo() as household:
        await gone_on(household, first, second)
        assert await commands(household) == [] and len(await household.automations()) == 1
        await household.set_state(DOOR, "open")
        assert await commands(household) == [("floor-lamp", "on")]


async def test_what_is_to_be_done_as_well_leaves_the_first_and_an_order_stays_an_order() -> None:
    async with demo() as household:
        await gone_on(household, "when the front door opens, turn on the hall light", "the floor lamp too")
        await household.set_state(DOOR, "open")
        assert await commands(household) == [("entrance-light", "on"), ("floor-lamp", "on")]
        await gone_on(household, "when the fridge opens, turn on the desk lamp", "turn on the bedroom light")
        assert (await commands(household))[-1] == ("bedroom-ceiling-light", "on")


async def test_of_two_actions_the_one_that_changes_is_asked_for_once() -> None:
    async with demo() as household:
        turn = await say(household.client, "every evening at nine close the living room blinds and switch off the floor lamp")
        turn = await say(household.client, "the desk lamp instead", conversation=turn["conversation"])
        assert turn["waiting"]["options"] == ["close the living room blinds", "turn off the floor lamp"]
        await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": "turn off the floor lamp"})
        answer = (await ended(household, turn["turn"]))["answer"]
        assert answer.startswith("Every day at 21:00 I will close the living room blinds and turn off the desk lamp.")


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("when the front door opens, turn on the hall light", "also tell me", "The front door sensor is open."),
        ("玄関のドアが開いたら玄関の明かりをつけて", "私にも知らせて", "玄関のドアが開いています。"),
    ],
)
async def test_being_told_as_well_is_added_to_what_was_set_up(first: str, second: str, said: str) -> None:
    async with demo() as household:
        await gone_on(household, first, second)
        await household.set_state(DOOR, "open")
        assert await commands(household) == [("entrance-light", "on")]
        assert [n.text for n in await household.notices()] == [said]


async def test_what_is_called_loosely_is_ended_and_the_machine_of_that_name_is_left_alone() -> None:
    async with demo() as household:
        assert (await gone_on(household, "毎朝7時にコーヒーメーカーをつけて", "コーヒーのやつ、やめて")).startswith("取り消しました")
        assert await household.automations() == [] and await commands(household) == []


@pytest.mark.parametrize(
    "text",
    ["close the living room blinds now, and open them again at seven", "リビングのブラインドを閉めて、7時にまた開けて"],
)
async def test_what_is_taken_back_later_is_done_now(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        await household.advance(3600)
        assert await commands(household) == [("living-room-blinds", "close"), ("living-room-blinds", "open")]


@pytest.mark.parametrize("text", ["leave the porch light on until I'm back", "帰ってくるまで玄関の明かりをつけておいて"])
async def test_an_end_that_a_sensor_tells_is_waited_for_and_the_beginning_is_now(text: str) -> None:
    async with sensed() as household:
        await told(household, text)
        assert await commands(household) == [("porch-light", "on")]
        await household.set_state("aiko-phone.main.presenceSensor.presence", "present")
        assert await commands(household) == [("porch-light", "on"), ("porch-light", "off")]


async def test_what_is_wanted_while_something_is_so_ends_with_it_and_without_a_sensor_nothing_begins() -> None:
    async with sensed() as household:
        await told(household, "turn the den lamp on while somebody is in the den")
        await household.set_state("den-motion.main.motionSensor.motion", "inactive")
        await household.set_state("den-motion.main.motionSensor.motion", "active")
        assert await commands(household) == [("den-lamp", "off"), ("den-lamp", "on")]
        assert "cannot tell when" in await told(household, "keep the porch light on while I'm working")
        assert len(await commands(household)) == 2


@pytest.mark.parametrize(
    ("first", "second", "becomes"),
    [
        ("turn the bedside lamp off in fifteen minutes", "oh sorry, make that 25", "At 18:25 I will turn off the bedside lamp."),
        ("turn the bedside lamp off in 15 minutes", "No, 35.", "At 18:35 I will turn off the bedside lamp."),
        (
            "every night at ten turn off the bedroom TV",
            "Wrong one. The living room TV.",
            "Every day at 22:00 I will turn off the living room TV.",
        ),
        ("毎晩8時にキッチンの明かりを消して", "あ、違った、8時じゃなくて9時ね", "毎日21:00に、キッチンの明かりをオフにします。"),
        ("毎晩7時に玄関の明かりを30％にして", "やっぱり50%にして", "毎日19:00に、玄関の明かりの明るさを50%にします。"),
        ("毎朝6時半に玄関の明かりをつけて", "やっぱり7時で", "毎日7:00に、玄関の明かりをオンにします。"),
        ("毎朝7時半に寝室のブラインドを開けて", "土日はいらない", "平日の7:30に、寝室のブラインドを開けます。"),
    ],
)
async def test_a_correction_takes_the_place_of_a_part_of_what_was_set_up_and_nothing_is_done_now(
    first: str, second: str, becomes: str
) -> None:
    async with demo() as household:
        await gone_on(household, first, second)
        assert [a.text for a in await household.automations()] == [becomes] and await commands(household) == []


async def test_a_correction_that_names_nothing_of_the_home_leaves_what_was_set_up() -> None:
    async with demo() as household:
        answer = await gone_on(household, "15分したら枕元のランプを消して", "ごめん、枕元のランプじゃなくて水槽のランプのほうだった")
        assert "何も変更していません" in answer
        assert len(await household.automations()) == 1 and await commands(household) == []


async def test_an_order_after_something_was_set_up_is_still_done_now() -> None:
    async with demo() as household:
        await gone_on(household, "turn the bedside lamp off in 15 minutes", "set the floor lamp to 40")
        assert [name for name, _ in await commands(household)] == ["floor-lamp"] and len(await household.automations()) == 1


@pytest.mark.parametrize("text", ["Monday to Friday at 7:45 turn on the bedside lamp", "Monday to Friday, 7:45: bedside lamp on."])
async def test_days_from_one_to_another_are_those_of_every_week(text: str) -> None:
    async with demo() as household:
        assert (await told(household, text)).startswith("Every weekday at 7:45 I will turn on the bedside lamp")


async def test_cancelling_one_of_two_leaves_the_other_and_switches_nothing() -> None:
    async with demo() as household:
        await gone_on(household, "7時半に玄関の明かりをつけて", "8時に寝室のテレビをつけて", "寝室のテレビのほうだけ取り消し")
        assert len(await household.automations()) == 1 and await commands(household) == []


async def test_a_rule_that_is_to_rest_until_a_day_is_not_removed() -> None:
    async with demo() as household:
        answer = await gone_on(household, "every night at nine turn on the hall light", "suspend the hall light rule until Monday")
        assert "not only until" in answer and [a.active for a in await household.automations()] == [True]


async def test_somebody_is_told_once_another_comes_home_where_a_sensor_tells() -> None:
    async with sensed() as household:
        assert await told(household, "when Aiko comes home tell Jun that dinner is ready") == (
            "When Aiko comes home, I will tell Jun: dinner is ready, once."
        )
        assert len(await household.automations()) == 1
