"""Reminders and skipped days on the Schedule view in a real browser: with keys alone, and on a phone in Japanese."""

from datetime import date, time, timedelta
from pathlib import Path

import pytest

from yamori.agents.scheduler.store.routines import NewRoutine

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import expect

from .browser import IN_CHROMIUM, chromium
from .real_house import RealHouse, real_house
from .scheduled import key
from .test_schedule_browser import PERSON, TODAY, entry, opened, task

pytestmark = [*IN_CHROMIUM]
TOMORROW = TODAY + timedelta(days=1)


async def leads(house: RealHouse) -> list[timedelta]:
    return [reminder.lead for reminder in await house.household.schedule.reminders.waiting(person=PERSON)]


async def routine(house: RealHouse, title: str) -> int:
    new = NewRoutine(title=title, recurrence="FREQ=DAILY", starts=date(2026, 4, 20), time=time(18, 0))
    return (await house.household.schedule.routines.add(new, person=PERSON, key=key())).routine.id


async def test_a_reminder_is_set_and_removed_with_keys_alone(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        page = await opened(browser, f"{house.address}/schedule", complaints)
        await page.keyboard.press("n")
        await page.keyboard.type("Dentist")
        await page.locator("#editor [name=date]").fill(str(TOMORROW))
        await page.locator("#editor [name=time]").fill("15:30")
        await page.locator("#editor [name=lead]").focus()
        await page.keyboard.type("30 min")
        await page.locator("#editor [name=title]").press("Enter")
        await expect(page.locator(".toast")).to_contain_text("Added: Dentist · Reminder set: Dentist")
        assert await leads(house) == [timedelta(minutes=30)]

        await entry(page, "Dentist").locator("[tabindex], a, button").or_(entry(page, "Dentist")).first.focus()
        await page.keyboard.press("Enter")
        remove = page.get_by_role("button", name="Remove the reminder: 30 minutes before")
        await expect(remove).to_be_visible()
        await expect(page.locator("#task-reminders")).to_contain_text("2 May, 15:00")
        await remove.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#task-reminders li")).to_have_count(0)
        await expect(page.locator("#editor [name=lead]")).to_be_focused()
        assert await leads(house) == []
        assert complaints == []


async def test_a_reminder_of_a_time_that_has_passed_is_refused_and_the_task_is_kept(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        await task(house, "Breakfast", time=time(8, 0))
        page = await opened(browser, f"{house.address}/schedule", complaints)
        await entry(page, "Breakfast").click()
        await page.locator("#editor [name=lead]").select_option("10")
        await page.locator("#editor [type=submit]").click()
        await expect(page.locator("#editor [role=alert]")).to_contain_text("has passed")
        assert [c for c in complaints if "422" not in c] == []


async def test_one_day_of_a_routine_is_skipped_on_a_phone_in_japanese_and_brought_back(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        walk = await routine(house, "散歩")
        page = await opened(browser, f"{house.address}/schedule", complaints, language="ja", width=360, scheme="dark")
        await entry(page, "散歩").first.click()
        await expect(page.locator("#routine-box")).to_be_visible()
        await page.locator("#routine-remind [name=lead]").select_option("60")
        await page.get_by_role("button", name="設定する").click()
        await expect(page.locator("#routine-reminders")).to_contain_text("1時間前")
        assert await leads(house) == [timedelta(hours=1)]
        sticks_out = "[...document.querySelectorAll('dialog[open] *')].some((e) => e.getBoundingClientRect().right > innerWidth)"
        assert not await page.evaluate(sticks_out), "nothing sticks out of the dialog"
        await page.get_by_role("button", name="この日は休む").click()
        await expect(page.locator("#routine-box")).to_be_hidden()
        await expect(page.locator(".toast")).to_contain_text("この日は休みにしました: 散歩")
        assert (await house.household.schedule.routines.get(walk, person=PERSON)).skipped == (TODAY,)

        await page.goto(f"{house.address}/schedule/routines")
        await page.get_by_role("button", name=f"休みを取り消す: 散歩、{TODAY.year}年{TODAY.month}月{TODAY.day}日").click()
        await expect(page.locator(".skipped")).to_have_count(0)
        assert (await house.household.schedule.routines.get(walk, person=PERSON)).skipped == ()
        await page.get_by_role("button", name="この日は休む: 散歩").click()
        await expect(page.locator(".skipped li")).to_contain_text(f"{TODAY.year}年{TODAY.month}月{TODAY.day}日")
        scroll = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert scroll[0] <= scroll[1]
        assert complaints == []
