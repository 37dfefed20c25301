"""Turns through fake agents: what is planned, done, asked, tried again, and what the person hears."""

import asyncio
from contextlib import aclosing

import pytest
from tests.agentkit.fakes import PIN, Yard, YardPolicy, gate, waiting, watering, which, yard_agent
from tests.orchestrator.fakes import household, names, planner, said
from tests.understanding.test_framed import MarkedReader

from yamori.agentkit.agent import Agent, Decided, Decision, Declined
from yamori.agentkit.task import Task
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.events import Planned, Replied, Resumed, Reviewed, SentenceRead, TaskEnded, ToolEnded, ToolStarted, Waiting
from yamori.domain.receipt import ReceiptStatus
from yamori.llm.port import Role
from yamori.llm.scripted import GARBAGE, HALF, SILENCE, Line
from yamori.orchestrator.store import TurnStatus

ONE_TASK = ["TurnStarted", "Planned", "TaskStarted", "ToolStarted", "ToolEnded", "TaskEnded", "Reviewed", "Replied"]


def nothing(task: Task) -> Decision:
    return Declined(text="I find no such bed.", certain=False)


def agent_of(agent: Agent) -> YardPolicy:
    assert isinstance(agent.policy, YardPolicy)
    return agent.policy


async def test_a_sentence_for_one_agent_is_planned_done_and_answered_by_code_alone() -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), yard_agent(name="pond")) as house:
        events = await house.say("Water the garden")
        assert names(events) == ONE_TASK
        assert said(events) == "garden: water done." and isinstance(events[-1], Replied) and events[-1].agents == ("garden",)
        assert list(yard.done.values()) == ["roses 5"]
        assert (house.now().status, house.now().answer) == (TurnStatus.DONE, "garden: water done.")


async def test_what_was_read_and_by_whom_is_told_before_and_with_what_is_done() -> None:
    reader = MarkedReader("start: Water [device|the garden]", odds=0.6)
    async with household(yard_agent(), yard_agent(name="pond"), reader=reader) as house:
        events = await house.say("Water the garden")
    assert names(events) == [ONE_TASK[0], "SentenceRead", *ONE_TASK[1:]]
    (read,) = (e for e in events if isinstance(e, SentenceRead))
    assert [(f.intent, f.text, f.odds, [(s.name, s.text) for s in f.slots]) for f in read.frames] == [
        ("start", "Water the garden", 0.6, [("device", "the garden")])
    ]
    assert [e.reading for e in events if isinstance(e, TaskEnded)] == ["rules: water"]


async def test_a_sentence_for_two_agents_goes_to_each_in_order_and_both_are_heard() -> None:
    async with household(yard_agent(), yard_agent(name="pond")) as house:
        events = await house.say("Fill the pond and water the garden")
        (planned,) = (e for e in events if isinstance(e, Planned))
        assert [(t.agent, t.request) for t in planned.tasks] == [("pond", "Fill the pond"), ("garden", "water the garden")]
        assert said(events) == "pond: water done. garden: water done."


async def test_what_no_agent_claims_is_planned_by_a_model() -> None:
    yard = Yard()
    models = planner({"tasks": [{"agent": "garden", "request": "everything looks dry"}]})
    async with household(yard_agent(yard=yard), models=models) as house:
        events = await house.say("It has not rained for weeks")
        (planned,) = (e for e in events if isinstance(e, Planned))
        assert (planned.by, planned.tasks[0].request) == ("scripted:script", "It has not rained for weeks")
        assert list(yard.done.values()) == ["roses 5"]


async def test_small_talk_is_answered_directly_and_what_it_claims_to_have_done_is_not_repeated() -> None:
    models = planner({"reply": "Good morning to you!"}, {"reply": "I have opened the gate for you."})
    async with household(yard_agent(), models=models) as house:
        assert said(await house.say("A very good morning to all of you")) == "Good morning to you!"
        assert "I have not done anything yet" in said(await house.say("Surprise me"))


@pytest.mark.parametrize("trouble", [SILENCE, GARBAGE, HALF, {"plan": []}, {"tasks": [{"agent": "nobody", "request": "x"}]}, {"tasks": []}])
async def test_a_planner_that_answers_nonsense_is_said_and_nothing_is_done(trouble: Line) -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), models=planner(trouble, trouble)) as house:
        assert "everything stays as it is" in said(await house.say("Hmm"))
        assert (yard.done, house.now().status) == ({}, TurnStatus.DONE)
        assert "何も変更していません" in said(await house.say("うーん"))


