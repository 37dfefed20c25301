"""What is asked of devices: switches, quantities, steps, colours, modes, several wishes at once, and appliances nobody has heard of."""

from collections.abc import Mapping

import pytest
from tests.agents.iot.house import MANOR, after, answered, house

from yamori.agentkit.task import OutcomeStatus
from yamori.agents.iot.rules.intent import whose_room
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("Set the chandelier to 35 %", {"p1.level": 35}),
        ("Chandelier to half", {"p1.level": 50}),
        ("Chandelier at a third", {"p1.level": 33}),
        ("double the brightness of Ida's lamp", {"b1.level": 40}),
        ("Chandelier to the maximum", {"p1.level": 100}),
        ("Turn the chandelier up to 75", {"p1.level": 75}),
        ("Dim the chandelier by 20", {"p1.level": 40}),
        ("シャンデリアを三分の一にして", {"p1.level": 33}),
        ("アイダのランプを2倍の明るさにして", {"b1.level": 40}),
        ("シャンデリアを10パーセント明るくして", {"p1.level": 70}),
        ("シャンデリアの明るさを最大にして", {"p1.level": 100}),
        ("シャンデリアを8割くらいの明るさにして", {"p1.level": 80}),
        ("左のカーテンを三割開けて", {"p5.position": 30}),
        ("左のカーテンを半分くらいまで開けて", {"p5.position": 50}),
        ("Otto can't hear a thing, could you turn the gramophone up by 10?", {"p3.volume": 50}),
        ("Make the parlour two degrees warmer", {"p4.temperatureSetpoint": 22}),
        ("ラジエーターの温度を1度下げて", {"p4.temperatureSetpoint": 19}),
        ("蓄音機の音量を半分にして", {"p3.volume": 20}),
        ("Turn the larder down by 1 degree", {"s1.refrigeratorSetpoint": 3}),
        ("冷蔵庫もう3度下げて", {"s1.refrigeratorSetpoint": 1}),
    ],
)
async def test_numbers_fractions_and_steps_are_computed(sentence: str, changed: Mapping[str, Value]) -> None:
    assert await after(sentence) == changed


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("Turn on the sink light", {"s3.lit": True}),
        ("流しの灯りをつけて", {"s3.lit": True}),
        ("Close the drapes", {"p5.position": 0, "p6.position": 0}),
        ("Open the right drape", {"p6.position": 100}),
        ("Close the left drape halfway", {"p5.position": 50}),
        ("右のカーテンを閉めて", {"p6.position": 0}),
        ("Dispense 3 scoops from the hen feeder", {"s2.given": 4}),
        ("Give the hens three scoops", {"s2.given": 4}),
        ("Turn on swinging on the fan in the blue bedroom", {"b3.swinging": True}),
        ("Set the fan in the tower to low", {"t2.pace": "low"}),
        ("塔の扇風機を弱にして", {"t2.pace": "low"}),
        ("Make the piano lamp blue", {"p2.hue": 240, "p2.saturation": 100}),
        ("ピアノのランプを赤に", {"p2.hue": 0, "p2.saturation": 100}),
    ],
)
async def test_a_command_is_found_by_what_its_file_says(sentence: str, changed: Mapping[str, Value]) -> None:
    assert await after(sentence) == changed


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("Kettle on and the chandelier off", {"s5.switch": "on", "p1.switch": "off"}),
        ("Set Ida's lamp to 50 and the chandelier to 20", {"b1.level": 50, "p1.level": 20}),
        ("Turn off the chandelier and the telescope lamp", {"p1.switch": "off", "t1.switch": "off"}),
        ("シャンデリアを消して、やかんをつけて", {"p1.switch": "off", "s5.switch": "on"}),
        ("シャンデリアを消して、アイダのランプも", {"p1.switch": "off", "b1.switch": "off"}),
        ("ピアノのランプを青にして明るさを70に", {"p2.hue": 240, "p2.saturation": 100, "p2.level": 70, "p2.switch": "on"}),
    ],
)
async def test_two_requests_in_one_sentence_are_both_fulfilled(sentence: str, changed: Mapping[str, Value]) -> None:
    assert await after(sentence) == changed


@pytest.mark.parametrize(
    "sentence",
    [
        "Could you turn the kettle on?",
        "Would you mind switching the kettle on?",
        "Good morning! Kettle on, please",
        "I'm freezing, turn the kettle on",
        "Turn on the kettle, I need some tea",
        "Can I get the kettle on?",
        "悪いんだけどやかんをつけてもらっていい？",
        "お茶が飲みたいからやかんつけて",
        "やかんをつけてくれる？",
    ],
)
async def test_politeness_and_reasons_change_nothing(sentence: str) -> None:
    assert await after(sentence) == {"s5.switch": "on"}


@pytest.mark.parametrize("sentence", ["Make the kettle green", "Set the kettle to 80 degrees", "Open the kettle", "やかんを青くして"])
async def test_what_a_device_cannot_do_is_said_with_what_it_can(sentence: str) -> None:
    said = await answered(sentence)
    assert "Kettle" in said or "やかん" in said


