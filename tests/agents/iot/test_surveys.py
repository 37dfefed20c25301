"""Questions over several devices: which of them, whether any or all, the most and the least, and what none of them reports."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.agents.iot.house import House, house

from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.surveys import extreme_in
from yamori.agents.iot.rules.words import lexicon, normal

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def demo() -> AsyncIterator[House]:
    async with house(home="demo") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        (
            "which sensors have under 80 percent of battery?",
            ["2 of 3", "climate sensor: battery 73%", "motion sensor: battery 58%"],
            ["91"],
        ),
        ("バッテリーが70%を切ってるのはどれ？", ["6件中2件", "67%", "58%"], ["73"]),
        ("is any battery above 95%?", ["Yes, 1 of 6", "vacuum"], ["58"]),
        ("is any battery below 40%?", ["No, none of the 6. The lowest: Living room motion sensor: battery 58%"], []),
        ("電池が30%以下のものある？", ["いいえ、6件の中にはありません", "一番低いのは、リビングの人感センサー"], []),
        ("are all the batteries over 50%?", ["Yes, all 6."], []),
        ("are all the batteries over 60%?", ["No, not all.", "58%"], ["67"]),
        ("is the front door lock's battery below 90%?", ["Yes. Front door lock"], []),
        ("which sensor needs charging first?", ["Living room motion sensor: battery 58%."], ["73"]),
        ("一番先に電池を交換した方がいいのはどれ？", ["リビングの人感センサー: バッテリー58%。"], ["67"]),
        ("which sensor has the highest battery?", ["Front door sensor", "91%"], ["73"]),
        ("what has been left on in the house?", ["living room ceiling light", "kitchen light"], ["oorbell"]),
        ("家の中で何かつけっぱなし？", ["キッチンの明かり"], ["ドアホン", "カメラ"]),
        ("which room is the warmest?", ["Living room: temperature 21.5"], ["sensor", "Fridge"]),
        ("どの部屋が一番暑い？", ["リビング: 温度21.5度。"], ["エアコン"]),
        ("are there rooms warmer than 20 degrees?", ["Living room"], ["Fridge"]),
        ("リビングは25度以上？", ["いいえ。"], []),
    ],
)
async def test_what_is_compared_is_told_of_all_that_report_it(demo: House, question: str, told: list[str], untold: list[str]) -> None:
    text = (await demo.say(question)).text
    assert all(one in text for one in told), text
    assert not any(one in text for one in untold), text
    assert not demo.model.prompts


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("which blinds aren't closed?", "The living room blinds are not closed (1 of 2)."),
        ("鍵がかかってないとこある？", "いいえ、玄関の鍵は施錠です。"),
        ("閉まってないブラインドのとこはある？", "リビングのブラインド"),
    ],
)
async def test_what_is_not_so_is_told_where_that_is_asked(demo: House, question: str, told: str) -> None:
    assert told in (await demo.say(question)).text


async def test_whether_any_room_is_lit_is_not_asked_of_what_was_spoken_of_before_alone(demo: House) -> None:
    await demo.say("is the floor lamp on?")
    text = (await demo.say("電気つけっぱなしの部屋ある？")).text
    assert "ベッドサイドランプ" in text and "子供部屋の明かり" in text


async def test_a_comparison_without_a_quality_goes_on_about_the_one_that_was_asked_before(demo: House) -> None:
    await demo.say("which battery is the lowest?")
    assert (await demo.say("is anything below 70 percent?")).text.startswith("Yes, 2 of 6.")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how long does the washer have left?", "does not report that. What it reports: stopped"),
        ("洗濯機の電池は？", "それは報告されていません"),
        ("how warm is the floor lamp?", "does not report that"),
    ],
)
async def test_what_a_device_does_not_report_is_said_instead_of_something_else(demo: House, question: str, told: str) -> None:
    assert told in (await demo.say(question)).text


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("2階で電気つけっぱなしのところある？あれば場所だけ教えて。消さなくていいから", ["ベッドサイドランプ（寝室）", "子供部屋の明かり"]),
        ("are any lights on upstairs? if so just tell me where, no need to turn them off", ["Bedside lamp (Bedroom)", "Kids' room light"]),
    ],
)
async def test_more_words_about_the_answer_ask_for_nothing_else(demo: House, sentence: str, told: list[str]) -> None:
    text = (await demo.say(sentence)).text
    assert all(one in text for one in told), text
    assert not await demo.changed()


@pytest.mark.parametrize(
    ("text", "by", "about"),
    [
        ("which has the most battery", 1, "battery"),
        ("湿度が一番低い部屋は？", -1, "humidity"),
        ("where is it coldest", -1, "temperature"),
    ],
)
async def test_a_superlative_takes_the_quality_that_the_question_names(text: str, by: int, about: str) -> None:
    found = extreme_in(normal(text), lexicon())
    assert found is not None and (found.by, found.about) == (by, about)


async def test_most_of_them_is_no_superlative() -> None:
    assert extreme_in(normal("are most of the batteries full"), lexicon()) is None


async def test_a_comparison_knows_the_unit_of_its_number() -> None:
    found = comparison_in(normal("湿度が60%を切った？"))
    assert found is not None and (found.by, found.unit) == (-1, "%")
