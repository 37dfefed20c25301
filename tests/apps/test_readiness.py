"""What a running house says of itself: that it lives, what is not ready, and what it does when the disk takes no more."""

import asyncio
import json
import os
import resource
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from tests.apps.test_serve import PATIENCE, Process, answer_of, free_port, serving

from yamori.apps import doctor
from yamori.apps.doctor import Health
from yamori.apps.preconditions import check_databases
from yamori.apps.readiness import Part, is_ready, look_at
from yamori.apps.settings import Settings
from yamori.domain.errors import HouseSilent, Misconfigured

DATABASES = (
    "turns.sqlite3",
    "checkpoints.sqlite3",
    "agents.sqlite3",
    "schedule.sqlite3",
    "models.sqlite",
    "vectors.sqlite3",
    "gate/ledger.sqlite3",
    "gate/jobs.sqlite3",
    "gate/edge.sqlite3",
    "gate/virtual.sqlite3",
    "papers/cooking/passages.sqlite3",
)


def until_it_understands(url: str, process: Process) -> None:
    """Wait until what sentences are understood with is loaded."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if answer_of(f"{url}/readyz", process).json()["parts"]["understanding"]["ready"]:
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    raise AssertionError("what sentences are understood with was not loaded in time")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Process, str]]:
    """A house of its own process, whose models are a provider's, which nobody asks."""
    (tmp_path / "models.toml").write_text('default = "openai:gpt-5-mini"\n', encoding="utf-8")
    (tmp_path / "models.toml").chmod(0o600)
    port = free_port()
    os.environ["OPENAI_API_KEY"] = "none"
    try:
        with serving(tmp_path, port) as process:
            url = f"http://127.0.0.1:{port}"
            assert answer_of(f"{url}/healthz", process).status_code == 200
            yield process, url
    finally:
        del os.environ["OPENAI_API_KEY"]


def test_a_house_is_ready_when_every_part_that_is_needed_is(house: tuple[Process, str]) -> None:
    process, url = house
    until_it_understands(url, process)
    answer = httpx.get(f"{url}/readyz", timeout=PATIENCE, trust_env=False)
    assert answer.status_code == 200 and answer.json()["ready"] is True
    assert {"disk", "ledger", "schedule", "turns", "jobs", "papers", "understanding", "model.planner"} <= answer.json()["parts"].keys()


def test_a_full_disk_is_507_names_itself_and_leaves_nothing_half_written(house: tuple[Process, str], tmp_path: Path) -> None:
    process, url = house
    before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    with httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False) as client:
        said = client.post("/turns", json={"text": "Add buy bread to my tasks", "person": "aiko"})
        task = client.post("/agents/scheduler/tools/create_custom_task", json={"title": "Bread"}, headers={"Idempotency-Key": "one"})
        ready = client.get("/readyz")
        alive = client.get("/healthz")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
        assert said.status_code == 507 and "full" in said.json()["error"]["message"]
        assert task.status_code == 507
        assert alive.status_code == 200
        assert ready.status_code == 503 and ready.json()["parts"]["disk"]["ready"] is False
        assert client.get("/readyz").json()["parts"]["disk"]["ready"] is True
        again = client.post("/turns", json={"text": "Add buy bread to my tasks", "person": "aiko"})
        assert again.status_code == 202
        task = client.post("/agents/scheduler/tools/create_custom_task", json={"title": "Bread"}, headers={"Idempotency-Key": "one"})
        assert task.status_code == 200
    with sqlite3.connect(tmp_path / "turns.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM turns").fetchone() == (1,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_without_its_model_a_house_lives_and_is_not_ready_and_the_doctor_says_the_same(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as process:
        url = f"http://127.0.0.1:{port}"
        assert answer_of(f"{url}/healthz", process).status_code == 200
        answer = httpx.get(f"{url}/readyz", timeout=PATIENCE, trust_env=False)
        assert answer.status_code == 503
        parts = answer.json()["parts"]
        assert not parts["model.planner"]["ready"] and parts["model.planner"]["says"] and parts["ledger"]["ready"]
        findings = asyncio.run(doctor.port(Settings(data=tmp_path, port=port)))
    about = {finding.about: finding for finding in findings}
    assert about["server: model.planner"].health is Health.BROKEN and "server: ledger" not in about


@pytest.mark.parametrize("name", DATABASES)
@pytest.mark.parametrize("damage", ["foreign", "torn"])
def test_a_damaged_database_is_named_with_what_to_do_before_anything_is_opened(name: str, damage: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if damage == "foreign":
        file.write_bytes(b"this is no database" * 100)
    else:
        with sqlite3.connect(file) as db:
            db.execute("CREATE TABLE rows (text TEXT)")
            db.executemany("INSERT INTO rows VALUES (?)", [("x" * 500,) for _ in range(200)])
        db.close()
        torn = bytearray(file.read_bytes())
        torn[8192:24576] = os.urandom(16384)
        file.write_bytes(torn)
    kept = file.read_bytes()
    with pytest.raises(Misconfigured) as refused:
        check_databases(tmp_path)
    said = f"{refused.value.where} | {refused.value} | {refused.value.mend}"
    assert str(file) in said and "cannot be used" in said and "move the file away" in said
    assert file.read_bytes() == kept
    [finding] = asyncio.run(doctor.databases(Settings(data=tmp_path)))
    assert finding.health is Health.BROKEN and str(file) in finding.says and finding.mend


def test_a_house_with_a_damaged_turns_database_does_not_start_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "turns.sqlite3").write_bytes(b"this is no database" * 100)
    with serving(tmp_path, free_port()) as process:
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "turns.sqlite3" in said and "mend:" in said and "Traceback" not in said


async def test_a_part_that_is_stuck_is_named_after_its_time_and_the_others_are_told() -> None:
    async def stuck() -> None:
        await asyncio.Event().wait()

    async def silent() -> None:
        raise HouseSilent("it is away")

    async def broken() -> None:
        raise ZeroDivisionError

    async def well() -> None:
        return

    parts = [
        Part(name="stuck", look=stuck),
        Part(name="away", look=silent, needed=False),
        Part(name="broken", look=broken),
        Part(name="well", look=well),
    ]
    states = await look_at(parts, patience=0.01)
    assert json.dumps({name: state.ready for name, state in states.items()}) == json.dumps(
        {"stuck": False, "away": False, "broken": False, "well": True}
    )
    assert "0.01 s" in states["stuck"].says and states["away"].says == "it is away"
    assert not is_ready(states) and is_ready(await look_at([parts[1], parts[3]]))
