"""The dishes that papers name, and which of them somebody may eat by what is written."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.dishes import Dish, dishes_of, judged, named_in
from yamori.agents.lifestyle.rules.passages import Passage
from yamori.understanding.eating.constraints import constraints_of


def passage(text: str, *headings: str) -> Passage:
    return Passage(text=text, headings=headings)


def test_what_stands_below_one_heading_is_one_dish_whatever_parts_it_has() -> None:
    rows = [
        passage("200 g spelt, 2 eggs", "Dumplings", "Ingredients"),
        passage("Boil them for ten minutes.", "Dumplings", "Method"),
        passage("3 beetroots, 1 onion", "Borscht"),
    ]
    assert dishes_of(rows, "Grandma") == (
        Dish(name="Dumplings", text="200 g spelt, 2 eggs\nBoil them for ten minutes."),
        Dish(name="Borscht", text="3 beetroots, 1 onion"),
    )


def test_of_a_list_every_line_that_tells_what_is_in_it_is_a_dish() -> None:
    rows = [passage("- Mon: pea soup (peas, mint)\n- Tue: carbonara (eggs, bacon)\n- eat the leftovers", "Week 3")]
    assert [dish.name for dish in dishes_of(rows, "Plan")] == ["pea soup", "carbonara"]
    rows = [passage("- 月曜: 親子丼（鶏肉、卵）\n- 火曜: 豚汁（豚肉、大根）", "今週")]
    assert [dish.name for dish in dishes_of(rows, "献立")] == ["親子丼", "豚汁"]


def test_a_list_of_what_goes_into_a_dish_is_no_list_of_dishes() -> None:
    rows = [passage("- 500 g potatoes\n- 2 onions\n- salt", "Rösti")]
    assert [dish.name for dish in dishes_of(rows, "Swiss")] == ["Rösti"]


def test_a_question_that_names_a_dish_is_about_that_one_alone() -> None:
    dishes = (Dish(name="Fish pie", text=""), Dish(name="Apple pie", text=""))
    assert named_in("may Ivo have the apple one", dishes) == dishes[1:]
    assert named_in("which pie may Ivo have", dishes) == dishes
    assert named_in("親子丼は食べても平気？", (Dish(name="親子丼", text=""), Dish(name="豚汁", text=""))) == (Dish(name="親子丼", text=""),)


def test_a_dish_is_judged_by_its_name_and_by_what_is_in_it() -> None:
    fish, pie = Dish(name="Omelette", text="three of them"), Dish(name="Fish pie", text="cod, leeks")
    (first, second) = judged((fish, pie), constraints_of(["egg"]))
    assert (first.breaks is not None, first.because) == (True, "omelette")
    assert second.breaks is None


@given(st.lists(st.builds(passage, st.text(max_size=60), st.text(max_size=10)), max_size=5))
def test_no_text_of_a_paper_is_lost_where_it_is_no_list(rows: list[Passage]) -> None:
    held = "\n".join(dish.text for dish in dishes_of(rows, "any"))
    assert all(
        text in held or len(dishes_of([row], "any")) > 1
        for row in rows
        for text in (row.text.strip(),)
        if "\n" not in text and "\r" not in text
    )
