"""What is said to the Browser agent itself while a task of its runs is a follow-up; what other agents relay is a task of its own."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from yamori.agentkit.agent import Decided, ToolCall
from yamori.agentkit.task import OutcomeStatus, Strength, Task, ToolRun
from yamori.agentkit.tool import Call
from yamori.agents.browser.operating.live import MOST_FOLLOW_UPS, LiveTasks, State
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.policy import BrowserPolicy
from yamori.agents.browser.tools import WebTools
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.language import Language
from yamori.understanding.reader import NoReader

NOW = datetime.fromisoformat("2026-03-04T09:00+09:00")
SAID = Task(key="chat-1", request="rather the blue one", said="", person="aya", now=NOW, language=Language.ENGLISH)


def tools() -> WebTools:
    def check(model: str) -> None:
        if not model.startswith("openai:"):
            raise InvalidRequest("there is no such model", where="model")

    unused: Any = None
    return WebTools(unused, Operating(unused, unused, check_model=check))


def begun(held: WebTools, person: str = "aya") -> Any:
    assert held.operating is not None
    return held.operating.live.begun(person=person, request="On shop.example choose a vase", turn="t", model=None)


async def test_the_agents_own_chat_queues_what_is_said_while_a_task_runs() -> None:
    held = tools()
    task = begun(held)
    decision = await BrowserPolicy(held, NoReader()).decide(SAID)
    assert decision == Decided(calls=(ToolCall(tool="follow_up_website", arguments={"text": "rather the blue one"}),))
    result = await held.follow_up_website("rather the blue one", call=Call(key="k", task=replace(SAID, model="openai:large")))
    assert task.follow_ups == ("rather the blue one",) and task.model == "openai:large"
    run = ToolRun(tool="follow_up_website", arguments={}, ok=True, result=result.value)
    outcome = BrowserPolicy(held, NoReader()).report(SAID, [run])
    assert outcome.status is OutcomeStatus.DONE and "rather the blue one" in outcome.text
    with pytest.raises(InvalidRequest, match="no such model"):
        await held.switch_website_model("local:none", call=Call(key="k", task=SAID))


@pytest.mark.parametrize(
    "task",
    [replace(SAID, key="turn/0/0", turn="turn", request="Go to https://other.example and choose French"), replace(SAID, person="ken")],
)
async def test_a_relayed_task_and_another_persons_words_are_no_follow_up(task: Task) -> None:
    held = tools()
    running = begun(held)
    decision = await BrowserPolicy(held, NoReader()).decide(task)
    assert not isinstance(decision, Decided) or decision.calls[0].tool != "follow_up_website"
    if task.person != "aya":
        for act in (
            held.steer_website("stop", call=Call(key="k", task=task)),
            held.follow_up_website("x", running.id, call=Call(key="k", task=task)),
        ):
            with pytest.raises(NotFound):
                await act
    assert running.follow_ups == () and running.state is State.RUNNING


async def test_tasks_are_listed_paused_and_gone_on_with_as_tools() -> None:
    held = tools()
    task = begun(held)
    call = Call(key="k", task=SAID)
    assert (await held.steer_website("pause", call=call)).value == {"task": task.id, "state": "paused"}
    task.pause()  # twice is no mistake
    with pytest.raises(InvalidRequest, match="the task is paused"):
        await task.hand_back()
    await held.steer_website("go_on", task.id, call=call)
    listed: Any = (await held.website_tasks(call=call)).value
    assert [(one["id"], one["state"]) for one in listed["tasks"]] == [(task.id, "running")]


def test_follow_ups_and_remembered_tasks_are_bounded() -> None:
    tasks = LiveTasks()
    first = tasks.begun(person="aya", request="x", turn="old", model=None)
    for number in range(MOST_FOLLOW_UPS):
        first.follow_up(str(number))
    with pytest.raises(InvalidRequest):
        first.follow_up("one more")
    first.ended()
    assert first.follow_ups == () and tasks.running("aya") is None
    for _ in range(30):
        tasks.begun(person="aya", request="x", turn=None, model=None).ended()
    with pytest.raises(NotFound):
        tasks.task(first.id)
    last = tasks.begun(person="aya", request="x", turn="gone", model=None)
    last.ended()
    tasks.forget(frozenset(("gone",)))
    assert tasks.of_turn("gone") is None


async def test_a_sentence_that_begins_with_a_site_is_not_shared_out() -> None:
    task = replace(SAID, request="Go to https://club.example/m and log in to show the invoices")
    assert (await BrowserPolicy(tools(), NoReader()).claim(task)).strength is Strength.WHOLE
