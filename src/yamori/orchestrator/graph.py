"""The state machine of a turn (paper 3.1.1): plan → check → execute → review → plan again, or reply.

Every node may be run again after a kill: what it does outside is idempotent by key, and its events are added once. A node asks
a model only where code cannot decide, and the person only in `wait`, which does nothing else.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, TypedDict, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import interrupt
from pydantic import TypeAdapter

from yamori.agentkit.failures import log_failure, undecided_text
from yamori.agentkit.legible import is_legible, unread_text
from yamori.agentkit.task import Finished, Outcome, OutcomeStatus, Strength, Task, ToolCalled, ToolReturned, ToolRun
from yamori.domain.answer import No, Yes, read_answer
from yamori.domain.deferral import refused_text
from yamori.domain.errors import HouseSilent
from yamori.domain.events import (
    ApprovalShown,
    Planned,
    PlannedTask,
    Reviewed,
    TaskEnded,
    TaskStarted,
    ToolEnded,
    ToolStarted,
    TurnEvent,
    Waiting,
)
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.llm.port import Models, Role
from yamori.orchestrator.clauses import deferred, known, main_clause, owner, shared_out
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.grounding import is_grounded, unknown_text
from yamori.orchestrator.plain_questions import plain_answer
from yamori.orchestrator.planning import (
    ECHOED,
    Plan,
    Step,
    check_prompt,
    completed,
    echoes,
    example_things,
    planner_prompt,
    read_plan,
    review_prompt,
)
from yamori.orchestrator.speech import (
    broken_text,
    joined,
    left_text,
    states_a_number,
    stuck_text,
    unplaced_text,
    verdict_text,
    waiting_text,
    without_claims,
)
from yamori.orchestrator.store import Turn, TurnStore
from yamori.orchestrator.talk import goes_on, is_order, only_tells, wants

TASKS = 6
"""Tasks that one turn may start, replanned ones included."""

RETRIES = 1
"""Tries of one task after its first."""

ANSWERS = 2
"""Answers to one question after which a task that still asks is left alone."""

REPLANS = 1
"""Times that a model may plan anew after a task failed."""

STEPS = 60
"""Nodes that one turn may pass through."""

_OUTCOME = TypeAdapter(Outcome)

Claiming = Callable[[str], Awaitable[Mapping[str, Strength]]]
"""Asks every agent how surely a text is its own."""


class State(TypedDict, total=False):
    """What a checkpoint holds: plain JSON, never a PIN."""

    turn: str
    conversation: str
    person: str
    room: str | None
    text: str
    model: str | None
    constraints: list[str]
    now: str
    steps: list[dict[str, str]]
    """Tasks planned, done ones first."""
    done: int
    """How many of them are finished."""
    attempt: int
    problem: str | None
    outcomes: list[dict[str, Any]]  # dumped `Outcome`s: JSON by construction
    current: dict[str, Any] | None
    answer: str | None
    """What the person answered to the question that is open."""
    answered: int
    """How often the person has answered within this task."""
    reply: str | None
    asides: list[str]
    """What is said of parts of the sentence that no agent was given."""
    replans: int
    superseded: list[int]
    """Outcomes of tasks that found nothing to do and were planned anew: not spoken of."""
    planned_by_model: bool
    verdict: str


@dataclass(frozen=True, kw_only=True)
class TurnParts:
    """What the nodes work with."""

    agents: AgentDirectory
    models: Models
    store: TurnStore
    tell: Callable[[str, str, TurnEvent], None]
    """Adds an event (turn, key, event) and wakes whoever follows the turn."""
    secret: Callable[[str], str | None]
    """The PIN that was just given for a turn, kept in memory only."""
    client: Callable[[str], str]
    """Where a turn was answered from last, as the connection says."""


def turn_graph(parts: TurnParts, checkpointer: BaseCheckpointSaver[Any]) -> CompiledStateGraph[State, None, State, State]:
    """The compiled machine; one thread for each turn."""
    nodes = _Nodes(parts)
    graph: StateGraph[State, None, State, State] = StateGraph(State)
    for name, node in (
        ("plan", nodes.plan),
        ("check", nodes.check),
        ("execute", nodes.execute),
        ("wait", nodes.wait),
        ("review", nodes.review),
        ("reply", nodes.reply),
    ):
        graph.add_node(name, cast(Any, node))  # langgraph's node protocol does not accept a bound coroutine method
    graph.add_edge(START, "plan")
    graph.add_conditional_edges("plan", _next_task)
    graph.add_conditional_edges("check", lambda s: "review" if s.get("current") is not None else "execute")
    graph.add_conditional_edges("execute", _after_execute)
    graph.add_edge("wait", "execute")
    graph.add_conditional_edges("review", _after_review)
    graph.add_edge("reply", END)
    return graph.compile(checkpointer=checkpointer)


def _next_task(state: State) -> Literal["check", "execute", "reply"]:
    """What code planned needs no check: its agents exist, and they claimed it."""
    if state.get("reply") is not None or state["done"] >= len(state["steps"]):
        return "reply"
    return "check" if state.get("planned_by_model") else "execute"


def _after_review(state: State) -> Literal["plan", "check", "execute", "reply"]:
    match state["verdict"]:
        case "retry":
            return "execute"
        case "replan":
            return "plan"
        case _:
            return _next_task(state)


def _after_execute(state: State) -> Literal["wait", "review"]:
    outcome = cast(Mapping[str, Any], state["current"])
    return "wait" if outcome["status"] in (OutcomeStatus.HELD, OutcomeStatus.ASKING) else "review"


class _Nodes:
    def __init__(self, parts: TurnParts) -> None:
        self._agents, self._models, self._store = parts.agents, parts.models, parts.store
        self._tell, self._secret, self._client = parts.tell, parts.secret, parts.client

    async def plan(self, state: State) -> State:
        """Make the plan; after a failure that another agent might mend, let a model plan anew."""
        again = "steps" in state
        plan = await (self._planned_anew(state) if again else self._planned(state))
        if plan is None:
            return {"verdict": ""}
        done = state.get("done", 0)
        before = state.get("steps", [])
        planned = [{"agent": s.agent, "request": s.request} for s in plan.steps]
        fresh = [s for s in planned if s not in before]
        steps = [*before[:done], *fresh, *before[done:]]
        if again and not fresh:
            # A model's words stand for a whole sentence that nobody could do anything with, not for one of its parts.
            return {"verdict": "", "reply": plan.reply if len(before) == 1 else None}
        asides = [*state.get("asides", []), *plan.asides]
        if len(steps) > TASKS:
            asides.append(unplaced_text(language_of(state["text"]), [s["request"] for s in steps[TASKS:]]))
            steps = steps[:TASKS]
        self._tell(
            state["turn"],
            f"plan-{state.get('replans', 0)}",
            Planned(tasks=tuple(PlannedTask(id=i, agent=s["agent"], request=s["request"]) for i, s in enumerate(steps)), by=plan.by),
        )
        update: State = {"steps": steps, "done": done, "attempt": 0, "problem": None, "verdict": "", "planned_by_model": plan.by != "code"}
        update["asides"] = asides
        if not again:
            return update | {"outcomes": [], "replans": 0, "superseded": [], "reply": plan.reply}
        return update | {"superseded": [*state.get("superseded", []), done - 1]}

    async def _planned(self, state: State) -> Plan:
        """The first plan: by code, or a model's, to which is added what is sure and what it left out."""
        language = language_of(state["text"])
        if not is_legible(state["text"]):
            return await self._dictated(state) or Plan(asides=(unread_text(state["text"], language),))
        claim = self._claiming(state)
        hangs = deferred(state["text"])
        refused = [part for part in hangs.parts if await self._acts_at_once(part, claim)] if hangs is not None else []
        if hangs is None or not refused:
            return await self._planned_now(state, claim)
        aside = refused_text(language, refused if len(refused) < len(hangs.parts) or hangs.rest else ())
        kept = [part for part in hangs.parts if part not in refused]
        rest = ("、" if language is Language.JAPANESE else ", and ").join([text for text in (hangs.rest, *kept) if text])
        if not rest or not (is_order(rest) or wants(rest) or await self._anybody_claims(rest, claim)):
            return Plan(asides=(aside,))
        plan = await self._planned_now({**state, "text": rest}, claim)
        return replace(plan, asides=(*plan.asides, aside))

    async def _acts_at_once(self, part: str, claim: Claiming) -> bool:
        """Whether what hangs on a condition would be done now by whoever it is for. Of an agent that is silent the worst is taken."""
        at_once = {card.name for card in await self._agents.cards() if card.at_once}
        claims = await claim(part)
        if (whose := owner(claims)) is not None:
            return whose in at_once
        found = {agent for agent, strength in claims.items() if strength is not Strength.NONE}
        if (found & at_once) or (at_once - claims.keys()):
            return True
        wanted = main_clause(part)
        return not found and (is_order(wanted) or wants(wanted) or not (wanted or only_tells(part)))

    async def _anybody_claims(self, text: str, claim: Claiming) -> bool:
        return any(strength is not Strength.NONE for strength in (await claim(text)).values())

    async def _planned_now(self, state: State, claim: Claiming) -> Plan:
        """The plan of a sentence that hangs on nothing to come."""
        language = language_of(state["text"])
        plan = await self._by_code(state, claim)
        if plan is not None:
            return plan
        try:
            plan = await self._by_model(state, state["text"])
        except HouseSilent as error:
            log_failure("plan not made", error)
            plan = Plan(reply=undecided_text(error, language, model=True), by="code")
        whole = await claim(state["text"])
        found = await known(state["text"], claim, silent=self._silent(whole))
        return completed(plan, found, language)

    async def _dictated(self, state: State) -> Plan | None:
        """What is too long to be read goes whole to the agent that it is dictated to."""
        claims = await self._claims(state, state["text"])
        whole = [agent for agent, strength in claims.items() if strength is Strength.WHOLE]
        return Plan(steps=(Step(agent=whole[0], request=state["text"]),)) if len(whole) == 1 else None

    async def _planned_anew(self, state: State) -> Plan | None:
        """Another plan for the part of which the agent that had it made nothing; None where nobody can make one."""
        parts = len(state["steps"]) > 1
        try:
            whole = not parts and not state.get("asides")
            return await self._by_model(state, state["text"] if whole else state["steps"][state["done"] - 1]["request"])
        except HouseSilent:
            return None

    async def check(self, state: State) -> State:
        """Can the next task be carried out at all? By code; a model is asked only before what cannot be undone (paper 3.1.3)."""
        step = state["steps"][state["done"]]
        if step["agent"] not in self._agents.clients:
            return self._unfit(state, stuck_text(language_of(state["text"])))
        cards = {c.name: c for c in await self._agents.cards()} if state.get("planned_by_model") and not state.get("attempt") else {}
        if step["agent"] not in cards or not cards[step["agent"]].irreversible:
            return {}
        prompt = check_prompt(step["agent"], cards[step["agent"]].does, step["request"])
        try:
            answer = await self._models.ask(Role.CHECKER, prompt, turn=state["turn"], model=state.get("model"))
        except HouseSilent:
            return {}
        verdict = cast(Mapping[str, Any], answer.data)
        unfit = not verdict["executable"] and verdict["missing"]
        return self._unfit(state, without_claims(str(verdict["missing"]), language_of(state["text"]))) if unfit else {}

    def _unfit(self, state: State, why: str) -> State:
        """A task that is not even begun ends like one that failed: the others go on."""
        started = TaskStarted(task=state["done"], agent=state["steps"][state["done"]]["agent"], attempt=0)
        self._tell(state["turn"], f"task-{state['done']}-0-started", started)
        return {"current": _OUTCOME.dump_python(Outcome(status=OutcomeStatus.FAILED, text=why, final=True), mode="json")}

    async def execute(self, state: State) -> State:
        """Hand the next task to its agent and follow it; once more with the person's answer when it was waiting for one."""
        number, turn = state["done"], state["turn"]
        step = state["steps"][number]
        attempt, answered = state.get("attempt", 0), state.get("answered", 0)
        language = language_of(state["text"])
        held, said = state.get("current"), state.get("answer")
        mark = f"task-{number}-{attempt}"
        self._tell(turn, f"{mark}-started", TaskStarted(task=number, agent=step["agent"], attempt=attempt))
        if said is not None and held is not None and _declined(held, said):
            outcome = Outcome(status=OutcomeStatus.FAILED, text=left_text(language, asked=False), final=True)
        else:
            task = _task(state, step, focus=self._focus(state, step["agent"]), answers=self._answers(state, held))
            task = replace(task, client=self._client(turn))
            outcome = await self._followed(task, step["agent"], number, f"{mark}-answer-{answered}" if answered else mark)
        if outcome.status is OutcomeStatus.ASKING and answered >= ANSWERS:
            outcome = replace(outcome, status=OutcomeStatus.FAILED, text=left_text(language, asked=True), question=None, final=True)
        if outcome.focus:
            self._store.focus(state["conversation"], step["agent"], outcome.focus, turn=turn)
        return {"current": _OUTCOME.dump_python(outcome, mode="json"), "answer": None}

    async def _followed(self, task: Task, agent: str, number: int, mark: str) -> Outcome:
        """What came of a task; its tools are told as they run. An agent that broke off in the middle is asked once more what came of it:
        the task's key makes that harmless, and nothing else would tell what was done."""
        turn, language = task.turn or "", task.language
        runs: list[ToolRun] = []
        why = ""
        for _ in range(2):
            runs.clear()
            calls = 0
            try:
                async with aclosing(self._agents.relay(agent, task)) as events:
                    async for event in events:
                        match event:
                            case ToolCalled():
                                started = ToolStarted(task=number, agent=event.agent, tool=event.tool, arguments=event.arguments)
                                self._tell(turn, f"{mark}-call-{calls}", started)
                                calls += 1
                            case ToolReturned():
                                self._tell(turn, f"{mark}-return-{len(runs)}", _ended(number, agent, event.run))
                                runs.append(event.run)
                            case Finished():
                                self._tell_rest(turn, mark, number, agent, event.outcome, heard=len(runs))
                                return event.outcome
                why = f"the {agent} agent ended without an answer"
            except HouseSilent as error:
                why = str(error)
            if not calls:
                break
        done = sum(run.ok for run in runs)
        status = OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        log_failure("agent broke off", why)
        text = broken_text(language, done=done) if done else stuck_text(language)
        return Outcome(status=status, text=text, runs=tuple(runs), final=True)

    def _tell_rest(self, turn: str, mark: str, number: int, agent: str, outcome: Outcome, *, heard: int) -> None:
        """Tools that ran before a kill, or when the person's answer let them: their agent tells of them only at the end."""
        if heard or outcome.status is OutcomeStatus.HELD:
            return
        for i, run in enumerate(outcome.runs):
            self._tell(turn, f"{mark}-return-{i}", _ended(number, agent, run))

    async def wait(self, state: State) -> State:
        """Ask the person; nothing else happens here, so that it may be entered again."""
        outcome = _OUTCOME.validate_python(state["current"])
        shown = tuple(ApprovalShown(id=a.id, shows=a.shows, pin=a.pin) for a in outcome.approvals)
        asked = outcome.question
        pin = any(a.pin for a in shown)
        text = asked.text if asked else waiting_text(language_of(state["text"]), [a.shows for a in shown], pin=pin)
        waiting = Waiting(question=text, options=asked.options if asked else (), approvals=shown)
        answer = interrupt(TypeAdapter(Waiting).dump_python(waiting, mode="json"))
        return {"answer": str(answer), "answered": state.get("answered", 0) + 1}

    async def review(self, state: State) -> State:
        """Is the task fulfilled? Its receipts say so, or a model reads the log (paper 3.1.5)."""
        number, turn = state["done"], state["turn"]
        step = state["steps"][number]
        attempt = state.get("attempt", 0)
        outcome = _OUTCOME.validate_python(state["current"])
        verdict, by, why = await self._verdict(state, step, outcome)
        ended = TaskEnded(task=number, agent=step["agent"], status=outcome.status, text=outcome.text)
        with self._store.together():
            self._tell(turn, f"task-{number}-{attempt}-ended", ended)
            self._tell(turn, f"task-{number}-{attempt}-reviewed", Reviewed(task=number, verdict=verdict, by=by, why=why))
        if verdict == "retry":
            return {"verdict": "retry", "attempt": attempt + 1, "problem": why, "current": None, "answered": 0}
        outcomes = [*state["outcomes"], cast(dict[str, Any], state["current"])]
        update: State = {
            "verdict": verdict,
            "outcomes": outcomes,
            "done": number + 1,
            "attempt": 0,
            "answered": 0,
            "problem": None,
            "current": None,
        }
        if verdict == "replan":
            update["replans"] = state.get("replans", 0) + 1
        return update

    async def reply(self, state: State) -> State:
        """The answer: the agents' reports, which are rendered from receipts, or the direct answer without any claim."""
        language = language_of(state["text"])
        outcomes = [_OUTCOME.validate_python(o) for o in state.get("outcomes", [])]
        superseded = state.get("superseded", [])
        said = joined([*(o.text for i, o in enumerate(outcomes) if i not in superseded), *state.get("asides", [])], language)
        direct = state.get("reply")
        if direct is not None and not (outcomes and states_a_number(direct, state["text"])):
            heard = [] if all(o.status is OutcomeStatus.FAILED for o in outcomes) else [said]
            said = joined([*heard, without_claims(direct, language)], language)
        return {"reply": said or stuck_text(language)}

    async def _verdict(self, state: State, step: Mapping[str, str], outcome: Outcome) -> tuple[str, str, str]:
        language = language_of(state["text"])
        if outcome.proven or outcome.final:
            return "finish", "code", verdict_text(language, "proven" if outcome.proven else "final")
        if not outcome.runs:
            elsewhere = state.get("planned_by_model") or await self._untried(state, step["request"])
            again = elsewhere and state.get("replans", 0) < REPLANS and len(state["steps"]) < TASKS
            return ("replan", "code", verdict_text(language, "nothing")) if again else ("finish", "code", verdict_text(language, "final"))
        if outcome.status is OutcomeStatus.PARTLY:
            return "finish", "code", verdict_text(language, "partly")
        if state.get("attempt", 0) >= RETRIES:
            return "finish", "code", verdict_text(language, "tries")
        log = "\n".join(f"{r.tool} {dict(r.arguments)}: {'ok' if r.ok else r.problem}" for r in outcome.runs) + f"\n{outcome.text}"
        try:
            answer = await self._models.ask(
                Role.REVIEWER, review_prompt(step["request"], log), turn=state["turn"], model=state.get("model")
            )
        except HouseSilent:
            return "finish", "code", verdict_text(language, "unread")
        verdict = cast(Mapping[str, Any], answer.data)
        return str(verdict["verdict"]), answer.usage.model, str(verdict["why"])

    def _claiming(self, state: State) -> Claiming:
        """Asks the agents for a text or a part of it, once for each."""
        asked: dict[str, Mapping[str, Strength]] = {}

        async def claim(piece: str) -> Mapping[str, Strength]:
            if piece not in asked:
                asked[piece] = await self._claims(state, piece)
            return asked[piece]

        return claim

    async def _by_code(self, state: State, claim: Claiming) -> Plan | None:
        """A plain question answered at once, or the plan that the agents' claims make plain."""
        text = state["text"]
        known = plain_answer(text, now=datetime.fromisoformat(state["now"]), cards=await self._agents.cards())
        if known is not None:
            return Plan(reply=known)
        focuses = self._store.focuses(state["conversation"])
        whole = await claim(text)
        shares = await shared_out(text, whole, claim, silent=self._silent(whole))
        if shares is None and focuses and owner(whole) is None:
            latest = list(focuses)[-1]
            weak = [agent for agent, strength in whole.items() if strength is not Strength.NONE]
            if weak == [latest] or (latest in weak and goes_on(text)):
                return Plan(steps=(Step(agent=latest, request=text),))
        return Plan(steps=tuple(Step(agent=s.agent, request=s.request) for s in shares)) if shares else None

    async def _claims(self, state: State, piece: str) -> Mapping[str, Strength]:
        agents = {a: _task(state, {"agent": a, "request": piece}, focus=self._focus(state, a)) for a in self._agents.clients}
        return await self._agents.claims(agents)

    async def _anybody(self, state: State) -> bool:
        """Whether any agent surely finds something of its own in the sentence; a day alone (`I was ill today`) is not enough."""
        return any(strength not in (Strength.NONE, Strength.WEAK) for strength in (await self._claims(state, state["text"])).values())

    def _silent(self, claims: Mapping[str, Strength]) -> bool:
        return len(claims) < len(self._agents.clients)

    async def _untried(self, state: State, request: str) -> frozenset[str]:
        """Agents that were not given anything yet and find something of their own in the request."""
        tried = {s["agent"] for s in state["steps"]}
        claims = await self._claims(state, request)
        return frozenset(a for a, strength in claims.items() if a not in tried and strength is not Strength.NONE)

    async def _by_model(self, state: State, text: str) -> Plan:
        cards = await self._agents.cards()
        if not cards:
            raise HouseSilent("no agent of this household answers")
        earlier = [t for t in self._store.conversation(state["conversation"]) if t.id != state["turn"]][-1:]
        own = frozenset(c.name for c in cards if not c.quotes)
        before = _before(earlier[0], own) if earlier else ""
        failed = ""
        if state.get("outcomes"):
            last, came = state["steps"][state["done"] - 1], state["outcomes"][-1]["text"]
            said = f"said: {came[:160]}" if last["agent"] in own else "did not answer it"
            failed = f"The {last['agent']} agent was tried and {said}"
        if state.get("steps"):
            names: frozenset[str] | None = await self._untried(state, text)
        else:
            names = frozenset() if only_tells(text) and not await self._anybody(state) else None
        now = datetime.fromisoformat(state["now"])
        prompt = planner_prompt(cards, text, now=now, before=before, failed=failed, only=names)
        for again in (True, False):
            answer = await self._models.ask(Role.PLANNER, prompt, turn=state["turn"], model=state.get("model"))
            plan = read_plan(answer.data, text, model=answer.usage.model)
            if not (again and plan.reply and echoes(plan.reply, text)):
                break
            prompt = planner_prompt(cards, text, now=now, before=before, failed=ECHOED, only=names)
        looks_up = [c.name for c in cards if c.quotes]
        return await self._grounded(state, text, await self._read_first(state, text, plan, looks_up), before)

    async def _grounded(self, state: State, text: str, plan: Plan, before: str) -> Plan:
        """A direct reply that holds what nobody found gives way to an agent that finds anything of its own in the sentence, and else to
        an honest answer. Of an agent that was tried its own words stand."""
        if plan.reply is None or is_grounded(plan.reply, text=text, before=before, things=example_things()):
            return plan
        if state.get("steps"):
            return replace(plan, reply=None)
        claims = await self._claims(state, text)
        agent = next((name for name, strength in claims.items() if strength is not Strength.NONE), None)
        if agent is not None:
            return Plan(steps=(Step(agent=agent, request=text),), by=plan.by)
        return Plan(reply=unknown_text(language_of(text)))

    async def _read_first(self, state: State, text: str, plan: Plan, looks_up: Collection[str]) -> Plan:
        """A direct reply with a number that nobody has read gives way to an agent that looks things up and claims the sentence, however
        weakly: a model has a price for everything."""
        if plan.reply is None or state.get("steps") or not states_a_number(plan.reply, text):
            return plan
        claims = await self._claims(state, text)
        agent = next((name for name in looks_up if claims.get(name, Strength.NONE) is not Strength.NONE), None)
        return plan if agent is None else Plan(steps=(Step(agent=agent, request=text),), by=plan.by)

    def _focus(self, state: State, agent: str) -> Mapping[str, Value]:
        return self._store.focuses(state["conversation"]).get(agent, {})

    def _answers(self, state: State, held: Mapping[str, Any] | None) -> Mapping[str, str]:
        """The person's answer, for each thing that waits for it."""
        said = state.get("answer")
        if held is None or said is None:
            return {}
        outcome = _OUTCOME.validate_python(held)
        pin = self._secret(state["turn"])
        approved = isinstance(read_answer(said), Yes)
        answers = {approval.id: pin if pin and approved and approval.pin else said for approval in outcome.approvals}
        if outcome.question is not None and not outcome.approvals:
            answers[outcome.question.id] = said
        return answers


