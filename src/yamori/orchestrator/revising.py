"""How planning goes on after a task (paper 3.1.3): what of the remaining plan code cannot settle, what a model is asked about it, and
what of its answer is believed. Pure; `Reviser` calls it.

A revision is made of the person's own words and of numbered results: no word out of a result gets into a request. What a result names is
handed on as a `Finding`, and the agent that gets it decides by code what it may be used for.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml

from yamori.agentkit.finding import FoundValue
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Pointing
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.llm.port import Exchange, Prompt
from yamori.orchestrator.planning import TASKS, Step
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.detection import language_in
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.wording import all_quoted
from yamori.understanding.words_of import content_words, tokens_of

SHOWN = 12
"""Results that a model is shown; what more was read is one too many to choose from."""

_PROMPTS = Path(__file__).parent / "prompts"


@dataclass(frozen=True, kw_only=True)
class Open:
    """What is to be decided after a task."""

    step: Step
    """What is left to do; of a clause that no task holds yet, given to whoever it may be for."""
    agents: tuple[str, ...]
    """Those that find anything of their own in it."""
    most: bool | None = None
    """Which of several its words say that it is about, as its agent reads them: what a model says must agree with that."""
    number: int | None = None
    """Its place in the plan; None for a clause that no task holds."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """One value that a model may choose, under the number that it is shown with."""

    task: int
    value: FoundValue


@dataclass(frozen=True, kw_only=True)
class Revision:
    """What is changed of the plan's open parts."""

    steps: Mapping[int, Step]
    """By place in the plan."""
    added: tuple[Step, ...] = ()
    dropped: tuple[int, ...] = ()
    """Places of steps that are not done; what they were is said."""


def may_revise(steps: Sequence[Step], done: int, outcomes: Sequence[Outcome], *, by_model: bool) -> bool:
    """Whether the task that ended last found anything that could change what remains; asks nobody. Of a plan by code only what uses it."""
    if not outcomes or outcomes[-1].status not in (OutcomeStatus.DONE, OutcomeStatus.PARTLY):
        return False
    if not outcomes[-1].found and outcomes[-1].answer is None:
        return False
    return by_model or any(done - 1 in step.uses for step in steps[done:])


def is_settled(step: Step, last: Outcome, claim: Claim | None, *, quotes: bool, by_model: bool) -> bool:
    """Whether code knows what of the result a step is about that uses it: all of it where it is to be written down, where the question
    itself selected (`which lights are on`), or where the step speaks of `them`; the one value; the one room. What others wrote selects
    nothing, so nobody is asked."""
    if step.replaces or step.about or quotes or (claim is not None and claim.writes == ""):
        return True
    if claim is not None and claim.points is Pointing.ALL:
        return True
    fitting = [value for value in last.found if value.fits]
    if len(fitting) < 2 or len(fitting) < len(last.found):
        return True
    return not by_model and len({value.place for value in fitting}) == 1 and fitting[0].place is not None


def unplanned(pieces: Sequence[str], steps: Sequence[Step]) -> tuple[str, ...]:
    """The clauses of which no task holds a single word."""
    held = [_words(step.request) for step in steps]
    return tuple(p for p in pieces if _content(p) and not any(_words(p) & words & _content(p) for words in held))


def results_of(numbers: Collection[int], outcomes: Sequence[Outcome], quoting: Collection[int]) -> tuple[Result, ...]:
    """What may be chosen of the results of these tasks; nothing that somebody else wrote."""
    found = (Result(task=n, value=v) for n in sorted(numbers) if n not in quoting for v in outcomes[n].found if v.fits)
    return tuple(found)[:SHOWN]


@cache
def _text(name: str) -> str:
    return (_PROMPTS / name).read_text(encoding="utf-8")


def revision_prompt(text: str, done: Sequence[Step], results: Sequence[Result], left: Sequence[Open]) -> Prompt:
    """What a model is asked; its prefix never changes, and the grammar holds only what there is."""
    lines = [f"The person speaks {TEXTS.said(language_of(text), 'language')}.", f"Say: {text}"]
    for n, step in enumerate(done):
        lines.append(f"Done: {step.request} ({step.agent})")
        lines += [f"[{i}] {' '.join(r.value.text.split())[:120]}" for i, r in enumerate(results) if r.task == n]
    lines += [f"Left: {part.step.request} ({'/'.join(part.agents)})" for part in left]
    examples = yaml.safe_load(_text("reviser.yaml"))
    return Prompt(
        prefix=_text("reviser.md"),
        examples=tuple(Exchange(user=e["user"], assistant=e["assistant"]) for e in examples),
        request="\n".join(lines),
        schema=_schema(sorted({agent for part in left for agent in part.agents}), _choices(results), len(left)),
        max_tokens=160,
    )


def _choices(results: Sequence[Result]) -> tuple[str, ...]:
    """How results are chosen: measured ones by most and least, which code finds out, since a small model compares no numbers; others
    by their number."""
    if not results:
        return ()
    if are_measured(results):
        return ("most", "least", "all")
    return (*map(str, range(len(results))), "all")


