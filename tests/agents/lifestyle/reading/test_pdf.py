"""PDF: paragraphs with their page and headings."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from yamori.agents.lifestyle.reading import ocr
from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.pages.lines import Line, Sheet
from yamori.agents.lifestyle.reading.pages.paragraphs import is_heading, paragraphs
from yamori.agents.lifestyle.reading.pages.running import Edges
from yamori.agents.lifestyle.reading.reader import Ended, Kind, Opened, Part, Reason, Skipped, Unreadable

PAPERS = Path(__file__).parent / "papers"


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    ocr.engine.cache_clear()
    monkeypatch.setenv("PATH", "")


def test_a_manual_is_read_with_its_pages_and_headings_and_without_what_repeats() -> None:
    assert [e for e in read(PAPERS / "kettle.pdf", "kettle.pdf") if isinstance(e, Opened | Part | Ended)] == [
        Opened(kind=Kind.PDF, title="Kettle K2: the manual", pages=3),
        Part(
            text="Never fill the kettle above the line marked MAX, since boiling water may be thrown out and scald anybody nearby.",
            headings=("Safety",),
            page=1,
        ),
        Part(text="Keep the cord away from children.", headings=("Safety",), page=1),
        Part(text="Boil a full kettle three times and pour the water away.", headings=("Safety", "When it smells"), page=1),
        Part(text="Code | Meaning | What to do", headings=("Error codes",), page=2),
        Part(text="E1 | No water | Fill it above MIN", headings=("Error codes",), page=2),
        Part(text="E4 | Too hot | Wait 15 minutes", headings=("Error codes",), page=2),
        Part(
            text="The left column begins here and goes on in its second row, which ends with no full stop because the sentence "
            "continues in the right column, where it ends.",
            headings=("Care",),
            page=3,
        ),
        Ended(pages=3),
    ]


def test_japanese_rows_are_joined_without_spaces_under_headings_known_by_their_size() -> None:
    assert [(e.page, e.headings, e.text) for e in read(PAPERS / "suihanki.pdf", "suihanki.pdf") if isinstance(e, Part)] == [
        (1, ("安全のために",), "使用中や使用直後は、蒸気口に手や顔を近づけないでください。やけどのおそれがあります。"),
        (2, ("お手入れ",), "内ぶたは毎回はずして洗ってください。"),
        (2, ("お手入れ",), "内釜は金属たわしで洗わない"),
        (3, ("仕様",), "定格消費電力は1,200Wです。"),
    ]


def test_a_locked_file_is_refused_as_locked() -> None:
    with pytest.raises(Unreadable, match="locked with a password") as refused:
        list(read(PAPERS / "locked.pdf", "locked.pdf"))
    assert refused.value.reason is Reason.LOCKED


def test_a_file_that_was_cut_off_is_refused_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "half.pdf"
    path.write_bytes((PAPERS / "kettle.pdf").read_bytes()[:600])
    with pytest.raises(Unreadable) as refused:
        list(read(path, path.name))
    assert refused.value.reason is Reason.DAMAGED


def test_a_picture_of_a_page_is_skipped_without_an_engine_and_the_rest_is_read(no_engine: None) -> None:
    events = list(read(PAPERS / "scanned.pdf", "scanned.pdf"))
    assert [(e.where, e.reason) for e in events if isinstance(e, Skipped)] == [("page 1", Reason.NO_OCR)]
    assert [(e.page, e.text) for e in events if isinstance(e, Part)] == [(2, "The second page is text.")]


def sheet(number: int, *lines: Line) -> Sheet:
    return Sheet(number=number, lines=lines, width=595, height=842)


def row(text: str, y: float, *, size: float = 10, left: float = 72, right: float = 500, bold: bool = False) -> Line:
    return Line(text=text, left=left, right=right, y=y, size=size, bold=bold)


def test_a_warning_on_one_page_only_stays_though_it_stands_at_the_edge() -> None:
    sheets = [sheet(n, row("Model X", 820), row(f"text {n * n}", 400), row(f"{n}", 20)) for n in range(1, 6)]
    sheets[2] = sheet(3, row("Never open it.", 820), row("text 9", 400), row("3", 20))
    edges = Edges(5, body=10)
    kept = [[line.text for line in edges.without(s, sheets)] for s in sheets]
    assert kept == [["text 1"], ["text 4"], ["Never open it.", "text 9"], ["text 16"], ["text 25"]]


def test_a_heading_that_counts_up_is_not_taken_for_a_page_number() -> None:
    sheets = [sheet(n, row(f"Step {n}", 820, size=16), row(f"body {n * 7}", 400)) for n in range(1, 5)]
    edges = Edges(4, body=10)
    assert all(len(edges.without(s, sheets)) == 2 for s in sheets)


def test_a_number_that_a_row_ends_in_keeps_its_hyphen() -> None:
    cut = Line(text="Call 0120", left=72, right=500, y=700, size=10, cut=True)
    assert [p.text for p in paragraphs([cut, row("000-471 at any hour.", 686, right=200)])] == ["Call 0120-000-471 at any hour."]


def test_cells_of_several_rows_are_put_together() -> None:
    def cells(text: str, y: float) -> Line:
        return Line(text=text, left=66, right=500, y=y, size=10, cells=True)

    lines = [
        cells("Part | Clean", 700),
        cells("Brush | weekly", 672),
        row("Dust bag (base", 644, left=66, right=150),
        row("station)", 628, left=66, right=110),
        row("never", 644, left=212, right=260),
        row("The first row of the text below, which is as wide as the page is and", 600, left=58, right=530),
        row("has a second one.", 584, left=58, right=150),
    ]
    assert [p.text for p in paragraphs(lines)] == [
        "Part | Clean",
        "Brush | weekly",
        "Dust bag (base station) | never",
        "The first row of the text below, which is as wide as the page is and has a second one.",
    ]


def test_bold_words_at_the_beginning_do_not_make_a_heading() -> None:
    bold, plain = paragraphs([row("Cleaning the lid", 700, bold=True, right=160), row("Note: wipe it with a damp cloth.", 660)])
    assert is_heading(bold, 10) and not is_heading(plain, 10)


def test_headings_that_only_signs_and_numbers_set_off_are_recognised_and_steps_below_set_headings_are_not(tmp_path: Path) -> None:
    body = "The room opens at nine and closes at five, and the keeper takes the key along with her."
    rows = "Rules of the loom room|1. Opening|" + body + "|2. Fees|Members pay 3 a day.|[Keys]|A lost one costs 9."
    written(tmp_path / "rules.pdf", rows)
    opened, *others = read(tmp_path / "rules.pdf", "rules.pdf")
    assert isinstance(opened, Opened) and opened.title == "Rules of the loom room"
    assert [p.headings for p in others if isinstance(p, Part)] == [(), ("1. Opening",), ("2. Fees",), ("2. Fees", "Keys")]
    written(tmp_path / "steps.pdf", f"!The loom|!Warping|1. Wind the warp|{body}|2. Tie it|Two knots each, and both tight.")
    assert ("1. Wind the warp", ("Warping",)) in [
        (p.text, p.headings) for p in read(tmp_path / "steps.pdf", "steps.pdf") if isinstance(p, Part)
    ]


def written(path: Path, rows: str) -> None:
    """A page of rows with `|` between them; one with a `!` before it is larger."""
    canvas, height = Canvas(str(path)), 780
    for row in rows.split("|"):
        canvas.setFont("Helvetica", 18 if row[0] == "!" else 10)
        canvas.drawString(60, height, row.lstrip("!"))
        height -= 30
    canvas.save()
