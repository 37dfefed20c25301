"""The starter library: every entry is one, the same ones in both languages, and each is found by its own question."""

import json
import random

import pytest
from tests.agents.lifestyle.library import library
from tests.lengths import length

from yamori.agents.lifestyle.intake import STARTER, Step
from yamori.agents.lifestyle.rules.topics import STARTER as TOPICS
from yamori.agents.lifestyle.starting import starter
from yamori.domain.language import Language, language_of
from yamori.embedding.use import EmbeddedUse

LANGUAGES = ("en", "ja")


def entries(topic: str, language: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (STARTER / topic / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_an_entry_in_its_language_with_its_source(topic: str, language: str) -> None:
    for entry in entries(topic, language):
        assert {"id", "question", "answer", "source"} <= set(entry), entry.get("id")
        assert all(isinstance(v, str) and v.strip() == v and v for v in entry.values()), entry["id"]
        assert language_of(entry["question"]) is Language(language), entry["id"]
        assert language_of(entry["answer"]) is Language(language), entry["id"]


@pytest.mark.parametrize("topic", TOPICS)
def test_both_languages_hold_the_same_entries_once_each(topic: str) -> None:
    english, japanese = ([e["id"] for e in entries(topic, language)] for language in LANGUAGES)
    assert len(english) == len(set(english)) >= 50
    assert set(english) == set(japanese)


def test_no_topic_is_without_a_title() -> None:
    assert {p.name for p in STARTER.iterdir() if p.is_dir()} == set(TOPICS)


@pytest.mark.slow
async def test_every_entry_is_found_by_its_own_question() -> None:
    """The short form reads two topics, others each time, and asks every other question of them."""
    topics = random.sample([*TOPICS], length(2, len(TOPICS)))
    async with library(None, EmbeddedUse()) as kept:
        for incoming in (i for i in starter() if i.topic in topics):
            assert [s async for s in kept.intake.take(incoming)][-1].step is Step.READ
        lost = []
        for language in LANGUAGES:
            for entry in (e for topic in topics for e in entries(topic, language)[:: length(2, 1)]):
                found = await kept.papers.search(entry["question"], limit=10)
                own = [h for h in found if language_of(h.passage.text) is Language(language)][:3]
                if entry["question"] not in [h.passage.question for h in own]:
                    lost.append(entry["id"])
    assert lost == []
