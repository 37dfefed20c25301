"""PDF pages with columns, however a program draws them; and tables, which stay tables."""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Part

CASES = Path(__file__).parent / "cases"
HEAT = [
    "The heat pump draws in outside air and",
    "warms the water of the house. Keep the",
    "grille free of leaves and snow. The filter of",
    "the heating circuit is cleaned every",
    "autumn before the first frost.",
]
TANK = [
    "The tank is heated to 60 degrees every",
    "Sunday night against germs. This takes",
    "two hours and uses more current than",
    "usual. The anode of the tank is looked at",
    "every two years by the customer service.",
]
PUMP = [
    "The pump of the cellar starts by itself",
    "when the water in the shaft rises above",
    "the float. Lift the float once a month",
    "and listen whether the pump runs; then",
    "let it down again.",
]


def texts(path: Path) -> list[str]:
    return [event.text for event in read(path, path.name) if isinstance(event, Part)]


def whole(lines: Sequence[str]) -> str:
    return " ".join(line for line in lines if line)


class Page:
    """Draws what a test wants."""

    def __init__(self, path: Path, *, font: str = "Helvetica", size: float = 10) -> None:
        self._canvas = Canvas(str(path), pagesize=A4)
        self._size = size
        self._font = font
        self._canvas.setFont(font, size)
        self.path = path

    def row(self, y: float, *cells: tuple[float, str]) -> None:
        for x, text in cells:
            self._canvas.drawString(x, y, text)

    def middle(self, y: float, text: str) -> None:
        self._canvas.drawCentredString(A4[0] / 2, y, text)

    def columns(self, y: float, xs: Sequence[float], columns: Sequence[Sequence[str]], *, pitch: float = 14, shift: float = 0) -> float:
        """Row by row; returns where the next row would be."""
        for cells in zip_longest(*columns, fillvalue=""):
            for number, (x, text) in enumerate(zip(xs, cells, strict=True)):
                if text:
                    self._canvas.drawString(x, y - number * shift, text)
            y -= pitch
        return y

    def line(self, y: float, left: float, right: float) -> None:
        self._canvas.line(left, y, right, y)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        self._canvas.rect(x, y, width, height)

    def turn(self) -> None:
        self._canvas.showPage()
        self._canvas.setFont(self._font, self._size)

    def texts(self) -> list[str]:
        self._canvas.save()
        return texts(self.path)


@pytest.mark.parametrize("name", ["two-columns.pdf", "encrypted-empty-password.pdf", "neighbour-columns-in-order.pdf"])
def test_columns_are_read_one_after_the_other_in_whatever_order_they_are_drawn(name: str) -> None:
    assert texts(CASES / name) == [
        "Washing machine WM-210: care",
        "Cleaning the filter",
        "Open the flap at the bottom right. Drain the rest of the water into a dish and rinse the filter every two months under the tap.",
        "Descaling",
        "Run the empty drum at 90 degrees with 60 g of citric acid twice a year.",
        "Error codes",
        "F01: the water tap is closed.",
        "F05: the drain pump is blocked; clean the filter.",
        "F12: the door is not locked.",
        "Warranty",
        "The maker repairs the motor free of charge for ten years after the day of purchase.",
    ]


@pytest.mark.parametrize("name", ["neighbour-prose-interleaved.pdf", "neighbour-prose-offset.pdf", "neighbour-prose-same-baseline.pdf"])
def test_running_text_in_two_columns_is_two_paragraphs(name: str) -> None:
    title, left, right = texts(CASES / name)
    assert title == "Heat pump HP-9: user guide"
    assert left.startswith("The heat pump draws") and left.endswith("when the system is cold.")
    assert right.startswith("The tank is heated") and right.endswith("if the service has been done each year.")


def test_three_columns_of_unequal_height_under_a_title_in_the_middle(tmp_path: Path) -> None:
    page = Page(tmp_path / "three.pdf", size=8)
    page.middle(800, "What the house does by itself, and what is left to those who live in it")
    page.columns(770, (50, 225, 400), (HEAT, TANK, PUMP[:3]), pitch=11)
    page.middle(600, "Kept by the caretaker in the cellar, beside the meter and the key")
    title, *rest = page.texts()
    assert title.startswith("What the house does")
    assert rest[:3] == [whole(HEAT), whole(TANK), whole(PUMP[:3])]
    assert rest[3].startswith("Kept by the caretaker")


def test_lines_that_do_not_stand_on_one_height_and_a_narrow_gap(tmp_path: Path) -> None:
    page = Page(tmp_path / "shifted.pdf")
    page.columns(770, (60, 300), (HEAT, TANK), shift=5)
    assert page.texts() == [whole(HEAT), whole(TANK)]
    page = Page(tmp_path / "narrow.pdf")
    page.columns(770, (60, 261), (HEAT, TANK))
    assert page.texts() == [whole(HEAT), whole(TANK)]


