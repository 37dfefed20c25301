"""The ten tasks as they come with Yamori."""

from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.edge.micropython.documents import documents
from yamori.edge.profile import profiles, read_profile
from yamori.evaluation.robots.tasks import ANY_DEVICE, TASKS, read_tasks


def test_there_are_ten_in_two_languages_with_the_papers_marks_for_each_model() -> None:
    tasks = read_tasks()
    assert [task.task for task in tasks.tasks] == list(range(1, 11))
    assert all(task.said("en").isascii() and not task.said("ja").isascii() for task in tasks.tasks)
    assert {len(task.paper) for task in tasks.tasks} == {len(tasks.models)} == {9}
    full = [sum(task.paper[n] == "○" for task in tasks.tasks) for n in range(9)]
    assert dict(zip(tasks.models, full, strict=True)) == {
        "GPT-5.1": 7,
        "Gemini 3 Pro": 8,
        "Claude Opus 4.5": 10,
        "Claude Haiku 4.5": 9,
        "Llama 3.3 70B": 6,
        "Qwen 3 32B": 8,
        "Gemini 2.5 Flash-Lite": 8,
        "Llama 3.1 8B": 6,
        "GPT-OSS 20B": 7,
    }


def test_every_robot_is_named_as_it_names_itself_and_is_put_to_rest_by_commands_that_it_knows() -> None:
    tasks = read_tasks()
    held = {profile.id: profile for profile in map(read_profile, profiles())}
    assert set(tasks.robots) == {*held, "pico"}
    assert {o.device for task in tasks.tasks for o in task.operations.values()} <= {*tasks.robots, ANY_DEVICE}
    for rest in tasks.rest:
        known = documents() if rest.device == "pico" else held[rest.device].capabilities
        assert rest.command in known[rest.capability]["commands"]
        assert rest.device == "pico" or rest.capability in held[rest.device].components[rest.component].capabilities


def test_a_relation_to_an_operation_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "tasks.yaml"
    file.write_text(TASKS.read_text(encoding="utf-8").replace("after: forward", "after: backward"), encoding="utf-8")
    with pytest.raises(Misconfigured, match="there is no operation backward"):
        read_tasks(file)
