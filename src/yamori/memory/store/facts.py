"""Facts as rows: every version of every slot."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from yamori.domain.values import Value
from yamori.memory.audience import Audience
from yamori.memory.fact import Category, Fact, Source, SourceKind, Term

_COLUMNS = (
    "id, person, audience, category, slot, name, value, term, expires, source_kind, utterance, quote, source_where, since, confidence,"
    " importance, uses, last_used, ended, replaced_by"
)


def insert(db: sqlite3.Connection, fact: Fact) -> None:
    marks = ", ".join("?" * 20)
    db.execute(
        f"INSERT INTO facts (number, {_COLUMNS}) SELECT coalesce(max(number), 0) + 1, {marks} FROM facts",
        (
            fact.id,
            fact.person,
            fact.audience.value,
            fact.category.value,
            fact.slot,
            fact.name,
            json.dumps(fact.value, ensure_ascii=False),
            fact.term.value,
            _written(fact.expires),
            fact.source.kind.value,
            fact.source.utterance,
            fact.source.quote,
            fact.source.where,
            _written(fact.since),
            fact.confidence,
            fact.importance,
            fact.uses,
            _written(fact.last_used),
            _written(fact.ended),
            fact.replaced_by,
        ),
    )


def add(db: sqlite3.Connection, fact: Fact, *, utterance: int | None) -> bool:
    """One that was exported, with the id of its source here; False where it is there already. Where the slot
    holds something here, that stays and this one becomes history."""
    if find(db, fact.id) is not None:
        return False
    holding = [other for other in of_slot(db, fact) if other.holds and other.audience is fact.audience] if fact.holds else []
    made = replace(fact, source=replace(fact.source, utterance=utterance))
    insert(db, replace(made, ended=holding[0].since, replaced_by=holding[0].id) if holding else made)
    return True


def end(db: sqlite3.Connection, id: str, *, at: datetime, replaced_by: str | None) -> None:
    db.execute("UPDATE facts SET ended = ?, replaced_by = ? WHERE id = ?", (_written(at), replaced_by, id))


def strengthen(db: sqlite3.Connection, id: str, *, confidence: float, importance: float, expires: datetime | None, at: datetime) -> None:
    """It was said again: its confidence counts from now."""
    change = "UPDATE facts SET confidence = ?, importance = ?, expires = ?, last_used = max(coalesce(last_used, ''), ?) WHERE id = ?"
    db.execute(change, (confidence, importance, _written(expires), _written(at), id))


def use(db: sqlite3.Connection, ids: Sequence[str], at: datetime) -> None:
    change = "UPDATE facts SET uses = uses + 1, last_used = ? WHERE id = ?"
    db.executemany(change, [(_written(at), id) for id in ids])


def find(db: sqlite3.Connection, id: str) -> Fact | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM facts WHERE id = ?", (id,)).fetchone()
    return _fact(row) if row else None


def of_person(db: sqlite3.Connection, person: str, *, ended: bool = False) -> list[Fact]:
    """In the order in which they came; `ended`: the history too."""
    only = "" if ended else " AND ended IS NULL"
    return [_fact(row) for row in db.execute(f"SELECT {_COLUMNS} FROM facts WHERE person = ?{only} ORDER BY number", (person,))]


def shared(db: sqlite3.Connection, *, ended: bool = False) -> list[Fact]:
    only = "" if ended else " AND ended IS NULL"
    return [_fact(row) for row in db.execute(f"SELECT {_COLUMNS} FROM facts WHERE audience = 'shared'{only} ORDER BY number")]


def of_slot(db: sqlite3.Connection, fact: Fact) -> list[Fact]:
    """All versions of the fact's slot, oldest first."""
    query = f"SELECT {_COLUMNS} FROM facts WHERE person = ? AND term = ? AND category = ? AND slot = ? ORDER BY number"
    return [_fact(row) for row in db.execute(query, (fact.person, fact.term.value, fact.category.value, fact.slot))]


def short_lived(db: sqlite3.Connection) -> list[Fact]:
    """Those that may end by themselves."""
    return [_fact(row) for row in db.execute(f"SELECT {_COLUMNS} FROM facts WHERE ended IS NULL AND expires IS NOT NULL ORDER BY number")]


def made_of(db: sqlite3.Connection, utterance: int) -> list[Fact]:
    return [_fact(row) for row in db.execute(f"SELECT {_COLUMNS} FROM facts WHERE utterance = ? ORDER BY number", (utterance,))]


def rewrite(db: sqlite3.Connection, id: str, value: Value) -> None:
    """For forgetting alone: a version is otherwise never changed."""
    db.execute("UPDATE facts SET value = ? WHERE id = ?", (json.dumps(value, ensure_ascii=False), id))


def delete(db: sqlite3.Connection, ids: Sequence[str]) -> None:
    db.executemany("UPDATE facts SET replaced_by = NULL WHERE replaced_by = ?", [(id,) for id in ids])
    db.executemany("DELETE FROM facts WHERE id = ?", [(id,) for id in ids])


def _written(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None


def _read(at: object) -> datetime | None:
    return datetime.fromisoformat(str(at)) if at is not None else None


def _fact(row: Sequence[object]) -> Fact:
    id, person, audience, category, slot, name, value, term, expires, kind, utterance, quote, where, since, *rest = row
    confidence, importance, uses, last_used, ended, replaced_by = rest
    return Fact(
        id=str(id),
        person=str(person),
        audience=Audience(str(audience)),
        category=Category(str(category)),
        slot=str(slot),
        name=str(name),
        value=json.loads(str(value)),
        term=Term(str(term)),
        expires=_read(expires),
        source=Source(
            kind=SourceKind(str(kind)),
            utterance=None if utterance is None else int(str(utterance)),
            quote=str(quote),
            where=str(where),
        ),
        since=datetime.fromisoformat(str(since)),
        confidence=float(str(confidence)),
        importance=float(str(importance)),
        uses=int(str(uses)),
        last_used=_read(last_used),
        ended=_read(ended),
        replaced_by=None if replaced_by is None else str(replaced_by),
    )
