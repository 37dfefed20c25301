"""What people point at without naming it: by quotation, place, kind or the cheapest row; what a page states is put in for them."""

from collections.abc import Collection
from datetime import datetime

import pytest

from yamori.agents.browser.engine import Element, Observation
from yamori.agents.browser.operating.choices import Action, Did
from yamori.agents.browser.operating.evidence import Step, open_words
from yamori.agents.browser.operating.goal import goal_of
from yamori.agents.browser.operating.pointing import exactly_named, stated
from yamori.agents.browser.operating.proposals import Pressed, proposed
from yamori.domain.language import Language

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")


def button(index: int, name: str, near: str = "", *, is_closed: bool = False, kind: str = "") -> Element:
    return Element(index=index, role="button", name=name, near=near, is_closed=is_closed, kind=kind)


def box(index: int, name: str = "", value: str = "", kind: str = "text", autocomplete: str = "") -> Element:
    return Element(index=index, role="textbox", name=name, value=value, kind=kind, autocomplete=autocomplete)


def next_action(
    says: str,
    *elements: Element,
    text: str = "",
    did: Collection[Did] = (),
    filled: bool = False,
    pressed: Collection[Pressed] = (),
    left: Collection[str] = (),
) -> Action | None:
    page = Observation(url="http://kites.example/", title="", text=text, elements=elements)
    return proposed(goal_of(says, NOW, Language.ENGLISH), page, did, (), filled=filled, pressed=pressed, left=left)


def pressed_next(
    says: str, *elements: Element, pressed: Collection[Pressed] = (), filled: bool = False, left: Collection[str] = ()
) -> int | None:
    action = next_action(says, *elements, pressed=pressed, filled=filled, left=left)
    assert action is None or action.do == "click"
    return action.on if action is not None else None


def test_what_was_named_one_after_the_other_is_pressed_in_that_order() -> None:
    buttons = (button(0, "Wind"), button(1, "Tide"))
    assert pressed_next("On kites.example.com press tide, then press wind", *buttons) == 1
    assert pressed_next("On kites.example.com press tide, then press wind", *buttons, pressed={("button", "Tide", "")}) == 0


def test_a_quoted_name_is_meant_exactly_and_looked_for_behind_what_is_closed() -> None:
    shown = (button(0, "Kites"), button(1, "Red kites"), button(2, "Boats", is_closed=True))
    assert pressed_next("On kites.example.com click “Kites”", *shown) == 0
    assert pressed_next("On kites.example.com find and click “Ferries”", *shown) == 2
    assert pressed_next("On kites.example.com find and click “Ferries”", *shown, pressed={("button", "Boats", "")}) is None


def test_of_several_of_one_name_the_row_that_was_spoken_of() -> None:
    rows = (button(0, "star", "Naoshima ferry"), button(1, "star", "Teshima ferry"))
    assert pressed_next("On kites.example.com click the star of the Teshima ferry", *rows) == 1


@pytest.mark.parametrize(
    ("says", "wanted"),
    [
        ("On kites.example.com take the cheapest kite", 1),
        ("On kites.example.com take the most expensive kite", 2),
        ("On kites.example.com take the quickest one", 0),
    ],
)
def test_the_least_or_the_most_of_several_rows_is_code_s_to_find(says: str, wanted: int) -> None:
    rows = (button(0, "Take", "$30 1h 5m"), button(1, "Take", "$9 2h 0m"), button(2, "Take", "$1,200 3h 10m"))
    assert pressed_next(says, *rows) == wanted


def test_two_equally_cheap_rows_are_not_chosen_between() -> None:
    assert pressed_next("On kites.example.com take the cheapest", button(0, "Take", "$9"), button(1, "Take", "$9")) is None


def test_the_second_field_of_a_kind_gets_the_value_beside_it() -> None:
    fields = (Element(index=0, role="checkbox", name=""), Element(index=1, role="checkbox", name=""), box(2), box(3))
    says = "On kites.example.com tick the 2nd checkbox and write “north” into the first textbox"
    first = next_action(says, *fields)
    second = next_action(says, *fields, did={("check", 1, "on")}, filled=True)
    assert first is not None and (first.do, first.on) == ("check", 1)
    assert second is not None and (second.do, second.on, second.text) == ("fill", 2, "north")


def test_a_time_of_day_goes_into_the_field_for_times() -> None:
    action = next_action("On kites.example.com set it to 7:05 pm", box(0, kind="time"), button(1, "Save"))
    assert action is not None and (action.do, action.text) == ("fill", "19:05")


def test_what_a_field_proposes_is_taken_where_one_fits() -> None:
    typed = box(0, "Harbour", "Nao", autocomplete="list")
    fits, other = button(1, "Naoshima", kind="suggestion"), button(2, "Naoetsu", kind="suggestion")
    assert pressed_next("On kites.example.com enter “Nao”", typed, fits, filled=True) == 1
    assert pressed_next("On kites.example.com take what begins with “Nao” and ends with “etsu”", typed, fits, other, filled=True) == 2


