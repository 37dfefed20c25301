"""Sentences of which one part needs what another finds out, in the demo home and without a model: what was looked at, and what followed."""

import pytest
from tests.apps import test_orders_in_papers as orders
from tests.apps.test_household import living, say

from yamori.domain.errors import YamoriError
from yamori.domain.receipt import Cause, Command


async def changed_by(text: str, *, before: tuple[Command, ...] = (), **more: str) -> tuple[str, dict[str, object]]:
    """The answer, and what the sentence changed at devices (attribute to its new value)."""
    async with living() as (household, client):
        for n, command in enumerate(before):
            await household.gate.execute(command, Cause(key=f"before-{n}", person="aiko", words="before"))
        was = {r.path: r.value for r in await household.gate.snapshot()}
        turn = await say(client, text, **more)
        assert turn["status"] == "done", turn
        now = {r.path: r.value for r in await household.gate.snapshot()}
    return turn["answer"], {path.partition(".")[0]: now[path] for path in now if now[path] != was[path]}


def switch(device: str, name: str) -> Command:
    return Command(device=device, capability="switch", name=name)


@pytest.mark.parametrize(
    ("text", "answer", "changed"),
    [
        # The living room's sensor reports motion; nobody's does elsewhere.
        ("If someone's in the living room, switch the desk lamp on", "Someone is in the living room, so the ", {"desk-lamp": "on"}),
        ("Switch on the desk lamp if the kids' room light is on", "The kids' room light is on, so the ", {"desk-lamp": "on"}),
        ("If the kids' room light is on, turn it off", "The kids' room light is on, so the ", {"kids-room-light": "off"}),
        ("Turn the desk lamp on unless the dishwasher is running", "The dishwasher is not running, so the ", {"desk-lamp": "on"}),
        ("If the washer isn't running, turn on the bathroom light", "The washer isn't running, so the ", {"bathroom-light": "on"}),
        ("If it's colder than 22 degrees in the living room, switch the desk lamp on", "It is colder than", {"desk-lamp": "on"}),
        ("Switch the desk lamp on if the living room humidity is above 40%", "The living room humidity", {"desk-lamp": "on"}),
        ("リビングの温度が25度以下ならデスクランプをつけて", "リビングの温度が25度以下なので、", {"desk-lamp": "on"}),
        ("リビングに誰かいたらデスクランプをつけて", "リビングに誰かいるので、", {"desk-lamp": "on"}),
        ("ベッドサイドランプがついていれば消して", "ベッドサイドランプがついているので、", {"bedside-lamp": "off"}),
        ("食洗機が動いていないなら、デスクランプをつけて", "食洗機が動いていないので、", {"desk-lamp": "on"}),
    ],
)
async def test_what_depends_on_a_state_that_is_so_is_done_and_both_are_said(text: str, answer: str, changed: dict[str, object]) -> None:
    told, became = await changed_by(text)
    assert told.startswith(answer), told
    assert became == changed


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("If nobody is in the living room, turn off the kitchen light", "Somebody is in the living room, so I did nothing about"),
        ("If the front door is unlocked, lock it", "The front door is not unlocked, so I did nothing about “lock it”."),
        ("Turn the desk lamp on unless the kids' room light is on", "The kids' room light is on, so I did nothing about"),
        ("If the living room is warmer than 25 degrees, switch the desk lamp on", "The living room is not warmer than 25 degrees, so"),
        ("ロボット掃除機の電池が20%未満ならデスクランプをつけて", "ロボット掃除機の電池が20%未満ではないので、"),
        ("リビングに誰もいなければキッチンの照明を消して", "リビングに誰かいるので、「キッチンの照明を消して」は行っていません。"),
        ("玄関の鍵が開いていたら閉めて", "玄関の鍵が開いていないので、「閉めて」は行っていません。"),
    ],
)
async def test_what_depends_on_a_state_that_is_not_so_is_left_and_why_is_said(text: str, answer: str) -> None:
    told, became = await changed_by(text)
    assert told.startswith(answer) and became == {}, told


