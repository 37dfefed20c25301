"""English sentences: where one begins, what asks, whom it is of."""

from collections.abc import Sequence

from yamori.memory.reading.grammar.en.stripping import stripped
from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.vocabulary import Piece, folded, pieces_of, starts
from yamori.understanding import mood
from yamori.understanding.clauses import Clause
from yamori.understanding.mood import ANY_DAY
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

_QUESTION = ("?", "？")
_SHORTEST_STATEMENT = 3
"""Words; what is to be remembered and is shorter names a thing: `don't forget my bread`."""


def sentences(utterance: Utterance, clauses: Sequence[Clause]) -> list[str]:
    """The clauses, with those that tell nothing by themselves joined to what stands before them."""
    text = utterance.normal.text
    found: list[tuple[int, int]] = []
    for clause in clauses:
        said = text[clause.span.start : clause.span.end]
        if found and not _begins(said) and not _is_end(text[found[-1][1] : clause.span.start]):
            found[-1] = (found[-1][0], clause.span.end)
        else:
            found.append((clause.span.start, clause.span.end))
    return [utterance.normal.shown(Span(start, end)) + ("?" if text[end : end + 1] in _QUESTION else "") for start, end in found]


def _is_end(gap: str) -> bool:
    return any(mark in gap for mark in ".!?;")


def _begins(clause: str) -> bool:
    """Whether a clause begins by itself: with a subject, a question, an order or what asks to remember it."""
    bare = stripped(clause)
    if not bare.text or bare.asked:
        return True
    pieces = pieces_of(bare.text)
    first = pieces[0]
    begins = (*words_for("speaker"), *words_for("household"), *words_for("others"), "it", "its", "that", "thats", "the")
    return first.flat in begins or first.stem in begins or first.stem in words_for("questions") or len(pieces) > 3


def is_question(sentence: str) -> bool:
    bare = stripped(sentence)
    asks_to_remember = bare.asked and starts(folded(sentence), words_for("asks_politely")) is not None
    return (sentence.endswith(_QUESTION) and not asks_to_remember) or mood.is_question(bare.text)


def orders(text: str) -> bool:
    """One that orders has no subject, and so tells nothing."""
    return False


def states(text: str) -> bool:
    begins = (w for topic in ("speaker", "household", "others", "circumstance") for w in words_for(topic))
    return starts(folded(text), tuple(begins)) is not None and len(text.split()) > _SHORTEST_STATEMENT


def speaks_of_a_thing(text: str) -> bool:
    pieces = pieces_of(text)
    people = (*words_for("speaker"), *words_for("household"), *words_for("others"), *words_for("beings"))
    return bool(pieces) and pieces[0].flat in _ARTICLES and not any(p.flat in people or p.stem in people for p in pieces)


_ARTICLES = ("the", "a", "an", "there", "theres")


def name_at_the_beginning(text: str) -> str:
    pieces = pieces_of(text)
    if not pieces or not _begins_with_a_name(text, pieces):
        return ""
    return text[pieces[0].start : pieces[0].end].replace("’", "'").removesuffix("'s")


def _begins_with_a_name(text: str, pieces: Sequence[Piece]) -> bool:
    first = pieces[0]
    said = {w.text for w in utterance_of(text, ANY_DAY).words}  # `the` and the like are none of them
    is_word = first.flat in said or first.stem in said
    return text[first.start].isupper() and is_word and first.flat not in (*words_for("circumstance"), *words_for("unsaid"))
