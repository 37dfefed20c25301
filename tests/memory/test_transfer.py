import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.memory.fakes import NOW, Residents, Talk

from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.memory import Category, Difference, Edit, Memory, Put, Query, Source, Term, open_memory


async def filled(memory: Memory) -> dict[str, Any]:
    said = await Talk(memory).kept("Gazpacho is the best soup")
    for difference in (
        Difference(person="ines", category=Category.TASTE, name="favourite soup", change=Put(value="caldo verde"), source=Source()),
        Difference(
            person="ines", category=Category.TASTE, name="favourite soup", change=Put(value="gazpacho"), source=Source(utterance=said.id)
        ),
        Difference(person="ines", category=Category.HEALTH, name="allergies", change=Edit(add=("celery",)), source=Source()),
        Difference(
            person="ines",
            category=Category.CONTEXT,
            name="visit",
            change=Put(value="Aunt Rosa"),
            source=Source(),
            term=Term.SHORT,
            lives=timedelta(days=3),
        ),
        Difference(person="tomas", category=Category.TASTE, name="secret", change=Put(value="liquorice"), source=Source()),
    ):
        await memory.facts.change(difference, now=NOW)
    return dict(await memory.transfer.export("ines", now=NOW))


async def test_an_export_holds_the_persons_own_and_the_two_databases_of_the_paper(memory: Memory) -> None:
    document = await filled(memory)
    assert [fact["value"] for fact in document["long_term"]] == ["caldo verde", "gazpacho", ["celery"]]
    assert [fact["value"] for fact in document["short_term"]] == ["Aunt Rosa"]
    assert [each["text"] for each in document["utterances"]] == ["Gazpacho is the best soup"]
    assert "liquorice" not in json.dumps(document)


async def test_what_was_exported_is_imported_elsewhere_and_imported_again_changes_nothing(memory: Memory) -> None:
    document = await filled(memory)
    async with open_memory(None, residents=Residents()) as other:
        imported = await other.transfer.load("ines", json.dumps(document), now=NOW)
        assert (imported.utterances, imported.facts) == (1, 4)
        assert await other.transfer.export("ines", now=NOW) == document
        again = await other.transfer.load("ines", json.dumps(document).encode(), now=NOW)
        assert (again.utterances, again.facts) == (0, 0)
        found = await other.recall.recall(Query(person="ines", text="best soup", now=NOW, facts=False))
        assert [item.text for item in found.items] == ["2026-03-02 ines: Gazpacho is the best soup"]


async def test_what_is_known_here_stays_where_an_import_says_otherwise(memory: Memory) -> None:
    document = await filled(memory)
    async with open_memory(None, residents=Residents()) as other:
        newer = Difference(person="ines", category=Category.TASTE, name="favourite soup", change=Put(value="miso"), source=Source())
        await other.facts.change(newer, now=NOW + timedelta(days=1))
        await other.transfer.load("ines", json.dumps(document), now=NOW)
        held = await other.facts.of("ines", now=NOW, categories={Category.TASTE})
        assert [fact.value for fact in held] == ["miso"]
        assert len(await other.facts.history(held[0].id, viewer="ines")) == 3


def first_fact(**fields: object) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["long_term"][0].update(fields)


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda d: d.update(password="x"), "password"),
        (lambda d: d.pop("short_term"), "short_term"),
        (lambda d: d.update(format="yamori-memory-99"), "format"),
        (lambda d: d.update(person="tomas"), "person"),
        (first_fact(colour="red"), "long_term.0.colour"),
        (first_fact(value="x" * 1_048_576), "long_term.0.value"),
        (first_fact(category="secrets"), "long_term.0.category"),
        (first_fact(confidence=7), "long_term.0.confidence"),
        (first_fact(since="yesterday"), "long_term.0.since"),
        (first_fact(id="../../etc"), "long_term.0.id"),
        (lambda d: d["utterances"][0].update(person="tomas"), "utterances.0.person"),
        (lambda d: d["utterances"][0].update(text=""), "utterances.0.text"),
    ],
)
async def test_a_file_that_does_not_fit_is_refused_with_its_place(
    memory: Memory, spoil: Callable[[dict[str, Any]], None], where: str
) -> None:
    document = await filled(memory)
    spoil(document)
    async with open_memory(None, residents=Residents()) as other:
        with pytest.raises(InvalidRequest) as refused:
            await other.transfer.load("ines", json.dumps(document), now=NOW)
        assert refused.value.where == where
        assert await other.transfer.export("ines", now=NOW) == {**await other.transfer.export("ines", now=NOW), "utterances": []}


@pytest.mark.parametrize("garbage", [b"", b"{", b"[]", b"\xff\xfe", "null"])
async def test_what_is_no_export_is_refused(memory: Memory, garbage: str | bytes) -> None:
    with pytest.raises(InvalidRequest):
        await memory.transfer.load("ines", garbage, now=NOW)


async def test_nothing_is_imported_for_a_guest(memory: Memory) -> None:
    with pytest.raises(Forbidden):
        await memory.transfer.load("visitor", json.dumps(await filled(memory)), now=NOW)
