"""What the slower encoder finds close goes up, each language by its own measure."""

from datetime import UTC, datetime

from yamori.agents.lifestyle.rules.paper import Hit, Origin, Paper, State
from yamori.agents.lifestyle.rules.passages import Passage
from yamori.agents.lifestyle.rules.reranking import reranked
from yamori.domain.language import Language

PAPER = Paper(
    id=1,
    topic="household",
    name="loom.md",
    title="Loom",
    kind="markdown",
    origin=Origin.ADDED,
    hash="0",
    added=datetime(2026, 1, 2, tzinfo=UTC),
    state=State.READY,
)


def hit(text: str, score: float, *, question: str | None = None) -> Hit:
    return Hit(paper=PAPER, id=1, number=0, passage=Passage(text=text, question=question), score=score, words=0.3, nearness=0.4)


def order(hits: list[Hit], closeness: list[float]) -> list[str]:
    return [h.passage.text for h in reranked(Language.ENGLISH, hits, closeness)]


def test_a_passage_that_is_closer_overtakes_one_that_had_a_little_more() -> None:
    assert order([hit("Oil it.", 0.45), hit("Wax it.", 0.42)], [0.80, 0.88]) == ["Wax it.", "Oil it."]


def test_a_passage_of_another_language_is_not_set_back_for_lying_further() -> None:
    assert order([hit("Oil it.", 0.40), hit("油をさします。", 0.39)], [0.82, 0.80]) == ["油をさします。", "Oil it."]


def test_an_entry_is_no_closer_only_for_being_a_question_too() -> None:
    assert order([hit("Oil it.", 0.40, question="How is it oiled?"), hit("Wax it.", 0.38)], [0.84, 0.84]) == ["Wax it.", "Oil it."]
