"""Keeps in this process what people told and said: for a household that keeps nothing. Fulfils `kept.Keeping`."""

from collections.abc import Sequence
from datetime import datetime
from itertools import count

from yamori.memory.kept import Kept, Said
from yamori.memory.reading.asking import shared_words
from yamori.memory.statement import Statement


class KeptHere:
    def __init__(self) -> None:
        self._facts: list[Kept] = []
        self._said: dict[str, Said] = {}
        self._paused: set[str] = set()
        self._numbers = count(1)

    async def known(self, person: str) -> Sequence[Kept]:
        return [f for f in reversed(self._facts) if f.person == person or f.statement.shared]

    async def keep(self, person: str, statement: Statement, *, source: str, at: datetime, turn: str | None) -> tuple[Kept, Kept | None]:
        before = next((f for f in self._facts if f.person == person and f.statement.slot == statement.slot), None)
        self._facts = [f for f in self._facts if f is not before]
        kept = Kept(id=f"fact-{next(self._numbers)}", person=person, statement=statement, since=at, source=source)
        self._facts.append(kept)
        return kept, before

    async def forget(self, person: str, ids: Sequence[str]) -> Sequence[Kept]:
        gone = [f for f in self._facts if f.id in ids and f.person == person]
        self._facts = [f for f in self._facts if f not in gone]
        sources = {f.source for f in gone}
        self._said = {k: s for k, s in self._said.items() if s.person != person or s.text not in sources}
        return gone

    async def forget_everything(self, person: str) -> int:
        gone = [f for f in self._facts if f.person == person]
        self._facts = [f for f in self._facts if f.person != person]
        self._said = {k: s for k, s in self._said.items() if s.person != person}
        return len(gone)

    async def hear(self, person: str, text: str, *, at: datetime, key: str, conversation: str, room: str | None = None) -> None:
        if person not in self._paused:
            self._said.setdefault(key, Said(id=key, person=person, text=text, at=at))

    async def said(self, person: str, query: str, *, limit: int, before: datetime) -> Sequence[Said]:
        own = [s for s in self._said.values() if s.person == person and s.at < before]
        ranked = sorted(own, key=lambda s: (shared_words(query, s.text), s.at), reverse=True)
        return [s for s in ranked if shared_words(query, s.text)][:limit]

    async def pause(self, person: str, paused: bool) -> None:
        (self._paused.add if paused else self._paused.discard)(person)

    async def paused(self, person: str) -> bool:
        return person in self._paused
