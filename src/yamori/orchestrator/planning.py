"""The plan of a turn: by code where the agents' claims are plain, else one call of the planner model (paper 3.1.3)."""

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml
from rapidfuzz import fuzz

from yamori.agentkit.card import Card
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Prompt
from yamori.orchestrator.abilities import inabilities, inabilities_without
from yamori.orchestrator.clauses import Known, Share, deferred
from yamori.orchestrator.speech import claims_an_action, unplaced_text
from yamori.orchestrator.texts import TEXTS

TASKS = 4
"""Tasks that one plan may hold."""

_PROMPTS = Path(__file__).parent / "prompts"


@dataclass(frozen=True, kw_only=True)
class OnlyIf:
    """A condition about the result of an earlier task, which answers a yes/no question."""

    task: int
    holds: bool
    """The answer under which the step is done."""
    so: str = ""
    """The condition as the person said it, for the reply; empty where a model made it."""
    not_so: str = ""
    """Its opposite."""
    placed: bool = False
    """It names a place: the step is meant there."""
    told: bool = False
    """The earlier task is told of as well: it did something of its own."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One task of a plan."""

    agent: str
    request: str
    uses: tuple[int, ...] = ()
    """Earlier tasks of which the results are handed on to it."""
    replaces: str = ""
    """The words of the request in whose place those results stand; empty where its `it` does, or what it leaves out."""
    about: tuple[str, ...] = ()
    """The sources of those values that it is about, where a revision chose among several; empty: all that fit."""
    only_if: OnlyIf | None = None

    @property
    def needs(self) -> tuple[int, ...]:
        """The tasks that it depends on."""
        return (*self.uses, *((self.only_if.task,) if self.only_if else ()))

    def moved(self, place: Callable[[int], int]) -> "Step":
        """The same where tasks have other numbers: each number as `place` says."""
        only_if = replace(self.only_if, task=place(self.only_if.task)) if self.only_if else None
        return replace(self, uses=tuple(map(place, self.uses)), only_if=only_if)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Tasks in order, or a direct reply."""

    steps: tuple[Step, ...] = ()
    reply: str | None = None
    asides: tuple[str, ...] = ()
    """What is said of parts of the sentence that no agent is given."""
    by: str = "code"

    def then(self, steps: Sequence[Step]) -> "Plan":
        """This plan with further steps, whose numbers count from their own first."""
        before = len(self.steps)
        return replace(self, steps=(*self.steps, *(step.moved(lambda n: n + before) for step in steps)))


@cache
def _text(name: str) -> str:
    return (_PROMPTS / name).read_text(encoding="utf-8")


def planner_prompt(
    cards: Sequence[Card], text: str, *, now: datetime, before: str = "", failed: str = "", only: frozenset[str] | None = None
) -> Prompt:
    """The planner's prompt; its prefix changes only when the agents do. With `only`, no other agent may be chosen."""
    names = {c.name for c in cards}
    lines = [f"Now: {now:%A %Y-%m-%d %H:%M}. The person speaks {TEXTS.said(language_of(text), 'language')}."]
    if before:
        lines.append(before)
    if failed:
        lines.append(failed)
    lines.append(f"Say: {text}")
    return Prompt(
        prefix=_text("planner.md").replace("CANNOT", ", ".join(f"{i.name} ({i.covers})" for i in inabilities_without(names).values()))
        + "".join(f"- {c.name}: {c.does}\n" for c in cards),
        examples=tuple(e.exchange for e in _examples() if e.agents <= names and not e.declines_what(names)),
        request="\n".join(lines),
        schema=_schema(sorted(names if only is None else names & only), list(inabilities_without(names))),
        max_tokens=200,
    )


@cache
def example_things() -> frozenset[str]:
    """What the planner's worked examples speak of: facts of nobody's household."""
    return frozenset(thing for example in _examples() for thing in example.things)


@dataclass(frozen=True, kw_only=True)
class _Example:
    """A worked example of the planner's."""

    exchange: Exchange
    agents: frozenset[str]
    """Those that its answer gives tasks to."""
    things: tuple[str, ...]
    cannot: str
    """The inability that it declines with; empty where it does not."""

    def declines_what(self, names: Set[str]) -> bool:
        """Whether it declines what one of these agents does here."""
        kind = inabilities().get(self.cannot)
        return kind is not None and kind.done_by in names


@cache
def _examples() -> tuple[_Example, ...]:
    return tuple(
        _Example(
            exchange=Exchange(user=row["user"], assistant=row["assistant"]),
            agents=frozenset(task["agent"] for task in answer.get("tasks", ())),
            things=tuple(row.get("things", ())),
            cannot=answer.get("cannot", ""),
        )
        for row in yaml.safe_load(_text("planner.yaml"))
        for answer in (json.loads(row["assistant"]),)
    )


