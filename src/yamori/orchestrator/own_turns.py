"""The turns as whoever makes a request may see them: their own, and a child's for an adult. Another's turn is as if it were not there.

Both ways in, `routes` and the page's port in `apps`, go through here; the person comes from `CALLER`.
"""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

from yamori.agentkit.access import CALLER
from yamori.domain.access import chooses_person, in_the_name_of, may_see
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.home import Person
from yamori.domain.values import Value
from yamori.orchestrator.store import ListedConversation, StoredEvent, Turn
from yamori.orchestrator.turns import Turns


class OwnTurns:
    """`Turns`, for one caller at a time."""

    def __init__(self, turns: Turns, people: Callable[[], Sequence[Person]]) -> None:
        self._turns, self._people = turns, people

    async def start(
        self,
        text: str,
        *,
        person: str | None,
        room: str | None = None,
        conversation: str | None = None,
        model: str | None = None,
        constraints: tuple[str, ...] = (),
        key: str | None = None,
        replaces: str | None = None,
        spoken_of: Mapping[str, Mapping[str, Value]] | None = None,
    ) -> Turn:
        """As `Turns.start`. Raises `Forbidden` for a person who is not the caller's to speak for, `NotFound` for a conversation of
        somebody else."""
        caller = in_the_name_of(CALLER.get(), person, self._people(), first="")
        if not caller.subject:
            raise InvalidRequest("say who speaks", where="person")
        if replaces is not None:
            self.turn(replaces)
        if conversation is not None and not chooses_person(caller):
            self._check_conversation(conversation, caller.subject)
        return await self._turns.start(
            text,
            person=caller.subject,
            room=room or caller.room,
            conversation=conversation,
            model=model,
            constraints=constraints,
            key=_own_key(key),
            caller=caller,
            replaces=replaces,
            spoken_of=spoken_of,
        )

    async def answer(
        self, id: str, text: str, *, pin: str | None = None, key: str | None = None, shown: Sequence[str] | None = None
    ) -> None:
        """As `Turns.answer`; a signed-in person says with `shown` which approvals they saw."""
        turn, caller = self.turn(id), CALLER.get()
        if shown is None and not chooses_person(caller) and (turn.waiting or {}).get("approvals"):
            raise InvalidRequest("say with `approvals` which ones were shown", where="approvals")
        await self._turns.answer(id, text, pin=pin, key=_own_key(key), session=caller.session, shown=shown)

    def turn(self, id: str) -> Turn:
        """Raises `NotFound`, also for another person's."""
        turn = self._turns.turn(id)
        if not may_see(CALLER.get(), turn.person, self._people()):
            raise NotFound(f"there is no turn {id[:60]!r}", where="turn")
        return turn

    def conversation(self, id: str) -> list[Turn]:
        """Its turns, oldest first; none for one that nobody began, or somebody else."""
        caller, people = CALLER.get(), self._people()
        return [turn for turn in self._turns.conversation(id) if may_see(caller, turn.person, people)]

    def conversations(self, *, person: str | None, search: str = "") -> Sequence[ListedConversation]:
        """The caller's, or of the child in whose name they act. Raises `Forbidden` for a person who is not theirs to speak for."""
        caller = in_the_name_of(CALLER.get(), person, self._people(), first="")
        return self._turns.conversations(caller.subject, search=search) if caller.subject else ()

    async def stop(self, id: str) -> Turn:
        """As `Turns.stop`. Raises `NotFound`, also for another person's."""
        self.turn(id)
        return await self._turns.stop(id)

    def title(self, conversation: str) -> str:
        """As `Turns.title`. Raises `NotFound`, also for another person's."""
        self._own(conversation)
        return self._turns.title(conversation)

    def rename(self, conversation: str, title: str) -> None:
        """As `Turns.rename`. Raises `NotFound`, also for another person's."""
        self._own(conversation)
        self._turns.rename(conversation, title)

    def turns_to_delete(self, conversation: str) -> list[Turn]:
        """All of it that the caller may delete. Raises `NotFound`, also for another person's."""
        return self._own(conversation)

    def said_before(self, *, person: str | None, limit: int = 100) -> Sequence[Turn]:
        """As `Turns.said_by`, of whom `conversations` would list."""
        caller = in_the_name_of(CALLER.get(), person, self._people(), first="")
        return self._turns.said_by(caller.subject, limit=limit) if caller.subject else ()

    def _own(self, conversation: str) -> list[Turn]:
        if not (found := self.conversation(conversation)):
            raise NotFound(f"there is no conversation {conversation[:60]!r}", where="conversation")
        return found

    async def follow(self, id: str, *, after: int = 0) -> AsyncGenerator[StoredEvent, None]:
        """As `Turns.follow`. Raises `NotFound`, also for another person's."""
        self.turn(id)
        async for stored in self._turns.follow(id, after=after):
            yield stored

    def _check_conversation(self, id: str, subject: str) -> None:
        if any(turn.person != subject for turn in self._turns.conversation(id)):
            raise NotFound(f"there is no conversation {id[:60]!r}", where="conversation")


def _own_key(key: str | None) -> str | None:
    """Of a message; two people may have chosen the same."""
    caller = CALLER.get()
    return key if key is None or chooses_person(caller) else f"{caller.subject}/{key}"
