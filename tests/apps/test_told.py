"""What people tell a whole household, said to it in words; no language model answers."""

import pytest
from tests.apps.test_automations import commands, demo
from tests.apps.test_scenes import Talk, state

from yamori.apps.evaluated import EvaluatedHousehold

TARGET = "air-conditioner.main.temperatureSetpoint.temperatureSetpoint"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("I'm allergic to walnuts", "I'll remember that you're allergic to walnuts."),
        ("うちの犬はポチ", "「うちの犬はポチ」ですね。覚えておきます。"),
    ],
)
async def test_what_is_told_is_said_back_and_changes_nothing_else(said: str, answer: str) -> None:
    async with demo() as household:
        assert await Talk(household).says(said) == answer
        assert await commands(household) == [] and not (await household.schedule_rows()).tasks
        assert [fact.person for fact in await household.facts()] == ["aiko"]


async def test_a_liked_value_is_used_where_it_is_pointed_at_and_the_reason_is_said() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("I like it at 22 degrees")
        answer = await talk.says("set the heating the way I like it")
        assert "22 degrees is how you like it" in answer and await state(household, TARGET) == 22


async def test_what_is_not_known_is_asked_once_done_and_kept() -> None:
    async with demo() as household:
        talk = Talk(household)
        assert "what temperature you like" in await talk.says("set the heating the way I like it")
        assert await commands(household) == []
        await talk.says("23 degrees")
        assert await state(household, TARGET) == 23 and len(await household.facts()) == 1


async def test_what_one_device_is_to_be_like_is_asked_once_done_and_kept() -> None:
    async with demo() as household:
        talk = Talk(household)
        assert "the colour of the floor lamp" in await talk.says("Set the floor lamp to the colour I like")
        assert await commands(household) == []
        await talk.says("green")
        assert await state(household, "floor-lamp.main.colorControl.color") == "green" and len(await household.facts()) == 1
        assert "?" not in await talk.says("Set the floor lamp to the colour I like")


async def test_a_correction_of_a_number_is_what_is_used() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("I like the bathroom fan on 4 after a bath, remember that")
        await talk.says("no, sorry, I meant 1")
        await talk.says("I've had my bath, bathroom fan on how I like it")
        assert await state(household, "bathroom-fan.main.fanSpeed.fanSpeed") == 1


async def test_a_name_for_a_thing_is_understood() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("call the floor lamp the owl")
        await talk.says("turn on the owl")
        assert await state(household, "floor-lamp.main.switch.switch") == "on"


async def test_what_one_told_in_private_is_not_said_to_another() -> None:
    async with demo() as household:
        await Talk(household).says("I can't stand liquorice")
        await Talk(household).says("we're vegetarians")
        other = await Talk(household, person="kenji", conversation="two").says("what do you know about me?")
        assert "liquorice" not in other and "vegetarian" in other


async def test_everything_is_forgotten_after_a_yes_and_a_guest_leaves_and_forgets_nothing() -> None:
    async with demo() as household:
        talk, guest = Talk(household), Talk(household, person="tom", conversation="two")
        await talk.says("I can't stand liquorice")
        await guest.says("I'm allergic to walnuts")
        await guest.says("forget everything")
        assert len(await household.facts()) == 1
        await talk.says("forget everything")
        await talk.says("yes")
        assert not await household.facts()


async def test_a_correction_mends_what_was_told_last() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("my birthday is on May 3rd")
        await talk.says("no, it's the 14th")
        assert "May 14th" in await talk.says("when is my birthday?")


async def test_nothing_is_kept_while_remembering_is_paused() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("stop remembering what I say")
        assert "paused" in await talk.says("I can't stand liquorice")
        assert not await household.facts()
        await talk.says("remember again")
        await talk.says("I can't stand liquorice")
        assert len(await household.facts()) == 1


async def test_half_told_and_half_asked_both_are_served() -> None:
    async with demo() as household:
        answer = await Talk(household).says("I can't stand liquorice, and turn on the floor lamp")
        assert "liquorice" in answer and await state(household, "floor-lamp.main.switch.switch") == "on"


async def test_a_question_that_nothing_else_answers_is_answered_with_what_one_said_before() -> None:
    async with demo() as household:
        await Talk(household).says("The ladder leans behind the greenhouse")
        assert "behind the greenhouse" in await Talk(household, conversation="two").says("Where is the ladder?")
        assert "greenhouse" not in await Talk(household, person="kenji", conversation="three").says("Where is the ladder?")


