"""What a form may be offered of what somebody told of themselves."""

from datetime import UTC, datetime

from yamori.apps.own_data import own_data
from yamori.domain.values import Value
from yamori.memory.audience import Audience
from yamori.memory.fact import Category, Fact, Source, SourceKind, Term


def fact(value: Value, *, category: Category = Category.OTHER, person: str = "aya", kind: SourceKind = SourceKind.PERSON) -> Fact:
    return Fact(
        id="1",
        person=person,
        audience=Audience.PRIVATE,
        category=category,
        slot="x",
        name="x",
        value=value,
        term=Term.LONG,
        expires=None,
        source=Source(kind=kind),
        since=datetime(2026, 3, 1, tzinfo=UTC),
    )


def told(topic: str, value: str, words: str, about: str = "") -> Value:
    return {"topic": topic, "words": words, "about": about, "key": "", "value": value, "when": "", "by": "aya"}


def test_only_what_is_the_persons_own_and_of_the_kind_is_there() -> None:
    facts = [
        fact(told("address", "4 Mill Lane, Kendal", "I live at 4 Mill Lane, Kendal"), category=Category.ADDRESS),
        fact("my e-mail is aya@example.org"),
        fact("call me on +81 3 1234 5678"),
        fact(told("birthday", "12 May 1990", "my birthday is 12 May 1990"), category=Category.FAMILY),
    ]
    assert own_data(facts, "aya") == {
        "address": "4 Mill Lane, Kendal",
        "email": "aya@example.org",
        "phone": "+81 3 1234 5678",
        "birthday": "12 May 1990",
    }


def test_a_town_is_no_address_and_of_others_and_of_pages_nothing_is_taken() -> None:
    facts = [
        fact(told("address", "Kendal", "I live in Kendal"), category=Category.ADDRESS),
        fact("ken@example.org", person="ken"),
        fact("web@example.org", kind=SourceKind.WEB),
        fact(told("birthday", "1 June", "Mei's birthday is 1 June", about="Mei"), category=Category.FAMILY),
    ]
    assert own_data(facts, "aya") == {}
