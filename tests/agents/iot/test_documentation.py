"""What is read from documentation, and what is read of a sentence to be compared with it."""

import pytest
from tests.agents.iot.house import MANOR, after

from yamori.agents.iot.rules.commands import Offer
from yamori.agents.iot.rules.docs import UTMOST, explained, signs, yes_and_no
from yamori.agents.iot.rules.glossary import documented, stem
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.quantities import quantities
from yamori.agents.iot.rules.retrieval import LEAD, clear, likelihood, one_device, scored, speaks_of
from yamori.agents.iot.rules.said import Said, read_segment
from yamori.agents.iot.rules.segments import is_remark, split_actions
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.home import Device, Home, Place, Room
from yamori.gateway.homefile import load_home


def _context() -> Context:
    loaded = load_home(MANOR)
    return Context(HomeIndex(loaded.home, loaded.capabilities, lexicon()), lexicon(), {})


def _said(text: str) -> Said:
    cut = split_actions(text)
    return read_segment(cut.segments[0], cut.quoted, _context())


@pytest.mark.parametrize(
    "text",
    [
        'spray: "fog" (the finest, for seedlings) or "drops" (large ones)',
        "fog: for seedlings. drops: large ones",
        "fog is for seedlings, drops are large",
    ],
)
def test_what_a_value_means_is_found_however_documentation_puts_it(text: str) -> None:
    assert stem("seedlings") in explained(["fog", "drops"], text)["fog"]
    assert stem("seedlings") not in explained(["fog", "drops"], text)["drops"]


def test_the_most_of_its_kind_is_known_from_its_explanation() -> None:
    found = explained(["low", "gale"], "low (a breath) or gale (the strongest)")
    assert UTMOST in found["gale"] and stem("strong") in found["gale"] and UTMOST not in found["low"]


def test_what_yes_and_no_are_called_is_found_in_the_documentation() -> None:
    called = yes_and_no("Tighten (true) or slacken (false) the ropes.")
    assert documented("tighten") <= called[True] and documented("slacken") <= called[False]


def test_what_lies_below_zero_is_found_in_the_documentation() -> None:
    found = signs("positive numbers lean towards the wind, negative numbers lean away from it")
    assert stem("away") in found[-1] and stem("towards") in found[1] and stem("lean") not in found[1] | found[-1]


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("for an hour and three quarters", 6300),
        ("for two and a half hours", 9000),
        ("もう3時間半", 12600),
        ("三十五分待って", 2100),
        ("for half an hour", 1800),
    ],
)
def test_a_duration_is_read_as_people_say_it(said: str, seconds: float) -> None:
    assert _said(said).seconds == seconds


@pytest.mark.parametrize("said", ["turn it 9 times a minute", "give it two litres per hour", "毎分12回"])
def test_so_many_a_minute_is_no_duration(said: str) -> None:
    assert _said(said).seconds is None


@pytest.mark.parametrize(
    ("said", "numbers"),
    [("at 50 fahrenheit", (10.0,)), ("set it to seven and a half", (7.5,)), ("四枚並べて", (4.0,)), ("five kilos of it", (5000.0,))],
)
def test_numbers_are_read_in_the_units_of_documentation(said: str, numbers: tuple[float, ...]) -> None:
    assert _said(said).numbers == numbers


@pytest.mark.parametrize(
    "remark",
    [
        "papa's tired",
        "kids keep running about",
        "my bread's getting cold",
        "it dripped on the floor",
        "i've sorted soup and bread",
        "we don't see much",
        "客が来るから",
        "窓を拭いたので",
    ],
)
def test_a_statement_is_no_order(remark: str) -> None:
    assert all(map(is_remark, split_actions(remark).segments))


@pytest.mark.parametrize(
    "order", ["have the loom stop", "the hens need corn", "he wants the lamp on", "the filter doesn't have to run", "餌をやって"]
)
def test_an_order_is_no_remark(order: str) -> None:
    assert not any(map(is_remark, split_actions(order).segments))


def test_a_japanese_comma_after_a_noun_ends_no_action() -> None:
    assert len(split_actions("噴水は、朝になったら出して").segments) == len(split_actions("噴水を最弱、毎分3回で動かして").segments) == 1
    assert len(split_actions("灯りを50%、暖房を20度にして").segments) == 2


def test_a_difference_downward_is_known_from_a_goal() -> None:
    context = _context()
    down, goal = quantities("two degrees cooler", context), quantities("set it to two", context)
    assert (down.relative, down.downward) == (True, True) and (goal.relative, goal.downward) == (False, False)


def test_a_thing_is_called_without_what_is_fitted_to_it() -> None:
    home = Home(
        name="Barn",
        place=Place(name="Bern", country="CH", latitude=46.9, longitude=7.4, timezone="Europe/Zurich"),
        rooms=(Room(id="barn", name="Barn"),),
        devices=(Device(id="l", name="Hay loft lock", room="barn", components={"main": {"lock": {}}}),),
    )
    index = HomeIndex(home, load_home(MANOR).capabilities, lexicon())
    assert [m.parts[0].device for m in mentions("lock the hay loft", index, lexicon())] == ["l"]


async def test_all_the_way_down_is_not_all_the_way_up() -> None:
    assert await after("Draw the left drape all the way down") in ({"p5.position": 0}, {})


def test_what_a_remark_names_is_what_the_rest_is_about() -> None:
    context = _context()
    assert one_device(likelihood("The strongbox is still open, throw it shut", {}, context)) == "s4"


def test_a_command_is_clear_only_where_words_and_meaning_agree() -> None:
    context = _context()
    said = _said("dispense corn for the hens")
    feed, other = Offer("s2", "main", "feeder", "dispense"), Offer("p1", "main", "switch", "on")
    offers = likelihood("dispense corn for the hens", {}, context)
    near = {said.plain: {o: 1.0 if o == feed else 0.0 for o in offers}}
    far = {said.plain: {o: 1.0 if o == other else 0.0 for o in offers}}
    assert clear(said, Context(context.index, context.lexicon, {}, near=near)) == feed
    assert clear(said, Context(context.index, context.lexicon, {}, near=far)) is None
    assert clear(said, context) is None


def test_without_nearness_words_alone_are_scored() -> None:
    feed, other = Offer("s2", "main", "feeder", "dispense"), Offer("p1", "main", "switch", "on")
    scores = scored({feed: 0.5, other: 0.0}, {})
    assert scores[feed] - scores[other] > LEAD


def test_a_device_is_spoken_of_by_its_name_or_by_two_words_of_its_documentation() -> None:
    context = _context()
    assert speaks_of("s2", "give the hens some corn", context) and speaks_of("s2", "the hen feeder", context)
    assert not speaks_of("s2", "turn it off", context)
