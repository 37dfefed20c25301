"""Word files."""

import zipfile
from pathlib import Path

import pytest

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
