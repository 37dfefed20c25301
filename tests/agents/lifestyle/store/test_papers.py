"""What is kept of papers and found in them: the same in memory and on disk, with vectors and by words alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from tests.agents.lifestyle.library import Library, entries, library
from tests.embedding.encoders import CountingEncoder

from yamori.agents.lifestyle.intake import Step
from yamori.agents.lifestyle.store import Papers, State
from yamori.agents.lifestyle.store.topic import INDEX
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured, NotFound
from yamori.embedding.port import Vectors

KETTLE = "# Kettle\n\n## Descaling\n\nDescale it with 1.5 spoons of citric acid.\n\n## Guarantee\n\nIt lasts 24 months.\n"


@pytest.fixture(params=["memory, words", "memory, vectors", "disk, words", "disk, vectors"])
async def kept(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Library]:
    encoder = CountingEncoder() if "vectors" in request.param else None
    async with library(tmp_path / "papers" if "disk" in request.param else None, encoder) as opened:
        yield opened


async def test_a_paper_is_found_with_its_place(kept: Library) -> None:
    read = await kept.add("house rules", "kettle.md", KETTLE)
    hits = await kept.papers.search("how much citric acid to descale?", limit=1)
    assert (read.step, read.passages) == (Step.READ, 2)
    assert (hits[0].paper.name, hits[0].number, hits[0].passage.headings[-1]) == ("kettle.md", 0, "Descaling")
    assert 0 < hits[0].words <= 1
    assert [r.number for r in await kept.papers.around(hits[0])] == [0, 1]


async def test_an_unchanged_paper_is_read_once_and_a_changed_one_takes_its_place(kept: Library) -> None:
    await kept.add("kitchen", "kettle.md", KETTLE)
    again = await kept.add("kitchen", "kettle.md", KETTLE)
    changed = await kept.add("kitchen", "kettle.md", KETTLE.replace("24 months", "36 months"))
    assert (again.step, changed.step) == (Step.UNCHANGED, Step.READ)
    assert [p.state for p in await kept.papers.all()] == [State.READY]
    assert not [t for t in await kept.texts("kitchen") if "24" in t]
    assert "36" in (await kept.papers.search("how long does the guarantee last", limit=1))[0].passage.text


async def test_a_paper_that_is_taken_away_leaves_nothing(kept: Library) -> None:
    await kept.add("kitchen", "kettle.md", KETTLE)
    (paper,) = await kept.papers.all()
    original = kept.intake.original(paper)
    gone = await kept.intake.remove("kitchen", paper.id)
    assert gone.name == "kettle.md"
    assert original is not None and not original.exists()
    assert await kept.papers.all() == []
    assert await kept.papers.search("citric acid") == []
    assert kept.papers.known("kitchen").size() == (0, 0)
    with pytest.raises(NotFound):
        await kept.intake.remove("kitchen", paper.id)


async def test_a_paper_that_cannot_be_read_is_kept_with_its_reason_and_the_version_before_it_is_not_quoted_any_more(kept: Library) -> None:
    await kept.add("kitchen", "kettle.md", KETTLE)
    (before,) = await kept.papers.all()
    failed = await kept.add("kitchen", "kettle.md", b"%PDF-1.4 and then nothing that a PDF has")
    assert (failed.step, failed.reason) == (Step.FAILED, "damaged")
    (paper,) = await kept.papers.all()
    assert (paper.state, paper.passages, str(paper.problem).partition(":")[0]) == (State.FAILED, 0, "damaged")
    assert await kept.papers.search("citric acid", limit=1) == []
    assert kept.papers.known("kitchen").size() == (0, 0)
    assert kept.intake.original(before) is None
    assert (await kept.add("kitchen", "kettle.md", KETTLE)).step is Step.READ
    assert (await kept.papers.search("citric acid", limit=1))[0].paper.state is State.READY


async def test_a_paper_that_could_not_be_read_is_tried_again_when_somebody_adds_it_again(kept: Library) -> None:
    first = await kept.add("kitchen", "empty.md", b"\n")
    second = await kept.add("kitchen", "empty.md", b"\n")
    assert (first.step, second.step) == (Step.FAILED, Step.FAILED)
    assert second.reason == "empty"
    assert len(await kept.papers.all()) == 1


async def test_only_the_topics_that_are_named_are_searched(kept: Library) -> None:
    await kept.add("kitchen", "kettle.md", KETTLE)
    await kept.add("finance", "bill.md", "# Bill\n\nThe kettle costs 40.\n")
    assert {h.paper.topic for h in await kept.papers.search("kettle")} == {"kitchen", "finance"}
    assert {h.paper.topic for h in await kept.papers.search("kettle", topics=["finance"])} == {"finance"}
    with pytest.raises(NotFound, match="kitchen"):
        await kept.papers.search("kettle", topics=["garden"])
    with pytest.raises(InvalidRequest):
        await kept.papers.search("kettle", limit=0)


async def test_a_large_topic_does_not_hide_a_small_one(kept: Library) -> None:
    await kept.add("large", "lamps.jsonl", entries(300))
    await kept.add("small", "kettle.md", KETTLE)
    assert (await kept.papers.search("how is the descaling done with citric acid", limit=1))[0].paper.topic == "small"
    assert (await kept.papers.search("how is lamp 217 cared for", limit=1))[0].passage.text == "The lamp 217 is dusted 219 times."


async def test_the_same_text_is_given_once(kept: Library) -> None:
    for topic in ("kitchen", "office"):
        await kept.add(topic, "kettle.md", KETTLE)
    hits = await kept.papers.search("citric acid and guarantee", limit=5)
    assert len({h.passage.text for h in hits}) == len(hits) == 2


async def test_a_word_with_a_point_or_an_apostrophe_is_counted_where_it_stands(kept: Library) -> None:
    await kept.add("kitchen", "kettle.md", KETTLE + "\n## Trouble\n\nPress o'clock, not the ・ or 1.5x key.\n")
    topic = kept.papers.known("kitchen")
    assert topic.having(["1.5", "o'clock", "absent"]) == {"1.5": 1, "o'clock": 1}
    assert len(topic.matches({"1.5": 1.0}).best(5)) == 1


async def test_questions_of_any_characters_are_answered(kept: Library) -> None:
    await kept.add("kitchen", "kettle.md", KETTLE)
    for question in (
        '"',
        "' OR 1=1 --",
        "NEAR(a b)",
        "*",
        "\0",
        "🦎",
        "ﾊﾟｿｺﾝ・電源",
        "a" * 5000,
        "AND OR NOT",
        "-kettle",
        "col:umn",
        "ß İ ǅ",
    ):
        await kept.papers.search(question)


HEDGE = "# The house\n\nThe roof is red.\n\n## Green\n\nMr Ott cuts the hedge each May.\n\n## Gate\n\nOil the hinge.\n"
KAKINE = "# 家のこと\n\n屋根は塗ったばかり。\n\n## 庭木\n\n垣根は5月に尾藤さんが切る。\n\n## 門\n\n蝶番に油をさす。\n"


@pytest.mark.parametrize(("paper", "question"), [(HEDGE, "垣根を切る時期は?"), (KAKINE, "In which month is the hedge cut?")])
async def test_words_are_found_in_the_other_language(kept: Library, paper: str, question: str) -> None:
    await kept.add("house", "house.md", paper)
    for n in range(30):  # so many that not everything is read
        await kept.add("lamps", f"lamp-{n}.md", f"# Lamp {n}\n\nDust it {n} times. ランプ{n}\n")
    found = await kept.papers.search(question, limit=3)
    assert "May" in found[0].passage.text or "5月" in found[0].passage.text


async def test_a_large_library_is_not_searched_for_every_counterpart(monkeypatch: pytest.MonkeyPatch) -> None:
    async with library(None, None) as kept:
        await kept.add("house", "house.md", HEDGE)
        assert await kept.papers.search("垣根を切る時期は?")
        monkeypatch.setattr("yamori.agents.lifestyle.store.searching.LARGE", 1)
        assert await kept.papers.search("垣根を切る時期は?") == []


async def test_a_file_comes_in_as_its_path_and_stays_where_it_is(kept: Library, tmp_path: Path) -> None:
    spooled = tmp_path / "spooled"
    spooled.write_text(KETTLE)
    read = await kept.add("kitchen", "kettle.md", spooled)
    (paper,) = await kept.papers.all()
    original = kept.intake.original(paper)
    assert read.step is Step.READ
    assert spooled.is_file()
    assert original is not None and original.read_text() == KETTLE


async def test_what_in_a_paper_could_not_be_read_is_said_with_its_reason(kept: Library) -> None:
    read = await kept.add("kitchen", "tips.jsonl", entries(2) + "no entry\n")
    assert (read.step, read.passages) == (Step.READ, 2)
    assert [(s.where, s.reason) for s in read.skipped] == [("line 3", "not_an_entry")]


@pytest.mark.parametrize("name", ["../up.md", ".hidden.md", "a/b.md", "", "x" * 300, "tab\there.md"])
async def test_a_name_that_would_lie_elsewhere_is_refused(kept: Library, name: str) -> None:
    with pytest.raises(InvalidRequest):
        await kept.add("kitchen", name, KETTLE)
    assert await kept.papers.all() == []


async def test_everything_is_there_after_a_restart_and_nothing_is_encoded_again(tmp_path: Path) -> None:
    async with library(tmp_path, CountingEncoder()) as before:
        await before.add("kitchen", "kettle.md", KETTLE)
        found = await before.papers.search("citric acid")
    encoder = CountingEncoder()
    async with library(tmp_path, encoder) as after:
        assert await after.papers.search("citric acid") == found
        await after.intake.encode_missing()
    assert encoder.encoded == []


async def test_one_question_is_encoded_once() -> None:
    class Listening(CountingEncoder):
        asked = 0

        async def questions(self, texts: list[str]) -> Vectors:  # type: ignore[override]
            self.asked += len(texts)
            return await super().questions(texts)

    encoder = Listening()
    async with library(None, encoder) as kept:
        await kept.add("kitchen", "kettle.md", KETTLE)
        encoder.asked = 0
        for _ in range(3):
            await kept.papers.search("citric acid")
    assert encoder.asked == 1


async def test_words_find_while_an_encoder_elsewhere_is_silent() -> None:
    class Silent(CountingEncoder):
        async def questions(self, texts: list[str]) -> Vectors:  # type: ignore[override]
            raise HouseSilent("it does not answer")

    encoder = CountingEncoder()
    async with library(None, encoder) as kept:
        await kept.add("kitchen", "kettle.md", KETTLE)
        kept.papers.encoder = Silent()
        (hit,) = await kept.papers.search("citric acid", limit=1)
    assert hit.nearness == 0
    assert hit.words > 0


async def test_vectors_of_another_encoder_are_dropped_and_made_anew_while_words_find(tmp_path: Path) -> None:
    async with library(tmp_path, CountingEncoder()) as before:
        await before.add("kitchen", "kettle.md", KETTLE)
    other = CountingEncoder()
    other.name = "another"
    async with library(tmp_path, other) as after:
        assert after.papers.known("kitchen").incomplete
        (hit,) = await after.papers.search("citric acid", limit=1)
        assert (hit.nearness, hit.passage.headings[-1]) == (0, "Descaling")
        await after.intake.encode_missing()
        assert len(other.encoded) == 2
        assert (await after.papers.search("citric acid", limit=1))[0].nearness > 0


@pytest.mark.parametrize("content", [b"this is no index", b"SQLite format 3\0" + b"\xff" * 5000])
async def test_a_broken_index_is_said_with_what_mends_it(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "kitchen").mkdir()
    (tmp_path / "kitchen" / INDEX).write_bytes(content)
    with pytest.raises(Misconfigured) as said:
        await Papers(tmp_path, None).open()
    assert INDEX in said.value.mend


async def test_vectors_keep_the_order_of_likenesses_in_a_byte_a_number() -> None:
    from yamori.embedding.vectors import VectorIndex, packed

    chance = np.random.default_rng(3)
    rows = chance.normal(size=(500, 512)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    asked = rows[17] + 0.5 * rows[40]
    asked /= np.linalg.norm(asked)
    index = VectorIndex(512)
    index.add(list(range(1000, 1500)), packed(rows))
    near = index.nearest(asked, 5)
    assert list(near)[:2] == [1017, 1040]
    assert abs(near[1017] - float(rows[17] @ asked)) < 0.01
    assert index.nearness(asked, [1017, 1]) == pytest.approx({1017: float(rows[17] @ asked)}, abs=0.01)
    index.remove([1017])
    assert 1017 not in index.nearest(asked, 5)
