"""The Automations view over a whole household: every form as a browser without scripts sends it, and everything wrong with one."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from html import unescape
from itertools import count

import httpx
import pytest
from tests.apps.test_automations import EVENING, commands, demo, told
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold
from yamori.automations.automation import Automation

BLINDS = "every day at eight in the evening close the living room blinds"
LAMP = "turn the bedside lamp on in a quarter of an hour"
UNLOCK = "unlock the front door at seven tonight"
_keys = count(1)


class Page:
    """The view of one household, as a person without scripts uses it."""

    def __init__(self, household: EvaluatedHousehold) -> None:
        self.household = household

    async def html(self, **query: str) -> str:
        return (await self.household.client.get("/automations", params=query)).text

    async def made(self, text: str) -> Automation:
        await say(self.household.client, text)
        return self.household.household.automations.all()[-1]

    async def version(self, automation: Automation) -> str:
        html = await self.html(open=automation.id)
        found = re.search(rf'of/{automation.id}/(?:remove|answer)".*?name="version" value="(\w+)"', html, re.S)
        assert found, html
        return found[1]

    async def scripted(self, path: str, **fields: str) -> httpx.Response:
        """As htmx sends it."""
        return await self._sent(path, fields, {"HX-Request": "true"})

    async def send(self, path: str, **fields: str) -> httpx.Response:
        return await self._sent(path, fields, {})

    async def _sent(self, path: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> httpx.Response:
        data = {"person": self.household.person, "key": f"test-key-{next(_keys)}", **fields}
        return await self.household.client.post(f"/ui/automations/{path}", data=data, headers=headers)

    @property
    def all(self) -> dict[str, Automation]:
        return {a.id: a for a in self.household.household.automations.all()}


@asynccontextmanager
async def paged() -> AsyncIterator[Page]:
    async with demo() as household:
        yield Page(household)


def words_of(reply: httpx.Response | str) -> str:
    text = reply if isinstance(reply, str) else reply.text
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


def undo_of(reply: httpx.Response) -> str:
    found = re.search(r'name="change" value="([^"]+)"', reply.text)
    assert found, reply.text
    return unescape(found[1])


async def test_the_view_shows_what_was_said_with_timers_and_reminders_beside_it() -> None:
    async with paged() as page:
        for text in (LAMP, BLINDS, "set a timer for 10 minutes", "when the washing machine is done, tell me", UNLOCK):
            await say(page.household.client, text)
        text = words_of(await page.html())
        for part in (
            "in 10 min Timer 18:10",
            "in 15 min At 18:15 I will turn on the bedside lamp.",
            "20:00 Every day at 20:00 I will close",
        ):
            assert part in text, part
        assert text.index("Shall I set this up?") < text.index("What comes next") < text.index("Again and again")
        assert "When something has ended When the washing machine is done, I will tell you, once." in text
        assert "unlock the front door lock" in text


async def test_a_firing_is_told_with_its_cause_and_what_came_of_it() -> None:
    async with paged() as page:
        lamp = await page.made(LAMP)
        fridge = await page.made("if the fridge is open for more than two minutes, tell me")
        await page.household.set_state("fridge.main.contactSensor.contact", "open")
        await page.household.advance(1000)
        text = words_of(await page.html(open=fridge.id))
        assert "Last: 18:02 · done · because of this: Fridge: contact open" in text
        assert "The fridge has been open for 2 minutes." in text
        over = words_of(await page.html(open=lamp.id))
        assert "1 that is over" in over and "18:15 done its time had come" in over


async def test_an_automation_is_switched_off_and_on_and_does_nothing_meanwhile() -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        assert "Switched off: Every day at 20:00" in words_of(await page.send(f"of/{blinds.id}/switch", enabled="no"))
        await page.household.advance(86_400)
        assert await commands(page.household) == [] and "Switched off" in words_of(await page.html())
        assert "Switched on: Every day at 20:00" in words_of(await page.send(f"of/{blinds.id}/switch", enabled="yes"))
        await page.household.advance(86_400)
        assert await commands(page.household) == [("living-room-blinds", "close")]


async def test_run_now_does_it_once_however_often_the_form_comes() -> None:
    async with paged() as page:
        lamp = await page.made(LAMP)
        for _ in range(2):
            reply = await page.send(f"of/{lamp.id}/run", key="the-same-key")
            assert "Done now: At 18:15 I will turn on the bedside lamp. The bedside lamp" in words_of(reply)
        assert await commands(page.household) == [("bedside-lamp", "on")]
        assert "run by hand" in words_of(await page.html())


async def test_what_was_removed_comes_back_as_it_was_and_only_once() -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        await page.household.advance(3 * 3600)
        fields = {"version": await page.version(blinds), "key": "the-same-key"}
        removed = await page.send(f"of/{blinds.id}/remove", **fields)
        assert "Removed: Every day at 20:00" in words_of(removed) and page.all == {}
        again = await page.send(f"of/{blinds.id}/remove", **fields)
        assert again.status_code == 200 and undo_of(again) == undo_of(removed), "the same form once more says the same"
        back = await page.send("undo", change=undo_of(removed))
        assert "It is as it was before: Every day at 20:00" in words_of(back)
        assert page.all[blinds.id] == blinds and "Last: 20:00" in words_of(await page.html())
        twice = await page.send("undo", change=undo_of(removed))
        assert twice.status_code == 409 and "cannot be taken back" in words_of(twice)
        await page.household.advance(86_400)
        assert len(await commands(page.household)) == 2, "once each evening"


async def test_a_moment_that_passed_while_it_was_away_does_not_come_back() -> None:
    async with paged() as page:
        lamp = await page.made(LAMP)
        removed = await page.send(f"of/{lamp.id}/remove", version=await page.version(lamp))
        await page.household.advance(1000)
        late = await page.send("undo", change=undo_of(removed))
        assert late.status_code == 409 and "Its time has passed meanwhile" in words_of(late) and page.all == {}


@pytest.mark.parametrize(
    ("text", "fields", "says", "after"),
    [
        (LAMP, {"place": "0", "date": "2026-03-06", "time": "07:15"}, "Tomorrow at 7:15 I will turn on the bedside lamp.", 13 * 3600 + 900),
        (BLINDS, {"place": "0.0", "time": "21:30", "thu": "on"}, "On Thursdays at 21:30 I will close the living room blinds.", 3.5 * 3600),
        ("every evening at sunset close the living room blinds", {"place": "0", "minutes": "20", "side": "before"},
         "Every day 20 minutes before sunset I will close the living room blinds.", 86_400),
        ("every 45 minutes turn on the kitchen light", {"place": "0", "minutes": "5"},
         "Every 5 minutes I will turn on the kitchen light.", 300),
    ],
)  # fmt: skip
async def test_another_time_by_form_is_said_back_kept_done_and_taken_back(
    text: str, fields: dict[str, str], says: str, after: float
) -> None:
    async with paged() as page:
        made = await page.made(text)
        changed = await page.send(f"of/{made.id}/time", version=await page.version(made), **fields)
        assert f"Changed: {says}" in words_of(changed)
        assert list(page.all) == [made.id] and page.all[made.id].origin == made.origin
        await page.household.advance(after)
        assert len(await commands(page.household)) == 1
        await page.send("undo", change=undo_of(changed))
        if text != LAMP:  # its moment is over by then
            assert page.all[made.id] == made


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"place": "0", "date": "2026-03-04", "time": "09:00"}, "That time has passed already"),
        ({"place": "0", "date": "2026-03-05", "time": "18:00"}, "That time has passed already"),
        ({"place": "0", "date": "2026-02-30", "time": "09:00"}, "is no day of the calendar"),
        ({"place": "0", "date": "", "time": "09:00"}, "is no day of the calendar"),
        ({"place": "0", "date": "2026-03-06", "time": "25:00"}, "is no time of day"),
        ({"place": "0", "date": "2026-03-06"}, "is no time of day"),
        ({"place": "7", "date": "2026-03-06", "time": "09:00"}, "Somebody else changed it meanwhile"),
        ({"date": "2026-03-06", "time": "09:00"}, "Somebody else changed it meanwhile"),
    ],
)
async def test_a_time_that_is_none_changes_nothing_and_is_explained(fields: dict[str, str], says: str) -> None:
    async with paged() as page:
        lamp = await page.made(LAMP)
        version = await page.version(lamp)
        for send in (page.send, page.scripted):
            reply = await send(f"of/{lamp.id}/time", version=version, **fields)
            assert reply.status_code in (409, 422) and says in words_of(reply)
        assert page.all == {lamp.id: lamp}


async def test_days_and_minutes_are_judged_too() -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        every = await page.made("every 45 minutes turn on the kitchen light")
        none = await page.send(f"of/{blinds.id}/time", version=await page.version(blinds), place="0.0", time="21:00")
        assert none.status_code == 422 and "Choose at least one" in words_of(none)
        for minutes in ("0", "-5", "1.5", "", "999999", "五"):
            reply = await page.send(f"of/{every.id}/time", version=await page.version(every), place="0", minutes=minutes)
            assert reply.status_code == 422 and "A whole number of minutes" in words_of(reply), minutes
        assert page.all == {blinds.id: blinds, every.id: every}


async def test_what_is_risky_is_agreed_to_here_and_needs_a_new_ok_at_another_time() -> None:
    async with paged() as page:
        door = await page.made(UNLOCK)
        held = await page.send(f"of/{door.id}/switch", enabled="yes")
        assert held.status_code == 409 and "It waits for your OK first" in words_of(held)
        assert (await page.send(f"of/{door.id}/run")).status_code == 409
        agreed = await page.send(f"of/{door.id}/answer", agreed="yes", version=await page.version(door))
        assert "Agreed: At 19:00" in words_of(agreed) and "Agreed to: unlock the front door lock" in words_of(await page.html())
        version = await page.version(door)
        moved = await page.send(f"of/{door.id}/time", version=version, place="0", date="2026-03-05", time="19:30")
        assert "Shall I set this up? At 19:30 I will unlock" in words_of(moved) and not page.all[door.id].enabled
        await page.household.advance(3600)
        assert await commands(page.household) == [], "nobody has agreed to half past seven"
        await page.send(f"of/{door.id}/answer", agreed="yes", version=await page.version(door))
        await page.household.advance(1800)
        assert await commands(page.household) == [("front-door-lock", "unlock")]


async def test_what_is_declined_is_gone_and_an_ok_to_something_else_counts_for_nothing() -> None:
    async with paged() as page:
        door = await page.made(UNLOCK)
        stale = await page.send(f"of/{door.id}/answer", agreed="yes", version="0123456789abcdef")
        assert stale.status_code == 409 and not page.all[door.id].enabled
        late = await page.version(door)
        await page.household.advance(4000)
        over = await page.send(f"of/{door.id}/answer", agreed="yes", version=late)
        assert over.status_code == 409 and "Its time has passed meanwhile" in words_of(over) and door.id in page.all
        declined = await page.send(f"of/{door.id}/answer", agreed="no", version=late)
        assert "Not set up, and removed" in words_of(declined) and page.all == {}
        assert await commands(page.household) == []


@pytest.mark.parametrize(
    ("text", "sentence", "says"),
    [
        (BLINDS, "make it half past nine instead", "Every day at 21:30 I will close the living room blinds"),
        (BLINDS, "every morning at eight open the bedroom blinds", "Every day at 8:00 I will open the bedroom blinds"),
        ("毎日20時にリビングのブラインドを閉めて", "やっぱり21時半にして", "毎日21:30に、リビングのブラインドを閉めます"),
    ],
)
async def test_a_sentence_changes_it_and_is_taken_back_whole(text: str, sentence: str, says: str) -> None:
    async with paged() as page:
        made = await page.made(text)
        changed = await page.send(f"of/{made.id}/say", text=sentence)
        assert says in words_of(changed)
        (new,) = page.all.values()
        assert new.id != made.id and new.says.startswith(says)
        await page.send("undo", change=undo_of(changed))
        assert page.all == {made.id: made}


async def test_a_sentence_that_means_nothing_for_later_changes_nothing_and_the_next_one_is_heard() -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        for text, status in (("purple monkeys", 409), ("", 422), ("x" * 5000, 413), ("a\x00b", 422)):
            reply = await page.scripted(f"of/{blinds.id}/say", text=text, key="the-same-key")
            assert reply.status_code == status and reply.headers["HX-Retarget"].startswith("#automation-problem-"), text
            assert page.all == {blinds.id: blinds}
        heard = await page.scripted(f"of/{blinds.id}/say", text="make it half past nine instead", key="the-same-key")
        assert "Every day at 21:30" in words_of(heard)


@pytest.mark.parametrize("act", ["switch", "run", "remove", "time", "answer", "say"])
async def test_what_is_not_there_and_what_is_somebody_elses_cannot_be_touched(act: str) -> None:
    fields = {"enabled": "no", "agreed": "yes", "version": "0123456789abcdef", "text": "make it ten", "place": "0.0", "time": "10:00"}
    async with paged() as page:
        blinds = await page.made(BLINDS)
        other = next(p for p in sorted(page.household.people) if p != page.household.person)
        for id, person in (("nothing", page.household.person), (blinds.id, other), ("%00", other)):
            for send in (page.send, page.scripted):
                reply = await send(f"of/{id}/{act}", **{**fields, "person": person})
                assert reply.status_code == 404 and "not there any more, or it is somebody else's" in words_of(reply)
        assert (await page.send(f"of/{blinds.id}/{act}", **{**fields, "person": "nobody"})).status_code == 422
        assert (await page.send(f"of/{blinds.id}/{act}", **{**fields, "key": "x"})).status_code in (400, 409, 422)
        assert page.all == {blinds.id: blinds} and await commands(page.household) == []
        assert "Every day at 20:00" not in words_of(await page.html(person=other))
        assert (await page.household.client.get(f"/ui/automations/of/{blinds.id}", params={"person": other})).status_code == 404


async def test_a_stale_form_overwrites_nothing_and_brings_the_list_anew() -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        old = await page.version(blinds)
        await page.send(f"of/{blinds.id}/time", version=old, place="0.0", time="21:00", fri="on")
        for act, fields in (("remove", dict[str, str]()), ("time", {"place": "0.0", "time": "22:00", "mon": "on"})):
            stale = await page.scripted(f"of/{blinds.id}/{act}", version=old, **fields)
            assert stale.status_code == 409 and stale.headers["HX-Retarget"] == "#automations"
            assert "Nothing was overwritten" in words_of(stale) and "On Fridays at 21:00" in words_of(stale)
        assert page.all[blinds.id].says.startswith("On Fridays at 21:00")


async def test_somebody_elses_change_and_an_unknown_one_cannot_be_taken_back() -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        other = next(p for p in sorted(page.household.people) if p != page.household.person)
        removed = await page.send(f"of/{blinds.id}/remove", version=await page.version(blinds))
        for fields in ({"change": undo_of(removed), "person": other}, {"change": "page/unknown"}, dict[str, str]()):
            assert (await page.send("undo", **fields)).status_code == 409
        assert page.all == {}


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"person=aiko&key=12345678&enabled=maybe", "application/x-www-form-urlencoded", 400),
        (b"person=aiko&enabled=no", "application/x-www-form-urlencoded", 400),
        (b'{"enabled": "no"}', "application/json", 415),
        (b"x=" + b"1" * 2_100_000, "application/x-www-form-urlencoded", 413),
        (b"\xff\xfe", "application/x-www-form-urlencoded", 422),
    ],
)
async def test_what_is_no_form_of_this_page_is_refused(body: bytes, kind: str, status: int) -> None:
    async with paged() as page:
        blinds = await page.made(BLINDS)
        reply = await page.household.client.post(f"/ui/automations/of/{blinds.id}/switch", content=body, headers={"content-type": kind})
        assert reply.status_code == status and page.all[blinds.id].enabled


async def test_words_that_were_said_yesterday_of_tomorrow_are_told_as_of_today() -> None:
    async with paged() as page:
        await told(page.household, "tomorrow at seven in the morning switch the kitchen light on")
        assert "Tomorrow at 7:00 I will turn on the kitchen light." in words_of(await page.html())
        await page.household.advance(7 * 3600)
        assert page.household.now().date() > EVENING.date()
        assert " At 7:00 I will turn on the kitchen light." in words_of(await page.html())
