"""Turns as they run: started, followed, answered, and taken up again after a restart."""

import asyncio
import unicodedata
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any, cast

import structlog
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command
from pydantic import TypeAdapter

from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.domain.events import Replied, Resumed, TurnEvent, TurnFailed, TurnStarted, Waiting
from yamori.domain.language import language_of
from yamori.llm.port import Models
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.graph import STEPS, State, TurnParts, turn_graph
from yamori.orchestrator.speech import agreed, pin_in, stuck_text
from yamori.orchestrator.store import StoredEvent, Turn, TurnStatus, TurnStore

TEXT_LIMIT = 4000
"""Characters of one message; a household command is a hundredth of that."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class TurnCosts:
    """What a turn's model calls cost together."""

    model_calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    price: float | None = None


Costs = Callable[[str], Awaitable[TurnCosts]]


class Turns:
    """All turns of a household. Those of one conversation run one after another, those of different ones side by side."""

    def __init__(
        self,
        store: TurnStore,
        agents: AgentDirectory,
        models: Models,
        clock: Clock,
        checkpointer: BaseCheckpointSaver[Any],
        costs: Costs,
    ) -> None:
        self.agents = agents
        self._store, self._clock, self._costs = store, clock, costs
        self._graph = turn_graph(
            TurnParts(agents=agents, models=models, store=store, tell=self._tell, secret=lambda turn: self._pins.pop(turn, None)),
            checkpointer,
        )
        self._news: dict[str, asyncio.Event] = {}
        self._pins: dict[str, str] = {}
        self._lines: dict[str, asyncio.Lock] = {}
        self._running: dict[str, asyncio.Task[None]] = {}

    async def start(
        self, text: str, *, person: str, room: str | None = None, conversation: str | None = None, model: str | None = None
    ) -> Turn:
        """Write the turn down, then run it in the background. Raises `InvalidRequest` for a text that is none."""
        said = checked_text(text)
        turn = Turn(
            id=uuid.uuid4().hex[:16],
            conversation=conversation or uuid.uuid4().hex[:16],
            person=person,
            room=room,
            text=said,
            model=model,
            at=self._clock.now(),
        )
        for earlier in self._store.conversation(turn.conversation):
            if earlier.status is TurnStatus.WAITING:
                if _answers(said, earlier):
                    await self.answer(earlier.id, said)
                    return self.turn(earlier.id)
                await self.answer(earlier.id, "no")  # something else is said instead: that drops what was asked
        self._store.begin(turn)
        self._tell(turn.id, "started", TurnStarted(turn=turn.id, person=person, text=said, at=turn.at))
        first: State = {
            "turn": turn.id,
            "conversation": turn.conversation,
            "person": person,
            "room": room,
            "text": said,
            "model": model,
            "now": turn.at.isoformat(),
        }
        self._go(turn, first)
        return turn

    async def answer(self, id: str, text: str, *, pin: str | None = None) -> None:
        """Give a waiting turn its answer. Raises `InvalidRequest` when there is nothing to answer."""
        turn = self.turn(id)
        said = checked_text(text)
        waiting = turn.waiting
        if waiting is None or not self._store.resumed(id):
            raise InvalidRequest(f"turn {id} is {turn.status.value}, it waits for no answer", where="turn")
        wants_pin = any(cast(Mapping[str, Any], a)["pin"] for a in cast(list[Any], waiting["approvals"]))
        given = (pin or pin_in(said)) if wants_pin else None
        if given:
            self._pins[id] = given
        shown = "••••" if given else said
        count = len(self._store.events(id))
        self._tell(id, f"answered-{count}", Resumed(answer=shown))
        resume = ("yes" if given and agreed(said) is None else said) if wants_pin else said
        self._go(turn, Command(resume=resume))

    def turn(self, id: str) -> Turn:
        found = self._store.turn(id)
        if found is None:
            raise InvalidRequest(f"there is no turn {id!r}", where="turn")
        return found

    def conversation(self, id: str) -> list[Turn]:
        return list(self._store.conversation(id))

    async def follow(self, id: str, *, after: int = 0) -> AsyncIterator[StoredEvent]:
        """The turn's events from `after` on, as they come, to its end."""
        self.turn(id)
        while True:
            news = self._news.setdefault(id, asyncio.Event())
            for stored in self._store.events(id, after=after):
                after = stored.n
                yield stored
                if isinstance(stored.event, Replied | TurnFailed):
                    return
            if self.turn(id).status in (TurnStatus.DONE, TurnStatus.FAILED):
                return
            await news.wait()

    async def take_up(self) -> int:
        """After a restart: go on with every turn that was running. Returns how many there were."""
        unfinished = [t for t in self._store.unfinished() if t.status is TurnStatus.RUNNING]
        for turn in unfinished:
            snapshot = await self._graph.aget_state(_thread(turn.id))
            fresh: State = {
                "turn": turn.id,
                "conversation": turn.conversation,
                "person": turn.person,
                "room": turn.room,
                "text": turn.text,
                "model": turn.model,
                "now": turn.at.isoformat(),
            }
            if not snapshot.created_at:
                self._go(turn, fresh)
            elif snapshot.interrupts:
                self._store.waiting(turn.id, cast(dict[str, Any], snapshot.interrupts[0].value))
            else:
                self._go(turn, None)
        return len(unfinished)

    async def close(self) -> None:
        """Stop running turns where they are; they go on after the next start."""
        for running in self._running.values():
            running.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def _go(self, turn: Turn, given: State | Command[Any] | None) -> None:
        before = self._running.get(turn.id)
        self._running[turn.id] = asyncio.create_task(self._run(turn, given, before))

    async def _run(self, turn: Turn, given: State | Command[Any] | None, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await asyncio.gather(before, return_exceptions=True)
        async with self._lines.setdefault(turn.conversation, asyncio.Lock()):
            began = monotonic()
            try:
                state = await self._graph.ainvoke(given, _thread(turn.id), durability="sync")
            except asyncio.CancelledError:
                raise
            except YamoriError as error:
                await self._fail(turn, str(error))
                return
            except Exception as error:  # the door of a turn: whatever went wrong, the person gets an answer and the log the cause
                _LOG.exception("turn failed", turn=turn.id)
                await self._fail(turn, type(error).__name__)
                return
            interrupts = state.get("__interrupt__")
            if interrupts:
                waiting = interrupts[0].value
                self._store.waiting(turn.id, waiting)
                count = len(self._store.events(turn.id))
                self._tell(turn.id, f"waiting-{count}", _WAITING.validate_python(waiting))
                return
            await self._reply(turn, cast(State, state), monotonic() - began)

    async def _reply(self, turn: Turn, state: State, seconds: float) -> None:
        costs = await self._costs(turn.id)
        agents = tuple(dict.fromkeys(s["agent"] for s in state.get("steps", [])[: state.get("done", 0)]))
        text = state.get("reply") or ""
        summary = {"agents": list(agents), "seconds": round(seconds, 3), **asdict(costs)}
        self._store.ended(turn.id, status=TurnStatus.DONE, answer=text, summary=summary)
        self._tell(turn.id, "replied", Replied(text=text, agents=agents, seconds=round(seconds, 3), **asdict(costs)))
        self._running.pop(turn.id, None)

    async def _fail(self, turn: Turn, why: str) -> None:
        text = stuck_text(language_of(turn.text), why)
        costs = await self._costs(turn.id)
        self._store.ended(turn.id, status=TurnStatus.FAILED, answer=text, summary={"agents": [], "seconds": 0.0, **asdict(costs)})
        self._tell(turn.id, "failed", TurnFailed(text=text))
        self._running.pop(turn.id, None)

    def _tell(self, turn: str, key: str, event: TurnEvent) -> None:
        if self._store.add(turn, key, event):
            news = self._news.pop(turn, None)
            if news is not None:
                news.set()


def _answers(said: str, turn: Turn) -> bool:
    """Whether a new message is the answer that a waiting turn waits for: a yes, a no, a PIN, or the reply to its question."""
    approvals = cast(list[Any], (turn.waiting or {}).get("approvals", []))
    return not approvals or agreed(said) is not None or (any(a["pin"] for a in approvals) and pin_in(said) is not None)


def checked_text(text: str) -> str:
    """A message as a person may send it. Raises `InvalidRequest` for nothing, too much, or something that is no text."""
    said = unicodedata.normalize("NFC", text).strip()
    if not said:
        raise InvalidRequest("the message is empty; say what you would like", where="text")
    if len(said) > TEXT_LIMIT:
        raise InvalidRequest(f"the message has {len(said):,} characters; at most {TEXT_LIMIT:,} are read", where="text")
    strange = [c for c in said if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c not in "\n\t\r"]
    if strange:
        raise InvalidRequest(f"the message holds characters that are no text (U+{ord(strange[0]):04X})", where="text")
    return said


def _thread(turn: str) -> Any:  # langgraph's RunnableConfig is a TypedDict of optional anything
    return {"configurable": {"thread_id": turn}, "recursion_limit": STEPS}


_WAITING = TypeAdapter(Waiting)