async def test_a_setting_to_mend_ends_the_turn_and_is_named_in_the_log_alone() -> None:
    async with household(yard_agent(), models=planner(Misconfigured("no key", where="models.toml:3", mend="set it"))) as house:
        events = await house.say("Hmm")
        assert names(events)[-1] == "TurnFailed" and "setup" in said(events) and "models.toml" not in said(events)
        assert house.now().status is TurnStatus.FAILED


async def test_when_one_agent_finds_nothing_a_model_plans_anew_and_only_the_one_that_did_it_is_heard() -> None:
    yard = Yard()
    models = planner({"tasks": [{"agent": "pond", "request": "the lilies"}]})
    async with household(yard_agent(nothing), yard_agent(name="pond", yard=yard, weak="lilies"), models=models) as house:
        events = await house.say("Water the lilies of the garden")
        assert [e.verdict for e in events if isinstance(e, Reviewed)] == ["replan", "finish"]
        assert "The garden agent was tried and said: I find no such bed." in models.asked[0].prompt.request
        assert said(events) == "pond: water done." and len(yard.done) == 1


async def test_when_the_second_plan_fails_too_that_is_what_is_heard() -> None:
    models = planner({"tasks": [{"agent": "pond", "request": "the lilies"}]})
    async with household(yard_agent(nothing), yard_agent(nothing, name="pond", weak="lilies"), models=models) as house:
        events = await house.say("Water the lilies of the garden")
        assert said(events) == "I find no such bed."
        assert [asked.role for asked in models.asked].count(Role.PLANNER) == 1


async def test_a_new_plan_for_one_task_does_not_drop_the_tasks_that_come_after_it() -> None:
    models = planner({"tasks": [{"agent": "pond", "request": "the lilies"}]})
    agents = yard_agent(nothing), yard_agent(name="pond", weak="lilies"), yard_agent(name="shed")
    async with household(*agents, models=models) as house:
        events = await house.say("Water the garden lilies and lock the shed")
        assert said(events) == "pond: water done. shed: water done."


async def test_what_was_done_before_is_heard_although_a_later_task_fails() -> None:
    models = planner({"tasks": [{"agent": "garden", "request": "the lilies"}]})
    async with household(yard_agent(nothing), yard_agent(name="pond"), models=models) as house:
        events = await house.say("Fill the pond and water the garden")
        assert said(events) == "pond: water done. I find no such bed."


async def test_a_doubtful_task_is_reviewed_by_a_model_and_tried_again_with_its_reason() -> None:
    agent = yard_agent(lambda t: watering("moon" if t.problem is None or "no bed" in t.problem else "roses"))
    models = planner(reviewer=[{"verdict": "retry", "why": "the roses are dry"}])
    async with household(agent, models=models) as house:
        events = await house.say("Water the garden")
        assert [e.verdict for e in events if isinstance(e, Reviewed)] == ["retry", "finish"]
        assert agent_of(agent).tasks[-1].problem == "the roses are dry"
        assert said(events) == "garden: water done."


async def test_a_task_is_not_tried_for_ever() -> None:
    models = planner(reviewer=[{"verdict": "retry", "why": "no"}] * 9)
    async with household(yard_agent(lambda t: watering("moon")), models=models) as house:
        events = await house.say("Water the garden")
        assert [e.verdict for e in events if isinstance(e, Reviewed)] == ["retry", "finish"]
        assert "there is no bed 'moon'" in said(events)


async def test_what_is_partly_done_is_not_done_again() -> None:
    yard = Yard()
    models = planner(reviewer=[{"verdict": "retry", "why": "no"}])
    decide = Decided(calls=(*watering("roses").calls, *watering("moon").calls))
    async with household(yard_agent(lambda t: decide, yard=yard), models=models) as house:
        events = await house.say("Water the garden")
        assert [e.verdict for e in events if isinstance(e, Reviewed)] == ["finish"]
        assert len(yard.done) == 1 and models.asked == []


async def test_a_question_is_answered_by_the_next_message_and_the_same_turn_goes_on() -> None:
    yard = Yard()
    async with household(yard_agent(which, yard=yard)) as house:
        asked = await house.say("Water a bed of the garden")
        assert asked[-1] == Waiting(question="Which bed?", options=("roses", "herbs"))
        assert house.now().status is TurnStatus.WAITING and house.now().waiting == {
            "question": "Which bed?",
            "options": ["roses", "herbs"],
            "approvals": [],
        }
        first = house.turn
        answered = await house.say("herbs")
        assert house.turn == first
        assert names(answered) == ["Resumed", "ToolStarted", "ToolEnded", "TaskEnded", "Reviewed", "Replied"]
        assert list(yard.done.values()) == ["herbs 5"]


