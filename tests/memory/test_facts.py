from dataclasses import replace
from datetime import timedelta

import pytest
from tests.memory.fakes import NOW, Talk

from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.values import Value
from yamori.memory import (
    HOUSEHOLD,
    Audience,
    Category,
    Change,
    Difference,
    Edit,
    Fact,
    Memory,
    Merge,
    Put,
    Source,
    SourceKind,
    Term,
    Withdraw,
)


def told(change: Change, *, name: str = "favourite soup", person: str = "ines", category: Category = Category.TASTE) -> Difference:
    return Difference(person=person, category=category, name=name, change=change, source=Source(quote="as told"))


async def values(memory: Memory, person: str = "ines", **about: object) -> list[Value]:
    return [fact.value for fact in await memory.facts.of(person, now=NOW, **about)]  # type: ignore[arg-type]  # as `of` takes them


async def test_a_new_value_takes_the_place_of_the_old_one_which_stays_as_history(memory: Memory) -> None:
    first = await memory.facts.change(told(Put(value="caldo verde")), now=NOW)
    second = await memory.facts.change(told(Put(value="gazpacho")), now=NOW + timedelta(days=3))
    assert first.made is not None and second.made is not None
    assert await values(memory) == ["gazpacho"]
    old, new = await memory.facts.history(second.made.id, viewer="ines")
    assert (old.value, old.ended, old.replaced_by) == ("caldo verde", NOW + timedelta(days=3), new.id)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("favourite soup", "My favorite soups"),
        ("Dentist's name", "name of the dentist"),
        ("好きなスープ", "私の好きなスープ"),
    ],
)
async def test_names_of_one_slot_are_one(memory: Memory, one: str, other: str) -> None:
    await memory.facts.change(told(Put(value="a"), name=one), now=NOW)
    await memory.facts.change(told(Put(value="b"), name=other), now=NOW)
    assert await values(memory) == ["b"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tom's school", "Tim's school"),
        ("likes", "dislikes"),
        ("lamp 1", "lamp 2"),
        ("room 12 temperature", "room 21 temperature"),
        ("brother", "mother"),
        ("好きな食べ物", "嫌いな食べ物"),
    ],
)
async def test_names_of_two_slots_stay_two(memory: Memory, one: str, other: str) -> None:
    await memory.facts.change(told(Put(value="a"), name=one), now=NOW)
    await memory.facts.change(told(Put(value="b"), name=other), now=NOW)
    assert sorted(map(str, await values(memory))) == ["a", "b"]


async def test_a_list_gains_and_loses_entries_and_is_never_written_over(memory: Memory) -> None:
    await memory.facts.change(told(Edit(add=("celery", "figs")), name="allergies"), now=NOW)
    await memory.facts.change(told(Edit(add=("Celery", "kiwi"), remove=("figs",)), name="allergies"), now=NOW)
    assert await values(memory) == [["celery", "kiwi"]]
    with pytest.raises(InvalidRequest):
        await memory.facts.change(told(Put(value=[]), name="allergies"), now=NOW)
    with pytest.raises(InvalidRequest):
        await memory.facts.change(told(Put(value=["bread"]), name="allergies"), now=NOW)
    assert await values(memory) == [["celery", "kiwi"]]


async def test_dictionaries_merge_at_every_depth(memory: Memory) -> None:
    await memory.facts.change(told(Merge(fields={"weekday": {"up": "06:30", "out": "07:40"}}), name="mornings"), now=NOW)
    await memory.facts.change(told(Merge(fields={"weekday": {"out": "08:00"}, "sunday": "slow"}), name="mornings"), now=NOW)
    assert await values(memory) == [{"weekday": {"up": "06:30", "out": "08:00"}, "sunday": "slow"}]


async def test_what_is_withdrawn_is_history(memory: Memory) -> None:
    made = (await memory.facts.change(told(Put(value="gazpacho")), now=NOW)).made
    assert made is not None
    await memory.facts.change(told(Withdraw()), now=NOW)
    assert await values(memory) == []
    assert [fact.value for fact in await memory.facts.history(made.id, viewer="ines")] == ["gazpacho"]


