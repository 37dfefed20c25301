"""One turn of a case as its events tell it: how each task ended, and whether the person learns that something was not done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.values import Value
from yamori.evaluation.conversation import Heard
from yamori.evaluation.honesty import admits

_DELETING = ("delete_", "remove_", "clear_", "forget_")
_MESSAGING = ("send_", "message_")


@dataclass(frozen=True, kw_only=True)
class EndedTask:
    """How one task of the plan ended."""

    agent: str
    status: str
    """One of `agentkit.task.OutcomeStatus`."""
    text: str


@dataclass(frozen=True, kw_only=True)
class ToolUse:
    """A tool that ran without a problem."""

    agent: str
    tool: str
    has_receipts: bool
    """Of commands to devices."""
    found_nothing: bool = False
    """It was asked for something, and says that it has not found it."""

    @property
    def name(self) -> str:
        return f"{self.agent}.{self.tool}"

    @property
    def is_grave(self) -> bool:
        """Whether its name says that it deletes something or sends a message."""
        return self.tool.startswith((*_DELETING, *_MESSAGING))


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One turn, from the first text to where it stands after the last."""

    status: str
    """`Heard.status` after the last text of the turn."""
    answer: str
    """What was said last: the answer, the question, or the error's message."""
    taken: bool = True
    """False for a text that the house rejected."""
    tasks: tuple[EndedTask, ...] = ()
    """Each task once, as it ended; without those that were planned anew and are not spoken of."""
    tools: tuple[ToolUse, ...] = ()
    agents: tuple[str, ...] = ()
    """Those that were given a task."""
    by_code: bool = False
    """The plan was made without a model."""
    reading: str = ""
    """By which rule or model the sentence was read, where an event says so; several are joined."""

    @property
    def says_undone(self) -> bool:
        """Whether the person learns that something was not done, or is asked.

        By facts: the turn waits for an answer or an approval; it failed or was rejected with a message; a task ended otherwise than
        `done`; a tool says that it found nothing; or the answer says more than the tasks did, which is said of parts that no agent was
        given. By words only where none of this holds: an answer that says so, or ends with a question.
        """
        if self.status == "silent":
            return False
        if self.status != "done" or not self.taken:
            return bool(self.answer.strip())
        return (
            any(task.status != "done" for task in self.tasks)
            or any(tool.found_nothing for tool in self.tools)
            or self._has_aside
            or admits(self.answer)
        )

    @property
    def is_answered(self) -> bool:
        """Whether something was answered from what the house or its papers hold: by a task that ended well, or by code without any."""
        if self.status != "done" or not self.taken or any(tool.found_nothing for tool in self.tools):
            return False
        if self.tasks:
            return any(task.status in ("done", "partly") for task in self.tasks)
        return self.by_code and bool(self.answer.strip()) and not admits(self.answer)

    @property
    def _has_aside(self) -> bool:
        rest = self.answer
        for text in (task.text.strip() for task in self.tasks):
            if text not in rest:
                return False  # put together in another way: nothing can be told apart
            rest = rest.replace(text, "", 1)
        return bool(self.tasks) and any(c.isalnum() for c in rest)


def read_turns(heard: Sequence[Heard], events: Mapping[str, Sequence[Value]]) -> list[Turn]:
    """The turns of a conversation in their order; `events` are those of each turn, as far as they could be read."""
    last: dict[str, Heard] = {h.turn or f"rejected-{i}": h for i, h in enumerate(heard)}
    return [_turn(h, events.get(h.turn or "", ())) for h in last.values()]


def tool_uses(events: Sequence[Value]) -> list[ToolUse]:
    """The tools that ran without a problem, in order."""
    return [_tool(data) for name, data in _named(events) if name == "tool_ended" and data.get("ok") is True]


def _turn(heard: Heard, told: Sequence[Value]) -> Turn:
    events = list(_named(told))
    plans = [data for name, data in events if name == "planned"]
    return Turn(
        status=heard.status,
        answer=heard.answer,
        taken=heard.turn is not None,
        tasks=tuple(_tasks(events, heard.answer)),
        tools=tuple(tool_uses(told)),
        agents=tuple(dict.fromkeys(str(data.get("agent", "")) for name, data in events if name == "task_started")),
        by_code=bool(plans) and all(plan.get("by") == "code" for plan in plans),
        reading=", ".join(dict.fromkeys(found for _, data in events if isinstance(found := data.get("reading"), str) and found)),
    )


def _tasks(events: Sequence[tuple[str, Mapping[str, Value]]], answer: str) -> Iterator[EndedTask]:
    ended = {data.get("task"): data for name, data in events if name == "task_ended"}
    verdicts = {data.get("task"): data.get("verdict") for name, data in events if name == "reviewed"}
    for number, data in ended.items():
        task = EndedTask(agent=str(data.get("agent", "")), status=str(data.get("status", "")), text=str(data.get("text", "")))
        if verdicts.get(number) != "replan" or (task.text.strip() and task.text.strip() in answer):
            yield task


def _tool(data: Mapping[str, Value]) -> ToolUse:
    result = data.get("result")
    return ToolUse(
        agent=str(data.get("agent", "")),
        tool=str(data.get("tool", "")),
        has_receipts=bool(data.get("receipts")),
        found_nothing=isinstance(result, Mapping) and result.get("found") is False,
    )


def _named(events: Sequence[Value]) -> Iterator[tuple[str, Mapping[str, Value]]]:
    for event in events:
        if isinstance(event, Mapping) and isinstance(data := event.get("data"), Mapping):
            yield str(event.get("event")), data
