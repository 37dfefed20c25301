"""Fetches the utterances that a question may mean, with what they are judged by: the rarest words first, then what is near in meaning, then
the neighbours of both."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from yamori.memory.recall.scoring import Candidate, Corpus, bm25
from yamori.memory.store.utterances import COLUMNS, utterance_of
from yamori.memory.utterance import KeptUtterance

MOST_POSTINGS = 20_000
"""Read for one question; a word that is in more utterances tells little, and the rarer ones come first."""
MOST_WORDS = 120
MOST_SESSIONS = 3
"""Conversations all of whose turns count as candidates."""
MOST_IN_SESSION = 30
_AT_ONCE = 500


@dataclass(frozen=True, kw_only=True)
class Postings:
    """What was read of the index."""

    corpus: Corpus
    counts: Mapping[int, Mapping[str, int]]
    """By utterance: how often each term of the question stands in it."""
    lengths: Mapping[int, int]
    sessions: Mapping[int, Mapping[str, int]]


def corpus_of(db: sqlite3.Connection, scopes: Sequence[str], terms: Sequence[str], totals: Mapping[str, tuple[int, int]]) -> Corpus:
    """`totals`: number of utterances and of terms by scope."""
    query = "SELECT count(*) FROM postings WHERE scope = ? AND term = ?"
    having = {term: sum(db.execute(query, (scope, term)).fetchone()[0] for scope in scopes) for term in dict.fromkeys(terms)}
    number = sum(totals.get(scope, (0, 0))[0] for scope in scopes)
    length = sum(totals.get(scope, (0, 0))[1] for scope in scopes)
    return Corpus(utterances=number, having=having, length=length / max(number, 1))


def postings_of(db: sqlite3.Connection, scopes: Sequence[str], corpus: Corpus) -> Postings:
    """The rarest terms' postings, as far as they are to be read."""
    counts: dict[int, dict[str, int]] = {}
    lengths: dict[int, int] = {}
    sessions: dict[int, dict[str, int]] = {}
    read = 0
    query = "SELECT utterance, session, count, length FROM postings WHERE scope = ? AND term = ?"
    for term in sorted(corpus.having, key=lambda t: corpus.having[t]):
        if read and read + corpus.having[term] > MOST_POSTINGS:
            break
        for scope in scopes:
            for utterance, session, count, length in db.execute(f"{query} LIMIT {MOST_POSTINGS}", (scope, term)):
                counts.setdefault(utterance, {})[term] = count
                lengths[utterance] = length
                of = sessions.setdefault(session, {})
                of[term] = of.get(term, 0) + count
        read += corpus.having[term]
    return Postings(corpus=corpus, counts=counts, lengths=lengths, sessions=sessions)


def best_by_words(found: Postings) -> list[int]:
    """The best by their own words."""
    score = {id: bm25(counts, found.lengths[id], found.corpus) for id, counts in found.counts.items()}
    return sorted(score, key=lambda id: (-score[id], -id))[:MOST_WORDS]


def best_sessions(found: Postings) -> list[int]:
    score = {id: bm25(counts, found.corpus.length, found.corpus) for id, counts in found.sessions.items()}
    return sorted(score, key=lambda id: (-score[id], -id))[:MOST_SESSIONS]


def with_neighbours(
    db: sqlite3.Connection, ids: Iterable[int], sessions: Sequence[int], found: Postings, near: Mapping[int, float]
) -> tuple[dict[int, Candidate], dict[int, KeptUtterance]]:
    """The utterances, those of the sessions, and whoever stands beside them: candidates, and what was said."""
    rows: dict[int, tuple[KeptUtterance, int | None, int, int]] = {}
    _fetch(db, "id", ids, rows)
    for session in sessions:
        query = f"SELECT {COLUMNS}, before, session, length FROM utterances WHERE id >= ? AND session = ? LIMIT {MOST_IN_SESSION}"
        _take(db.execute(query, (session, session)), rows)
    first = list(rows)
    _fetch(db, "id", [before for _, before, _, _ in rows.values() if before is not None], rows)
    _fetch(db, "before", first, rows)
    after = {before: id for id, (_, before, _, _) in rows.items() if before is not None}
    made = {
        id: Candidate(
            id=id,
            counts=found.counts.get(id, {}),
            length=length,
            session=found.sessions.get(session, {}),
            before=before,
            after=after.get(id),
            nearness=near.get(id),
        )
        for id, (_, before, session, length) in rows.items()
    }
    return made, {id: row[0] for id, row in rows.items()}


def _fetch(db: sqlite3.Connection, column: str, ids: Iterable[int], rows: dict[int, tuple[KeptUtterance, int | None, int, int]]) -> None:
    wanted = [id for id in dict.fromkeys(ids) if column != "id" or id not in rows]
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        _take(db.execute(f"SELECT {COLUMNS}, before, session, length FROM utterances WHERE {column} IN ({marks})", some), rows)


def _take(cursor: sqlite3.Cursor, rows: dict[int, tuple[KeptUtterance, int | None, int, int]]) -> None:
    for *said, before, session, length in cursor:
        rows[said[0]] = (utterance_of(said), before, session, length)
