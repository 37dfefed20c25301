"""SmartThings over real HTTP against a cloud of our own, in all its moods."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import structlog
from tests.gateway.backends.contract import CONTRACT, Subject
from tests.gateway.fakes import NOON
from tests.gateway.smartthings.cloud import LAMP, LOCATION, OVEN, PLAYER, ROOM, TOKEN, Cloud, after, drops, hangs, raw, running, says, state

from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, Misconfigured, NotFound
from yamori.domain.home import Place
from yamori.domain.receipt import Command
from yamori.gateway.backends.port import NotAccepted
from yamori.gateway.backends.smartthings import Limits, SmartThingsBackend, open_smartthings
from yamori.gateway.sentkeys import SENT_KEYS_SCHEMA, SentKey, SentKeys
from yamori.gateway.smartthings.tokens import OAuthApp
from yamori.gateway.sqlite import open_sqlite

PLACE = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")
QUICK = Limits(request=1.0, patience=0.5, read_back=0.5, unknown_effect=0.2, between_looks=0.02, poll=60.0, fresh=0.0)
ON = Command(device=LAMP, capability="switch", name="on")
OFF = Command(device=LAMP, capability="switch", name="off")


def level(to: int) -> Command:
    return Command(device=LAMP, capability="switchLevel", name="setLevel", arguments={"level": to})


@asynccontextmanager
async def opened(cloud: Cloud, file: Path | None = None, limits: Limits = QUICK, **more: object) -> AsyncIterator[SmartThingsBackend]:
    options = {"access": TOKEN, "clock": SetClock(NOON), **more}
    access = options.pop("access")
    backend = await open_smartthings(access, place=PLACE, file=file, url=cloud.url, limits=limits, **options)  # type: ignore[arg-type]
    try:
        yield backend
    finally:
        await backend.close()


@pytest.mark.parametrize("owed", CONTRACT)
async def test_smartthings_keeps_the_contract(owed: Callable[[Subject], Awaitable[None]]) -> None:
    async with running() as cloud, opened(cloud) as backend:

        async def take_back() -> None:
            level = cloud.devices[LAMP]["status"]["main"]["switchLevel"]["level"]
            cloud.devices[LAMP]["status"]["main"]["switchLevel"]["level"] = {**level, "value": None}

        await owed(
            Subject(
                backend=backend,
                home=backend.loaded,
                attribute="switchLevel.level",
                first=level(70),
                first_value=70,
                second=level(10),
                second_value=10,
                reached=lambda: len(cloud.commands),
                take_back=take_back,
            )
        )


async def test_a_home_is_read_with_its_rooms_components_and_foreign_capabilities() -> None:
    async with running(Cloud(page=2)) as cloud, opened(cloud) as backend:
        home = backend.loaded.home
        assert [(device.id, device.name, device.room) for device in home.devices] == [
            (LAMP, "Bench", ROOM),
            (OVEN, "Bench", ROOM),
            (PLAYER, "Player", None),
        ]
        names = {component: [name.partition("-")[0] for name in held] for component, held in home.devices[1].components.items()}
        assert names == {"main": ["washerOperatingState", "temperatureMeasurement"], "side-door": ["makerspace.steamBurst"]}
        foreign = backend.loaded.capabilities["makerspace.steamBurst"]
        assert foreign.commands["setStrength"].arguments["required"] == ["strength"]
        assert foreign.commands["unlockDoor"].risk == "confirm"
        assert "execute" not in backend.loaded.capabilities
        reading = await backend.read(OVEN, "main", "temperatureMeasurement", "temperature")
        assert (reading.value, reading.unit) == (20.0, "°C")


async def test_a_command_that_only_our_file_knows_is_said_in_smartthings_words() -> None:
    async with running() as cloud, opened(cloud) as backend:
        brighter = Command(device=LAMP, capability="switchLevel", name="brighter", arguments={"by": 15})
        sent = await backend.send(brighter, "k")
        washer = next(name for name in backend.loaded.capabilities if name.startswith("washerOperatingState"))
        start = Command(device=OVEN, capability=washer, name="start")
        await backend.send(start, "k2")
        assert sent.after["switchLevel.level"] == 55
        assert [(each["command"], each["arguments"]) for each in cloud.commands] == [("setLevel", [55]), ("setMachineState", ["run"])]


async def test_a_capability_without_a_file_is_commanded_on_its_own_component() -> None:
    async with running() as cloud, opened(cloud) as backend:
        burst = Command(
            device=OVEN, component="side-door", capability="makerspace.steamBurst", name="setStrength", arguments={"strength": 4}
        )
        sent = await backend.send(burst, "k")
        assert (sent.before["makerspace.steamBurst.strength"], sent.after["makerspace.steamBurst.strength"]) == (1, 4)
        assert cloud.commands[0]["component"] == "side.door"


async def test_definitions_are_asked_for_once_and_kept_over_a_restart(tmp_path: Path) -> None:
    async with running() as cloud:
        for _ in range(2):
            async with opened(cloud, tmp_path / "st.sqlite3") as backend:
                assert "makerspace.steamBurst" in backend.loaded.capabilities
        assert [path for _, path in cloud.asked].count("/v1/capabilities/makerspace.steamBurst/1") == 1
        assert (tmp_path / "st.sqlite3").stat().st_mode & 0o077 == 0


async def test_a_device_that_stays_as_it_is_is_told_as_it_is() -> None:
    async with running(Cloud(ignores={LAMP})) as cloud, opened(cloud) as backend:
        sent = await backend.send(ON, "k")
        assert sent.after["switch.switch"] == "off"


async def test_a_value_that_arrives_late_is_waited_for() -> None:
    async with running(Cloud(ignores={LAMP})) as cloud, opened(cloud, limits=replace(QUICK, read_back=5.0)) as backend:
        looks = [lambda: None, lambda: None, lambda: None, lambda: cloud.put(LAMP, "main", "switch", "switch", "on")]
        cloud.moods += [("GET", "/status", after(look)) for look in looks]
        assert (await backend.send(ON, "k")).after["switch.switch"] == "on"
        assert cloud.moods == []


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (401, Misconfigured, "does not accept Yamori.s access token"),
        (403, Misconfigured, "is not allowed"),
        (429, HouseSilent, "no more requests"),
    ],
)
async def test_who_can_act_is_said_when_the_account_is_refused(status: int, error: type[Exception], said: str) -> None:
    async with running() as cloud:
        cloud.once("GET", "/locations", says(status, **{"retry-after": "30"}))
        with pytest.raises(error, match=said) as caught:
            async with opened(cloud):
                pass
        assert TOKEN not in str(caught.value)


async def test_a_wrong_token_names_the_mend_and_appears_in_no_log() -> None:
    async with running() as cloud:
        with structlog.testing.capture_logs() as logs, pytest.raises(Misconfigured) as caught:
            async with opened(cloud, access="wrong-token-9"):
                pass
    assert "https://account.smartthings.com/tokens" in caught.value.mend
    assert "wrong-token-9" not in f"{logs}{caught.value}{caught.value.mend}"


async def test_too_many_requests_are_waited_out_and_a_command_goes_once() -> None:
    async with running() as cloud, opened(cloud) as backend:
        cloud.once("POST", "/commands", says(429, **{"retry-after": "0.05"}))
        cloud.once("GET", "/status", says(429, **{"x-ratelimit-reset": "60"}))
        sent = await backend.send(ON, "k")
        assert sent.after["switch.switch"] == "on"
        assert len(cloud.commands) == 1


async def test_a_command_turned_away_may_be_tried_again_with_the_same_key() -> None:
    async with running() as cloud, opened(cloud) as backend:
        for mood, error in ((says(422), NotAccepted), (says(429, **{"retry-after": "60"}), HouseSilent), (says(401), Misconfigured)):
            cloud.once("POST", "/commands", mood)
            with pytest.raises(error):
                await backend.send(ON, "k")
        assert cloud.commands == []
        assert (await backend.send(ON, "k")).after["switch.switch"] == "on"


async def test_a_reply_that_was_lost_after_the_action_is_read_back() -> None:
    async with running() as cloud, opened(cloud) as backend:
        cloud.once("POST", "/commands", drops(done=True))
        assert (await backend.send(ON, "k")).after["switch.switch"] == "on"
        assert await backend.send(ON, "k") == await backend.sent("k")
        assert len(cloud.commands) == 1


async def test_a_reply_lost_without_the_action_is_not_claimed_and_goes_again_when_asked_again() -> None:
    async with running() as cloud, opened(cloud) as backend:
        cloud.once("POST", "/commands", drops(done=False))
        with pytest.raises(HouseSilent, match="does not show that this was done"):
            await backend.send(level(70), "k")
        assert await backend.sent("k") is None
        assert (await backend.send(level(70), "k")).after["switchLevel.level"] == 70
        assert len(cloud.commands) == 1


async def test_a_step_whose_reply_was_lost_is_not_taken_twice() -> None:
    brighter = Command(device=LAMP, capability="switchLevel", name="brighter", arguments={"by": 10})
    async with running() as cloud, opened(cloud) as backend:
        cloud.once("POST", "/commands", drops(done=True))
        for _ in range(3):
            assert (await backend.send(brighter, "k")).after["switchLevel.level"] == 50
        assert len(cloud.commands) == 1


async def test_what_nothing_confirms_is_never_sent_again() -> None:
    following = Command(device=PLAYER, capability="mediaTrackControl", name="nextTrack")
    async with running() as cloud, opened(cloud) as backend:
        cloud.once("POST", "/commands", drops(done=True))
        for _ in range(2):
            with pytest.raises(HouseSilent):
                await backend.send(following, "k")
        assert len(cloud.commands) == 1


async def test_a_key_that_was_cut_off_by_a_kill_is_looked_after_first(tmp_path: Path) -> None:
    async with running() as cloud:
        store = await open_sqlite(tmp_path / "st.sqlite3", schema=SENT_KEYS_SCHEMA)
        note = SentKey(key="k", begun=NOON, before={"switch.switch": "off"}, wanted={"switch.switch": "on"}, again=True, after={})
        await SentKeys(store).begin(note)
        await store.close()
        cloud.put(LAMP, "main", "switch", "switch", "on")
        async with opened(cloud, tmp_path / "st.sqlite3") as backend:
            assert (await backend.send(ON, "k")).before["switch.switch"] == "off"
        assert cloud.commands == []


async def test_keys_outlive_a_restart(tmp_path: Path) -> None:
    async with running() as cloud:
        async with opened(cloud, tmp_path / "st.sqlite3") as backend:
            first = await backend.send(ON, "k")
        async with opened(cloud, tmp_path / "st.sqlite3") as backend:
            assert await backend.send(ON, "k") == first
        assert len(cloud.commands) == 1


async def test_a_server_that_hangs_is_given_up_within_the_limit() -> None:
    async with running() as cloud, opened(cloud, limits=replace(QUICK, request=0.2)) as backend:
        never = asyncio.Event()
        cloud.moods += [("GET", "/status", hangs(never))] * 4
        begun = time.monotonic()
        with pytest.raises(HouseSilent, match="nothing was sent"):
            await backend.send(ON, "k")
        assert time.monotonic() - begun < 20
        never.set()


@pytest.mark.parametrize("body", [b"no json", b"[1]", b'"' + b"x" * 17_000_000, b"[" * 100_000])
async def test_an_answer_that_makes_no_sense_is_silence(body: bytes) -> None:
    async with running() as cloud, opened(cloud) as backend:
        cloud.moods += [("GET", "/status", raw(body))] * 2
        with pytest.raises(HouseSilent):
            await backend.read(LAMP, "main", "switch", "switch")


async def test_an_offline_device_is_not_commanded() -> None:
    async with running(Cloud(offline={LAMP})) as cloud, opened(cloud) as backend:
        with pytest.raises(HouseSilent, match="cannot be reached now; nothing was sent"):
            await backend.send(ON, "k")
        assert cloud.commands == []


async def test_what_changes_elsewhere_is_heard_by_polling() -> None:
    async with running() as cloud, opened(cloud, limits=replace(QUICK, poll=0.02)) as backend:
        changes = backend.changes()
        cloud.put(LAMP, "main", "switchLevel", "level", 77)
        reading = await anext(changes)
        assert (reading.path, reading.value) == (f"{LAMP}.main.switchLevel.level", 77)


async def test_polling_goes_on_after_the_cloud_was_away() -> None:
    async with running() as cloud, opened(cloud, limits=replace(QUICK, poll=0.02)) as backend:
        changes = backend.changes()
        cloud.moods += [("GET", "/devices", says(503))] * 2
        cloud.put(LAMP, "main", "switchLevel", "level", 78)
        assert (await anext(changes)).value == 78


async def test_devices_that_come_and_go_make_a_new_home() -> None:
    async with running() as cloud, opened(cloud, limits=replace(QUICK, poll=0.02)) as backend:
        homes = backend.homes()
        gone = cloud.devices.pop(PLAYER)
        assert [device.id for device in (await anext(homes)).home.devices] == [LAMP, OVEN]
        with pytest.raises(NotFound):
            await backend.send(Command(device=PLAYER, capability="mediaTrackControl", name="nextTrack"), "k")
        attic = {"roomId": "r2", "locationId": LOCATION, "name": "Attic"}
        cloud.rooms.append(attic)
        cloud.devices["new.one"] = {**gone, "roomId": "r2", "status": {"main": {"switch": {"switch": state("off")}}}}
        newer = await anext(homes)
        assert [(device.id, device.room) for device in newer.home.devices][-1] == ("new-one", "r2")


async def test_malformed_devices_and_definitions_do_not_hide_the_others() -> None:
    cloud = Cloud()
    cloud.definitions["makerspace.steamBurst"] = {"attributes": 5}
    del cloud.definitions["mediaTrackControl"]
    async with running(cloud):
        listing = {"items": [{"deviceId": 5}, {"label": "none"}, cloud.item(LAMP, whole=True), cloud.item(OVEN, whole=True)], "_links": 3}
        cloud.once("GET", "/devices", says(200, listing))
        async with opened(cloud) as backend:
            assert [device.id for device in backend.loaded.home.devices] == [LAMP, OVEN]
            assert list(backend.loaded.home.devices[1].components) == ["main"]


async def test_the_token_does_not_follow_a_link_to_another_server() -> None:
    async with running() as elsewhere, running(Cloud(page=1)) as cloud:
        cloud.next_page = f"{elsewhere.url}/devices"
        async with opened(cloud) as backend:
            assert len(backend.loaded.home.devices) == 1
        assert elsewhere.asked == []


async def test_an_account_with_several_locations_wants_one_named() -> None:
    two = [{"locationId": LOCATION, "name": "Cabin"}, {"locationId": "other", "name": "Boat"}]
    async with running(Cloud(locations=two)) as cloud:
        with pytest.raises(Misconfigured, match="Cabin or Boat"):
            async with opened(cloud):
                pass
        with pytest.raises(Misconfigured, match="there is no location Cabbin") as caught:
            async with opened(cloud, location="Cabbin"):
                pass
        assert "Cabin" in caught.value.mend
        async with opened(cloud, location="Cabin") as backend:
            assert backend.loaded.home.name == "Cabin"


async def test_oauth_tokens_renew_themselves_and_outlive_a_restart(tmp_path: Path) -> None:
    app = OAuthApp(client_id="c", client_secret="very-secret", refresh_token="r1")
    assert "very-secret" not in repr(app) and "r1" not in repr(app)
    async with running(Cloud(tokens=set(), refresh={"r1": ("a1", "r2"), "r2": ("a2", "r3")})) as cloud:
        async with opened(cloud, tmp_path / "st", access=app) as backend:
            await backend.send(ON, "k")
            cloud.tokens = set()  # expired
            assert (await backend.send(OFF, "k2")).after["switch.switch"] == "off"
        async with opened(cloud, tmp_path / "st", access=app):
            assert cloud.tokens == {"a2"}
        cloud.tokens = set()
        with pytest.raises(Misconfigured, match="does not renew"):
            async with opened(cloud, tmp_path / "st", access=app):
                pass


async def test_nothing_is_known_of_a_device_that_the_cloud_does_not_reach_until_it_is_back() -> None:
    async with running() as cloud, opened(cloud, limits=replace(QUICK, poll=0.02)) as backend:
        changes = backend.changes()
        cloud.offline.add(LAMP)
        gone = [await anext(changes) for _ in range(2)]
        assert {(reading.attribute, reading.value, reading.last and reading.last.value) for reading in gone} == {
            ("switch", None, "off"),
            ("level", None, 40),
        }
        assert (await backend.read(LAMP, "main", "switch", "switch")).value is None
        assert {reading.value for reading in await backend.snapshot(LAMP)} == {None}
        cloud.offline.clear()
        back = [await anext(changes) for _ in range(2)]
        assert {(reading.attribute, reading.value) for reading in back} == {("switch", "off"), ("level", 40)}


async def test_nothing_is_known_once_the_cloud_does_not_answer_any_more_until_it_does() -> None:
    async with running() as cloud, opened(cloud, limits=replace(QUICK, poll=0.02)) as backend:
        known = {reading.path for reading in await backend.snapshot() if reading.value is not None}
        changes = backend.changes()
        for _ in range(1_000):
            cloud.once("GET", "/devices", says(500))
        assert {(reading.path, reading.value) for reading in [await anext(changes) for _ in known]} == {(path, None) for path in known}
        cloud.moods.clear()
        assert {(await anext(changes)).path for _ in known} == known
        assert {reading.path for reading in await backend.snapshot() if reading.value is not None} == known
