"""Which of what is remembered a request is about: an agent is handed that, and nothing else. Pure."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.asking import shared_words
from yamori.memory.reading.situations import is_now, settings_felt, settings_named
from yamori.memory.reading.vocabulary import folded, holds, words_for
from yamori.memory.statement import HEALTH, Topic


@dataclass(frozen=True, kw_only=True)
class Concern:
    """A request, and beside what it is read."""

    request: str
    now: datetime
    residents: Collection[str] = ()
    """Names of the people of the household."""


def concerns(fact: Kept, concern: Concern) -> bool:
    statement, request = fact.statement, concern.request
    if statement.topic is Topic.SETTING:
        spoken = {*settings_named(request), *settings_felt(request)}
        return statement.key in spoken and is_now(statement.when, concern.now, request)
    if statement.topic in HEALTH:
        return _eats_it(fact, concern)
    named = bool(statement.about) and holds(folded(request), (folded(statement.about),)) is not None
    return named or shared_words(request, f"{statement.key} {statement.value}") > 0


def _eats_it(fact: Kept, concern: Concern) -> bool:
    """Whether somebody eats along of whom it is: whoever asks, unless only another is named, and everybody at the household's table,
    unless they ask for themselves alone."""
    flat, language = folded(concern.request), language_of(concern.request)
    about = folded(fact.statement.about)
    alone = holds(flat, words_for("for_me_alone", language)) is not None
    if not about:
        return not (alone and fact.statement.shared)
    if holds(flat, (about,)) is not None:
        return True
    told_in = language_of(fact.statement.about)
    at_the_table = about in map(folded, concern.residents) or holds(about, words_for("at_the_table", told_in)) is not None
    return at_the_table and not alone
