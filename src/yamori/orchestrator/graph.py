"""The state machine of a turn (paper 3.1.1): recall → plan → check → execute → review → revise what remains or plan again, or reply.

Every node may be run again after a kill: what it does outside is idempotent by key, and its events are added once. A node asks
a model only where code cannot decide, and the person only in `wait`, which does nothing else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import interrupt
from pydantic import TypeAdapter

from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.domain.answer import No, Yes, read_answer
from yamori.domain.errors import HouseSilent
from yamori.domain.events import (
    ApprovalShown,
    Planned,
    PlannedTask,
    Reviewed,
    TaskEnded,
    TaskStarted,
    Waiting,
)
from yamori.llm.port import Role
from yamori.orchestrator.agreeing import agrees_again
from yamori.orchestrator.dependencies import answers_of, unmet
from yamori.orchestrator.elsewhere import chosen, is_offer, offered
from yamori.orchestrator.following import Following
from yamori.orchestrator.numbered import numbered
from yamori.orchestrator.planner import Planner
from yamori.orchestrator.planning import Step, check_prompt, review_prompt
from yamori.orchestrator.recalling import Recalling
from yamori.orchestrator.reviser import Reviser
from yamori.orchestrator.revising import may_revise
from yamori.orchestrator.speech import (
    joined,
    left_text,
    not_elsewhere_text,
    states_a_number,
    stuck_text,
    unplaced_text,
    verdict_text,
    waiting_text,
    without_claims,
)
from yamori.orchestrator.state import (
    ANSWERS,
    OUTCOME,
    REPLANS,
    RETRIES,
    REVISIONS,
    STEP,
    TASKS,
    State,
    TurnParts,
    outcomes_of,
    steps_of,
    task_of,
)
from yamori.understanding.detection import spoken_language


def turn_graph(parts: TurnParts, checkpointer: BaseCheckpointSaver[Any]) -> CompiledStateGraph[State, None, State, State]:
    """The compiled machine; one thread for each turn."""
    nodes = _Nodes(parts)
    graph: StateGraph[State, None, State, State] = StateGraph(State)
    for name, node in (
        ("recall", nodes.recall),
        ("plan", nodes.plan),
        ("check", nodes.check),
        ("execute", nodes.execute),
        ("wait", nodes.wait),
        ("review", nodes.review),
        ("revise", nodes.revise),
        ("reply", nodes.reply),
    ):
        graph.add_node(name, cast(Any, node))  # langgraph's node protocol does not accept a bound coroutine method
    graph.add_edge(START, "recall")
    graph.add_conditional_edges("recall", lambda s: "plan" if s.get("reply") is None else "reply")
    graph.add_conditional_edges("plan", _next_task)
    graph.add_conditional_edges("check", lambda s: "review" if s.get("current") is not None else "execute")
    graph.add_conditional_edges("execute", _after_execute)
    graph.add_edge("wait", "execute")
    graph.add_conditional_edges("review", _after_review)
    graph.add_conditional_edges("revise", _next_task)
    graph.add_edge("reply", END)
    return graph.compile(checkpointer=checkpointer)


def _next_task(state: State) -> Literal["check", "execute", "reply"]:
    """What code planned needs no check: its agents exist, and they claimed it."""
    if state.get("reply") is not None or state["done"] >= len(state["steps"]):
        return "reply"
    needs = STEP.validate_python(state["steps"][state["done"]]).needs
    return "check" if state.get("planned_by_model") or needs else "execute"


def _after_review(state: State) -> Literal["plan", "check", "execute", "revise", "reply"]:
    """What was found is fed back only where it can change what remains: any other plan goes on without another node or call."""
    match state["verdict"]:
        case "retry":
            return "execute"
        case "replan":
            return "plan"
        case _ if state.get("revisions", 0) < REVISIONS and may_revise(
            steps_of(state), state["done"], outcomes_of(state), by_model=bool(state.get("planned_by_model"))
        ):
            return "revise"
        case _:
            return _next_task(state)


def _after_execute(state: State) -> Literal["wait", "review"]:
    outcome = cast(Mapping[str, Any], state["current"])
    return "wait" if outcome["status"] in (OutcomeStatus.HELD, OutcomeStatus.ASKING) else "review"


class _Nodes:
    def __init__(self, parts: TurnParts) -> None:
        self._agents, self._models, self._store = parts.agents, parts.models, parts.store
        self._notify, self._secret, self._client = parts.notify, parts.secret, parts.client
        self._reader = parts.reader
        self._planner = Planner(parts)
        self._reviser = Reviser(parts, self._planner.claims_of)
        self._following = Following(parts.agents, parts.notify)
        self._recalling = Recalling(parts.memory, parts.agents, parts.notify)

    async def recall(self, state: State) -> State:
        """Put what is remembered of the person into the sentence; ask where it points at what nobody told."""
        return await self._recalling.recall(state)

    async def plan(self, state: State) -> State:
        """Make the plan; after a failure that another agent might mend, let a model plan anew."""
        again = "steps" in state
        plan = await (self._planner.planned_anew(state) if again else self._planner.planned(state))
        if plan is None:
            return {"verdict": ""}
        done = state.get("done", 0)
        before = steps_of(state) if again else []
        fresh = [s.moved(lambda n: n + done) for s in plan.steps if s not in before]
        # What used a result that failed uses that of the last task planned in its place; all that comes after has a new number.
        later = [s.moved(lambda n: n + len(fresh) if n >= done - 1 else n) for s in before[done:]] if fresh else before[done:]
        steps = [*before[:done], *fresh, *later]
        if again and not fresh:
            # A model's words stand for a whole sentence that nobody could do anything with, not for one of its parts.
            return {"verdict": "", "reply": plan.reply if len(before) == 1 else None}
        asides = [*state.get("asides", []), *plan.asides]
        if len(steps) > TASKS:
            asides.append(unplaced_text(spoken_language(state["text"]), [s.request for s in steps[TASKS:]]))
            steps = steps[:TASKS]
        read = None if again else await self._planner.read(state)
        with self._store.together():
            if read is not None:
                self._notify(state["turn"], "read", read)
            self._notify(state["turn"], f"plan-{state.get('replans', 0)}", _shown(steps, plan.by))
        dumped = [STEP.dump_python(step, mode="json") for step in steps]
        update: State = {"steps": dumped, "done": done, "attempt": 0, "problem": None, "verdict": "", "planned_by_model": plan.by != "code"}
        update["asides"] = asides
        if not again:
            return update | {"outcomes": [], "replans": 0, "superseded": [], "reply": plan.reply}
        return update | {"superseded": [*state.get("superseded", []), done - 1]}

    async def check(self, state: State) -> State:
        """Can the next task be carried out at all? By code; a model is asked only before what cannot be undone (paper 3.1.3)."""
        steps, language = steps_of(state), spoken_language(state["text"])
        step = steps[state["done"]]
        if not state.get("attempt") and (why := unmet(state["done"], steps, outcomes_of(state), language)) is not None:
            return self._unfit(state, why)
        if step.agent not in self._agents.clients:
            return self._unfit(state, stuck_text(language))
        cards = {c.name: c for c in await self._agents.cards()} if state.get("planned_by_model") and not state.get("attempt") else {}
        if step.agent not in cards or not cards[step.agent].irreversible:
            return {}
        prompt = check_prompt(step.agent, cards[step.agent].does, step.request)
        try:
            answer = await self._models.ask(Role.CHECKER, prompt, turn=state["turn"], model=state.get("model"))
        except HouseSilent:
            return {}
        verdict = cast(Mapping[str, Any], answer.data)
        unfit = not verdict["executable"] and verdict["missing"]
        return self._unfit(state, without_claims(str(verdict["missing"]), spoken_language(state["text"]))) if unfit else {}

    def _unfit(self, state: State, why: str) -> State:
        """A task that is not even begun ends like one that failed: the others go on."""
        started = TaskStarted(task=state["done"], agent=steps_of(state)[state["done"]].agent, attempt=0)
        self._notify(state["turn"], f"task-{state['done']}-0-started", started)
        return {"current": OUTCOME.dump_python(Outcome(status=OutcomeStatus.FAILED, text=why, final=True), mode="json")}

    async def execute(self, state: State) -> State:
        """Hand the next task to its agent and follow it; once more with the person's answer when it was waiting for one."""
        number, turn = state["done"], state["turn"]
        step = steps_of(state)[number]
        attempt, answered = state.get("attempt", 0), state.get("answered", 0)
        language = spoken_language(state["text"])
        held, used = state.get("current"), list(state.get("used", []))
        said = await self._plain_answer(state, held)
        mark = f"task-{number}-{attempt}"
        self._notify(turn, f"{mark}-started", TaskStarted(task=number, agent=step.agent, attempt=attempt))
        if said is not None and held is not None and is_offer(held):
            outcome = await self._elsewhere(state, step, chosen(held, said), f"{mark}-elsewhere")
        elif said is not None and held is not None and _declined(held, said):
            outcome = Outcome(status=OutcomeStatus.FAILED, text=left_text(language, asked=False), final=True)
        else:
            task = task_of(state, step, focus=self._planner.focus(state, step.agent), answers=self._answers(state, held, said))
            task = replace(task, client=self._client(turn))
            task, given = await self._recalling.given(task, step.agent, state, number)
            used += [id for id in given if id not in used]
            outcome = await self._following.followed(task, step.agent, number, f"{mark}-answer-{answered}" if answered else mark)
            if outcome.found_nothing:
                outcome = offered(outcome, step.agent, {card.name: card for card in await self._agents.cards()}, language)
        if outcome.status is OutcomeStatus.ASKING and answered >= ANSWERS:
            outcome = replace(outcome, status=OutcomeStatus.FAILED, text=left_text(language, asked=True), question=None, final=True)
        if outcome.focus:
            self._store.focus(state["conversation"], step.agent, outcome.focus, turn=turn)
        return {"current": OUTCOME.dump_python(outcome, mode="json"), "answer": None, "used": used}

    async def _elsewhere(self, state: State, step: Step, agent: str | None, mark: str) -> Outcome:
        """What another agent finds, where the person wants it."""
        if agent is None:
            return Outcome(status=OutcomeStatus.FAILED, text=not_elsewhere_text(spoken_language(state["text"])), final=True)
        task = task_of(state, step, focus={}, answers={})
        return replace(await self._following.followed(task, agent, state["done"], mark), final=True)

    async def wait(self, state: State) -> State:
        """Ask the person; nothing else happens here, so that it may be entered again."""
        outcome = OUTCOME.validate_python(state["current"])
        shown = tuple(ApprovalShown(id=a.id, shows=a.shows, pin=a.pin) for a in outcome.approvals)
        asked = outcome.question
        pin = any(a.pin for a in shown)
        text = asked.text if asked else waiting_text(spoken_language(state["text"]), [a.shows for a in shown], pin=pin)
        waiting = Waiting(question=text, options=asked.options if asked else (), approvals=shown)
        answer = interrupt(TypeAdapter(Waiting).dump_python(waiting, mode="json"))
        return {"answer": str(answer), "answered": state.get("answered", 0) + 1}

    async def review(self, state: State) -> State:
        """Is the task fulfilled? Its receipts say so, or a model reads the log (paper 3.1.5)."""
        number, turn = state["done"], state["turn"]
        step = steps_of(state)[number]
        attempt = state.get("attempt", 0)
        outcome = OUTCOME.validate_python(state["current"])
        verdict, by, why = await self._verdict(state, step, outcome)
        ended = TaskEnded(
            task=number, agent=step.agent, status=outcome.status, text=outcome.text, reading=outcome.reading, served=outcome.served
        )
        with self._store.together():
            self._notify(turn, f"task-{number}-{attempt}-ended", ended)
            self._notify(turn, f"task-{number}-{attempt}-reviewed", Reviewed(task=number, verdict=verdict, by=by, why=why))
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

    async def revise(self, state: State) -> State:
        """Go on planning with what the last task found (paper 3.1.3). What was done stays as it is, and nothing of it is done again."""
        revised = await self._reviser.revised(state)
        if revised is None:
            return {"verdict": ""}
        number = state.get("revisions", 0)
        if not revised.changed:
            return {"verdict": "", "revisions": number + 1}
        self._notify(state["turn"], f"revision-{number}", _shown(revised.steps, revised.by))
        return {
            "steps": [STEP.dump_python(step, mode="json") for step in revised.steps],
            "asides": [*state.get("asides", []), *revised.asides],
            "revisions": number + 1,
            "verdict": "",
        }

    async def reply(self, state: State) -> State:
        """The answer: the agents' reports, which are rendered from receipts, or the direct answer without any claim."""
        language = spoken_language(state["text"])
        outcomes = outcomes_of(state)
        texts = answers_of(steps_of(state), outcomes, state.get("superseded", []), language) if outcomes else []
        did = any(o.status in (OutcomeStatus.DONE, OutcomeStatus.PARTLY) for o in outcomes)
        said = joined([*texts, *(state.get("reasons", []) if did else []), *state.get("asides", [])], language)
        direct = state.get("reply")
        if direct is not None and not (outcomes and states_a_number(direct, state["text"])):
            heard = [] if all(o.status is OutcomeStatus.FAILED for o in outcomes) else [said]
            said = joined([*heard, without_claims(direct, language)], language)
        if any(run.receipts for outcome in outcomes for run in outcome.runs) and (proposed := await self._recalling.proposed(state)):
            said = joined([said, proposed], language)
        return {"reply": said or stuck_text(language)}

    async def _verdict(self, state: State, step: Step, outcome: Outcome) -> tuple[str, str, str]:
        language = spoken_language(state["text"])
        if outcome.proven or outcome.final:
            return "finish", "code", verdict_text(language, "proven" if outcome.proven else "final")
        if not outcome.runs:
            elsewhere = state.get("planned_by_model") or await self._planner.untried(state, step.request)
            again = elsewhere and state.get("replans", 0) < REPLANS and len(state["steps"]) < TASKS
            return ("replan", "code", verdict_text(language, "nothing")) if again else ("finish", "code", verdict_text(language, "final"))
        if outcome.status is OutcomeStatus.PARTLY:
            return "finish", "code", verdict_text(language, "partly")
        if state.get("attempt", 0) >= RETRIES:
            return "finish", "code", verdict_text(language, "tries")
        log = "\n".join(f"{r.tool} {dict(r.arguments)}: {'ok' if r.ok else r.problem}" for r in outcome.runs) + f"\n{outcome.text}"
        try:
            answer = await self._models.ask(Role.REVIEWER, review_prompt(step.request, log), turn=state["turn"], model=state.get("model"))
        except HouseSilent:
            return "finish", "code", verdict_text(language, "unread")
        verdict = cast(Mapping[str, Any], answer.data)
        return str(verdict["verdict"]), answer.usage.model, str(verdict["why"])

    async def _plain_answer(self, state: State, held: Mapping[str, Any] | None) -> str | None:
        """The person's answer; a yes that says the request again is a yes."""
        said = state.get("answer")
        if said is None or held is None or not held["approvals"]:
            return said
        again = await agrees_again(said, state["text"], self._reader, datetime.fromisoformat(state["now"]))
        return "yes" if again else said

    def _answers(self, state: State, held: Mapping[str, Any] | None, said: str | None) -> Mapping[str, str]:
        """The person's answer, for each thing that waits for it."""
        if held is None or said is None:
            return {}
        outcome = OUTCOME.validate_python(held)
        pin = self._secret(state["turn"])
        approved = isinstance(read_answer(said), Yes)
        answers = {approval.id: pin if pin and approved and approval.pin else said for approval in outcome.approvals}
        if outcome.question is not None and not outcome.approvals:
            options = outcome.question.options
            only = options[0] if len(options) == 1 and approved else None  # `yes` to a choice of one
            answers[outcome.question.id] = only or numbered(said, options) or said
        return answers


def _shown(steps: Sequence[Step], by: str) -> Planned:
    return Planned(tasks=tuple(PlannedTask(id=i, agent=s.agent, request=s.request) for i, s in enumerate(steps)), by=by)


def _declined(held: Mapping[str, Any], said: str) -> bool:
    """`Never mind`, to a question that has no such answer."""
    question = held["question"] if not held["approvals"] else None
    return question is not None and read_answer(said) == No() and said.casefold() not in (o.casefold() for o in question["options"])