async def test_a_question_is_not_asked_for_ever_and_never_mind_ends_it_at_once() -> None:
    async with household(yard_agent(which)) as house:
        await house.say("Water a bed of the garden")
        assert said(await house.answer("the blue one")) == "Which bed?"
        assert "I still do not know" in said(await house.answer("the green one"))
        await house.say("Water a bed of the garden")
        assert said(await house.answer("never mind")) == "All right, I changed nothing."
        await house.say("gardenの花に水をやって")
        assert said(await house.answer("やっぱりいい")) == "わかりました。何も変更していません。"


@pytest.mark.parametrize(
    ("answer", "status", "text"),
    [
        ("yes", ReceiptStatus.DONE, "garden: open_gate done."),
        ("Go ahead, please", ReceiptStatus.DONE, "garden: open_gate done."),
        ("no", ReceiptStatus.REFUSED, "garden: open_gate refused."),
        ("No, leave it shut", ReceiptStatus.REFUSED, "garden: open_gate refused."),
        ("いや、やめて", ReceiptStatus.REFUSED, "garden: open_gate refused."),
    ],
)
async def test_an_approval_is_shown_exactly_and_only_a_yes_is_a_yes(answer: str, status: ReceiptStatus, text: str) -> None:
    async with household(yard_agent(lambda t: gate())) as house:
        shown = await house.say("Open the garden gate")
        assert said(shown) == "Please confirm: Open the gate. Shall I go ahead?"
        answered = await house.answer(answer)
        assert said(answered) == text
        ended = [e for e in answered if isinstance(e, ToolEnded)]
        assert [r.status for e in ended for r in e.receipts] == [status]
        assert [e.verdict for e in answered if isinstance(e, Reviewed)] == ["finish"]


@pytest.mark.parametrize(
    "answer",
    [
        "what would that do",
        "yes but not the back gate",
        "Yes?",
        "set it to 2468",
        "2468",
        "大丈夫です",
        "はい、でも裏の門はだめ",
        "That's fine",
    ],
)
@pytest.mark.parametrize("pin", [True, False])
async def test_what_is_no_plain_answer_is_asked_again_and_nothing_is_done(answer: str, pin: bool) -> None:
    yard = Yard()
    async with household(yard_agent(lambda t: gate(pin=pin), yard=yard)) as house:
        await house.say("Open the garden gate by pin" if pin else "Open the garden gate")
        again = await house.answer(answer, pin=PIN if pin and answer != "2468" else None)
        assert isinstance(again[-1], Waiting) and yard.open == set()
        assert said(again).startswith("That PIN is wrong" if pin and answer == "2468" else "I have not done that yet: Open the gate.")
        assert said(await house.answer(PIN if pin else "yes")) == "garden: open_gate done."


@pytest.mark.parametrize("answer", ["yes but not the back gate", "ええと", "yes?"])
async def test_a_hedged_answer_in_the_conversation_is_asked_again_and_is_no_new_request(answer: str) -> None:
    yard = Yard()
    async with household(yard_agent(lambda t: gate(), yard=yard)) as house:
        await house.say("Open the garden gate")
        held = house.turn
        assert isinstance((await house.say(answer))[-1], Waiting)
        assert house.turn == held and yard.open == set()


async def test_something_else_said_instead_of_a_yes_drops_what_was_held_and_is_done_itself() -> None:
    garden, pond = yard_agent(lambda t: gate()), Yard()
    async with household(garden, yard_agent(name="pond", yard=pond)) as house:
        await house.say("Open the garden gate")
        held = house.turn
        assert said(await house.say("Fill the pond")) == "pond: water done."
        assert house.turn != held
        assert said(await house.heard(held)) == "garden: open_gate refused."


async def test_a_pin_is_tried_again_until_it_is_right() -> None:
    async with household(yard_agent(lambda t: gate(pin=True))) as house:
        assert said(await house.say("Open the garden gate by pin")).endswith("Enter the PIN to go ahead.")
        assert said(await house.answer("yes")) == "The PIN, please."
        assert said(await house.answer("0000")) == "That PIN is wrong."
        assert said(await house.answer("yes", pin="1111")) == "That PIN is wrong."
        done = await house.say(f"sorry, {PIN}")
        assert done[0] == Resumed(answer="sorry, ••••")
        assert said(done) == "garden: open_gate done."
        assert [r.status for e in done if isinstance(e, ToolEnded) for r in e.receipts] == [ReceiptStatus.DONE]


@pytest.mark.parametrize(("text", "pin"), [("no", PIN), ("no", None), (f"No {PIN}", None), ("いいえ", PIN)])
async def test_no_is_no_even_with_the_right_pin_beside_it(text: str, pin: str | None) -> None:
    async with household(yard_agent(lambda t: gate(pin=True))) as house:
        await house.say("Open the garden gate by pin")
        assert said(await house.answer(text, pin=pin)) == "garden: open_gate refused."


