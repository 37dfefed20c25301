"""The Schedule view without a browser: what its calendar holds, and what becomes of each wish, good and bad."""

from datetime import time, timedelta

import pytest

from yamori.agents.scheduler.store import RowKind
from yamori.agents.scheduler.store.calendars import Link

from .scheduled import TODAY, TRAP, key, scheduled


async def test_the_pages_stand_under_the_strict_policy_and_link_to_each_other() -> None:
    async with scheduled() as house:
        front = await house.browser.get("/")
        pages = [await house.browser.get(path) for path in ("/schedule", "/schedule/routines", "/schedule/diary")]
    assert 'href="/schedule"' in front.text
    for page in pages:
        assert page.status_code == 200
        assert page.headers["content-security-policy"] == front.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert 'hx-post="/ui/turns"' in page.text, "the conversation is beside it"
        for path in ("/schedule/routines", "/schedule/diary"):
            assert f'href="{path}"' in page.text


async def test_the_chosen_person_decides_whose_schedule_it_is_and_stays_chosen() -> None:
    async with scheduled() as house:
        assert 'data-person="aiko"' in (await house.browser.get("/schedule")).text
        assert 'data-person="ken"' in (await house.browser.get("/schedule?person=ken")).text
        assert 'data-person="ken"' in (await house.browser.get("/schedule/diary")).text
        assert 'data-person="ken"' in (await house.browser.get("/schedule?person=mallory")).text
        await house.task("Aiko's own")
        assert await house.events(person="ken") == []
        stranger = await house.browser.get("/ui/schedule/events?person=mallory&start=2026-11-01&end=2026-11-30")
    assert stranger.status_code == 422


async def test_a_period_holds_tasks_and_the_days_of_routines_as_they_stand() -> None:
    async with scheduled() as house:
        await house.task("Dentist", duration=timedelta(minutes=45), place="Station")
        await house.task("Tax form", date=TODAY - timedelta(days=3), time=None)
        await house.task("Trip", date=TODAY - timedelta(days=10), time=None, duration=timedelta(days=12))
        await house.task("Read", done=True)
        stretching = await house.routine("Stretching", "Squats", "Plank")
        for step in stretching.steps:
            await house.tick(stretching, 1, step=step.id)
        events = {f"{e['title']} {str(e['start'])[:10]}": e for e in await house.events(TODAY - timedelta(days=3), days=4)}
    dentist = events[f"Dentist {TODAY}"]
    assert (dentist["start"], dentist["end"], dentist["allDay"]) == (f"{TODAY}T15:30", f"{TODAY}T16:15", False)
    assert (dentist["done"], dentist["overdue"]) == (False, False)
    assert events[f"Tax form {TODAY - timedelta(days=3)}"]["overdue"] is True
    assert events[f"Trip {TODAY - timedelta(days=10)}"]["overdue"] is False, "it began before the period and still lasts"
    assert events[f"Read {TODAY}"]["done"] is True
    assert events[f"Stretching {TODAY - timedelta(days=1)}"]["done"] is True
    assert (events[f"Stretching {TODAY}"]["ticked"], events[f"Stretching {TODAY}"]["of"]) == (0, 2)


async def test_entries_of_connected_calendars_bear_a_sign_and_a_colour_that_the_page_explains() -> None:
    async with scheduled() as house:
        tasks = [await house.task("Dentist"), await house.task("Match"), await house.task("Own")]
        accounts = [
            await house.schedule.calendars.add(
                person="aiko", name=name, address=f"https://dav/{name}", username="", takes_new=False, components=("VEVENT",), key=name
            )
            for name in ("Work", "Club <b>")
        ]
        for task, account in zip(tasks, accounts, strict=False):
            kind = RowKind.TASK
            link = Link(
                person="aiko", account_id=account.id, uid=str(task.id), instance="", component="VEVENT", kind=kind, row=task.id, seen={}
            )
            await house.schedule.calendars.together(lambda desk, link=link: desk.put_link(link))
        lies = {event["title"]: event["calendar"] for event in await house.events()}
        assert lies == {"Dentist": accounts[0].id, "Match": accounts[1].id, "Own": None}
        page = (await house.browser.get("/schedule")).text
        assert f'data-calendar="{accounts[0].id}" data-sign="▲" data-colour="0"' in page
        assert f'data-calendar="{accounts[1].id}" data-sign="■" data-colour="1"' in page
        assert "Club &lt;b&gt;" in page
        assert '▲</span> <span dir="auto">Work' in (await house.browser.get("/schedule?plain")).text, "without scripts it is told in words"
        assert "data-sign" not in (await house.browser.get("/schedule?person=ken")).text


