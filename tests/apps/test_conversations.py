"""Conversations of a whole household over its endpoints: listed, renamed, deleted; what they did undone and done otherwise."""

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
from tests.apps.signed_in import client_of, house_with_accounts
from tests.apps.test_forgotten import SECRET, talked, traces
from tests.apps.test_household import say

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.understanding.tagging.trained import trained_reader

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
LAMP = "floor-lamp.main.switch.switch"


@asynccontextmanager
async def living(data: Path | None = None) -> AsyncIterator[tuple[Household, httpx.AsyncClient]]:
    home, models = load_home("demo"), ScriptedModels({})
    async with (
        run_household(home, data=data, clock=SetClock(MORNING), models=models, reader=trained_reader()) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=120.0) as client,
    ):
        yield household, client


async def post(client: httpx.AsyncClient, path: str, **body: object) -> Any:  # Any: a JSON object
    reply = await client.post(path, json={"key": secrets.token_hex(4), **body})
    assert reply.status_code == 200, reply.text
    return reply.json()


async def state(household: Household, path: str) -> object:
    return {reading.path: reading.value for reading in await household.gate.snapshot()}[path]


async def test_what_a_turn_did_to_devices_and_the_schedule_is_taken_back_at_once() -> None:
    async with living() as (household, client):
        before = await state(household, LAMP)
        turn = await say(client, "turn on the floor lamp and put the dentist on my calendar tomorrow at 15:30")
        path = f"/turns/{turn['turn']}"
        changed = (await client.get(f"{path}/changes")).json()
        assert (changed["can_undo"], changed["undone"], changed["entries"]) == (True, False, 1)
        taken = await post(client, f"{path}/undo")
        assert [(e["title"], e["did"]) for e in taken["entries"]] == [("Dentist", "removed")] and len(taken["receipts"]) == 1
        assert await state(household, LAMP) == before
        assert (await client.get(f"{path}/changes")).json()["undone"]
        again = await post(client, f"{path}/undo")
        assert again["receipts"] == again["entries"] == again["cannot"] == []


async def test_automations_scenes_lists_and_messages_are_taken_back_too() -> None:
    async with living() as (household, client):
        for text, kind, did in (
            ("every weekday at seven turn on the floor lamp", "automation", "removed"),
            ("make a scene called elevenses that turns on the coffee maker", "scene", "removed"),
            ("put figs and two lemons on the shopping list", "list", "restored"),
            ("tell Kenji dinner's ready", "message", "removed"),
        ):
            turn = await say(client, text)
            path = f"/turns/{turn['turn']}"
            assert (await client.get(f"{path}/changes")).json()["can_undo"], turn
            taken = await post(client, f"{path}/undo")
            assert [(e["kind"], e["did"]) for e in taken["entries"]] == [(kind, did)], taken
            assert not (await client.get(f"{path}/changes")).json()["can_undo"]
        assert not household.automations.all() and not await household.scenes.store.all()
        assert [one.items for one in await household.lists.seen("aiko")] in ([], [()])
        assert not await household.schedule.notices.open(person="kenji")


async def test_a_removed_automation_comes_back_and_a_message_that_was_seen_stays() -> None:
    async with living() as (household, client):
        await say(client, "when the front door opens turn on the entrance light for five minutes")
        before = sorted(household.automations.all(), key=lambda one: one.id)
        turn = await say(client, "delete that automation")
        assert not household.automations.all(), turn
        taken = await post(client, f"/turns/{turn['turn']}/undo")
        assert [e["did"] for e in taken["entries"]] == ["restored"] and sorted(
            household.automations.all(), key=lambda one: one.id
        ) == before
        turn = await say(client, "tell everyone that I'm leaving")
        (notice,) = await household.schedule.notices.open(person="kenji")
        await household.schedule.notices.see(notice.id, person="kenji")
        await post(client, f"/turns/{turn['turn']}/undo")
        assert [len(await household.schedule.notices.open(person=person)) for person in ("kenji", "mei")] == [1, 0]


