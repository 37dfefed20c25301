"""Questions are answered from readings, and nothing is ever written for one."""

import pytest
from tests.agents.iot.house import answered


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Is the chandelier on?", ["Yes", "Chandelier"]),
        ("Is the piano lamp on?", ["No", "off"]),
        ("Is the right drape open?", ["Yes", "40"]),
        ("Are the drapes closed?", ["No"]),
        ("Is the fridge open?", ["Yes", "open"]),
        ("Is the freezer open?", ["No", "closed"]),
        ("Is the gate locked?", ["Yes", "locked"]),
        ("Which lights are on?", ["Chandelier", "Ida's lamp", "Telescope lamp"]),
        ("How many lights are on upstairs?", ["2 of 3"]),
        ("What's on in the tower?", ["Telescope lamp"]),
        ("Is anything on in the scullery?", ["No", "Scullery"]),
        ("Is everything off upstairs?", ["No", "Ida's lamp"]),
        ("How warm is it in the tower?", ["11"]),
        ("Is it cold in the tower?", ["11"]),
        ("How warm is it in the scullery?", ["Scullery"]),
        ("What is the radiator set to?", ["20"]),
        ("Where is it coldest?", ["11", "Tower"]),
        ("Which batteries are low?", ["Barometer", "9"]),
        ("How loud is the gramophone?", ["40"]),
        ("Is the gramophone playing?", ["Yes", "playing"]),
        ("Is the sink light on?", ["No", "off"]),
        ("Is the sink light on, and how bright is it?", ["off", "80"]),
        ("What is the mood on the gramophone?", ["Gramophone"]),
        ("シャンデリアついてる？", ["はい", "シャンデリア"]),
        ("右のカーテンは開いてる？", ["はい", "40"]),
        ("左のカーテン閉まってる？", ["いいえ"]),
        ("どの電気がついてる？", ["シャンデリア", "アイダのランプ", "望遠鏡のランプ"]),
        ("塔は何度？", ["11"]),
        ("一番寒い部屋はどこ？", ["塔"]),
        ("冷凍庫開いてる？", ["いいえ"]),
        ("門の鍵かかってる？", ["はい"]),
        ("塔の湿度は？", ["62"]),
        ("2階の電気は全部消えてる？", ["いいえ", "アイダのランプ"]),
        ("消し忘れの電気ない？", ["シャンデリア"]),
    ],
)
async def test_a_question_is_answered_in_its_language_with_values_and_names(question: str, parts: list[str]) -> None:
    said = await answered(question)
    assert all(part.lower() in said.lower() for part in parts), said


async def test_an_answer_about_many_names_ten_at_most() -> None:
    assert (await answered("Tell me about everything")).count(":") <= 10


async def test_a_count_is_found_by_the_name_that_its_file_gives_it() -> None:
    assert "1" in await answered("How many helpings were given today?")
