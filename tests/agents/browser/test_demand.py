"""What has to be met before a task on a website is done, what its person rules out, and how fields called otherwise are filled."""

from datetime import datetime

import pytest

from yamori.agents.browser.engine import Element, Observation
from yamori.agents.browser.operating.choices import Action
from yamori.agents.browser.operating.demand import demand_of, operates
from yamori.agents.browser.operating.evidence import Step, asks_for_an_act, open_words, ruled_out
from yamori.agents.browser.operating.goal import Goal, count_of, goal_of
from yamori.agents.browser.operating.proposals import proposed
from yamori.domain.language import Language, language_of

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")
HERE = "http://kites.example.com/"


def goal(says: str) -> Goal:
    return goal_of(says, NOW, language_of(says))


def first(says: str, *elements: Element, left: tuple[str, ...] = ()) -> Action | None:
    return proposed(goal(says), Observation(url=HERE, title="", text="", elements=elements), (), (), filled=False, left=left)


def test_why_somebody_asks_has_to_show_nowhere_but_the_names_in_it() -> None:
    page = Observation(url=HERE, title="Ferries to Uno", text="")
    told = goal("Our cellar is damp and Grandpa has a cold. Could you look up ferries to Uno on kites.example.com?")
    assert open_words(told, page, ()) == ("Grandpa",)
    assert open_words(goal("Our cellar is damp. Could you look up ferries to Uno on kites.example.com?"), page, ()) == ()


def test_what_another_sentence_points_at_has_to_show() -> None:
    page = Observation(url="http://basket.example/", title="Basket", text="")
    assert "kite" in " ".join(open_words(goal("I saw a red kite on toys.example.com. Put it in the basket."), page, ()))


@pytest.mark.parametrize(
    ("says", "acts"),
    [
        ("Put a kite from kites.example.com in the basket. Don't order it yet, please.", {"orders"}),
        ("kites.example.com で凧をかごに入れて。まだ注文しないでください", {"orders"}),
        ("Order a kite on kites.example.com", set()),
        ("Look on kites.example.com for kites without a tail", set()),
    ],
)
def test_what_is_not_to_be_done_is_ruled_out_and_has_to_show_nowhere(says: str, acts: set[str]) -> None:
    assert set(ruled_out(goal(says))) == acts
    assert not acts or "order" not in demand_of(goal(says)).text


@pytest.mark.parametrize(
    ("word", "language", "count"),
    [("two", "en", 2), ("twenty-five", "en", 25), ("one", "en", None), ("kite", "en", None), ("三つ", "ja", 3), ("凧", "ja", None)],
)
def test_a_number_in_letters_is_a_count(word: str, language: str, count: int | None) -> None:
    assert count_of(word, language) == count


def test_a_count_in_letters_goes_into_the_field_for_one_and_is_met_there() -> None:
    says = "Put three red kites in the basket on kites.example.com"
    field = Element(index=0, role="textbox", name="Quantity", value="1", kind="number")
    action = first(says, field)
    assert action is not None and (action.do, action.text) == ("fill", "3")
    step = Step(page=HERE, title="Red kite", do="fill", element="Quantity", input="3", result="3")
    assert "three" not in open_words(goal(says), Observation(url=HERE, title="", text=""), (step,))


def test_a_field_is_known_by_what_it_is_called_in_another_language() -> None:
    says = "http://kites.example.com/ で連絡してください。名前は林みお、内容は「凧が飛びません」でお願いします"
    name, words = Element(index=0, role="textbox", name="Name"), Element(index=1, role="textbox", name="Message", kind="textarea")
    filled = Element(index=0, role="textbox", name="Name", value="林みお")
    one, other = first(says, name, words), first(says, filled, words)
    assert one is not None and (one.on, one.text) == (0, "林みお")
    assert other is not None and (other.on, other.text) == (1, "凧が飛びません")


def test_a_field_beside_the_page_is_used_where_it_alone_can_search() -> None:
    box = Element(index=0, role="textbox", name="Search", is_main=False)
    link = Element(index=1, role="link", name="Tips")
    action = first("On kites.example.com search for “ferry”", box, link, left=("ferry",))
    assert action is not None and (action.on, action.text) == (0, "ferry")
    assert first("On kites.example.com search for “ferry”", box, link) is None
    assert first("On kites.example.com say “ferry”", box, link, left=("ferry",)) is None


@pytest.mark.parametrize(
    ("says", "is_act"),
    [
        ("Could you reserve a boat for Sunday, please?", True),
        ("小舟を予約してもらえますか", True),
        ("Find out what reserving a boat costs", False),
        ("小舟の予約は必要か調べて", False),
    ],
)
def test_what_only_doing_meets_is_no_search(says: str, is_act: bool) -> None:
    assert asks_for_an_act(says, Language(language_of(says))) is is_act


@pytest.mark.parametrize(
    ("says", "is_whole"),
    [
        ("Our kite tore last week. Would you look up kites on kites.example.com for us?", True),
        ("On kites.example.com please book a lesson. We never had one.", True),
        ("凧が破れました。https://kites.example.com/ で新しい凧を探してください", True),
        ("Dim the hall light. On kites.example.com please book a lesson.", False),
        ("Our kite tore last week. Remember kites.example.com.", False),
    ],
)
def test_a_website_in_one_sentence_takes_along_what_only_tells_of_it(says: str, is_whole: bool) -> None:
    assert operates(says, NOW, at_sites=False) is is_whole


def test_a_kind_of_website_counts_as_one_where_it_is_said_to() -> None:
    says = "The kettle is dead. Could you put a red one from the Kites online shop in the basket?"
    assert operates(says, NOW, at_sites=True) and not operates(says, NOW, at_sites=False)
    assert not operates("Put the online shop on my list", NOW, at_sites=True)