async def test_a_task_is_added_moved_edited_deleted_and_each_step_taken_back() -> None:
    async with scheduled() as house:
        added = (await house.submission("POST", "tasks", title="Dentist", date=str(TODAY), time="15:30", minutes=30)).json()
        assert (added["did"], added["says"]) == ("added", "Added: Dentist")
        id = added["task"]["id"]
        moved = (await house.submission("PATCH", f"tasks/{id}", version=1, date="2026-11-23", time=None, minutes=None)).json()
        assert (moved["did"], moved["task"]) == ("moved", {"id": id, "title": "Dentist", "date": "2026-11-23", "done": False, "version": 2})
        back = (await house.submission("POST", "undo", change=moved["change"])).json()
        assert (back["did"], back["task"]["time"], back["task"]["minutes"]) == ("restored", "15:30", 30)
        done = (await house.submission("PATCH", f"tasks/{id}", version=back["task"]["version"], done=True)).json()
        assert (done["did"], done["says"]) == ("done", "Done: Dentist")
        deleted = (await house.submission("DELETE", f"tasks/{id}", version=done["task"]["version"])).json()
        assert (deleted["did"], deleted["task"]) == ("deleted", None)
        assert await house.events() == []
        again = (await house.submission("POST", "undo", change=deleted["change"])).json()
        assert (again["task"]["id"], again["task"]["done"]) == (id, True)


async def test_a_request_that_is_sent_twice_is_done_once() -> None:
    async with scheduled() as house:
        same = key()
        replies = [await house.submission("POST", "tasks", title="Dentist", date=str(TODAY), key=same) for _ in range(2)]
        assert replies[0].json() == replies[1].json()
        assert len(await house.events()) == 1


async def test_two_edits_of_one_state_the_second_is_refused_and_sees_the_newer_one() -> None:
    async with scheduled() as house:
        task = await house.task()
        await house.submission("PATCH", f"tasks/{task.id}", version=1, title="Dentist, upper left")
        late = await house.submission("PATCH", f"tasks/{task.id}", version=1, date="2026-11-30")
        assert late.status_code == 409
        assert "Somebody else changed it" in late.json()["says"]
        assert (late.json()["newer"]["title"], late.json()["newer"]["version"]) == ("Dentist, upper left", 2)
        assert (await house.events())[0]["start"] == f"{TODAY}T15:30", "nothing was overwritten"
        assert (await house.submission("DELETE", f"tasks/{task.id}", version=1)).status_code == 409


async def test_a_deleted_row_that_is_edited_again_is_gone_and_that_is_said() -> None:
    async with scheduled(accept_language="ja") as house:
        task, routine = await house.task(), await house.routine()
        await house.submission("DELETE", f"tasks/{task.id}", version=1)
        await house.submission("DELETE", f"routines/{routine.id}", version=1)
        for reply in (
            await house.submission("PATCH", f"tasks/{task.id}", version=1, title="x"),
            await house.submission("DELETE", f"tasks/{task.id}", version=1),
            await house.submission("POST", "ticks", routine=routine.id, step=None, date=str(TODAY), done=True),
            await house.submission("PATCH", f"routines/{routine.id}", version=1, title="x", recurrence="FREQ=DAILY"),
        ):
            assert reply.status_code == 410
            assert "削除されました" in reply.json()["says"]


async def test_a_change_that_was_changed_again_is_not_taken_back_alone() -> None:
    async with scheduled() as house:
        task = await house.task()
        first = (await house.submission("PATCH", f"tasks/{task.id}", version=1, title="One")).json()
        await house.submission("PATCH", f"tasks/{task.id}", version=2, title="Two")
        refused = await house.submission("POST", "undo", change=first["change"])
        nobody = await house.submission("POST", "undo", change="page/of-somebody-else")
    assert (refused.status_code, nobody.status_code) == (409, 409)
    assert "changed again since" in refused.json()["says"]


@pytest.mark.parametrize(
    ("submitted", "says"),
    [
        ({"title": ""}, "title is missing"),
        ({"title": "x" * 10_000}, "10,000 characters; at most 300"),
        ({"title": "bell\u0007"}, "not text"),
        ({"title": "x", "memo": "y" * 5_000}, "5,000 characters; at most 4,000"),
        ({"title": "x", "date": "2026-02-30"}, "no day of the calendar"),
        ({"title": "x", "date": "2026-11-22", "time": "25:00"}, "no time of day"),
        ({"title": "x", "date": "2026-11-22", "time": "10:00+09:00"}, "no time of day"),
        ({"title": "x", "time": "10:00"}, "needs a day"),
        ({"title": "x", "date": "2026-11-22", "minutes": -5}, "number of minutes"),
        ({"title": "x", "date": "2026-11-22", "minutes": "soon"}, "number of minutes"),
    ],
)
async def test_what_cannot_be_a_task_is_refused_in_plain_words(submitted: dict[str, object], says: str) -> None:
    async with scheduled() as house:
        reply = await house.submission("POST", "tasks", **submitted)
        assert await house.schedule.tasks.everything() == ()
    assert reply.status_code == 422
    assert says in reply.json()["says"]


