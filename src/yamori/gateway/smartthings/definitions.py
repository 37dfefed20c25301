"""The published definitions of the capabilities that a home uses, asked for once in each version and then kept on disk."""

import asyncio
import json
from collections.abc import Mapping

import structlog

from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.values import Value
from yamori.gateway.smartthings.api import SmartThingsApi
from yamori.gateway.smartthings.definition import Definition, read_definition
from yamori.gateway.sqlite import SqliteFile

_LOG = structlog.get_logger()
_AT_A_TIME = 4

DEFINITIONS_SCHEMA = """
CREATE TABLE IF NOT EXISTS definitions (
    id TEXT NOT NULL, version INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY (id, version)
) WITHOUT ROWID;
"""


class Definitions:
    """A published version never changes, so that what is on disk is as good as what is published."""

    def __init__(self, api: SmartThingsApi, store: SqliteFile) -> None:
        self._api = api
        self._store = store
        self._known: dict[tuple[str, int], Definition | None] = {}
        self._free = asyncio.Semaphore(_AT_A_TIME)

    async def all(self, wanted: Mapping[str, int]) -> Mapping[str, Definition | None]:
        """Each capability's definition in its version; None for one that is not published to this token or makes no sense."""
        found = await asyncio.gather(*(self._one(id, version) for id, version in wanted.items()))
        return dict(zip(wanted, found, strict=True))

    async def _one(self, id: str, version: int) -> Definition | None:
        if (id, version) not in self._known:
            try:
                async with self._free:
                    document = await self._document(id, version)
            except HouseSilent as error:
                _LOG.warning("a capability's definition cannot be had now", capability=id[:80], version=version, why=str(error)[:200])
                return None  # Asked for again when the home is looked at again.
            try:
                self._known[id, version] = read_definition(document) if document is not None else None
            except ValueError:
                _LOG.warning("a capability's definition makes no sense", capability=id[:80], version=version)
                self._known[id, version] = None
        return self._known[id, version]

    async def _document(self, id: str, version: int) -> Mapping[str, Value] | None:
        query = "SELECT document FROM definitions WHERE id = ? AND version = ?"
        if (row := await self._store.run(lambda db: db.execute(query, (id, version)).fetchone())) is not None:
            kept: Mapping[str, Value] = json.loads(row[0])
            return kept
        try:
            document = await self._api.get(f"capabilities/{id}/{version}")
        except (InvalidRequest, Misconfigured) as error:
            # One capability less is better than no home; a wrong token has shown itself before this.
            _LOG.warning("a capability's definition cannot be had", capability=id[:80], version=version, why=str(error)[:200])
            return None
        row = (id, version, json.dumps(document))
        await self._store.run(lambda db: db.execute("INSERT OR REPLACE INTO definitions VALUES (?, ?, ?)", row))
        return document
