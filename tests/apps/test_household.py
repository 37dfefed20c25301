"""The real household in one process, without a model: sentences end to end, its doors, and what it keeps to itself."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.apps.logging import start_logging
from yamori.apps.reach import Reach
from yamori.domain.clock import SetClock
from yamori.domain.errors import Misconfigured
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.pin import keep_pin
from yamori.llm.port import Role
from yamori.llm.scripted import Line, ScriptedModel, ScriptedModels
from yamori.orchestrator.checkpoints import open_checkpoints
from yamori.understanding.reader import Reader

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
PIN = "739154826015"
GUARDED = """\
home: guarded
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}
rooms: [{id: hall, name: Hall}]
people: [{id: sora, name: Sora, role: adult}]
devices:
  - {id: alarm, name: Burglar alarm, room: hall, components: {main: {securitySystem: {securitySystemStatus: armedAway}}}}
"""


def disarm() -> Line:
    return {"calls": [{"command": "securitySystem.disarm", "target": "Burglar alarm (Hall)"}]}


@asynccontextmanager
async def living(
    home: LoadedHome | None = None,
    *,
    data: Path | None = None,
    iot: Sequence[Line] = (),
    planner: Sequence[Line] = (),
    reader: Reader | None = None,
    open_to_all: bool = False,
) -> AsyncIterator[tuple[Household, httpx.AsyncClient]]:
    """A household, and a client at its front door. `open_to_all`: other machines may speak to it as well."""
    models = ScriptedModels({Role.IOT: ScriptedModel(list(iot)), Role.PLANNER: ScriptedModel(list(planner))})
    reach = Reach(is_open_to_all=open_to_all)
    async with (
        run_household(
            home or load_home("demo"), data=data, clock=SetClock(MORNING), models=models, reader=reader, reach=reach
        ) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client,
    ):
        yield household, client


async def say(client: httpx.AsyncClient, text: str, **more: str) -> dict[str, Any]:
    """The turn as it stands at its end, or where it waits."""
    begun = await client.post("/turns", json={"text": text, "person": "aiko", **more})
    assert begun.status_code == 202, begun.text
    await heard(client, begun.json()["turn"])
    shown: dict[str, Any] = (await client.get(f"/turns/{begun.json()['turn']}")).json()
    return shown


async def heard(client: httpx.AsyncClient, turn: str, *, after: int = 0) -> list[tuple[int, str]]:
    """Number and name of each event to the end, or to where the turn waits."""
    events = []
    async with aconnect_sse(client, "GET", f"/turns/{turn}/events", headers={"Last-Event-ID": str(after)}) as source:
        async for event in source.aiter_sse():
            events.append((int(event.id), event.event))
            if event.event == "waiting":
                break
    return events


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Turn off the kitchen light and add call the plumber tomorrow at half past three to my tasks",
            ("kitchen light", "Call the plumber"),
        ),
        ("キッチンの照明を消して、明日の15時半に「配管工に電話」を予定に追加して", ("消し", "配管工に電話")),
    ],
)
async def test_one_sentence_changes_the_home_and_the_diary_and_says_both(text: str, answer: tuple[str, ...]) -> None:
    async with living() as (household, client):
        await household.gate.set("kitchen-light.main.switch.switch", "on")
        turn = await say(client, text)
        assert turn["status"] == "done" and turn["agents"] == ["iot", "scheduler"] and all(part in turn["answer"] for part in answer)
        assert (await household.gate.read("kitchen-light", "main", "switch", "switch")).value == "off"
        (task,) = await household.schedule.tasks.everything()
        assert (task.person, task.date, task.time) == ("aiko", date(2026, 11, 22), time(15, 30))
        (receipt,) = (await client.get("/gate/ledger", params={"turn": turn["turn"]})).json()
        assert receipt["changed"] == {"switch.switch": ["on", "off"]} and receipt["cause"]["words"] == text
        assert turn["usage"]["model_calls"] == 0


async def test_events_can_be_read_again_and_from_where_they_were_left() -> None:
    async with living() as (_, client):
        turn = (await say(client, "Turn on the bedside lamp"))["turn"]
        every = await heard(client, turn)
        assert [name for _, name in every] == [
            "turn_started", "planned", "task_started", "tool_started", "tool_ended", "task_ended", "reviewed", "replied",
        ]  # fmt: skip
        assert await heard(client, turn, after=5) == every[5:]
        assert await heard(client, turn, after=10**9 - 1) == []
        for odd in ("-1", "x", "²", "9" * 400):
            client.headers = httpx.Headers({"Last-Event-ID": odd}, encoding="latin-1")
            async with aconnect_sse(client, "GET", f"/turns/{turn}/events") as source:
                assert len([event async for event in source.aiter_sse()]) == len(every)


async def test_a_client_that_goes_away_in_mid_stream_changes_nothing_for_the_turn() -> None:
    async with living() as (_, client):
        begun = (await client.post("/turns", json={"text": "Turn on the bedside lamp", "person": "aiko"})).json()
        async with aconnect_sse(client, "GET", f"/turns/{begun['turn']}/events") as source:
            await anext(source.aiter_sse())
        assert (await heard(client, begun["turn"]))[-1][1] == "replied"


async def test_what_is_risky_waits_and_is_done_after_a_yes_and_the_conversation_keeps_both() -> None:
    async with living() as (household, client):
        await household.gate.set("front-door-lock.main.lock.lock", "locked")
        waiting = await say(client, "Unlock the front door", conversation="c1")
        assert waiting["status"] == "waiting" and waiting["waiting"]["approvals"][0]["shows"] == "Front door lock: unlock"
        assert len((await client.get("/gate/held")).json()) == 1
        seen = (await heard(client, waiting["turn"]))[-1][0]
        assert (await client.post(f"/turns/{waiting['turn']}/answer", json={"text": "yes"})).status_code == 202
        assert [name for _, name in await heard(client, waiting["turn"], after=seen)][::4] == ["resumed", "replied"]
        assert (await household.gate.read("front-door-lock", "main", "lock", "lock")).value == "unlocked"
        await say(client, "Turn on the bedside lamp", conversation="c1")
        kept = (await client.get("/conversations/c1")).json()
        assert [t["text"] for t in kept["turns"]] == ["Unlock the front door", "Turn on the bedside lamp"]


async def test_a_message_that_is_sent_again_is_heard_once() -> None:
    """As by a client whose connection was lost before it knew that the household had heard it."""
    async with living() as (household, client):
        step = {"text": "Dim the bedside lamp by 5 %", "person": "aiko"}
        sent = [await client.post("/turns", json=step, headers={"Idempotency-Key": key}) for key in ("a", "a", "b")]
        assert [reply.status_code for reply in sent] == [202] * 3
        turns = [reply.json()["turn"] for reply in sent]
        assert turns[0] == turns[1] != turns[2]
        for turn in turns:
            await heard(client, turn)
        assert len(await household.gate.ledger()) == 2
        other = await client.post("/turns", json={**step, "text": "Dim it by 6 %"}, headers={"Idempotency-Key": "a"})
        assert (other.status_code, other.json()["error"]["where"]) == (422, "Idempotency-Key")


async def test_an_answer_that_is_sent_again_does_not_answer_the_next_question() -> None:
    async with living() as (household, client):
        await household.gate.set("front-door-lock.main.lock.lock", "locked")
        waiting = await say(client, "Unlock the front door")
        seen = (await heard(client, waiting["turn"]))[-1][0]
        for _ in range(2):
            reply = await client.post(f"/turns/{waiting['turn']}/answer", json={"text": "yes"}, headers={"Idempotency-Key": "y"})
            assert reply.status_code == 202
        assert (await heard(client, waiting["turn"], after=seen))[-1][1] == "replied"
        reply = await client.post(f"/turns/{waiting['turn']}/answer", json={"text": "yes"}, headers={"Idempotency-Key": "z"})
        assert (reply.status_code, reply.json()["error"]["where"]) == (422, "turn")


async def test_two_turns_of_one_person_at_once_are_both_done() -> None:
    async with living() as (household, client):
        texts = ("Turn on the bedside lamp", "Add buy rice to my tasks", "Turn on the desk lamp", "Add buy tea to my tasks")
        done = await asyncio.gather(*(say(client, text) for text in texts))
        assert [turn["status"] for turn in done] == ["done"] * 4
        assert len(await household.gate.ledger()) == 2 and len(await household.schedule.tasks.everything()) == 2


async def test_a_plan_of_the_model_is_carried_out_by_the_real_agents() -> None:
    plan: Line = {"tasks": [{"agent": "iot", "request": "turn on the bedside lamp"}, {"agent": "scheduler", "request": "add read a book"}]}
    async with living(planner=[plan]) as (_, client):
        turn = await say(client, "The usual evening, please")
        assert turn["agents"] == ["iot", "scheduler"] and "Read a book" in turn["answer"]


async def test_every_agent_introduces_itself_and_shows_its_tools_over_mcp_too() -> None:
    async with living() as (_, client):
        assert [card["name"] for card in (await client.get("/agents")).json()] == [
            "iot",
            "lifestyle",
            "scheduler",
            "lists",
            "automations",
            "weather",
            "scenes",
            "messages",
            "memory",
        ]
        assert (await client.get("/healthz")).json() == {"status": "ok", "home": "demo", "model": "ready"}
        for name in ("iot", "lifestyle", "scheduler", "lists", "automations", "weather", "scenes", "messages", "memory"):
            card = (await client.get(f"/agents/{name}/card")).json()
            asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
            accept = {"Accept": "application/json, text/event-stream"}
            listed = (await client.post(f"/agents/{name}/mcp", json=asked, headers=accept)).json()
            assert [tool["name"] for tool in listed["result"]["tools"]] == card["tools"]


TURN = {"text": "Turn on the bedside lamp", "person": "aiko"}
WRONG: list[tuple[str, str, object, int, str, str]] = [
    ("POST", "/turns", b"{", 422, "body", "no JSON"),
    ("POST", "/turns", b"\xff\xfe\xfd", 400, "", "parsing"),
    ("POST", "/turns", [], 422, "body", "dictionary"),
    ("POST", "/turns", {**TURN, "colour": 1}, 422, "body.colour", "no such field"),
    ("POST", "/turns", {"person": "aiko"}, 422, "body.text", "required"),
    ("POST", "/turns", {**TURN, "text": 7}, 422, "body.text", "string"),
    ("POST", "/turns", {**TURN, "text": " "}, 422, "text", "empty"),
    ("POST", "/turns", {**TURN, "text": "a" * 100_000}, 422, "text", "at most 4,000"),
    ("POST", "/turns", {**TURN, "text": "\x00\x1b"}, 422, "text", "no text"),
    ("POST", "/turns", {**TURN, "person": "nobody"}, 422, "person", "lives here"),
    ("POST", "/turns", {**TURN, "person": ""}, 422, "body.person", "at least 1"),
    ("POST", "/turns", {**TURN, "room": "attic"}, 422, "room", "there is no room"),
    ("POST", "/turns", {**TURN, "conversation": "c" * 101}, 422, "body.conversation", "at most 100"),
    ("POST", "/turns", b'{"text": "x", "person": "aiko", "conversation": "\\ud800"}', 422, "body.conversation", "unicode"),
    ("POST", "/turns/none/answer", {"text": "yes"}, 404, "turn", "there is no turn"),
    ("POST", "/turns/none/answer", {"text": "yes", "colour": 1}, 422, "body.colour", "no such field"),
    ("GET", "/turns/none", None, 404, "turn", "there is no turn"),
    ("GET", "/turns/none/events", None, 404, "turn", "there is no turn"),
    ("GET", "/conversations/none", None, 404, "conversation", "there is no conversation"),
    ("GET", "/turns", None, 405, "", "Method Not Allowed"),
    ("GET", "/nothing/here", None, 404, "", "Not Found"),
    ("POST", "/agents/iot/chat", b"{", 422, "body", "no JSON"),
    ("POST", "/agents/iot/chat", {"text": ""}, 422, "text", "empty"),
    ("POST", "/agents/iot/relay", {}, 403, "Yamori-Agent-Secret", "POST /turns"),
    ("POST", "/agents/iot/tools/fly", {}, 422, "tool", "there is no tool"),
    ("POST", "/agents/iot/tools/describe_device", {"device": "bedside-lmap"}, 422, "device", "there is no device"),
    ("POST", "/agents/iot/tools/read_devices", {"devices": "all"}, 422, "devices", "list"),
    ("POST", "/agents/scheduler/tools/create_custom_task", {"title": "x", "date": "soon"}, 422, "date", "date"),
    ("POST", "/agents/scheduler/tools/delete_custom_task", {"task_id": 4}, 422, "task_id", "there is no task 4"),
    ("GET", "/gate/ledger?limit=0", None, 422, "query.limit", "greater"),
    ("GET", "/gate/home?colour=red", None, 422, "query.colour", "unknown"),
]


@pytest.mark.parametrize(("method", "path", "sent", "status", "where", "says"), WRONG)
async def test_every_endpoint_says_what_was_wrong_in_one_shape(
    method: str, path: str, sent: object, status: int, where: str, says: str, demo: LoadedHome
) -> None:
    async with living(demo) as (household, client):
        content = sent if isinstance(sent, bytes) else b"" if sent is None else json.dumps(sent).encode()
        reply = await client.request(method, path, content=content, headers={"content-type": "application/json"})
        assert (reply.status_code, set(reply.json())) == (status, {"error"})
        error = reply.json()["error"]
        assert set(error) == {"message", "where", "nearest"} and error["where"] == where
        assert says in error["message"] and len(error["message"]) < 400
        assert list(await household.gate.ledger()) == [] and list(household.turns.conversation("c")) == []


async def test_a_name_that_is_wrong_comes_with_those_that_are_right() -> None:
    async with living() as (_, client):
        for wrong, right in (({"person": "aikoo"}, "aiko"), ({"room": "kitchn"}, "kitchen")):
            reply = await client.post("/turns", json={**TURN, **wrong})
            assert right in reply.json()["error"]["nearest"]


@pytest.mark.parametrize("level", ["info", "debug"])
async def test_a_pin_stands_in_no_file_no_event_and_no_log(level: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Whether it was wrong or right, said or typed into its own field, and when something breaks with it in hand."""
    (tmp_path / "guarded.home.yaml").write_text(GUARDED, encoding="utf-8")
    data = tmp_path / "data"
    keep_pin(data, PIN)
    before = logging.getLogger().handlers[:]
    start_logging(level=level)
    try:
        async with living(load_home(tmp_path / "guarded.home.yaml"), data=data, iot=[disarm()]) as (household, client):
            waiting = await say(client, "Disarm the burglar alarm", person="sora")
            assert waiting["waiting"]["approvals"][0]["pin"], waiting
            seen = (await heard(client, waiting["turn"]))[-1][0]
            for answer in ({"text": "it is 555554444455"}, {"text": "go", "pin": "666667777766"}, {"text": f"sorry: {PIN}"}):
                assert (await client.post(f"/turns/{waiting['turn']}/answer", json=answer)).status_code == 202
                seen = (await heard(client, waiting["turn"], after=seen))[-1][0]
            assert (await client.get(f"/turns/{waiting['turn']}")).json()["status"] == "done"
            assert (await household.gate.read("alarm", "main", "securitySystem", "securitySystemStatus")).value == "disarmed"
            shown = (await client.get(f"/conversations/{waiting['conversation']}")).text
            logs = "".join(capfd.readouterr())
            files = {file.name: file.read_bytes() for file in data.rglob("*") if file.is_file()}
            for secret in (PIN, "555554444455", "666667777766"):
                assert secret not in shown and secret not in logs
                assert [name for name, held in files.items() if secret.encode() in held] == []
            assert any(b"securitySystem" in held for held in files.values())
    finally:
        logging.getLogger().handlers = before


