"""Stores in the middle of a transaction: several of them do their part of one act, which happens as a whole or not at all."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from yamori.agents.scheduler.store.changes import Changes
from yamori.agents.scheduler.store.database import Database
from yamori.domain.clock import Clock

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")


class Begun(Database):
    """A database in the middle of a transaction: what is asked of it becomes a part of that."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection

    async def transact(self, work: Callable[["Connection"], T]) -> T:
        return work(self._connection)


class Within(Changes):
    """The journal in the middle of a transaction: whatever follows a change follows it here too."""

    def __init__(self, begun: Begun, outer: Changes, clock: Clock) -> None:
        super().__init__(begun, clock)
        self._followers = outer._followers


def settled(call: Coroutine[Any, Any, T]) -> T:
    """The result of a call that waits for nothing, since all it would wait for is `Begun`."""
    try:
        call.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("a call within a transaction waited for something else")
