"""What was done and spoken of in the earlier turns of a conversation: a sentence may go on about it, or take it back."""

from collections.abc import Callable, Mapping

from yamori.agentkit.task import ACTED, ORIGIN, OutcomeStatus
from yamori.domain.events import TaskEnded, ToolEnded
from yamori.domain.values import Value
from yamori.orchestrator.state import State
from yamori.orchestrator.store import Turn, TurnStatus, TurnStore


class ConversationSoFar:
    """The conversation of a turn, without that turn; read from the store for `Planner` and `FollowUps`."""

    def __init__(self, store: TurnStore) -> None:
        self._store = store

    def latest_agent(self, state: State) -> str | None:
        """The agent that did something last in this conversation."""
        return next(reversed(list(self._store.focuses(state["conversation"]))), None)

    def turns_that_acted(self, state: State) -> list[Turn]:
        """The earlier turns in which an agent had a task, the oldest first: small talk in between is passed over."""
        earlier = [t for t in self._store.conversation(state["conversation"]) if t.id != state["turn"] and t.replaced_by is None]
        return [t for t in earlier if t.status is not TurnStatus.DONE or t.summary.get("agents")]

    def did_something(self, turn: Turn) -> Callable[[str], bool]:
        """A test of each agent: whether it did anything in a turn, rather than only speak of what it had done before. An approval that is
        still awaited counts as something done."""
        if turn.status is TurnStatus.WAITING:
            return lambda agent: bool((turn.waiting or {}).get("approvals"))
        ended = [stored.event for stored in self._store.events(turn.id) if isinstance(stored.event, TaskEnded)]
        did = {event.agent for event in ended if event.status in (OutcomeStatus.DONE, OutcomeStatus.PARTLY)}
        return lambda agent: agent in did

    def changed_something(self, turn: Turn) -> bool:
        """Whether a tool or a receipt says that anything was done in a turn: what was only asked cannot be taken back."""
        ended = [stored.event for stored in self._store.events(turn.id) if isinstance(stored.event, ToolEnded)]
        return any(e.ok and (e.receipts or (isinstance(e.result, Mapping) and "did" in e.result)) for e in ended)

    def spoken_of(self, turn: Turn) -> Mapping[str, Mapping[str, Value]]:
        """By agent: what it spoke of in a turn."""
        return self._store.spoken_of_in(turn.id)

    def focus(self, state: State, agent: str) -> Mapping[str, Value]:
        """What an agent spoke of last. Without `ACTED` where others acted since, and without `ORIGIN` where another agent spoke last."""
        held = self._store.focuses(state["conversation"]).get(agent, {})
        acted = self.turns_that_acted(state) if ACTED in held else []
        over = set() if acted and agent in self.spoken_of(acted[-1]) else {ACTED}
        over |= set() if agent == self.latest_agent(state) else {ORIGIN}
        return {key: value for key, value in held.items() if key not in over}
