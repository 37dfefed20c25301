"""Word files."""

import zipfile
from pathlib import Path

import pytest
from docx import Document as document

from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Ended, Kind, Opened, Part, Reason, Unreadable

PAPERS = Path(__file__).parent / "papers"
BODY = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'


def package(path: Path, text: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", text)
    return path


def test_headings_lists_and_tables_are_kept_and_hidden_text_is_not_there() -> None:
    assert list(read(PAPERS / "rules.docx", "rules.docx")) == [
        Opened(kind=Kind.WORD, title="House rules"),
        Part(text="Burnable waste goes out on Tuesday before eight.", headings=("House rules", "Waste")),
        Part(text="Wash cans first", headings=("House rules", "Waste")),
        Part(text="Day: Monday; What: Cans", headings=("House rules", "Waste")),
        Part(text="Day: 第1木曜; What: びん", headings=("House rules", "Waste")),
        Part(text="They sign in at the door.", headings=("House rules", "Visitors")),
        Ended(),
    ]


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="would unpack to 60 MB") as refused:
        list(read(package(tmp_path / "bomb.docx", BODY + " " * 60_000_000), "bomb.docx"))
    assert refused.value.reason is Reason.TOO_LARGE


def test_entities_that_multiply_are_refused(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
    text = f'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">{entities}]>{BODY}<w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:body></w:document>'
    with pytest.raises(Exception):  # noqa: B017 - which one is the XML library's choice; the worker says DAMAGED for all
        list(read(package(tmp_path / "laughs.docx", text), "laughs.docx"))


def test_a_damaged_package_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "half.docx"
    path.write_bytes((PAPERS / "rules.docx").read_bytes()[:20_000])
    with pytest.raises(Unreadable) as refused:
        list(read(path, path.name))
    assert refused.value.reason is Reason.DAMAGED


def test_headings_that_were_only_typed_are_headings_where_none_is_marked(tmp_path: Path) -> None:
    written = document()
    for text in (
        "綜絖保育園",
        "夏の遠足のお知らせ",
        "五月に山へ行きます。朝八時に園を出ます。",
        "１．持ち物",
        "おにぎりと水筒を持たせてください。",
        "２．費用",
    ):
        written.add_paragraph(text)
    for cells, texts in zip(
        (row.cells for row in written.add_table(rows=2, cols=2).rows), (("バス", "800円"), ("入園", "300円")), strict=True
    ):
        cells[0].text, cells[1].text = texts
    written.save(str(tmp_path / "otayori.docx"))
    opened, *parts, _ = read(tmp_path / "otayori.docx", "otayori.docx")
    assert isinstance(opened, Opened) and opened.title == "綜絖保育園 – 夏の遠足のお知らせ"
    assert [part.headings[-1] for part in parts if isinstance(part, Part) and part.headings] == [
        "夏の遠足のお知らせ",
        "１．持ち物",
        "２．費用",
        "２．費用",
    ]


def test_below_a_bold_title_only_numbers_and_signs_make_headings(tmp_path: Path) -> None:
    written = document()
    written.add_paragraph().add_run("Rules of the loom room").bold = True
    for text in ("1. Opening", "The room opens at nine and closes at five.", "The old loom", "It is tied anew every spring, by two of us."):
        written.add_paragraph(text)
    written.save(str(tmp_path / "rules.docx"))
    opened, *parts, _ = read(tmp_path / "rules.docx", "rules.docx")
    assert isinstance(opened, Opened) and opened.title == "Rules of the loom room"
    assert {part.headings for part in parts if isinstance(part, Part)} == {("Rules of the loom room", "1. Opening")}


def test_a_bold_row_with_a_colon_is_a_heading_where_it_names_a_section(tmp_path: Path) -> None:
    written = document()
    for text in ("Section A: Your loom", "Section B: Your wool"):
        written.add_paragraph().add_run(text).bold = True
        written.add_paragraph("Tell us its colour and its age.")
    written.add_paragraph().add_run("Phone: 555 0177").bold = True
    written.save(str(tmp_path / "form.docx"))
    _, *parts, _ = read(tmp_path / "form.docx", "form.docx")
    assert {part.headings for part in parts if isinstance(part, Part)} == {("Section A: Your loom",), ("Section B: Your wool",)}
