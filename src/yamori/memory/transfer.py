"""Export and import as JSON: the paper's two databases, long-term and short-term, with the words beside them (docs/formats/memory.md)."""

import asyncio
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.domain.values import Value
from yamori.memory.document import FORMAT, MemoryDocument, fact_document, facts_in, utterance_document, words_in
from yamori.memory.fact import Term
from yamori.memory.ports import Residents
from yamori.memory.store import facts, pauses, utterances
from yamori.memory.store.file import MemoryFile
from yamori.memory.terms import about_terms, terms_of

if TYPE_CHECKING:
    from pydantic import ValidationError

LARGEST = 64 * 1024 * 1024
"""Bytes of a file to import."""


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What was new."""

    utterances: int
    facts: int


class Transfer:
    """Over the file."""

    def __init__(self, file: MemoryFile, residents: Residents) -> None:
        self._file, self._residents = file, residents

    async def export(self, person: str, *, now: datetime) -> Mapping[str, Value]:
        """Everything of the person, history included; nothing of others, also nothing that they shared."""

        def work(db: sqlite3.Connection) -> Mapping[str, Value]:
            held = facts.of_person(db, person, ended=True)
            said = utterances.all_of(db, person)
            return {
                "format": FORMAT,
                "person": person,
                "exported": now.isoformat(),
                "long_term": [fact_document(fact) for fact in held if fact.term is Term.LONG],
                "short_term": [fact_document(fact) for fact in held if fact.term is Term.SHORT],
                "utterances": [utterance_document(key, utterance) for key, utterance in said],
            }

        return await self._file.read(work)

    async def load(self, person: str, document: str | bytes, *, now: datetime) -> Imported:
        """What an export holds, added to what is there; what is there already is left as it is. All of it or nothing. Raises
        `InvalidRequest` with `where` for a file with unknown or missing fields, of somebody else, or with a value that is too large;
        `Forbidden` for somebody of whom nothing is kept."""
        if person not in self._residents.members():
            raise Forbidden("nothing is kept of somebody who does not live here", where="person")
        # Beside the event loop: a large file takes seconds, and the rest of the house goes on.
        found = await asyncio.to_thread(_read, document)
        if found.person != person:
            raise InvalidRequest(f"it is the memory of {found.person!r}, not of {person!r}", where="person")
        made = await asyncio.to_thread(facts_in, found)
        said = await asyncio.to_thread(words_in, found)

        def work(db: sqlite3.Connection) -> Imported:
            if pauses.is_paused(db, person, now):
                raise InvalidRequest("nothing is kept while memory is paused", where="person")
            ids: dict[int, int] = {}
            new = 0
            for former, words in said:
                terms = [*terms_of(words.text), *about_terms(speaker=person, at=words.at)]
                kept, is_new = utterances.insert(db, words, words.text, terms)
                if kept.person != person:
                    raise InvalidRequest("one of its utterances was said by somebody else", where="utterances")
                ids[former] = kept.id
                new += is_new
            added = 0
            for fact in made:
                added += facts.add(db, fact, utterance=ids.get(fact.source.utterance or 0))
            return Imported(utterances=new, facts=added)

        return await self._file.write(work)


def _read(document: str | bytes) -> MemoryDocument:
    from pydantic import ValidationError

    if len(document) > LARGEST:
        raise InvalidRequest(f"the file is larger than {LARGEST // 1024 // 1024} MB", where="file")
    try:
        return MemoryDocument.model_validate_json(document)
    except ValidationError as error:
        where, why = _first(error)
        raise InvalidRequest(why, where=where) from None


def _first(error: "ValidationError") -> tuple[str, str]:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "file"
    why = "there is no such field" if first["type"] == "extra_forbidden" else first["msg"].removeprefix("Value error, ")
    return where, why
