"""What a person does with a turn by hand: stop it, take back what it did, have another thing done instead. HTML fragments only."""

from collections.abc import Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Access as Needed
from yamori.domain.access import Owner, Who, turned_away
from yamori.domain.caller import Scope
from yamori.domain.correcting import Correction, Values
from yamori.domain.errors import YamoriError
from yamori.domain.receipt import Receipt
from yamori.domain.turn_changes import Changed, EntryBack, TakenBack
from yamori.domain.values import Value
from yamori.web.form import fields
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.marks import mark
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.progress import turn_place
from yamori.web.proofs import Proof, proof
from yamori.web.turns import agent_titles
from yamori.web.words import Words

_CHANGES = Needed(who=Who.FAMILY, scope=Scope.CHAT, owner=Owner.PERSON)
_MOST_CARDS = 4
"""Cards to correct below one answer; what did more is corrected in words."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """One thing that a turn did, and what could have been meant instead."""

    receipt: str
    says: str
    """`Floor lamp: switch on`."""
    devices: tuple[tuple[str, str], ...]
    """(id, name): the one that was taken first."""
    values: Values | None
    choices: tuple[tuple[str, str], ...]
    """(as a form sends it, in words)."""
    now: str
    step: str


class TurnActs:
    """The routes below `/ui/turns/{turn}` for what was done."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/turns", include_in_schema=False)
        router.add_api_route("/{turn:path}/stop", self.stop, methods=["POST"])
        router.add_api_route("/{turn:path}/after", self.after, methods=["GET"])
        router.add_api_route("/{turn:path}/undo", self.undo, methods=["POST"])
        router.add_api_route("/{turn:path}/correct", self.correct, methods=["POST"])
        return router

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def stop(self, request: Request, turn: str) -> Response:
        """What comes of it appears in the turn's own stream."""
        try:
            await self._ports.conversations.stop(turn)
        except YamoriError as problem:
            return self._problem(problem, request, turn)
        return Response(status_code=204, headers=HEADERS)

    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def after(self, request: Request, turn: str) -> Response:
        """What stands below an answer."""
        reader = reader_of(request)
        try:
            return answered(await self._below(turn, reader, None))
        except YamoriError as problem:
            return self._problem(problem, request, turn)

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def undo(self, request: Request, turn: str) -> Response:
        reader = reader_of(request)
        try:
            sent = await fields(request)
            taken = await self._ports.conversations.changes.undo(turn, key=_key(sent))
            return answered(await self._below(turn, reader, taken))
        except (PageProblem, YamoriError) as problem:
            return self._problem(problem, request, turn)

    @allowed(Who.FAMILY, Scope.CHAT, owner=Owner.PERSON)
    async def correct(self, request: Request, turn: str) -> Response:
        reader = reader_of(request)
        try:
            sent = await fields(request)
            changes = self._ports.conversations.changes
            offered = {each.receipt: each for each in (await changes.of(turn)).corrections}
            chosen = offered.get(sent.get("receipt", ""))
            if chosen is None:
                raise PageProblem("after.gone", status=409)
            value = _value(sent.get("value"), chosen.values)
            if sent.get("device") in (None, chosen.device) and value is None:
                raise PageProblem("after.same")
            taken = await changes.correct(turn, chosen.receipt, device=sent.get("device"), value=value, key=_key(sent))
            return answered(await self._below(turn, reader, taken))
        except (PageProblem, YamoriError) as problem:
            return self._problem(problem, request, turn)

    async def _below(self, turn: str, reader: Reader, taken: TakenBack | None) -> str:
        may_change = turned_away(_CHANGES, CALLER.get()) is None
        changed = await self._ports.conversations.changes.of(turn) if may_change else Changed()
        done = {receipt.id: receipt for receipt in changed.receipts}
        cards = [self._card(each, done[each.receipt], reader) for each in changed.corrections[:_MOST_CARDS]]
        said = self._said(taken, reader) if taken is not None else None
        return self._look.render("after.html", reader=reader, changed=changed, cards=cards, taken=said, **turn_place(turn))

    def _said(self, taken: TakenBack, reader: Reader) -> Mapping[str, object]:
        words = self._look.words(reader.language)
        return {
            "back": [self._proof(receipt, reader) for receipt in taken.receipts],
            "cannot": [(self._proof(receipt, reader), why) for receipt, why in taken.cannot],
            "entries": [_entry_said(entry, entry.did.value, words) for entry in taken.entries],
            "entries_cannot": [_entry_said(entry, "kept", words) for entry in taken.entries_cannot],
            "done": [self._proof(receipt, reader) for receipt in taken.done],
        }

    def _card(self, correction: Correction, receipt: Receipt, reader: Reader) -> Card:
        words, home = self._look.words(reader.language), self._ports.gate.home
        shown = self._proof(receipt, reader)
        ids = (correction.device, *correction.devices)
        named = tuple((id, words.name(device.name, device.aliases)) for id in ids if (device := home.device(id)) is not None)
        values = correction.values
        return Card(
            receipt=correction.receipt,
            says=f"{shown.device}: {', '.join(f'{step.label} {step.after}' for step in shown.steps)}",
            devices=_told_apart(named, self._rooms(words)),
            values=values,
            choices=tuple((_sent(value), words.value(value)) for value in values.choices) if values is not None else (),
            now=_sent(values.now) if values is not None else "",
            step="1" if values is not None and values.whole else "any",
        )

    def _rooms(self, words: Words) -> Mapping[str, str]:
        home = self._ports.gate.home
        rooms = {room.id: words.name(room.name, room.aliases) for room in home.rooms}
        return {device.id: rooms.get(device.room or "", "") for device in home.devices}

    def _proof(self, receipt: Receipt, reader: Reader) -> Proof:
        gate, words = self._ports.gate, self._look.words(reader.language)
        titles = agent_titles(self._ports, reader.language)
        return proof(receipt, home=gate.home, capabilities=gate.capabilities, titles=titles, words=words)

    def _problem(self, problem: PageProblem | YamoriError, request: Request, turn: str) -> Response:
        return problem_shown(problem, look=self._look, reader=reader_of(request), place=f"{mark('turn', turn)}-after-problem")


def _told_apart(named: tuple[tuple[str, str], ...], rooms: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Each with its room where its name does not hold it already."""
    return tuple(
        (id, name if not (room := rooms.get(id, "")) or room.casefold() in name.casefold() else f"{name} · {room}") for id, name in named
    )


def _entry_said(entry: EntryBack, what: str, words: Words) -> str:
    """What became of it; kinds of entries that have words of their own are said with them."""
    title = entry.title or words.either(f"after.kind_{entry.kind}", entry.kind)
    own = f"after.{entry.kind}_{what}"
    return words(own if own in words.sentences else f"after.entry_{what}", title=title)


def _key(sent: Mapping[str, str]) -> str:
    key = sent.get("key", "")
    if not key or len(key) > 100:
        raise PageProblem("problem.body")
    return key


def _sent(value: Value) -> str:
    return "true" if value is True else "false" if value is False else f"{value:g}" if isinstance(value, float) else str(value)


def _value(sent: str | None, values: Values | None) -> Value:
    """What a form sent as the value; None where it is as it was, or none can be chosen. Raises `PageProblem` for what is no number."""
    if sent is None or values is None or sent == _sent(values.now):
        return None
    if values.choices:
        return next((value for value in values.choices if _sent(value) == sent), sent)
    try:
        number = float(sent)
    except ValueError:
        raise PageProblem("after.number") from None
    return int(number) if values.whole and number == int(number) else number
