"""Word files."""

import zipfile
from pathlib import Path

import pytest
from docx import Document as document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

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


def texts(path: Path) -> list[str]:
    return [event.text for event in read(path, path.name) if isinstance(event, Part)]


def test_what_stands_at_the_foot_of_the_pages_is_read_once_with_changes_boxes_and_fields_as_they_are_seen() -> None:
    assert texts(PAPERS.parent / "cases" / "tenancy.docx") == [
        "The monthly rent is 960 EUR, due on the third working day.",
        "Small dogs are allowed after written consent of the landlord.",
        "The notice period is three months to the end of a month.",
        "The deposit amounts to two and a half monthly rents.",
        "In an emergency call the caretaker on 0170 555 0142.",
        "The cellar belongs to flat number 12 on the plan",
        "Parking space",
        "No. 7",
        "Bicycle room code",
        "4711",
        "Bank account for the rent: DE00 1234 5678",
    ]


def test_headers_and_footers_of_several_sections_are_read_once_and_numbers_of_pages_never(tmp_path: Path) -> None:
    written = document()
    written.add_paragraph("The key lies under the pot.")
    first, second = written.sections[0], written.add_section()
    first.header.paragraphs[0].text = "Novak Housing, Main Street 5"
    second.header.is_linked_to_previous = False
    second.header.paragraphs[0].text = "Novak Housing, Main Street 5"
    second.footer.is_linked_to_previous = False
    foot = second.footer.paragraphs[0]
    foot.text = "電話 03-5550-0142"
    number = second.footer.add_paragraph("Page ")
    number._p.append(parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple>'))
    hidden = second.footer.add_paragraph("Open all day. ").add_run("Unlock the door.")
    hidden.font.hidden = True
    written.save(str(tmp_path / "a.docx"))
    assert texts(tmp_path / "a.docx") == [
        "The key lies under the pot.",
        "Novak Housing, Main Street 5",
        "電話 03-5550-0142",
        "Open all day.",
    ]


def test_comments_and_notes_stand_below_what_they_are_about_and_comments_say_so(tmp_path: Path) -> None:
    written = document()
    for text, comment, author in (
        ("The rent is 960 EUR.", "Since May; before it was 900.", "Ana"),
        ("鍵は鉢の下です。", "今は隣の家です。", "花子"),
    ):
        paragraph = written.add_paragraph(text)
        written.add_comment(paragraph.runs, text=comment, author=author, initials="x")
    written.add_paragraph("The tap is in the cellar.")
    written.save(str(tmp_path / "plain.docx"))
    with zipfile.ZipFile(tmp_path / "plain.docx") as plain, zipfile.ZipFile(tmp_path / "a.docx", "w") as noted:
        for entry in plain.infolist():
            data = plain.read(entry)
            if entry.filename == "word/document.xml":
                marks = b'</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r></w:p>'
                head, found, tail = data.rpartition(b"</w:t></w:r></w:p>")
                assert found
                data = head + marks + tail
            noted.writestr(entry.filename, data)
        for kind, said in (("footnote", "Turn it to the left."), ("endnote", "Empty in winter.")):
            note = f'<w:{kind} w:id="2"><w:p><w:r><w:t>{said}</w:t></w:r></w:p></w:{kind}>'
            noted.writestr(f"word/{kind}s.xml", f"<w:{kind}s {nsdecls('w')}>{note}</w:{kind}s>")
    assert texts(tmp_path / "a.docx") == [
        "The rent is 960 EUR.",
        "Comment by Ana: Since May; before it was 900.",
        "鍵は鉢の下です。",
        "コメント（花子）：今は隣の家です。",
        "The tap is in the cellar.",
        "Turn it to the left.",
        "Empty in winter.",
    ]


def test_a_note_of_a_list_item_and_of_a_heading(tmp_path: Path) -> None:
    written = document()
    heading = written.add_heading("Waste", 1)
    written.add_comment(heading.runs, text="Ask the caretaker.", author="", initials="")
    for item in ("Cans", "Bottles"):
        paragraph = written.add_paragraph(item, style="List Bullet")
        written.add_comment(paragraph.runs, text=f"{item} are washed.", author="", initials="")
    written.save(str(tmp_path / "a.docx"))
    assert texts(tmp_path / "a.docx") == [
        "Comment: Ask the caretaker.", "Cans", "Comment: Cans are washed.", "Bottles", "Comment: Bottles are washed.",
    ]  # fmt: skip
