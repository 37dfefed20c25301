"""Steps that build on results of others: what is handed on, what may not be done, and how that is said. Pure.

A step whose condition does not hold, or cannot be told, is not done; nor is one whose earlier task found nothing. Both are said.
"""

from collections.abc import Sequence

from yamori.agentkit.finding import Finding, FoundValue, Verdict
from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.domain.language import Language
from yamori.orchestrator.conditions import because, followed
from yamori.orchestrator.planning import OnlyIf, Step
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.wording import all_quoted

_CARRIED_OUT = (OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.HELD)


def findings_of(step: Step, steps: Sequence[Step], outcomes: Sequence[Outcome]) -> tuple[Finding, ...]:
    """What the tasks found that the step uses."""
    return tuple(
        Finding(
            agent=steps[n].agent,
            request=steps[n].request,
            text=outcomes[n].text,
            replaces=step.replaces,
            values=_values(step, outcomes[n].found),
            answer=outcomes[n].answer,
        )
        for n in step.uses
    )


def _values(step: Step, found: Sequence[FoundValue]) -> tuple[FoundValue, ...]:
    """What was chosen of it; else what fits, and where nothing does, all of it with that said."""
    chosen = tuple(value for value in found if value.source in step.about)
    return chosen or tuple(value for value in found if value.fits) or tuple(found)


def place_of(step: Step, outcomes: Sequence[Outcome]) -> str | None:
    """The room in which a step is meant whose condition names a place: the one that was looked at."""
    if step.only_if is None or not step.only_if.placed:
        return None
    rooms = {value.place for value in outcomes[step.only_if.task].found if value.place is not None}
    return rooms.pop() if len(rooms) == 1 else None


def unmet(number: int, steps: Sequence[Step], outcomes: Sequence[Outcome], language: Language) -> str | None:
    """Why a step is not done, in the person's language; empty where that is said of another step, None where it is to be done."""
    step = steps[number]
    if any(n >= len(outcomes) or n >= number for n in step.needs):
        return _no_result(step, language)
    if step.only_if is not None:
        answer = outcomes[step.only_if.task].answer
        if answer is not (Verdict.YES if step.only_if.holds else Verdict.NO):
            alike = [n for n, s in enumerate(steps) if s.only_if == step.only_if]
            if alike[0] != number:
                return ""
            requests = [steps[n].request for n in alike if not any(n in s.needs for s in steps)]
            if step.only_if.so and answer not in (Verdict.YES, Verdict.NO):
                return untold(step.only_if.so if step.only_if.holds else step.only_if.not_so, requests, language)
            return _does_not_hold(step.only_if, requests, language)
    for n in step.uses:
        if not outcomes[n].found or outcomes[n].status not in (OutcomeStatus.DONE, OutcomeStatus.PARTLY):
            return _left_undone([step.request], language)
    return None


def answers_of(steps: Sequence[Step], outcomes: Sequence[Outcome], superseded: Sequence[int], language: Language) -> list[str]:
    """What is said of each task. A task that only served another is not mentioned, unless that came to nothing, or was a question, too."""
    texts: list[str] = []
    given: set[OnlyIf] = set()
    for number, outcome in enumerate(outcomes):
        if number in superseded or _only_serves(number, steps, outcomes):
            continue
        condition = steps[number].only_if if number < len(steps) else None
        if condition is None or not condition.so or condition in given or outcome.status not in _CARRIED_OUT:
            texts.append(outcome.text)
            continue
        given.add(condition)
        texts.append(followed(condition.so, outcome.text, language))
    return texts


def _only_serves(number: int, steps: Sequence[Step], outcomes: Sequence[Outcome]) -> bool:
    after = [(step, outcomes[n]) for n, step in enumerate(steps[: len(outcomes)]) if n > number and number in step.needs]
    if any(step.only_if is not None and step.only_if.task == number and step.only_if.told for step, _ in after):
        return False
    if any(step.only_if is not None and step.only_if.task == number and step.only_if.so for step, _ in after):
        return True
    return bool(after) and all(outcome.status in _CARRIED_OUT and not _only_tells(outcome) for _, outcome in after)


def _only_tells(outcome: Outcome) -> bool:
    """Whether something was read and nothing changed (`how warm is it there? And how damp?`)."""
    return bool(outcome.found) and not any(run.receipts for run in outcome.runs)


def _does_not_hold(condition: OnlyIf, requests: Sequence[str], language: Language) -> str:
    if not condition.not_so:
        return _left_undone(requests, language)
    return _not_done("not_so", requests, language, because=because(condition.not_so, language))


def untold(state: str, requests: Sequence[str], language: Language) -> str:
    """What is said of a condition of which nobody knows whether it holds; `state` without a negation."""
    return _not_done("untold", requests, language, state=state)


def unread(wanted: str, requests: Sequence[str], language: Language) -> str:
    """What is said where nobody can find out what was to be looked up."""
    return _not_done("unread", requests, language, wanted=wanted)


def _left_undone(requests: Sequence[str], language: Language) -> str:
    return _not_done("left_undone", requests, language)


def _no_result(step: Step, language: Language) -> str:
    return _not_done("no_result", [step.request], language)


def _not_done(why: str, requests: Sequence[str], language: Language, **said: str) -> str:
    return TEXTS.said(language, f"conditions.{why}", requests=all_quoted(requests, language), **said)
