"""`Put my channel on`: a channel that somebody calls theirs, asked for in words that a television understands. Pure."""

from collections.abc import Sequence

from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.vocabulary import bare, folded, table, words_for
from yamori.memory.statement import Topic
from yamori.memory.using.names import Put, phrases_of


def with_channel(text: str, facts: Sequence[Kept]) -> Put:
    """The sentence with the number of the channel; as it is where it asks for none, or where it is known by a name alone."""
    language = language_of(text)
    asked = bare(text, "around")
    channels = [f for f in facts if f.statement.topic is Topic.FAVOURITE and f.statement.key in words_for("channel", language)]
    for fact in channels:
        number = "".join(c for c in folded(fact.statement.value) if c.isdigit())
        if number and any(_is_asked_for(asked, folded(phrase), language) for phrase in phrases_of(fact, language)):
            return Put(text=str(table("tuned")[language.value]).format(value=number), used=(fact,))
    return Put(text=text)


def _is_asked_for(asked: str, phrase: str, language: Language) -> bool:
    """Whether nothing else is said than to put it on."""
    before, found, behind = asked.partition(phrase)
    before, behind = before.strip(), behind.strip()
    if not found or not (before or behind):
        return False
    leads, ends = words_for("tunes_before", language), words_for("tunes_behind", language)
    return (not before or before in leads) and (not behind or behind in ends)
