"""Questions about which dishes somebody may eat are told from other questions about food by their meaning."""

import pytest

from yamori.agents.lifestyle.rules.dishes import Suits
from yamori.agents.lifestyle.suiting import Suiting
from yamori.embedding.use import EmbeddedUse


@pytest.fixture(scope="module")
def suiting() -> Suiting:
    return Suiting(EmbeddedUse())


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("which of the picnic things can Ivo eat", Suits.FIT),
        ("Is Marta's trifle okay for me?", Suits.FIT),
        ("持ち寄りの料理でハルトが食べられるのはどれ", Suits.FIT),
        ("Which of the tapas must Ivo not eat?", Suits.UNFIT),
        ("持ち寄りの料理でハルトが食べちゃいけないのはどれ", Suits.UNFIT),
        ("How long do I boil the pasta?", None),
        ("do you have a recipe for plum cake", None),
        ("梅干しはどれくらいもつ？", None),
        ("Is the washing machine still running?", None),
    ],
)
async def test_what_is_asked_of_dishes(suiting: Suiting, question: str, asked: Suits | None) -> None:
    assert await suiting.asks(question) is asked


async def test_without_the_encoder_nothing_is_told() -> None:
    assert await Suiting(None).asks("which of the picnic things can Ivo eat") is None
