from collections.abc import Sequence
from datetime import UTC, datetime

from yamori.evaluation.memories.conversations import PEOPLE, Question, Turn, generated
from yamori.evaluation.memories.finding import find_again, shares

START = datetime(2024, 4, 1, tzinfo=UTC)


class Perfect:
    """Knows the answers; `wrong` makes it name the turn before instead."""

    def __init__(self, *, wrong: bool = False) -> None:
        self.wrong = wrong
        self.kept: dict[str, Turn] = {}

    async def keep(self, turn: Turn) -> None:
        self.kept[turn.key] = turn

    async def ready(self) -> None:
        return

    async def recall(self, question: Question, *, first: int) -> Sequence[str]:
        if not self.wrong:
            return [question.evidence]
        return [key for key, turn in self.kept.items() if turn.conversation == question.conversation and key != question.evidence][:1]


async def test_a_memory_that_finds_everything_has_every_share() -> None:
    life = generated(seed=1, start=START)
    found = shares(await find_again(life, Perfect()), "")
    assert (found.turns, found.sessions, found.first) == (1, 1, 1)
    assert found.questions == len(life.questions) > 300


async def test_the_right_conversation_is_not_the_right_turn() -> None:
    found = shares(await find_again(generated(seed=1, start=START), Perfect(wrong=True)), "ja")
    assert (found.turns, found.sessions) == (0, 1)


def test_two_years_are_the_same_for_the_same_seed_and_have_their_evidence_in_them() -> None:
    life = generated(seed=3, start=START)
    assert life == generated(seed=3, start=START) != generated(seed=4, start=START)
    turns = {turn.key: turn for turn in life.turns}
    for question in life.questions:
        evidence = turns[question.evidence]
        assert (evidence.person, evidence.language, evidence.conversation) == (question.person, question.language, question.conversation)
    assert {turn.person for turn in life.turns} == set(PEOPLE)
    assert (life.turns[-1].at - life.turns[0].at).days > 700
