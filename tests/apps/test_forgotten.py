"""What was told and is forgotten, looked for byte by byte in everything that a whole household keeps."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import httpx
import pytest
from tests.apps.signed_in import client_of, house_with_accounts
from tests.apps.test_household import say

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.domain.clock import SetClock
from yamori.domain.home import Person
from yamori.domain.language import Language
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.memory import Words
from yamori.understanding.tagging.trained import trained_reader

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
SECRET = "Zwetschgenknoedel"


def traces(data: Path, secret: str = SECRET) -> dict[str, int]:
    """How often it stands in which file."""
    held = {path.name: path.read_bytes().count(secret.encode()) for path in data.rglob("*") if path.is_file()}
    return {name: count for name, count in held.items() if count}


async def talked(household: Household, *texts: str) -> None:
    async with httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=120.0) as client:
        for text in texts:
            turn = await say(client, text)
            if turn["waiting"]:
                yes = {"text": "yes", "person": "aiko", "conversation": turn["conversation"]}
                id = (await client.post("/turns", json=yes)).json()["turn"]
                async with client.stream("GET", f"/turns/{id}/events") as events:
                    [line async for line in events.aiter_lines()]


@pytest.mark.parametrize("forgets", [f"forget that I can't stand {SECRET}", "forget everything"])
async def test_what_is_forgotten_stands_in_no_file_of_the_house(tmp_path: Path, forgets: str) -> None:
    home, models = load_home("demo"), ScriptedModels({})
    async with run_household(home, data=tmp_path, clock=SetClock(MORNING), models=models, reader=trained_reader()) as household:
        await talked(household, f"I can't stand {SECRET}", "turn on the floor lamp")
        assert set(traces(tmp_path)) >= {"memory.sqlite3-wal", "turns.sqlite3-wal"}
        await talked(household, forgets)
    assert traces(tmp_path) == {}
    async with run_household(home, data=tmp_path, clock=SetClock(MORNING), models=models, reader=trained_reader()) as household:
        await talked(household, "turn off the floor lamp")


@pytest.mark.parametrize("forgets", [f"forget that I can't stand {SECRET}", "forget everything"])
async def test_what_was_done_in_a_sentence_that_told_something_stays_and_its_words_go(tmp_path: Path, forgets: str) -> None:
    home, models = load_home("demo"), ScriptedModels({})
    async with run_household(home, data=tmp_path, clock=SetClock(MORNING), models=models, reader=trained_reader()) as household:
        await talked(household, f"I can't stand {SECRET} and turn on the floor lamp", "turn off the floor lamp")
        assert set(traces(tmp_path)) >= {"memory.sqlite3-wal", "ledger.sqlite3-wal"}
        off, on = await household.gate.ledger()
        await talked(household, forgets)
    assert traces(tmp_path) == {}
    async with run_household(home, data=tmp_path, clock=SetClock(MORNING), models=models, reader=trained_reader()) as household:
        other, kept = await household.gate.ledger()
        assert (kept.id, kept.command, kept.status, kept.after, kept.at) == (on.id, on.command, on.status, on.after, on.at)
        assert (kept.cause.person, kept.cause.words) == (on.cause.person, "")
        assert (other.id, other.cause.words) == (off.id, "" if forgets == "forget everything" else off.cause.words)


async def test_an_adult_forgets_who_moved_out_and_then_everybody(tmp_path: Path) -> None:
    home = load_home("demo")
    before = replace(home, home=replace(home.home, people=(*home.home.people, Person(id="oma", name="Oma"))))
    async with house_with_accounts(home=before, data=tmp_path) as household:
        assert household.memory is not None
        for person, secret in (("oma", SECRET), ("kenji", SECRET.upper())):
            text = f"I cannot stand {secret}"
            said = Words(person=person, conversation="c", at=MORNING, text=text, language=Language.ENGLISH, key=person)
            await household.memory.words.keep(said)
        assert await household.memory.forgetting.former_residents() == []
    async with house_with_accounts(home=home, data=tmp_path) as household:
        memory = household.memory
        assert memory is not None
        async with client_of(household, "mei") as mei, client_of(household, "aiko") as aiko:
            for act in ("former", "household"):
                refused = await mei.post(f"/ui/memory/{act}", data={"person": "mei", "former": "oma", "sure": "yes"})
                assert refused.status_code == 403
            assert "For adults" not in (await mei.get("/memory")).text
            shown = (await aiko.get("/memory")).text
            assert "Yes, forget everything of oma" in shown and "of kenji" not in shown
            assert (await aiko.post("/ui/memory/former", data={"former": "oma"})).status_code == 422
            assert (await aiko.post("/ui/memory/former", data={"former": "kenji", "sure": "yes"})).status_code == 404
            assert traces(tmp_path)
            assert (await aiko.post("/ui/memory/former", data={"former": "oma", "sure": "yes"})).status_code == 303
            assert traces(tmp_path) == {} and await memory.words.utterances("kenji")
            assert (await aiko.post("/ui/memory/household", data={"person": "aiko"})).status_code == 422
            assert (await aiko.post("/ui/memory/household", data={"sure": "yes"})).status_code == 303
        assert not await memory.words.utterances("kenji") and traces(tmp_path, SECRET.upper()) == {}
