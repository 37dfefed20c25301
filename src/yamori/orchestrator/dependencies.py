"""Steps that build on results of others: what is handed on, what may not be done, and how that is said. Pure.

A step whose condition does not hold, or cannot be told, is not done; nor is one whose earlier task found nothing. Both are said.
"""

import re
from collections.abc import Sequence

from yamori.agentkit.finding import Finding, FoundValue, Verdict
from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.domain.language import Language
from yamori.orchestrator.conditions import japanese
from yamori.orchestrator.planning import OnlyIf, Step

_CARRIED_OUT = (OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.HELD)
_STATE_REPORT = re.compile(r"^(?:The|All|Both|It|An?|Your) .*\b(?:is|are) .*\bnow\b")
_ACTION_REPORT = re.compile(r"^(?:[A-Z][a-z]+ed|Set|Put|Shut|Sent|Took|Began) ")
_DONE_JA = re.compile(r"^(?!.*すでに).*ました")


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
    """What is said of each task. A task that only served another is not mentioned, unless that came to nothing."""
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
        texts.append(_because(condition.so, outcome.text, language))
    return texts


def _only_serves(number: int, steps: Sequence[Step], outcomes: Sequence[Outcome]) -> bool:
    after = [(step, outcomes[n]) for n, step in enumerate(steps[: len(outcomes)]) if n > number and number in step.needs]
    if any(step.only_if is not None and step.only_if.task == number and step.only_if.told for step, _ in after):
        return False
    if any(step.only_if is not None and step.only_if.task == number and step.only_if.so for step, _ in after):
        return True
    return bool(after) and all(outcome.status in _CARRIED_OUT for _, outcome in after)


def _because(so: str, text: str, language: Language) -> str:
    """What followed from the condition: in one sentence where it was done for it."""
    if language is Language.JAPANESE:
        return f"{japanese.because(so)}、{text}" if _DONE_JA.match(text) else f"{japanese.confirmed(so)}{text}"
    if _STATE_REPORT.match(text):
        return f"{_capital(so)}, so {text[0].lower()}{text[1:]}"
    if _ACTION_REPORT.match(text):
        return f"{_capital(so)}, so I {text[0].lower()}{text[1:]}"
    return f"{_capital(so)}. {text}"


def _does_not_hold(condition: OnlyIf, requests: Sequence[str], language: Language) -> str:
    if not condition.not_so:
        return _left_undone(requests, language)
    if language is Language.JAPANESE:
        return f"{japanese.because(condition.not_so)}、{_quoted(requests, language)}は行っていません。"
    return f"{_capital(condition.not_so)}, so I did nothing about {_quoted(requests, language)}."


def untold(state: str, requests: Sequence[str], language: Language) -> str:
    """What is said of a condition of which nobody knows whether it holds; `state` without a negation."""
    if language is Language.JAPANESE:
        return f"{state}かどうか分からないので、{_quoted(requests, language)}は行っていません。"
    return f"I can't tell whether {state}, so I did nothing about {_quoted(requests, language)}."


def unread(wanted: str, requests: Sequence[str], language: Language) -> str:
    """What is said where nobody can find out what was to be looked up."""
    if language is Language.JAPANESE:
        return f"「{wanted}」は調べられないので、{_quoted(requests, language)}は行っていません。"
    return f"I have nowhere to look up “{wanted}”, so I did nothing about {_quoted(requests, language)}."


def _left_undone(requests: Sequence[str], language: Language) -> str:
    if language is Language.JAPANESE:
        return f"そのため、{_quoted(requests, language)}は行っていません。"
    return f"So I did nothing about {_quoted(requests, language)}."


def _no_result(step: Step, language: Language) -> str:
    if language is Language.JAPANESE:
        return f"先に調べることがないので、{_quoted([step.request], language)}は行っていません。"
    return f"There is nothing yet that I could go by, so I did nothing about {_quoted([step.request], language)}."


def _quoted(requests: Sequence[str], language: Language) -> str:
    if language is Language.JAPANESE:
        return "".join(f"「{r}」" for r in requests)
    return " and ".join(f"“{r}”" for r in requests)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