async def test_whoever_speaks_must_live_there() -> None:
    with pytest.raises(Misconfigured, match="nobody called 'stranger'"):
        async with run_household(load_home("demo"), data=None, clock=SetClock(MORNING), models=ScriptedModels({}), person="stranger"):
            raise AssertionError("it opened")


async def test_the_checkpoints_survive_a_power_cut_by_their_settings(tmp_path: Path) -> None:
    async with open_checkpoints(tmp_path / "checkpoints.sqlite3") as saver:
        values = [saver.conn.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in ("synchronous", "journal_mode")]
        assert values == [2, "wal"]
    with pytest.raises(Misconfigured, match=r"checkpoints\.sqlite3"):
        async with open_checkpoints(tmp_path / "nowhere" / "checkpoints.sqlite3"):
            raise AssertionError("it opened")


@pytest.fixture(scope="module")
def demo() -> LoadedHome:
    return load_home("demo")


async def test_the_agents_take_tasks_from_the_house_alone() -> None:
    async with living() as (household, client):
        task = {
            "key": "k", "request": "Turn on the bedside lamp", "said": "x", "person": "kenji", "now": MORNING.isoformat(), "language": "en",
        }  # fmt: skip
        for name in household.agents:
            for path in ("relay", "claim"):
                assert (await client.post(f"/agents/{name}/{path}", json=task)).status_code == 403
            said = {"text": "Turn on the bedside lamp", "person": "kenji"}
            assert (await client.post(f"/agents/{name}/chat", json=said)).status_code == 403
        assert await household.gate.ledger() == []
        done = await client.post("/agents/iot/chat", json={"text": "Turn on the bedside lamp"})
        assert done.json()["status"] == "done"
        assert [receipt.cause.person for receipt in await household.gate.ledger()] == [household.speaker]
        assert (await say(client, "Turn off the bedside lamp", person="kenji"))["status"] == "done"
        assert household.agent_secret not in repr(household)


