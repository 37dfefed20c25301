"""What the IoT agent makes of a reader's frames, for `understanding.framed`."""

from collections.abc import Mapping, Sequence

from yamori.agentkit.agent import Declined, ToolCall
from yamori.agentkit.apart import apart
from yamori.agentkit.task import Question, Task
from yamori.agents.iot.explaining import orders_of
from yamori.agents.iot.frames.resolver import resolve
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.choices import as_calls
from yamori.agents.iot.rules.words import normal
from yamori.domain.deferral import refused_text
from yamori.domain.language import Language
from yamori.understanding.frame import COMPLAINTS, READING, Frame, IntentName, SlotName
from yamori.understanding.put_off import with_vague
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.utterance import Utterance

INTENTS = COMPLAINTS | {
    IntentName.TURN_ON,
    IntentName.TURN_OFF,
    IntentName.OPEN,
    IntentName.CLOSE,
    IntentName.LOCK,
    IntentName.UNLOCK,
    IntentName.SET,
    IntentName.INCREASE,
    IntentName.DECREASE,
    IntentName.START,
    IntentName.STOP,
    IntentName.PAUSE,
    IntentName.RESUME,
    IntentName.OPERATE,
    IntentName.GET,
    IntentName.EXPLAIN,
}
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

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution:
        return await apart(resolve, with_vague(frames, utterance), utterance, await self._policy.context(task))

    def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
        if call.tool not in ("control_devices", "perform"):
            return READING if call.tool in ("read_devices", "explain_changes", "find_devices", "describe_device", "look") else frozenset()
        possible = (INTENTS - READING) | _MAY_BE | {IntentName.SCENE, IntentName.UNWELL}
        return possible - _OPPOSITES.get(str(call.arguments.get("command", "")), frozenset())

    def normalized(self, calls: Sequence[ToolCall]) -> Sequence[ToolCall]:
        changing = [call for call in calls if call.tool in ("control_devices", "perform")]
        return (*as_calls(tuple(orders_of(changing, self._policy.index))), *(call for call in calls if call not in changing))

    def subjects_of(self, calls: Sequence[ToolCall]) -> frozenset[str]:
        named = [d for call in calls if isinstance(held := call.arguments.get("devices"), list) for d in held]
        return frozenset(str(d).partition("/")[0] for d in named)

    def _is_known(self, place: str) -> bool:
        """Whether words name a room or a floor of the home."""
        home = self._policy.index.home
        labels = [(room.name, *room.aliases) for room in home.rooms] + [(floor.name, *floor.aliases) for floor in home.floors]
        return any(normal(name) in normal(place) for names in labels for name in names)

    def declined(self, task: Task, unresolved: Sequence[Unresolved]) -> Declined | None:
        first = unresolved[0]
        if first.slot is None:
            return None
        if first.slot.name in _LATER:
            return Declined(text=refused_text(task.language))
        if first.slot.name is SlotName.ROOM and not first.options and not self._is_known(first.slot.text):
            place = first.slot.text
            if task.language is Language.JAPANESE:
                return Declined(text=f"「{place}」はこの家に見つかりません。何も変更していません。")
            return Declined(text=f"I can't find “{place}” in this home, so I changed nothing.")
        if first.options:
            text = "どれのことですか？" if task.language is Language.JAPANESE else "Which one do you mean?"
            return Declined(text=text, question=Question(id=f"which/{task.key}", text=text, options=first.options))
        return None
