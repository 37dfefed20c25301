"""Errands with the schedule, by hand alone: an appointment, a correction, a routine and a line in the diary."""

import re
from datetime import date, time

from playwright.async_api import expect

from .household import ErrandHouse, comes_true


async def test_put_the_dentist_on_the_calendar_with_a_reminder(house: ErrandHouse) -> None:
    async with house.desk(path="/schedule") as page:
        await page.get_by_role("button", name="New").click()
        form = page.get_by_role("dialog")
        await form.get_by_label("Title").fill("Dr Fuchs, teeth")
        await form.get_by_label("Day", exact=True).fill("2026-11-24")
        await form.get_by_label("Time").fill("15:30")
        await form.get_by_label("Remind me").select_option("1 hour before")
        await form.get_by_role("button", name="Save").click()
        await expect(form).to_be_hidden()
        await expect(page.get_by_role("button", name=re.compile("Dr Fuchs, teeth"))).to_be_visible()
        (kept,) = [task for task in await house.household.schedule.tasks.everything() if task.title == "Dr Fuchs, teeth"]
        assert (kept.date, kept.time) == (date(2026, 11, 24), time(15, 30))


async def test_move_an_appointment_to_another_day_and_take_that_back_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/schedule") as page:
        await page.get_by_role("button", name="新規").tap()
        form = page.get_by_role("dialog")
        await form.get_by_label("題名").fill("美容院")
        await form.get_by_label("日付").fill("2026-11-25")
        await form.get_by_role("button", name="保存").tap()
        await page.get_by_role("button", name=re.compile("美容院")).tap()
        await form.get_by_label("日付").fill("2026-11-26")
        await form.get_by_role("button", name="保存").tap()

        async def day() -> list[date | None]:
            return [task.date for task in await house.household.schedule.tasks.everything() if task.title == "美容院"]

        await comes_true(day, lambda found: found == [date(2026, 11, 26)])
        await page.get_by_role("button", name="元に戻す").last.tap()
        await comes_true(day, lambda found: found == [date(2026, 11, 25)])
        await expect(page.get_by_role("group", name="2026年11月25日")).to_contain_text("美容院")


async def test_tick_something_off_on_the_phone(house: ErrandHouse) -> None:
    async with house.phone(path="/schedule") as page:
        await page.get_by_role("button", name="New").tap()
        form = page.get_by_role("dialog")
        await form.get_by_label("Title").fill("Water the ferns")
        await form.get_by_label("Day", exact=True).fill("2026-11-21")
        await form.get_by_role("button", name="Save").tap()
        await page.get_by_role("button", name=re.compile("Water the ferns")).tap()
        await form.get_by_label("Done").check()
        await form.get_by_role("button", name="Save").tap()

        async def done() -> list[bool]:
            return [task.done for task in await house.household.schedule.tasks.everything() if task.title == "Water the ferns"]

        await comes_true(done, lambda found: found == [True])
        await expect(form).to_be_hidden()


async def test_set_a_routine_up_with_two_steps_and_tick_the_first_in_japanese(house: ErrandHouse) -> None:
    async with house.desk("ja", "/schedule/routines") as page:
        await page.get_by_role("button", name="新しいルーティン").click()
        form = page.get_by_role("dialog")
        await form.get_by_label("題名").fill("夕方の体操")
        await form.get_by_label("土", exact=True).check()
        await form.get_by_label("時刻").fill("19:00")
        for number, step in enumerate(("腕を回す", "深呼吸")):
            await form.get_by_role("button", name="ステップ").last.click()
            await form.get_by_label("ステップ", exact=True).nth(number).fill(step)
        await form.get_by_role("button", name="保存").click()
        routine = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="夕方の体操"))
        await routine.get_by_label("腕を回す").check()
        await expect(routine).to_contain_text("毎週土曜")
        (kept,) = [one for one in await house.household.schedule.routines.everything() if one.title == "夕方の体操"]
        assert [step.title for step in kept.steps] == ["腕を回す", "深呼吸"]

        async def ticked() -> list[int]:
            checks = await house.household.schedule.routines.checks(date.min, date.max, person="aiko")
            return [check.step_id for check in checks if check.routine_id == kept.id]

        await comes_true(ticked, lambda found: found == [kept.steps[0].id])


async def test_set_up_what_comes_once_a_month(house: ErrandHouse) -> None:
    async with house.phone(path="/schedule/routines") as page:
        await page.get_by_role("button", name="New routine").tap()
        form = page.get_by_role("dialog")
        await form.get_by_label("Title").fill("Pay the rent")
        await form.get_by_label("Repeats").select_option("On a day of the month")
        await form.get_by_label(re.compile("^Day of the month")).select_option("1")
        await form.get_by_role("button", name="Save").tap()
        routine = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Pay the rent"))
        await expect(routine).to_contain_text("Every month: day 1")
        await expect(routine).to_contain_text("Next: 1 Dec 2026")
        (kept,) = [one for one in await house.household.schedule.routines.everything() if one.title == "Pay the rent"]
        assert kept.recurrence == "FREQ=MONTHLY;BYMONTHDAY=1"


async def test_write_a_line_in_the_diary_and_find_it_again_in_japanese(house: ErrandHouse) -> None:
    async with house.phone("ja", "/schedule/diary") as page:
        await page.get_by_role("textbox", name="どんな一日でしたか").fill("庭の柿が甘かった")
        await page.get_by_role("button", name="書き足す").tap()
        await expect(page.get_by_text("庭の柿が甘かった", exact=True).first).to_be_visible()
        assert any("庭の柿が甘かった" in log.text for log in await house.household.schedule.logs.everything())
        await page.get_by_role("searchbox", name="日記を検索").fill("柿")
        await page.get_by_role("link", name=re.compile("庭の柿")).tap()
        await expect(page.get_by_role("heading", name=re.compile("2026年11月21日"))).to_be_visible()
