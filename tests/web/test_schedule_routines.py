"""Routines on the page: ticks, streaks, dots, rules in words, and edits."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.scheduler.store.routines import NewStep
from yamori.agents.scheduler.store.tasks import Tasks
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.web.schedule.keeping import Kept, last_weeks
from yamori.web.schedule.recurring import spoken
from yamori.web.words import all_words

from .scheduled import TODAY, key, scheduled


def days(*back: int) -> list[date]:
    return sorted(TODAY - timedelta(days=n) for n in back)


@given(st.sets(st.integers(0, 60)), st.sets(st.integers(0, 60)))
def test_the_dots_miss_no_day_that_was_due_and_not_done(due: set[int], done: set[int]) -> None:
    weeks = last_weeks(days(*due), frozenset(days(*done)), {day: frozenset({0}) for day in days(*done)}, today=TODAY)
    assert len(weeks) == 28
    assert weeks[-1][0] == TODAY
    assert {day for day, kept in weeks if kept is Kept.MISSED} == {d for d in days(*(due - done - {0})) if d > TODAY - timedelta(days=28)}


@pytest.mark.parametrize(
    ("rule", "english", "japanese"),
    [
        ("FREQ=DAILY", "Every day", "毎日"),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "Every week: Mon, Thu", "毎週月・木曜"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every day", "毎日"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "Every 2 weeks: Fri", "2週間ごとの金曜"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "Every month: day 15", "毎月15日"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "Every month: the last day", "毎月末日"),
        ("FREQ=MONTHLY;BYDAY=2FR", "Every month: Fri no. 2", "毎月第2金曜"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "Every month: last Fri", "毎月最終金曜"),
        ("FREQ=DAILY;UNTIL=20261231", "Every day, until 31 Dec 2026", "毎日、2026年12月31日まで"),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=15", "Every year: 15 May", "毎年5月15日"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO"),
    ],
)
def test_a_rule_is_said_in_words_and_an_unusual_one_as_it_is(rule: str, english: str, japanese: str) -> None:
    assert spoken(rule, all_words()[Language.ENGLISH]) == english
    assert spoken(rule, all_words()[Language.JAPANESE]) == japanese


async def test_a_routine_shows_its_steps_of_today_its_streak_and_its_weeks() -> None:
    async with scheduled() as house:
        stretching = await house.routine("Stretching", "Squats", "Plank")
        for step in stretching.steps:
            await house.tick(stretching, 1, 2, 3, step=step.id)
        await house.routine("Bins", recurrence="FREQ=WEEKLY;BYDAY=FR")
        shown = (await house.browser.get("/schedule/routines")).text
        assert shown.count('class="is-done"') == 3
        assert "<b>3</b> times in a row" in shown
        assert "Last four weeks: 3 of 27 done" in shown
        assert "Next: 27 Nov 2026" in shown, "the bins are not due on a Saturday"

        ticked = [
            (await house.submission("POST", "ticks", routine=stretching.id, step=s.id, date=str(TODAY), done=True)).json()
            for s in stretching.steps
        ]
        assert ticked[0]["says"] == "Done: Squats"
        assert "<b>4</b> times in a row" in (await house.browser.get("/ui/schedule/routines?person=aiko")).text
        await house.submission("POST", "undo", change=ticked[1]["change"])
        assert "<b>3</b> times in a row" in (await house.browser.get("/ui/schedule/routines?person=aiko")).text


async def test_a_step_that_was_added_later_does_not_break_what_was_kept_before_on_the_page_as_in_a_sentence() -> None:
    async with scheduled() as house:
        walk = await house.routine("Walk", "Out")
        await house.tick(walk, *range(1, 8), step=walk.steps[0].id)
        await house.schedule.routines.add_step(walk.id, NewStep(title="Back"), person="aiko", key="back")
        shown = (await house.browser.get("/schedule/routines")).text
        assert "<b>7</b> times in a row" in shown
        assert "Last four weeks: 7 of 27 done" in shown


async def test_a_streak_of_years_is_counted_to_its_beginning() -> None:
    async with scheduled() as house:
        walk = await house.routine("Walk", recurrence="FREQ=DAILY", since=900)
        await house.tick(walk, *range(1, 901))
        assert "<b>900</b> times in a row" in (await house.browser.get("/schedule/routines")).text


async def test_a_routine_is_added_edited_with_its_steps_kept_and_deleted() -> None:
    async with scheduled() as house:
        given = {"recurrence": "FREQ=WEEKLY;BYDAY=MO,TH", "time": "07:00"}
        added = await house.submission("POST", "routines", title="Stretching", steps=[{"title": "Squats", "minutes": 10}], **given)
        assert added.status_code == 200
        first = (await house.schedule.routines.everything())[0]
        steps = [{"id": 0, "title": "Warm up"}, {"id": first.steps[0].id, "title": "Squats", "minutes": 12}]
        await house.submission("PATCH", f"routines/{first.id}", version=1, title="Stretching", steps=steps, **given)
        second = (await house.schedule.routines.everything())[0]
        assert [s.title for s in second.steps] == ["Warm up", "Squats"]
        assert second.steps[1].id == first.steps[0].id, "what was ticked off is known by it"
        late = await house.submission("PATCH", f"routines/{first.id}", version=1, title="Other", **given)
        assert late.status_code == 409
        assert (await house.submission("DELETE", f"routines/{first.id}", version=2)).status_code == 200


async def test_a_task_becomes_a_routine_with_its_reminder_and_its_tick_once_and_is_taken_back_as_one() -> None:
    async with scheduled() as house:
        task = await house.task("Bins", date=TODAY + timedelta(days=6), memo="Blue ones", place="Street")
        await house.submission("POST", f"tasks/{task.id}/reminders", lead=60)
        same = key()
        wish = {"title": "Bins", "starts": str(task.date), "time": "15:30", "memo": "Blue ones", "place": "Street", "done": True}
        late = await house.submission("POST", f"tasks/{task.id}/repeat", version=9, recurrence="FREQ=WEEKLY", **wish)
        assert (late.status_code, late.json()["newer"]["title"]) == (409, "Bins")
        replies = [
            await house.submission("POST", f"tasks/{task.id}/repeat", key=same, version=1, recurrence="FREQ=WEEKLY", **wish)
            for _ in range(2)
        ]
        assert [reply.json()["says"] for reply in replies] == ["Repeats from now on: Bins"] * 2
        (routine,) = await house.schedule.routines.everything()
        assert (routine.recurrence, routine.memo, routine.place) == ("FREQ=WEEKLY;BYDAY=FR", "Blue ones", "Street")
        assert await house.schedule.tasks.everything() == ()
        assert "1 hour before" in (await house.browser.get(f"/ui/schedule/routines/{routine.id}/reminders?person=aiko")).text
        shown = await house.events(TODAY, days=14)
        assert [(e["title"], e["done"]) for e in shown] == [("Bins", True), ("Bins", False)]

        back = (await house.submission("POST", "undo", change=replies[0].json()["change"])).json()
        assert back["says"] == "Undone: Bins"
        assert await house.schedule.routines.everything() == ()
        (again,) = await house.schedule.tasks.everything()
        assert (again.id, again.date, again.memo) == (task.id, task.date, "Blue ones")
        assert "1 hour before" in (await house.browser.get(f"/ui/schedule/tasks/{task.id}/reminders?person=aiko")).text
        await house.submission("POST", "undo", change=back["change"])
        assert [len(rows) for rows in (await house.schedule.tasks.everything(), await house.schedule.routines.everything())] == [0, 1]


async def test_a_repetition_that_fails_halfway_loses_nothing() -> None:
    async with scheduled() as house:
        task = await house.task("Bins")
        await house.routine("Bins", recurrence="FREQ=DAILY")
        wish = {"version": 1, "title": "Bins", "starts": str(TODAY), "recurrence": "FREQ=DAILY"}
        there = await house.submission("POST", f"tasks/{task.id}/repeat", **wish)
        assert (there.status_code, "already" in there.json()["says"]) == (409, True)

        async def breaks(*_: object, **__: object) -> None:
            raise InvalidRequest("the disk is gone", where="elsewhere")

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Tasks, "delete", breaks)
            assert (await house.submission("POST", f"tasks/{task.id}/repeat", **wish | {"title": "Bin day"})).status_code == 422
        assert [found.id for found in await house.schedule.tasks.everything()] == [task.id]
        assert [found.title for found in await house.schedule.routines.everything()] == ["Bins"]


async def test_the_repetition_of_a_routine_is_changed_on_one_of_its_days_and_all_else_stays() -> None:
    async with scheduled(accept_language="ja") as house:
        routine = await house.routine("ごみ出し", "袋を出す", recurrence="FREQ=DAILY;UNTIL=20271231")
        friday = TODAY + timedelta(days=6)
        opened = (await house.browser.get(f"/ui/schedule/routines/{routine.id}/day?person=aiko&date={friday}")).text
        assert all(words in opened for words in ("毎日、2027年12月31日まで", "2週間ごとの金曜", "毎月27日", "毎年11月27日"))
        wish = {"version": 1, "date": str(friday), "recurrence": "FREQ=WEEKLY;INTERVAL=2"}
        reply = await house.submission("PATCH", f"routines/{routine.id}/repetition", **wish)
        assert reply.json()["says"] == "変更しました: ごみ出し"
        days = [str(e["start"]) for e in await house.events(TODAY, days=28)]
        assert days == [str(friday), str(friday + timedelta(days=14))], "the day on which it was chosen is one of them"
        now = (await house.schedule.routines.everything())[0]
        assert now.recurrence.endswith("UNTIL=20271231")
        assert now.steps == routine.steps
        assert (await house.submission("PATCH", f"routines/{routine.id}/repetition", **wish)).status_code == 409
        strange = await house.submission("PATCH", f"routines/{routine.id}/repetition", **wish | {"recurrence": "FREQ=HOURLY"})
        assert strange.status_code == 400


@pytest.mark.parametrize(
    ("submitted", "says"),
    [
        ({"title": "x", "recurrence": ""}, "Choose at least one"),
        ({"title": "x", "recurrence": "every so often"}, "no rule for repeating"),
        ({"title": "x", "recurrence": "FREQ=HOURLY"}, "no rule for repeating"),
        ({"title": "", "recurrence": "FREQ=DAILY"}, "title is missing"),
        ({"title": "x", "recurrence": "FREQ=DAILY", "steps": [{"title": "s"}] * 101}, "at most 100 steps"),
        ({"title": "x", "recurrence": "FREQ=DAILY", "steps": [{"title": "s", "minutes": 2000}]}, "number of minutes"),
    ],
)
async def test_what_cannot_be_a_routine_is_refused_in_plain_words(submitted: dict[str, object], says: str) -> None:
    async with scheduled() as house:
        reply = await house.submission("POST", "routines", **submitted)
    assert reply.status_code == 422
    assert says in reply.json()["says"]


async def test_the_view_reads_in_japanese() -> None:
    async with scheduled(accept_language="ja") as house:
        await house.routine("ストレッチ", recurrence="FREQ=WEEKLY;BYDAY=SA")
        shown = (await house.browser.get("/schedule/routines")).text
    for word in ("ルーティン", "毎週土曜", "回連続", "新しいルーティン"):
        assert word in shown


async def test_a_routine_that_has_ended_stands_apart_and_old_rules_come_round_on_their_days() -> None:
    async with scheduled() as house:
        await house.routine("Old one", recurrence="FREQ=DAILY;UNTIL=20261101", since=300)
        await house.routine("Bins", recurrence="FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", since=3_650)
        await house.routine("Thrice", recurrence="FREQ=DAILY;COUNT=3", since=1)
        shown = (await house.browser.get("/schedule/routines")).text
        weeks = [str(e["start"]) for e in await house.events(TODAY, days=60) if e["title"] == "Bins"]
    assert "1 that does not come round any more" in shown
    assert "Old one" in shown.split('id="ended"')[1]
    gaps = {(date.fromisoformat(b) - date.fromisoformat(a)).days for a, b in pairwise(weeks)}
    assert gaps == {14}
    start = TODAY - timedelta(days=3_650)
    monday = start - timedelta(days=start.weekday())
    assert (date.fromisoformat(weeks[0]) - monday).days % 14 == 0, "counted from its first week"
