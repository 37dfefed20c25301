import asyncio
import itertools
import json
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from tests.memory.fakes import NOW, Proposing, Residents, Talk, change
from tests.memory.killed_pass import ANSWER, LATER, PORRIDGE

from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.port import Answer, Prompt, Role
from yamori.memory import Audience, Category, Difference, Edit, Memory, Put, Source, Term, open_memory
from yamori.memory.stated import statement_of
from yamori.memory.statement import Topic

ROOT = Path(__file__).parents[2]


async def passed(memory: Memory, *sentences: str, person: str = "ines") -> dict[str, int]:
    talk = Talk(memory)
    for sentence in sentences:
        await talk.say(sentence, person=person)
    result = await memory.passes.run("kitchen", person, now=LATER)
    return dict(result.refused)


async def known(memory: Memory, person: str = "ines") -> dict[str, Value]:
    facts = await memory.facts.of(person, now=LATER)
    return {fact.name: fact.value["value"] if isinstance(fact.value, Mapping) else fact.value for fact in facts}


async def test_what_the_person_said_becomes_a_fact_with_its_source() -> None:
    async with open_memory(None, residents=Residents(), models=Proposing({"changes": [PORRIDGE]})) as memory:
        assert await passed(memory, "Well, I have porridge for breakfast these days") == {}
        (fact,) = await memory.facts.of("ines", now=LATER)
        assert (fact.source.utterance, fact.source.quote) == (1, "porridge for breakfast") and fact.confidence < 1
        told = statement_of(fact)
        assert (told.topic, told.value, told.words) == (Topic.LIKE, "porridge", "porridge for breakfast")


@pytest.mark.parametrize(
    ("said", "proposed", "topic", "about"),
    [
        ("My asthma is bad in spring", {"about": "health", "topic": "body", "name": "illness", "value": "asthma"}, Topic.BODY, ""),
        ("Prawns bring me out in a rash", {"about": "health", "topic": "allergy", "name": "allergy", "value": "prawns"}, Topic.ALLERGY, ""),
        ("We named the puppy Biscuit", {"about": "family", "topic": "name", "name": "puppy", "value": "Biscuit"}, Topic.NAME, "puppy"),
        ("引っ越して、今は港町です", {"about": "address", "topic": "address", "name": "住所", "value": "港町"}, Topic.ADDRESS, ""),
        ("喘息がひどい", {"about": "health", "topic": "address", "name": "病気", "value": "喘息"}, Topic.BODY, ""),
    ],
)
async def test_the_topic_that_a_pass_proposes_is_kept_where_it_goes_with_the_rest(
    said: str, proposed: dict[str, Value], topic: Topic, about: str
) -> None:
    async with open_memory(None, residents=Residents(), models=Proposing({"changes": [change(quote=said, **proposed)]})) as memory:
        assert await passed(memory, said) == {}
        (fact,) = await memory.facts.of("ines", now=LATER)
        told = statement_of(fact)
        assert (told.topic, told.about, told.value, told.words) == (topic, about, proposed["value"], said)


async def test_two_things_that_must_not_be_eaten_stand_side_by_side() -> None:
    avoided = [
        change(about="health", topic="avoid", name="cannot eat", value=value, quote="no figs and no celery") for value in ("figs", "celery")
    ]
    async with open_memory(None, residents=Residents(), models=Proposing({"changes": avoided})) as memory:
        await passed(memory, "no figs and no celery for me")
        assert {statement_of(fact).value for fact in await memory.facts.of("ines", now=LATER)} == {"figs", "celery"}


@pytest.mark.parametrize(
    ("name", "value", "topic"),
    [
        ("illness", "asthma", Topic.BODY),
        ("cannot eat", "walnuts", Topic.AVOID),
        ("allergies", "figs", Topic.ALLERGY),
        ("持病", "喘息", Topic.BODY),
    ],
)
async def test_a_fact_of_health_that_has_no_topic_is_of_food_only_where_it_says_so(name: str, value: str, topic: Topic) -> None:
    async with open_memory(None, residents=Residents()) as memory:
        held = Difference(person="ines", category=Category.HEALTH, name=name, change=Put(value=value), source=Source())
        assert statement_of((await memory.facts.change(held, now=NOW)).made or pytest.fail("nothing was kept")).topic is topic