def _schema(names: Sequence[str], cannot_kinds: Sequence[str]) -> Mapping[str, Value]:
    task: dict[str, Any] = {
        "type": "object",
        "properties": {
            "agent": {"enum": list(names)},
            "request": {"type": "string", "maxLength": 400},
            "uses": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": TASKS - 2}, "minItems": 1, "maxItems": 2},
            "only_if": {
                "type": "object",
                "properties": {"task": {"type": "integer", "minimum": 0, "maximum": TASKS - 2}, "holds": {"enum": ["yes", "no"]}},
                "required": ["task", "holds"],
                "additionalProperties": False,
            },
        },
        "required": ["agent", "request"],
        "additionalProperties": False,
    }
    reply: dict[str, Any] = {"reply": {"type": "string", "maxLength": 400}}
    answer: dict[str, Any] = {"type": "object", "properties": reply, "required": ["reply"], "additionalProperties": False}
    cannot: dict[str, Any] = {"cannot": {"enum": list(cannot_kinds)}}
    refusal: dict[str, Any] = {"type": "object", "properties": cannot, "required": ["cannot"], "additionalProperties": False}
    if not names:
        return {"anyOf": [answer, refusal]}
    tasks: dict[str, Any] = {"tasks": {"type": "array", "items": task, "minItems": 1, "maxItems": TASKS}}
    return {
        "anyOf": [
            {"type": "object", "properties": tasks, "required": ["tasks"], "additionalProperties": False},
            answer,
            refusal,
        ]
    }


def read_plan(data: Value, text: str, *, model: str) -> Plan:
    """The planner's JSON as a plan. A plan for one agent hands over the person's own words, not the model's. A small model
    lets the first task use itself, which is nothing; nor does it hang on itself where the person said no condition. A first task
    that needs a later one keeps that, and is refused when the plan is carried out: its order is wrong."""
    answer = cast(Mapping[str, Any], data)
    if "reply" in answer:
        return Plan(reply=str(answer["reply"]), by=model)
    if "cannot" in answer:
        return Plan(asides=(inabilities()[str(answer["cannot"])].text(language_of(text)),), by=model)
    steps: list[Step] = []
    for task in answer["tasks"]:
        only_if, uses = task.get("only_if"), task.get("uses", ())
        if not steps:
            later = range(1, len(answer["tasks"]))
            uses = [n for n in uses if n in later]
            if only_if and only_if["task"] not in later and deferred(text) is None:
                only_if = None
        step = Step(
            agent=str(task["agent"]),
            request=str(task["request"]).strip() or text,
            uses=tuple(int(n) for n in uses),
            only_if=OnlyIf(task=int(only_if["task"]), holds=only_if["holds"] == "yes") if only_if else None,
        )
        if step not in steps or step.needs:
            steps.append(step)
    if len({s.agent for s in steps}) == 1 and not any(s.needs for s in steps):
        steps = [Step(agent=steps[0].agent, request=text)]
    return Plan(steps=tuple(steps), by=model)


def completed(plan: Plan, known: Known, language: Language) -> Plan:
    """A model's plan with the clauses that some agent surely claims and that it leaves out; of the others its reply speaks."""
    if any(step.needs for step in plan.steps):
        return plan  # its steps build on each other: none is taken out of it or put between
    whole = len({s.agent for s in plan.steps}) == 1
    if not whole:
        plan = replace(plan, steps=_rightful(plan.steps, (*known.shares, *known.single)))
    planned = {s.agent for s in plan.steps}
    left = tuple(Step(agent=s.agent, request=s.request) for s in known.shares if s.agent not in planned)
    if not left:
        return plan
    if plan.reply is None:
        # A plan for one agent hands over the whole sentence, of which the others now have their share.
        steps = tuple(replace(s, request=known.lost) for s in plan.steps) if known.lost and whole else plan.steps
        return replace(plan, steps=(*steps, *left))
    unsaid = unplaced_text(language, [known.lost]) if known.lost else ""
    reply = plan.reply if plan.by != "code" and not claims_an_action(plan.reply) else unsaid or plan.reply
    return replace(plan, reply=None, steps=left, asides=(reply,))


def _rightful(steps: Sequence[Step], sure: Sequence[Share]) -> tuple[Step, ...]:
    """The steps, each that is hardly more than what one agent surely claims given to that agent."""
    given = (next((replace(step, agent=s.agent) for s in sure if _alike(step.request, s.request)), step) for step in steps)
    return tuple(dict.fromkeys(given))


def _alike(one: str, other: str) -> bool:
    return fuzz.ratio(one.lower(), other.lower()) >= ECHO


ECHOED = "Do not say the person's words back to them: answer them as a friend would."
"""What a small model is asked that only repeated what was said."""


def echoes(reply: str, text: str) -> bool:
    """Whether a reply is hardly more than the person's own words."""
    return len(text) > SHORT and _alike(reply, text)


SHORT = 8
"""Characters of a greeting that may be returned as it is."""
ECHO = 85
"""Similarity, in percent, from which a reply is an echo, and a step the clause that it is made of."""


def check_prompt(agent: str, does: str, request: str) -> Prompt:
    schema: Mapping[str, Value] = {
        "type": "object",
        "properties": {"executable": {"type": "boolean"}, "missing": {"type": "string", "maxLength": 200}},
        "required": ["executable", "missing"],
        "additionalProperties": False,
    }
    return Prompt(prefix=_text("checker.md"), request=f"Agent {agent}: {does}\nTask: {request}", schema=schema, max_tokens=80)


def review_prompt(request: str, log: str) -> Prompt:
    schema: Mapping[str, Value] = {
        "type": "object",
        "properties": {"verdict": {"enum": ["finish", "retry"]}, "why": {"type": "string", "maxLength": 200}},
        "required": ["verdict", "why"],
        "additionalProperties": False,
    }
    return Prompt(prefix=_text("reviewer.md"), request=f"Request: {request}\nLog:\n{log}", schema=schema, max_tokens=80)
