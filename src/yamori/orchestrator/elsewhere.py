"""Where an agent that looks things up found nothing, the person is asked whether another one shall look elsewhere; nobody looks unasked.

A question about the household's own life is told to no search engine before its person says so.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from yamori.agentkit.card import Card
from yamori.agentkit.task import Outcome, OutcomeStatus, Question
from yamori.domain.answer import Yes, read_answer
from yamori.domain.language import Language
from yamori.orchestrator.speech import elsewhere_text, yes_and_no

_ELSEWHERE = "elsewhere:"


def offered(outcome: Outcome, agent: str, cards: Mapping[str, Card], language: Language) -> Outcome:
    """With the question whether to look elsewhere, where there is such a place; else as it is."""
    own = cards.get(agent)
    if not outcome.found_nothing or own is None or not own.looks:
        return outcome
    other = next((card for card in cards.values() if card.looks and card.name != agent), None)
    if other is None:
        return outcome
    text = elsewhere_text(language, outcome.text, other.told(language).looks)
    question = Question(id=f"{_ELSEWHERE}{other.name}", text=text, options=yes_and_no(language))
    return replace(outcome, status=OutcomeStatus.ASKING, question=question, final=False)


def is_offer(held: Mapping[str, Any] | None) -> bool:
    return held is not None and held["question"] is not None and str(held["question"]["id"]).startswith(_ELSEWHERE)


def chosen(held: Mapping[str, Any], said: str) -> str | None:
    """The agent that shall look; None where the person does not want it."""
    return str(held["question"]["id"]).removeprefix(_ELSEWHERE) if isinstance(read_answer(said), Yes) else None
