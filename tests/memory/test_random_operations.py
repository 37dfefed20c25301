"""Thousands of operations of five people, in an order that a seed gives: nothing of one reaches another, and nothing that was forgotten is
anywhere on disk."""

import random
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.lengths import length
from tests.memory.fakes import NOW, PEOPLE, Residents, WordEncoder

from yamori.domain.errors import NotFound
from yamori.domain.language import Language
from yamori.memory import Audience, Category, Difference, KeptUtterance, Memory, Put, Query, Source, Withdraw, Words, open_memory

OPERATIONS = length(2_000, 10_000)
SUBJECTS = ("harbour", "violin", "kitchen", "holiday", "garden")


class Life:
    """Five people at home. Every sentence holds a word that only it has, which also says whose it is and for whom."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self.memory, self.random = memory, random.Random(seed)
        self.now, self.number = NOW, 0
        self.said: dict[int, KeptUtterance] = {}
        self.forgotten: list[str] = []

    async def step(self) -> None:
        self.now += timedelta(minutes=self.random.choice((1, 5, 600, -30)))
        person = self.random.choice(PEOPLE)
        chance = self.random.random()
        if chance < 0.6:
            await self.say(person)
        elif chance < 0.82:
            await self.note(person)
        elif chance < 0.88:
            await self.recall(person)
        elif chance < 0.97:
            await self.look(person)
        elif chance < 0.99:
            await self.memory.facts.end_short_lived(now=self.now)
        else:
            await self.memory.encoding.catch_up()

    def word(self, person: str, audience: Audience) -> str:
        self.number += 1
        return f"{person}{audience.value}{self.number:05}"

    async def say(self, person: str) -> None:
        audience = self.random.choice(tuple(Audience))
        word = self.word(person, audience)
        words = Words(
            person=person,
            conversation=f"c{self.random.randrange(200)}",
            at=self.now,
            text=f"The {self.random.choice(SUBJECTS)} is {word} today",
            language=Language.ENGLISH,
            audience=audience,
            key=word,
        )
        kept = await self.memory.words.keep(words)
        assert kept is not None
        self.said[kept.id] = kept

    async def note(self, person: str) -> None:
        audience = self.random.choice(tuple(Audience))
        own = [said for said in self.said.values() if said.person == person and said.audience is audience]
        if not own:
            return
        source = self.random.choice(own)
        word = source.text.split()[3]
        change = Put(value=word) if self.random.random() < 0.8 else Withdraw()
        await self.memory.facts.change(
            Difference(
                person=person,
                category=Category.TASTE,
                name=f"slot {self.random.randrange(9)}",
                change=change,
                source=Source(utterance=source.id, quote=source.text),
                audience=audience,
            ),
            now=self.now,
        )

    async def recall(self, person: str) -> None:
        query = Query(person=person, text=f"How is the {self.random.choice(SUBJECTS)}", now=self.now, floor=0, budget=10_000, limit=50)
        for item in (await self.memory.recall.recall(query)).items:
            assert item.person == person or "shared" in item.text, f"{person} was told {item.text}"

    async def look(self, person: str) -> None:
        for fact in await self.memory.facts.of(person, now=self.now, ended=True):
            assert fact.person == person or "shared" in str(fact.value)
            assert person in str(fact.value) or "shared" in str(fact.value)
        if self.said:
            other = self.random.choice(list(self.said.values()))
            if other.person != person and other.audience is Audience.PRIVATE:
                try:
                    await self.memory.words.utterance(other.id, viewer=person)
                except NotFound:
                    return
                raise AssertionError(f"{person} saw what {other.person} said")

    async def forget(self) -> None:
        gone = self.random.choice(list(self.said.values()))
        del self.said[gone.id]
        await self.memory.forgetting.forget_utterance(gone.id, by=gone.person)
        self.forgotten.append(gone.text.split()[3])

    async def forget_person(self, person: str) -> None:
        await self.memory.forgetting.forget_person(person)
        self.forgotten += [said.text.split()[3] for said in self.said.values() if said.person == person]
        self.said = {id: said for id, said in self.said.items() if said.person != person}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """In memory where the machine has such a place: ten thousand waits for a disk would take minutes."""
    shared = Path("/dev/shm")
    if not shared.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=shared) as made:
        yield Path(made)


@pytest.mark.slow
async def test_thousands_of_operations_by_five_people_leak_nothing(folder: Path) -> None:
    async with open_memory(folder / "memory.sqlite3", residents=Residents(), encoder=WordEncoder()) as memory:
        life = Life(memory, seed=29)
        for number in range(OPERATIONS):
            await life.step()
            if number % (OPERATIONS // 20) == OPERATIONS // 20 - 1:
                await life.forget()
        await life.forget_person("clara")
        written = b"".join(path.read_bytes() for path in folder.iterdir())  # noqa: ASYNC240 - nobody else is waiting
        assert len(life.forgotten) > OPERATIONS // 20
        assert not [word for word in life.forgotten if word.encode() in written]
        kept = [said.text.split()[3] for said in life.said.values()]
        assert all(word.encode() in written for word in kept)
        for person in PEOPLE:
            await life.recall(person)
            await life.look(person)
