"""Questions how long something still runs name nothing, and ask for nothing else."""

from datetime import UTC, datetime

import pytest

from yamori.understanding.time_left import asks_time_left
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize("text", ["how much longer?", "how long is left on it", "残り時間は？", "あと何秒？", "あとどれくらい？"])
def test_a_question_how_long_it_still_takes(text: str) -> None:
    assert asks_time_left(utterance_of(text, NOW))


@pytest.mark.parametrize(
    "text", ["what is left to do?", "how long is left of the film?", "two longer", "あと何がある？", "あと卵も", "あとで"]
)
def test_no_question_how_long_it_still_takes(text: str) -> None:
    assert not asks_time_left(utterance_of(text, NOW))
