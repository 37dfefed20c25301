"""A statement as a fact holds it: the slot's name and category, a dictionary of its parts, and back again. Called by `told_facts` and the
memory passes; pure."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.memory.audience import HOUSEHOLD, Audience
from yamori.memory.fact import Category, Fact, Term
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.situations import setting_in, situation_in
from yamori.memory.reading.stripping import stripped
from yamori.memory.reading.vocabulary import folded, holds, words_below, words_for
from yamori.memory.statement import Statement, Topic

CATEGORIES = {
    Topic.ALLERGY: Category.HEALTH,
    Topic.AVOID: Category.HEALTH,
    Topic.BODY: Category.HEALTH,
    Topic.SETTING: Category.TASTE,
    Topic.LIKE: Category.TASTE,
    Topic.DISLIKE: Category.TASTE,
    Topic.FAVOURITE: Category.TASTE,
    Topic.NAME: Category.FAMILY,
    Topic.BIRTHDAY: Category.FAMILY,
    Topic.ANNIVERSARY: Category.FAMILY,
    Topic.ALIAS: Category.NAME,
    Topic.WORK: Category.WORK,
    Topic.ADDRESS: Category.ADDRESS,
    Topic.HABIT: Category.HABIT,
}
"""A topic that is not listed fits any category."""
_TOPICS = {
    Category.TASTE: Topic.LIKE,
    Category.FAMILY: Topic.NAME,
    Category.NAME: Topic.ALIAS,
    Category.WORK: Topic.WORK,
    Category.ADDRESS: Topic.ADDRESS,
    Category.HABIT: Topic.HABIT,
    Category.ROUTINE: Topic.HABIT,
}
_PARTS = ("words", "about", "key", "value", "when")
_LONGEST_NAME = 100


def name_of(statement: Statement) -> str:
    """What tells the slot from others, in words."""
    topic, about, what, when = statement.slot
    return " ".join(part for part in (topic, about, what, when) if part)[:_LONGEST_NAME]


def fields_of(statement: Statement, *, by: str) -> Mapping[str, Value]:
    """The dictionary that a fact holds of it. `by`: who told it."""
    ends: dict[str, Value] = {"until": statement.until.isoformat(), "roughly": statement.roughly} if statement.until is not None else {}
    return {"topic": statement.topic.value, **{part: getattr(statement, part) for part in _PARTS}, "by": by, **ends}


def statement_of(fact: Fact) -> Statement:
    """What a fact says; one that holds no statement (an older one, or one that was imported) is told by its name and value."""
    shared = fact.person == HOUSEHOLD or fact.audience is Audience.SHARED
    value = fact.value
    if isinstance(value, Mapping) and value.get("topic") in {topic.value for topic in Topic}:
        parts = {part: str(value.get(part) or "") for part in _PARTS}
        until = _until(value) if fact.term is Term.SHORT else None
        roughly = until is not None and value.get("roughly") is True
        return Statement(topic=Topic(str(value["topic"])), shared=shared, until=until, roughly=roughly, **parts)
    said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    words = f"{fact.name}: {said}" if said != fact.name else said
    return stated(topic_of(fact.category, words), name=fact.name, value=said, words=words, shared=shared)


def stated(topic: Topic, *, name: str, value: str, words: str, shared: bool) -> Statement:
    """What somebody's `words` tell, where something else than this code found the topic and the value. What the words themselves say of
    whom it is, and when, goes before."""
    read = _read(words)
    if read is not None and read.topic is topic:
        return replace(read, words=words, value=read.value if topic is Topic.SETTING else value, shared=shared)
    plain = Statement(topic=topic, words=words, value=value, shared=shared)
    match topic:
        case Topic.NAME:
            return replace(plain, about=name)
        case Topic.ALIAS:
            return replace(plain, key=value, value=name)
        case Topic.FAVOURITE:
            return replace(plain, key=name)
        case Topic.SETTING:
            amount = setting_in(words)
            if amount is None:
                return replace(plain, topic=Topic.LIKE)
            return replace(plain, key=amount.name, value=amount.value, when=situation_in(words))
    return plain


def topic_of(category: Category, words: str) -> Topic:
    """The topic of something of a category, where nobody says it: of health, what speaks of no food is of the body."""
    if category is not Category.HEALTH:
        return _TOPICS.get(category, Topic.OTHER)
    language, flat = language_of(words), folded(words)
    if holds(flat, words_below("asked", language)["allergy"]):
        return Topic.ALLERGY
    return Topic.AVOID if holds(flat, (*words_below("cues", language)["avoid"], *words_for("of_food", language))) else Topic.BODY


def _until(value: Mapping[str, Value]) -> datetime | None:
    try:
        return datetime.fromisoformat(str(value.get("until")))
    except ValueError:  # of a pass, whose end is the fact's alone
        return None


def _read(words: str) -> Statement | None:
    bare = stripped(words).text
    if not bare:
        return None
    return grammar_of(bare).told(bare, ())
