"""Files of questions: what is read, and what is said about a mistake."""

from pathlib import Path

import pytest

from yamori.domain.errors import Misconfigured
from yamori.evaluation.papers.library.questionfile import read_questions

GOOD = """papers: ours
questions:
- id: a-1
  ask: How hot?
  kind: plain
  evidence:
  - {paper: kettle.md, page: 2, quote: 80 degrees}
  answer: {all: [80], any: []}
- id: a-2
  ask: 何色？
  kind: none
  evidence: []
  answer: {all: [], any: []}
"""


def written(folder: Path, text: str) -> Path:
    (folder / "ours" / "garden").mkdir(parents=True)
    (folder / "ours" / "kettle.md").write_text("80 degrees", encoding="utf-8")
    (folder / "ours" / "garden" / "roses.txt").write_text("Prune them.", encoding="utf-8")
    (folder / "ours" / ".hidden").write_text("", encoding="utf-8")
    file = folder / "ours.questions.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_is_read_with_the_papers_beside_it(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    asking = read_questions(file)
    assert asking.papers == ("garden/roses.txt", "kettle.md") and asking.folder == tmp_path / "ours"
    assert [(q.id, q.kind, q.answer.all) for q in asking.questions] == [("a-1", "plain", ("80",)), ("a-2", "none", ())]
    (tmp_path / "ours" / "kettle.md").write_text("90 degrees", encoding="utf-8")
    assert read_questions(file).hash != asking.hash


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("kind: plain", "kind: plane", ":5", r"questions\[0\].kind"),
        ("  ask: How hot?\n", "", ":3", r"questions\[0\].ask: must be given"),
        ("quote: 80 degrees", "quoth: x, quote: y", ":7", r"questions\[0\].evidence\[0\].quoth: there is no such key"),
        ("kettle.md", "oven.md", ":7", r"questions\[0\].evidence\[0\].paper: there is no paper oven.md"),
        ("a-2", "a-1", ":9", r"questions\[1\].id: a-1 is the id of an earlier question too"),
        ("kind: none", "kind: cross", ":9", "needs evidence"),
        ("papers: ours", "papers: theirs", ":1", "there are no papers in theirs"),
        ("page: 2", "page: 0", ":7", r"questions\[0\].evidence\[0\].page"),
        ("- id: a-2", "- id: ../a", ":9", r"questions\[1\].id"),
    ],
)
def test_a_mistake_is_named_with_file_line_and_key(tmp_path: Path, old: str, new: str, where: str, says: str) -> None:
    with pytest.raises(Misconfigured, match=says) as caught:
        read_questions(written(tmp_path, GOOD.replace(old, new)))
    assert str(caught.value.where) == f"ours.questions.yaml{where}"


def test_the_products_own_files_are_right() -> None:
    files = sorted((Path(__file__).parents[4] / "cases").glob("*.questions.yaml"))
    assert files and all(read_questions(file).questions for file in files)
