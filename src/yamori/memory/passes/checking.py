"""What of a model's proposals may be believed. Pure: nothing that the model says counts unless the person's own words say it."""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from yamori.domain.values import Value
from yamori.memory.audience import HOUSEHOLD, Audience
from yamori.memory.difference import Change, Difference, Edit, Merge, Put, Withdraw
from yamori.memory.fact import Category, Fact, Source, Term
from yamori.memory.identity import nearest_slot, slot_of
from yamori.memory.merging import is_list
from yamori.memory.passes.prompting import DO, LONGEST_LINE, LONGEST_VALUE, MOST_CHANGES
from yamori.memory.stated import CATEGORIES, fields_of, name_of, stated, topic_of
from yamori.memory.statement import HEALTH, ONE_VALUE, Statement, Topic
from yamori.memory.terms import terms_of
from yamori.memory.utterance import KeptUtterance

CONFIDENCE = 0.7
"""Of what a model took from a conversation: what was told to be remembered counts more."""
MOST_TAKEN = 2
"""Ends and removals of one pass; a conversation that takes back more is told to a person's face, not inferred."""
_IMPORTANCE = {Category.HEALTH: 0.9, Category.ADDRESS: 0.8, Category.FAMILY: 0.7, Category.CONTEXT: 0.4}
_GROUNDED = 0.5
"""The share of a value's words that must stand in the utterance."""


class Refusal(StrEnum):
    """Why a proposal, or all of an answer, was not believed."""

    GARBAGE = "garbage"
    TOO_MANY = "too many"
    DELETES = "deletes too much"
    PERSON = "unknown person"
    QUOTE = "nobody said that"
    VALUE = "the value was not said"
    SLOT = "there is no such slot"
    UNFIT = "does not fit"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What is left of an answer."""

    differences: tuple[Difference, ...] = ()
    refused: Mapping[str, int] = field(default_factory=dict)


def checked(data: Value, *, person: str, said: Sequence[KeptUtterance], held: Sequence[Fact]) -> Checked:
    """`said` are the utterances as they were numbered, `held` the facts of the person and the household that hold."""
    changes = data.get("changes") if isinstance(data, Mapping) else None
    if not isinstance(changes, list | tuple) or not all(isinstance(change, Mapping) for change in changes):
        return Checked(refused={Refusal.GARBAGE: 1})
    if len(changes) > MOST_CHANGES:
        return Checked(refused={Refusal.TOO_MANY: 1})
    if sum(change.get("do") in ("remove", "end") for change in changes) > MOST_TAKEN:
        return Checked(refused={Refusal.DELETES: 1})
    refused: Counter[str] = Counter()
    made: list[Difference] = []
    for change in changes:
        found = _difference(change, person=person, said=said, held=held)
        if isinstance(found, Refusal):
            refused[found] += 1
        else:
            made.append(found)
    return Checked(differences=tuple(made), refused=dict(refused))


def _difference(change: Mapping[str, Value], *, person: str, said: Sequence[KeptUtterance], held: Sequence[Fact]) -> Difference | Refusal:
    about, topic, name, do, value, line, quote, days, whose = (
        change.get(key) for key in ("about", "topic", "name", "do", "value", "line", "quote", "days", "whose")
    )
    texts = (name, value, quote)
    if not all(isinstance(text, str) for text in texts) or about not in list(Category) or do not in DO or not _is_number(days, 0, 365):
        return Refusal.GARBAGE
    if topic not in list(Topic) or len(str(value)) > LONGEST_VALUE or len(str(quote)) > LONGEST_LINE or not slot_of(str(name)):
        return Refusal.GARBAGE
    owner = {"me": person, person: person, "household": HOUSEHOLD}.get(str(whose))
    if owner is None:
        return Refusal.PERSON
    source = _source(said, line, str(quote))
    if source is None:
        return Refusal.QUOTE
    category = Category(str(about))
    if do in ("set", "add") and not _is_grounded(str(value), source.text):
        return Refusal.VALUE
    slots = {f.slot: f for f in held if f.person == owner and f.category is category}
    known = slots.get(nearest_slot(slot_of(str(name)), slots))
    if do in ("remove", "end") and known is None:
        return Refusal.SLOT
    lasting = days == 0 if known is None or do in ("set", "add") else known.term is Term.LONG
    told = _told(Topic(str(topic)), category, name=str(name), value=str(value), quote=str(quote), shared=owner == HOUSEHOLD)
    slot = _slot(str(do), told, category, name=str(name), known=known)
    return Difference(
        person=owner,
        category=slot.category,
        name=slot.name,
        change=_change(str(do), fields_of(told, by=person), slot.held),
        source=Source(utterance=source.id, quote=str(quote)),
        audience=Audience.SHARED if owner == HOUSEHOLD else source.audience,
        term=Term.LONG if lasting else Term.SHORT,
        lives=None if lasting else timedelta(days=int(str(days)) or 1),
        confidence=CONFIDENCE,
        importance=_IMPORTANCE.get(slot.category, 0.5),
    )


@dataclass(frozen=True, kw_only=True)
class _Slot:
    """Where something goes."""

    category: Category
    name: str
    held: Fact | None = None
    """What is there, as far as the model was shown it."""


def _told(topic: Topic, category: Category, *, name: str, value: str, quote: str, shared: bool) -> Statement:
    """What the person's words tell. A topic that does not go with the category is not believed."""
    if CATEGORIES.get(topic, category) is not category:
        topic = topic_of(category, f"{name}: {quote}")
    return stated(topic, name=name, value=value, words=quote, shared=shared)


def _slot(do: str, told: Statement, category: Category, *, name: str, known: Fact | None) -> _Slot:
    """The slot that the model names for what it changes, ends or writes over; of what can hold one value the slot that is its own, where
    what somebody tells outright goes, too. What must not be eaten never takes the place of something else."""
    if do in ("remove", "end") or (known is not None and is_list(known.value)):
        return _Slot(category=category, name=known.name if known is not None else name, held=known)
    if do == "set" and told.topic not in ONE_VALUE and told.topic not in HEALTH:
        return _Slot(category=category, name=name, held=known)
    return _Slot(category=CATEGORIES.get(told.topic, category), name=name_of(told))


def _change(do: str, fields: Mapping[str, Value], held: Fact | None) -> Change:
    value = str(fields["value"])
    is_entry = held is not None and is_list(held.value)
    if do == "remove" and is_entry:
        return Edit(remove=(value,))
    if do in ("remove", "end"):
        return Withdraw()
    if is_entry:
        return Edit(add=(value,))
    return Merge(fields=fields) if held is None or isinstance(held.value, Mapping) else Put(value=fields)


def _source(said: Sequence[KeptUtterance], line: Value, quote: str) -> KeptUtterance | None:
    """The utterance that holds the quote: the one named, or else the last that does. Words of a model are never a source."""
    wanted = _plain(quote)
    if len(wanted) < 2:
        return None
    named = [said[line - 1]] if isinstance(line, int) and not isinstance(line, bool) and 1 <= line <= len(said) else []
    return next((each for each in [*named, *reversed(said)] if wanted in _plain(each.text)), None)


def _is_grounded(value: str, text: str) -> bool:
    words = set(terms_of(value))
    if not words:
        return bool(value.strip()) and _plain(value) in _plain(text)
    return len(words & set(terms_of(text))) >= _GROUNDED * len(words) or _plain(value) in _plain(text)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(" .。!！?？\"'「」")


def _is_number(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
