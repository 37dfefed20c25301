"""A disk that takes no more in the middle of a paper: nothing is half kept, and the next try goes on."""

from pathlib import Path

import pytest
from tests.agents.lifestyle.library import entries, library
from tests.embedding.encoders import CountingEncoder

from yamori.agents.lifestyle.intake import BATCH, Step
from yamori.agents.lifestyle.store import Papers, State
from yamori.domain.errors import HouseSilent

COUNT = 5 * BATCH + 7


def fill(papers: Papers, pages: int) -> None:
    """The index of the topic may have so many pages more than it has."""
    db = papers.known("kitchen")._db
    used = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {used + pages}")


async def test_a_full_disk_stops_a_paper_between_two_batches_and_the_next_try_goes_on(tmp_path: Path) -> None:
    encoder = CountingEncoder()
    async with library(tmp_path, encoder) as kept:
        await kept.papers.topic("kitchen")
        fill(kept.papers, 8)
        with pytest.raises(HouseSilent):
            await kept.add("kitchen", "lamps.jsonl", entries(COUNT))
        (paper,) = await kept.papers.all()
        texts = await kept.texts("kitchen")
        topic = kept.papers.known("kitchen")
        assert paper.state is State.READING
        assert 0 < len(texts) < COUNT and len(texts) % BATCH == 0
        assert paper.passages == len(texts) == topic.size()[0]
        assert len(topic.matches({"lamp": 1.0}).best(1000)) == len(texts)
        assert len(topic.near((await encoder.questions(["lamp"]))[0], 1000)) == len(texts)
        encoder.encoded.clear()
        fill(kept.papers, 100_000)
        read = await kept.add("kitchen", "lamps.jsonl", entries(COUNT))
        assert (read.step, read.passages) == (Step.READ, COUNT)
        assert len(await kept.texts("kitchen")) == COUNT
        assert len(encoder.encoded) == 2 * (COUNT - len(texts))


async def test_a_paper_that_cannot_be_taken_away_on_a_full_disk_stays_whole() -> None:
    async with library(None, CountingEncoder()) as kept:
        await kept.add("kitchen", "lamps.jsonl", entries(BATCH))
        (paper,) = await kept.papers.all()
        topic = kept.papers.known("kitchen")
        topic._db.execute("PRAGMA query_only = ON")
        with pytest.raises(HouseSilent):
            await kept.intake.remove("kitchen", paper.id)
        topic._db.execute("PRAGMA query_only = OFF")
        hits = await kept.papers.search("How is lamp 7 cared for?", limit=1)
        assert hits[0].nearness > 0
        assert hits[0].passage.text == "The lamp 7 is dusted 9 times."