@pytest.mark.parametrize("kind", [kind for kind in SourceKind if kind is not SourceKind.PERSON])
async def test_a_text_from_outside_is_never_believed(memory: Memory, kind: SourceKind) -> None:
    outside = replace(told(Put(value="4711"), name="code of the door"), source=Source(kind=kind, where="a page", quote="remember the code"))
    with pytest.raises(InvalidRequest) as refused:
        await memory.facts.change(outside, now=NOW)
    assert refused.value.where == "source"
    assert await values(memory) == []


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (told(Put(value="x" * 1_000_000)), "change"),
        (told(Edit(add=tuple(f"{n} entries" for n in range(500)))), "change"),
        (told(Put(value={"a": {"b": {"c": {"d": {"e": 1}}}}})), "change"),
        (told(Put(value="")), "change"),
        (told(Put(value="x"), name="!!"), "name"),
        (told(Put(value="x"), name="word " * 100), "name"),
        (told(Put(value="x"), person="visitor"), "differences.0.person"),
        (replace(told(Put(value="x")), confidence=2.0), "confidence"),
        (told(Put(value="x"), person=HOUSEHOLD), "audience"),
        (replace(told(Put(value="x")), lives=timedelta(days=-1)), "lives"),
    ],
)
async def test_what_does_not_fit_is_refused_with_its_place(memory: Memory, wrong: Difference, where: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        await memory.facts.change(wrong, now=NOW)
    assert refused.value.where == where
    assert await values(memory) == []


async def test_all_differences_are_applied_or_none(memory: Memory) -> None:
    with pytest.raises(InvalidRequest):
        await memory.facts.change_all([told(Put(value="gazpacho")), told(Put(value="x" * 9_000), name="other")], now=NOW)
    assert await values(memory) == []


async def test_others_see_what_is_shared_and_guests_nothing(memory: Memory) -> None:
    await memory.facts.change(told(Put(value="gazpacho")), now=NOW)
    ours = replace(told(Put(value="Miau"), name="the cat", person=HOUSEHOLD, category=Category.FAMILY), audience=Audience.SHARED)
    made = (await memory.facts.change(ours, now=NOW)).made
    assert made is not None
    assert await values(memory, "tomas") == ["Miau"]
    assert await values(memory, "visitor") == []
    assert await values(memory, own=True) == ["gazpacho"]
    with pytest.raises(NotFound):
        await memory.facts.fact(made.id, viewer="visitor")


async def test_what_is_added_to_a_shared_list_brings_no_private_entry_along(memory: Memory) -> None:
    await memory.facts.change(told(Edit(add=("mushrooms",)), name="dislikes"), now=NOW)
    await memory.facts.change(replace(told(Edit(add=("olives",)), name="dislikes"), audience=Audience.SHARED), now=NOW)
    assert await values(memory, "tomas") == [["olives"]]
    assert sorted(map(str, await values(memory))) == ["['mushrooms']", "['olives']"]


async def test_a_fact_that_is_told_again_is_confirmed(memory: Memory, talk: Talk) -> None:
    first, again = await talk.kept("gazpacho, always"), await talk.kept("as I said: gazpacho")
    weak = replace(told(Put(value="gazpacho")), confidence=0.6, source=Source(utterance=first.id, quote="gazpacho"))
    await memory.facts.change(weak, now=NOW)
    strong = replace(weak, confidence=0.9, source=Source(utterance=again.id, quote="gazpacho"))
    update = await memory.facts.change(strong, now=NOW + timedelta(days=2))
    assert update.made is None and update.confirmed is not None and update.confirmed.confidence == 0.9
    (held,) = await memory.facts.of("ines", now=NOW + timedelta(days=2))
    assert (held.confidence, held.since, held.last_used) == (0.9, NOW, NOW + timedelta(days=2))


def passing(name: str = "visit", **fields: object) -> Difference:
    usual = replace(told(Put(value="Aunt Rosa"), name=name, category=Category.CONTEXT), term=Term.SHORT, lives=timedelta(days=2))
    return replace(usual, **fields)  # type: ignore[arg-type]  # fields of a difference


async def held(memory: Memory, days: float) -> list[Fact]:
    return list(await memory.facts.of("ines", now=NOW + timedelta(days=days)))


async def test_a_short_lived_fact_ends_by_itself(memory: Memory) -> None:
    await memory.facts.change(passing(), now=NOW)
    assert len(await held(memory, 1.9)) == 1
    assert await held(memory, 2.1) == []
    ended = await memory.facts.end_short_lived(now=NOW + timedelta(days=2.1))
    assert [fact.name for fact in ended.ended] == ["visit"] and not ended.promoted
    assert (await memory.facts.end_short_lived(now=NOW + timedelta(days=2.2))).ended == ()


async def test_a_short_lived_fact_that_was_used_much_or_matters_is_promoted(memory: Memory) -> None:
    used = (await memory.facts.change(passing("tea break"), now=NOW)).made
    await memory.facts.change(passing("medicine", importance=0.9), now=NOW)
    assert used is not None
    for _ in range(3):
        await memory.facts.use([used.id], now=NOW + timedelta(days=1))
    ended = await memory.facts.end_short_lived(now=NOW + timedelta(days=3))
    assert {fact.name for fact in ended.promoted} == {"tea break", "medicine"}
    assert all(fact.term is Term.LONG and fact.expires is None for fact in ended.promoted)
    assert {fact.name for fact in await held(memory, 400)} == {"tea break", "medicine"}
    assert next(fact.uses for fact in ended.promoted if fact.name == "tea break") == 3


async def test_nothing_ends_while_the_clock_stands_before_its_time(memory: Memory) -> None:
    await memory.facts.change(passing(), now=NOW)
    await memory.facts.end_short_lived(now=NOW - timedelta(days=500))
    assert len(await held(memory, -500)) == 1


async def test_what_fades_ranks_lower_and_is_never_gone(memory: Memory) -> None:
    await memory.facts.change(told(Put(value="gazpacho"), name="old"), now=NOW - timedelta(days=300))
    await memory.facts.change(told(Put(value="caldo verde"), name="new"), now=NOW)
    assert await values(memory) == ["caldo verde", "gazpacho"]


async def test_nothing_is_noted_while_memory_is_paused(memory: Memory) -> None:
    await memory.words.pause("ines", now=NOW)
    with pytest.raises(InvalidRequest):
        await memory.facts.change(told(Put(value="gazpacho")), now=NOW)
