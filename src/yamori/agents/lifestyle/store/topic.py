"""One topic: a folder of its own with an index of its own (paper 3.4.1, multi-index structure).

`passages.sqlite3` (WAL, `synchronous=FULL`) holds papers, passages, their words (FTS5) and their vectors, so that a paper is added, changed
or gone in one transaction; the originals lie in `files/` beside it. SQLite rather than the schedule's database: an index is files that can
be copied with their topic, and full text is written differently by every database.

Everything here blocks; `Papers` calls it in threads.
"""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from yamori.agents.lifestyle.rules.paper import LeftOut, Origin, Paper, State
from yamori.agents.lifestyle.rules.passages import VERSION, Passage
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store.matches import Matches
from yamori.domain.errors import HouseSilent, Misconfigured, NotFound
from yamori.domain.language import Language, language_of
from yamori.embedding.port import Vectors
from yamori.embedding.vectors import VectorIndex, packed

INDEX = "passages.sqlite3"
_VERSION = 3
_BEFORE = 2
"""Had papers without the version of their passages."""
_ADDED = {"version": "INTEGER NOT NULL DEFAULT 1", "left_out": "TEXT NOT NULL DEFAULT '[]'"}
"""Columns of papers that an index of an earlier program may lack."""
_REMEMBERED = 20_000
"""Terms of which it is known in how many passages they stand."""
_OPENED = 4_096
"""Vectors read at a time when a topic is opened."""
_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE papers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, title TEXT NOT NULL, kind TEXT NOT NULL, origin TEXT NOT NULL,
    hash TEXT NOT NULL, added TEXT NOT NULL, state TEXT NOT NULL, pages INTEGER, passages INTEGER NOT NULL DEFAULT 0, problem TEXT,
    version INTEGER NOT NULL DEFAULT 1, left_out TEXT NOT NULL DEFAULT '[]');
CREATE INDEX papers_by_name ON papers (name);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, paper INTEGER NOT NULL REFERENCES papers (id), number INTEGER NOT NULL,
    language TEXT NOT NULL, headings TEXT NOT NULL, page INTEGER, question TEXT, source TEXT, text TEXT NOT NULL,
    length INTEGER NOT NULL, vector BLOB,
    UNIQUE (paper, number));
