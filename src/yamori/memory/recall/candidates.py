"""Fetches the utterances that a question may mean, with what they are judged by: the rarest words first, then what is near in meaning, then
the neighbours of both."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING

from yamori.memory.recall.meaning import nearness
from yamori.memory.recall.scoring import LENGTH, SATURATION, Candidate, Corpus
from yamori.memory.store.utterances import COLUMNS, utterance_of
from yamori.memory.utterance import KeptUtterance

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vector = npt.NDArray[np.float32]
MOST_POSTINGS = 6_000
"""Read to find candidates; the rarer words come first. What stands in more utterances counts for those that were found."""
MOST_WORDS = 80
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
    scores: Mapping[int, float]
    """By utterance: BM25 of what was read."""
    sessions: Mapping[int, Mapping[str, int]]
    common: Sequence[str]
    """Terms that were not read."""


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
    scores: dict[int, float] = {}
    sessions: dict[int, dict[str, int]] = {}
    common: list[str] = []
    read = 0
    rarity, top = corpus.rarity, SATURATION + 1
    short, long = SATURATION * (1 - LENGTH), SATURATION * LENGTH / max(corpus.length, 1.0)
    query = "SELECT utterance, session, count, length FROM postings WHERE scope = ? AND term = ?"
    for term in sorted(corpus.having, key=lambda t: corpus.having[t]):
        if read and read + corpus.having[term] > MOST_POSTINGS:
            common.append(term)
            continue
        for scope in scopes:
            for utterance, session, count, length in db.execute(f"{query} LIMIT {MOST_POSTINGS}", (scope, term)):
                # BM25 in one expression, for these are thousands.
                scores[utterance] = scores.get(utterance, 0.0) + rarity[term] * count * top / (count + short + long * length)
                if (known := counts.get(utterance)) is None:
                    counts[utterance] = {term: count}
                else:
                    known[term] = count
                if (of := sessions.get(session)) is None:
                    sessions[session] = {term: count}
                else:
                    of[term] = of.get(term, 0) + count
        read += corpus.having[term]
    return Postings(corpus=corpus, counts=counts, scores=scores, sessions=sessions, common=common)


def best_by_words(found: Postings) -> list[int]:
    """The best by their own words."""
    return _best(found.scores, MOST_WORDS)


def best_sessions(found: Postings) -> list[int]:
    rarity = found.corpus.rarity
    score = {
        id: sum([rarity[term] * number * (SATURATION + 1) / (number + SATURATION) for term, number in counts.items()])
        for id, counts in found.sessions.items()
    }
    return _best(score, MOST_SESSIONS)


def _best(score: Mapping[int, float], number: int) -> list[int]:
    """The best, of equal ones the newest."""
    return [id for _, id in nlargest(number, [(each, id) for id, each in score.items()])]


def with_neighbours(
    db: sqlite3.Connection,
    ids: Iterable[int],
    sessions: Sequence[int],
    scopes: Sequence[str],
    found: Postings,
    asked: "Vector | None" = None,
) -> dict[int, Candidate]:
    """The utterances, those of the sessions, and whoever stands beside them; `asked`: how near they are to it in meaning, too."""
    rows: dict[int, _Row] = {}
    _fetch(db, "id", ids, rows)
    for session in sessions:
        rows |= {row[0]: row for row in db.execute(f"SELECT {_ROW} FROM utterances WHERE session = ? LIMIT {MOST_IN_SESSION}", (session,))}
    first = list(rows)
    _fetch(db, "id", [before for _, before, *_ in rows.values() if before is not None], rows)
    _fetch(db, "before", first, rows)
    after = {before: id for id, before, *_ in rows.values() if before is not None}
    near = nearness(asked, {id: vector for id, *_, vector in rows.values()}) if asked is not None else {}
    counts = _with_common(db, list(rows), scopes, found)
    return {
        id: Candidate(
            id=id,
            counts=counts.get(id, {}),
            length=length,
            session=found.sessions.get(session, {}),
            before=before,
            after=after.get(id),
            nearness=near.get(id),
        )
        for id, before, session, length, _ in rows.values()
    }


def said(db: sqlite3.Connection, ids: Sequence[int]) -> Mapping[int, KeptUtterance]:
    """What was said, of up to some hundreds."""
    marks = ",".join("?" * len(ids))
    return {row[0]: utterance_of(row) for row in db.execute(f"SELECT {COLUMNS} FROM utterances WHERE id IN ({marks})", ids)}


_Row = tuple[int, int | None, int, int, bytes | None]
_ROW = "id, before, session, length, vector"


def _with_common(db: sqlite3.Connection, ids: Sequence[int], scopes: Sequence[str], found: Postings) -> Mapping[int, Mapping[str, int]]:
    """The counts of the candidates, with those of the words that are too common to find anything by."""
    counts = {id: dict(found.counts.get(id, {})) for id in ids}
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        query = f"SELECT utterance, count FROM postings WHERE scope = ? AND term = ? AND utterance IN ({','.join('?' * len(some))})"
        for term in found.common:
            for scope in scopes:
                for id, number in db.execute(query, (scope, term, *some)):
                    counts[id][term] = number
    return counts


def _fetch(db: sqlite3.Connection, column: str, ids: Iterable[int], rows: dict[int, _Row]) -> None:
    wanted = [id for id in dict.fromkeys(ids) if column != "id" or id not in rows]
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        query = f"SELECT {_ROW} FROM utterances WHERE {column} IN ({','.join('?' * len(some))})"
        rows |= {row[0]: row for row in db.execute(query, some)}
