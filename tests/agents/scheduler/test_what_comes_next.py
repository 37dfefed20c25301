"""What comes next is told with what is to be done until then, of one kind where that is asked; the next bus is not the book's."""

import pytest
from tests.agents.scheduler.diary import diary

from yamori.agentkit.task import Strength


@pytest.mark.parametrize("said", ["What's next?", "What do I have next?", "What's next on my calendar?"])
async def test_what_comes_next_is_told_with_what_is_to_be_done_until_then(said: str) -> None:
    async with diary() as it:
        assert (await it.say(said)).text == "Next:\n- tomorrow, Sun 22 Nov Buy detergent\n- Tue 24 Nov, 15:30 Dentist"


@pytest.mark.parametrize("said", ["次の予定は？", "次の予定は何だっけ", "次の用事を教えて"])
async def test_it_is_told_in_japanese(said: str) -> None:
    async with diary() as it:
        await it.say("洗剤を買うの予定を消して")
        answer = (await it.say(said)).text
        assert answer.startswith("次の予定:")
        assert "Dentist" in answer
        assert "歯医者" not in answer


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("When is the next team meeting?", "Fri 27 Nov, 15:00 Team meeting."),
    ],
)
async def test_the_next_of_a_kind_is_told(said: str, told: str) -> None:
    async with diary() as it:
        assert told in (await it.say(said)).text


async def test_a_routine_comes_next_too() -> None:
    async with diary(rows=()) as it:
        await it.say("Piano lesson every Monday at 5pm")
        assert (await it.say("What's next?")).text == "Next: Mon 23 Nov, 17:00 Piano lesson."


async def test_nothing_ahead_is_said() -> None:
    async with diary(rows=()) as it:
        assert (await it.say("What's next?")).text == "Nothing is ahead on your schedule."


@pytest.mark.parametrize(("said", "told"), [("How long until the dentist?", "Dentist"), ("歯医者まであと何日？", "歯医者")])
async def test_how_far_off_something_is_shows_its_day(said: str, told: str) -> None:
    async with diary() as it:
        assert told in (await it.say(said)).text


@pytest.mark.parametrize("said", ["When is the next bus?", "次の電車は何時？"])
async def test_the_next_of_what_is_not_in_the_book_is_not_claimed(said: str) -> None:
    async with diary() as it:
        assert (await it.claim(said)).strength in (Strength.NONE, Strength.WEAK)