@pytest.mark.parametrize(
    "text",
    [
        "If nobody is in the study, turn off the kitchen light",  # nothing there tells
        "If it is raining, close the living room blinds",
        "Turn the desk lamp on unless someone is asleep",  # motion is no sleep
        "If the light is on, turn off the TV",  # some are and some are not
        "If the living room is warmer than 60 degrees fahrenheit, turn on the desk lamp",  # it is told in another unit
        "キッチンに誰もいないなら照明を消して",
        "照明がついていたらテレビを消して",
    ],
)
async def test_what_depends_on_what_nobody_can_tell_is_not_done_and_that_is_said(text: str) -> None:
    told, became = await changed_by(text)
    assert became == {} and ("can't tell whether" in told or "かどうか分からないので" in told), told


async def test_there_is_the_place_of_the_condition_and_so_is_what_has_no_place_of_its_own() -> None:
    off = (switch("living-room-ceiling-light", "off"), switch("floor-lamp", "off"))
    _, changed = await changed_by("If somebody is in the living room, turn the lights on there", before=off)
    assert changed == {"living-room-ceiling-light": "on", "floor-lamp": "on"}
    _, changed = await changed_by("リビングに誰かいるなら、照明を消して", room="kitchen")
    assert set(changed) <= {"living-room-ceiling-light", "floor-lamp"} and changed, changed


async def test_several_things_that_depend_on_one_state_are_all_done_or_all_left() -> None:
    told, became = await changed_by(
        "Turn the bedside lamp off. If the front door is unlocked, turn on the desk lamp and add milk to my list"
    )
    assert became == {"bedside-lamp": "off"} and "milk" in told and told.count("The front door is not unlocked") == 1


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Put the robot vacuum's battery level on my list", "Robot vacuum (Living room): battery 100%"),
        ("Add the speaker's volume to my tasks", "Speaker (Living room): volume 35%"),
        ("Check the living room humidity and put it on my list", "Living room climate sensor: humidity 48%"),
        ("リビングの湿度をリストに入れて", "リビングの温湿度計: 湿度48%"),
        ("リビングの温度を調べて、リストに入れて", "リビングの温湿度計: 温度21.5度"),
    ],
)
async def test_what_one_agent_reads_is_what_another_writes_down(text: str, title: str) -> None:
    async with living() as (household, client):
        turn = await say(client, text)
        (task,) = await household.schedule.tasks.everything()
        assert task.title == title and title in turn["answer"], (task.title, turn["answer"])


@pytest.mark.parametrize(
    "text",
    ["Look up the living room humidity and remind me at seven", "リビングの湿度を調べて、7時にリマインドして"],
)
async def test_what_was_looked_up_is_what_somebody_is_reminded_of(text: str) -> None:
    async with living() as (household, client):
        await say(client, text)
        (task,) = await household.schedule.tasks.everything()
        assert "48%" in task.title and task.time is not None and task.time.hour == 19
        (reminder,) = await household.schedule.reminders.waiting(person="aiko")
        assert reminder.task_id == task.id


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Add washing machine detergent to my list", "Washing machine detergent"),
        ("Put 'clean the robot vacuum' on my list", "clean the robot vacuum"),
        ("洗濯機のフィルター掃除をリストに入れて", "洗濯機のフィルター掃除"),
    ],
)
async def test_a_title_that_only_speaks_of_a_device_is_written_down_as_it_was_said(text: str, title: str) -> None:
    async with living() as (household, client):
        await say(client, text)
        assert [task.title for task in await household.schedule.tasks.everything()] == [title]


