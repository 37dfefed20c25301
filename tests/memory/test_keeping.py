from datetime import timedelta
from pathlib import Path

import pytest
from tests.memory.fakes import NOW, Residents, Talk

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.language import Language
from yamori.memory import Audience, Kind, Memory, Words, open_memory


async def test_every_word_is_kept_as_it_was_said(memory: Memory, talk: Talk) -> None:
    said = await talk.kept("No — the OTHER kettle, s'il te plaît…", kind=Kind.CORRECTION)
    found = await memory.words.utterance(said.id, viewer="ines")
    assert (found.text, found.kind, found.conversation) == ("No — the OTHER kettle, s'il te plaît…", Kind.CORRECTION, "kitchen")


async def test_the_same_turn_is_kept_once(memory: Memory, talk: Talk) -> None:
    first = await talk.kept("The bins go out on Tuesdays")
    talk.number -= 1
    assert await talk.kept("The bins go out on Tuesdays") == first
    assert len(await memory.words.utterances("ines")) == 1


async def test_nothing_of_a_guest_is_kept(memory: Memory, talk: Talk) -> None:
    assert await talk.say("What a lovely flat", person="visitor") is None
    assert await memory.words.utterances("visitor") == []


async def test_nothing_is_kept_while_somebody_has_paused(memory: Memory, talk: Talk) -> None:
    await memory.words.pause("ines", now=NOW, until=NOW + timedelta(hours=1))
    assert await talk.say("Do not write this down") is None
    assert await talk.say("But this you may", person="tomas") is not None
    assert await memory.words.is_paused("ines", now=NOW)
    assert await talk.say("Later on", days=1) is not None
    await memory.words.pause("ines", now=NOW)
    await memory.words.resume("ines")
    assert await talk.say("And now again") is not None


async def test_what_was_told_in_private_does_not_exist_for_others(memory: Memory, talk: Talk) -> None:
    private = await talk.kept("I am planning a surprise")
    shared = await talk.kept("Dinner is at eight", audience=Audience.SHARED)
    assert await memory.words.utterance(shared.id, viewer="tomas") == shared
    with pytest.raises(NotFound):
        await memory.words.utterance(private.id, viewer="tomas")
    with pytest.raises(NotFound):
        await memory.words.utterance(shared.id, viewer="visitor")


async def test_a_moment_needs_its_time_zone(memory: Memory) -> None:
    words = Words(person="ines", conversation="c", at=NOW.replace(tzinfo=None), text="x", language=Language.ENGLISH, key="k")
    with pytest.raises(InvalidRequest):
        await memory.words.keep(words)


async def test_what_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    async with open_memory(tmp_path / "memory.sqlite3", residents=Residents()) as memory:
        await Talk(memory).say("The spare key hangs behind the boiler")
    async with open_memory(tmp_path / "memory.sqlite3", residents=Residents()) as memory:
        assert [u.text for u in await memory.words.utterances("ines")] == ["The spare key hangs behind the boiler"]
