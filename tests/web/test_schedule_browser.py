"""The Schedule view of a real household in a real browser: dragged, edited with keys alone, framed, on a phone, in the dark."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from pathlib import Path

import pytest

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.store import NewTask
from yamori.agents.scheduler.store.changes import Did
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect

from yamori.domain.events import Replied, TaskStarted, ToolEnded, ToolStarted

from .browser import IN_CHROMIUM, chromium, served
from .household import two_tasks
from .real_house import RealHouse, real_house
from .scheduled import TRAP, key, scheduled

pytestmark = [*IN_CHROMIUM]

PATIENCE = 30_000
"""Milliseconds; never waited for when all is well."""
expect.set_options(timeout=PATIENCE)
TODAY = date(2026, 5, 1)
"""A Friday, at noon."""
PERSON = "sora"


async def opened(
    browser: Browser, address: str, complaints: list[str], *, language: str = "en", width: int = 1280, scheme: str = "light"
) -> Page:
    context = await browser.new_context(
        viewport={"width": width, "height": 860}, locale=language, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(address)
    return page


async def task(house: RealHouse, title: str, **more: object) -> CustomTask:
    given: dict[str, object] = {"date": TODAY, "time": time(10, 0), **more}
    made = await house.household.schedule.tasks.create(NewTask(title=title, **given), person=PERSON, key=key())  # type: ignore[arg-type]
    return made.task


async def now(house: RealHouse, id: int) -> CustomTask:
    return await house.household.schedule.tasks.get(id, person=PERSON)


def entry(page: Page, title: str) -> Locator:
    return page.locator(".entry:visible", has_text=title)


async def at_rest(page: Page) -> None:
    """What is drawn anew under a hand is let go of."""
    await expect(page.locator("#calendar")).to_have_attribute("aria-busy", "false")


async def drag(page: Page, what: Locator, to: tuple[float, float], grip: tuple[float, float] | None = None) -> None:
    box = await what.bounding_box()
    assert box is not None
    x, y = grip or (box["x"] + box["width"] / 2, box["y"] + min(8, box["height"] / 2))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
    await page.mouse.move(*to, steps=6)
    await page.mouse.up()


async def middle(page: Page, selector: str) -> tuple[float, float]:
    box = await page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_task_is_dragged_to_another_day_taken_back_and_snaps_back_when_somebody_was_faster(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        dentist = await task(house, TRAP)
        page = await opened(browser, f"{house.address}/schedule", complaints)
        await expect(entry(page, TRAP)).to_be_visible()
        assert await page.locator("img[src=x]").count() == 0, "a title is text"

        await at_rest(page)
        await drag(page, entry(page, TRAP), await middle(page, '[data-date="2026-05-14"]'))
        await expect(page.locator(".toast")).to_contain_text(f"Moved: {TRAP}")
        moved = await now(house, dentist.id)
        assert (moved.date, moved.time) == (date(2026, 5, 14), time(10, 0))
        await page.locator(".toast button", has_text="Undo").click()
        await expect(page.locator(".toast")).to_contain_text("Undone")
        assert (await now(house, dentist.id)).date == TODAY

        # Somebody else renames it while this page still shows the old state.
        await expect(page.get_by_role("gridcell", name="May 1, 2026").locator(".entry")).to_be_visible()
        await house.household.schedule.tasks.rename(dentist.id, "Renamed elsewhere", person=PERSON, key=key())
        await at_rest(page)
        await drag(page, entry(page, TRAP), await middle(page, '[data-date="2026-05-20"]'))
        await expect(page.locator(".toast.trouble")).to_contain_text("Somebody else changed it")
        await expect(page.locator(".toast.trouble")).to_contain_text("It is now: Renamed elsewhere")
        await expect(entry(page, "Renamed elsewhere")).to_be_visible()
        assert (await now(house, dentist.id)).date == TODAY
        assert [c for c in complaints if "409" not in c] == [], "neither the policy nor the scripts complain"


async def test_in_the_week_a_task_is_moved_to_a_time_and_stretched(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        lunch = await task(house, "Lunch", time=time(10, 0), duration=timedelta(hours=1))
        page = await opened(browser, f"{house.address}/schedule", complaints)
        await page.keyboard.press("w")
        await expect(page.locator("[data-view=timeGridWeek]")).to_have_attribute("aria-pressed", "true")
        await at_rest(page)
        box = await entry(page, "Lunch").bounding_box()
        assert box is not None
        hour = box["height"]
        await drag(page, entry(page, "Lunch"), (box["x"] + box["width"] / 2, box["y"] + 8 + 2 * hour))
        await expect(page.locator(".toast")).to_contain_text("Moved: Lunch")
        moved = await now(house, lunch.id)
        assert (moved.time, moved.duration) == (time(12, 0), timedelta(hours=1))

        await expect(entry(page, "Lunch")).to_contain_text("12:00–13:00")
        await at_rest(page)
        await entry(page, "Lunch").hover()
        box = await entry(page, "Lunch").bounding_box()
        assert box is not None
        bottom = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 2)
        async with page.expect_response(lambda r: r.request.method == "PATCH"):
            await drag(page, entry(page, "Lunch"), (bottom[0], bottom[1] + hour), grip=bottom)
        await expect(entry(page, "Lunch")).to_contain_text("12:00–14:00")
        assert (await now(house, lunch.id)).duration == timedelta(hours=2)
        assert complaints == []


async def test_everything_is_done_with_keys_alone_and_the_focus_comes_back(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        page = await opened(browser, f"{house.address}/schedule", complaints)
        await page.keyboard.press("?")
        await expect(page.locator("#keys")).to_be_visible()
        await page.keyboard.press("Escape")
        for pressed, view in (("l", "list"), ("d", "timeGridDay"), ("w", "timeGridWeek"), ("m", "dayGridMonth")):
            await page.keyboard.press(pressed)
            await expect(page.locator(f"[data-view={view}]")).to_have_attribute("aria-pressed", "true")
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#period")).to_have_text("June 2026")
        await page.keyboard.press("t")
        await expect(page.locator("#period")).to_have_text("May 2026")

        await page.keyboard.press("n")
        await expect(page.locator("#editor")).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(page.locator("#editor [role=alert]")).to_have_text("A title is missing.")
        await page.keyboard.type("Dentist")
        await page.locator("#editor [name=date]").fill("2026-05-12")
        await page.locator("#editor [name=time]").fill("15:30")
        await page.keyboard.press("Enter")
        await expect(page.locator("#editor")).to_be_hidden()
        await expect(entry(page, "Dentist")).to_contain_text("15:30")

        # Reached by Tab from the calendar's button, opened by Enter, left by Escape.
        await page.locator("#share-open").focus()
        for _ in range(120):
            await page.keyboard.press("Tab")
            if await page.evaluate("document.activeElement.closest('.entry') !== null"):
                break
        focused = "document.activeElement.closest('.entry')?.textContent ?? ''"
        assert "Dentist" in await page.evaluate(focused)
        outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline not in ("none", ""), "the focus is seen"
        await page.keyboard.press("Enter")
        await expect(page.locator("#editor [name=title]")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.locator("#editor")).to_be_hidden()
        assert "Dentist" in await page.evaluate(focused)

        await page.keyboard.press("Enter")
        await page.locator("#editor [name=done]").press("Space")
        await page.locator("#editor [name=title]").press("Enter")
        await expect(page.locator(".entry.is-done")).to_have_text("15:30Dentist")
        await page.keyboard.press("Control+z")
        await expect(page.locator(".entry.is-task", has_text="Dentist")).to_be_visible()

        # An end is the minutes that it lasts; what comes again is a routine.
        await page.keyboard.press("n")
        await page.locator("#editor [name=title]").fill("Swimming")
        await page.locator("#editor [name=date]").fill("2026-05-13")
        await page.locator("#editor [name=time]").fill("17:00")
        await page.locator("#editor [name=end]").fill("18:30")
        await expect(page.locator("#editor [name=minutes]")).to_have_value("90")
        await page.locator("#editor [name=repeat]").select_option("FREQ=WEEKLY")
        await page.locator("#editor [type=submit]").click()
        await expect(page.locator(".entry.of-routine", has_text="Swimming").first).to_contain_text("17:00")
        assert [c for c in complaints if "422" not in c] == []


async def test_a_day_with_more_than_fits_is_opened_whole_with_keys_and_left_again(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        for number in range(40):
            await task(house, f"Thing {number}", time=time(number % 24, 0))
        page = await opened(browser, f"{house.address}/schedule", complaints, language="ja")
        more = page.get_by_role("button", name=re.compile("他 [0-9]+ 件"))
        await more.focus()
        await page.keyboard.press("Enter")
        whole = page.get_by_role("dialog").filter(has_text="Thing 39")
        await expect(whole.locator(".entry")).to_have_count(40)
        await whole.locator(".entry").last.scroll_into_view_if_needed()
        box, inside = await whole.bounding_box(), await whole.locator(".entry").last.bounding_box()
        assert box is not None
        assert inside is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= 860
        assert inside["y"] + inside["height"] <= 860, "the last one can be reached"
        await page.keyboard.press("Escape")
        await expect(whole).to_have_count(0)
        assert await page.evaluate("document.activeElement.id") != "text", "nobody asked for the conversation"
        assert complaints == []


async def test_the_editor_shows_both_states_when_two_people_edit_one_task(tmp_path: Path) -> None:
    async with real_house(tmp_path) as house, chromium() as browser:
        dentist = await task(house, "Dentist")
        page = await opened(browser, f"{house.address}/schedule", [])
        await entry(page, "Dentist").click()
        await house.household.schedule.tasks.edit(dentist.id, Did.CHANGED, lambda t: replace(t, place="Station"), person=PERSON, key=key())
        await page.locator("#editor [name=title]").fill("x" * 10_000)
        await page.keyboard.press("Enter")
        await expect(page.locator("#editor [role=alert]")).to_contain_text("10,000 characters; at most 300")
        await page.locator("#editor [name=title]").fill("Dentist, upper left")
        await page.keyboard.press("Enter")
        await expect(page.locator("#editor [role=alert]")).to_contain_text("Nothing was overwritten")
        await expect(page.locator("#editor .newer")).to_contain_text("Dentist · 2026-05-01 · 10:00 · Station")
        await page.locator("#editor [name=take]").click()
        await expect(page.locator("#editor [name=place]")).to_have_value("Station")
        await page.locator("#editor [name=title]").fill("Dentist, upper left")
        await page.keyboard.press("Enter")
        await expect(page.locator("#editor")).to_be_hidden()
        found = await now(house, dentist.id)
        assert (found.title, found.place) == ("Dentist, upper left", "Station")

        await entry(page, "Dentist, upper left").click()  # once the calendar has drawn it anew: a click before that is lost
        await expect(page.locator("#editor")).to_be_visible()
        await house.household.schedule.tasks.delete(dentist.id, person=PERSON, key=key())
        await page.locator("#editor [name=delete]").click()
        await expect(page.locator("#editor [role=alert]")).to_contain_text("not there any more")


async def test_on_a_phone_in_the_dark_in_japanese_the_list_comes_first_and_nothing_sticks_out(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        await task(house, "とても長い題名" * 30)
        routine = NewRoutine(title="ストレッチ", recurrence="FREQ=DAILY", starts=TODAY, steps=(NewStep(title="スクワット"),))
        made = (await house.household.schedule.routines.add(routine, person=PERSON, key=key())).routine
        await house.household.schedule.logs.append(TODAY, "長" * 3_000, person=PERSON, key=key())
        page = await opened(browser, f"{house.address}/schedule", complaints, language="ja", width=360, scheme="dark")
        await expect(page.locator("[data-view=list]")).to_have_attribute("aria-pressed", "true")
        await expect(entry(page, "とても長い題名")).to_be_visible()
        fits = "document.documentElement.scrollWidth <= innerWidth && document.getElementById('plan').scrollWidth <= innerWidth"
        for view in ("list", "dayGridMonth", "timeGridWeek", "timeGridDay"):
            await page.locator(f"[data-view={view}]").click()
            assert await page.evaluate(fits), view
        paper = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert sum(int(c) for c in paper[4:-1].split(",")) < 200

        await page.locator("[data-view=list]").click()
        await entry(page, "ストレッチ").first.click()
        await page.locator("#routine-day .check").click()
        await expect(page.locator(".toast")).to_contain_text("済みにしました: スクワット")
        assert len(await house.household.schedule.routines.checks(TODAY, TODAY, person=PERSON)) == 1
        await page.locator("#routine-box button[value=close]").click()

        await page.goto(f"{house.address}/schedule/routines")
        assert await page.evaluate(fits)
        await expect(page.locator(".streak")).to_contain_text("1 回連続")
        await page.locator(f"#edit-{made.id}").click()
        assert await page.evaluate(fits)
        await page.locator("#routine-editor [name=title]").fill("朝のストレッチ")
        await page.keyboard.press("Enter")
        await expect(page.locator(".routine h3")).to_have_text("朝のストレッチ")

        await page.goto(f"{house.address}/schedule/diary")
        assert await page.evaluate(fits)
        await page.locator("#append textarea").fill("夜は静か。")
        await page.locator("#append button[type=submit]").click()
        await expect(page.locator("#written")).to_contain_text("夜は静か。")
        await page.locator(".talk-opener").click()
        await expect(page.locator("#text")).to_be_visible()
        assert complaints == []


async def test_a_diary_that_two_people_write_shows_both_texts_and_a_draft_is_never_drawn_over(tmp_path: Path) -> None:
    async with real_house(tmp_path) as house, chromium() as browser:
        logs = house.household.schedule.logs
        await logs.append(TODAY, "Rain.", person=PERSON, key=key())
        page = await opened(browser, f"{house.address}/schedule/diary", [])
        await page.locator("#rewrite").click()
        await page.locator("#overwrite textarea").fill("Rain, and then a rainbow.")
        await logs.append(TODAY, "Mei came by.", person=PERSON, key=key())
        await page.evaluate("document.body.dispatchEvent(new CustomEvent('schedule:changed'))")
        await page.locator("#overwrite button[type=submit]").click()
        await expect(page.locator("#overwrite .newer .paper")).to_have_text("Rain.\nMei came by.")
        await expect(page.locator("#overwrite textarea")).to_have_value("Rain, and then a rainbow.")
        await page.locator("#overwrite [name=take]").click()
        await expect(page.locator("#written")).to_have_text("Rain, and then a rainbow.")
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#day-of h2")).to_contain_text("30 Apr 2026")
        await page.locator("#words").press_sequentially("rainbow", delay=30)
        await page.locator(".found a").click()
        await expect(page.locator("#written")).to_contain_text("rainbow")


async def test_a_reminder_appears_on_whatever_page_is_open_and_is_put_away_on_all(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        page = await opened(browser, house.address, complaints)
        other = await page.context.new_page()
        await other.goto(f"{house.address}/schedule")
        new = NewReminder(text="Take the bread out", moment=house.clock.now() + timedelta(minutes=1))
        await house.household.schedule.reminders.set(new, person=PERSON, key=key())
        house.clock.advance(timedelta(minutes=1))
        # The loop sleeps on a clock that a test has moved: a change wakes it.
        await house.household.schedule.reminders.set(
            NewReminder(text="Later", moment=house.clock.now() + timedelta(days=1)), person=PERSON, key=key()
        )
        for one in (page, other):
            await expect(one.locator(".notice")).to_contain_text("Take the bread out")
        await other.locator(".notice button", has_text="Close").click()
        for one in (page, other):
            await expect(one.locator(".notice")).to_have_count(0)
        assert await house.household.schedule.notices.open(person=PERSON) == ()
        assert complaints == []


async def test_a_sentence_beside_the_calendar_changes_it_before_the_turn_has_ended() -> None:
    complaints: list[str] = []
    async with scheduled() as house, served(house.household) as address, chromium() as browser:
        page = await opened(browser, f"{address}/schedule", complaints)
        await expect(page.locator("#period")).to_have_text("November 2026")
        await page.locator("#text").fill("Put the dentist on Tuesday")
        await page.keyboard.press("Enter")
        turn = await house.household.plays.get()
        assert turn.person == "aiko"
        await expect(page).to_have_url(re.compile("/schedule\\?conversation="))
        await house.task("Dentist", date=date(2026, 11, 24))
        asked = {"title": "Dentist", "date": "2026-11-24"}
        await house.household.happen(
            turn.id,
            two_tasks(),
            TaskStarted(task=2, agent="scheduler", attempt=1),
            ToolStarted(task=2, agent="scheduler", tool="create_custom_task", arguments=asked),
            ToolEnded(task=2, agent="scheduler", tool="create_custom_task", ok=True, result=asked),
        )
        await expect(entry(page, "Dentist")).to_be_visible()
        await house.household.happen(turn.id, Replied(text="Done."))
        await expect(page.locator("#beside .answer")).to_have_text("Done.")
        await page.reload()
        await expect(page.locator("#beside .answer")).to_have_text("Done.")
        await page.locator("#whose").select_option("ken")
        await expect(page.locator("#plan")).to_have_attribute("data-person", "ken")
        await expect(page.locator(".entry")).to_have_count(0)
        assert complaints == []


@dataclass
class Site:
    """A site of somebody else's on this machine, with one page."""

    address: str = ""
    html: str = ""


