"""Notices on the page: what is open, what comes, and how it is put away."""

import json
from datetime import datetime, timedelta

from yamori.agents.scheduler.reminding import Reminding
from yamori.agents.scheduler.store.reminders import NewReminder

from .scheduled import Scheduled, key, scheduled
from .visitor import Watching


async def remind(house: Scheduled, text: str, at: datetime) -> None:
    await house.schedule.reminders.set(NewReminder(text=text, moment=at), person="aiko", key=key())


async def test_a_reminder_that_comes_due_is_told_live_and_only_to_its_person() -> None:
    async with scheduled() as house:
        reminding = Reminding(house.schedule, {})
        await remind(house, "Take the bread out", house.clock.now() + timedelta(minutes=20))
        async with Watching(house.household, "/ui/notices?person=aiko&after=0") as page:
            house.clock.advance(timedelta(minutes=20))
            await reminding.notify_due()
            heard = await page.message()
        assert heard.event == "notice"
        told = json.loads(heard.data)
        assert "Take the bread out" in told["text"]
        assert told["due"] == "2026-11-21T09:20+09:00"
        opened = (await house.browser.get("/ui/notices/open?person=aiko")).json()
        assert [n["id"] for n in opened["notices"]] == [told["id"]]
        assert opened["after"] == told["id"]
        assert (await house.browser.get("/ui/notices/open?person=ken")).json() == {"after": 0, "notices": []}
        assert (await house.browser.get("/ui/notices?person=mallory")).status_code == 422


async def test_a_notice_is_seen_snoozed_and_dismissed() -> None:
    async with scheduled() as house:
        reminding = Reminding(house.schedule, {})
        await remind(house, "Call Mei", house.clock.now() + timedelta(minutes=1))
        house.clock.advance(timedelta(minutes=1))
        await reminding.notify_due()

        async def opened() -> list[dict[str, object]]:
            found: list[dict[str, object]] = (await house.browser.get("/ui/notices/open?person=aiko")).json()["notices"]
            return found

        async def post(path: str, person: str = "aiko", **more: object) -> int:
            return (await house.browser.post(f"/ui/notices/{path}", json={"person": person, "key": key(), **more})).status_code

        first = (await opened())[0]["id"]
        assert await post(f"{first}/dismiss", person="ken") == 410, "it is not Ken's"
        assert await post(f"{first}/seen") == 200
        assert await post(f"{first}/snooze", minutes=10) == 200
        assert await opened() == []
        house.clock.advance(timedelta(minutes=10))
        await reminding.notify_due()
        again = (await opened())[0]["id"]
        assert again != first
        assert await post(f"{again}/dismiss") == 200
        assert await opened() == []