async def test_a_device_with_commands_of_its_own_is_left_to_a_model_rather_than_declined() -> None:
    script = [{"calls": [{"command": "strongbox.engage", "target": "Strongbox (Scullery)"}]}]
    async with house(script, covered=False) as manor:
        outcome = await manor.say("Lock the strongbox")
        assert outcome.model_calls == 1 and outcome.status is OutcomeStatus.DONE


async def test_a_dim_group_leaves_off_what_is_off() -> None:
    assert await after("Dim the lights in the parlour a bit") == {"p1.level": 50}
    assert await after("応接間の電気を少し暗くして") == {"p1.level": 50}


async def test_a_risky_command_waits_for_a_yes() -> None:
    async with house() as manor:
        held = await manor.say("Unlock the gate")
        assert held.status is OutcomeStatus.HELD and not await manor.changed()
        await manor.answer(held, "no")
        assert not await manor.changed()
        held = await manor.say("門の鍵を開けて")
        assert "解錠" in held.approvals[0].shows
        await manor.answer(held, "yes")
        assert await manor.changed() == {"g1.lock": "unlocked"}


async def test_an_answer_that_is_a_plain_no_in_japanese_is_a_no() -> None:
    async with house() as manor:
        await manor.answer(await manor.say("門の鍵を開けて"), "いいえ")
        assert not await manor.changed()


@pytest.mark.parametrize("sentence", ["I think the chandelier is off", "the kettle is already on"])
async def test_a_statement_of_how_things_are_is_no_order(sentence: str) -> None:
    async with house() as manor:
        await manor.say(sentence)
        assert not await manor.changed()


async def test_make_sure_is_an_order() -> None:
    assert await after("Make sure the chandelier is off") == {"p1.switch": "off"}


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("Supper's over. Chandelier off please", {"p1.switch": "off"}),
        ("Chandelier off please, Otto isn't back yet", {"p1.switch": "off"}),
        ("We're all in the tower now so the chandelier can go off", {"p1.switch": "off"}),
        ("I forgot my glasses, turn the chandelier up to 90, will you?", {"p1.level": 90}),
        ("オットーはもう寝ちゃったし、シャンデリアを消して", {"p1.switch": "off"}),
        ("あー忙しかった。シャンデリア消してー", {"p1.switch": "off"}),
    ],
)
async def test_what_is_only_said_beside_a_request_changes_nothing_about_it(sentence: str, changed: Mapping[str, Value]) -> None:
    assert await after(sentence) == changed


@pytest.mark.parametrize(
    "sentence",
    [
        "If it's raining, close the drapes",
        "As soon as I'm home, turn the chandelier off",
        "Once Otto's asleep, chandelier off",
        "雨が降ったら、カーテンを閉めて",
    ],
)
async def test_a_condition_is_no_aside(sentence: str) -> None:
    async with house() as manor:
        await manor.say(sentence)
        assert await manor.changed() == {}


async def test_what_is_ones_own_is_known_by_the_speakers_name() -> None:
    assert await after("Turn my lamp off") == {"b1.switch": "off"}
    assert await after("僕のランプを消して") == {"b1.switch": "off"}


async def test_the_plain_half_of_a_sentence_is_settled_by_code_and_the_model_decides_the_rest() -> None:
    script: list[Value] = [{"calls": [{"command": "blades.setPace", "target": "Fan (Tower)", "pace": "low"}]}]
    async with house(script, covered=False) as manor:
        outcome = await manor.say("Turn off the chandelier and bring the tower fan right down to a whisper")
        assert "chandelier" not in manor.model.prompts[0].request.rpartition("Say:")[2]
        assert outcome.status is OutcomeStatus.DONE
        assert await manor.changed() == {"p1.switch": "off", "t2.pace": "low"}


async def test_half_a_sentence_that_nothing_could_be_done_about_is_said_beside_what_was_done() -> None:
    async with house([{"calls": [{"none": "cannot do that"}]}]) as manor:
        outcome = await manor.say("Turn off the chandelier and give the telescope lamp a good wax")
        assert await manor.changed() == {"p1.switch": "off"}
        assert outcome.status is OutcomeStatus.PARTLY and "wax" in outcome.text


async def test_there_is_where_something_was_just_done() -> None:
    assert await after("シャンデリアを消して、ついでにそこのラジエーターも消して") == {"p1.switch": "off", "p4.switch": "off"}


def test_somebodys_room_is_known_by_the_name_that_was_said() -> None:
    loaded = load_home(MANOR)
    index = HomeIndex(loaded.home, loaded.capabilities, lexicon())
    assert whose_room("ida is asleep, lamps off in her room", index) == "ida is asleep, lamps off in ida's room"
    assert whose_room("lamps off in her room", index) == "lamps off in her room"


async def test_what_was_left_on_by_mistake_is_not_what_is_to_stay_on() -> None:
    async with house() as manor:
        await manor.say("応接間の電気つけっぱなしじゃない？応接間の電気を全部消して")
        assert "t1.switch" not in await manor.changed()
