"""Tasks that trade places, that take longer, and that somebody cannot come to."""

import pytest
from tests.agents.scheduler.diary import diary

from yamori.agentkit.task import Strength


@pytest.mark.parametrize("said", ["Swap the dentist and the team meeting", "DentistとTeam meetingを入れ替えて"])
async def test_two_tasks_trade_places_and_nothing_is_said_to_overlap(said: str) -> None:
    async with diary() as it:
        answer = (await it.say(said)).text
        rows = await it.rows()
        assert "Dentist 2026-11-27 15:00" in rows
        assert "Team meeting 2026-11-24 15:30" in rows
        assert "same time" not in answer
        assert "同じ時間" not in answer


async def test_without_the_other_one_nothing_is_moved() -> None:
    async with diary() as it:
        rows = await it.rows()
        await it.say("Swap the dentist and the hairdresser")
        assert await it.rows() == rows


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Make the team meeting half an hour longer", "15:00, for 1 h 30 min."),
        ("Extend the team meeting by 30 minutes", "15:00, for 1 h 30 min."),
        ("Make the team meeting 15 minutes shorter", "15:00, for 45 min."),
        ("歯医者を30分延長して", "10:00に変更しました(1時間30分)。"),
    ],
)
async def test_something_takes_longer_or_shorter_than_it_did(said: str, told: str) -> None:
    async with diary() as it:
        assert told in (await it.say(said)).text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I can't make it to the team meeting", 'Deleted "Team meeting" (Fri 27 Nov, 15:00).'),
        ("I'm not going to the dentist on Tuesday", 'Deleted "Dentist" (Tue 24 Nov, 15:30).'),
        ("Skip the team meeting", 'Deleted "Team meeting" (Fri 27 Nov, 15:00).'),
        ("Cancel my 3pm", 'Deleted "Team meeting" (Fri 27 Nov, 15:00).'),
        ("歯医者に行けなくなった", "「歯医者」(11月25日(水)10:00)を削除しました。"),
    ],
)
async def test_what_somebody_cannot_come_to_is_taken_off_and_not_marked_as_done(said: str, told: str) -> None:
    async with diary() as it:
        assert (await it.say(said)).text == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("How many days until Christmas?", "Fri 25 Dec is in 34 days."),
        ("クリスマスまであと何日？", "12月25日(金)まであと34日です。"),
        ("How long is it until tomorrow?", "It is tomorrow, Sun 22 Nov."),
        ("How long until the dentist?", "Tue 24 Nov, 15:30 Dentist."),
    ],
)
async def test_how_far_off_a_day_is(said: str, told: str) -> None:
    async with diary() as it:
        assert (await it.say(said)).text == told


async def test_an_errand_at_a_time_is_an_entry() -> None:
    async with diary(rows=()) as it:
        assert (await it.say("Pick up the kids at 3")).text == 'Added "Pick up the kids" for today, Sat 21 Nov, 15:00.'


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("We must renew the passports", "Renew the passports"),
        ("I need to clean the balcony", "Clean the balcony"),
        ("パスポートを更新しないと", "パスポートを更新"),
        ("切手を買わなくちゃ", "切手を買う"),
    ],
)
async def test_a_duty_of_ones_own_is_an_entry(said: str, title: str) -> None:
    async with diary(rows=()) as it:
        assert (await it.claim(said)).strength is Strength.STRONG
        await it.say(said)
        assert [row.removesuffix(" -") for row in await it.rows()] == [title]


@pytest.mark.parametrize("said", ["I need to turn on the heater", "暖房をつけなきゃ", "I have to get some sleep"])
async def test_what_a_device_may_do_is_not_taken_for_a_duty(said: str) -> None:
    async with diary(rows=()) as it:
        assert (await it.claim(said)).strength is not Strength.STRONG
