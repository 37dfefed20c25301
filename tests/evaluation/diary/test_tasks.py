"""The ten tasks and the seed as they come with Yamori."""

from datetime import date
from itertools import permutations
from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.evaluation.diary.moments import last_fridays, read_moments
from yamori.evaluation.diary.seed import read_seed
from yamori.evaluation.diary.tasks import LANGUAGES, TASKS, read_tasks
from yamori.evaluation.matchers import folded


def test_there_are_ten_in_two_languages_with_the_papers_marks_for_each_model() -> None:
    tasks = read_tasks()
    assert [task.task for task in tasks.tasks] == list(range(1, 11))
    assert all(task.said("en").isascii() and not task.said("ja").isascii() for task in tasks.tasks)
    assert {len(task.paper) for task in tasks.tasks} == {len(tasks.models)} == {9}
    full = [sum(task.paper[n] == "○" for task in tasks.tasks) for n in range(9)]
    assert dict(zip(tasks.models, full, strict=True)) == {
        "GPT-5.1": 9,
        "Gemini 3 Pro": 10,
        "Claude Opus 4.5": 10,
        "Claude Haiku 4.5": 5,
        "Llama 3.3 70B": 8,
        "Qwen3 32B": 10,
        "Gemini 2.5 Flash Lite": 0,
        "Llama 3.1 8B": 6,
        "GPT-OSS 20B": 8,
    }
    assert [task.task for task in tasks.tasks if task.shows] == [2, 10]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_seed_stands_in_another_so_that_a_wrong_row_is_always_seen(language: str) -> None:
    seed = read_seed().on(date(2025, 12, 9), language)
    lines = [line for log in seed.logs for line in log.text.splitlines()]
    texts = [folded(text) for text in (*(t.title for t in seed.tasks), *(r.title for r in seed.routines), *lines)]
    assert not [(one, other) for one, other in permutations(texts, 2) if one in other]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seed_holds_tasks_around_the_days_asked_for_and_a_diary_around_every_friday_that_may_be_meant(language: str) -> None:
    for moment in read_moments():
        today = moment.at.date()
        seed = read_seed().on(today, language)
        offsets = [(task.date - today).days for task in seed.tasks if task.date is not None]
        assert {0, 1, 2, 3, 8} <= set(offsets) and offsets.count(1) == offsets.count(2) == 2
        written = {log.date for log in seed.logs}
        assert len(written) == len(seed.logs)
        for friday in last_fridays(today, language):
            around = {date.fromordinal(friday.toordinal() + offset) for offset in (-7, -1, 0, 1)}
            assert around <= written
        assert all(routine.days for routine in seed.routines)


def test_a_task_that_adds_a_row_without_a_title_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "tasks.yaml"
    file.write_text(TASKS.read_text(encoding="utf-8").replace("{en: [Buy detergent], ja: [洗剤を買う]}", "{en: []}"), encoding="utf-8")
    with pytest.raises(Misconfigured, match="the ten tasks cannot be read"):
        read_tasks(file)