async def test_what_holds_for_some_days_is_short_lived() -> None:
    visit = change(about="context", name="visit", value="Aunt Rosa", quote="Aunt Rosa is staying until Friday", days=4)
    async with open_memory(None, residents=Residents(), models=Proposing({"changes": [visit]})) as memory:
        await passed(memory, "Aunt Rosa is staying until Friday")
        (fact,) = await memory.facts.of("ines", now=LATER)
        assert (fact.term, fact.expires) == (Term.SHORT, LATER + timedelta(days=4))


async def test_what_was_told_in_private_becomes_a_private_fact() -> None:
    async with open_memory(None, residents=Residents(), models=Proposing({"changes": [PORRIDGE]})) as memory:
        await passed(memory, "I have porridge for breakfast")
        assert await known(memory, "tomas") == {}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("I am not JSON", "garbage"),
        ({"changes": "none"}, "garbage"),
        ({"changes": [[]]}, "garbage"),
        ({"changes": [{"about": "taste"}]}, "garbage"),
        ({"changes": [{**PORRIDGE, "about": "secrets"}]}, "garbage"),
        ({"changes": [{**PORRIDGE, "topic": "secrets"}]}, "garbage"),
        ({"changes": [{**PORRIDGE, "days": -1}]}, "garbage"),
        ({"changes": [{**PORRIDGE, "value": "x" * 1_000_000}]}, "garbage"),
        ({"changes": [PORRIDGE] * 50}, "too many"),
        ({"changes": [{**PORRIDGE, "whose": "uncle-bob"}]}, "unknown person"),
        ({"changes": [{**PORRIDGE, "whose": "tomas"}]}, "unknown person"),
        ({"changes": [{**PORRIDGE, "quote": "the code of the safe is 1234"}]}, "nobody said that"),
        ({"changes": [{**PORRIDGE, "quote": "a"}]}, "nobody said that"),
        ({"changes": [{**PORRIDGE, "value": "smoked eel"}]}, "the value was not said"),
        ({"changes": [{**PORRIDGE, "do": "end", "name": "shoe size"}]}, "there is no such slot"),
        ({"changes": [{**PORRIDGE, "do": "end"}] * 5}, "deletes too much"),
    ],
)
async def test_what_cannot_be_believed_is_refused_and_counted(answer: Value, reason: str) -> None:
    async with open_memory(None, residents=Residents(), models=Proposing(answer)) as memory:
        for name in ("breakfast", "bedtime", "tea"):
            await memory.facts.change(
                Difference(person="ines", category=Category.TASTE, name=name, change=Put(value="toast"), source=Source()), now=NOW
            )
        assert await passed(memory, "I have porridge for breakfast") == {reason: 1}
        assert await known(memory) == {"breakfast": "toast", "bedtime": "toast", "tea": "toast"}
        assert await memory.passes.refusals() == {reason: 1}


async def test_one_refusal_does_not_take_the_rest_along() -> None:
    answer: Value = {"changes": [{**PORRIDGE, "whose": "uncle-bob"}, PORRIDGE]}
    async with open_memory(None, residents=Residents(), models=Proposing(answer)) as memory:
        assert await passed(memory, "I have porridge for breakfast") == {"unknown person": 1}
        assert await known(memory) == {"breakfast": "porridge"}


async def test_a_list_is_changed_by_entries() -> None:
    answer: Value = {"changes": [change(about="health", name="allergies", do="add", value="celery", quote="celery makes me itch")]}
    async with open_memory(None, residents=Residents(), models=Proposing(answer)) as memory:
        held = Difference(person="ines", category=Category.HEALTH, name="allergies", change=Edit(add=("figs",)), source=Source())
        await memory.facts.change(held, now=NOW)
        await passed(memory, "celery makes me itch")
        assert await known(memory) == {"allergies": ["figs", "celery"]}