@pytest.mark.parametrize(
    "text",
    ["Look up the price of bread and put it on my list", "パンの値段を調べて、リストに入れて"],
)
async def test_what_nobody_can_look_up_is_not_written_down_and_that_is_said(text: str) -> None:
    async with living() as (household, client):
        turn = await say(client, text)
        assert await household.schedule.tasks.everything() == ()
        assert "did nothing about" in turn["answer"] or "行っていません" in turn["answer"], turn["answer"]


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (orders.ENGLISH, "Look up what the letter says about the lift and remind me at seven"),
        (orders.ENGLISH, "Find out what the letter says about the lift and put it on my list"),
        (orders.JAPANESE, "エレベーターの手紙に何と書いてあるか調べて、リストに入れて"),
    ],
)
async def test_what_a_paper_says_fills_the_title_and_nothing_else_even_where_it_gives_an_order(order: str, text: str) -> None:
    async with orders.living() as (household, client, models):
        await orders.bring(client, *orders.papers(order, orders.ASKED[order][0])["text"])
        turn = await orders.say(client, text)
        (task,) = await household.schedule.tasks.everything()
        assert order.rstrip(".。") in task.title, (task, turn["answer"])
        await orders.unmoved(household, client, models)


async def test_a_device_that_does_not_answer_leaves_what_depends_on_it_undone() -> None:
    async with living() as (household, client):

        async def silent(device: str | None = None) -> object:
            raise YamoriError("the hub is away")

        before = await household.gate.snapshot()
        original, household.gate.snapshot = household.gate.snapshot, silent  # type: ignore[method-assign, assignment]
        turn = await say(client, "If the kids' room light is on, turn it off")
        household.gate.snapshot = original  # type: ignore[method-assign]
        assert await household.gate.snapshot() == before and "turned off" not in turn["answer"].lower()


@pytest.mark.parametrize(
    "text",
    [
        "Turn off the bedside lamp if the kids' room light is on and the dishwasher is running",
        "If the kids' room light is on and the dishwasher is running, turn off the bedside lamp",
        "子供部屋の照明がついていて、食洗機が動いているならベッドサイドランプを消して",
    ],
)
async def test_of_two_conditions_none_is_dropped(text: str) -> None:
    talk = {"reply": "I see."}
    async with living(planner=[talk] * 3) as (household, client):
        before = await household.gate.snapshot()
        await say(client, text)
        assert await household.gate.snapshot() == before


async def test_what_is_only_talked_of_beside_a_condition_is_answered_and_the_rest_is_done() -> None:
    async with living(planner=[{"reply": "I cannot order anything."}]) as (household, client):
        turn = await say(client, "Please order me a pizza. If the kids' room light is on, turn it off.")
        assert "I cannot order anything." in turn["answer"] and [r.command.name for r in await household.gate.ledger()] == ["off"]


async def test_a_condition_within_what_is_to_be_remembered_is_written_down_with_it() -> None:
    async with living() as (household, client):
        await say(client, "Remind me tomorrow at nine to turn the heating up if the living room is cold")
        assert all("heating" in task.title for task in await household.schedule.tasks.everything())
        assert not await household.gate.ledger()


async def test_two_values_are_no_value() -> None:
    async with living() as (household, client):
        await say(client, "リビングの温度と湿度をリストに入れて")
        assert all("温度" in t.title and "湿度" in t.title for t in await household.schedule.tasks.everything())


async def test_a_small_model_that_was_wrong_may_look_at_the_home_before_it_chooses_again() -> None:
    wrong = {"calls": [{"command": "switch.off", "target": "Floor lamp (Living room)"}]}  # it is off already
    look = {"look": {"read_devices": {"devices": ["floor-lamp"], "attributes": ["switch.switch"]}}}
    right = {"calls": [{"command": "switch.on", "target": "Floor lamp (Living room)"}]}
    plan = {"tasks": [{"agent": "iot", "request": "Make it cosier in here"}]}
    async with living(iot=[wrong, look, right], planner=[plan]) as (household, client):
        turn = await say(client, "Make it cosier in here", room="living-room")
        (receipt,) = await household.gate.ledger()
        assert (receipt.command.device, receipt.command.name) == ("floor-lamp", "on"), turn["answer"]
