"""WebArena's evaluators: recorded right runs are right, wrong ones wrong, and what a model would have to judge is neither."""

import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from yamori.apps.eval_webarena import evaluate_webarena
from yamori.domain.errors import InvalidRequest
from yamori.evaluation.webarena.judging import Verdict, judged, recorded_run
from yamori.evaluation.webarena.tasks import read_webarena

TASKS = Path(__file__).parent / "tasks.json"
SHOP = {"__SHOPPING__": "http://shop.example:7770"}
WISHES = {"url": "__SHOPPING__/wishlist/", "locator": "document.querySelector('.grid').outerText"}
SIZE = {"url": "last", "locator": "document.querySelector('#size').value"}
RIGHT, WRONG, UNJUDGED = Verdict.RIGHT, Verdict.WRONG, Verdict.UNJUDGED


def verdict(task_id: int, answer: str = "", last_url: str = "", *found: Mapping[str, str]) -> Verdict:
    task = next(one for one in read_webarena(TASKS) if one.id == task_id)
    run = recorded_run({"task_id": task_id, "answer": answer, "last_url": last_url, "sites": SHOP, "found": found})
    return judged(task, run)[0]


@pytest.mark.parametrize(
    ("task_id", "answer", "wanted"),
    [
        (9001, "It has 5 reviews.", RIGHT),
        (9001, "It has 15 reviews.", WRONG),
        (9001, "", WRONG),
        (9002, '"harbour kites"', RIGHT),
        (9002, "Harbour Kites and others", WRONG),
        (9005, "it flies well", UNJUDGED),
        (9006, "N/A", RIGHT),
        (9006, "On Monday", UNJUDGED),
    ],
)
def test_an_answer_is_matched_as_webarena_matches_it(task_id: int, answer: str, wanted: Verdict) -> None:
    assert verdict(task_id, answer) is wanted


@pytest.mark.parametrize(
    ("task_id", "url", "wanted"),
    [
        (9003, "http://shop.example:7770/kites.html?sort=price&page=2", RIGHT),
        (9003, "http://shop.example:7770/kites.html?sort=name", WRONG),
        (9003, "http://shop.example:7770/boats.html?sort=price", WRONG),
        (9003, "", WRONG),
    ],
)
def test_an_address_has_the_reference_in_it(task_id: int, url: str, wanted: Verdict) -> None:
    assert verdict(task_id, last_url=url) is wanted


def test_a_page_holds_what_it_has_to() -> None:
    assert verdict(9004, "", "", {**WISHES, "content": "Kite, red &amp; white"}) is RIGHT
    assert verdict(9004, "", "", {**WISHES, "content": "Blue boat"}) is WRONG
    assert verdict(9004) is UNJUDGED  # nobody looked


def test_all_that_a_task_asks_for_has_to_hold() -> None:
    there = "http://shop.example:7770/kites/red-kite.html"
    assert verdict(9007, "", there, {**SIZE, "content": "Large"}) is RIGHT
    assert verdict(9007, "", there, {**SIZE, "content": "Small"}) is WRONG
    assert verdict(9007, "", "http://shop.example:7770/", {**SIZE, "content": "Large"}) is WRONG


async def test_a_folder_of_recorded_runs_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = {"one": {"task_id": 9001, "answer": "5 reviews"}, "two": {"task_id": 9003, "last_url": "http://x/", "sites": SHOP}}
    for name, run in runs.items():
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "run.json").write_text(json.dumps(run), encoding="utf-8")
    assert await evaluate_webarena(files=[TASKS, tmp_path / "runs"], out=tmp_path / "out") == 0
    told = capsys.readouterr().out
    assert "7 tasks of WebArena" in told and "webarena: 1 right, 1 wrong, 0 unjudged" in told


def test_tasks_are_read_out_of_the_wheel_and_nothing_else_is(tmp_path: Path) -> None:
    wheel = tmp_path / "webarena_verified.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("webarena_verified/assets/dataset/test.raw.json", TASKS.read_text(encoding="utf-8"))
    assert len(read_webarena(wheel)) == 7
    other = tmp_path / "other.json"
    other.write_text('{"tasks": []}', encoding="utf-8")
    with pytest.raises(InvalidRequest, match="no tasks of WebArena"):
        read_webarena(other)


@pytest.mark.skipif(shutil.which("webarena-verified") is None, reason="no webarena-verified (an environment of its own, its bin on PATH)")
@pytest.mark.parametrize(("run", "counted"), [("right", "success"), ("wrong", "failure")])
async def test_runs_of_webarena_verified_are_judged_by_its_own_program(run: str, counted: str, tmp_path: Path) -> None:
    folder = tmp_path / run
    shutil.copytree(Path(__file__).parent / "verified" / run, folder)
    await evaluate_webarena(files=[TASKS, folder], out=tmp_path / "out")
    summary = json.loads((folder / "eval_results.json").read_text(encoding="utf-8"))["summary"]["overall"]
    assert summary[f"{counted}_count"] == 1
