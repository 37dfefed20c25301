from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.memory.fakes import NOW, Residents, Talk, WordEncoder

from yamori.domain.errors import HouseSilent
from yamori.embedding.port import Vectors
from yamori.memory import Audience, Category, Difference, Edit, Memory, Put, Query, Source, open_memory


def query(text: str, person: str = "ines") -> Query:
    return Query(person=person, text=text, now=NOW)


async def texts(memory: Memory, text: str, person: str = "ines") -> list[str]:
    return [item.text.partition(": ")[2] for item in (await memory.recall.recall(query(text, person))).items]


async def test_words_find_what_was_said_in_another_form(memory: Memory, talk: Talk) -> None:
    await talk.say("We watered the ferns with rain water")
    await talk.say("Turn the radio down", conversation="later")
    assert (await texts(memory, "when did I water my fern?"))[0] == "We watered the ferns with rain water"


async def test_japanese_is_found_by_its_dictionary_forms(memory: Memory, talk: Talk) -> None:
    await talk.say("昨日は庭の柿をたくさん食べました")
    await talk.say("ラジオを小さくして", conversation="later")
    assert (await texts(memory, "柿を食べたのはいつ"))[0] == "昨日は庭の柿をたくさん食べました"


async def test_meaning_finds_what_shares_no_word() -> None:
    encoder = WordEncoder(physician="doctor")
    async with open_memory(None, residents=Residents(), encoder=encoder) as memory:
        talk = Talk(memory)
        await talk.say("The physician has moved to the old mill")
        await talk.say("Play something calm", conversation="later")
        await memory.encoding.catch_up()
        assert (await texts(memory, "my doctor"))[0] == "The physician has moved to the old mill"


async def test_a_turn_is_found_by_its_neighbour(memory: Memory, talk: Talk) -> None:
    await talk.say("I am thinking about the bathroom tiles")
    await talk.say("Dark green would be nice")
    for number in range(20):
        await talk.say(f"Something else, number {number}", conversation=f"other-{number}")
    assert "Dark green would be nice" in await texts(memory, "which colour for the bathroom tiles?")


async def test_what_was_told_in_private_is_not_recalled_for_another(memory: Memory, talk: Talk) -> None:
    await talk.say("The present for Tomas is a telescope")
    await talk.say("Telescope evenings are on the roof", audience=Audience.SHARED)
    await memory.encoding.catch_up()
    assert await texts(memory, "telescope", "tomas") == ["Telescope evenings are on the roof"]
    assert len(await texts(memory, "telescope")) == 2
    assert await texts(memory, "telescope", "visitor") == []


async def test_items_fit_the_budget_and_name_their_source(memory: Memory, talk: Talk) -> None:
    for number in range(30):
        await talk.say(f"The orchard has {number} rows of pear trees and a hedge along its northern side", conversation=f"c{number}")
    found = await memory.recall.recall(query("how many rows of pear trees are in the orchard?"))
    assert 0 < found.tokens <= 150
    assert found.tokens == sum(item.tokens for item in found.items)
    assert all(item.utterance is not None and item.person == "ines" for item in found.items)


async def test_what_was_just_said_can_be_left_out(memory: Memory, talk: Talk) -> None:
    await talk.say("The plumber is called Duarte")
    now = await talk.kept("Call the plumber Duarte", conversation="now")
    found = await memory.recall.recall(replace(query("Call the plumber Duarte"), without=frozenset({now.id})))
    assert [item.utterance for item in found.items] == [1]


async def test_nothing_is_recalled_for_what_was_never_spoken_of(memory: Memory, talk: Talk) -> None:
    await talk.say("The plumber is called Duarte")
    assert await texts(memory, "volcano eruption") == []


async def test_the_same_words_come_once(memory: Memory, talk: Talk) -> None:
    for number in range(5):
        await talk.say("Warm up the conservatory", conversation=f"c{number}")
    assert await texts(memory, "conservatory") == ["Warm up the conservatory"]


async def test_facts_are_recalled_by_category(memory: Memory) -> None:
    for category, name, change in (
        (Category.TASTE, "favourite soup", Put(value="caldo verde")),
        (Category.HEALTH, "soup allergy", Edit(add=("celery",))),
    ):
        difference = Difference(person="ines", category=category, name=name, change=change, source=Source(quote="soup"))
        await memory.facts.change(difference, now=NOW)
    both = await memory.recall.recall(query("soup"))
    assert {item.text for item in both.items} == {"favourite soup (ines): caldo verde", "soup allergy (ines): celery"}
    health = await memory.recall.recall(replace(query("soup"), categories={Category.HEALTH}))
    assert [item.text for item in health.items] == ["soup allergy (ines): celery"]


class Silent(WordEncoder):
    async def questions(self, texts: Sequence[str]) -> Vectors:
        raise HouseSilent("the encoder is away")


async def test_an_encoder_that_is_silent_leaves_words() -> None:
    async with open_memory(None, residents=Residents(), encoder=Silent()) as memory:
        await Talk(memory).say("The plumber is called Duarte")
        assert await texts(memory, "plumber") == ["The plumber is called Duarte"]


async def test_vectors_of_another_encoder_are_made_anew(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("memory") / "memory.sqlite3"
    async with open_memory(path, residents=Residents(), encoder=WordEncoder()) as memory:
        await Talk(memory).say("The plumber is called Duarte")
        assert await memory.encoding.catch_up() == 1
        assert await memory.encoding.catch_up() == 0
    other = WordEncoder()
    other.name = "another"  # type: ignore[misc]  # of this one
    async with open_memory(path, residents=Residents(), encoder=other) as memory:
        assert await memory.encoding.catch_up() == 1
