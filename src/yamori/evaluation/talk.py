"""Everybody who speaks in a case, each in a conversation of their own."""

from collections.abc import Collection

import httpx

from yamori.domain.values import Value
from yamori.evaluation.conversation import Conversation, Heard


class Talk:
    """Every method raises `HouseSilent` when the house answers with an error of its own."""

    def __init__(self, client: httpx.AsyncClient, *, model: str | None, limit_seconds: float) -> None:
        self._client = client
        self._model = model
        self._limit = limit_seconds
        self._conversations: dict[str, Conversation] = {}
        self.heard: list[Heard] = []
        """Of all, in the order in which it was said."""

    def waits(self, person: str) -> bool:
        """Whether the next text of this person's is an answer."""
        conversation = self._conversations.get(person)
        return conversation is not None and bool(conversation.heard) and conversation.heard[-1].status == "waiting"

    async def say(self, text: str, *, person: str, room: str | None) -> Heard:
        """A new turn of this person's, or the answer to the one that waits."""
        if person not in self._conversations:
            self._conversations[person] = Conversation(self._client, person=person, room=room, model=self._model, limit_seconds=self._limit)
        self._conversations[person].move(room)
        heard = await self._conversations[person].say(text)
        self.heard.append(heard)
        return heard

    async def events(self, turns: Collection[str]) -> dict[str, list[Value]]:
        """What has happened in these turns so far."""
        found: dict[str, list[Value]] = {}
        for conversation in self._conversations.values():
            found |= await conversation.events(turns)
        return found

    def cost(self, key: str) -> int:
        """One of the turns' usage numbers, summed."""
        return sum(conversation.cost(key) for conversation in self._conversations.values())
