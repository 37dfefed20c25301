"""`yamori eval lifestyle` end to end, without a language model: a real household that reads real papers and is asked at its door."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from yamori.agents.lifestyle.rules.words import terms
from yamori.apps.eval import evaluate
from yamori.apps.eval_lifestyle import AskedOfPapers, Remembering, opener, starter_edition
from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.embedding.port import Vectors
from yamori.evaluation.papers.library.questionfile import read_questions
from yamori.evaluation.papers.library.run import evaluate_questions
from yamori.evaluation.papers.ten.run import evaluate_ten
from yamori.evaluation.papers.ten.tasks import read_tasks
from yamori.llm.scripted import ScriptedModels

QUESTIONS = """papers: shed
questions:
- id: shed-1
  ask: At which pressure does the quince press have to be emptied?
  kind: plain
  evidence: [{paper: garden/press.md, quote: empty the quince press when it shows 3.5 bar}]
  answer: {all: [3.5 bar]}
- id: shed-2
  ask: Wie?
  kind: none
"""


def written(folder: Path) -> Path:
    (folder / "shed" / "garden").mkdir(parents=True)
    press = "# Quince press\n\n## Emptying\n\nAlways empty the quince press when it shows 3.5 bar of pressure.\n"
    (folder / "shed" / "garden" / "press.md").write_text(press, encoding="utf-8")
    (folder / "shed" / "torn.pdf").write_bytes(b"%PDF-1.4 torn")
    file = folder / "shed.questions.yaml"
    file.write_text(QUESTIONS, encoding="utf-8")
    return file


async def test_a_folder_of_papers_is_read_once_and_answers_are_held_against_it(tmp_path: Path) -> None:
    asking = read_questions(written(tmp_path))
    papers = {name: asking.folder / name for name in asking.papers}
    opens = opener(ScriptedModels({}), None, reranker=None, starter=False, papers=papers)
    summary = await evaluate_questions(asking, opens=opens, terms=terms, answers="none", edition="none", out=tmp_path / "out")
    assert [case.id for case in summary.results.cases] == ["shed-1", "shed-2"]
    trace = json.loads((tmp_path / "out" / "traces" / "shed-1-1.json").read_text(encoding="utf-8"))
    assert (trace["measures"]["evidence"], trace["measures"]["source"], trace["measures"]["place"]) == (True, True, True)
    assert (trace["measures"]["facts"], trace["measures"]["invented"], summary.results.cases[0].why) == (True, [], ())
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "Papers: 1, with passages: 1" in report and "- not read: torn.pdf" in report


async def test_the_ten_are_asked_of_the_starter_library(tmp_path: Path) -> None:
    tasks = read_tasks()
    few = tasks.model_copy(update={"tasks": tasks.tasks[2:3]})
    opens = opener(ScriptedModels({}), None, reranker=None, starter=True)
    summary = await evaluate_ten(
        few, opens=opens, encoder=None, answers="none", edition=starter_edition(), languages=("en",), runs=1, out=tmp_path
    )
    (case,) = summary.results.cases
    trace = json.loads((tmp_path / str(case.trace)).read_text(encoding="utf-8"))
    assert trace["problem"] is None and [run["tool"] for run in trace["outcome"]["runs"]] == ["search_papers", "answer_question"]
    assert set(trace["marks"]) == {"keywords", "meaning"}


class Counting:
    """An encoder that says how much it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.encoded: list[str] = []

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return await self.passages(texts)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32).reshape(-1, 2)


async def test_a_library_is_encoded_once_for_all_households_and_answers_never_are() -> None:
    inner = Counting()
    encoder = Remembering(inner)
    assert (await encoder.passages(["aa", "b", "aa"]))[:, 0].tolist() == [2, 1, 2]
    encoder.stop()
    assert (await encoder.passages(["b", "ccc"]))[:, 0].tolist() == [1, 3]
    await encoder.passages(["ccc"])
    await encoder.questions(["b"])
    assert inner.encoded == ["aa", "b", "ccc", "ccc", "b"]
    assert len(await encoder.passages([])) == 0


async def test_what_another_suite_takes_is_refused(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with pytest.raises(InvalidRequest, match="--questions"):
        await evaluate(settings, "lifestyle", [tmp_path], model=None, runs=1, out=None, tags=[])
    with pytest.raises(InvalidRequest, match="no --tag"):
        await evaluate(settings, "lifestyle", [], model=None, runs=1, out=None, tags=["mind"])
    with pytest.raises(InvalidRequest, match="for `yamori eval lifestyle` alone"):
        await evaluate(settings, "iot", [], model=None, runs=1, out=None, tags=[], papers=AskedOfPapers(starter=False))
    for wrong, says in ((AskedOfPapers(language="fr"), "no language 'fr'"), (AskedOfPapers(starter=False), "--no-starter goes with")):
        with pytest.raises(InvalidRequest, match=says):
            await evaluate(settings, "lifestyle", [], model=None, runs=1, out=tmp_path / "out", tags=[], papers=wrong)
    broken = tmp_path / "x.questions.yaml"
    broken.write_text("papers: x\n", encoding="utf-8")
    with pytest.raises(Misconfigured, match="questions: must be given"):
        await evaluate(settings, "lifestyle", [], model=None, runs=1, out=None, tags=[], papers=AskedOfPapers(questions=broken))


def test_each_file_of_questions_has_a_folder_of_results_of_its_own() -> None:
    assert AskedOfPapers().name == "lifestyle"
    assert AskedOfPapers(questions=Path("cases/shed.questions.yaml")).name == "lifestyle-shed"
