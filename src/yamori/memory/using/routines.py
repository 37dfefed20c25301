"""`Do my evening routine`, いつもの流れで: the steps that somebody told, in its place. Pure."""

from collections.abc import Sequence

from yamori.domain.language import language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.vocabulary import bare, folded, words_for
from yamori.memory.statement import Topic
from yamori.memory.using.names import Put, phrases_of


def with_routine(text: str, facts: Sequence[Kept]) -> Put:
    """The steps in the place of a sentence that asks for a routine and says nothing else; any other sentence as it is."""
    language = language_of(text)
    asked = bare(text, "around")
    leads, behind = ("", *words_for("routine_before", language)), ("", *words_for("routine_behind", language))
    before = (*leads, *(f"{lead} {article}".strip() for lead in leads for article in words_for("routine_article", language)))
    for fact in (f for f in facts if f.statement.topic is Topic.FAVOURITE):
        said = grammar_of(fact.statement.words).routine(fact.statement.words)
        for phrase in (*phrases_of(fact, language), fact.statement.key) if said is not None else ():
            lead, found, rest = asked.partition(folded(phrase))
            if found and lead.strip() in before and rest.strip() in behind:
                return Put(text=grammar_of(fact.statement.value).ordered(fact.statement.value), used=(fact,))
    return Put(text=text)
