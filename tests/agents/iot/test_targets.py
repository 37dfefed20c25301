"""Whom a sentence means: one, several, a room, a floor, all but some, the only one that makes sense."""

import pytest
from tests.agents.iot.house import after, answered, house

from yamori.agentkit.task import OutcomeStatus


@pytest.mark.parametrize("sentence", ["Turn on the piano lamp", "piano lamp on please", "ピアノのランプをつけて", "ピアノのランプつけて"])
async def test_a_name_means_that_device_alone(sentence: str) -> None:
    assert await after(sentence) == {"p2.switch": "on"}


@pytest.mark.parametrize(
    "sentence", ["Turn off the lights in the blue bedroom", "Turn off the lights in the bedroom", "青の間の電気を消して"]
)
async def test_a_plural_names_all_of_its_kind_in_the_room(sentence: str) -> None:
    assert await after(sentence) == {"b1.switch": "off"}


@pytest.mark.parametrize(
    "sentence", ["Turn off all the lights upstairs", "All the lights on the upper floor off", "2階の電気を全部消して", "二階の照明をオフに"]
)
async def test_a_floor_means_its_rooms_by_any_usual_word(sentence: str) -> None:
    assert await after(sentence) == {"b1.switch": "off", "t1.switch": "off"}


async def test_in_here_is_where_the_person_is() -> None:
    assert await after("lights off in here", room="tower") == {"t1.switch": "off"}
    assert await after("電気消して", room="blue-room") == {"b1.switch": "off"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Turn off every light except the telescope lamp",
        "All lights off but the one in the tower",
        "Turn off the lights everywhere, just not in the tower",
        "Apart from the telescope lamp, turn off all the lights",
        "Keep the telescope lamp on and turn off the rest",
        "Turn off all the lights but leave the telescope lamp alone",
        "Turn off all the lights but don't touch the tower",
        "塔以外の電気を全部消して",
        "望遠鏡のランプだけ残して、あとは消して",
        "望遠鏡のランプはつけたままで、他の電気を消して",
        "電気を全部消して、塔だけはそのままで",
    ],
)
async def test_what_is_left_out_stays_as_it_is(sentence: str) -> None:
    assert await after(sentence) == {"p1.switch": "off", "b1.switch": "off"}


@pytest.mark.parametrize("sentence", ["Turn on the fan", "扇風機つけて"])
async def test_of_two_that_bear_a_name_the_one_for_which_it_makes_sense_is_chosen(sentence: str) -> None:
    assert await after(sentence) == {"b3.switch": "on"}  # the other one runs already


async def test_of_several_the_only_one_that_can_do_it_is_chosen() -> None:
    assert await after("Make the lamp green") == {"p2.hue": 120, "p2.saturation": 100}


async def test_several_that_fit_equally_are_asked_about_with_their_rooms_and_the_answer_decides() -> None:
    async with house() as manor:
        asked = await manor.say("Turn on the lamp")
        assert asked.status is OutcomeStatus.ASKING and "Otto's lamp (Blue bedroom)" in asked.text
        await manor.answer(asked, "the one in the bedroom that is Otto's")
        assert await manor.changed() == {"b2.switch": "on"}


async def test_everything_is_what_can_be_switched_off_without_asking() -> None:
    assert await after("Turn everything off in the parlour") == {"p1.switch": "off", "p3.switch": "off", "p4.switch": "off"}


async def test_a_remark_says_where() -> None:
    assert await after("Nobody is up in the tower any more, turn all the lights off there") == {"t1.switch": "off"}
    assert await after("塔にはもう誰もいないから、電気を全部消して") == {"t1.switch": "off"}


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Turn on the lights in the attic", "attic"),
        ("Turn on the dishwasher", "dishwasher"),
        ("屋根裏の電気をつけて", "屋根裏"),
        ("食洗機を回して", "食洗機"),
    ],
)
async def test_what_the_home_lacks_is_said_and_nothing_is_done(sentence: str, said: str) -> None:
    assert said in await answered(sentence)


async def test_a_component_is_found_by_its_own_name_in_both_languages() -> None:
    assert await after("Set the freezer to -20") == {"s1/freezer.freezerSetpoint": -20}
    assert await after("冷凍庫を-20度にして") == {"s1/freezer.freezerSetpoint": -20}


async def test_a_character_inside_a_word_names_nothing() -> None:
    assert await after("シャンデリアを20下げて") == {"p1.level": 40}  # the 下 of 下げ is no floor


async def test_everything_includes_what_is_switched_in_its_own_way() -> None:
    async with house() as manor:
        await manor.say("Turn on the sink light")
        await manor.say("Turn everything off in the scullery")
        assert await manor.changed() == {}


async def test_a_lamp_is_the_only_light_of_its_room_by_whatever_name() -> None:
    assert await after("Turn on the lamp in the scullery") == {"s3.lit": True}


@pytest.mark.parametrize(
    ("sentence", "device"),
    [
        ("Turn off the brightest light", "p1"),
        ("Please switch off the brightest lamp", "b1"),
        ("turn the dimmest light off", "b1"),
        ("いちばん明るいライトを消して", "p1"),
        ("一番暗い電気を消して", "b1"),
        ("塔以外で一番明るい照明を消して", "p1"),
    ],
)
async def test_a_superlative_before_a_thing_picks_it_by_what_it_reports(sentence: str, device: str) -> None:
    assert await after(sentence) == {f"{device}.switch": "off"}


@pytest.mark.parametrize("sentence", ["Turn off the fan in the coldest room", "一番寒い部屋の扇風機を止めて"])
async def test_a_superlative_picks_a_room_too(sentence: str) -> None:
    assert await after(sentence) == {"t2.switch": "off"}


@pytest.mark.parametrize(
    "sentence", ["Set the chandelier to its brightest", "シャンデリアを一番明るくして", "シャンデリアをいちばん明るくして"]
)
async def test_a_superlative_behind_the_thing_is_how_it_is_to_be(sentence: str) -> None:
    assert await after(sentence) == {"p1.level": 100}


@pytest.mark.parametrize("sentence", ["Turn on the brightest lamp in the bedroom", "青の間の一番明るいランプを青にして"])
async def test_things_that_report_the_same_are_asked_about(sentence: str) -> None:
    async with house() as manor:
        await manor.say("Turn on Otto's lamp")
        asked = await manor.say(sentence)
        assert asked.status is OutcomeStatus.ASKING and "Otto" in asked.text + "Otto" * ("オットー" in asked.text)


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [("Turn off the brightest light in the tower", "measures that"), ("塔の一番明るい電気を消して", "測る機器がありません")],
)
async def test_where_nothing_reports_what_would_pick_it_nothing_is_done(sentence: str, answer: str) -> None:
    assert answer in await answered(sentence)
