from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.agents.iot.house import MANOR, house
from tests.embedding.encoders import CountingEncoder

from yamori.agentkit.task import Strength
from yamori.agents.iot import policy
from yamori.agents.iot.likeness import Likeness
from yamori.agents.iot.rules.commands import Offer
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.retrieval import LARGE, likeliest, passages, scored, shared_words
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.values import Value
from yamori.embedding.e5 import EmbeddedE5
from yamori.embedding.kept import KeptPassages
from yamori.gateway.homefile import load_home

FEED = Offer("s2", "main", "feeder", "dispense")
OBLIQUE = "The poultry could do with three helpings of maize."
"""No word of it stands in the documentation of the device that is meant."""


@pytest.fixture(scope="module")
def encoder() -> Iterator[KeptPassages]:
    """Loaded once, and the manor's documentation encoded once, as in a house that runs."""
    kept = KeptPassages(EmbeddedE5(threads=1), None)
    yield kept
    kept.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim waits for the encoder, however busy the machine is."""
    monkeypatch.setattr(policy, "CLAIM_WAIT", 60.0)


def _index() -> HomeIndex:
    loaded = load_home(MANOR)
    return HomeIndex(loaded.home, loaded.capabilities, lexicon())


async def test_words_that_the_documentation_lacks_find_their_device_by_what_they_mean(encoder: KeptPassages) -> None:
    index = _index()
    alike = (await Likeness(encoder).of({OBLIQUE: OBLIQUE}, index))[OBLIQUE]
    assert likeliest(scored(shared_words(OBLIQUE, Context(index, lexicon(), {})), alike))[0] == FEED


async def test_what_is_clear_by_words_and_meaning_is_done_without_a_model(encoder: KeptPassages) -> None:
    async with house(encoder=encoder, covered=False) as manor:
        await manor.say("The poultry could do with three scoops of maize.")
        assert await manor.changed() == {"s2.given": 4}
        assert not manor.model.prompts


async def test_what_shares_no_word_with_any_documentation_is_left_to_a_model(encoder: KeptPassages) -> None:
    feed: Value = {"calls": [{"command": "feeder.dispense", "target": "Hen feeder (Scullery)", "scoops": 3}]}
    async with house([feed], encoder=encoder, covered=False) as manor:
        await manor.say(OBLIQUE)
        assert await manor.changed() == {"s2.given": 4} and len(manor.model.prompts) == 1


async def test_a_model_that_must_choose_sees_the_likeliest_commands_with_their_documentation(encoder: KeptPassages) -> None:
    async with house([{"calls": [{"none": "cannot do that"}]}], encoder=encoder) as manor:
        await manor.say("Keep the silverware safe again.")
        shown = manor.model.prompts[0].request
        assert "strongbox.engage: Throw the bolt." in shown
        assert "setTint" not in shown


async def test_without_an_encoder_words_alone_find_the_command() -> None:
    said = "Dispense corn for the hens."
    assert likeliest(scored(shared_words(said, Context(_index(), lexicon(), {})), {}))[0] == FEED


async def test_a_home_is_encoded_once() -> None:
    index, encoder = _index(), CountingEncoder()
    likeness = Likeness(encoder)
    await likeness.prepare(index)
    await likeness.of({"anything": "anything"}, index)
    assert len(encoder.encoded) == len(set(encoder.encoded)) == len(set(passages(index).values()))


def test_in_a_large_home_what_many_devices_have_alike_is_one_passage() -> None:
    loaded = load_home(MANOR)
    lamp = next(d for d in loaded.home.devices if d.id == "p1")
    lamps = tuple(replace(lamp, id=f"lamp{n}", name=f"Lamp {n}") for n in range(LARGE))
    large = HomeIndex(replace(loaded.home, devices=(*loaded.home.devices, *lamps)), loaded.capabilities, lexicon())
    lit = {passages(large)[Offer(d.id, "main", "switch", "on")] for d in lamps}
    assert len(lit) == 1 and len({passages(_index())[Offer(d, "main", "switch", "on")] for d in ("p1", "b1", "t1")}) == 3


async def test_a_home_that_changed_is_encoded_anew() -> None:
    encoder = CountingEncoder()
    likeness = Likeness(encoder)
    await likeness.prepare(_index())
    loaded = load_home(MANOR.parent / "toys.home.yaml")
    near = await likeness.of({"hoot": "hoot"}, HomeIndex(loaded.home, loaded.capabilities, lexicon()))
    assert {offer.device for offer in near["hoot"]} == {"tortoise", "owl", "wardrobe"}


async def test_a_question_in_other_words_reads_the_device_that_is_meant(encoder: KeptPassages) -> None:
    async with house(encoder=encoder) as manor:
        outcome = await manor.say("鶏にはもう何杯やったかな？")
        assert outcome.text and "鶏の給餌器" in outcome.text and not manor.model.prompts
        assert not await manor.changed()


async def test_an_order_in_other_words_is_claimed_by_what_the_documentation_speaks_of(encoder: KeptPassages) -> None:
    async with house(encoder=encoder) as manor:
        assert (await manor.claim("The silver ought to be kept with the bolt thrown")).strength is Strength.STRONG
        assert (await manor.claim("I am rather tired today")).strength is not Strength.STRONG
        assert (await manor.claim("Buy silver polish and a bolt tomorrow at nine")).strength is not Strength.OWNING


async def test_a_question_in_other_words_is_claimed_where_one_device_reports_it(encoder: KeptPassages) -> None:
    async with house(encoder=encoder) as manor:
        assert (await manor.claim("How many scoops have the hens had?")).strength is Strength.STRONG
        assert (await manor.claim("What have I got on tomorrow?")).strength is not Strength.STRONG


async def test_a_question_about_a_named_device_is_answered_by_what_lies_nearest_of_it(encoder: KeptPassages) -> None:
    async with house(encoder=encoder) as manor:
        outcome = await manor.say("How damp is the air by the barometer?")
        assert "62" in outcome.text and not manor.model.prompts