def are_measured(results: Sequence[Result]) -> bool:
    """Whether they are numbers of one quality."""
    numbers = all(isinstance(r.value.value, int | float) and not isinstance(r.value.value, bool) for r in results)
    return numbers and len({r.value.source.rpartition(".")[2] for r in results}) == 1


def _chosen(which: str, results: Sequence[Result]) -> tuple[Result, ...]:
    """What a choice means; nothing for one that is none."""
    if which == "all":
        return tuple(results)
    if which in ("most", "least") and are_measured(results):
        numbers = [float(cast(float, r.value.value)) for r in results]
        best = max(numbers) if which == "most" else min(numbers)
        return tuple(r for r, number in zip(results, numbers, strict=True) if number == best)
    return (results[int(which)],) if which.isdecimal() and int(which) < len(results) and not are_measured(results) else ()


def _schema(agents: Sequence[str], choices: Sequence[str], parts: int) -> Mapping[str, Value]:
    properties: dict[str, Any] = {"agent": {"enum": list(agents)}, "request": {"type": "string", "maxLength": 200}}
    if choices:
        properties["which"] = {"enum": list(choices)}
    task: dict[str, Any] = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    tasks: dict[str, Any] = {"tasks": {"type": "array", "items": task, "minItems": 1, "maxItems": min(TASKS, max(parts, 1))}}
    following: dict[str, Any] = {"next": {"enum": ["as planned", "stop"]}}
    return {
        "anyOf": [
            {"type": "object", "properties": tasks, "required": ["tasks"], "additionalProperties": False},
            {"type": "object", "properties": following, "required": ["next"], "additionalProperties": False},
        ]
    }


def read_revision(data: Value, *, left: Sequence[Open], results: Sequence[Result], done: Sequence[Step]) -> Revision | None:
    """What of a model's answer is believed; None where the plan stays as it is. A task that is not made of the person's words for
    something that is left, or that names a result that there is none of, is none."""
    answer = cast(Mapping[str, Any], data)
    if answer.get("next") == "as planned":
        return None
    changed: dict[int, Step] = {}
    added: list[Step] = []
    for task in answer.get("tasks", ()):
        part = next((p for p in left if is_made_of(str(task["request"]), p.step.request)), None)
        chosen = _chosen(str(task.get("which", "")), results)
        if part is None or str(task["agent"]) not in part.agents or (results and not chosen):
            continue
        if task.get("which") in ("most", "least") and part.most is not (task["which"] == "most"):
            continue  # a small model takes `turn that one down` for the least
        step = _revised(part, str(task["agent"]), str(task["request"]).strip(), chosen)
        if any(_does_the_same(step, other) for other in (*done, *added, *changed.values())):
            continue
        if part.number is None:
            added.append(step)
        else:
            changed.setdefault(part.number, step)
    if "tasks" in answer and not changed and not added:
        return None  # nothing that it says can be believed: the agents see for themselves what they can do
    dropped = tuple(p.number for p in left if p.number is not None and p.number not in changed)
    return Revision(steps=changed, added=tuple(added), dropped=dropped)


def _revised(part: Open, agent: str, request: str, chosen: Sequence[Result]) -> Step:
    uses = tuple(dict.fromkeys((*part.step.uses, *(r.task for r in chosen))))
    return replace(part.step, agent=agent, request=request, uses=uses, about=tuple(dict.fromkeys(r.value.source for r in chosen)))


def _does_the_same(one: Step, other: Step) -> bool:
    """Whether two steps would have the same effect: what was done is never done again, whatever a model says."""
    return (one.agent, _words(one.request), one.about) == (other.agent, _words(other.request), other.about)


def is_made_of(request: str, clause: str) -> bool:
    """Whether a request says nothing that the clause does not say, apart from words that point at a result, and leaves out no word that
    turns what is asked for (`not`, `only`, `except`, `until`) and no number."""
    said, given = _words(request), _words(clause)
    if not said or not said - _pointing(clause) or not said <= given | _pointing(clause):
        return False
    return _turning(request) == _turning(clause)


def _turning(text: str) -> frozenset[str]:
    said, words = normal_form(text).text, vocabulary(language_in(text))
    markers = {m.group() for pattern in words.markers.values() for m in pattern.finditer(said) if m.group()}
    return frozenset(markers | {word for word in _words(text) - words.pointing if words.is_number(word)})


def _pointing(text: str) -> frozenset[str]:
    return vocabulary(language_in(text)).pointing


def _words(text: str) -> frozenset[str]:
    said, words = normal_form(text).text, vocabulary(language_in(text))
    if words.morphemes:
        return frozenset(m.base for m in morphemes_of(said) if m.kind not in ("補助記号", "空白"))
    return frozenset(tokens_of(said))


def _content(text: str) -> frozenset[str]:
    words = vocabulary(language_in(text))
    return frozenset(word.base for word in content_words(normal_form(text).text, words))


def dropped_text(requests: Sequence[str], language: Language) -> str:
    """What is said of what a revision left out."""
    return TEXTS.said(language, "conditions.dropped", requests=all_quoted(requests, language))
