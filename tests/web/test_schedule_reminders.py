"""Reminders of tasks and routines, and days of routines that are left out, as the page wishes for them."""

from datetime import time, timedelta

import pytest

from yamori.agents.scheduler.store.reminders import NewReminder

from .scheduled import TODAY, TRAP, key, scheduled

TOMORROW = TODAY + timedelta(days=1)


async def test_a_reminder_is_set_listed_taken_back_and_removed() -> None:
    async with scheduled() as house:
        dentist = await house.task(TRAP, date=TOMORROW)
        told = (await house.submission("POST", f"tasks/{dentist.id}/reminders", lead=60)).json()
        assert told["says"] == f"Reminder set: {TRAP}"
        assert (await house.submission("POST", f"tasks/{dentist.id}/reminders", lead=60)).json()["did"] == "unchanged"
        listed = await house.browser.get(f"/ui/schedule/tasks/{dentist.id}/reminders?person=aiko")
        assert "1 hour before" in listed.text and f"{TOMORROW.day} {TOMORROW:%b}, 14:30" in listed.text
        await house.submission("POST", "undo", change=told["change"])
        assert await house.schedule.reminders.waiting(person="aiko") == ()
        await house.submission("POST", f"tasks/{dentist.id}/reminders", lead=0)
        (reminder,) = await house.schedule.reminders.waiting(person="aiko")
        gone = (await house.submission("DELETE", f"reminders/{reminder.id}")).json()
        assert gone["says"] == f"Reminder removed: {TRAP}"
        assert await house.schedule.reminders.waiting(person="aiko") == ()


async def test_a_routine_is_reminded_of_too() -> None:
    async with scheduled() as house:
        stretching = await house.routine()
        assert (await house.submission("POST", f"routines/{stretching.id}/reminders", lead=24 * 60)).status_code == 200
        (reminder,) = await house.schedule.reminders.waiting(person="aiko")
        assert (reminder.routine_id, reminder.lead) == (stretching.id, timedelta(days=1))


@pytest.mark.parametrize(("language", "words"), [("en", "The time of that reminder has passed"), ("ja", "もう過ぎています")])
async def test_a_reminder_that_cannot_come_is_refused_with_the_reason_in_the_readers_language(language: str, words: str) -> None:
    async with scheduled(**{"Accept-Language": language}) as house:
        past = await house.task(date=TODAY - timedelta(days=2))
        refused = await house.submission("POST", f"tasks/{past.id}/reminders", lead=10)
        assert (refused.status_code, words in refused.json()["says"]) == (422, True)
        some_day = await house.task("Books", date=None, time=None)
        done = await house.task("Read", done=True)
        for id in (some_day.id, done.id):
            assert (await house.submission("POST", f"tasks/{id}/reminders", lead=10)).status_code == 422


async def test_nonsense_and_what_is_somebody_elses_are_refused() -> None:
    async with scheduled() as house:
        task = await house.task(date=TOMORROW, time=time(9))
        for lead in (-1, 10**9, "soon", True, None):
            assert (await house.submission("POST", f"tasks/{task.id}/reminders", lead=lead)).status_code == 400
        assert (await house.submission("POST", "tasks/999/reminders", lead=10)).status_code == 410
        assert (await house.submission("POST", "routines/999/reminders", lead=10)).status_code == 410
        assert (await house.submission("DELETE", "reminders/999")).status_code == 410
        await house.schedule.reminders.set(NewReminder(task_id=task.id), person="aiko", key=key())
        (reminder,) = await house.schedule.reminders.waiting(person="aiko")
        assert (await house.submission("DELETE", f"reminders/{reminder.id}", person="ken")).status_code == 410
        assert "Remove" not in (await house.browser.get(f"/ui/schedule/tasks/{task.id}/reminders?person=ken")).text


async def test_one_day_of_a_routine_is_left_out_listed_and_brought_back() -> None:
    async with scheduled() as house:
        bins = await house.routine("Bins")
        told = (await house.submission("POST", f"routines/{bins.id}/skip", date=str(TOMORROW), skipped=True)).json()
        assert told["says"] == "Skipped: Bins"
        assert [e["start"] for e in await house.events(TODAY, days=3)] == [str(TODAY), str(TODAY + timedelta(days=2))]
        page = await house.browser.get("/ui/schedule/routines?person=aiko")
        assert f"Skipped: {TOMORROW.day} {TOMORROW:%b %Y}" in page.text
        back = (await house.submission("POST", f"routines/{bins.id}/skip", date=str(TOMORROW), skipped=False)).json()
        assert back["says"] == "Takes place: Bins"
        assert len(await house.events(TODAY, days=3)) == 3
        assert (await house.submission("POST", "undo", change=back["change"])).status_code == 200
        assert len(await house.events(TODAY, days=3)) == 2
        for wrong in ({"date": "soon", "skipped": True}, {"date": str(TODAY)}, {"date": str(TODAY), "skipped": "yes"}):
            assert (await house.submission("POST", f"routines/{bins.id}/skip", **wrong)).status_code in (400, 422)
        assert (await house.submission("POST", "routines/999/skip", date=str(TODAY), skipped=True)).status_code == 410