async def test_a_secret_that_is_set_lets_the_other_processes_of_the_house_in() -> None:
    home = load_home("demo")
    async with (
        run_household(
            home, data=None, clock=SetClock(MORNING), models=ScriptedModels({}), agent_secret="shared by two machines"
        ) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1") as client,
    ):
        said = {"text": "Turn on the bedside lamp", "person": "kenji"}
        headers = {"Yamori-Agent-Secret": "shared by two machines"}
        assert (await client.post("/agents/iot/chat", json=said, headers=headers)).json()["status"] == "done"
        assert [receipt.cause.person for receipt in await household.gate.ledger()] == ["kenji"]


async def test_guessing_from_one_machine_keeps_no_other_out_and_the_adults_are_told_once(tmp_path: Path) -> None:
    (tmp_path / "guarded.home.yaml").write_text(GUARDED, encoding="utf-8")
    keep_pin(tmp_path, PIN)
    guarded = load_home(tmp_path / "guarded.home.yaml")
    async with living(guarded, data=tmp_path, iot=[disarm()], open_to_all=True) as (household, client):
        turn = (await say(client, "Disarm the burglar alarm", person="sora"))["turn"]
        transport = httpx.ASGITransport(household.app, client=("192.168.1.66", 4000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as attacker:
            after = (await heard(client, turn))[-1][0]
            for n in range(8):
                sent = {"text": "yes", "pin": f"{n:04}"}
                more = {"X-Forwarded-For": f"192.168.1.{n}", "Forwarded": f"for=192.168.1.{n}"}
                assert (await attacker.post(f"/turns/{turn}/answer", json=sent, headers=more)).status_code == 202
                after = (await heard(client, turn, after=after))[-1][0]
        held = (await client.get(f"/turns/{turn}")).json()
        assert held["status"] == "waiting"
        assert (await client.post(f"/turns/{turn}/answer", json={"text": "yes", "pin": PIN})).status_code == 202
        await heard(client, turn, after=after)
        assert (await client.get(f"/turns/{turn}")).json()["status"] == "done"
        told = await household.schedule.notices.open(person="sora")
        assert [notice.kind.value for notice in told] == ["warning"] and "暗証番号" in told[0].text