def test_a_value_that_the_page_states_is_put_in_only_where_one_is_asked_for() -> None:
    table = "Colour | red\nLength | 3 m"
    action = next_action("On kites.example.com write the length into the field", box(0), text=table)
    assert action is not None and action.text == "3 m"
    assert next_action("On kites.example.com write the colour and the length into the field", box(0), text=table) is None
    assert next_action("On kites.example.com look at the kites", box(0), text=table) is None
    assert stated("please work out the sum", "12 + 7 =") == "19"
    assert stated("please read the page", "12 + 7 =") is None
    assert stated("what is the third word", "Wind and tide, always.") == "tide"


def test_several_sections_are_opened_one_after_the_other() -> None:
    sections = (button(0, "Boats", is_closed=True), button(1, "Kites", is_closed=True), button(2, "Send"))
    assert pressed_next("On kites.example.com expand the section and press send", *sections) == 0


def test_names_are_compared_from_the_strictest_on() -> None:
    elements = (button(0, "kite"), button(1, "Kite"), button(2, "Kite."))
    assert [one.index for one in exactly_named("Kite", elements)] == [1]
    assert [one.index for one in exactly_named("KITE", elements)] == [0, 1]
    assert [one.index for one in exactly_named("ite", elements)] == []


def test_what_books_or_sends_is_met_by_doing_it_and_not_by_what_a_page_says() -> None:
    goal = goal_of("On kites.example.com book kite lessons", NOW, Language.ENGLISH)
    page = Observation(url="http://kites.example.com/lessons", title="Kite lessons", text="Book kite lessons here")
    opened = Step(page="http://kites.example.com/", title="Kites", do="click", element="Kite lessons")
    booked = Step(page="http://kites.example.com/lessons", title="Kite lessons", do="click", element="Go", consequence="orders")
    assert "book" in open_words(goal, page, (opened,))
    assert open_words(goal, page, (opened, booked)) == ()


def test_a_number_of_a_date_names_no_button() -> None:
    calendar = (button(0, "10"), button(1, "11"), button(2, "Send"))
    assert pressed_next("On kites.example.com take 11/23/2026 and press send", *calendar) == 2


def test_another_row_than_theirs_is_not_opened_instead() -> None:
    rows = (button(0, "more", "Ken @ken", is_closed=True), button(1, "more", "Aya @aya", is_closed=True))
    says = "On kites.example.com press “Mute” of @aya"
    assert pressed_next(says, *rows) == 1
    assert pressed_next(says, *rows, pressed={("button", "more", "Aya @aya")}) is None


def test_a_form_is_not_sent_off_empty_while_words_are_left() -> None:
    form = (box(0, "Pilot"), box(1, "Season"), button(2, "Search"))
    assert next_action("On kites.example.com search for the kites flown by Mori", *form, left=("kites", "Mori")) is None
    assert pressed_next("On kites.example.com search for the kites flown by Mori", *form, left=("kites", "Mori"), filled=True) == 2
    assert pressed_next("On kites.example.com press search", *form, left=("search",)) == 2


def test_an_empty_form_goes_off_where_that_is_what_they_want() -> None:
    form = (Element(index=0, role="checkbox", name="Kite"), button(1, "Submit"))
    assert pressed_next("On kites.example.com choose nothing and press submit", *form, left=("nothing",)) == 1


def test_the_next_cheapest_is_not_taken_behind_the_cheapest() -> None:
    rows = (button(0, "Book for $344"), button(1, "Book for $379"))
    says = "On kites.example.com book the cheapest seat"
    assert pressed_next(says, *rows) == 0
    assert pressed_next(says, *rows, pressed={("button", "Book for $344", "")}) is None


def test_what_was_written_is_sent_by_the_button_that_is_called_so() -> None:
    written = (button(0, "close reply"), button(1, "send reply"), box(2, value="At nine.", kind="textarea"))
    says = "On kites.example.com reply to the message with the text “At nine.”"
    assert pressed_next(says, *written, filled=True) == 1
    assert pressed_next(says, *written) is None


def test_a_row_is_found_by_the_name_that_it_begins_with() -> None:
    rows = (button(0, "Ken Wind tomorrow, be early"), button(1, "Aya The tide is at nine"), button(2, "trash", "Aya The tide is at nine"))
    assert pressed_next("On kites.example.com find the message by Aya and answer it", *rows) == 1
    assert pressed_next("On kites.example.com show Aya the message by Ken", *rows) is None


def test_a_proposal_with_the_code_that_was_typed_comes_before_one_that_holds_its_letters() -> None:
    field = box(0, "To", value="kit", autocomplete="list")
    offered = (button(1, "Old Kitchen (OKI)", kind="suggestion"), button(2, "Kite Town (KIT)", kind="suggestion"))
    assert pressed_next("On kites.example.com book a seat to: KIT", field, *offered) == 2


def test_a_sign_on_a_button_is_its_word() -> None:
    assert [one.index for one in exactly_named("x", (button(0, "Close"), button(1, "OK")))] == [0]
