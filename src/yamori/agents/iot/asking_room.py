"""A policy around the IoT agent's own that asks for the room where devices of several would be switched on and nothing tells which.

Who says `lights on` means the room they are in, and wants to wake nobody in the others.
"""

from yamori.agentkit.agent import Decided, Decision, Declined, Policy
from yamori.agentkit.around import Around
from yamori.agentkit.task import Question, Task
from yamori.agents.iot.explaining import orders_of
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.room_question import ROOM_QUESTION
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.phrases import room_called
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import normal, squeezed
from yamori.agents.iot.texts import TEXTS

_ON = ("on", "turnon", "poweron", "switchon")
"""Commands that switch something on."""
_EVERYWHERE = ("everything", "all")
"""Marks of the lexicon that say that all rooms are meant."""
_BEFORE = ("same", "other", "also", "again")
"""Marks of the lexicon by which a sentence goes on about what was spoken of before."""


class AskingRoom(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, policy: IotPolicy) -> None:
        super().__init__(inner)
        self._policy = policy

    async def decide(self, task: Task) -> Decision:
        decision = await self._inner.decide(task)
        if not isinstance(decision, Decided) or decision.corrects:
            return decision
        context = await self._policy.context(task)
        switched_on = [order.device for order in orders_of(decision.calls, context.index) if squeezed(order.command) in _ON]
        rooms = [room for room in dict.fromkeys(context.index.devices[device].room for device in switched_on) if room]
        answered = [normal(answer) for id, answer in task.answers.items() if id.startswith(ROOM_QUESTION)]
        if len(rooms) < 2 or _tells_where(task.request, context) or any(_says_everywhere(text, context) for text in answered):
            return decision
        text = TEXTS.said(task.language, "framing.room_meant")
        options = tuple(room_called(room, context.index, task.language) for room in rooms)
        return Declined(text=text, question=Question(id=f"{ROOM_QUESTION}{task.key}", text=text, options=options))


def _tells_where(request: str, context: Context) -> bool:
    """Whether a sentence names a place or a thing, says that all of them are meant, or goes on about what was spoken of before."""
    text = normal(request)
    if context.room is not None or says(text, "in_the_home") or _says_everywhere(text, context):
        return True
    if context.focus.parts and any(context.lexicon.marks[mark].found(text) for mark in _BEFORE):
        return True
    found = mentions(text, context.index, context.lexicon)
    return not found or any(m.what is not Named.KIND for m in found)


def _says_everywhere(text: str, context: Context) -> bool:
    return any(context.lexicon.marks[mark].found(text) for mark in _EVERYWHERE)
