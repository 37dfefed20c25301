"""The tool of the Messages agent. Who says it comes from the task, never from an argument."""

from collections.abc import Callable, Sequence

from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.messages.ports import Notices
from yamori.agents.messages.wording import notice_text
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.domain.home import Person
from yamori.understanding.addressees import members

LONGEST = 500
"""Characters of what is told."""


class MessageTools:
    access = Access(who=Who.FAMILY, scope=Scope.CHAT, owner=Owner.PERSON)

    def __init__(self, notices: Notices, people: Callable[[], Sequence[Person]]) -> None:
        self._notices, self._people = notices, people

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def send_message(self, people: list[str], text: str, *, call: Call) -> ToolResult:
        """Tell people who live in the home something, at once, in the speaker's name. `people` are their ids, `text` is what the speaker
        said, word for word, in 1 to 500 characters. Nobody outside the home can be told."""
        task, living = call.task, {person.id: person for person in members(self._people())}
        speaker = living.get(task.person)
        if speaker is None:
            raise Forbidden("only people who live in the home send messages", where="person")
        if not people or (strangers := [id for id in people if id not in living]):
            says = f"nobody called {strangers[0]!r} lives in the home" if people else "name somebody who lives in the home"
            raise InvalidRequest(says, where="people", nearest=tuple(living))
        words = text.strip()
        if not 1 <= len(words) <= LONGEST:
            raise InvalidRequest(f"a message has 1 to {LONGEST} characters", where="text")
        told = list(dict.fromkeys(people))
        await self._notices.pass_on(notice_text(speaker, words, task.language), key=f"message/{call.key}", people=told)
        return ToolResult(value={"did": "told", "people": told, "text": words, "key": call.key})