async def test_an_order_said_before_answers_no_question() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("ブラインドを全部閉めて")
        assert "閉めて" not in await talk.says("which windows blinds are still open")


async def test_what_is_liked_in_the_evening_is_set_then_wherever_the_sentence_points_at_it() -> None:
    async with demo() as household:
        talk = Talk(household, room="living-room")
        assert await talk.says("I like it at 22 in the evening") == "I'll remember that you like it at 22 degrees in the evening."
        for said in ("make it the way I like it", "set the living room to the temperature I like", "make it like I like it in the evening"):
            await household.set_state(TARGET, 26)
            assert "22 degrees is how you like it in the evening" in await talk.says(said)
            assert await state(household, TARGET) == 22


async def test_the_same_in_japanese() -> None:
    async with demo() as household:
        talk = Talk(household, room="living-room")
        await talk.says("夕方は23度が好き")
        for said in ("私の好みにして", "夜は好きな温度にして", "夕方のいつもの温度にして"):
            await household.set_state(TARGET, 27)
            await talk.says(said)
            assert await state(household, TARGET) == 23


@pytest.mark.parametrize(("told", "said"), [("I like it at 22 in the evening", "warm it up for me"), ("夕方は22度が好き", "寒い")])
async def test_what_leaves_the_value_open_aims_at_the_liked_one(told: str, said: str) -> None:
    async with demo() as household:
        talk = Talk(household, room="living-room")
        await talk.says(told)
        await talk.says(said)
        assert await state(household, TARGET) == 22
        assert await state(household, "air-conditioner.main.airConditionerMode.airConditionerMode") == "heat"


@pytest.mark.parametrize(
    ("told", "said"), [("my channel is 7", "put my channel on"), ("好きなチャンネルは7チャンネル", "いつものチャンネルにして")]
)
async def test_the_channel_of_ones_own_is_put_on(told: str, said: str) -> None:
    async with demo() as household:
        talk = Talk(household, room="living-room")
        await talk.says(told)
        assert await commands(household) == []
        await talk.says(said)
        assert await state(household, "living-room-tv.main.tvChannel.tvChannel") == 7


async def test_how_somebody_likes_it_is_asked_where_nobody_told_and_a_question_changes_nothing() -> None:
    async with demo() as household:
        talk = Talk(household, room="living-room")
        assert "I don't know yet how you like it" in await talk.says("make it the way I like it")
        await talk.says("21 degrees")
        assert await state(household, TARGET) == 21
        before = len(await commands(household))
        await talk.says("what is the temperature I like?")
        assert len(await commands(household)) == before


