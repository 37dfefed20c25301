"""What the Scheduler agent makes of a reader's frames, for `understanding.framed`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from yamori.agentkit.agent import Declined, ToolCall
from yamori.agentkit.apart import apart
from yamori.agentkit.task import Question, Task
from yamori.agentkit.tool import Effect, Toolset
from yamori.agents.scheduler.external import CollectionKind, ExternalSchedule
from yamori.agents.scheduler.frames.confirming import about_the_schedule, timer_alone
from yamori.agents.scheduler.frames.resolving import resolve
from yamori.agents.scheduler.policy import SchedulerPolicy
from yamori.agents.scheduler.wording import which_text, words_in
from yamori.understanding.frame import READING, Frame, IntentName, SlotName
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

INTENTS = frozenset(
    (
        IntentName.ADD_ENTRY,
        IntentName.ADD_ITEM,
        IntentName.REMIND,
        IntentName.SET_ALARM,
        IntentName.SET_TIMER,
        IntentName.COMPLETE,
        IntentName.DELETE,
        IntentName.MOVE,
        IntentName.CHANGE,
        IntentName.SKIP,
        IntentName.LIST,
        IntentName.FIND,
        IntentName.FREE_TIME,
        IntentName.WRITE_DIARY,
        IntentName.READ_DIARY,
    )
)
_ADDS = frozenset((IntentName.ADD_ENTRY, IntentName.ADD_ITEM, IntentName.REMIND, IntentName.SET_ALARM, IntentName.SET_TIMER))
_ENDS = frozenset((IntentName.COMPLETE, IntentName.UNDO, IntentName.CHANGE))
_REMOVES = frozenset((IntentName.DELETE, IntentName.COMPLETE, IntentName.SKIP, IntentName.UNDO))
_UPDATES = frozenset((IntentName.MOVE, IntentName.CHANGE, IntentName.REMIND, IntentName.SKIP))
_BY_TOOL: Mapping[str, frozenset[IntentName]] = {
    **dict.fromkeys(("set_reminder", "set_timer"), _ADDS),
    **dict.fromkeys(("create_custom_task", "add_routine", "add_list_item", "add_calendar_event"), _ADDS - {IntentName.SET_TIMER}),
    **dict.fromkeys(("toggle_custom_task", "toggle_step", "complete_list_item"), _ENDS),
    **dict.fromkeys(("delete_custom_task", "delete_routine", "cancel_reminder", "remove_list_item"), _REMOVES),
    **dict.fromkeys(("update_custom_task_time", "update_custom_task_memo", "update_custom_task_place", "rename_custom_task"), _UPDATES),
    "update_timer": _ADDS | _UPDATES,
    "append_day_log": frozenset((IntentName.WRITE_DIARY, IntentName.CHANGE)),
    "skip_routine": frozenset((IntentName.SKIP, IntentName.DELETE)),
}
"""By tool: the intents that it may fulfil."""


class ScheduleResolver:
    """Fulfils `understanding.framed.Resolver` over the agent's own policy."""

    def __init__(self, policy: SchedulerPolicy, external: ExternalSchedule, tools: Toolset) -> None:
        self._policy = policy
        self._reads = frozenset(tool.name for tool in tools if tool.effect is Effect.READ)
        self._external = external

    @property
    def intents(self) -> frozenset[IntentName]:
        return INTENTS | {IntentName.UNDO}

    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        return about_the_schedule(frames, utterance)

    def owns(self, frames: Sequence[Frame], utterance: Utterance) -> bool:
        return timer_alone(frames, utterance) is not None

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        collections = self._external.collections()
        lists = [c.id for c in collections if c.kind is CollectionKind.LIST] if any(f.texts(SlotName.LIST_NAME) for f in frames) else []
        items = {name: await self._external.items(name) for name in lists}
        known = replace(await self._policy.known(task), collections=collections, items=items)
        return await apart(resolve, frames, utterance, known)

    def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
        return READING if call.tool in self._reads else _BY_TOOL.get(call.tool, frozenset())

    def normalized(self, calls: Sequence[ToolCall]) -> Sequence[ToolCall]:
        return calls

    def subjects_of(self, calls: Sequence[ToolCall]) -> frozenset[str]:
        return frozenset()

    def unset(self, utterance: Utterance, calls: Sequence[ToolCall]) -> Sequence[Span]:
        return ()

    def declined(self, task: Task, unresolved: Sequence[Unresolved]) -> Declined | None:
        first = unresolved[0]
        if not first.options:
            return None
        text = which_text(first.options, words_in(task.language))
        return Declined(text=text, question=Question(id=f"which/{task.key}", text=text, options=first.options))