CREATE INDEX passages_by_language ON passages (language, paper);
CREATE VIRTUAL TABLE words USING fts5(terms, tokenize="ascii tokenchars '.'''", detail=none);
CREATE VIRTUAL TABLE terms USING fts5vocab(words, row);
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A passage with its place."""

    id: int
    paper: int
    number: int
    passage: Passage


class Topic:
    """The index of one topic. One thread at a time enters; the others wait."""

    def __init__(self, name: str, folder: Path | None, *, encoder: str | None) -> None:
        """`encoder` is what vectors are to be made with; None for words alone. Raises `Misconfigured` for an index that cannot be used."""
        self.name = name
        self.folder = folder
        self._turn = threading.RLock()
        self._counted: tuple[int, int] | None = None
        self._having: dict[str, int] = {}
        self._own: dict[Language, frozenset[int]] = {}
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(folder / INDEX if folder else ":memory:", isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise Misconfigured(
                f"the index of this topic cannot be used ({error})",
                where=str(folder),
                mend=f"move {INDEX} in it away; its papers are read anew",
            ) from error
        self._encodes = encoder is not None
        self.incomplete = False
        """Whether passages have no vector that are to have one: those of another encoder were dropped, or it did not answer."""
        self._vectors: VectorIndex | None = None
        """None where there are no vectors."""
        if encoder is not None:
            self._check_encoder(encoder)
            self._open_vectors()

    def close(self) -> None:
        with self._turn:
            self._db.close()

    def _prepare(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _BEFORE, _VERSION):
            raise sqlite3.DatabaseError(f"it is of version {version}, this program writes {_VERSION}")
        if version == 0:
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={_VERSION}; COMMIT;")
            return
        known = {str(name) for _, name, *_ in self._db.execute("PRAGMA table_info(papers)")}
        mend = "".join(f"ALTER TABLE papers ADD COLUMN {name} {kind}; " for name, kind in _ADDED.items() if name not in known)
        if mend:
            self._db.executescript(f"BEGIN; {mend} PRAGMA user_version={_VERSION}; COMMIT;")

    def _check_encoder(self, encoder: str) -> None:
        """Vectors of different encoders are never compared: those of another one are dropped."""
        row = self._db.execute("SELECT value FROM about WHERE key = 'encoder'").fetchone()
        if row is None or row[0] != encoder:
            with self._changing() as db:
                db.execute("UPDATE passages SET vector = NULL WHERE vector IS NOT NULL")
                db.execute("INSERT OR REPLACE INTO about VALUES ('encoder', ?)", (encoder,))

    def _open_vectors(self) -> None:
        found = self._db.execute("SELECT id, vector FROM passages WHERE vector IS NOT NULL")
        while some := found.fetchmany(_OPENED):
            self._add([i for i, _ in some], [v for _, v in some])
        count = self._db.execute("SELECT count(*) FROM passages").fetchone()[0]
        self.incomplete = count > (len(self._vectors) if self._vectors is not None else 0)

    def _add(self, ids: Sequence[int], rows: Sequence[bytes]) -> None:
        if rows and self._vectors is None:
            self._vectors = VectorIndex(len(rows[0]))
        if self._vectors is not None:
            self._vectors.add(ids, rows)

    def fit(self, size: int) -> None:
        """Vectors are going to be of this many numbers: a service that has another encoder under the same name now makes others, with
        which those kept are not compared."""
        with self._turn:
            if self._vectors is None or self._vectors.size == size:
                return
            with self._changing() as db:
                db.execute("UPDATE passages SET vector = NULL WHERE vector IS NOT NULL")
            self._vectors, self.incomplete = None, True

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. Raises `HouseSilent` where the disk does not take it; then nothing of it happened."""
        with self._turn:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
                self._counted = None
                self._having.clear()
                self._own.clear()
            except BaseException as error:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise HouseSilent(f"topic {self.name}: the index could not be written ({error})") from error
                raise

    # papers

    def papers(self) -> list[Paper]:
        with self._turn:
            rows = self._db.execute(f"SELECT {_PAPER} FROM papers ORDER BY name, id").fetchall()
        return [self._paper(r) for r in rows]

    def paper(self, identity: int) -> Paper:
        """Raises `NotFound`."""
        with self._turn:
            row = self._db.execute(f"SELECT {_PAPER} FROM papers WHERE id = ?", (identity,)).fetchone()
        if row is None:
            raise NotFound(f"there is no paper {identity} in {self.name!r}", where="paper")
        return self._paper(row)

    def named(self, name: str) -> list[Paper]:
        """The papers of this name: one, or two while a new version of it is read."""
        with self._turn:
            rows = self._db.execute(f"SELECT {_PAPER} FROM papers WHERE name = ? ORDER BY id", (name,)).fetchall()
        return [self._paper(r) for r in rows]

    def some(self, ids: Iterable[int]) -> dict[int, Paper]:
        """Papers by their ids."""
        wanted = tuple(dict.fromkeys(ids))
        marks = ",".join("?" * len(wanted))
        with self._turn:
            rows = self._db.execute(f"SELECT {_PAPER} FROM papers WHERE id IN ({marks})", wanted).fetchall()
        return {p.id: p for p in map(self._paper, rows)}

    def begin(self, *, name: str, title: str, kind: str, origin: Origin, digest: str, now: datetime) -> Paper:
        """A paper that is going to be read, or the same one whose reading was interrupted."""
        for paper in self.named(name):
            if paper.hash == digest and paper.state is State.READING and not paper.is_outdated:
                return paper
        with self._changing() as db:
            for paper in self.named(name):
                if paper.state is not State.READY:
                    self._drop(paper.id)
            row = db.execute(
                "INSERT INTO papers (name, title, kind, origin, hash, added, state, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (name, title, kind, origin, digest, now.isoformat(), State.READING, VERSION),
            )
        return self.paper(row.lastrowid or 0)

    def append(self, paper: int, start: int, passages: Sequence[Passage], vectors: "Vectors | None", title: str) -> None:
        """Add the passages from number `start` on."""
        rows = packed(vectors) if vectors is not None else [None] * len(passages)
        ids = []
        with self._changing() as db:
            for number, (passage, vector) in enumerate(zip(passages, rows, strict=True), start):
                found = terms(passage.searched(title))
                made = db.execute(
                    "INSERT INTO passages (paper, number, language, headings, page, question, source, text, length, vector)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        paper,
                        number,
                        language_of(passage.text),
                        json.dumps(passage.headings, ensure_ascii=False),
                        passage.page,
                        passage.question,
                        passage.source,
                        passage.text,
                        len(found),
                        vector,
                    ),
                )
                ids.append(made.lastrowid or 0)
                db.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (ids[-1], " ".join(found)))
            db.execute("UPDATE papers SET passages = ? WHERE id = ?", (start + len(passages), paper))
        self._index(ids, rows)

    def _index(self, ids: Sequence[int], rows: Sequence[bytes | None]) -> None:
        """Once they are kept: what was rolled back must not be found."""
        known = [(i, row) for i, row in zip(ids, rows, strict=True) if row is not None]
        with self._turn:
            self._add([i for i, _ in known], [row for _, row in known])
            self.incomplete = self.incomplete or (self._encodes and len(known) < len(ids))

    def finish(self, paper: int, *, pages: int | None, title: str, problem: str | None = None, left_out: Sequence[LeftOut] = ()) -> None:
        """It is read to its end, or cannot be; an earlier version of the same name goes either way: it does not stand in that file any
        more, and nobody could open what is quoted."""
        done = self.paper(paper)
        with self._changing() as db:
            if problem is not None:
                self._forget(paper)
            for other in self.named(done.name):
                if other.id != paper and (problem is None or other.origin is done.origin):  # one that lies elsewhere can still be opened
                    self._drop(other.id)
            db.execute(
                "UPDATE papers SET state = ?, pages = ?, title = ?, problem = ?, left_out = ?,"
                " passages = (SELECT count(*) FROM passages WHERE paper = ?) WHERE id = ?",
                (State.FAILED if problem else State.READY, pages, title, problem, _packed_places(left_out), paper, paper),
            )

    def remove(self, paper: int) -> Paper:
        """Raises `NotFound`."""
        gone = self.paper(paper)
        with self._changing():
            self._drop(paper)
        return gone

    def _drop(self, paper: int) -> None:
        self._forget(paper)
        self._db.execute("DELETE FROM papers WHERE id = ?", (paper,))

    def _forget(self, paper: int) -> None:
        ids = [i for (i,) in self._db.execute("SELECT id FROM passages WHERE paper = ?", (paper,))]
        self._db.executemany("DELETE FROM words WHERE rowid = ?", [(i,) for i in ids])
        self._db.execute("DELETE FROM passages WHERE paper = ?", (paper,))
        if self._vectors is not None:
            self._vectors.remove(ids)

    # passages

    def unencoded(self, limit: int) -> list[Row]:
        """Passages that have no vector yet."""
        with self._turn:
            found = self._db.execute(f"SELECT {_ROW} FROM passages WHERE vector IS NULL ORDER BY id LIMIT ?", (limit,)).fetchall()
            self.incomplete = bool(found)
        return [_row(r) for r in found]

    def encode(self, ids: Sequence[int], vectors: Vectors) -> None:
        """Of passages that may have gone meanwhile."""
        with self._turn:
            with self._changing() as db:
                made = [
                    (i, row)
                    for i, row in zip(ids, packed(vectors), strict=True)
                    if db.execute("UPDATE passages SET vector = ? WHERE id = ?", (row, i)).rowcount
                ]
            self._add([i for i, _ in made], [row for _, row in made])

    def rows(self, ids: Sequence[int]) -> dict[int, Row]:
        marks = ",".join("?" * len(ids))
        with self._turn:
            found = self._db.execute(f"SELECT {_ROW} FROM passages WHERE id IN ({marks})", tuple(ids)).fetchall()
        return {r[0]: _row(r) for r in found}

    def of_paper(self, paper: int, *, start: int = 0, limit: int = 1_000_000) -> list[Row]:
        """The passages of a paper in its order, from number `start` on."""
        with self._turn:
            found = self._db.execute(
                f"SELECT {_ROW} FROM passages WHERE paper = ? AND number >= ? ORDER BY number LIMIT ?", (paper, start, limit)
            ).fetchall()
        return [_row(r) for r in found]

    def holds(self, language: Language) -> bool:
        """Whether a paper of the household's own is in this language."""
        with self._turn:
            found = self._db.execute(
                "SELECT 1 FROM passages JOIN papers ON papers.id = passages.paper WHERE language = ? AND origin != ? LIMIT 1",
                (language, Origin.STARTER),
            ).fetchone()
        return found is not None

    def own(self, language: Language) -> frozenset[int]:
        """The ids of the passages of the household's own in this language; looked up again only after a change."""
        with self._turn:
            if language not in self._own:
                found = self._db.execute(
                    "SELECT passages.id FROM passages JOIN papers ON papers.id = passages.paper WHERE language = ? AND origin != ?",
                    (language, Origin.STARTER),
                )
                self._own[language] = frozenset(i for (i,) in found)
            return self._own[language]

    # searching

    def size(self) -> tuple[int, int]:
        """How many passages there are, and how many terms they have together; counted again only after a change."""
        with self._turn:
            if self._counted is None:
                count, length = self._db.execute("SELECT count(*), coalesce(sum(length), 0) FROM passages").fetchone()
                self._counted = int(count), int(length)
            return self._counted

    def having(self, wanted: Sequence[str]) -> Mapping[str, int]:
        """In how many passages each of these terms stands; counted again only after a change."""
        with self._turn:
            new = [t for t in dict.fromkeys(wanted) if t not in self._having]
            if new:
                marks = ",".join("?" * len(new))
                found = dict(self._db.execute(f"SELECT term, doc FROM terms WHERE term IN ({marks})", tuple(new)).fetchall())
                if len(self._having) > _REMEMBERED:
                    self._having.clear()
                self._having |= {t: int(found.get(t, 0)) for t in new}
            return {t: self._having[t] for t in wanted if self._having.get(t)}

    def matches(self, weights: Mapping[str, float]) -> Matches:
        """The passages that hold any of these terms. FTS5's own rank is not asked for: without the places of words, which take most of an
        index's room, it reads every passage again to count them."""
        import numpy as np

        with self._turn:
            held = {t: self._db.execute("SELECT rowid FROM words WHERE words MATCH ?", ('"' + t + '"',)).fetchall() for t in weights}
        return Matches({t: np.asarray([i for (i,) in rows], dtype=np.int64) for t, rows in held.items()}, weights)

    def terms_of(self, ids: Sequence[int]) -> dict[int, list[str]]:
        marks = ",".join("?" * len(ids))
        with self._turn:
            found = self._db.execute(f"SELECT rowid, terms FROM words WHERE rowid IN ({marks})", tuple(ids)).fetchall()
        return {i: t.split(" ") for i, t in found}

    def near(self, question: "Vectors", count: int) -> dict[int, float]:
        """Cosine of the nearest passages by id; empty where no vector is of the question's encoder."""
        with self._turn:
            return self._vectors.nearest(question, count) if self._vectors is not None and self._vectors.size == len(question) else {}

    def nearness(self, question: "Vectors", ids: Sequence[int]) -> dict[int, float]:
        with self._turn:
            return self._vectors.nearness(question, ids) if self._vectors is not None and self._vectors.size == len(question) else {}

    def _paper(self, row: Sequence[object]) -> Paper:
        identity, name, title, kind, origin, digest, added, state, pages, count, problem, version, left_out = row
        return Paper(
            id=int(str(identity)),
            topic=self.name,
            name=str(name),
            title=str(title),
            kind=str(kind),
            origin=Origin(str(origin)),
            hash=str(digest),
            added=datetime.fromisoformat(str(added)),
            state=State(str(state)),
            pages=None if pages is None else int(str(pages)),
            passages=int(str(count)),
            problem=None if problem is None else str(problem),
            version=int(str(version)),
            left_out=tuple(LeftOut(where=where, why=why, reason=reason) for where, why, reason in json.loads(str(left_out))),
        )


_PAPER = "id, name, title, kind, origin, hash, added, state, pages, passages, problem, version, left_out"
_ROW = "id, paper, number, headings, page, question, source, text"


def _packed_places(places: Sequence[LeftOut]) -> str:
    return json.dumps([(place.where, place.why, place.reason) for place in places], ensure_ascii=False)


def _row(row: Sequence[object]) -> Row:
    identity, paper, number, headings, page, question, source, text = row
    return Row(
        id=int(str(identity)),
        paper=int(str(paper)),
        number=int(str(number)),
        passage=Passage(
            text=str(text),
            headings=tuple(json.loads(str(headings))),
            page=None if page is None else int(str(page)),
            question=None if question is None else str(question),
            source=None if source is None else str(source),
        ),
    )
