"""Who is let in at the edge: once with a code, under an id of one's own, and again only with a person's leave."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.gateway.edge.robot import Robot
from tests.gateway.fakes import NOON, cause, write_home

from yamori.domain.clock import SetClock
from yamori.domain.errors import NotFound
from yamori.domain.receipt import ReceiptStatus
from yamori.gateway.edge.allowance import Allowances
from yamori.gateway.edge.join import VALID, FixedCode, KeptCodes
from yamori.gateway.edge_routes import edge_routes
from yamori.gateway.gate import ADMISSION
from yamori.gateway.house_routes import house_routes
from yamori.gateway.opening import House, open_house
from yamori.gateway.routes import gate_routes

OURS = "an-attempt-of-the-device"


@dataclass(frozen=True)
class Door:
    house: House
    client: httpx.AsyncClient
    codes: KeptCodes
    clock: SetClock
    home: Path
    """The home's file."""

    async def enrol(self, device: str, join: str, attempt: str | None = None) -> httpx.Response:
        body = {"device": device, "join": join} | ({"attempt": attempt} if attempt else {})
        return await self.client.post("/edge/enrol", json=body)

    async def joined(self, device: str) -> Robot:
        robot = Robot(self.client, id=device)
        assert (await robot.enrol(self.codes.make())).status_code == 200
        (await robot.describe()).raise_for_status()
        return robot

    async def answered(self, device: str, *, agree: bool, person: str = "sora") -> httpx.Response:
        return await self.client.post(f"/gate/devices/{device}/admission", json={"person": person, "agree": agree})


@asynccontextmanager
async def open_door(folder: Path, clock: SetClock) -> AsyncIterator[Door]:
    file = write_home(folder)
    async with open_house(file, data=folder / "data", clock=clock) as house:
        app, codes = FastAPI(), KeptCodes(folder / "data", clock)
        guesses = Allowances(rate=1 / 60, burst=10, clock=lambda: clock.now().timestamp())
        doors = edge_routes(house.edge, house.pictures, house.upkeep, join=codes, allowances=Allowances(), guesses=guesses)
        app.include_router(doors, prefix="/edge")
        app.include_router(gate_routes(house.gate), prefix="/gate")
        app.include_router(house_routes(house), prefix="/gate")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            yield Door(house, client, codes, clock, file)


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    async with open_door(tmp_path, SetClock(NOON)) as opened:
        yield opened


