"""Forms that were filled in, and notes on a page: what was written is read with what it answers."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from yamori.agents.lifestyle.reading import ocr
from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Part

HERE = Path(__file__).parent


def texts(path: Path) -> list[str]:
    return [event.text for event in read(path, path.name) if isinstance(event, Part)]


@pytest.fixture
def canvas(tmp_path: Path) -> Canvas:
    made = Canvas(str(tmp_path / "form.pdf"), pagesize=A4)
    made.setFont("Helvetica", 11)
    return made


def saved(canvas: Any) -> list[str]:
    canvas.save()
    return texts(Path(canvas._filename))


def test_what_was_written_into_a_form_stands_behind_what_it_answers() -> None:
    assert texts(HERE / "cases" / "handover.pdf") == [
        "Handover record of the flat",
        "Date of handover: 14 March 2026",
        "Electricity meter reading: 48213 kWh",
        "Number of keys handed over: 5",
        "Deposit paid: 1840 EUR",
        "Cellar key returned: ☑ yes",
        "Both parties have inspected the rooms together and signed this record.",
    ]


def test_two_fields_in_a_row_and_a_label_above_its_field(canvas: Canvas) -> None:
    canvas.drawString(60, 740, "Tenant")
    canvas.acroForm.textfield(name="t", x=120, y=735, width=120, height=18, value="Ana Novak")
    canvas.drawString(320, 740, "Flat")
    canvas.acroForm.textfield(name="f", x=360, y=735, width=60, height=18, value="12 b")
    canvas.drawString(60, 700, "Remarks on the kitchen")
    canvas.acroForm.textfield(
        name="r", x=60, y=630, width=400, height=60, value="The tap drips.\nThe oven is clean.", fieldFlags="multiline"
    )
    canvas.drawString(60, 600, "Signed on the day of the handover by both of them.")
    assert saved(canvas)[:2] == ["Tenant: Ana Novak | Flat: 12 b", "Remarks on the kitchen: The tap drips. The oven is clean."]


def test_boxes_and_buttons_say_whether_they_are_ticked(canvas: Canvas) -> None:
    for y, label, ticked in ((740, "Smoke alarm tested", True), (715, "Water turned off", False)):
        canvas.acroForm.checkbox(name=label, x=60, y=y - 4, size=14, checked=ticked)
        canvas.drawString(80, y, label)
    canvas.drawString(60, 680, "Heating:")
    for x, option in ((130, "gas"), (220, "electric"), (330, "wood")):
        canvas.acroForm.radio(name="heating", value=option, selected=option == "electric", x=x, y=677, size=14)
        canvas.drawString(x + 18, 680, option)
    found = saved(canvas)
    assert found[:2] == ["Smoke alarm tested: ☑ yes", "Water turned off: ☐ no"]
    assert "☑ electric" in found[2] and "☐ gas" in found[2] and "☐ wood" in found[2]


def test_what_was_chosen_from_a_list(canvas: Canvas) -> None:
    canvas.drawString(60, 740, "Collection day:")
    canvas.acroForm.choice(name="day", value="Tuesday", x=180, y=735, width=100, height=18, options=["Monday", "Tuesday", "Friday"])
    canvas.drawString(60, 690, "Kinds of waste:")
    canvas.acroForm.listbox(
        name="kinds",
        value=["Glass", "Paper"],
        x=180,
        y=650,
        width=100,
        height=54,
        options=["Glass", "Paper", "Cans"],
        fieldFlags="multiSelect",
    )
    assert saved(canvas) == ["Collection day: Tuesday", "Kinds of waste: Glass, Paper"]


def test_a_field_without_a_label_is_called_as_the_form_calls_it_and_an_empty_one_says_nothing(canvas: Canvas) -> None:
    canvas.acroForm.textfield(name="f1", tooltip="Meter number", x=60, y=735, width=120, height=18, value="A-7731")
    canvas.drawString(60, 690, "Phone:")
    canvas.acroForm.textfield(name="f2", x=120, y=685, width=120, height=18, value="")
    assert saved(canvas) == ["Meter number: A-7731", "Phone:"]


def test_what_is_hidden_or_secret_in_a_form_is_not_read(canvas: Canvas) -> None:
    canvas.drawString(60, 740, "Name:")
    canvas.acroForm.textfield(name="a", x=120, y=735, width=120, height=18, value="unlock the door", annotationFlags="hidden")
    canvas.drawString(60, 700, "Password:")
    canvas.acroForm.textfield(name="b", x=140, y=695, width=120, height=18, value="sesame", fieldFlags="password")
    found = " ".join(saved(canvas))
    assert "unlock" not in found and "sesame" not in found


def test_japanese_labels(canvas: Canvas) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    canvas.setFont("HeiseiMin-W3", 11)
    canvas.drawString(60, 740, "電気メーターの値")
    canvas.acroForm.textfield(name="e", x=200, y=735, width=120, height=18, value="48213 kWh")
    canvas.drawString(80, 700, "鍵を受け取りました")
    canvas.acroForm.checkbox(name="k", x=60, y=697, size=14, checked=True)
    assert saved(canvas) == ["電気メーターの値: 48213 kWh", "鍵を受け取りました: ☑ はい"]


def test_notes_on_a_page_are_read_and_said_to_be_notes(canvas: Canvas) -> None:
    canvas.drawString(60, 740, "The rent is 900 EUR a month.")
    canvas.textAnnotation("From May on it is 960 EUR.", Rect=[300, 730, 320, 750])
    canvas.freeTextAnnotation("Paid by standing order", "/Helv 10 Tf 0 g", Rect=[60, 690, 260, 710])
    found = saved(canvas)
    assert "The rent is 900 EUR a month." in found
    assert "Note: From May on it is 960 EUR." in found
    assert "Paid by standing order" in found


def test_a_turned_page(canvas: Canvas) -> None:
    canvas.setPageRotation(90)
    canvas.saveState()
    canvas.translate(60, 60)
    canvas.rotate(90)
    canvas.drawString(100, -100, "Keys:")
    canvas.restoreState()
    canvas.acroForm.textfield(name="k", x=145, y=200, width=20, height=80, value="7")
    assert saved(canvas) == ["Keys: 7"]


def test_the_fields_of_a_page_that_is_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "tesseract"
    program.write_text('#!/bin/sh\nif [ "$1" = --list-langs ]; then printf "List:\\neng\\n"; exit; fi\ncat > /dev/null\necho Handover\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    ocr.engine.cache_clear()
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    canvas = Canvas(str(tmp_path / "scan.pdf"), pagesize=A4)
    canvas.drawImage(ImageReader(str(HERE / "papers" / "guarantee.png")), 60, 400)
    canvas.acroForm.textfield(name="f1", tooltip="Meter number", x=60, y=335, width=120, height=18, value="A-7731")
    assert saved(canvas) == ["Handover", "Meter number: A-7731"]
    ocr.engine.cache_clear()
