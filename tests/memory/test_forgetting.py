import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.memory.fakes import NOW, Proposing, Residents, Talk, WordEncoder

from yamori.domain.errors import Forbidden, NotFound
from yamori.memory import Audience, Category, Difference, Edit, Fact, Memory, Put, Query, Source, encoding_beside, open_memory

SECRET = "Zwetschgenknödel"
"""A word that nothing but what is forgotten holds."""


class House:
    """A memory in a folder of its own, which can be searched byte by byte."""

    def __init__(self, memory: Memory, folder: Path) -> None:
        self.memory, self.folder, self.talk = memory, folder, Talk(memory)

    def traces(self, *words: str) -> int:
        """How often any of the words, its beginning, or its form in an index stands in any file."""
        found = 0
        for word in words:
            forms = {word, word.casefold(), unicodedata.normalize("NFKC", word).casefold()[:8]}
            written = [form.encode(code) for form in forms for code in ("utf-8", "utf-16-le")]
            found += sum(path.read_bytes().count(each) for path in self.folder.rglob("*") if path.is_file() for each in written)
        return found

    async def fact(self, name: str, value: str, *, source: int | None = None, add: bool = False, person: str = "ines") -> Fact:
        change = Edit(add=(value,)) if add else Put(value=value)
        about = Source(utterance=source, quote=value)
        made = await self.memory.facts.change(
            Difference(person=person, category=Category.TASTE, name=name, change=change, source=about), now=NOW
        )
        assert made.made is not None
        return made.made


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    model = Proposing({"summary": f"likes {SECRET}"})
    async with open_memory(tmp_path / "memory.sqlite3", residents=Residents(), encoder=WordEncoder(), models=model) as memory:
        yield House(memory, tmp_path)


async def test_an_utterance_goes_with_everything_that_was_made_of_it(house: House) -> None:
    before = await house.talk.kept("Let us talk about food")
    said = await house.talk.kept(f"I adore {SECRET} with butter")
    await house.talk.kept("That is all")
    fact = await house.fact("favourite dish", SECRET, source=said.id)
    await house.memory.encoding.catch_up()
    await house.memory.profiles.update("ines", now=NOW.replace(year=2027))
    assert SECRET in await house.memory.profiles.profile("ines")
    assert house.traces(SECRET) > 3

    forgotten = await house.memory.forgetting.forget_utterance(said.id, by="ines")
    assert (forgotten.utterances, forgotten.facts, forgotten.summaries) == (1, 1, 2)
    assert house.traces(SECRET) == 0
    with pytest.raises(NotFound):
        await house.memory.facts.fact(fact.id, viewer="ines")
    assert await house.memory.profiles.profile("ines") == ""
    assert (await house.memory.recall.recall(Query(person="ines", text=SECRET, now=NOW))).items == ()
    assert await house.memory.encoding.catch_up() == 2, "the windows of its neighbours held it"
    assert house.traces(SECRET) == 0
    assert await house.memory.words.utterance(before.id, viewer="ines") == before


async def test_a_fact_goes_with_its_history_and_the_words_that_said_it(house: House) -> None:
    said = await house.talk.kept(f"I adore {SECRET}")
    await house.fact("favourite dish", SECRET, source=said.id)
    newer = await house.fact("favourite dish", "Gazpacho")
    await house.memory.forgetting.forget_fact(newer.id, by="ines")
    assert house.traces(SECRET, "Gazpacho") == 0
    assert await house.memory.words.utterances("ines") == []


async def test_what_one_utterance_added_to_a_list_goes_from_later_versions_too(house: House) -> None:
    first, second = await house.talk.kept(f"no {SECRET} for me"), await house.talk.kept("and no sprouts")
    await house.fact("dislikes", SECRET, source=first.id, add=True)
    await house.fact("dislikes", "sprouts", source=second.id, add=True)
    await house.memory.forgetting.forget_utterance(first.id, by="ines")
    assert house.traces(SECRET) == 0
    assert [fact.value for fact in await house.memory.facts.of("ines", now=NOW)] == [["sprouts"]]


async def test_a_person_goes_whole_and_the_others_stay(house: House) -> None:
    for number in range(40):
        await house.talk.say(f"{SECRET} number {number}", conversation=f"c{number % 7}")
        await house.talk.say(f"Ordinary talk {number}", person="tomas", audience=Audience.SHARED)
    await house.fact("favourite dish", SECRET)
    await house.fact("favourite drink", "quince juice", person="tomas")
    await house.memory.encoding.catch_up()
    await house.memory.forgetting.forget_person("ines")
    assert house.traces(SECRET) == 0
    assert len(await house.memory.words.utterances("tomas")) == 40
    assert [fact.value for fact in await house.memory.facts.of("tomas", now=NOW)] == ["quince juice"]
    assert house.traces("quince juice") > 0


async def test_everything_goes(house: House) -> None:
    for number in range(60):
        await house.talk.say(f"{SECRET} and marzipan {number}", person=("ines", "rui")[number % 2], conversation=f"c{number}")
    await house.fact("favourite dish", SECRET)
    await house.memory.encoding.catch_up()
    await house.memory.forgetting.forget_everything(by="rui")
    assert house.traces(SECRET, "marzipan") == 0
    assert (await house.memory.recall.recall(Query(person="ines", text="marzipan", now=NOW, floor=0))).items == ()
    assert await house.talk.say("A new beginning") is not None


async def test_nobody_forgets_what_is_not_theirs(house: House) -> None:
    said = await house.talk.kept("Mine alone")
    shared = await house.talk.kept("Told to all", audience=Audience.SHARED)
    fact = await house.fact("favourite dish", "Gazpacho")
    for by, wrong in (("tomas", NotFound), ("visitor", Forbidden)):
        with pytest.raises(wrong):
            await house.memory.forgetting.forget_utterance(said.id, by=by)
        with pytest.raises(wrong):
            await house.memory.forgetting.forget_utterance(shared.id, by=by)
        with pytest.raises(wrong):
            await house.memory.forgetting.forget_fact(fact.id, by=by)
    with pytest.raises(Forbidden):
        await house.memory.forgetting.forget_everything(by="visitor")
    assert len(await house.memory.words.utterances("ines")) == 2


async def test_what_is_forgotten_while_it_is_encoded_does_not_come_back(house: House) -> None:
    async with encoding_beside(house.memory):
        for number in range(50):
            said = await house.talk.kept(f"{SECRET} {number}", conversation=f"c{number}")
            if number % 10 == 9:
                await house.memory.forgetting.forget_utterance(said.id, by="ines")
        await house.memory.forgetting.forget_person("ines")
    await house.memory.encoding.catch_up()
    assert house.traces(SECRET) == 0
    assert (await house.memory.recall.recall(Query(person="ines", text=SECRET, now=NOW, floor=0))).items == ()
