"""Words as rows, and the terms that find them. Whatever is written here goes when the words go."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from yamori.domain.language import Language
from yamori.memory.audience import Audience
from yamori.memory.terms import about_terms, terms_of
from yamori.memory.utterance import KeptUtterance, Kind, Words

COLUMNS = "id, person, conversation, at, text, language, room, audience, kind"
SHARED_SCOPE = ""
"""Of postings and vectors that everybody who lives here may find; any other scope is a person's id."""


def scope_of(person: str, audience: Audience) -> str:
    return SHARED_SCOPE if audience is Audience.SHARED else person


def insert(db: sqlite3.Connection, words: Words, text: str, terms: Sequence[str]) -> tuple[KeptUtterance, bool]:
    """The utterance, and whether it is new: the same key is kept once."""
    if (known := db.execute(f"SELECT {COLUMNS} FROM utterances WHERE key = ?", (words.key,)).fetchone()) is not None:
        return utterance_of(known), False
    place = (words.conversation, words.person, words.audience.value)
    last = "SELECT id, session FROM utterances WHERE conversation = ? AND person = ? AND audience = ? ORDER BY id DESC LIMIT 1"
    before = db.execute(last, place).fetchone()
    made = db.execute(
        "INSERT INTO utterances (key, person, conversation, at, text, language, room, audience, kind, before, session, length)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
        (
            words.key,
            words.person,
            words.conversation,
            words.at.isoformat(),
            text,
            words.language.value,
            words.room,
            words.audience.value,
            words.kind.value,
            before[0] if before else None,
            len(terms),
        ),
    )
    id = made.lastrowid or 0
    session = before[1] if before else id
    db.execute("UPDATE utterances SET session = ? WHERE id = ?", (session, id))
    if before:  # its window has grown: it is encoded anew
        db.execute("UPDATE utterances SET vector = NULL WHERE id = ?", (before[0],))
    scope = scope_of(words.person, words.audience)
    rows = [(scope, term, id, session, count, len(terms)) for term, count in Counter(terms).items()]
    db.executemany("INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)", rows)
    _count(db, scope, 1, len(terms))
    return KeptUtterance(
        id=id,
        person=words.person,
        conversation=words.conversation,
        at=words.at,
        text=text,
        language=words.language,
        room=words.room,
        audience=words.audience,
        kind=words.kind,
    ), True


def totals(db: sqlite3.Connection, scopes: Sequence[str]) -> Mapping[str, tuple[int, int]]:
    """Number of utterances and of their terms by scope."""
    rows = ((scope, db.execute("SELECT utterances, terms FROM scopes WHERE scope = ?", (scope,)).fetchone()) for scope in scopes)
    return {scope: (row[0], row[1]) for scope, row in rows if row}


def find(db: sqlite3.Connection, id: int) -> KeptUtterance | None:
    row = db.execute(f"SELECT {COLUMNS} FROM utterances WHERE id = ?", (id,)).fetchone()
    return utterance_of(row) if row else None


def of_person(db: sqlite3.Connection, person: str, *, before: int | None, limit: int) -> list[KeptUtterance]:
    """Newest first; `before`: only those with a smaller id."""
    query = f"SELECT {COLUMNS} FROM utterances WHERE person = ? AND id < ? ORDER BY id DESC LIMIT ?"
    return [utterance_of(row) for row in db.execute(query, (person, before if before is not None else 2**62, limit))]


def all_of(db: sqlite3.Connection, person: str) -> Sequence[tuple[str, KeptUtterance]]:
    """With their keys, in their order."""
    query = f"SELECT key, {COLUMNS} FROM utterances WHERE person = ? ORDER BY id"
    return [(key, utterance_of(row)) for key, *row in db.execute(query, (person,))]


def of_conversation(db: sqlite3.Connection, conversation: str, person: str, *, after: int, limit: int) -> list[KeptUtterance]:
    """In their order, of both audiences; `after`: only those with a larger id."""
    query = f"SELECT {COLUMNS} FROM utterances WHERE conversation = ? AND person = ? AND id > ? ORDER BY id LIMIT ?"
    return [utterance_of(row) for row in db.execute(query, (conversation, person, after, limit))]


def ids_of(db: sqlite3.Connection, person: str) -> Sequence[int]:
    return [id for (id,) in db.execute("SELECT id FROM utterances WHERE person = ? ORDER BY id", (person,))]


def keys_of(db: sqlite3.Connection, ids: Iterable[int]) -> Sequence[str]:
    """Under which keys they came in."""
    rows = (db.execute("SELECT key FROM utterances WHERE id = ?", (id,)).fetchone() for id in ids)
    return [str(row[0]) for row in rows if row is not None]


