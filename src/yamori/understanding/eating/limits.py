"""What is remembered of health, for answers about food: what to leave out, why, and what nobody can check. Pure; called by the agents that
quote recipes and menus, from papers or the web."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import Remembered
from yamori.agentkit.texts import Texts
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.understanding.eating.constraints import Constraint, broken, constraint_called, constraints_of

TEXTS = Texts(Path(__file__).parent / "texts")


@dataclass(frozen=True, kw_only=True)
class Limit:
    """A constraint, and what is remembered that makes it one."""

    constraint: Constraint
    because: str
    """In the person's words: `you're allergic to eggs`."""


def limits_of(facts: Sequence[Remembered]) -> tuple[Limit, ...]:
    """Those of all facts of health, each once."""
    found: dict[str, Limit] = {}
    for fact in facts:
        for constraint in _constraints(fact):
            found.setdefault(constraint.name, Limit(constraint=constraint, because=fact.text))
    return tuple(found.values())


def _constraints(fact: Remembered) -> Sequence[Constraint]:
    """What its things are called; where none of them is listed, what its whole sentence names."""
    called = [constraint_called(word) for word in fact.avoids]
    if called and not any(constraint.listed for constraint in called):
        try:
            return constraints_of([fact.text])
        except InvalidRequest:
            pass
    return called


def of_whom_is_asked(facts: Sequence[Remembered], question: str) -> tuple[Remembered, ...]:
    """Those whose person the question names, where it names one; else all of them."""
    said = question.casefold()
    named = tuple(fact for fact in facts if fact.about and fact.about.casefold() in said)
    return named or tuple(facts)


def limits_text(limits: Sequence[Limit], language: Language) -> str:
    """What was left out for whom, and what cannot be known of what is given; empty without any."""
    checked: dict[str, list[Limit]] = {}
    for limit in (limit for limit in limits if limit.constraint.listed):
        checked.setdefault(limit.because, []).append(limit)
    lines = [
        _of_foods("without", [limit.constraint.called(language) for limit in held], because, language) for because, held in checked.items()
    ]
    return sentences([*lines, *(_said(limit, "untold", language) for limit in limits if not limit.constraint.listed)], language)


def warning_text(limits: Sequence[Limit], language: Language) -> str:
    """What is said of something that holds what somebody must not eat, and was asked for all the same."""
    return sentences((_said(limit, "holds", language) for limit in limits), language)


def broken_by(limits: Sequence[Limit], text: str) -> tuple[Limit, ...]:
    """All that a text breaks; one that advises somebody to leave it out breaks none."""
    return tuple(limit for limit in limits if broken([limit.constraint], text) is not None)


def elsewhere_text(limits: Sequence[Limit], language: Language) -> str:
    """What is said of a passage that holds nothing of it, on a page that does."""
    return sentences((_said(limit, "elsewhere", language) for limit in limits), language)


def unseen_text(limits: Sequence[Limit], language: Language) -> str:
    """What is said where no text of somebody else's names it, which is no promise; empty without any."""
    sought: dict[str, list[str]] = {}
    for limit in limits:
        sought.setdefault(limit.because, []).append(limit.constraint.called(language))
    return sentences((_of_foods("unseen", foods, because, language) for because, foods in sought.items()), language)


def _of_foods(text: str, names: Sequence[str], because: str, language: Language) -> str:
    return TEXTS.said(language, text, foods=TEXTS.said(language, "between_foods").join(names), because=because)


def _said(limit: Limit, name: str, language: Language) -> str:
    return TEXTS.said(language, name, food=limit.constraint.called(language), because=limit.because)
