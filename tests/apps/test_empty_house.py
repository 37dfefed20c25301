"""Homes in which something is missing: no devices, no rooms, no people, or one of each. The rest works, and what is missing is said."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apps.test_orders_in_papers import bring
from tests.embedding.encoders import CountingEncoder
from tests.gateway.edge.robot import Robot

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import MEMORY_JOIN, Household, run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.llm.port import Prompt, Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
START = "home: h\nplace: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}\n"
ROOMS = "rooms: [{id: den, name: Den, aliases: [書斎]}]\n"
PEOPLE = "people: [{id: aiko, name: Aiko, role: adult}]\n"
LAMP = "{id: lamp, name: Desk lamp, aliases: [デスクランプ], components: {main: {switch: {switch: 'off'}}}}"
SENSOR = "{id: probe, name: Thermometer, aliases: [温度計], components: {main: {temperatureMeasurement: {temperature: 21.5}}}}"
PAGES = (
    *("/", "/welcome", "/devices", "/schedule", "/schedule/diary", "/schedule/routines", "/papers"),
    *("/ui/home", "/ui/devices/rooms", "/ui/devices/jobs", "/ui/devices/ledger", "/ui/devices/pictures"),
)
HOMES = {
    "nothing": START,
    "rooms without devices": START + ROOMS,
    "one person alone": START + PEOPLE,
    "one device without rooms or people": START + f"devices: [{LAMP}]\n",
    "one sensor": START + ROOMS + f"devices: [{SENSOR}]\n",
    "devices without rooms": START + PEOPLE + f"devices: [{LAMP}, {SENSOR}]\n",
}
DEVICES = (
    "Turn on the light",
    "電気をつけて",
    "Turn off everything",
    "全部消して",
    "Is the window open?",
    "窓は開いていますか",
    "Why is the fan on?",
    "What devices are there?",
    "どんな機器がありますか",
    "How warm is it?",
    "今何度？",
    "Make it cosier",
    "Take a photo",
    "写真を撮って",
)


def planned(prompt: Prompt) -> Any:
    """A planner that gives everything to the devices where it may."""
    forms: Any = (prompt.schema or {}).get("anyOf", ())
    tasks = next((form["properties"]["tasks"] for form in forms if "tasks" in form["properties"]), None)
    agents = tasks["items"]["properties"]["agent"]["enum"] if tasks else ()
    said = prompt.request.rpartition("Say: ")[2]
    return {"tasks": [{"agent": "iot", "request": said}]} if "iot" in agents else {"reply": "Hm."}


def nothing(prompt: Prompt) -> Any:
    return {"calls": [{"none": "cannot do that"}]}


@asynccontextmanager
async def living(home: LoadedHome) -> AsyncIterator[tuple[Household, httpx.AsyncClient]]:
    models = ScriptedModels(
        {Role.PLANNER: ScriptedModel(planned), Role.IOT: ScriptedModel(nothing), Role.LIFESTYLE: ScriptedModel(lambda _: "Yes")}
    )
    encoder = CountingEncoder()
    async with (
        run_household(
            home, data=None, clock=SetClock(NOW), models=models, encoder=encoder, papers=PaperOptions(encoder=encoder)
        ) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client,
    ):
        yield household, client


async def told(household: Household, client: httpx.AsyncClient, text: str) -> Mapping[str, Any]:
    begun = await client.post("/turns", json={"text": text, "person": household.speaker})
    assert begun.status_code == 202, begun.text
    async with client.stream("GET", f"/turns/{begun.json()['turn']}/events") as events:
        async for _ in events.aiter_lines():
            pass
    answered: Mapping[str, Any] = (await client.get(f"/turns/{begun.json()['turn']}")).json()
    return answered


@pytest.fixture(params=HOMES, ids=str)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> LoadedHome:
    (tmp_path / "h.home.yaml").write_text(HOMES[request.param], encoding="utf-8")
    return load_home(tmp_path / "h.home.yaml")


async def test_every_page_is_there(home: LoadedHome) -> None:
    async with living(home) as (_, client):
        for path in PAGES:
            answered = await client.get(path, headers={"accept": "text/html"}, follow_redirects=True)
            assert answered.status_code == 200, f"{path}: {answered.status_code}"


async def test_sentences_about_devices_are_answered_and_the_rest_goes_on(home: LoadedHome) -> None:
    async with living(home) as (household, client):
        for text in DEVICES:
            answer = await told(household, client, text)
            assert answer["status"] == "done", text
            assert "did not work" not in answer["answer"] and "うまくいきません" not in answer["answer"], text
            if not home.home.devices:
                assert "No devices are connected" in answer["answer"] or "まだ機器が接続されていない" in answer["answer"], text
        assert "Buy eggs" in (await told(household, client, "Add buy eggs to my tasks"))["answer"]
        both = (await told(household, client, "Turn on the light and add wax the skis to my tasks"))["answer"]
        assert "ax the skis" in both
        await bring(client, "boiler.md", b"# Boiler\n\nBleed the boiler every autumn.\n")
        assert "every autumn" in (await told(household, client, "What do the papers say about when to bleed the boiler?"))["answer"]


async def test_what_nobody_asked_of_the_only_device_is_not_told_of_it(tmp_path: Path) -> None:
    (tmp_path / "h.home.yaml").write_text(HOMES["one device without rooms or people"], encoding="utf-8")
    async with living(load_home(tmp_path / "h.home.yaml")) as (household, client):
        for text in ("How warm is it?", "今何度？", "Why is the fan on?"):
            answer = (await told(household, client, text))["answer"]
            assert "lamp" not in answer.lower() and "ランプ" not in answer, text


async def test_a_device_that_joins_an_empty_house_is_spoken_of_at_once() -> None:
    async with living(load_home("empty")) as (household, client):
        assert "No devices are connected" in (await told(household, client, "Turn on the light"))["answer"]
        robot = Robot(client)
        await robot.enrol(MEMORY_JOIN)
        (await robot.describe()).raise_for_status()
        answer = (await told(household, client, "What does the Wisp glow at?"))["answer"]
        assert "No devices are connected" not in answer and "Wisp" in answer
        assert (await client.get("/devices")).status_code == 200