def _before(earlier: Turn, own: Collection[str]) -> str:
    """What was said last, for a planner; `own` are the agents that speak in words of their own. What another one quoted is left out:
    whoever wrote it does not live here, and must not have a say in what is planned."""
    quoted = any(agent not in own for agent in cast(list[str], earlier.summary.get("agents", [])))
    answered = "You answered with a quotation." if quoted else f"You answered: {earlier.answer[:160]}"
    return f"Before, the person said: {earlier.text[:120]}\n{answered}"


def _task(state: State, step: Mapping[str, str], *, focus: Mapping[str, Value], answers: Mapping[str, str] | None = None) -> Task:
    number, attempt = state.get("done", 0), state.get("attempt", 0)
    return Task(
        key=f"{state['turn']}/{number}/{attempt}",
        request=step["request"],
        said=state["text"],
        person=state["person"],
        room=state.get("room"),
        now=datetime.fromisoformat(state["now"]),
        language=language_of(state["text"]),
        turn=state["turn"],
        focus=focus,
        problem=state.get("problem"),
        model=state.get("model"),
        answers=answers or {},
        constraints=tuple(state.get("constraints", ())),
    )


def _declined(held: Mapping[str, Any], said: str) -> bool:
    """`Never mind`, to a question that has no such answer."""
    question = held["question"] if not held["approvals"] else None
    return question is not None and read_answer(said) == No() and said.casefold() not in (o.casefold() for o in question["options"])


def _ended(number: int, agent: str, run: ToolRun) -> ToolEnded:
    return ToolEnded(task=number, agent=agent, tool=run.tool, ok=run.ok, result=run.result, problem=run.problem, receipts=run.receipts)