@asynccontextmanager
async def site() -> AsyncIterator[Site]:
    own = Site()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = own.html.encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n")
        writer.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    own.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield own
    finally:
        server.close()


async def test_a_shared_calendar_shows_in_the_page_that_may_and_in_no_other_until_it_is_revoked(tmp_path: Path) -> None:
    async with real_house(tmp_path) as house, chromium() as browser, site() as friend, site() as stranger:
        await task(house, "Dentist")
        page = await opened(browser, f"{house.address}/schedule", [])
        await page.locator("#share-open").click()
        await page.locator("#share-new [name=kind]").select_option("embed")
        await page.locator("#share-new [name=allows]").fill(friend.address)
        await page.locator("#share-new button[type=submit]").click()
        made = page.locator("#share-made input")
        await expect(made).to_have_value(re.compile("/embed/calendar/"))
        framing = f'<iframe src="{await made.input_value()}?lang=ja&amp;theme=dark" width="800" height="600"></iframe>'
        friend.html = stranger.html = framing

        seen = await browser.new_page()
        complaints: list[str] = []
        seen.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        await seen.goto(friend.address)
        frame = seen.frame_locator("iframe")
        await expect(frame.locator(".entry")).to_contain_text("Dentist")
        await frame.locator("[data-view=list]").click()
        await expect(frame.locator("#period")).to_contain_text("2026/05/01")
        await frame.locator(".entry").click()
        assert await frame.locator("form, dialog, textarea, input").count() == 0, "nothing to edit with"
        assert complaints == []

        await seen.goto(stranger.address)
        await expect(frame.locator(".entry")).to_have_count(0)
        assert any("frame-ancestors" in said for said in complaints), "the browser keeps strangers out"

        await page.locator("[data-revoke]").click()
        await expect(page.locator(".toast")).to_contain_text("Revoked")
        complaints.clear()
        await seen.goto(friend.address)
        await expect(frame.locator(".entry")).to_have_count(0)
