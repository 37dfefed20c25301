"""The paper's own format."""

from pathlib import Path

import pytest

from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Ended, Kind, Opened, Part, Reason, Skipped, Unreadable


def test_every_line_is_an_entry_with_its_source_and_date(tmp_path: Path) -> None:
    path = tmp_path / "money.jsonl"
    path.write_text(
        '{"id": "a", "question": "How much?", "answer": "1.2 million yen.", "source": "The agency", "as_of": "2026-03"}\n\n'
        '{"question": "いつ?", "answer": "毎月です。"}\n'
    )
    assert list(read(path, path.name)) == [
        Opened(kind=Kind.JSONL, title="money"),
        Part(text="1.2 million yen.", question="How much?", source="The agency (2026-03)"),
        Part(text="毎月です。", question="いつ?"),
        Ended(),
    ]


def test_a_line_that_is_no_entry_is_skipped_with_its_number_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"question": "a?"}\nnot json\n{"question": "b?", "answer": "B"}\n["c"]\n{"question": "d?", "answer": 4}\n')
    events = list(read(path, path.name))
    assert [e.where for e in events if isinstance(e, Skipped)] == ["line 1", "line 2", "line 4", "line 5"]
    assert next(e.why for e in events if isinstance(e, Skipped)) == "the line has no answer"
    assert [e.question for e in events if isinstance(e, Part)] == ["b?"]


def test_a_line_with_a_text_is_a_note_under_its_title(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text(
        '{"title": "The loom", "text": "Oil the treadle in May."}\n{"text": "杼は棚の上。"}\n{"question": "a?", "text": "no answer"}\n'
    )
    _, loom, shelf, skipped, _ = read(path, path.name)
    assert (loom, shelf) == (Part(text="Oil the treadle in May.", headings=("The loom",)), Part(text="杼は棚の上。"))
    assert isinstance(skipped, Skipped) and skipped.why == "the line has no answer"


def test_a_file_without_any_entry_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("one\ntwo\n")
    with pytest.raises(Unreadable) as refused:
        list(read(path, path.name))
    assert refused.value.reason is Reason.DAMAGED


def test_thousands_of_bad_lines_are_told_as_a_number(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"question": "a?", "answer": "A"}\n' + "x\n" * 3000)
    skipped = [e for e in read(path, path.name) if isinstance(e, Skipped)]
    assert len(skipped) == 101 and "2900 more" in skipped[-1].why


def test_a_line_without_an_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"question": "a?", "answer": "A"}\n{"question": "' + "x" * 3_000_000 + '\n{"question": "b?", "answer": "B"}\n')
    assert [e.question for e in read(path, path.name) if isinstance(e, Part)] == ["a?", "b?"]
