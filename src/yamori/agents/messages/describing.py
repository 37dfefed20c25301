"""What the Messages agent says of messages that it has not sent yet: the calls of automations."""

from collections.abc import Callable, Sequence
from typing import cast

from yamori.agentkit.agent import Described, ToolCall
from yamori.agentkit.task import Task
from yamori.agents.messages.wording import telling
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Person
from yamori.understanding.addressees import members


class MessageDescriber:
    """Fulfils `agentkit.agent.Describer`."""

    def __init__(self, people: Callable[[], Sequence[Person]]) -> None:
        self._people = people

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        return [Described(shows=self._described(call, task)) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return ()  # the policy takes a sentence whole or not at all

    def _described(self, call: ToolCall, task: Task) -> str:
        ids, text = call.arguments.get("people"), str(call.arguments.get("text", ""))
        people = [person for person in members(self._people()) if person.id in cast(Sequence[str], ids or ())]
        if not people or not text:
            raise InvalidRequest("a message needs somebody who lives in the home, and a text", where="calls")
        return telling(people, text, task.language, speaker=task.person)