def test_a_figure_between_columns_and_text_below_over_the_whole_width(tmp_path: Path) -> None:
    page = Page(tmp_path / "figure.pdf")
    page.columns(770, (60, 310), (HEAT, TANK))
    page.box(60, 500, 480, 180)
    y = page.columns(470, (60, 310), (PUMP, HEAT))
    page.row(y - 20, (60, "This sheet hangs in the cellar and in the hall, and whoever changes a setting writes the day on its back."))
    assert page.texts()[:4] == [whole(HEAT), whole(TANK), whole(PUMP), whole(HEAT)]


def test_lists_and_headings_in_columns(tmp_path: Path) -> None:
    page = Page(tmp_path / "lists.pdf")
    left, right = ["Before the winter", *HEAT], ["In the holidays", *TANK]
    page.columns(770, (60, 310), (left, right))
    page.row(
        690 - 14, (60, "•"), (75, "Close the tap in the garden where it"), (310, "•"), (325, "Ask a neighbour or the caretaker to look")
    )
    page.row(690 - 28, (75, "leaves the house and empty it."), (325, "after the plants."))
    found = page.texts()
    assert [t for t in found if "where it leaves" in t] and not any("|" in t for t in found)
    assert found.index(next(t for t in found if "house and empty" in t)) < found.index("In the holidays")


def test_japanese_columns(tmp_path: Path) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    left = ["給湯器は外の空気から熱を取り込み、家の", "お湯を温めます。吸い込み口の前に物を置", "かないでください。"]
    right = ["タンクは毎週日曜日の夜に六十度まで加熱", "されます。二時間ほどかかり、電気を多め", "に使います。"]
    page = Page(tmp_path / "ja.pdf", font="HeiseiMin-W3")
    page.columns(770, (60, 310), (left, right))
    assert page.texts() == ["".join(left), "".join(right)]


def test_a_table_of_short_cells_stays_a_table(tmp_path: Path) -> None:
    page = Page(tmp_path / "opening.pdf")
    rows = [("Day", "Pool"), ("Monday", "closed"), ("Tuesday", "from 8 to 20"), ("Sunday", "from 10 to 18")]
    page.columns(770, (60, 310), list(zip(*rows, strict=True)))
    assert page.texts() == [" | ".join(row) for row in rows]


REMEDIES = (
    (["The machine does not", "start"], ["Check whether the door is", "closed and the tap is open"]),
    (["Water stays in the", "drum"], ["Clean the drain filter and", "lay the hose without a bend"]),
    (["The drum makes a", "noise when it turns"], ["Take out coins and buttons", "from the folds of the seal"]),
    (["The display shows", "nothing"], ["Look at the fuse in the", "cellar"]),
)


def test_a_table_whose_cells_go_over_lines_stays_a_table_where_space_divides_its_rows(tmp_path: Path) -> None:
    page, y = Page(tmp_path / "remedies.pdf"), 770.0
    page.row(y + 24, (60, "Trouble"), (310, "Remedy"))
    for left, right in REMEDIES:
        y = page.columns(y, (60, 310), (left, right), pitch=12) - 12
    found = page.texts()
    assert any("The machine does not" in t and "Check whether the door is" in t for t in found)
    assert any("drum" in t and "Clean the drain filter" in t for t in found)


def test_a_table_whose_cells_go_over_lines_stays_a_table_where_rules_divide_its_rows(tmp_path: Path) -> None:
    page, y = Page(tmp_path / "ruled.pdf"), 770.0
    for left, right in REMEDIES:
        page.line(y + 11, 55, 540)
        y = page.columns(y, (60, 310), (left, right), pitch=13)
    page.line(y + 11, 55, 540)
    found = page.texts()
    assert any("The machine does not" in t and "Check whether the door is" in t for t in found)


def test_codes_with_what_they_mean_stay_beside_each_other(tmp_path: Path) -> None:
    page, y = Page(tmp_path / "codes.pdf"), 770.0
    for number, (left, right) in enumerate(REMEDIES):
        y = page.columns(y, (60, 110, 330), ([f"E{number}"], left, right), pitch=12) - 12
    found = page.texts()
    assert any("E1" in t and "Water stays in the" in t and "Clean the drain filter" in t for t in found)


def test_vertical_writing_and_turned_pages_are_read_as_before() -> None:
    assert texts(CASES / "vertical-ja.pdf")[1:3] == ["資源ごみは毎月第二土曜日", "の朝八時までに公民館の前"]
    assert "The next service is due in May 2027." in texts(CASES / "rotated.pdf")[1]


def test_a_table_that_goes_on_over_a_page_keeps_what_its_columns_are_called() -> None:
    found = [e for e in read(CASES / "table-two-pages.pdf", "table-two-pages.pdf") if isinstance(e, Part)]
    assert [e.text for e in found if "September" in e.text] == [
        "Month: September; Paper: 6 September; Glass: 11 September; Garden waste: 16 September"
    ]
    assert [e.page for e in found if "September" in e.text] == [2]
    assert found[1].text == "Month | Paper | Glass | Garden waste"


