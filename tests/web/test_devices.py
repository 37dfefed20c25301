"""The Devices view without a browser: what its parts hold, in which language, and how they are told anew."""

from datetime import timedelta

import httpx
import pytest

from yamori.domain.home import Device
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.web.house_port import EdgeSide, PictureTaken, QueuedJob
from yamori.web.jobs import in_words
from yamori.web.marks import mark
from yamori.web.words import all_words

from .household import NOW, FakeHousehold, receipt
from .visitor import Watching, visit

SIDE = EdgeSide(profile="pi4", private=False, thinks=True, online=True)
SHOW = {"command": {"component": "display", "capability": "textDisplay", "name": "showText", "arguments": {"text": "Hi"}}}
TRAP = '"><img src=x onerror=alert(1)>'


def job(id: str = "j1", state: str = "waiting", work: dict[str, Value] | None = None, **more: object) -> QueuedJob:
    plain: dict[str, object] = {"delivered": 0, "tries": 5, "problem": None, "not_before": None, "expires": NOW + timedelta(minutes=2)}
    fields: dict[str, object] = {**plain, "ended_at": None, "put_at": NOW, **more}
    return QueuedJob(id=id, device="robot", work={"do": SHOW} if work is None else work, state=state, **fields)  # type: ignore[arg-type]


def with_robot(name: str = "Robot", side: EdgeSide = SIDE) -> FakeHousehold:
    held = {"display": {"switch": {"switch": "on"}}}
    household = FakeHousehold(Device(id="robot", name=name, room="hall", aliases=("ロボット",), components=held))
    household.house.sides["robot"] = side
    return household


async def seen(browser: httpx.AsyncClient) -> str:
    return (await browser.get("/devices")).text.split("events?seen=")[1].split('"')[0]


async def test_the_view_shows_rooms_jobs_pictures_and_actions_under_the_pages_own_policy() -> None:
    household = with_robot()
    household.house.queue = {"j1": job(), "j2": job("j2", "dead", delivered=5, problem="no power")}
    household.house.taken = [PictureTaken(id="abc", device="robot", component="display", at=NOW)]
    household.gate.receipts = [receipt()]
    async with visit(household) as browser:
        page = await browser.get("/devices")
        home = await browser.get("/home")
    assert 'href="/devices"' in home.text
    assert page.headers["content-security-policy"] == home.headers["content-security-policy"]
    for part in ("Hall", "Robot", "display · show text (text Hi)", "fetched 5 of 5 times", "no power", "/gate/pictures/abc", "<s>80</s>"):
        assert part in page.text
    assert "Aiko said “Dim the living room to 30 %”" in page.text
    assert "yamori edge --profile pi4 --server http://yamori.test --join" in page.text
    assert page.text.split("<aside")[0].count(">Cancel<") == 1, "only what still waits can be cancelled"


async def test_the_view_reads_in_japanese() -> None:
    household = with_robot(side=EdgeSide(profile="pi4", private=True, thinks=True, online=False))
    household.house.queue = {"j1": job()}
    household.gate.receipts = [receipt()]
    async with visit(household, accept_language="ja") as browser:
        page = (await browser.get("/devices")).text
        opened = (await browser.get("/ui/devices/of/robot")).text
    for word in ("機器", "ロボット", "応答なし", "非公開", "待機中", "取り消す", "元に戻す", "行ったことと、その理由"):
        assert word in page
    for word in ("接続元", "自分で参加したエッジ機器", "この機器を外す"):
        assert word in opened


async def test_texts_of_devices_are_never_markup() -> None:
    household = with_robot(TRAP)
    household.house.queue = {TRAP: job(TRAP, "dead", {"say": TRAP}, problem=TRAP)}
    household.house.taken = [PictureTaken(id=TRAP, device="robot", component=TRAP, at=NOW)]
    household.gate.receipts = [receipt(words=TRAP, problem=TRAP)]
    async with visit(household) as browser:
        shown = [(await browser.get(path)).text for path in ("/devices", "/ui/devices/of/robot", f"/devices?device={TRAP}")]
    for text in shown:
        assert "<img src=x" not in text
        assert "&lt;img src=x" in text


