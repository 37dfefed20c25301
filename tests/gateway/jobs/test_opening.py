"""Where a queue is kept is one argument; what cannot be used says how to mend it."""

import sys
from pathlib import Path

import pytest
from tests.gateway.jobs.fakes import JumpyClock, job

from yamori.domain.errors import Misconfigured
from yamori.gateway.jobs.opening import open_jobs


async def test_a_path_is_a_file_and_nothing_is_memory(tmp_path: Path) -> None:
    for where in (None, tmp_path / "deep" / "jobs.sqlite3"):
        store = await open_jobs(where, clock=JumpyClock())
        await store.put(job("a"))
        await store.close()
    assert (tmp_path / "deep" / "jobs.sqlite3").exists()


async def test_a_database_is_opened_by_its_address(schema_url: str) -> None:
    store = await open_jobs(schema_url, clock=JumpyClock())
    assert (await store.put(job("a"))).key == "a"
    await store.close()


async def test_a_file_belongs_to_one_process_at_a_time(tmp_path: Path) -> None:
    store = await open_jobs(tmp_path / "jobs.sqlite3", clock=JumpyClock())
    with pytest.raises(Misconfigured, match="another process is using it"):
        await open_jobs(tmp_path / "jobs.sqlite3", clock=JumpyClock())
    await store.close()


async def test_a_closed_queue_says_so() -> None:
    store = await open_jobs(None, clock=JumpyClock())
    await store.close()
    with pytest.raises(Misconfigured, match="closed"):
        await store.put(job("a"))


@pytest.mark.parametrize("where", ["jobs.sqlite3", "mysql://localhost/jobs", ""])
async def test_an_address_of_something_else_is_refused(where: str) -> None:
    with pytest.raises(Misconfigured, match="neither a file nor a PostgreSQL address"):
        await open_jobs(where, clock=JumpyClock())


async def test_a_missing_package_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in ("psycopg", "psycopg_pool")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "yamori.gateway.jobs.postgres", raising=False)
    monkeypatch.delitem(sys.modules, "yamori.gateway.jobs.hints", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Misconfigured, match="not installed") as raised:
        await open_jobs("postgresql://localhost/yamori", clock=JumpyClock())
    assert raised.value.mend == "pip install 'yamori[postgres]'"