async def test_one_pin_opens_both_of_two_things_held_together() -> None:
    both = Decided(calls=(*gate(pin=True).calls, *gate(pin=True).calls))
    async with household(yard_agent(lambda t: both)) as house:
        await house.say("Open both garden gates by pin")
        assert said(await house.answer(PIN)) == "garden: open_gate done. garden: open_gate done."


async def test_what_waits_for_nothing_takes_no_answer() -> None:
    async with household(yard_agent()) as house:
        await house.say("Water the garden")
        with pytest.raises(InvalidRequest, match="waits for no answer"):
            await house.answer("yes")
        with pytest.raises(InvalidRequest, match="there is no turn"):
            await house.turns.answer("none", "yes")


async def test_of_two_answers_at_once_the_second_is_refused() -> None:
    async with household(yard_agent(lambda t: gate())) as house:
        await house.say("Open the garden gate")
        given = await asyncio.gather(house.answer("yes"), house.turns.answer(house.turn, "no"), return_exceptions=True)
        assert [isinstance(g, InvalidRequest) for g in given] == [False, True]
        assert house.now().answer == "garden: open_gate done."


async def test_turns_of_one_conversation_run_in_order_and_those_of_others_beside_them() -> None:
    garden, pond = Yard(), Yard()
    async with household(yard_agent(lambda t: waiting(), yard=garden), yard_agent(name="pond", yard=pond)) as house:
        first = await house.turns.start("Water the garden", person="sora", conversation="c")
        second = await house.turns.start("Fill the pond", person="sora", conversation="c")
        await garden.begun.wait()
        assert said(await house.say("Fill the pond", conversation="other")) == "pond: water done."
        assert len(pond.done) == 1
        garden.go.set()
        assert said(await house.heard(first.id)) == "garden: wait done."
        assert said(await house.heard(second.id)) == "pond: water done."
        assert len(pond.done) == 2


async def test_the_next_turn_knows_what_was_last_spoken_of() -> None:
    garden, pond = yard_agent(), yard_agent(name="pond")
    async with household(garden, pond) as house:
        await house.say("Water the garden")
        await house.say("Fill the pond and then the garden")
        assert [dict(t.focus) for t in agent_of(garden).tasks] == [{}, {"last": ["water"]}]
        assert [dict(t.focus) for t in agent_of(pond).tasks] == [{}]
        await house.say("Water the garden", conversation="other")
        assert dict(agent_of(garden).tasks[-1].focus) == {}


async def test_events_are_followed_by_any_number_from_any_point_and_a_follower_may_leave() -> None:
    yard = Yard()
    async with household(yard_agent(lambda t: waiting(), yard=yard)) as house:
        turn = await house.turns.start("Water the garden", person="sora")
        await yard.begun.wait()
        async with aclosing(house.turns.follow(turn.id)) as left:
            assert (await anext(left)).n == 1

        async def rest(after: int) -> list[int]:
            return [stored.n async for stored in house.turns.follow(turn.id, after=after)]

        following = [asyncio.create_task(rest(after)) for after in (0, 0, 4)]
        await asyncio.wait(following, timeout=0)
        yard.go.set()
        assert [await f for f in following] == [[1, 2, 3, 4, 5, 6, 7, 8]] * 2 + [[5, 6, 7, 8]]
        assert [await rest(after) for after in (0, 7, 8, 99)] == [[1, 2, 3, 4, 5, 6, 7, 8], [8], [], []]


async def test_nothing_is_kept_in_memory_of_turns_that_have_ended() -> None:
    async with household(yard_agent()) as house:
        for n in range(5):
            await house.say("Water the garden", conversation=f"c{n}")
            assert [stored async for stored in house.turns.follow(house.turn)]
        await asyncio.wait([*house.turns._running.values(), asyncio.ensure_future(asyncio.Event().wait())], timeout=0.05)
        assert (house.turns._running, house.turns._news, house.turns._lines._locks, house.turns._pins) == ({}, {}, {}, {})


async def test_a_plan_of_many_tasks_is_cut_at_the_limit() -> None:
    yards = {f"bed{n}": Yard() for n in range(4)}
    models = planner({"tasks": [{"agent": name, "request": f"water {name}"} for name in yards]})
    async with household(*(yard_agent(name=name, yard=yard) for name, yard in yards.items()), models=models) as house:
        events = await house.say("It is dry")
        assert [e.status for e in events if isinstance(e, TaskEnded)] == ["done"] * 4
        assert [e.tool for e in events if isinstance(e, ToolStarted)] == ["water"] * 4
        assert all(len(yard.done) == 1 for yard in yards.values())