async def test_what_a_device_can_do_is_shown_and_settings_only_of_those_at_the_edge() -> None:
    async with visit(with_robot()) as browser:
        robot = (await browser.get("/ui/devices/of/robot")).text
        light = (await browser.get("/ui/devices/of/living-light")).text
        gone = await browser.get("/ui/devices/of/nobody")
    assert "switch (on, off)" in robot
    assert "/ui/devices/of/robot/settings" in robot
    assert "the virtual home" in light
    assert "settings" not in light
    assert (gone.status_code, gone.headers["hx-retarget"]) == (422, "#page-problem")


async def test_each_part_is_told_anew_when_it_is_no_longer_what_the_view_shows() -> None:
    household = with_robot()
    async with visit(household) as browser:
        shown = await seen(browser)
    household.house.queue = {"j1": job()}
    household.house.taken = [PictureTaken(id="abc", device="robot", component="display", at=NOW)]
    household.gate.receipts = [receipt()]
    async with Watching(household, f"/ui/devices/events?seen={shown}") as view:
        told = [await view.message() for _ in range(4)]
        assert [message.event for message in told] == ["jobs", "pictures", "ledger", "device"]
        assert f"{mark('device', 'robot')}-away" in told[3].data
        household.gate.put("door.main.lock.lock", "unlocked")
        changed = await view.message()
        assert "unlocked" in changed.data
        household.house.sides["robot"] = EdgeSide(profile="pi4", private=False, thinks=True, online=False)
        assert "away" in (await view.message()).data
    async with Watching(household, "/ui/devices/events?seen=", last_event_id=changed.id or "") as again:
        assert f"{mark('device', 'robot')}-away" in (await again.message()).data, "nothing else was missed"
    assert household.gate.listeners == []


async def test_a_view_of_another_home_is_told_to_come_anew_and_gets_no_fragments_without_a_place() -> None:
    household = with_robot()
    async with Watching(household, "/ui/devices/events?seen=old") as view:
        assert (await view.message()).event == "home"
        household.gate.put("door.main.lock.lock", "unlocked")
        assert [(await view.message()).event for _ in range(3)] == ["jobs", "pictures", "ledger"]


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"receipt": "gone"}, "too long ago"),
        ({"since": "-5"}, "no time"),
        ({"since": "tomorrow"}, "no time"),
        ({}, "no time"),
        ({"since": "5", "person": "mallory"}, "nobody called"),
    ],
)
async def test_a_wrong_request_to_undo_changes_nothing_and_says_why(sent: dict[str, str], says: str) -> None:
    async with visit(with_robot()) as browser:
        reply = await browser.post("/ui/devices/undo", data=sent or {"x": ""})
    assert reply.status_code in (404, 422)
    assert says in reply.text


async def test_a_job_that_the_device_has_already_is_not_called_cancelled() -> None:
    household = with_robot()
    household.house.queue = {"j1": job(state="leased")}
    async with visit(household) as browser:
        assert "could not be cancelled" in (await browser.post("/ui/devices/jobs/j1/cancel")).text


async def test_a_house_that_does_not_answer_says_so_and_the_rest_of_the_view_is_there() -> None:
    household = with_robot()
    household.gate.silent = True
    async with visit(household) as browser:
        page = await browser.get("/devices")
    assert page.status_code == 200
    assert "the bridge is unplugged" in page.text
    assert "Nothing waits." in page.text


def test_groups_of_commands_read_in_their_order() -> None:
    blink = {"command": {"component": "main", "capability": "led", "name": "blink"}}
    words = all_words()[Language.ENGLISH]
    assert in_words({"do": {"sequence": [blink, {"parallel": [SHOW, blink]}]}}, words) == (
        "blink, then display · show text (text Hi) and at once blink"
    )
    assert in_words({"say": "blink twice"}, words) == "“blink twice”"
    assert in_words({"do": {"odd": 1}}, words) == "…"
