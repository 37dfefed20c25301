"""A question about the household's own life gets nothing out of a library, one that papers answer does."""

import pytest

from yamori.agents.lifestyle.belonging import Belonging
from yamori.embedding.use import EmbeddedUse


@pytest.fixture(scope="module")
def belonging() -> Belonging:
    return Belonging(EmbeddedUse())


@pytest.mark.parametrize(
    "question",
    [
        "Whom was I going to ring today?",
        "Who is coming over tonight?",
        "What did the twins say about the party?",
        "誰に電話しなきゃいけないんだっけ？",
        "今夜は誰が来るの？",
    ],
)
async def test_what_only_the_household_knows_is_its_own(belonging: Belonging, question: str) -> None:
    assert await belonging.is_its_own(question)
    assert not await Belonging(None).is_its_own(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who can I talk to about my worries?",
        "How do I get ink out of a carpet?",
        "Where do I report a gas leak?",
        "誰に相談すればいい？",
        "卵はどれくらいもつ？",
    ],
)
async def test_what_papers_answer_is_not(belonging: Belonging, question: str) -> None:
    assert not await belonging.is_its_own(question)
