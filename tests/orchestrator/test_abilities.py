"""What cannot be done yet is said in one sentence; what can be is not refused, and of several wishes the possible ones are done."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import yaml
from tests.agentkit.fakes import Yard, yard_agent
from tests.orchestrator.fakes import household, planner, said

from yamori.agentkit.task import Strength
from yamori.embedding.use import EmbeddedUse
from yamori.llm.scripted import ScriptedModels
from yamori.orchestrator.abilities import CLEAR, CLEARER, AbilityReader, Nearness, inabilities, refused_kind
from yamori.understanding.word_lists import by_name

SENTENCES = yaml.safe_load((Path(__file__).parent / "abilities.sentences.yaml").read_text(encoding="utf-8"))
MEASURED = slice(1, None, 2)
"""The half of the sentences that no limit was fitted to."""


@pytest.fixture(scope="module")
def abilities() -> AbilityReader:
    return AbilityReader(EmbeddedUse())


class OtherEncoder:
    """One that the limits say nothing about."""

    name = "other"

    async def questions(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        raise AssertionError("nobody asks it")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Will there be a thunderstorm this evening?", "web"),
        ("明日の天気はどうなりそう？", "web"),
        ("Order a pizza for dinner", "purchase"),
        ("夕飯にピザを注文して", "purchase"),
        ("Send my brother a message that I'm on my way", "message"),
        ("兄に今向かってるってメッセージを送って", "message"),
        ("Play some jazz music for us", "media"),
        ("ジャズの曲をかけて", "media"),
        ("Transfer the money to the club's account", "money"),
        ("会費を口座に振り込んで", "money"),
    ],
)
async def test_what_cannot_be_done_is_said_without_a_model_and_nothing_is_done(abilities: AbilityReader, text: str, kind: str) -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), models=ScriptedModels({}), abilities=abilities) as house:
        answer = said(await house.say(text))
        assert answer in inabilities()[kind].says.values() and not yard.done


@pytest.mark.parametrize(
    ("text", "part"),
    [("Water the garden and order a pizza", "order a pizza"), ("Order a pizza, and water the garden", "Order a pizza")],
)
async def test_of_several_requests_the_possible_are_done_and_the_others_named(abilities: AbilityReader, text: str, part: str) -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), models=ScriptedModels({}), abilities=abilities) as house:
        answer = said(await house.say(text))
        assert list(yard.done.values()) == ["roses 5"] and answer.startswith("garden: water done.")
        assert f"As for “{part}”: {inabilities()['purchase'].says['en']}" in answer


async def test_several_impossible_requests_of_one_kind_get_one_answer(abilities: AbilityReader) -> None:
    async with household(yard_agent(), models=ScriptedModels({}), abilities=abilities) as house:
        assert said(await house.say("Order a pizza and order some sushi")) == inabilities()["purchase"].says["en"]


@pytest.mark.parametrize(("text", "language"), [("Hmm, the thing", "en"), ("うーん、あれ", "ja")])
async def test_a_planner_that_names_a_kind_gets_its_sentence_said(text: str, language: str) -> None:
    for kind in inabilities():
        yard = Yard()
        async with household(yard_agent(yard=yard), models=planner({"cannot": kind})) as house:
            assert said(await house.say(text)) == inabilities()[kind].says[language] and not yard.done


async def test_a_planner_that_names_no_kind_that_there_is_does_nothing() -> None:
    async with household(yard_agent(), models=planner({"cannot": "flying"})) as house:
        assert "couldn't work that out" in said(await house.say("Hmm"))


async def test_with_another_encoder_nothing_is_refused_by_nearness() -> None:
    assert await AbilityReader(OtherEncoder()).nearest("Order a pizza for dinner") is None
    assert await AbilityReader(None).nearest("Order a pizza for dinner") is None


def test_whatever_an_agent_that_acts_finds_is_not_refused_by_nearness() -> None:
    near = Nearness(inability=inabilities()["media"], margin=1.0)
    for strength in Strength:
        refused = refused_kind(near, {"iot": strength}, quotes=["lifestyle"], at_once=["iot"])
        assert (refused is None) is (strength is not Strength.NONE)


def test_a_passage_that_is_only_near_loses_against_what_is_clear_and_against_nothing_else() -> None:
    web = inabilities()["web"]

    def refused(margin: float, strength: Strength) -> bool:
        near = Nearness(inability=web, margin=margin)
        return refused_kind(near, {"lifestyle": strength}, quotes=["lifestyle"], at_once=[]) is not None

    assert refused(CLEARER, Strength.STRONG) and not refused(CLEARER - 0.01, Strength.STRONG)
    assert refused(CLEAR, Strength.NONE) and not refused(1.0, Strength.OWNING)


async def test_sentences_that_can_be_served_are_hardly_ever_refused_even_where_no_agent_finds_anything(abilities: AbilityReader) -> None:
    possible = [text for texts in SENTENCES["possible"].values() for text in texts[MEASURED]]
    near = [await abilities.nearest(text) for text in possible]
    refused = [text for text, n in zip(possible, near, strict=True) if n is not None and n.margin >= CLEAR]
    assert len(refused) <= 0.05 * len(possible), refused


async def test_a_quarter_of_what_cannot_be_done_is_told_by_nearness_alone_and_its_kind_rightly(abilities: AbilityReader) -> None:
    rows = [(kind, text) for kind, by in SENTENCES["cannot"].items() for texts in by.values() for text in texts[MEASURED]]
    near = [(kind, await abilities.nearest(text)) for kind, text in rows]
    clear = [(kind, n.inability.name) for kind, n in near if n is not None and n.margin >= CLEAR]
    assert len(clear) >= 0.25 * len(rows)
    assert sum(kind == found for kind, found in clear) >= 0.9 * len(clear)


def test_no_measured_sentence_is_an_example() -> None:
    data = by_name(Path(__file__).parents[2] / "src/yamori/orchestrator/ability_words")
    examples = [t for kind in data["cannot"].values() for texts in kind.get("examples", {}).values() for t in texts]
    examples += [t for by in data["possible"].values() for texts in by.values() for t in texts]
    assert len(examples) == len(set(examples))
    own = [t for by in SENTENCES["cannot"].values() for texts in by.values() for t in texts]
    own += [t for texts in SENTENCES["possible"].values() for t in texts]
    assert not set(own) & set(examples)


def test_every_kind_is_explained_to_the_planner_and_answered_in_both_languages() -> None:
    for kind in inabilities().values():
        assert kind.covers and all(kind.says[language] for language in ("en", "ja"))