async def test_only_a_page_of_ours_can_ask_for_a_change() -> None:
    async with scheduled() as house:
        plain = await house.browser.post("/ui/schedule/tasks", data={"title": "x"})
        keyless = await house.browser.post("/ui/schedule/tasks", json={"person": "aiko", "title": "x"})
        versionless = await house.submission("PATCH", f"tasks/{(await house.task()).id}", title="x")
        broken = await house.browser.post("/ui/schedule/tasks", content=b"{", headers={"content-type": "application/json"})
        huge = await house.submission("POST", "tasks", title="x", memo="y" * 500_000)
        wrong = await house.browser.get("/ui/schedule/events?person=aiko&start=2026-11-01&end=2036-11-01")
    statuses = [r.status_code for r in (plain, keyless, versionless, broken, huge, wrong)]
    assert statuses == [415, 400, 400, 400, 413, 422]


async def test_markup_is_text_wherever_it_is_shown() -> None:
    async with scheduled() as house:
        await house.task(TRAP, date=TODAY - timedelta(days=1), memo=TRAP, place=TRAP)
        await house.task(TRAP, date=None, time=None)
        routine = await house.routine(TRAP, TRAP)
        await house.tick(routine, 0, step=routine.steps[0].id)
        await house.schedule.logs.append(TODAY, TRAP, person="aiko", key=key())
        pages = ("/schedule", "/schedule/routines", "/schedule/diary", "/ui/schedule/waiting?person=aiko")
        parts = (f"/ui/schedule/routines/{routine.id}/day?person=aiko", "/ui/schedule/diary/found?person=aiko&words=img")
        for path in (*pages, *parts):
            shown = await house.browser.get(path)
            assert shown.status_code == 200, path
            assert "<img src=x" not in shown.text, path
        assert (await house.events(TODAY - timedelta(days=1)))[0]["title"] == TRAP, "JSON; the calendar puts it in as text"


async def test_what_waits_is_overdue_or_without_a_day_and_open() -> None:
    async with scheduled() as house:
        await house.task("Tax form", date=TODAY - timedelta(days=3), time=None)
        await house.task("Long trip", date=TODAY - timedelta(days=3), time=None, duration=timedelta(days=9))
        await house.task("Some day", date=None, time=None)
        await house.task("Read already", date=None, time=None, done=True)
        shown = (await house.browser.get("/ui/schedule/waiting?person=aiko")).text
    assert ("1 overdue" in shown, "1 without a day" in shown) == (True, True)
    assert "Long trip" not in shown
    assert "Read already" not in shown


async def test_a_sentence_from_beside_the_calendar_keeps_the_page() -> None:
    async with scheduled() as house:
        sent = {"text": "Hello", "person": "aiko", "page": "/schedule"}
        beside = await house.browser.post("/ui/turns", data=sent, headers={"hx-request": "true"})
        elsewhere = await house.browser.post("/ui/turns", data={**sent, "page": "//evil.test"}, headers={"hx-request": "true"})
    assert beside.headers["hx-replace-url"].startswith("/schedule?conversation=")
    assert elsewhere.headers["hx-replace-url"].startswith("/?conversation=")


async def test_the_calendar_of_a_day_that_the_clocks_skip_stays_on_the_wall_clock() -> None:
    async with scheduled() as house:
        await house.task("Late", time=time(2, 30), date=TODAY)
        assert (await house.events())[0]["start"] == f"{TODAY}T02:30", "no offset: the browser draws it where it stands"


async def test_the_ends_of_the_calendar_are_refused_rather_than_fallen_off() -> None:
    async with scheduled() as house:
        for start, end in (("0001-01-01", "0001-02-01"), ("9999-12-01", "9999-12-31"), ("2026-11-30", "2026-11-01"), ("", "")):
            reply = await house.browser.get(f"/ui/schedule/events?person=aiko&start={start}&end={end}")
            assert reply.status_code == 422, start
        assert (await house.submission("POST", "tasks", title="x", date="9999-12-31", minutes=60)).status_code == 422
        assert (await house.browser.get("/schedule/diary?date=0001-01-01")).status_code == 303


async def test_large_files_travel_packed_to_browsers_that_take_it() -> None:
    async with scheduled() as house:
        path = "/static/vendor/fullcalendar/fullcalendar.js"
        packed = await house.browser.get(path, headers={"accept-encoding": "gzip"})
        plain = await house.browser.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 4


async def test_a_task_that_lasts_for_months_or_past_midnight_is_in_every_period_that_it_touches() -> None:
    async with scheduled() as house:
        await house.task("Leave", date=TODAY - timedelta(days=100), time=None, duration=timedelta(days=120))
        await house.task("Long over", date=TODAY - timedelta(days=100), time=None, duration=timedelta(days=60))
        await house.task("Party", date=TODAY - timedelta(days=1), time=time(22, 0), duration=timedelta(hours=4))
        await house.task("Film", date=TODAY - timedelta(days=1), time=time(20, 0), duration=timedelta(hours=2))
        assert {e["title"] for e in await house.events(TODAY)} == {"Leave", "Party"}


async def test_without_scripts_the_next_weeks_are_a_list() -> None:
    async with scheduled() as house:
        await house.task("Dentist <b>")
        page = (await house.browser.get("/schedule?plain")).text
    assert "Dentist &lt;b&gt;" in page and "21 Nov 2026" in page and 'id="calendar"' not in page