def delete(db: sqlite3.Connection, ids: Iterable[int]) -> Sequence[int]:
    """The rows with their terms and vectors. Gives the ids of those whose vectors are gone: also of who stood beside them, which is encoded
    anew, for its window held their words."""
    changed: list[int] = []
    for id in ids:
        row = db.execute("SELECT before FROM utterances WHERE id = ?", (id,)).fetchone()
        if row is None:
            continue
        changed += [id, *(after for (after,) in db.execute("SELECT id FROM utterances WHERE before = ?", (id,)))]
        changed += [row[0]] if row[0] is not None else []
        db.execute("UPDATE utterances SET before = ?, vector = NULL WHERE before = ?", (row[0], id))
        db.execute("UPDATE utterances SET vector = NULL WHERE id = ?", (row[0],))
        query = "SELECT CASE audience WHEN 'shared' THEN '' ELSE person END, text, person, at, length FROM utterances WHERE id = ?"
        scope, text, person, at, length = db.execute(query, (id,)).fetchone()
        _delete_postings(db, id, scope, text, person, at)
        _count(db, scope, -1, -length)
        db.execute("DELETE FROM utterances WHERE id = ?", (id,))
    return changed


def _count(db: sqlite3.Connection, scope: str, utterances: int, terms: int) -> None:
    change = (
        "INSERT INTO scopes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET utterances = utterances + excluded.utterances,"
        " terms = terms + excluded.terms"
    )
    db.execute(change, (scope, utterances, terms))


def _delete_postings(db: sqlite3.Connection, id: int, scope: str, text: str, person: str, at: str) -> None:
    terms = {*terms_of(text), *about_terms(speaker=person, at=datetime.fromisoformat(at))}
    gone = sum(
        db.execute("DELETE FROM postings WHERE scope = ? AND term = ? AND utterance = ?", (scope, term, id)).rowcount for term in terms
    )
    if gone < len(terms):  # an earlier program cut words elsewhere
        db.execute("DELETE FROM postings WHERE scope = ? AND utterance = ?", (scope, id))


def utterance_of(row: Sequence[object]) -> KeptUtterance:
    id, person, conversation, at, text, language, room, audience, kind = row
    return KeptUtterance(
        id=int(str(id)),
        person=str(person),
        conversation=str(conversation),
        at=datetime.fromisoformat(str(at)),
        text=str(text),
        language=Language(str(language)),
        room=None if room is None else str(room),
        audience=Audience(str(audience)),
        kind=Kind(str(kind)),
    )


def unencoded(db: sqlite3.Connection, limit: int) -> Sequence[tuple[int, str, str]]:
    """Id, scope and window (the turn between its neighbours) of those without a vector: the queue, which is on disk with them."""
    newest = "SELECT id FROM utterances WHERE vector IS NULL ORDER BY id DESC LIMIT ?"
    return _windows(db, [id for (id,) in db.execute(newest, (limit,))])


def encode(db: sqlite3.Connection, vectors: Iterable[tuple[int, str, str, bytes]]) -> Sequence[tuple[str, int, bytes]]:
    """Id, scope, window and vector of each: kept where the window still is what was encoded. Gives what was kept."""
    rows = list(vectors)
    windows = {id: window for id, _, window in _windows(db, [id for id, *_ in rows])}
    kept = [(scope, id, vector) for id, scope, window, vector in rows if windows.get(id) == window]
    db.executemany("UPDATE utterances SET vector = ? WHERE id = ?", [(vector, id) for _, id, vector in kept])
    return kept


def use_encoder(db: sqlite3.Connection, name: str) -> None:
    """Vectors of different encoders are never compared: those of another one are dropped, and made anew."""
    row = db.execute("SELECT value FROM about WHERE key = 'encoder'").fetchone()
    if row is None or row[0] != name:
        db.execute("UPDATE utterances SET vector = NULL WHERE vector IS NOT NULL")
        db.execute("INSERT OR REPLACE INTO about VALUES ('encoder', ?)", (name,))


def _windows(db: sqlite3.Connection, ids: Sequence[int]) -> Sequence[tuple[int, str, str]]:
    marks = ",".join("?" * len(ids))
    query = (
        "SELECT u.id, CASE u.audience WHEN 'shared' THEN '' ELSE u.person END, b.text, u.text,"
        " (SELECT a.text FROM utterances a WHERE a.before = u.id LIMIT 1)"
        f" FROM utterances u LEFT JOIN utterances b ON b.id = u.before WHERE u.id IN ({marks})"
    )
    return [(id, scope, "\n".join(text for text in texts if text)) for id, scope, *texts in db.execute(query, ids)]
