import io
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx
import pytest
from tests.apps.scripted_house import ScriptedHouse

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.chat import first_person, hold_session, hold_turn
from yamori.apps.conversation import Conversation
from yamori.apps.terminal import JsonScreen, LiveScreen
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.events import (
    ApprovalShown,
    Planned,
    PlannedTask,
    ReadFrame,
    Replied,
    Resumed,
    SentenceRead,
    TaskEnded,
    TaskStarted,
    ToolEnded,
    ToolStarted,
    TurnEvent,
    TurnFailed,
    TurnStarted,
    Waiting,
)
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


class Typed:
    """A keyboard on which these lines are typed, and then no more."""

    def __init__(self, *lines: str) -> None:
        self.left = list(lines)
        self.hidden: list[str] = []

    async def line(self, prompt: str, *, hidden: bool = False) -> str | None:
        if not self.left:
            return None
        line = self.left.pop(0)
        if hidden:
            self.hidden.append(line)
        return line


class Terminal:
    """The two streams of a terminal and the conversation in front of it."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.out, self.progress = io.StringIO(), io.StringIO()
        self.screen = LiveScreen(out=self.out, progress=self.progress)
        self.conversation = Conversation(client, person="aiko", wait=0)


@asynccontextmanager
async def before(house: ScriptedHouse) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=StreamingTransport(house.app()), base_url="http://house") as client:
        yield client


@pytest.fixture
def lamp() -> Receipt:
    return Receipt(
        id="r1",
        command=Command(device="reading-lamp", capability="switchLevel", name="setLevel", arguments={"level": 35}),
        cause=Cause(key="k", person="aiko", words="…"),
        status=ReceiptStatus.DONE,
        before={"switchLevel.level": 80},
        after={"switchLevel.level": 35},
        at=NOW,
    )


def story(text: str, *middle: TurnEvent, answer: str = "The lamp is at 35 %.") -> Sequence[TurnEvent]:
    return (
        TurnStarted(turn="t1", person="aiko", text=text, at=NOW),
        *middle,
        Replied(text=answer, agents=("iot",), seconds=1.2, model_calls=1),
    )


async def test_what_the_person_must_not_eat_goes_with_every_turn() -> None:
    house = ScriptedHouse(story("What can I cook?"))
    async with before(house) as client:
        conversation = Conversation(client, person="aiko", constraints=["egg", "減塩"], wait=0)
        assert await hold_turn(
            conversation, "What can I cook?", screen=LiveScreen(out=io.StringIO(), progress=io.StringIO()), keyboard=Typed()
        )
        await conversation.say("And without a pan?")
        await Conversation(client, person="aiko", wait=0).say("And for me?")
    assert [said.constraints for said in house.said] == [("egg", "減塩"), ("egg", "減塩"), ()]


async def test_the_answer_goes_to_stdout_and_every_step_to_stderr(lamp: Receipt) -> None:
    house = ScriptedHouse(
        story(
            "lamp to 35",
            SentenceRead(frames=(ReadFrame(intent="set", text="lamp to 35", odds=0.9),)),
            Planned(tasks=(PlannedTask(id=1, agent="iot", request="lamp to 35"),), by="code"),
            TaskStarted(task=1, agent="iot", attempt=0),
            ToolStarted(task=1, agent="iot", tool="set_device", arguments={"level": 35}),
            ToolEnded(task=1, agent="iot", tool="set_device", ok=True, receipts=(lamp,)),
            TaskEnded(task=1, agent="iot", status="done", text="reading lamp: level 35 %"),
        )
    )
    async with before(house) as client:
        terminal = Terminal(client)
        assert await hold_turn(terminal.conversation, "lamp to 35", screen=terminal.screen, keyboard=Typed())
    assert terminal.out.getvalue() == "The lamp is at 35 %.\n"
    assert "set (lamp to 35) 0.9" in terminal.progress.getvalue()
    assert "set_device(level=35)" in terminal.progress.getvalue()
    assert "switchLevel.level 80 → 35" in terminal.progress.getvalue()


async def test_with_json_every_event_is_one_line_that_a_program_can_read() -> None:
    out = io.StringIO()
    async with before(ScriptedHouse(story("明かりを消して", Planned(tasks=(), by="code"), answer="消しました。"))) as client:
        await hold_turn(Conversation(client, person="aiko"), "明かりを消して", screen=JsonScreen(out=out), keyboard=Typed())
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["turn_started", "planned", "replied"]
    assert lines[-1]["text"] == "消しました。"


async def test_a_question_is_answered_at_the_prompt_and_the_same_turn_goes_on() -> None:
    house = ScriptedHouse(story("the lamp", Waiting(question="Which one?", options=("desk", "bed")), Resumed(answer="desk")))
    async with before(house) as client:
        terminal = Terminal(client)
        assert await hold_turn(terminal.conversation, "the lamp", screen=terminal.screen, keyboard=Typed("desk"))
    assert [answer.text for answer in house.answered] == ["desk"]
    assert "Which one?" in terminal.progress.getvalue()


async def test_an_approval_that_needs_a_pin_takes_it_hidden_and_shows_it_nowhere() -> None:
    approval = ApprovalShown(id="a1", shows="Unlock the front door", pin=True)
    house = ScriptedHouse(story("unlock", Waiting(question="May I?", approvals=(approval,)), Resumed(answer="yes")))
    keyboard = Typed("yes", "4711")
    async with before(house) as client:
        terminal = Terminal(client)
        await hold_turn(terminal.conversation, "unlock", screen=terminal.screen, keyboard=keyboard)
    assert (house.answered[0].text, house.answered[0].pin) == ("yes", "4711")
    assert keyboard.hidden == ["4711"]
    assert "4711" not in terminal.out.getvalue() + terminal.progress.getvalue()


async def test_a_refused_approval_asks_for_no_pin() -> None:
    approval = ApprovalShown(id="a1", shows="Unlock the front door", pin=True)
    house = ScriptedHouse(story("unlock", Waiting(question="May I?", approvals=(approval,))))
    async with before(house) as client:
        terminal = Terminal(client)
        await hold_turn(terminal.conversation, "unlock", screen=terminal.screen, keyboard=Typed("no"))
    assert (house.answered[0].text, house.answered[0].pin) == ("no", None)


async def test_a_question_that_nobody_answers_ends_the_command_as_failed(capsys: pytest.CaptureFixture[str]) -> None:
    async with before(ScriptedHouse(story("the lamp", Waiting(question="Which one?")))) as client:
        terminal = Terminal(client)
        assert not await hold_turn(terminal.conversation, "the lamp", screen=terminal.screen, keyboard=Typed())
    assert "t1" in capsys.readouterr().err


async def test_a_lost_connection_is_taken_up_where_it_was_and_nothing_is_shown_twice() -> None:
    house = ScriptedHouse(story("lamp", Planned(tasks=(), by="code")), lose_after=2)
    async with before(house) as client:
        terminal = Terminal(client)
        assert await hold_turn(terminal.conversation, "lamp", screen=terminal.screen, keyboard=Typed())
    assert house.went_on_after == ["2"]
    assert terminal.progress.getvalue().count("No agent needed") == 1


async def test_a_house_that_never_sends_the_end_is_given_up_with_a_plain_word() -> None:
    async with before(ScriptedHouse((TurnStarted(turn="t1", person="aiko", text="lamp", at=NOW),))) as client:
        terminal = Terminal(client)
        with pytest.raises(HouseSilent, match="ended before the turn did"):
            await hold_turn(terminal.conversation, "lamp", screen=terminal.screen, keyboard=Typed())


async def test_a_turn_that_failed_is_not_a_success() -> None:
    async with before(ScriptedHouse((TurnFailed(text="the model is not there"),))) as client:
        terminal = Terminal(client)
        assert not await hold_turn(terminal.conversation, "lamp", screen=terminal.screen, keyboard=Typed())
    assert terminal.out.getvalue() == ""


async def test_a_person_that_does_not_live_here_is_refused_with_those_who_do() -> None:
    async with before(ScriptedHouse(story("lamp"))) as client:
        with pytest.raises(InvalidRequest) as refused:
            await Conversation(client, person="aik").say("lamp")
    assert refused.value.nearest == ("aiko",)


async def test_a_session_is_one_conversation_until_an_empty_line() -> None:
    house = ScriptedHouse(story("lamp"))
    async with before(house) as client:
        terminal = Terminal(client)
        status = await hold_session(terminal.conversation, screen=terminal.screen, keyboard=Typed("lamp", "and the fan", "", "never said"))
    assert status == 0
    assert [(said.text, said.conversation) for said in house.said] == [("lamp", None), ("and the fan", "c1")]


async def test_who_speaks_is_the_homes_first_person_when_nobody_says() -> None:
    async with before(ScriptedHouse((), people=("ken", "aiko"))) as client:
        assert await first_person(client) == "ken"


async def test_a_japanese_sentence_is_followed_in_japanese() -> None:
    async with before(ScriptedHouse(story("電気を消して", Planned(tasks=(), by="code")))) as client:
        terminal = Terminal(client)
        await hold_turn(terminal.conversation, "電気を消して", screen=terminal.screen, keyboard=Typed())
    assert "エージェントは不要です" in terminal.progress.getvalue()


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Colours and widths of the machine that runs the tests change nothing."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    yield


async def test_nothing_of_others_that_a_turn_shows_acts_on_the_terminal(lamp: Receipt) -> None:
    hostile = "\x1b[2J\x1b]52;c;cm0=\x07bad\x9b31m\u202e lamp\x1b"
    told = story(
        "lamp to 35",
        Planned(tasks=(PlannedTask(id=1, agent="iot", request=hostile),), by="code"),
        TaskStarted(task=1, agent="iot", attempt=1),
        ToolStarted(task=1, agent="iot", tool="set_device", arguments={hostile: hostile}),
        ToolEnded(task=1, agent="iot", tool="set_device", ok=False, receipts=(lamp,), problem=hostile),
        TaskEnded(task=1, agent="iot", status="failed", text=hostile),
        Waiting(question=hostile, options=(hostile,), approvals=(ApprovalShown(id="r", shows=hostile, pin=False),)),
        Resumed(answer=hostile),
        answer=hostile,
    )
    async with before(ScriptedHouse(told)) as client:
        terminal, lines = Terminal(client), io.StringIO()
        assert await hold_turn(terminal.conversation, "lamp to 35", screen=terminal.screen, keyboard=Typed("yes"))
    async with before(ScriptedHouse(told)) as client:
        await hold_turn(Conversation(client, person="aiko", wait=0), "lamp to 35", screen=JsonScreen(out=lines), keyboard=Typed("yes"))
    shown = terminal.out.getvalue() + terminal.progress.getvalue() + lines.getvalue()
    assert terminal.out.getvalue() == "bad lamp\n"
    assert not set(shown) & set("\x1b\x07\x9b\u202e")
    assert "52;c" not in shown and "\\u001b" not in shown
