"""Single days of a rule, in words: left out, given back, at another time; who is told, what is set, what `it` is. No model answers."""

import pytest
from tests.apps.test_automations import commands, demo, told
from tests.apps.test_later_gone_on_about import gone_on

COFFEE = "turn the coffee maker on at 7:10 every morning"
COFFEE_JA = "毎朝7時にコーヒーメーカーをつけて"


@pytest.mark.parametrize(
    ("made", "off", "back"),
    [
        (COFFEE, "not on Sunday", "the coffee can come on Sunday after all"),
        (COFFEE, "skip the coffee on Sunday and Monday", "actually do the coffee on Sunday"),
        (COFFEE_JA, "日曜日はお休みで", "やっぱり日曜日もお願い"),
        (COFFEE_JA, "日曜はコーヒーいらない", "やっぱり日曜もコーヒーメーカー動かして"),
    ],
)
async def test_a_day_that_is_not_the_next_is_left_out_and_comes_after_all(made: str, off: str, back: str) -> None:
    async with demo() as household:  # on a Thursday
        await gone_on(household, made, off)
        await household.advance(2 * 86_400)
        assert len(await commands(household)) == 2
        await household.advance(86_400)
        assert len(await commands(household)) == 2
    async with demo() as household:
        await gone_on(household, made, off, back)
        await household.advance(3 * 86_400)
        assert len(await commands(household)) == 3


async def test_days_that_are_left_out_are_told_with_the_rule() -> None:
    async with demo() as household:
        listed = await gone_on(household, COFFEE, "not on Sunday", "which automations are there?")
        assert listed.endswith("(not on Sun 8 Mar)")
        assert (await told(household, "どんな自動化がある？")).endswith("（3月8日(日)はお休み）")


async def test_a_day_on_which_it_does_not_come_is_not_left_out() -> None:
    async with demo() as household:
        said = await gone_on(household, "every Saturday at 9:20 turn the coffee maker on", "not on Monday")
        assert said.startswith("It does not come then, so I changed nothing")


@pytest.mark.parametrize(
    ("made", "moved", "said"),
    [
        (COFFEE, "make that quarter to eight tomorrow, we can sleep in", "Tomorrow at 7:45 I will turn on the coffee maker. That is only"),
        (COFFEE, "do the coffee at 8 instead of 7:10 on Saturday", "On Sat 7 Mar at 8:00 I will turn on the coffee maker. That is only"),
        (COFFEE_JA, "土曜日は8時にして", "3月7日(土)8:00に、コーヒーメーカーをオンにします。あさってだけです。"),
    ],
)
async def test_another_time_on_one_day_leaves_the_rule_as_it_is(made: str, moved: str, said: str) -> None:
    async with demo() as household:
        assert (await gone_on(household, made, moved)).startswith(said)
        await household.advance(4 * 86_400)
        assert len(await commands(household)) == 4
        assert sorted(a.active for a in await household.automations()) == [False, True]


async def test_another_time_on_one_day_is_taken_back_with_the_day() -> None:
    async with demo() as household:
        await gone_on(household, COFFEE, "make that 8 o'clock tomorrow", "undo that")
        (rule,) = await household.automations()
        assert rule.active and rule.text == "Every day at 7:10 I will turn on the coffee maker."
        await household.advance(86_400)
        assert len(await commands(household)) == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [("make the coffee 8 instead of 710", "Every day at 8:00"), ("make it half past, I'm off", "Every day at 7:30")],
)
async def test_a_time_that_is_only_a_number_takes_the_place_of_the_one_that_the_rule_has(changed: str, said: str) -> None:
    async with demo() as household:
        assert (await gone_on(household, COFFEE, changed)).startswith(said)
        assert len([a for a in await household.automations() if a.active]) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("let Ingrid know when the dishwasher is done", "I can tell only people who live here, and “Ingrid” is not one of them"),
        ("食洗機が終わったら一郎に教えて", "お知らせできるのはこの家の人だけ"),
        ("tell Mei when the dishwasher is done", "When the dishwasher is done, I will tell Mei"),
        ("食洗機が終わったらケンジとメイに教えて", "食洗機が終わったとき、ケンジさんとメイさんに"),
        ("let us know when the dishwasher is done", "When the dishwasher is done, I will tell you"),
        ("tell me and Kenji when the dishwasher is done", "When the dishwasher is done, I will tell you and Kenji"),
    ],
)
async def test_a_notice_reaches_whoever_it_names_and_nobody_in_their_place(text: str, said: str) -> None:
    async with demo() as household:
        assert said in await told(household, text)
        assert len(await household.automations()) == (0 if "only" in said or "だけ" in said else 1)


@pytest.mark.parametrize("text", ["リビングが17度を下回ったらエアコンをつけて、24度でいいから", "エアコンをつけて、24度でいいから"])
async def test_a_value_in_a_reason_is_not_dropped(text: str) -> None:
    async with demo() as household:
        assert "24" in await told(household, text)
        assert await household.automations() == [] and await commands(household) == []


@pytest.mark.parametrize("text", ["when the bathroom fan comes on turn it off again", "浴室の換気扇がついたらそれを消して"])
async def test_what_is_pointed_at_behind_a_condition_is_what_the_condition_is_about(text: str) -> None:
    async with demo() as household:
        await told(household, text)
        await household.set_state("coffee-maker.main.switch.switch", "on")
        await household.set_state("bathroom-fan.main.switch.switch", "on")
        assert {device for device, _ in await commands(household)} <= {"bathroom-fan"}
