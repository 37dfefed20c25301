"""Turns as they run: started, followed, answered, and taken up again after a restart."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any, cast

import structlog
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command, Interrupt
from pydantic import TypeAdapter

from yamori.agentkit.client import CLIENT
from yamori.agentkit.failures import failed_text, log_failure
from yamori.agentkit.legible import READING_LIMIT, is_legible
from yamori.agentkit.said import checked_text
from yamori.agentkit.task import OutcomeStatus
from yamori.domain.answer import No, Other, Pin, Yes, read_answer
from yamori.domain.caller import HOUSE, Caller
from yamori.domain.clock import Clock
from yamori.domain.errors import Forbidden, InvalidRequest, NotFound, YamoriError
from yamori.domain.events import Replied, Resumed, TaskEnded, TaskStarted, TurnEvent, TurnFailed, TurnStarted, Waiting
from yamori.domain.gear import Served
from yamori.domain.keylocks import KeyLocks
from yamori.domain.values import Value
from yamori.llm.port import Models
from yamori.orchestrator.abilities import AbilityReader
from yamori.orchestrator.conversation_title import checked_title, title_of
from yamori.orchestrator.dependencies import answers_of
from yamori.orchestrator.directory import AgentDirectory, asking_for_cards_once
from yamori.orchestrator.graph import turn_graph
from yamori.orchestrator.new_request import is_new_request
from yamori.orchestrator.remembering import Heard, NothingRemembered, Remembering
from yamori.orchestrator.speech import joined, stopped_text, stuck_text, without_digits
from yamori.orchestrator.state import STEPS, State, TurnParts, outcomes_of, served_by, steps_of
from yamori.orchestrator.store import ListedConversation, Sent, StoredEvent, Turn, TurnStatus, TurnStore, answer_key
from yamori.understanding.detection import spoken_language
from yamori.understanding.reader import NoReader, Reader
from yamori.understanding.short_forms import written_out

KEY = "Idempotency-Key"
"""The header that names a message (IETF draft-ietf-httpapi-idempotency-key-header)."""

HIDDEN = "••••"
"""Stands for a PIN wherever an answer is written down."""

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
        abilities: AbilityReader | None = None,
        reader: Reader | None = None,
        memory: Remembering | None = None,
        forget_beside: Callable[[Sequence[str]], Awaitable[None]] | None = None,
    ) -> None:
        """Without `abilities` the planner model alone tells what cannot be done; without a `reader` only claims tell what is whose; without
        a `memory` nothing is kept of people. `forget_beside` forgets what others keep of turns that are forgotten."""
        self._forget_beside = forget_beside
        self._memory = memory or NothingRemembered()
        self._reader = reader or NoReader()
        self.agents = agents
        self.abilities = abilities or AbilityReader(None)
        self._store, self._clock, self._costs, self._checkpointer = store, clock, costs, checkpointer
        self._graph = turn_graph(
            TurnParts(
                agents=agents,
                models=models,
                store=store,
                notify=self._notify,
                secret=lambda turn: self._pins.pop(turn, None),
                client=lambda turn: self._clients.get(turn, ""),
                abilities=self.abilities,
                reader=self._reader,
                memory=self._memory,
            ),
            checkpointer,
        )
        self._news: dict[str, asyncio.Event] = {}
        self._pins: dict[str, str] = {}
        self._clients: dict[str, str] = {}
        self._lines = KeyLocks()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._lost: dict[str, TurnFailed] = {}

    async def start(
        self,
        text: str,
        *,
        person: str,
        room: str | None = None,
        conversation: str | None = None,
        model: str | None = None,
        constraints: tuple[str, ...] = (),
        key: str | None = None,
        caller: Caller = HOUSE,
        replaces: str | None = None,
        spoken_of: Mapping[str, Mapping[str, Value]] | None = None,
    ) -> Turn:
        """Write the turn down, then run it in the background. An answer to an open question goes on with its turn, which comes back.
        So does the turn that was begun with the same `key`: a message that is sent again is heard once. `caller`: who says it,
        and perhaps acts for `person`. `replaces`: the last turn of the conversation, which is said anew; what was done in it stays done.
        `spoken_of`: by agent, what `it` means from this turn on, as that agent's own outcomes would say it.

        Raises `InvalidRequest` for a text that is none, or for a key that another text came with, `Forbidden` for a yes to what another
        session was shown."""
        said = checked_text(text)
        await self._forget_noted()
        if key is not None and (sent := self._store.sent(key)) is not None:
            return self._sent_again(sent, said)
        if replaces is not None:
            await self._stop_replaced(replaces, conversation)
        for earlier in self._store.waiting_in(conversation) if conversation else ():
            answers = _answers(said, earlier) and not await self._asks_anew(said, earlier)
            if answers and await self._answered(earlier, said, key=key, session=caller.session):
                return self.turn(earlier.id)
            await self._answered(earlier, "no", session=earlier.session)  # something else is said instead: that drops what was asked
        turn = Turn(
            id=uuid.uuid4().hex[:16],
            conversation=conversation or uuid.uuid4().hex[:16],
            person=person,
            room=room,
            text=said,
            model=model,
            constraints=constraints,
            at=self._clock.now(),
            by=caller.by,
            session=caller.session,
            role=caller.standing,
        )
        with self._store.together():
            if key is not None and not self._store.send(key, turn=turn.id, text=said):
                return self._sent_again(cast(Sent, self._store.sent(key)), said)  # the same message came in while this one waited
            self._store.begin(turn)
            if replaces is not None:
                self._store.replace(replaces, by=turn.id)
            before = self._store.focuses(turn.conversation)
            for agent, focus in (spoken_of or {}).items():
                self._store.focus(turn.conversation, agent, {**before.get(agent, {}), **focus}, turn=turn.id)
            self._notify_start(turn)
        await self._hear(turn, said, key=turn.id)
        self._go(turn, _first(turn))
        return turn

    async def _asks_anew(self, said: str, turn: Turn) -> bool:
        """Whether what is said to a question of the house is plainly another request."""
        waiting = turn.waiting
        if waiting is None or _approvals(turn):
            return False
        options, question = [str(o) for o in cast(Sequence[str], waiting.get("options", ()))], str(waiting.get("question", ""))
        return await is_new_request(said, turn.text, options, question, self._reader, self._clock.now())

    async def answer(
        self,
        id: str,
        text: str,
        *,
        pin: str | None = None,
        key: str | None = None,
        session: str | None = None,
        shown: Sequence[str] | None = None,
    ) -> None:
        """Give a waiting turn its answer, once for each `key`. `shown`: ids of the approvals that the person saw. Raises `InvalidRequest`
        when there is nothing to answer, or something else than what was seen; `Forbidden` for an approval by another `session`."""
        turn = self.turn(id)
        if shown is not None and turn.waiting is not None and set(shown) != {str(a["id"]) for a in _approvals(turn)}:
            raise InvalidRequest("this waits for a yes to something else by now; look at what it shows and answer again", where="approvals")
        if key is not None and (sent := self._store.sent(key)) is not None:
            if sent.turn != id:
                raise InvalidRequest("this key came with another request; make a new one for each message", where=KEY)
        elif not await self._answered(turn, _checked_answer(text), pin, key=key, session=session):
            raise InvalidRequest(f"turn {id} waits for no answer", where="turn")

    async def _stop_replaced(self, id: str, conversation: str | None) -> None:
        turn = self.turn(id)
        turns = [t for t in self._store.conversation(turn.conversation) if t.replaced_by is None]
        if turn.conversation != conversation or not turns or turns[-1].id != id:
            raise InvalidRequest("only what was said last in a conversation can be said anew", where="replaces")
        await self.stop(id)

    async def stop(self, id: str) -> Turn:
        """End a turn that runs or waits, and wait until it has ended; one that has ended stays as it is. What was done by then stays done,
        and the answer says so. Raises `NotFound`."""
        turn = self.turn(id)
        if turn.status is TurnStatus.WAITING and await self._answered(turn, "no", session=turn.session):
            await asyncio.gather(self._running[id], return_exceptions=True)  # what waits for a yes is dropped at the gate
        if (task := self._running.get(id)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self.turn(id).status in (TurnStatus.RUNNING, TurnStatus.WAITING):
            await self._end_stopped(self.turn(id))
        return self.turn(id)

    async def _end_stopped(self, turn: Turn) -> None:
        """With what had been done, as far as it was reported: a task that was cut off may have done more."""
        snapshot = await self._graph.aget_state(_thread(turn.id))
        state, language = cast(State, snapshot.values or {}), spoken_language(turn.text)
        outcomes = outcomes_of(state)
        steps = steps_of(state) if "steps" in state else []
        done = joined(answers_of(steps, outcomes, state.get("superseded", []), language), language)
        begun = [stored.event for stored in self._store.events(turn.id) if isinstance(stored.event, TaskStarted)]
        text = stopped_text(language, done=done, cut_off=len({event.task for event in begun}) > len(outcomes))
        costs, agents = await self._costs(turn.id), tuple(dict.fromkeys(event.agent for event in begun))
        summary = {"agents": list(agents), "seconds": 0.0, **asdict(costs)}
        with self._store.together():
            if len({event.task for event in begun}) > len(outcomes):
                last = begun[-1]
                ended = TaskEnded(task=last.task, agent=last.agent, status=OutcomeStatus.FAILED, text=stopped_text(language))
                self._notify(turn.id, f"task-{last.task}-stopped", ended)
            self._store.ended(turn.id, status=TurnStatus.DONE, answer=text, summary=summary)
            self._notify(turn.id, "replied", Replied(text=text, agents=agents, **asdict(costs)))
        await self._checkpointer.adelete_thread(turn.id)

    def _sent_again(self, sent: Sent, said: str) -> Turn:
        if sent.text != said and HIDDEN not in sent.text:
            raise InvalidRequest("this key came with another text; make a new one for each message", where=KEY)
        return self.turn(sent.turn)

    async def _answered(self, turn: Turn, said: str, pin: str | None = None, *, key: str | None = None, session: str | None = None) -> bool:
        """Write the answer down, without its PIN, and go on; False when the turn waits for none (any more). Raises `Forbidden` for an
        approval by another session than the one that was shown what to approve."""
        if turn.waiting is None:
            return False
        if _approvals(turn) and session != turn.session:
            raise Forbidden("this was asked in another session; agree to it there, or say here again what you want", where="session")
        snapshot = await self._graph.aget_state(_thread(turn.id))
        question = snapshot.interrupts[0].id if snapshot.interrupts else ""
        shown, secret = said, None
        if _wants_pin(turn):
            shown = without_digits(said, HIDDEN)
            match read_answer(said):
                case Yes():
                    secret = pin
                case Pin(digits=digits):
                    secret = pin or digits
            shown = HIDDEN if secret and shown == said else shown
        with self._store.together():
            if not self._store.resumed(turn.id):
                return False
            if key is not None:
                self._store.send(key, turn=turn.id, text=shown)
            self._notify(turn.id, answer_key(question, self._store.count(turn.id)), Resumed(answer=shown))
        if not _wants_pin(turn):
            await self._hear(turn, shown, key=f"{turn.id}/{question}")
        if secret:
            self._pins[turn.id] = secret
            self._clients[turn.id] = CLIENT.get()
        self._go(turn, Command(resume=_resumed_with(shown, approved=secret is not None)))
        return True

    async def _hear(self, turn: Turn, said: str, *, key: str) -> None:
        """Keep the person's words before anything is answered. Where they cannot be kept, the house answers all the same."""
        heard = Heard(text=said, person=turn.person, room=turn.room, now=self._clock.now(), conversation=turn.conversation, turn=turn.id)
        try:
            await self._memory.hear(heard, key=key)
        except YamoriError as error:
            log_failure("words not kept", error)

    def turn(self, id: str) -> Turn:
        """Raises `NotFound`."""
        found = self._store.turn(id)
        if found is None:
            raise NotFound(f"there is no turn {id[:60]!r}", where="turn")
        return found

    def check(self) -> None:
        """Raises `Misconfigured` where turns cannot be read now."""
        self._store.check()

    def conversation(self, id: str) -> list[Turn]:
        """Its turns, oldest first; none for one that nobody began."""
        return list(self._store.conversation(id))

    def conversations(self, person: str, *, search: str = "") -> Sequence[ListedConversation]:
        """As `TurnStore.conversations`."""
        return self._store.conversations(person, search=search)

    def title(self, conversation: str) -> str:
        """The one that a person gave it, or its first words; empty where there is no such conversation."""
        given = self._store.title(conversation)
        turns = [turn for turn in self._store.conversation(conversation) if turn.replaced_by is None]
        return given or (title_of(turns[0].text) if turns else "")

    def rename(self, conversation: str, title: str) -> None:
        """Raises `InvalidRequest` for a title that is none."""
        self._store.rename(conversation, checked_title(title))

    def said_by(self, person: str, *, limit: int = 100) -> Sequence[Turn]:
        """What this person said in any conversation, the latest first."""
        return self._store.said_by(person, limit=limit)

    def events(self, id: str) -> Sequence[StoredEvent]:
        """What has happened in the turn so far."""
        return self._store.events(id)

    async def follow(self, id: str, *, after: int = 0) -> AsyncGenerator[StoredEvent, None]:
        """The turn's events from `after` on, as they come, to its end."""
        self.turn(id)
        while True:
            found = self._store.events(id, after=after)
            for stored in found:
                after = stored.n
                yield stored
                if isinstance(stored.event, Replied | TurnFailed):
                    return
            if found:
                continue  # while these were taken, more may have come
            if id in self._lost:
                yield StoredEvent(n=after + 1, event=self._lost[id])
                return
            if self.turn(id).status in (TurnStatus.DONE, TurnStatus.FAILED):
                return
            await self._news.setdefault(id, asyncio.Event()).wait()

    async def forget(self, keys: Sequence[str]) -> None:
        """Forget the turns in which something was said, by the keys under which it came: at once those that have ended. One that runs,
        such as the one that asks for it, is answered first, and goes before the next one begins or the house stops."""
        self._store.to_forget({key.partition("/")[0] for key in keys})
        await self._forget_noted()

    async def forget_turns(self, ids: Sequence[str]) -> None:
        """Stop those that run, and forget them all: their words, what happened in them, and what others keep of them."""
        for id in ids:
            await self.stop(id)
        await self.forget(ids)

    async def _forget_noted(self) -> None:
        """What others keep goes first: until that is gone, too, it stays noted."""
        if not (ids := self._store.noted()):
            return
        if self._forget_beside is not None:
            await self._forget_beside(ids)
        self._store.forget(ids)

    async def take_up(self) -> int:
        """After a restart: go on with every turn that was running. Returns how many there were."""
        await self._forget_noted()
        unfinished = [t for t in self._store.unfinished() if t.status is TurnStatus.RUNNING]
        for turn in unfinished:
            snapshot = await self._graph.aget_state(_thread(turn.id))
            if not snapshot.created_at:
                self._go(turn, _first(turn))
            elif not snapshot.interrupts:
                self._go(turn, None)
            else:
                asked = snapshot.interrupts[0]
                answers = self._store.answers_to(turn.id, asked.id)
                if answers and HIDDEN not in answers[-1]:
                    self._go(turn, Command(resume=_resumed_with(answers[-1])))
                else:
                    self._wait(turn, asked)  # not answered yet, or with a PIN, which is kept nowhere
        return len(unfinished)

    async def close(self) -> None:
        """Stop running turns where they are; they go on after the next start."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        with suppress(YamoriError):  # a full disk: it is noted, and done after the next start
            await self._forget_noted()

    def _go(self, turn: Turn, given: State | Command[Any] | None) -> None:
        task = asyncio.create_task(self._run(turn, given))
        self._running[turn.id] = task
        task.add_done_callback(lambda ended: self._running.pop(turn.id) if self._running.get(turn.id) is ended else None)

    async def _run(self, turn: Turn, given: State | Command[Any] | None) -> None:
        async with self._lines.hold(turn.conversation):
            began = monotonic()
            try:
                with asking_for_cards_once():
                    state = await self._graph.ainvoke(given, _thread(turn.id), durability="sync")
                interrupts = state.get("__interrupt__")
                if interrupts:
                    self._wait(turn, interrupts[0])
                else:
                    await self._reply(turn, cast(State, state), monotonic() - began)
            except YamoriError as error:
                log_failure("turn failed", error)
                await self._fail(turn, failed_text(error, spoken_language(turn.text)))
            except Exception:  # the endpoint of a turn: whatever went wrong, the person gets an answer and the log the cause
                _LOG.exception("turn failed", turn=turn.id)
                await self._fail(turn, stuck_text(spoken_language(turn.text)))
            finally:
                self._pins.pop(turn.id, None)
                self._clients.pop(turn.id, None)

    def _wait(self, turn: Turn, asked: Interrupt) -> None:
        with self._store.together():
            self._notify(turn.id, f"waiting-{asked.id}-{self._store.count(turn.id)}", _WAITING.validate_python(asked.value))
            self._store.waiting(turn.id, asked.value)

    async def _reply(self, turn: Turn, state: State, seconds: float) -> None:
        costs = await self._costs(turn.id)
        agents = tuple(dict.fromkeys(s["agent"] for s in state.get("steps", [])[: state.get("done", 0)]))
        text = state.get("reply") or ""
        served = served_by(state)
        summary = {
            "agents": list(agents),
            "served": _SERVED.dump_python(served, mode="json"),
            "seconds": round(seconds, 3),
            **asdict(costs),
        }
        with self._store.together():
            self._store.ended(turn.id, status=TurnStatus.DONE, answer=text, summary=summary)
            self._notify(turn.id, "replied", Replied(text=text, agents=agents, served=served, seconds=round(seconds, 3), **asdict(costs)))
        await self._checkpointer.adelete_thread(turn.id)  # an ended turn is never taken up again
        await self._count_use(turn, state.get("used", []))

    async def _count_use(self, turn: Turn, ids: Sequence[str]) -> None:
        """Tell the memory what was of use, once the person has the answer. Where that cannot be written, nothing else is lost."""
        try:
            await self._memory.used(turn.person, list(dict.fromkeys(ids)))
        except YamoriError as error:
            log_failure("use of facts not counted", error)

    async def _fail(self, turn: Turn, text: str) -> None:
        failed = TurnFailed(text=text)
        try:
            summary = {"agents": [], "seconds": 0.0, **asdict(await self._costs(turn.id))}
            with self._store.together():
                self._store.ended(turn.id, status=TurnStatus.FAILED, answer=failed.text, summary=summary)
                self._notify(turn.id, "failed", failed)
        except YamoriError:
            # Not even that can be written down (a full disk): whoever follows is notified, and the turn goes on after the next start.
            _LOG.exception("turn could not be ended", turn=turn.id)
            self._lost[turn.id] = failed
            self._wake(turn.id)

    def _notify_start(self, turn: Turn) -> None:
        self._notify(turn.id, "started", TurnStarted(turn=turn.id, person=turn.person, text=turn.text, at=turn.at))

    def _notify(self, turn: str, key: str, event: TurnEvent) -> None:
        if self._store.add(turn, key, event):
            self._wake(turn)

    def _wake(self, turn: str) -> None:
        """Whoever follows the turn looks again, once what is being written is written."""
        if (news := self._news.pop(turn, None)) is not None:
            news.set()


def _first(turn: Turn) -> State:
    return {
        "turn": turn.id,
        "conversation": turn.conversation,
        "person": turn.person,
        "by": turn.by,
        "role": turn.role.value if turn.role is not None else None,
        "room": turn.room,
        "text": written_out(turn.text),
        "model": turn.model,
        "constraints": list(turn.constraints),
        "now": turn.at.isoformat(),
    }


def _resumed_with(shown: str, *, approved: bool = False) -> str:
    """What the graph gets of an answer, whose digits it never sees: of one that gave a PIN, that it approves."""
    if approved:
        return "yes"
    return shown.replace(HIDDEN, "") if isinstance(read_answer(shown.replace(HIDDEN, "")), No) else shown


def _answers(said: str, turn: Turn) -> bool:
    """Whether a new message is the answer that a waiting turn waits for: a yes, a no, a PIN, or the reply to its question. A refusal that
    goes on with something else is a new message, and so refuses just as well."""
    if not (turn.waiting or {}).get("approvals"):
        return is_legible(said)
    match read_answer(said):
        case Yes():
            return True
        case No(rest=rest):
            return not rest
        case Pin():
            return _wants_pin(turn)
        case Other(hedged=hedged):
            return hedged


def _checked_answer(text: str) -> str:
    if len(said := checked_text(text)) > READING_LIMIT:
        raise InvalidRequest(f"an answer has at most {READING_LIMIT} characters", where="text")
    return said


def _approvals(turn: Turn) -> list[Any]:
    """What it shows and waits for a yes to (dumped `ApprovalShown`s)."""
    return cast(list[Any], (turn.waiting or {}).get("approvals", []))


def _wants_pin(turn: Turn) -> bool:
    return any(a["pin"] for a in _approvals(turn))


def _thread(turn: str) -> Any:  # langgraph's RunnableConfig is a TypedDict of optional anything
    return {"configurable": {"thread_id": turn}, "recursion_limit": STEPS}


_WAITING = TypeAdapter(Waiting)
_SERVED: TypeAdapter[Served | None] = TypeAdapter(Served | None)
