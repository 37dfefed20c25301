"""Several things in one sentence, more of what was spoken of, and where, how long and how long before."""

from typing import Any

import pytest
from tests.agents.scheduler.diary import PERSON, diary


def _last(it: Any, title: str) -> Any:
    return next(t for t in reversed(it) if title in t.title)


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ("Book the roofer for Monday at 2 and the gardener for Thursday at 9.", ("roofer", "23", 14), ("gardener", "26", 9)),
        (
            "I need to renew the permit by the 30th and take the ladder back to Ned tomorrow.",
            ("permit", "30", None),
            ("ladder", "22", None),
        ),
        ("月曜の2時に屋根の点検、木曜の9時に植木屋を入れて。", ("屋根の点検", "23", 14), ("植木屋", "26", 9)),
        ("30日までに許可証を更新、それと明日脚立を返す。", ("許可証", "30", None), ("脚立", "22", None)),
    ],
)
async def test_things_with_a_day_each_are_entered_apart(
    said: str, first: tuple[str, str, int | None], second: tuple[str, str, int | None]
) -> None:
    async with diary() as it:
        await it.say(said)
        tasks = list(await it.schedule.tasks.all(person=PERSON))
        for title, day, hour in (first, second):
            task = _last([t for t in tasks if title.lower() in t.title.lower()], "")
            assert (f"{task.date:%d}", task.time.hour if task.time else None) == (day, hour)


@pytest.mark.parametrize(
    ("entered", "again", "day"),
    [
        ("Fencing on Thursday at 6 pm", "The same again the week after", "03"),
        ("Fencing on Thursday at 6 pm", "Put the same thing in for the Saturday after as well", "28"),
        ("Fencing on Thursday at 6 pm", "Leave it where it is, but copy it to one week later too", "03"),
        ("木曜の18時に剣道", "その次の週にも同じのを入れて", "03"),
        ("木曜の18時に剣道", "1週間後にもコピーして", "03"),
    ],
)
async def test_what_was_spoken_of_is_put_in_once_more(entered: str, again: str, day: str) -> None:
    async with diary() as it:
        await it.say(entered)
        before = list(await it.schedule.tasks.all(person=PERSON))
        await it.say(again)
        after = list(await it.schedule.tasks.all(person=PERSON))
        new = [t for t in after if t.id not in {b.id for b in before}]
        assert len(after) == len(before) + 1
        assert (f"{new[0].date:%d}", new[0].time.hour) == (day, 18)


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ("Choir on Thursday at 6 pm", ("Choir is now at the Old Mill", "Make it an hour and a half long")),
        ("木曜の18時に合唱", ("場所は旧公会堂に変更", "それ1時間半にして")),
    ],
)
async def test_where_and_how_long_are_told_of_what_was_entered(entered: str, said: tuple[str, str]) -> None:
    async with diary() as it:
        await it.say(entered)
        for sentence in said:
            await it.say(sentence)
        task = max(list(await it.schedule.tasks.all(person=PERSON)), key=lambda t: t.id)
        assert task.place in ("The Old Mill", "旧公会堂")
        assert task.duration is not None and task.duration.total_seconds() == 5400
        assert task.time is not None and task.time.hour == 18


@pytest.mark.parametrize(
    "said", ["Tea with Ola on Thursday at 3, and remind me the evening before", "木曜の15時にお茶会、前の晩に知らせて"]
)
async def test_the_evening_before_is_seven_o_clock(said: str) -> None:
    async with diary() as it:
        outcome = await it.say(said)
        assert outcome.runs[0].arguments["remind_minutes"] == 20 * 60


@pytest.mark.parametrize(
    ("said", "day", "hour", "minutes"),
    [
        ("Tiler on Thursday at 10 and remind me at 8.", "26", 10, 120),
        ("Put in supper with Ola on Friday at noon. Please remind me in the morning", "27", 12, 180),
        ("Tiler on Tuesday at 9, and remind me on Monday evening", "24", 9, 14 * 60),
        ("Ring the tiler tomorrow, remind me at 9", "22", None, 0),
        ("Add tiles to my list and remind me tomorrow morning", "22", 9, 0),
        ("Sweep the yard and remind me at 5", "21", 17, 0),
        ("Ring the tiler tomorrow, remind me at 5", "22", 17, 0),
        ("Sweep the yard today and remind me at 8", "21", 20, 0),
        ("金曜の12時に茶会、朝に知らせて", "27", 12, 180),
        ("火曜の9時に床屋を入れて、月曜の夜に教えて", "24", 9, 14 * 60),
        ("明日タイル屋に電話、9時にリマインドして", "22", None, 0),
    ],
)
async def test_the_moment_to_be_told_at_belongs_to_what_is_entered(said: str, day: str, hour: int | None, minutes: int) -> None:
    async with diary() as it:
        outcome = await it.say(said)
        (run,) = outcome.runs
        assert run.arguments["remind_minutes"] == minutes
        task = max(list(await it.schedule.tasks.all(person=PERSON)), key=lambda t: t.id)
        assert (f"{task.date:%d}", task.time.hour if task.time else None) == (day, hour)


async def test_what_is_moved_is_told_of_at_the_moment_said() -> None:
    async with diary() as it:
        await it.say("Fencing on Thursday at 6 pm")
        outcome = await it.say("Move fencing to Friday at 3 and remind me at noon")
        assert [(run.tool, run.arguments.get("lead_minutes")) for run in outcome.runs] == [
            ("update_custom_task_time", None),
            ("set_reminder", 180),
        ]


async def test_an_order_and_a_question_about_the_day_that_it_leaves() -> None:
    async with diary() as it:
        await it.say("Choir on Thursday at 6 pm")
        outcome = await it.say("Move choir to Friday, add a memo to bring the scores, and what else is on that day?")
        assert [run.tool for run in outcome.runs] == ["update_custom_task_time", "update_custom_task_memo", "list_tasks_in_period"]
        assert outcome.runs[2].arguments["start"] == "2026-11-27"


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("Dear diary: we picked the last quinces.", "Also write that Ola made jelly."),
        ("日記に書いて。今日は最後の柿を採った。", "干し柿も作ったって書き足して。"),
    ],
)
async def test_more_is_written_behind_what_was_just_written(said: str, more: str) -> None:
    async with diary() as it:
        await it.say(said)
        outcome = await it.say(more)
        assert [run.tool for run in outcome.runs] == ["append_day_log"]


async def test_the_first_of_two_of_a_name_is_the_earlier_one() -> None:
    async with diary() as it:
        await it.say("Fencing on Thursday at 6 pm")
        await it.say("Make a copy of fencing for the same day next month")
        outcome = await it.say("Move the first fencing two days earlier")
        assert outcome.runs[0].arguments["date"] == "2026-11-24"


async def test_of_two_things_of_which_one_is_unsure_none_goes_unasked() -> None:
    async with diary() as it:
        await it.say("Call the roofer on Thursday")
        await it.say("Pay the roofer on Friday")
        await it.say("Fencing on Thursday at 6 pm")
        outcome = await it.say("Delete the roofer and fencing")
        assert outcome.runs == ()