async def test_another_device_or_value_is_done_instead_and_the_undo_takes_that_back_too() -> None:
    async with living() as (household, client):
        turn = await say(client, "turn on the floor lamp")
        path = f"/turns/{turn['turn']}"
        (correction,) = (await client.get(f"{path}/changes")).json()["corrections"]
        other = correction["devices"][0]
        was = await state(household, f"{other}.main.switch.switch")
        done = await post(client, f"{path}/correction", receipt=correction["receipt"], device=other)
        assert [r["command"]["device"] for r in (*done["receipts"], *done["done"])] == ["floor-lamp", other]
        assert (await state(household, LAMP), await state(household, f"{other}.main.switch.switch")) == ("off", "on")
        assert (await client.post(f"{path}/correction", json={"key": "k", "receipt": correction["receipt"], "device": "nothing"})).is_error
        await post(client, f"{path}/undo")
        assert (await state(household, LAMP), await state(household, f"{other}.main.switch.switch")) == ("off", was)


async def test_what_needs_an_agreement_to_be_taken_back_stays_and_that_is_said() -> None:
    async with living() as (household, client):
        (lock,) = [reading.path for reading in await household.gate.snapshot() if reading.path.endswith(".main.lock.lock")]
        await household.gate.set(lock, "unlocked")
        locked = await say(client, "lock the front door")
        taken = await post(client, f"/turns/{locked['turn']}/undo")
        assert taken["receipts"] == [] and ["needs an OK" in one["why"] for one in taken["cannot"]] == [True]
        assert await household.gate.held() == []
        undone = await say(client, "turn on the floor lamp and then undo that")
        assert (await client.get(f"/turns/{undone['turn']}/changes")).json()["undone"] is False


async def test_a_conversation_is_listed_renamed_found_gone_on_with_and_deleted_from_every_file(tmp_path: Path) -> None:
    async with living(tmp_path) as (household, client):
        await talked(household, "turn on the floor lamp")
        turn = await say(client, f"I can't stand {SECRET} and turn off the floor lamp")
        id = turn["conversation"]
        listed: list[Mapping[str, str]] = (await client.get("/conversations", params={"person": "aiko", "search": SECRET})).json()[
            "conversations"
        ]
        assert [(c["id"], c["age"]) for c in listed] == [(id, "today")]
        assert (await client.patch(f"/conversations/{id}", json={"title": f"Dislikes {SECRET}"})).json()["title"] == f"Dislikes {SECRET}"
        assert (await client.get(f"/conversations/{id}")).json()["title"] == f"Dislikes {SECRET}"
        assert (await client.delete(f"/conversations/{id}")).status_code == 204
        assert (await client.get(f"/conversations/{id}")).status_code == 404
        rest = (await client.get("/conversations", params={"person": "aiko"})).json()["conversations"]
        assert [c["title"] for c in rest] == ["turn on the floor lamp"]
    assert traces(tmp_path) == {}


async def test_another_persons_conversation_is_not_there() -> None:
    async with house_with_accounts() as house, client_of(house, "kenji") as kenji, client_of(house, "aiko") as aiko:
        reply = await kenji.post("/turns", json={"text": "turn on the floor lamp"})
        id, turn = reply.json()["conversation"], reply.json()["turn"]
        assert (await aiko.get("/conversations")).json()["conversations"] == []
        for method, path, body in (
            ("PATCH", f"/conversations/{id}", {"title": "mine"}),
            ("DELETE", f"/conversations/{id}", None),
            ("POST", f"/turns/{turn}/stop", None),
            ("GET", f"/turns/{turn}/changes", None),
            ("POST", f"/turns/{turn}/undo", {"key": "k"}),
        ):
            assert (await aiko.request(method, path, json=body)).status_code == 404, path
