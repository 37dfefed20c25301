"""Measures memory: what remembering costs a turn, and how long recall takes over years of a household's talk.

    PYTHONPATH=src python benchmarks/memory.py [--utterances 100000] [--people 5] [--questions 300] [--folder .]

Prints one JSON object. The corpus is generated: sentences of a Zipf-like vocabulary in conversations of six turns, a fifth of them shared,
every fourth in Japanese. Vectors are random ones of the encoder's size, for encoding half a million texts would take hours; questions are
encoded by the embedded encoder. Rows are written by the store's own functions in large transactions; what one turn costs is measured
afterwards, through `Keeping.keep`. The file lies in a new folder in `--folder`, the working directory by default: /tmp may be memory.
"""

import argparse
import asyncio
import json
import random
import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from yamori.domain.language import language_of
from yamori.embedding.use import SIZE, EmbeddedUse
from yamori.embedding.vectors import packed
from yamori.memory import Audience, Memory, Query, Words, encoding_beside, open_memory
from yamori.memory.store import utterances
from yamori.memory.store.file import open_file
from yamori.memory.terms import about_terms, terms_of

START = datetime(2024, 1, 1, tzinfo=UTC)
BATCH = 5_000
TURNS = 6
_SYLLABLES = ("ba", "den", "kor", "lim", "mar", "nel", "pos", "rin", "sul", "tav", "vek", "zor")
_KANJI = "山川田木花空海森谷石原水火土風雪月星道橋門寺宮島浜波岩竹松梅桜草虫鳥犬猫馬牛魚"
_COMMON = ("turn on the light", "it is cold in here", "what about tomorrow", "remind me of that", "play some music")


class People:
    """Fulfils `memory.Residents`."""

    def __init__(self, number: int) -> None:
        self._people = [f"person{n}" for n in range(number)]

    def members(self) -> Collection[str]:
        return self._people


class Talk:
    """Generated sentences; a word's chance falls with its rank."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words = ["".join(self._random.choices(_SYLLABLES, k=3)) for _ in range(20_000)]
        self._japanese = ["".join(self._random.choices(_KANJI, k=2)) for _ in range(4_000)]

    def sentence(self) -> str:
        if self._random.random() < 0.25:
            return "と".join(self._drawn(self._japanese, 4)) + "の話をした"
        return f"{self._random.choice(_COMMON)} and {' '.join(self._drawn(self._words, 7))}"

    def question(self) -> str:
        if self._random.random() < 0.25:
            return f"{self._drawn(self._japanese, 1)[0]}と{self._drawn(self._japanese, 1)[0]}はどうだった"
        return f"what did I say about the light and {' '.join(self._drawn(self._words, 3))} in march"

    def _drawn(self, words: Sequence[str], number: int) -> list[str]:
        return [words[min(int(len(words) ** self._random.random()), len(words) - 1)] for _ in range(number)]


def talk(people: Sequence[str], each: int) -> Iterator[Words]:
    """Everything that the people say in two years, in the order of days."""
    said = Talk(1)
    chance = random.Random(2)
    step = timedelta(days=730) / each
    for number in range(each // TURNS):
        for person in people:
            audience = Audience.SHARED if chance.random() < 0.2 else Audience.PRIVATE
            for turn in range(TURNS):
                text = said.sentence()
                yield Words(
                    person=person,
                    conversation=f"{person}-{number}",
                    at=START + step * (number * TURNS + turn),
                    text=text,
                    language=language_of(text),
                    audience=audience,
                    key=f"{person}-{number}-{turn}",
                )


async def fill(path: Path, people: Sequence[str], each: int) -> float:
    """Seconds for all of it."""
    began = time.perf_counter()
    file = await open_file(path)
    vectors = np.random.default_rng(3)
    batch: list[Words] = []

    def work(db: sqlite3.Connection) -> None:
        made = vectors.standard_normal((len(batch), SIZE)).astype(np.float32)
        rows = packed(made / np.linalg.norm(made, axis=1, keepdims=True))
        ids = []
        for words in batch:
            terms = [*terms_of(words.text), *about_terms(speaker=words.person, at=words.at)]
            ids.append(utterances.insert(db, words, words.text, terms)[0].id)
        db.executemany("UPDATE utterances SET vector = ? WHERE id = ?", zip(rows, ids, strict=True))

    await file.write(lambda db: utterances.use_encoder(db, EmbeddedUse.name))
    for words in talk(people, each):
        batch.append(words)
        if len(batch) == BATCH:
            await file.write(work)
            batch.clear()
    await file.write(work)
    await file.close()
    return time.perf_counter() - began


async def recalled(memory: Memory, people: Sequence[str], questions: int) -> tuple[Sequence[float], float]:
    """Milliseconds of each question, and the processor's for one on average."""
    asked = Talk(4)
    times = []
    busy = time.process_time()
    for number in range(questions + 10):
        query = Query(person=people[number % len(people)], text=asked.question(), now=START + timedelta(days=731))
        began = time.perf_counter()
        await memory.recall.recall(query)
        times.append((time.perf_counter() - began) * 1000)
    return times[10:], (time.process_time() - busy) / len(times) * 1000


async def kept(memory: Memory, people: Sequence[str], turns: int) -> Sequence[float]:
    said = Talk(5)
    times = []
    for number in range(turns + 5):
        text = said.sentence()
        words = Words(
            person=people[number % len(people)],
            conversation=f"now-{number // 7}",
            at=START + timedelta(days=731, minutes=number),
            text=text,
            language=language_of(text),
            key=f"now-{number}",
        )
        began = time.perf_counter()
        await memory.words.keep(words)
        times.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.02)
    return times[5:]


def disk_wait(folder: Path) -> float:
    """Milliseconds of one small write that has reached the disk, at the median: what no program on this machine can stay under."""
    import os

    times = []
    with (folder / "wait").open("wb") as file:
        for _ in range(50):
            began = time.perf_counter()
            file.write(b"x" * 8192)
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def percentiles(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {f"p{p}": round(ordered[min(int(len(ordered) * p / 100), len(ordered) - 1)], 1) for p in (50, 95, 99)}


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--utterances", type=int, default=100_000, help="of each person")
    parser.add_argument("--people", type=int, default=5)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--folder", type=Path, default=Path())
    given = parser.parse_args()
    residents = People(given.people)
    people = list(residents.members())
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        path = Path(folder) / "memory.sqlite3"
        filled = await fill(path, people, given.utterances)
        before = resident_mb()
        began = time.perf_counter()
        async with open_memory(path, residents=residents, encoder=EmbeddedUse()) as memory:
            opened = time.perf_counter() - began
            quiet, processor = await recalled(memory, people, given.questions)
            after = resident_mb()
            async with encoding_beside(memory):
                turns = await kept(memory, people, given.questions)
            file_mb = path.stat().st_size / 1e6
            began = time.perf_counter()
            await memory.forgetting.forget_utterance(1, by=people[0])
            forgotten = time.perf_counter() - began
        found = {
            "utterances": given.utterances * given.people,
            "fill_s": round(filled),
            "file_mb": round(file_mb),
            "open_s": round(opened, 1),
            "recall_ms": percentiles(quiet),
            "recall_processor_ms": round(processor, 1),
            "keep_ms": percentiles(turns),
            "disk_wait_ms": round(disk_wait(Path(folder)), 1),
            "forget_one_s": round(forgotten, 1),
            "resident_before_mb": round(before),
            "resident_mb": round(after),
        }
    print(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main())
