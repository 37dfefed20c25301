"""What marked sentences come to over lists that are there; nothing is read by a model, and nothing is changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

import pytest
from tests.unknown_clauses import unknown_clauses

from yamori.agents.lists.household_list import HouseholdList, Item
from yamori.agents.lists.rules.reading import ListReading, read_lists
from yamori.agents.lists.rules.wanted import Known, Refused
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


def item(id: int, name: str, *, on: str = "shopping", done: bool = False) -> Item:
    return Item(id=id, list=on, name=name, done=done, place=id, added_at=NOW)


LISTS = (
    HouseholdList(
        id="shopping", name="", kind="shopping", items=(item(1, "figs"), item(2, "oat drink"), item(3, "柿"), item(4, "soap", done=True))
    ),
    HouseholdList(id="trip", name="Trip", items=(item(5, "lantern", on="trip"),)),
)
KNOWN = Known(lists=LISTS, focus="trip", change=9)


def read(line: str, known: Known = KNOWN) -> ListReading | None:
    said = marked(line)
    return read_lists(said.frames, utterance_of(said.text, NOW), known)


def called(line: str, known: Known = KNOWN) -> list[tuple[str, Mapping[str, Any]]]:
    reading = read(line, known)
    assert reading is not None and reading.trouble is None and reading.is_whole, reading
    return [(call.tool, cast(Mapping[str, Any], call.arguments)) for call in reading.calls]


@pytest.mark.parametrize(
    ("line", "to", "names"),
    [
        ("add_item: put [title|limes] and [title|two bags of oats] on [list_name|the shopping list]", "shopping", ["limes", "oats"]),
        ("add_item: we're out of [title|limes]", "shopping", ["limes"]),
        ("add_item: put [title|limes] on [list_name|the list]", "trip", ["limes"]),
        ("add_item: put [title|limes] on [list_name|our trip list]", "trip", ["limes"]),
        ("add_item: put [title|limes] on [list_name|the DIY list]", "DIY list", ["limes"]),
        ("add_item: add [title|limes], [title|thyme and salt] to [list_name|the groceries]", "shopping", ["limes", "thyme", "salt"]),
        ("add_item: add [title|limes and] [title|salt] to [list_name|the groceries]", "shopping", ["limes", "salt"]),
        ("add_item: add [title|limes] [title|and salt] to [list_name|the groceries]", "shopping", ["limes", "salt"]),
        ("add_item: add [title|limes] to [title|groceries]", "shopping", ["limes"]),
        ("add_item: put [title|baking] powder on [list_name|the shopping list]", "shopping", ["baking powder"]),
        ("add_item: [list_name|買い物リスト]に[title|塩]入れて", "shopping", ["塩"]),
        ("add_item: [title|塩]を[title|2]袋買い物リストに入れて", "shopping", ["塩"]),
        ("add_item: we need [title|a net for the pond] [room|in the garden]", "shopping", ["net for the pond in the garden"]),
        ("add_item: we need [title|cushions] for [room|the bench]", "shopping", ["cushions for the bench"]),
        ("add_item: get [title|some salt] for the [title|stew] and [title|limes]", "shopping", ["salt for the stew", "limes"]),
        ("add_item: add [title|limes] [title|thyme] to [list_name|the list]", "trip", ["limes", "thyme"]),
        ("add_item: and [title|limes], [value|two dozen]", "shopping", ["limes"]),
        ("add_item: add [text|4] [title|limes] to [list_name|the groceries]", "shopping", ["limes"]),
        ("add_item: [room|物置]の[title|ねずみ取り]を買わなきゃ", "shopping", ["物置のねずみ取り"]),
        ("add_item: put [title|limes] on [list_name|the list] for [list_name|the trip]", "trip", ["limes"]),
        ("add_item: put [title|limes] on [list_name|the list] for [list_name|the store]", "shopping", ["limes"]),
        ("add_item: put [title|limes] on [room|the] [list_name|groce][room|ries]", "shopping", ["limes"]),
        ("add_item: [list_name|買い物リスト]に[title|塩と胡椒]と[title|酢]", "shopping", ["塩", "胡椒", "酢"]),
        ("complete: [title|塩]切らしちゃった", "shopping", ["塩"]),
    ],
)
def test_things_go_on_the_list_that_is_named_and_else_on_the_shopping_list(line: str, to: str, names: list[str]) -> None:
    ((tool, given),) = called(line)
    assert (tool, given["list"], [each["name"] for each in given["items"]]) == ("add_items", to, names)


def test_an_amount_that_was_read_apart_belongs_to_what_stands_before_it() -> None:
    ((_, given),) = called("add_item: [list_name|買い物リスト]に[title|塩]を[text|2袋]追加して")
    assert given["items"] == [{"name": "塩", "quantity": "2袋"}]


def test_a_person_and_a_day_are_noted_beside_what_is_put_on_a_list() -> None:
    ((_, given),) = called("add_item: add [title|rope] [person|for Ida] to [list_name|the trip list]")
    assert given["items"] == [{"name": "rope", "note": "for Ida"}]


@pytest.mark.parametrize(
    ("line", "tool", "given"),
    [
        ("complete: I bought [title|the figs]", "check_items", {"items": [1], "done": True}),
        ("complete: I picked up [title|the oat drink]", "check_items", {"items": [2], "done": True}),
        ("complete: [title|柿]買った", "check_items", {"items": [3], "done": True}),
        (
            "add_item: [title|figs]、[title|柿]、それから || complete: [title|oat drink]買った",
            "check_items",
            {"items": [1, 3, 2], "done": True},
        ),
        ("unlock: uncheck the soap", "check_items", {"items": [4], "done": False}),
        (
            "complete: cross off everything [except|but the figs] on [list_name|the shopping list]",
            "check_items",
            {"items": [2, 3], "done": True},
        ),
        ("delete: take [title|the lantern] off [list_name|the trip list]", "remove_items", {"items": [5]}),
        ("list: clear what's done from [list_name|the shopping list]", "clear_list", {"list": "shopping", "only_done": True}),
        ("delete: [list_name|買い物リスト]を空にして", "clear_list", {"list": "shopping", "only_done": False}),
        ("delete: take [device|everything] off [list_name|the trip list]", "clear_list", {"list": "trip", "only_done": False}),
        ("delete: delete [list_name|the trip list]", "delete_list", {"list": "trip"}),
        ("change: rename [list_name|the trip list] to [text|Nara]", "change_list", {"list": "trip", "name": "Nara"}),
        (
            "change: [list_name|買い物リスト]の名前を[when|週末][list_name|の市場]に変えて",
            "change_list",
            {"list": "shopping", "name": "週末の市場"},
        ),
        ("list: make [list_name|a picnic list]", "create_list", {"name": "a picnic list", "private": False}),
        ("list: start a [list_name|list] for [title|the picnic]", "create_list", {"name": "the picnic", "private": False}),
        ("change: make [list_name|the trip list] private", "change_list", {"list": "trip", "private": True}),
        ("list: [list_name|リスト]にはどんなものがある", "read_list", {"list": "trip"}),
        ("list: どんな[list_name|リスト]がある", "list_lists", {}),
        ("list: [list_name|買い物リスト]を[person|みんな]と共有して", "change_list", {"list": "shopping", "private": False}),
        ("add_item: move [title|the lantern] to [list_name|the shopping list]", "move_items", {"items": [5], "to": "shopping"}),
        ("set: change [title|the figs] to [value|two dozen]", "change_item", {"item": 1, "quantity": "24"}),
        ("list: what's on [list_name|the shopping list]", "read_list", {"list": "shopping"}),
        ("list: what is missing from [list_name|the store]", "read_list", {"list": "shopping"}),
        ("list: [list_name|スーパーで]何を買うの", "read_list", {"list": "shopping"}),
        ("change: make that [text|two] [title|crates of figs]", "change_item", {"item": 1, "quantity": "2 crates"}),
        ("list: what do we still have to get", "read_list", {"list": "shopping"}),
        ("ask: [query|do we need figs]", "read_list", {"list": "shopping", "about": "figs"}),
        ("list: which [list_name|lists] do we have", "list_lists", {}),
        ("undo: undo", "undo_list_change", {"change": 9}),
    ],
)
def test_a_sentence_does_the_one_thing_that_it_says(line: str, tool: str, given: Mapping[str, object]) -> None:
    assert called(line) == [(tool, given)]


def test_a_list_is_made_with_what_goes_on_it() -> None:
    line = "list: make [list_name|a picnic list] || add_item: and add [title|plates] to it"
    assert called(line) == [("add_items", {"list": "a picnic list", "items": [{"name": "plates"}]})]


@pytest.mark.parametrize(
    "line",
    [
        "complete: I bought [title|a boat]",
        "complete: I've finished [title|the tax form]",
        "add_item: put [title|the dentist] on [list_name|my calendar]",
        "add_item: add [title|rent] to [list_name|my to-do list]",
        "add_item: buy [title|flowers] [when|tomorrow]",
        "add_item: add [title|figs] to [list_name|the shopping list] [condition|if it rains]",
        "turn_off: turn off [device|the lamp] || add_item: and add [title|figs] to [list_name|the shopping list]",
        "undo: undo",
        "add_entry: [title|dentist] [when|on Friday at 3]",
        "add_entry: put [title|oiling the gate] on [list_name|the list] [when|for Thursday]",
        "delete: cancel [title|the dentist]",
    ],
)
def test_what_is_for_the_schedule_or_for_later_or_for_others_is_left_to_them(line: str) -> None:
    known = Known(lists=LISTS) if line.startswith(("undo", "add_entry: put")) else KNOWN  # nothing was spoken of before
    assert read(line, known) is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("complete: I haven't bought [title|the figs] yet", "stays"),
        ("complete: [title|柿]はまだ買ってない", "stays"),
        ("complete: tick off [title|rope] on [list_name|the trip list]", "not_on"),
        ("delete: delete [list_name|the boat list]", "no_list"),
        ("list: make [list_name|a trip list]", "exists"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(line: str, reason: str) -> None:
    reading = read(line)
    assert reading is not None and not reading.calls
    assert isinstance(reading.trouble, Refused) and reading.trouble.reason == reason


def test_words_that_nothing_explains_keep_a_sentence_from_being_done() -> None:
    reading = read("add_item: swap [title|the figs] on [list_name|the shopping list] gently")
    assert reading is not None and not reading.is_whole


@pytest.mark.parametrize(
    ("line", "thing"),
    unknown_clauses(
        (
            "add_item: put [title|limes] on [list_name|the shopping list]",
            "complete: tick off [title|the figs]",
            "delete: take [title|the oat drink] off [list_name|the shopping list]",
            "list: what's on [list_name|the shopping list]",
        ),
        ("add_item: [list_name|買い物リスト]に[title|塩]を入れて", "delete: [list_name|買い物リスト]から[title|柿]を消して"),
    ),
)
def test_a_clause_that_nothing_explains_is_never_dropped(line: str, thing: str) -> None:
    reading = read(line)
    done = reading is not None and reading.trouble is None and reading.is_whole
    assert not done or thing in repr(reading), reading


@pytest.mark.parametrize(
    "line",
    [
        "list: what have I got on there for [person|the hut]",
        "find: anything on it yet for [title|breakfast]",
        "list: そこに[list_name|山用]に何が入ってる？",
    ],
)
def test_what_points_at_the_list_that_was_just_spoken_of_reads_it(line: str) -> None:
    assert called(line) == [("read_list", {"list": "trip"})]


@pytest.mark.parametrize("line", ["list: what have I got on there [when|on Friday]", "get: is [device|the lamp] on it"])
def test_what_is_of_the_schedule_or_of_a_device_reads_no_list(line: str) -> None:
    assert read(line) is None
