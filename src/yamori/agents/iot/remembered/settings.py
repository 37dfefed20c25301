"""The endpoint of this package: a request with what the person once told of how they like it, for whoever keeps their memory.

Called by `apps` before a turn is planned. It reads the home and changes nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from yamori.agentkit.apart import apart
from yamori.agents.iot.remembered.applying import Candidate, Missing, Remembered, Request, candidates, chosen, missing, request_of
from yamori.agents.iot.remembered.naming import Named, named_in
from yamori.agents.iot.remembered.saying import said
from yamori.agents.iot.remembered.told import told_in
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex, index_of
from yamori.agents.iot.rules.words import lexicon
from yamori.domain.agenda import without_agendas
from yamori.domain.gate import Gate
from yamori.domain.home import Home
from yamori.domain.language import language_of
from yamori.embedding.port import TextEncoder
from yamori.understanding.frame import IntentName


class RememberedSettings:
    def __init__(self, gate: Gate, encoder: TextEncoder | None = None) -> None:
        """Without an encoder what was told is compared by its words alone."""
        self._gate, self._encoder = gate, encoder
        self._indexed: tuple[Home, HomeIndex] | None = None

    async def applied(
        self,
        request: str,
        memories: Sequence[Remembered],
        *,
        person: str,
        room: str | None,
        now: datetime,
        names: Collection[str],
        intents: Collection[IntentName] = (),
    ) -> Candidate | Missing | None:
        """The request in full, and the one sentence that says so; what it points at where none does, and None where it points at nothing
        of which one could be asked. `names`: those of the household's people. `intents`: what a reader is sure that it asks for."""
        context = await self._context(person, room, now)
        read = await apart(_read, request, memories, context, now, names, intents)
        if read is None:
            return None
        said, found = read
        meant = chosen(found, await self._near(said, found) if len(found) > 1 else {})
        return meant if meant is not None or found else missing(said)

    async def told(self, text: str, *, person: str, room: str | None, now: datetime) -> str | None:
        """What a sentence tells of devices, as a request for just that; None where it tells nothing of any, or not of which."""
        return await apart(_in_full, text, await self._context(person, room, now), now)

    async def named(self, request: str, told: Sequence[tuple[str, str]], *, person: str, room: str | None, now: datetime) -> Named | None:
        """The request with what the home calls a thing in the place of a name that it was told to have; `told`: ids and sentences."""
        if not told:
            return None
        return await apart(named_in, request, told, await self._context(person, room, now), now)

    async def _context(self, person: str, room: str | None, now: datetime) -> Context:
        state = {r.path: r.value for r in await self._gate.snapshot()}
        index = self._index()
        return Context(index, lexicon(), state, room, now=now, own=index.owned_by(person))

    async def _near(self, request: Request, found: Sequence[Candidate]) -> Mapping[str, float]:
        if self._encoder is None or not request.stems:
            return {}
        asked = await self._encoder.questions([" ".join(sorted(request.stems))])
        told = await self._encoder.passages([" ".join(sorted(c.circumstances)) or c.memory.text for c in found])
        return {c.memory.id: float(asked[0] @ row) for c, row in zip(found, told, strict=True)}

    def _index(self) -> HomeIndex:
        home = self._gate.home
        if self._indexed is None or self._indexed[0] is not home:
            self._indexed = (home, index_of(without_agendas(home), self._gate.capabilities, lexicon()))
        return self._indexed[1]


def _in_full(text: str, context: Context, now: datetime) -> str | None:
    orders = told_in(text, context, now).orders
    return said(orders, context, language_of(text)) if orders else None


def _read(
    text: str,
    memories: Sequence[Remembered],
    context: Context,
    now: datetime,
    names: Collection[str],
    intents: Collection[IntentName],
) -> tuple[Request, tuple[Candidate, ...]] | None:
    request = request_of(text, context, now, names, intents)
    return (request, candidates(request, memories)) if request is not None else None
