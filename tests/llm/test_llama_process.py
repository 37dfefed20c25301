"""The real child process, with a package in place of llama.cpp that only pretends."""

import asyncio
import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.llm.llama import LlamaGone, LlamaSettings, start_llama, waiting

SETTINGS = LlamaSettings(model="m.gguf", slots=2, context=512, piece=64, threads=1, states="/nowhere/")


@pytest.fixture(autouse=True)
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.environ.get("PYTHONPATH", "")
    source = Path(__file__).parents[2] / "src"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent / "pretended"), str(source), before]))


async def pid_of(llama) -> int:  # type: ignore[no-untyped-def]
    return int(json.loads((await llama.complete([1], slot=0, limit=1)).text)["pid"])


async def ended(pid: int) -> None:
    """Wait until no such process runs."""
    import select

    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    assert await asyncio.to_thread(lambda: select.select([handle], [], [], 5)[0]), f"{pid} still runs"
    os.close(handle)


async def test_it_answers_only_to_its_own_key_and_ends_when_it_is_closed() -> None:
    llama = await start_llama(SETTINGS, seconds=20)
    assert await llama.tokens("ab", special=False) == [97, 98]
    async with httpx.AsyncClient(base_url=llama.url) as stranger:
        assert (await stranger.post("/completion", json={"prompt": [1]})).status_code == 401
    pid = await pid_of(llama)
    await llama.close()
    assert not llama.alive
    await ended(pid)


async def test_an_adapter_is_loaded_without_effect_and_put_on_where_it_is_asked_for() -> None:
    llama = await start_llama(replace(SETTINGS, adapters=("judge.gguf", "poet.gguf")), seconds=20)
    plain, asked = [json.loads((await llama.complete([1], slot=0, limit=1, adapter=a)).text) for a in (None, 1)]
    await llama.close()
    assert plain["adapters"] == [["judge.gguf", 0.0], ["poet.gguf", 0.0]]
    assert (plain["asked"], asked["asked"]) == (None, [{"id": 1, "scale": 1.0}])


async def test_a_file_that_cannot_be_loaded_is_the_operators_to_mend() -> None:
    with pytest.raises(Misconfigured, match="Failed to load the model") as caught:
        await start_llama(replace(SETTINGS, model="broken.gguf"), seconds=20)
    assert "models check" in caught.value.mend


async def test_loading_for_ever_ends_at_the_limit() -> None:
    with pytest.raises(ModelFailed, match="did not load"):
        await start_llama(replace(SETTINGS, model="slow.gguf"), seconds=0.5)


async def test_a_crash_is_told_apart_from_a_refusal() -> None:
    llama = await start_llama(SETTINGS, seconds=20)
    with pytest.raises(LlamaGone):
        await llama.complete([666], slot=0, limit=1)
    await llama.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for a process that is not a child")
async def test_it_dies_with_the_household_however_that_dies(tmp_path: Path) -> None:
    script = tmp_path / "household.py"
    script.write_text(
        "import asyncio, json\n"
        "from yamori.llm.llama import LlamaSettings, start_llama\n"
        "async def main():\n"
        f"    llama = await start_llama({SETTINGS!r}, seconds=20)\n"
        "    print((await llama.complete([1], slot=0, limit=1)).text, flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    import sys

    household = await asyncio.create_subprocess_exec(sys.executable, str(script), stdout=asyncio.subprocess.PIPE)
    assert household.stdout
    pid = int(json.loads(await household.stdout.readline())["pid"])
    household.send_signal(signal.SIGKILL)
    await household.wait()
    await ended(pid)


def test_threads_wait_briefly_unless_somebody_wants_otherwise() -> None:
    assert waiting("brief", {}) == {"GOMP_SPINCOUNT": "2000"}
    assert waiting("active", {}) == {}
    assert waiting("passive", {}) == {"OMP_WAIT_POLICY": "passive"}
    assert waiting("brief", {"OMP_WAIT_POLICY": "active"}) == {"OMP_WAIT_POLICY": "active"}
