"""Both rules, on a question of the test's own."""

from collections.abc import Sequence

import numpy as np
import pytest

from yamori.embedding.port import Vectors
from yamori.evaluation.papers.meaning import Meaning
from yamori.evaluation.papers.ten.tasks import Core, PaperTask, Question, Statement
from yamori.evaluation.papers.ten.verdict import Mark, by_keywords, by_meaning, over_trials

TASK = PaperTask(
    task=1,
    category="cooking",
    paper="○",
    en=Question(ask="How is rice kept?", answer="Frozen, for 30 days."),
    ja=Question(ask="ご飯の保存は？", answer="冷凍で30日."),
    core=(
        Core(says=Statement(en="Freeze the rice.", ja="ご飯を冷凍する。"), en=("frozen", "freeze"), ja=("冷凍", "凍らせ")),
        Core(
            says=Statement(en="It keeps for 30 days.", ja="30日もつ。"),
            en=("30 days", "a month"),
            ja=("30日", "一か月"),
            spelled=("thirty days",),
        ),
    ),
)


class Twins:
    """An encoder to which the texts of a group mean the same, and all others nothing alike."""

    name, size = "twins", 8

    def __init__(self, *groups: Sequence[str]) -> None:
        self._groups = groups

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return await self.passages(texts)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            group = [i for i, held in enumerate(self._groups) if text in held]
            row[group[0] if group else 4 + hash(text) % 4] = 1.0
        return rows


@pytest.mark.parametrize(
    ("answer", "mark"),
    [
        ("It is best FROZEN, at most 30 days.", Mark.ALL),
        ("It is best frozen, at most thirty days.", Mark.ALL),
        ("Freeze it for 30 days.", Mark.SOME),
        ("Freeze it for a month.", Mark.NONE),
        ("", Mark.NONE),
    ],
)
def test_the_papers_rule_knows_only_its_own_words_however_they_are_written(answer: str, mark: Mark) -> None:
    assert by_keywords(TASK, answer, "en").mark is mark


async def test_other_words_for_a_keyword_count_by_meaning_in_either_language() -> None:
    nothing = Meaning(None)
    assert (await by_meaning(TASK, "Freeze it for a month.", "en", nothing)).mark is Mark.ALL
    assert (await by_meaning(TASK, "Keep it cold. (凍らせる)", "en", nothing)).lacks == ("30 days",)
    assert (await by_meaning(TASK, "Put it on a shelf.", "en", nothing)).mark is Mark.NONE


async def test_a_sentence_that_is_near_counts_when_it_has_the_same_numbers() -> None:
    same = Meaning(Twins(["It keeps for 30 days.", "You have 30 d to eat it.", "You have 10 d to eat it."]))
    assert (await by_meaning(TASK, "It is frozen. You have 30 d to eat it.", "en", same)).mark is Mark.ALL
    assert (await by_meaning(TASK, "It is frozen. You have 10 d to eat it.", "en", same)).lacks == ("30 days",)


def test_trials_that_do_not_agree_are_half_right() -> None:
    assert over_trials([Mark.ALL, Mark.ALL]) is Mark.ALL
    assert over_trials([Mark.ALL, Mark.NONE]) is Mark.SOME
    assert over_trials([Mark.NONE]) is Mark.NONE