@pytest.mark.parametrize(
    ("told", "answer", "asked", "known"),
    [
        (
            "I can't eat cheese this week",
            "I'll remember that you can't eat cheese until Sunday, March 8.",
            "what do you know about me?",
            "cheese until Sunday",
        ),
        (
            "しばらくチーズは食べられない",
            "「4月4日ごろまでチーズは食べられない」ですね。覚えておきます。",
            "私のことで何を覚えてる？",
            "チーズ",
        ),
    ],
)
async def test_what_is_told_for_some_time_is_said_back_with_its_end_and_ends(told: str, answer: str, asked: str, known: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        assert await talk.says(told) == answer
        assert known in await talk.says(asked)
        await household.advance(31 * 86_400)
        assert known not in await talk.says(asked) and not await household.facts()


async def test_what_is_liked_today_gives_way_to_what_is_liked_always() -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("I like it at 22 degrees")
        await talk.says("I like it at 25 degrees today")
        await talk.says("set the heating the way I like it")
        assert await state(household, TARGET) == 25
        await household.advance(86_400)
        await talk.says("set the heating the way I like it")
        assert await state(household, TARGET) == 22


@pytest.mark.parametrize(("turns", "remains"), [(3, 1), (2, 0)])
async def test_what_nobody_gave_an_end_stays_where_it_was_used_often(turns: int, remains: int) -> None:
    async with demo() as household:
        talk = Talk(household)
        assert "until about March 12" in await talk.says("I like it at 22 degrees for now")
        for _ in range(turns):
            await talk.says("set the heating the way I like it")
        await household.advance(8 * 86_400)
        memory = household.household.memory
        assert memory is not None and not await household.facts()
        await memory.facts.end_short_lived(now=household.clock.now())
        assert len(await household.facts()) == remains


LAMP = "desk-lamp.main.switchLevel.level"


@pytest.mark.parametrize(
    ("wish", "said", "level"),
    [
        ("When I'm at the piano I want the desk lamp at 35", "Hey, I'm at the piano now", 35),
        ("I like the desk lamp at 45 while I'm knitting", "I'm knitting", 45),
        ("編み物中はデスクランプを35%にしてほしい", "今、編み物中だよ", 35),
    ],
)
async def test_what_is_wished_for_while_doing_something_is_done_once_that_is_said(wish: str, said: str, level: int) -> None:
    async with demo() as household:
        talk = Talk(household)
        answer = await talk.says(wish)
        assert ("Just tell me" in answer or "そのときに言って" in answer) and await commands(household) == []
        await talk.says(said)
        assert await state(household, LAMP) == level


@pytest.mark.parametrize("said", ["I'm not at the piano", "I'm at the piano tomorrow", "Am I at the piano?", "I'm at the shop"])
async def test_nothing_is_done_where_somebody_does_something_else(said: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says("When I'm at the piano I want the desk lamp at 35")
        await talk.says(said)
        assert await commands(household) == []


@pytest.mark.parametrize(
    ("told", "share", "asked"),
    [
        ("The boiler code is 8812", "for everyone", "What is the boiler code?"),
        ("物置の番号は8812だよ", "みんなに共有して", "物置の番号は？"),
    ],
)
async def test_who_sees_what_was_told_of_a_thing_is_said_and_changed(told: str, share: str, asked: str) -> None:
    async with demo() as household:
        talk, other = Talk(household), Talk(household, person="kenji", conversation="two")
        answer = await talk.says(told)
        assert "Only you can see this" in answer or "あなただけが見られます" in answer
        assert "8812" not in await other.says(asked)
        await talk.says(share)
        assert "8812" in await other.says(asked)
        assert "8812" not in await Talk(household, person="tom", conversation="three").says(asked)


async def asked_daily(household: EvaluatedHousehold, said: str, days: int) -> str:
    answer = ""
    for _ in range(days):
        answer = await Talk(household).says(said)
        await household.advance(86_340)
    return answer


@pytest.mark.parametrize(
    ("said", "asks", "yes"),
    [
        ("turn on the coffee maker", "Shall I do it every day at that time?", "yes please"),
        ("コーヒーメーカーをつけて", "毎日その時間に行いましょうか", "はい、お願い"),
    ],
)
async def test_what_is_asked_for_day_after_day_is_proposed_once_and_done_after_a_yes(said: str, asks: str, yes: str) -> None:
    async with demo() as household:
        assert asks not in await asked_daily(household, said, 3)
        assert asks in await asked_daily(household, said, 1)
        assert await household.automations() == []
        await Talk(household).says(yes)
        assert [automation.active for automation in await household.automations()] == [True]
        assert asks not in await Talk(household).says(said)


async def test_what_was_declined_is_never_proposed_again_and_what_is_not_answered_neither() -> None:
    async with demo() as household:
        assert "Shall I do it every day" in await asked_daily(household, "turn on the coffee maker", 4)
        assert "won't ask about that again" in await Talk(household).says("no thanks")
        assert "Shall I do it every day" not in await asked_daily(household, "turn on the coffee maker", 2)
        assert "Shall I do it every day" in await asked_daily(household, "turn on the desk lamp", 4)
        await Talk(household).says("what time is it?")
        await Talk(household).says("yes")
        assert await household.automations() == []
        assert "Shall I do it every day" not in await Talk(household).says("turn on the desk lamp")


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My evening routine is to dim the desk lamp to 35 and close the living room blinds", "do my evening routine please"),
        ("My usual routine: set the desk lamp to 35 and close the living room blinds", "My usual routine"),
        ("夜のルーティンは、デスクランプを35%にしてリビングのブラインドを閉める", "夜のルーティンお願い"),
        ("いつもの手順はデスクランプを35%にしてリビングのブラインドを閉める", "いつもの手順でやって"),
    ],
)
async def test_a_routine_is_told_by_its_steps_and_done_by_its_name(told: str, said: str) -> None:
    async with demo() as household:
        talk = Talk(household)
        await talk.says(told)
        assert await commands(household) == []
        await talk.says(said)
        assert await state(household, LAMP) == 35 and ("living-room-blinds", "close") in await commands(household)
