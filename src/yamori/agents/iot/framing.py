"""What the IoT agent makes of a reader's frames, for `understanding.framed`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from yamori.agentkit.agent import Declined, ToolCall
from yamori.agentkit.apart import apart
from yamori.agentkit.task import Question, Task
from yamori.agents.iot.explaining import orders_of
from yamori.agents.iot.frames.complaints import no_remedy_text, reason_text
from yamori.agents.iot.frames.confirming import confirmed
from yamori.agents.iot.frames.resolver import resolve
from yamori.agents.iot.policy import IotPolicy, looked_at
from yamori.agents.iot.room_question import ROOM_QUESTION, answered_room
from yamori.agents.iot.rules.absence import unknown_text
from yamori.agents.iot.rules.choices import as_calls
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import room_called
from yamori.agents.iot.rules.unset_values import unset_values
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import lexicon, lexicon_language, normal
from yamori.agents.iot.texts import TEXTS
from yamori.understanding.deferral import refused_text
from yamori.understanding.frame import COMPLAINTS, DEVICE_COMMANDS, READING, Frame, IntentName, SlotName
from yamori.understanding.put_off import with_vague
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

INTENTS = COMPLAINTS | DEVICE_COMMANDS | {IntentName.GET, IntentName.EXPLAIN}
"""What is this agent's whatever else was said."""
_MAY_BE = frozenset((IntentName.PLAY, IntentName.UNDO))
"""What may be others': media that no device offers, changes of the schedule."""
_LATER = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD))
_OPPOSITES: Mapping[str, frozenset[IntentName]] = {
    "on": frozenset((IntentName.TURN_OFF, IntentName.CLOSE, IntentName.STOP)),
    "off": frozenset((IntentName.TURN_ON, IntentName.OPEN, IntentName.START)),
    "open": frozenset((IntentName.CLOSE, IntentName.LOCK)),
    "close": frozenset((IntentName.OPEN, IntentName.UNLOCK)),
    "lock": frozenset((IntentName.UNLOCK, IntentName.OPEN)),
    "unlock": frozenset((IntentName.LOCK, IntentName.CLOSE)),
}
"""By command: the intents that it cannot fulfil."""


class IotResolver:
    """Fulfils `understanding.framed.Resolver` over the agent's own policy."""

    def __init__(self, policy: IotPolicy) -> None:
        self._policy = policy

    @property
    def intents(self) -> frozenset[IntentName]:
        return INTENTS | _MAY_BE

    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        index = self._policy.index
        if says(utterance.normal.text, "swapping") and len(mentions(utterance.normal.text, index, lexicon())) > 1:
            return ()  # how things are is told as if it were wanted: which is to have what of the other is the policy's
        return confirmed(frames, utterance)

    def owns(self, frames: Sequence[Frame], utterance: Utterance) -> bool:
        return False

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        resolution = await apart(resolve, with_vague(frames, utterance), utterance, await self._policy.context(task))
        intents = {frame.intent for frame in resolution.resolved}
        if not resolution.calls or len(intents) != 1 or not intents <= COMPLAINTS:
            return resolution
        return replace(resolution, reason=reason_text(resolution.resolved[0], task.language))

    def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
        if call.tool not in ("control_devices", "perform"):
            return (
                READING
                if call.tool in ("read_devices", "explain_changes", "find_devices", "describe_device", "look", "look_back")
                else frozenset()
            )
        possible = (INTENTS - READING) | _MAY_BE | {IntentName.SCENE, IntentName.UNWELL}
        return possible - _OPPOSITES.get(str(call.arguments.get("command", "")), frozenset())

    def normalized(self, calls: Sequence[ToolCall]) -> Sequence[ToolCall]:
        changing = [call for call in calls if call.tool in ("control_devices", "perform")]
        return (*as_calls(tuple(orders_of(changing, self._policy.index))), *(call for call in calls if call not in changing))

    def subjects_of(self, calls: Sequence[ToolCall]) -> frozenset[str]:
        named = [d for call in calls if isinstance(held := call.arguments.get("devices"), list) for d in held]
        named += [d for call in calls if call.tool == "look_back" for d in looked_at(call, self._policy.index)]
        return frozenset(str(d).partition("/")[0] for d in named)

    def unset(self, utterance: Utterance, calls: Sequence[ToolCall]) -> Sequence[Span]:
        index = self._policy.index
        changing = [call for call in calls if call.tool in ("control_devices", "perform")]
        return unset_values(utterance.normal.text, tuple(orders_of(changing, index)), index, lexicon(lexicon_language(utterance.text)))

    def _is_known(self, place: str) -> bool:
        """Whether words name a room or a floor of the home."""
        home = self._policy.index.home
        labels = [(room.name, *room.aliases) for room in home.rooms] + [(floor.name, *floor.aliases) for floor in home.floors]
        return any(normal(name) in normal(place) for names in labels for name in names)

    def declined(self, task: Task, unresolved: Sequence[Unresolved]) -> Declined | None:
        first = unresolved[0]
        here = first.slot is not None and first.slot.name is SlotName.ROOM and not self._is_known(first.slot.text)
        roomless = task.room is None and answered_room(task, self._policy.index) is None
        if first.frame.intent in COMPLAINTS and roomless and (first.options or here):
            return _which_room(task, self._policy.index)
        if first.frame.intent in COMPLAINTS and not first.options:
            return Declined(text=no_remedy_text(first.frame, task.language))
        if first.slot is None:
            return None
        if here and roomless and lexicon(lexicon_language(first.slot.text)).marks["here"].found(normal(first.slot.text)):
            return _which_room(task, self._policy.index)
        if first.slot.name in _LATER:
            return Declined(text=refused_text(task.language))
        if first.slot.name is SlotName.ROOM and not first.options and not self._is_known(first.slot.text):
            unknown = unknown_text(first.slot.text, self._policy.index, task.language, changes=first.frame.intent not in READING)
            return Declined(text=unknown)
        placed = first.slot.name is SlotName.DEVICE and self._is_known(first.slot.text)
        reads = first.frame.intent in READING
        if first.slot.name is SlotName.DEVICE and not first.options and not placed and (reads or task.problem):
            return Declined(text=unknown_text(first.slot.text, self._policy.index, task.language, changes=not reads))
        if first.options:
            text = TEXTS.said(task.language, "which")
            return Declined(text=text, question=Question(id=f"which/{task.key}", text=text, options=first.options))
        return None


def _which_room(task: Task, index: HomeIndex) -> Declined:
    text = TEXTS.said(task.language, "framing.which_room")
    names = tuple(room_called(room.id, index, task.language) for room in index.home.rooms)
    return Declined(text=text, question=Question(id=f"{ROOM_QUESTION}{task.key}", text=text, options=names))
