"""The page's doors to real papers: what a search finds, what the agent answers, and files that come and go."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yamori.agentkit.task import Remembered
from yamori.agents.lifestyle.store import Origin
from yamori.apps.paper_port import PapersOnThePage
from yamori.apps.papers import HouseholdPapers, PaperOptions, open_papers
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.language import Language
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels
from yamori.web.paper_port import Coming, Partial, Question, Stage, Standing

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
KETTLE = b"""# Kettle

## Descaling

Descale the kettle every two months with 50 ml of citric acid. Warning: never let it run dry.

## Guarantee

The guarantee lasts 24 months from the day it was bought.
"""


@dataclass(frozen=True, kw_only=True)
class House:
    kept: HouseholdPapers
    ports: PapersOnThePage

    async def add(self, topic: str, name: str, data: bytes, language: Language = Language.ENGLISH) -> list[Coming]:
        return [coming async for coming in self.ports.add(topic, name, await self.received(data), language)]

    async def received(self, data: bytes) -> Partial:
        partial = self.ports.receive()
        await partial.write(data)
        return partial


@asynccontextmanager
async def house(folder: Path | None = None, *, watched: Path | None = None, answers: str = "Yes") -> AsyncIterator[House]:
    """Papers without vectors, and a model that says this of every passage."""
    clock = SetClock(NOW)
    models = ScriptedModels({Role.LIFESTYLE: ScriptedModel(lambda _: answers)})
    async with open_papers(folder, PaperOptions(watched=watched), clock=clock, models=models) as kept:
        ports = PapersOnThePage(kept, clock)
        try:
            yield House(kept=kept, ports=ports)
        finally:
            await ports.close()


async def test_a_file_that_comes_in_is_read_listed_and_opens_again() -> None:
    async with house() as it:
        steps = await it.add("house rules", "kettle.md", KETTLE)
        again = await it.add("house rules", "kettle.md", KETTLE)
        (topic,) = await it.ports.topics()
        (paper,) = await it.ports.papers("house rules", Language.ENGLISH)
        passages = await it.ports.passages("house rules", paper.id, start=0, limit=10)
        original = await it.ports.original("house rules", paper.id)
        assert original is not None
        assert original.read_bytes() == KETTLE
    assert (steps[0].stage, steps[-1].stage, again[-1].stage) == (Stage.WAITING, Stage.READ, Stage.UNCHANGED)
    assert (topic.name, topic.papers, topic.passages) == ("house rules", 1, paper.passages)
    assert (paper.title, paper.kind, paper.removable, paper.standing) == ("Kettle", "markdown", True, Standing.READY)
    assert passages[0].number == 0
    assert any("citric acid" in p.text and p.headings[-1] == "Descaling" for p in passages)


async def test_the_evidence_is_the_sentence_that_fits_best_with_its_place() -> None:
    async with house() as it:
        await it.add("household", "kettle.md", KETTLE)
        found = await it.ports.evidence(Question(text="How much citric acid does the kettle take to descale?"))
        nothing = await it.ports.evidence(Question(text="Wie heißt der Hund der Nachbarn?"))
    assert found is not None
    assert found.sentence == "Descale the kettle every two months with 50 ml of citric acid."
    assert (found.place.topic, found.place.name, found.place.headings[-1]) == ("household", "kettle.md", "Descaling")
    assert nothing is None


async def test_the_answer_quotes_its_source_and_goes_on_from_the_question_before() -> None:
    async with house() as it:
        await it.add("household", "kettle.md", KETTLE)
        answer = await it.ports.answer(Question(text="And how long does its guarantee last?", before="How often is the kettle descaled?"))
    assert answer.question == "How often is the kettle descaled? And how long does its guarantee last?"
    (quote,) = answer.quotes
    assert quote.sentences
    assert quote.place.name == "kettle.md"


async def test_what_the_papers_do_not_answer_comes_with_what_lies_nearest() -> None:
    async with house(answers="No") as it:
        await it.add("household", "kettle.md", KETTLE)
        answer = await it.ports.answer(Question(text="Which colour does the kettle have after 24 months?"))
        with pytest.raises(NotFound):
            await it.ports.answer(Question(text="Which colour?", topics=("gone",)))
    assert answer.quotes == ()


async def test_a_dish_that_the_question_forbids_is_no_evidence_either() -> None:
    recipes = b"# Supper\n\n## Omelette\n\nA quick supper to cook: beat three eggs for an omelette.\n"
    async with house() as it:
        await it.add("cooking", "supper.md", recipes)
        free = await it.ports.evidence(Question(text="What quick supper can I cook?"))
        bound = await it.ports.evidence(Question(text="What quick supper can I cook? I am allergic to egg."))
    assert free is not None
    assert bound is None


async def test_what_is_remembered_of_whoever_asks_is_left_out_of_the_evidence_and_the_answer_says_why() -> None:
    recipes = b"# Supper\n\n## Omelette\n\nA quick supper to cook: beat three eggs for an omelette.\n"
    beans = b"# Beans\n\n## Stew\n\nA quick supper to cook: warm white beans with tomatoes.\n"

    async def known(person: str, question: str) -> Sequence[Remembered]:
        fact = Remembered(text="you're allergic to eggs", source="I'm allergic to eggs", since=NOW, avoids=("eggs",))
        return [fact] if person == "aiko" else []

    async with house() as it:
        ports = PapersOnThePage(it.kept, SetClock(NOW), known)
        await it.add("cooking", "supper.md", recipes)
        assert await ports.evidence(Question(text="What quick supper can I cook?", person="ren")) is not None
        assert await ports.evidence(Question(text="What quick supper can I cook?", person="aiko")) is None
        await it.add("cooking", "beans.md", beans)
        theirs = await ports.answer(Question(text="What quick supper can I cook?", person="aiko"))
        others = await ports.answer(Question(text="What quick supper can I cook?", person="ren"))
        await ports.close()
    assert all("egg" not in sentence for quote in theirs.quotes for sentence in quote.sentences)
    assert "allergic to eggs" in theirs.health and others.health == ""


async def test_a_file_that_cannot_be_read_says_why_in_the_readers_language() -> None:
    async with house() as it:
        english = await it.add("household", "what.pdf", b"MZ\x00\x00\x00\x00\x00\x00\x00\x00\x00")
        japanese = await it.add("household", "other.pdf", b"MZ\x00\x00\x00\x00\x00\x00\x00\x00\x01", Language.JAPANESE)
        failed = await it.ports.failed(Language.JAPANESE)
        (first, _) = await it.ports.papers("household", Language.ENGLISH)
    assert (english[-1].stage, japanese[-1].stage) == (Stage.FAILED, Stage.FAILED)
    assert "not what its name says" in str(english[-1].problem)
    assert "名前の示す種類のファイルではなく" in str(japanese[-1].problem)
    assert len(failed) == 2
    assert "名前の示す種類" in str(failed[0].problem)
    assert first.standing is Standing.FAILED


@pytest.mark.parametrize(
    ("topic", "name", "where"), [("a/b", "x.txt", "topic"), ("household", "../x.txt", "name"), ("household", "", "name")]
)
async def test_a_name_that_would_lie_elsewhere_is_refused(topic: str, name: str, where: str) -> None:
    async with house() as it:
        with pytest.raises(InvalidRequest) as refused:
            await it.add(topic, name, b"x")
        assert await it.ports.coming(Language.ENGLISH) == []
    assert refused.value.where == where


async def test_a_file_is_read_to_its_end_though_the_page_has_gone() -> None:
    async with house() as it:
        steps = it.ports.add("household", "kettle.md", await it.received(KETTLE), Language.ENGLISH)
        assert (await anext(steps)).stage is Stage.WAITING
        await steps.aclose()  # type: ignore[attr-defined]  # it is an async generator
        await it.ports.done()
        (paper,) = await it.ports.papers("household", Language.ENGLISH)
        assert paper.standing is Standing.READY
        assert await it.ports.coming(Language.ENGLISH) == []


async def test_only_what_was_added_here_is_removed_and_its_file_with_it(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    (shared / "household").mkdir(parents=True)
    (shared / "household" / "rules.txt").write_text("Shoes off in the hall.")
    async with house(tmp_path / "papers", watched=shared) as it:
        await it.kept.starting.done()
        await it.add("household", "kettle.md", KETTLE)
        kettle, rules = await it.ports.papers("household", Language.ENGLISH)
        original = await it.ports.original("household", kettle.id)
        assert original is not None
        await it.ports.remove("household", kettle.id)
        with pytest.raises(InvalidRequest) as refused:
            await it.ports.remove("household", rules.id)
        assert [p.name for p in await it.ports.papers("household", Language.ENGLISH)] == ["rules.txt"]
        assert (refused.value.where, rules.removable, rules.origin) == ("origin", False, "folder")
        assert not original.exists()


async def test_a_topic_that_is_not_there_yet_holds_nothing() -> None:
    async with house() as it:
        assert await it.ports.papers("not yet", Language.ENGLISH) == []
        assert await it.ports.topics() == []


async def test_what_the_household_itself_is_reading_is_seen() -> None:
    async with house() as it:
        await it.kept.starting.done()
        topic = await it.kept.papers.topic("household")
        topic.begin(name="long.pdf", title="Long", kind="pdf", origin=Origin.FOLDER, digest="0", now=NOW)
        (coming,) = await it.ports.coming(Language.ENGLISH)
    assert (coming.name, coming.stage, coming.page) == ("long.pdf", Stage.READING, None)