WASTE = [("Month", "Paper", "Glass", "Garden waste")] + [
    (f"Month {n}", f"{n} May", f"{n + 9} June", f"{n + 12} July") for n in range(1, 19)
]


def test_a_cell_that_is_empty_leaves_the_others_in_their_columns_and_a_repeated_header_is_none_of_the_rows(tmp_path: Path) -> None:
    page = Page(tmp_path / "empty.pdf")
    page.columns(200, (60, 160, 260, 360), list(zip(*WASTE[:6], strict=True)))
    page.row(30, (290, "1 / 2"))
    page.turn()
    page.columns(800, (60, 160, 260, 360), list(zip(*[WASTE[0], *WASTE[6:9]], strict=True)))
    page.row(744, (60, "Month 9"), (362, "21 July"))
    page.row(730, (60, "Month 10"), (260, "19 June"))
    page.row(30, (290, "2 / 2"))
    found = page.texts()
    assert "Month: Month 9; Garden waste: 21 July" in found
    assert "Month: Month 10; Glass: 19 June" in found
    assert found.count("Month | Paper | Glass | Garden waste") == 1


def test_the_rows_of_a_table_that_is_too_long_for_one_passage_have_the_names_of_their_columns(tmp_path: Path) -> None:
    page = Page(tmp_path / "long.pdf")
    page.columns(770, (60, 160, 260, 360), list(zip(*WASTE, strict=True)))
    assert page.texts()[-1] == "Month: Month 18; Paper: 18 May; Glass: 27 June; Garden waste: 30 July"


def test_another_table_on_the_next_page_keeps_its_own_header_and_one_below_a_heading_gets_none(tmp_path: Path) -> None:
    page = Page(tmp_path / "other.pdf")
    page.columns(200, (60, 160, 260, 360), list(zip(*WASTE[:6], strict=True)))
    page.turn()
    prices = [("Size", "Sack", "Bin", "Skip"), ("small", "2 EUR", "9 EUR", "90 EUR"), ("large", "4 EUR", "19 EUR", "190 EUR")]
    page.columns(800, (60, 160, 260, 360), list(zip(*prices, strict=True)))
    page.row(720, (60, "What is thrown away beside the bins is paid for by all of us together, and so nobody does it."))
    page.turn()
    page.row(800, (60, "Numbers of the keys"))
    page.columns(780, (60, 160, 260, 360), list(zip(*[(f"Flat {n}", f"{n}1", f"{n}2", f"{n}3") for n in range(4)], strict=True)))
    found = page.texts()
    assert "small | 2 EUR | 9 EUR | 90 EUR" in found
    assert "Flat 1 | 11 | 12 | 13" in found


def test_a_table_over_three_pages_with_bold_names_of_columns(tmp_path: Path) -> None:
    rows = [("Burnable", "Tuesday", "red bag"), ("Cans", "Friday", "blue box"), ("Bottles", "Monday", "green box")]
    canvas = Canvas(str(tmp_path / "bold.pdf"), pagesize=A4)
    for number in range(3):
        y = 800
        if number == 0:
            canvas.setFont("Helvetica-Bold", 10)
            for x, text in zip((60, 200, 340), ("What", "When", "Where"), strict=True):
                canvas.drawString(x, y, text)
        canvas.setFont("Helvetica", 10)
        for row in rows:
            y -= 18
            for x, text in zip((60, 200, 340), row, strict=True):
                canvas.drawString(x, y, f"{text} {'abc'[number]}")
        canvas.showPage()
    canvas.save()
    assert texts(tmp_path / "bold.pdf")[-1] == "What: Bottles c; When: Monday c; Where: green box c"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (
            [
                "after the first 300 km or six weeks",
                "every 250 km or after rain",
                "every 500 km or in spring",
                "every 2,000 km or once a year",
            ],
            [
                "first service at the dealer, spokes and screws",
                "wipe and oil the chain",
                "look at the brake pads",
                "large service and brake fluid",
            ],
        ),
        (
            ["main brush of the robot", "side brush of the robot", "cloth of the robot", "filter of the robot"],
            ["every ten months", "every four months", "every two months", "every six months"],
        ),
        (
            ["エアフィルター", "集じんフィルター", "脱臭フィルター", "加湿ユニット", "自動掃除ブラシ"],
            [
                "大きなほこりを取る",
                "花粉や細かいちりを取る",
                "たばこやペットのにおいを取る",
                "外の空気の水分を送る",
                "フィルターのほこりを落とす",
            ],
        ),
    ],
)
def test_cells_in_small_letters_or_of_one_width_are_no_running_text(tmp_path: Path, left: list[str], right: list[str]) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    page = Page(tmp_path / "cells.pdf", font="Helvetica" if left[0].isascii() else "HeiseiMin-W3")
    page.columns(770, (60, 310), (left, right))
    assert page.texts() == [f"{a} | {b}" for a, b in zip(left, right, strict=True)]
