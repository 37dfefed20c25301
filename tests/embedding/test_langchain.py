"""Encoders that are services, through LangChain's own packages, against a server on this machine."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from tests.agents.lifestyle.library import library
from tests.embedding.contract import RULES
from tests.embedding.served import EmbeddingServer, embedding_server

from yamori.agents.lifestyle.intake import Step
from yamori.agents.lifestyle.store import State
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.embedding.named import paper_encoder
from yamori.embedding.port import TextEncoder
from yamori.embedding.use import EmbeddedUse

PACKAGES = {"openai": "langchain_openai", "ollama": "langchain_ollama"}
PAPER = "# Lamp\n\n## Shade\n\nThe shade is washed in spring with lukewarm water.\n\n## Bulb\n\nThe bulb holds two years.\n"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{running.url}/v1")
        monkeypatch.delenv("OPENAI_API_BASE", raising=False)
        monkeypatch.setenv("OLLAMA_HOST", running.url)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield running


def encoder_of(name: str) -> TextEncoder:
    pytest.importorskip(PACKAGES[name.partition(":")[0]])
    encoder = paper_encoder(name)
    assert encoder is not None
    return encoder


@pytest.mark.parametrize("name", ["openai:text-embedding-3-small", "openai:intfloat/multilingual-e5-large", "ollama:bge-m3"])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
async def test_every_encoder_that_is_a_service(server: EmbeddingServer, name: str, rule: Callable[[TextEncoder], Awaitable[None]]) -> None:
    await rule(encoder_of(name))


async def test_an_e5_is_told_what_is_a_question_and_what_is_a_passage(server: EmbeddingServer) -> None:
    encoder = encoder_of("openai:intfloat/multilingual-e5-large")
    await encoder.questions(["which lamp?"])
    await encoder.passages(["A lamp.", ""])
    assert server.asked == [["query: which lamp?"], ["passage: A lamp.", "passage: "]]
    assert set(server.keys) == {"Bearer sk-none"}


@pytest.mark.parametrize("broken", ["down", "fewer", "odd"])
async def test_a_service_that_fails_is_silent(server: EmbeddingServer, broken: str) -> None:
    server.broken = broken
    encoder = encoder_of("openai:m")
    with pytest.raises(HouseSilent, match="openai:m"):
        await encoder.passages(["A lamp.", "A chair."])


def test_a_service_that_there_is_not_is_said_at_once() -> None:
    with pytest.raises(Misconfigured, match="cannot be used"):
        paper_encoder("nowhere:m")


async def test_papers_come_in_while_the_service_is_away_and_get_their_vectors_when_it_is_back(
    server: EmbeddingServer, tmp_path: Path
) -> None:
    question = "with what is the shade washed?"
    server.broken = "down"
    async with library(tmp_path, encoder_of("openai:m")) as away:
        assert (await away.add("household", "lamp.md", PAPER)).step is Step.READ
        assert not await away.intake.encode_missing()
        assert (await away.papers.search(question, limit=1))[0].nearness == 0.0
    async with library(tmp_path, encoder_of("openai:m")) as back:
        await back.intake.ask_encoder()
        server.broken = ""
        assert await back.intake.encode_missing()
        assert (await back.papers.search(question, limit=1))[0].nearness > 0.2
        asked = len(server.asked)
        assert await back.intake.encode_missing()
        assert len(server.asked) == asked


async def test_an_index_of_the_embedded_encoder_is_made_anew_for_a_service_and_back(server: EmbeddingServer, tmp_path: Path) -> None:
    question = "with what is the shade washed?"
    async with library(tmp_path, EmbeddedUse()) as embedded:
        await embedded.add("household", "lamp.md", PAPER)
        before = await embedded.papers.search(question, limit=1)
    async with library(tmp_path, encoder_of("openai:text-embedding-3-small")) as service:
        topic = service.papers.known("household")
        meanwhile = await service.papers.search(question, limit=1)
        assert topic.incomplete
        assert meanwhile[0].nearness == 0.0, "by words alone, until its vectors are made"
        await service.intake.encode_missing()
        after = await service.papers.search(question, limit=1)
        assert [p.state for p in await service.papers.all()] == [State.READY]
        assert topic.unencoded(10) == []
        encoded = len(server.asked)
    async with library(tmp_path, encoder_of("openai:text-embedding-3-small")) as again:
        assert not again.papers.known("household").incomplete
        assert len(server.asked) == encoded
    async with library(tmp_path, EmbeddedUse()) as back:
        await back.intake.encode_missing()
        last = await back.papers.search(question, limit=1)
    for found in (before, meanwhile, after, last):
        assert "lukewarm" in found[0].passage.text
    assert after[0].nearness > 0.2
    assert last[0].nearness == pytest.approx(before[0].nearness, abs=1e-3)


async def test_a_service_that_has_another_encoder_under_the_same_name_gets_an_index_made_anew(
    server: EmbeddingServer, tmp_path: Path
) -> None:
    async with library(tmp_path, encoder_of("openai:m")) as before:
        await before.add("household", "lamp.md", PAPER)
    server.size = 96
    async with library(tmp_path, encoder_of("openai:m")) as after:
        await after.intake.ask_encoder()
        assert after.papers.known("household").incomplete
        assert (await after.papers.search("the shade is washed", limit=1))[0].nearness == 0.0
        await after.intake.encode_missing()
        assert (await after.papers.search("the shade is washed", limit=1))[0].nearness > 0.2
