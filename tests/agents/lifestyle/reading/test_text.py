"""Plain text, as people write and save it."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.reading.files import read
from yamori.agents.lifestyle.reading.reader import Opened, Part
from yamori.agents.lifestyle.reading.text import parts

JAPANESE = "給湯器の説明\n==========\n\n■ 凍結の予防\n\n気温が0℃を下回るときは、\n電源プラグを抜かないでください。\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "euc-jp", "utf-16", "utf-16-le", "utf-16-be", "iso-2022-jp"])
def test_japanese_text_is_read_in_every_encoding_that_households_have(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "boiler.txt"
    path.write_bytes(JAPANESE.encode(encoding))
    opened, part, _ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.title == "給湯器の説明"
    assert part == Part(text="気温が0℃を下回るときは、電源プラグを抜かないでください。", headings=("給湯器の説明", "凍結の予防"))


def test_western_text_in_an_old_encoding_is_read(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_bytes("Le café est prêt dès que la lumière s'éteint. Fermez le robinet après l'été, s'il vous plaît.".encode("cp1252"))
    assert "café est prêt dès" in next(e.text for e in read(path, path.name) if isinstance(e, Part))


def test_rows_that_only_the_width_broke_are_one_paragraph() -> None:
    text = (
        "Descale the machine once a month with citric acid, and in\n"
        "places with hard water every two weeks. Rinse it twice and\n"
        "leave the lid open.\n\nShort row\nAnother short row\n"
    )
    assert [p.text for p in parts(text)] == [
        "Descale the machine once a month with citric acid, and in places with hard water every two weeks. Rinse it twice and leave "
        "the lid open.",
        "Short row",
        "Another short row",
    ]


def test_a_hyphen_that_was_written_stays() -> None:
    assert [p.text for p in parts("The number of the emergency service for the whole house is 555-\n0177, day and night.")] == [
        "The number of the emergency service for the whole house is 555-0177, day and night."
    ]
    assert [p.text for p in parts("Call 555-0177 about the floor-heating.")] == ["Call 555-0177 about the floor-heating."]


def test_drawn_headings_nest_in_the_order_in_which_they_appear() -> None:
    text = "【冬の準備】\n■ 給水\n\n水を抜きます。\n\n■ 電源\n\n切ります。\n\n【春】\n\n開けます。"
    assert [(p.headings, p.text) for p in parts(text)] == [
        (("冬の準備", "給水"), "水を抜きます。"),
        (("冬の準備", "電源"), "切ります。"),
        (("春",), "開けます。"),
    ]


def test_a_numbered_line_is_a_heading_only_when_it_has_text_of_its_own() -> None:
    assert [(p.headings, p.text) for p in parts("1. Cleaning\n\nWipe it.\n\n2. Storing\n\nDry it.")] == [
        (("1. Cleaning",), "Wipe it."),
        (("2. Storing",), "Dry it."),
    ]
    assert [(p.headings, p.text) for p in parts("1. Turn it off\n\n2. Wait\n\n3. Open the lid")] == [
        ((), "1. Turn it off"),
        ((), "2. Wait"),
        ((), "3. Open the lid"),
    ]


def test_a_numbered_heading_stands_above_a_list_that_begins_at_one() -> None:
    text = "4. Before you go\n\nShut the damper.\n\n5. Lighting it\n\n1. Open the damper.\n2. Lay the kindling.\n\n6. Ash\n\nLet it cool."
    assert [(p.headings, p.text) for p in parts(text)] == [
        (("4. Before you go",), "Shut the damper."),
        (("5. Lighting it",), "1. Open the damper."),
        (("5. Lighting it",), "2. Lay the kindling."),
        (("6. Ash",), "Let it cool."),
    ]


def test_a_heading_with_nothing_under_it_is_not_lost() -> None:
    assert [(p.headings, p.text) for p in parts("■ 絶対に開けない\n■ 手入れ\n拭きます。\n")] == [
        ((), "絶対に開けない"),
        (("手入れ",), "拭きます。"),
    ]


def test_a_short_line_right_above_text_is_a_heading_however_it_is_numbered() -> None:
    for first, second in [
        ("1. Joining", "2. Leaving"),
        ("1 Joining", "2 Leaving"),
        ("JOINING", "LEAVING"),
        ("Joining", "Leaving"),
        ("一 入会", "二 退会"),
        ("１．入会", "２．退会"),
        ("1.入会", "2.退会"),
        ("第九条(入会)", "第十条(退会)"),
        ("【1】入会", "【2】退会"),
        ("入会", "退会"),
    ]:
        text = f"{first}\nAnybody may join who has a loom at home.\n\n{second}\nまた会いましょう、と書いた葉書を送ってください。\n"
        assert [p.headings for p in parts(text)] == [(first,), (second,)]


def test_a_short_line_above_a_list_is_a_heading() -> None:
    text = "Bring along\n- a shuttle\n- two bobbins\n\n持ち物\n・杼\n・糸巻き\n"
    assert [(p.headings, p.text) for p in parts(text)] == [
        (("Bring along",), "a shuttle"),
        (("Bring along",), "two bobbins"),
        (("持ち物",), "杼"),
        (("持ち物",), "糸巻き"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. Warp the loom\n2. Throw the shuttle until the cloth is as long as you want it to be.\n",
        "Dear Mrs Treadle,\nthe weavers meet on the first Monday of every month, at seven in the evening.\n",
        "3 March 2031\nThe weavers meet on the first Monday of every month, at seven in the evening.\n",
        "Chair: Ida Heddle\nThe weavers meet on the first Monday of every month, at seven in the evening.\n",
        "綜絖 花子 様\n毎月第一月曜の夜七時に、織物の会を開いています。どなたでもお越しください。\n",
        "We meet on the first Monday of the month\nand on no other day, unless it snows.\n",
        "Ida\nOtto\nUna\n",
    ],
)
def test_what_a_list_a_letter_or_a_sentence_begins_with_is_no_heading(text: str) -> None:
    assert all(not part.headings for part in parts(text))


def test_a_letter_is_called_by_what_stands_above_its_first_heading(tmp_path: Path) -> None:
    path = tmp_path / "scan0071.txt"
    above, below = (
        "2031年3月3日\n\n綜絖 花子 様\n\n機織りの会「ひつじ」\n春の講習のご案内",
        "四月六日の土曜、朝十時から夕方四時まで開きます。",
    )
    path.write_text(f"{above}\n\n1 日時\n{below}\n", encoding="utf-8")
    opened, *_, last, _ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.title == "機織りの会「ひつじ」 – 春の講習のご案内"
    assert isinstance(last, Part) and last.headings == ("1 日時",)


def test_a_letter_is_called_by_its_subject_and_a_bill_by_its_first_rows(tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    body = "It stands in the room behind the kitchen, and nobody may move it."
    path.write_text(f"THE LOOM CLUB\n\nDear Member,\n\nYOUR NEW LOOM\n\n{body}\n\nTHE OLD ONE\n\n{body}\n", encoding="utf-8")
    opened, *_ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.title == "THE LOOM CLUB – YOUR NEW LOOM"
    path.write_text(f"THE LOOM CLUB\n\nDear Member,\n\nDATES\n\n{body}\n\nTHE OLD ONE\n\n{body}\n", encoding="utf-8")
    opened, *_ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.title == "THE LOOM CLUB"
    rows = "\n".join(f"Metre {n} of linen\t{n}.00" for n in range(9))
    path.write_text(f"The Loom Club\nBill for March\n\n{rows}\n\nThank you\nTo the members\n\n== Terms ==\n\n{body}\n", encoding="utf-8")
    opened, *_ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.title.startswith("The Loom Club – Bill for March")


def test_the_first_heading_of_a_letter_is_not_its_subject_where_text_stands_between(tmp_path: Path) -> None:
    below = "The weavers meet on the first Monday of every month, at seven."
    paper = tmp_path / "letter.txt"
    paper.write_text(f"THE WEAVERS\n\nLetter to all\n\nDear weavers,\n\n{below}\n\n1. SUBSCRIPTIONS\n\n{below}\n\n2. LOOMS\n\n{below}\n")
    opened, *_ = read(paper, paper.name)
    assert isinstance(opened, Opened) and opened.title == "THE WEAVERS – Letter to all"


def test_where_somebody_lives_is_not_what_a_letter_is_called_by(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    sender, receiver = "THE HEDDLE LOOM WORKSHOP\n14 Shuttle Row, Warpham", "Ms Ida Bobbin\nThrums Cottage, Warpham"
    above = f"{sender}\n\n3 March 2031\n\n{receiver}\n\nYour loom, after its repair"
    path.write_text(f"{above}\n\nThe treadles\n\nThey are tied again, and the left one is new. Do not stand on it.\n", encoding="utf-8")
    opened, *_ = read(path, path.name)
    assert isinstance(opened, Opened) and opened.title == "THE HEDDLE LOOM WORKSHOP – Your loom, after its repair"


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        ("～～ 春の織物市 ～～", "～～ 冬の織物市 ～～", ("春の織物市", "冬の織物市")),
        ("-- The loom --", "-- The 3 bobbins --", ("The loom", "The 3 bobbins")),
        ("* Where is it? *", "* Who has it? *", ("Where is it?", "Who has it?")),
        ("[The loom]", "[The wool]", ("The loom", "The wool")),
        ("〔織機〕", "〔毛糸〕", ("織機", "毛糸")),
        ("＜織機＞", "＜毛糸＞", ("織機", "毛糸")),
        ("● 織機", "● 毛糸", ("織機", "毛糸")),
        ("※ お願い ※", "※ お礼 ※", ("お願い", "お礼")),
        ("（一）織機", "（二）毛糸", ("（一）織機", "（二）毛糸")),
        ("The loom:", "The wool:", ("The loom", "The wool")),
        ("第１号議案　織機の修理", "第２号議案　毛糸の購入", ("第１号議案 織機の修理", "第２号議案 毛糸の購入")),
        ("------\n【織機】\n------", "------\n【毛糸】\n------", ("織機", "毛糸")),
        ("The loom\nand the wheel\n=====", "The wool\n=====", ("The loom and the wheel", "The wool")),
        ("Q1. Whose is the loom?\n", "Q2. Whose is the wool?\n", ("Q1. Whose is the loom?", "Q2. Whose is the wool?")),
        ("Q1. Whose is the loom?\nA. Ida's.", "Q2. Whose is\nthe wool?\nA. Otto's.", ("Q1. Whose is the loom?", "Q2. Whose is the wool?")),
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_headings_are_recognised_however_people_set_them_off(first: str, second: str, named: tuple[str, str], between: str) -> None:
    below = "It stands in the room behind the kitchen, and nobody may move it.\nAsk first.\n"
    found = [part.headings for part in parts(f"{first}\n{below}{between}{second}\n{below}")]
    assert list(dict.fromkeys(heading for (heading,) in found)) == list(named)


@pytest.mark.parametrize(
    "text",
    [
        "● 杼を通す\n● 筬を打つ\n\n機から離れるときは、必ず足をおろしてください。\n",
        "1 kg wool, not too coarse\n3 bobbins of linen\n1 comb\nA handful of teasels, dried\n",
        "Sent from the workshop\n\n- 3 / 12 -\n\nThe weavers meet on the first Monday of every month, at seven.\n",
        "★春の大市！毛糸が半額★\n織物の市は四月の第一土曜、朝九時から夕方四時までです。\n",
        "Please bring:\n- a shuttle\n- two bobbins\n",
        "＊機にさわらないでください＊\n見学の方は、白い線の外からご覧いただくようお願いいたします。\n",
        "前略\nお元気ですか。こちらでは機織りを始めました。毎日楽しくやっています。\n",
        "- please cut here -\n\nThe weavers meet on the first Monday of every month, at seven.\n",
        "（花・太郎・次郎）\n三人で織物の市に行ったときのことを、忘れないうちに書いておきます。\n",
    ],
)
def test_a_bullet_among_others_an_amount_a_page_or_a_shout_is_no_heading(text: str) -> None:
    assert all(not part.headings for part in parts(text))


def test_small_letters_and_capitals_are_headings_where_others_are() -> None:
    text = "what it takes:\n\nwool\nlinen\n\nhow long:\n\na week\n\nEXERCISE\n\nDays 1 to 3    none\nDays 4 to 9    some\n"
    assert [p.headings for p in parts(text)][::2] == [("what it takes",), ("how long",), ("how long",)]
    below = "The weavers meet on the first Monday of every month, at seven."
    text = f"WOOL\n\n{below}\n\nLINEN\n\n{below}\n\nSILK\n\n{below}\n\nPRICES\n\nDays 1 to 3    none\n"
    assert [p.headings for p in parts(text)] == [("WOOL",), ("LINEN",), ("SILK",), ("PRICES",)]
    text = f"WOOL\n{below}\n\nLINEN\n{below}\n\nSILK\n{below}\n\nGIVING UP YOUR LOOM\nTell Ida\nby the end of May.\n"
    assert parts_of(text, "GIVING UP YOUR LOOM") == "Tell Ida by the end of May."


def test_tables_stand_under_the_short_row_above_them() -> None:
    text = "What it costs\n  one metre    12.00\n  a whole bale  90.00\n\n料金\n一反　　3,000円\n半反　　1,600円\n"
    assert {part.headings for part in parts(text)} == {("What it costs",), ("料金",)}


def parts_of(text: str, heading: str) -> str:
    return " ".join(part.text for part in parts(text) if part.headings == (heading,))


WORDS = re.compile(r"\w+")
ROWS = """■ 給水|【春】|1. Joining|2. Leaving|Q1. Who?|A. Ida.|-- Wool --|=====|-----|● 織機|（一）糸|Wool:|Ida||水を抜きます。|- a shuttle
  one metre    12.00|DEAR ALL|３．費用|The weavers meet on the first Monday of every month, at seven."""


@given(st.lists(st.sampled_from(re.split("[|\n]", ROWS)), max_size=12))
def test_no_word_of_a_text_is_lost_whatever_stands_beside_it(rows: list[str]) -> None:
    read_words = {word for part in parts("\n".join(rows)) for text in (*part.headings, part.text) for word in WORDS.findall(text)}
    assert read_words >= {word for row in rows for word in WORDS.findall(row) if not word.isdecimal()}