async def test_a_pass_is_due_once_a_conversation_has_ended_or_got_long() -> None:
    async with open_memory(None, residents=Residents(), models=Proposing({"changes": []})) as memory:
        talk = Talk(memory)
        await talk.say("I have porridge for breakfast")
        assert await memory.passes.due(now=NOW + timedelta(minutes=2)) == []
        assert await memory.passes.due(now=LATER) == [("kitchen", "ines")]
        for number in range(25):
            await talk.say(f"and {number}", conversation="long")
        assert await memory.passes.due(now=NOW + timedelta(minutes=27)) == [("kitchen", "ines"), ("long", "ines")]
        await memory.passes.run("kitchen", "ines", now=LATER)
        assert ("kitchen", "ines") not in await memory.passes.due(now=LATER)


async def test_what_was_seen_by_one_pass_is_not_seen_by_the_next() -> None:
    model = Proposing({"changes": []})
    async with open_memory(None, residents=Residents(), models=model) as memory:
        talk = Talk(memory)
        await talk.say("I have porridge for breakfast")
        assert (await memory.passes.run("kitchen", "ines", now=LATER)).is_new
        assert not (await memory.passes.run("kitchen", "ines", now=LATER)).is_new
        await talk.say("and the tram is late", audience=Audience.SHARED)
        await memory.passes.run("kitchen", "ines", now=LATER)
        assert "porridge" in model.asked[0].request and "porridge" not in model.asked[1].request
        assert len(model.asked) == 2


async def test_without_a_model_nothing_is_proposed_and_the_rest_works() -> None:
    async with open_memory(None, residents=Residents()) as memory:
        await Talk(memory).say("I have porridge for breakfast")
        assert await memory.passes.due(now=LATER) == ()
        assert not (await memory.passes.run("kitchen", "ines", now=LATER)).is_new
    async with open_memory(None, residents=Residents(), models=Proposing()) as memory:
        await Talk(memory).say("I have porridge for breakfast")
        with pytest.raises(ModelFailed):
            await memory.passes.run("kitchen", "ines", now=LATER)
        assert await memory.passes.due(now=LATER) == [("kitchen", "ines")]


class Slow(Proposing):
    """Takes its time, so that it can be killed."""

    def __init__(self, *answers: Value) -> None:
        super().__init__(*answers)
        self.thinking = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        self.thinking.set()
        await self.may_answer.wait()
        return await super().ask(role, prompt, turn=turn, stronger=stronger, model=model)


async def test_what_is_forgotten_while_the_model_thinks_does_not_become_a_fact() -> None:
    model = Slow({"changes": [PORRIDGE]})
    async with open_memory(None, residents=Residents(), models=model) as memory:
        said = await Talk(memory).kept("I have porridge for breakfast")
        running = asyncio.create_task(memory.passes.run("kitchen", "ines", now=LATER))
        await model.thinking.wait()
        await memory.forgetting.forget_utterance(said.id, by="ines")
        model.may_answer.set()
        assert (await running).refused == {"nobody said that": 1}
        assert await known(memory) == {}


async def told(path: Path) -> None:
    async with open_memory(path, residents=Residents()) as memory:
        talk = Talk(memory)
        await talk.say("I have porridge for breakfast")
        await talk.say("and mint tea")


async def repeated(path: Path) -> str:
    """What there is once the pass was made, and made again."""
    async with open_memory(path, residents=Residents(), models=Proposing(ANSWER)) as memory:
        await memory.passes.run("kitchen", "ines", now=LATER)
        await memory.passes.run("kitchen", "ines", now=LATER)
        assert await memory.passes.due(now=LATER) == []
        return json.dumps(await memory.transfer.export("ines", now=LATER))


async def test_a_pass_that_is_killed_anywhere_and_repeated_gives_the_same(tmp_path: Path) -> None:
    """The process ends (`os._exit`) before each of its statements in turn, until it gets through."""
    await told(tmp_path / "whole.sqlite3")
    whole = await repeated(tmp_path / "whole.sqlite3")
    assert json.loads(whole)["long_term"][1]["value"]["value"] == "mint"
    killed = 0
    for statement in itertools.count(2, 5):
        path = tmp_path / f"{statement}.sqlite3"
        await told(path)
        child = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.memory.killed_pass", str(path), str(statement), cwd=ROOT)
        code = await child.wait()
        assert code in (0, 9)
        assert await repeated(path) == whole
        if code == 0:
            break
        killed += 1
    assert killed >= 3
