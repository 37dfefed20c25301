"""The ten questions as data."""

from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.evaluation.papers.ten.tasks import LANGUAGES, read_tasks
from yamori.evaluation.papers.words import holds

TASKS = read_tasks()


def test_there_are_ten_with_a_mark_of_every_model_in_the_papers_table() -> None:
    assert [task.task for task in TASKS.tasks] == list(range(1, 11))
    assert {len(task.paper) for task in TASKS.tasks} == {len(TASKS.models)} == {9}
    assert [task.task for task in TASKS.tasks if "△" in task.paper] == [5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_papers_keywords_are_words_of_its_answer_that_the_question_does_not_give_away(language: str) -> None:
    for task in TASKS.tasks:
        question = task.question(language)
        for core in task.core:
            assert holds(question.answer, core.keyword(language)), (task.task, core.keyword(language))
            assert not holds(question.ask, core.keyword(language)), (task.task, core.keyword(language))


def test_the_questions_stand_nowhere_else_in_the_product() -> None:
    """An agent that had seen them would have been told the answer."""
    import yamori

    root = Path(yamori.__file__).parent
    asked = [task.question(language).ask for task in TASKS.tasks for language in LANGUAGES]
    for file in root.rglob("*"):
        if file.suffix not in (".py", ".md", ".yaml", ".jsonl") or file.name == "tasks.yaml":
            continue
        text = file.read_text(encoding="utf-8")
        assert not [question for question in asked if question in text], file


def test_a_broken_file_is_said_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "tasks.yaml"
    file.write_text("models: [x]\ntasks: [{task: 1}]\n", encoding="utf-8")
    with pytest.raises(Misconfigured, match="ten questions"):
        read_tasks(file)
