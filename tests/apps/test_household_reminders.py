"""A whole household tells its people what is due, on the page's list and on its devices, also after it was closed for a while."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from tests.apps.told_home import told_home

from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.apps.household import Household, run_household
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import LoadedHome
from yamori.llm.scripted import ScriptedModels

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
SORA = "sora"


@asynccontextmanager
async def living(home: LoadedHome, data: Path, clock: SetClock) -> AsyncIterator[Household]:
    async with asyncio.timeout(30), run_household(home, data=data, clock=clock, models=ScriptedModels({})) as household:
        yield household


async def test_what_comes_due_while_the_household_is_closed_is_told_when_it_opens_on_the_page_and_by_voice(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    home, clock, data = told_home(tmp_path / "home"), SetClock(MORNING), tmp_path / "data"
    async with living(home, data, clock) as household:
        schedule = household.schedule
        await schedule.preferences.add_channel(Channel(kind=ChannelKind.DEVICE, target="voice"), person=SORA, key="voice")
        for number, text in enumerate(("牛乳", "パン")):
            new = NewReminder(text=text, moment=MORNING + timedelta(hours=1 + number))
            await schedule.reminders.set(new, person=SORA, key=text)
        clock.advance(timedelta(hours=1))
        schedule.changes.bell.ring()
        told = schedule.notices.follow(SORA)
        assert (await anext(told)).text == "牛乳"
        await spoken(household, "牛乳")
    clock.advance(timedelta(hours=3))
    async with living(home, data, clock) as household:
        notices = [notice async for notice in limited(household, 2)]
        assert notices == ["牛乳", "パン(11:00にお知らせするはずでした)"]
        await spoken(household, "パン(11:00にお知らせするはずでした)")
        receipts = await household.gate.ledger()
        assert [receipt.cause.words for receipt in receipts] == ["パン(11:00にお知らせするはずでした)", "牛乳"]


async def test_a_webhook_that_turns_out_to_lead_to_a_link_local_address_is_given_up_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    home, clock = told_home(tmp_path / "home"), SetClock(MORNING)
    async with living(home, tmp_path / "data", clock) as household:
        schedule = household.schedule
        hook = Channel(kind=ChannelKind.WEBHOOK, target="http://2852039166/latest/meta-data")  # text that a lookup makes an address
        await schedule.preferences.add_channel(hook, person=SORA, key="hook")
        await schedule.reminders.set(NewReminder(text="牛乳", moment=MORNING + timedelta(hours=1)), person=SORA, key="milk")
        clock.advance(timedelta(hours=1))
        schedule.changes.bell.ring()
        notice = await anext(schedule.notices.follow(SORA))
        while (state := (await schedule.deliveries.of(notice.id))[0]).state == "waiting":
            pass
        assert (state.state, state.tries) == ("dead", 1)
        assert "did not take it" in (state.why or ""), "why it was not reached stands in the log alone"


async def limited(household: Household, most: int) -> AsyncIterator[str]:
    async for notice in household.schedule.notices.follow(SORA):
        yield notice.text
        most -= 1
        if not most:
            return


async def spoken(household: Household, text: str) -> None:
    """Wait until the voice has said it."""
    changes = household.gate.changes()
    changed = asyncio.ensure_future(anext(changes))
    await asyncio.sleep(0)  # from here on it listens
    while (await household.gate.read("voice", "main", "speech", "said")).value != text:
        await changed
        changed = asyncio.ensure_future(anext(changes))
    changed.cancel()
