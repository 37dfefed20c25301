"""What a large library of papers costs: opening it, finding in it, the memory that it takes, and reading a long manual in.

    PYTHONPATH=src python benchmarks/papers.py [--passages 100000] [--folder FOLDER]

Prints one JSON object. The library is made once in FOLDER (a minute or two; a temporary one without it): sentences of the starter library
in new company, each passage with names and numbers of its own, 50 passages a paper, half English and half Japanese, over six topics. The
real encoder makes the vectors of a sample; the others are those with noise, which costs a search as much. Opening and finding are measured
in a process of their own (`search`), 200 questions of the starter library, encoder included; targets: open in 2 s, 30 ms at the median,
1 GB. Then a PDF of 500 pages is read in with everything that belongs to it; target: 20 pages a second.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from yamori.agents.lifestyle.intake import STARTER, Intake
from yamori.agents.lifestyle.rules.passages import Passage
from yamori.agents.lifestyle.rules.sentences import sentences
from yamori.agents.lifestyle.store import Origin, Papers
from yamori.domain.clock import SystemClock
from yamori.embedding.use import EmbeddedUse

SAMPLE = 2_000
"""Passages whose vectors are real."""
NOISE = 0.02
"""Standard deviation added to each number of the others, whose own is 0.044: they keep a cosine of about 0.9."""
A_PAPER = 50
QUESTIONS = 200
PAGES = 500
MAKERS = ("Aoi", "Brandt", "Corvo", "Delia", "Esker", "Fujino", "Gram", "Hoshi", "Isar", "Juno")


def entries(topic: str, language: str) -> list[dict[str, str]]:
    text = (STARTER / topic / f"{language}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def topics() -> list[str]:
    return sorted(p.name for p in STARTER.iterdir() if p.is_dir())


def invented(topic: str, language: str, count: int, chance: random.Random) -> Iterator[Passage]:
    """Passages of two to four sentences of the topic, about something that no other paper names."""
    known = [s for e in entries(topic, language) for s in sentences(e["answer"])]
    glue = "" if language == "ja" else " "
    for number in range(count):
        thing = f"{chance.choice(MAKERS)} {chance.choice('KLMPRSTX')}{chance.randrange(100, 9999)}"
        said = chance.sample(known, chance.randint(2, 4))
        own = f"{thing}は{chance.randrange(1, 400)}回。" if language == "ja" else f"The {thing} takes {chance.randrange(1, 400)} of them."
        yield Passage(text=glue.join([*said, own]), headings=(thing,), page=number % A_PAPER + 1)


async def make(folder: Path, count: int) -> float:
    """Seconds that it took."""
    begun = time.perf_counter()
    chance, noise = random.Random(5), np.random.default_rng(5)
    encoder = EmbeddedUse()
    papers = Papers(folder, encoder)
    share = count // (2 * len(topics()))
    for name in topics():
        topic = await papers.topic(name)
        for language in ("en", "ja"):
            held = list(invented(name, language, share, chance))
            sample = await encoder.passages([p.searched("") for p in held[: SAMPLE // (2 * len(topics()))]])
            for start in range(0, len(held), A_PAPER):
                batch = held[start : start + A_PAPER]
                rows = sample[noise.integers(0, len(sample), len(batch))]
                rows = rows + noise.normal(0, NOISE, rows.shape).astype(np.float32)
                rows /= np.linalg.norm(rows, axis=1, keepdims=True)
                title = f"{batch[0].headings[0]} ({language}).pdf"
                paper = topic.begin(
                    name=f"{start}-{title}",
                    title=title,
                    kind="pdf",
                    origin=Origin.ADDED,
                    digest=f"{language}{start}",
                    now=datetime.now(UTC),
                )
                topic.append(paper.id, 0, batch, rows, title)
                topic.finish(paper.id, pages=A_PAPER, title=title)
    await papers.close()
    return time.perf_counter() - begun


def memory(key: str) -> int:
    """MB of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key)) // 1024


def spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {"median_ms": round(statistics.median(ordered) * 1000, 1), "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 1)}


async def search(folder: Path) -> None:
    encoder = EmbeddedUse()
    begun = time.perf_counter()
    papers = Papers(folder, encoder)
    await papers.open()
    opened = time.perf_counter() - begun
    begun = time.perf_counter()
    await encoder.questions(["?"])
    loaded = time.perf_counter() - begun
    asked = [e["question"] for t in topics() for language in ("en", "ja") for e in entries(t, language)]
    random.Random(7).shuffle(asked)
    one, all_of_them, words = [], [], []
    for number, question in enumerate(asked[:QUESTIONS]):
        begun = time.perf_counter()
        await papers.search(question, limit=8)
        all_of_them.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        await papers.search(f"{question} ", topics=[topics()[number % len(topics())]], limit=8)
        one.append(time.perf_counter() - begun)
    papers.encoder = None
    for question in asked[:QUESTIONS]:
        begun = time.perf_counter()
        await papers.search(question, limit=8)
        words.append(time.perf_counter() - begun)
    said = {
        "passages": sum(p.passages for p in await papers.all()),
        "open_s": round(opened, 2),
        "encoder_s": round(loaded, 2),
        "all_topics": spread(all_of_them),
        "one_topic": spread(one),
        "words_alone": spread(words),
        "resident_mb": memory("VmRSS"),
        "most_mb": memory("VmHWM"),
    }
    await papers.close()
    print(json.dumps(said))


def manual(path: Path, pages: int) -> None:
    """A PDF of running text with a heading on each page, as small as PDF can be written."""
    chance = random.Random(9)
    known = [s for t in topics() for e in entries(t, "en") for s in sentences(e["answer"]) if s.isascii()]
    objects: list[bytes] = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    kids = []
    for number in range(1, pages + 1):
        rows = [f"BT /F 16 Tf 72 770 Td (Chapter {number}) Tj ET"]
        words = " ".join(chance.sample(known, 24)).replace("\\", "").replace("(", "\\(").replace(")", "\\)").split()
        y = 740
        while words and y > 72:
            line = ""
            while words and len(line) + len(words[0]) < 88:
                line += f"{words.pop(0)} "
            rows.append(f"BT /F 10 Tf 72 {y} Td ({line.strip()}) Tj ET")
            y -= 26 if chance.random() < 0.25 else 13
        body = "\n".join(rows).encode("cp1252")
        kids.append(f"{len(objects) + 1} 0 R")
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents {len(objects) + 2} 0 R>>".encode(),
            b"<</Length %d>>stream\n%s\nendstream" % (len(body), body),
        ]
    objects[1] = f"<</Type/Pages/Count {pages}/Kids[{' '.join(kids)}]>>".encode()
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % p for p in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    path.write_bytes(out)


async def ingest(folder: Path) -> dict[str, float | int | None]:
    path = folder / "manual.pdf"
    manual(path, PAGES)
    encoder = EmbeddedUse()
    await encoder.questions(["?"])
    papers = Papers(folder / "papers", encoder)
    intake = Intake(papers, SystemClock("Asia/Tokyo"))
    begun = time.perf_counter()
    async for _ in intake.add("appliances", "manual.pdf", path.read_bytes()):
        pass
    took = time.perf_counter() - begun
    (paper,) = await papers.all()
    await intake.close()
    await papers.close()
    return {
        "pages": paper.pages,
        "passages": paper.passages,
        "seconds": round(took, 1),
        "pages_s": round(PAGES / took, 1),
        "most_mb": memory("VmHWM"),
    }


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("what", nargs="?", choices=("all", "search", "ingest"), default="all")
    asked.add_argument("--passages", type=int, default=100_000)
    asked.add_argument("--folder", type=Path)
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="yamori-papers-") as borrowed:
        folder: Path = chosen.folder or Path(borrowed) / "library"
        if chosen.what == "search":
            asyncio.run(search(folder))
            return
        if chosen.what == "ingest":
            print(json.dumps(asyncio.run(ingest(Path(borrowed)))))
            return
        made = None if folder.is_dir() else asyncio.run(make(folder, chosen.passages))
        said = {"made_s": made and round(made, 1)}
        for what in ("search", "ingest"):
            command = [sys.executable, __file__, what, "--folder", str(folder)]
            said[what] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
        print(json.dumps(said, indent=1))


if __name__ == "__main__":
    main()
