"""Where an utterance wants somebody to be told once something happens (`tell me when …`), unlike one that asks how it is now."""

from collections.abc import Sequence

from yamori.understanding.analysis import Morpheme, morphemes_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind, Vocabulary
from yamori.understanding.words_of import tokens_of

_INDEFINITE = frozenset(("か", "も"))
"""Behind a question word they make somebody, nobody, something of it: 誰か, 誰も."""


def awaited_events(utterance: Utterance) -> tuple[Span, ...]:
    """The words that wait for something to happen, where somebody is to be told; `tell me if …` waits for nothing."""
    text, vocabulary = utterance.normal.text, utterance.vocabulary
    notifying = (Span(*m.span()) for m in vocabulary.markers[MarkerKind.NOTIFICATION].finditer(text))
    if all(any(span.overlaps(quoted) for quoted in utterance.quotations) for span in notifying):
        return ()
    conditions = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.CONDITION]
    return tuple(span for span in conditions if vocabulary.begins_with_event(text[span.start : span.end]))


def waits_for_an_event(utterance: Utterance) -> bool:
    """Whether all that it wants to know is that something has happened: `tell me which are open when …` asks for more."""
    return bool(awaited_events(utterance)) and not _asks_which(utterance)


def _asks_which(utterance: Utterance) -> bool:
    text, vocabulary = utterance.normal.text, utterance.vocabulary
    if not vocabulary.morphemes:
        return not (vocabulary.question_words - vocabulary.events).isdisjoint(tokens_of(text))
    found = morphemes_of(text)
    asked = (n for n, m in enumerate(found) if {m.base, m.surface} & vocabulary.question_words)
    return any(not _is_indefinite(found[n + 1 :], vocabulary) for n in asked)


def _is_indefinite(following: Sequence[Morpheme], vocabulary: Vocabulary) -> bool:
    """誰かが, どれも, but not 誰か教えて, which asks who."""
    if not following or following[0].surface not in _INDEFINITE:
        return False
    return len(following) < 2 or following[1].base not in vocabulary.informing_verbs