async def test_a_code_is_good_for_one_device(door: Door) -> None:
    code = door.codes.make()
    answers = await asyncio.gather(*(door.enrol(f"lamp-{n}", code) for n in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401, 401]
    assert (await door.enrol("lamp-0", code)).status_code == 401


async def test_a_code_that_is_too_old_lets_nobody_in_and_the_other_ones_stay_good(door: Door) -> None:
    old = door.codes.make()
    door.clock.advance(VALID / 2)
    new = door.codes.make()
    door.clock.advance(VALID / 2)
    assert (await door.enrol("lamp", old)).status_code == 401
    assert (await door.enrol("lamp", new)).status_code == 200


def test_a_code_of_an_earlier_version_which_never_ended_is_good_no_more(tmp_path: Path) -> None:
    (tmp_path / "gate").mkdir()
    (tmp_path / "gate" / "join").write_text("for-ever-and-ever", encoding="ascii")
    codes = KeptCodes(tmp_path)
    assert not codes.holds("for-ever-and-ever")
    assert codes.newest() != "for-ever-and-ever" and codes.holds(codes.newest())


async def test_an_id_that_has_joined_is_given_no_second_token_and_keeps_its_own(door: Door) -> None:
    robot = await door.joined("wisp")
    for again in (await door.enrol("wisp", door.codes.make()), await door.enrol("WISP", door.codes.make(), OURS)):
        assert again.status_code == 409 and "token" not in again.json()
    assert (await robot.client.post("/edge/lease", json={"wait": 0}, headers=robot.headers)).status_code == 200


@pytest.mark.parametrize("attempt", [None, OURS])
async def test_a_device_that_lost_its_token_joins_again_once_a_person_agrees(door: Door, attempt: str | None) -> None:
    old = await door.joined("wisp")
    code = door.codes.make()
    first = await door.enrol("wisp", code, attempt)
    assert (first.status_code, first.json()["error"]["where"]) == (409, "approval")
    (held,) = (await door.client.get("/gate/held")).json()
    assert held["command"]["device"] == "wisp" and held["command"]["capability"] == ADMISSION
    assert (await door.enrol("wisp", code, attempt)).status_code == 409
    assert len((await door.client.get("/gate/held")).json()) == 1
    assert (await door.answered("wisp", agree=True)).status_code == 200
    robot = Robot(door.client, id="wisp", token=(await door.enrol("wisp", code, attempt)).json()["token"])
    assert (await robot.describe()).status_code == 200
    assert (await old.describe()).status_code == 401
    assert (await door.enrol("wisp", code, attempt)).status_code == 401


async def test_the_leave_is_the_device_s_that_asked_and_of_nobody_who_asks_by_the_same_id(door: Door) -> None:
    await door.joined("wisp")
    await door.enrol("wisp", door.codes.make(), OURS)
    await door.answered("wisp", agree=True)
    other = await door.enrol("wisp", door.codes.make(), "an-attempt-of-somebody-else")
    assert other.status_code == 409 and "token" not in other.json()


async def test_a_no_and_nobody_s_answer_let_nobody_in(door: Door) -> None:
    await door.joined("wisp")
    refused, forgotten = door.codes.make(), door.codes.make()
    await door.enrol("wisp", refused, OURS)
    assert (await door.answered("wisp", agree=False)).status_code == 200
    assert (await door.enrol("wisp", refused, OURS)).status_code == 401
    await door.enrol("wisp", forgotten, OURS)
    door.clock.advance(timedelta(minutes=11))
    assert (await door.answered("wisp", agree=True)).status_code == 404
    assert (await door.enrol("wisp", forgotten, OURS)).status_code == 401
    assert (await door.answered("wisp", agree=True, person="nobody")).status_code == 400


async def test_an_answer_that_was_lost_is_given_again_until_the_token_is_used(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with open_door(tmp_path, clock) as door:
        code = door.codes.make()
        lost = (await door.enrol("wisp", code, OURS)).json()["token"]
    async with open_door(tmp_path, clock) as door:
        assert (await door.enrol("wisp", code, "an-attempt-of-somebody-else")).status_code == 401
        robot = Robot(door.client, id="wisp", token=(await door.enrol("wisp", code, OURS)).json()["token"])
        assert robot.token != lost and (await robot.describe()).status_code == 200
        assert (await door.enrol("wisp", code, OURS)).status_code == 401


@pytest.mark.parametrize("id", ["heater", "Heater"])
async def test_the_id_of_a_device_of_the_house_is_refused_and_the_code_stays_good(door: Door, id: str) -> None:
    code = door.codes.make()
    refused = await door.enrol(id, code)
    assert (refused.status_code, refused.json()["error"]["where"]) == (409, "device")
    assert (await door.enrol("wisp", code)).status_code == 200


async def test_an_id_that_another_backend_brings_later_is_that_backend_s_and_the_edge_s_is_heard_no_more(door: Door) -> None:
    robot = await door.joined("wisp")
    door.home.write_text(door.home.read_text() + "  - {id: wisp, name: Real wisp, components: {main: {power: {}}}}\n")
    assert await door.house.upkeep.look()
    device = door.house.gate.home.device("wisp")
    assert device is not None and device.name == "Real wisp"
    heard = await robot.client.post("/edge/readings", json={"readings": []}, headers=robot.headers)
    assert (heard.status_code, heard.json()["error"]["where"]) == (409, "device")
    assert {r.component for r in await door.house.gate.snapshot() if r.device == "wisp"} == {"main"}


async def test_guesses_are_limited_and_a_right_code_costs_nothing(door: Door) -> None:
    for n in range(12):
        assert (await door.enrol(f"lamp-{n}", door.codes.make())).status_code == 200
    statuses = [(await door.enrol("guesser", f"guess-{n}")).status_code for n in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    door.clock.advance(timedelta(minutes=1))
    assert (await door.enrol("guesser", door.codes.make())).status_code == 200


async def test_an_undo_is_never_of_a_device_that_was_let_in(door: Door) -> None:
    await door.joined("wisp")
    code = door.codes.make()
    await door.enrol("wisp", code)
    await door.answered("wisp", agree=True)
    assert (await door.house.gate.undo(cause("undo"))).cannot == ()
    (receipt,) = await door.house.gate.ledger()
    assert receipt.status is ReceiptStatus.UNCHANGED


async def test_a_household_in_memory_has_one_code_for_any_number_of_devices() -> None:
    code = FixedCode(lambda: "join")
    code.spend("join")
    assert code.holds("join") and not code.holds("") and not FixedCode(lambda: "").holds("")


async def test_only_a_device_that_asks_can_be_let_in(door: Door) -> None:
    with pytest.raises(NotFound):
        await door.house.edge.devices.admissions.agree("wisp")
