"""What a person does in the Devices view: takes changes back, cancels a job, names, moves or removes a device at the edge."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from fastapi import APIRouter, Request, Response

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Who, chooses_person
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.gate import Undoing
from yamori.domain.receipt import Cause, Receipt, ReceiptStatus
from yamori.web.form import fields, person_in
from yamori.web.look import Look, Reader, answered, reader_of
from yamori.web.marks import mark
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.proofs import Proof, proof
from yamori.web.turns import agent_titles

_LOOKED_BACK = 500
"""Receipts among which one that is to be taken back is looked for."""
_LONGEST_NAME = 100
_LONGEST_MINUTES = 10_080
"""A week."""
JobsPart = Callable[[Reader, str], Awaitable[str]]


class DeviceActs:
    """The posts below `/ui/devices`."""

    def __init__(self, ports: Ports, look: Look, jobs_part: JobsPart) -> None:
        self._ports = ports
        self._look = look
        self._jobs_part = jobs_part

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/devices", include_in_schema=False)
        router.add_api_route("/undo", self.undo, methods=["POST"])
        router.add_api_route("/jobs/{job}/cancel", self.cancel, methods=["POST"])
        router.add_api_route("/of/{device:path}/settings", self.settle, methods=["POST"])
        router.add_api_route("/of/{device:path}/admission", self.admit, methods=["POST"])
        router.add_api_route("/of/{device:path}/remove", self.remove, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.DEVICES)
    async def undo(self, request: Request) -> Response:
        """Take back one change (`receipt`), it and all after it (`down_to`), or all since a time (`since`); shows what came of it."""
        reader = reader_of(request)
        gate, words = self._ports.gate, self._look.words(reader.language)
        try:
            sent = await fields(request)
            person = person_in(sent, self._ports.people)
            token = sent.get("token") or secrets.token_hex(8)
            if one := sent.get("receipt") or sent.get("down_to"):
                receipts = await self._from(one)
                shown = self._proof(receipts[-1], reader)
                if sent.get("receipt"):
                    receipts, said = receipts[-1:], words("undo.words", device=shown.device, command=shown.command)
                else:
                    said = words("undo.words_since", time=shown.at.strftime("%H:%M:%S"))
                cause = Cause(key=f"page/{token}/{one}", person=person, words=said, by=_by(person))
                undoing = await gate.undo(cause, receipts=[receipt.id for receipt in receipts])
            else:
                submission = sent.get("since", "")
                since = _since(submission, self._ports.house.now())
                said = words("undo.words_since", time=since.strftime("%H:%M:%S"))
                # The moment belongs to the key: the same request a minute later is another one.
                cause = Cause(key=f"page/{token}/{since.isoformat()}", person=person, words=said, by=_by(person))
                undoing = await gate.undo(cause, since=since)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        return answered(self._undone(undoing, reader))

    @allowed(Who.FAMILY, Scope.DEVICES)
    async def cancel(self, request: Request, job: str) -> Response:
        """The queue as it is now; one that the device has already is not cancelled, and that is said."""
        reader = reader_of(request)
        try:
            found = await self._ports.house.cancel(job)
        except YamoriError as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        notice = "" if found.state == "cancelled" else self._look.words(reader.language)("jobs.too_late")
        return answered(await self._jobs_part(reader, notice))

    @allowed(Who.ADULT, Scope.ADMIN)
    async def settle(self, request: Request, device: str) -> Response:
        """What the household says of a device at the edge."""
        reader = reader_of(request)
        try:
            sent = await fields(request)
            name = sent.get("name", "").strip()
            if not name or len(name) > _LONGEST_NAME:
                raise PageProblem("problem.name", most=str(_LONGEST_NAME))
            await self._ports.house.settle(device, name=name, room=sent.get("room") or None, private="private" in sent)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place=f"{mark('device', device)}-problem")
        return answered(self._look.words(reader.language)("devices.saved"))

    @allowed(Who.ADULT, Scope.ADMIN)
    async def admit(self, request: Request, device: str) -> Response:
        """A person's answer to a device that asks to join again; shows those that still ask."""
        reader = reader_of(request)
        house = self._ports.house
        try:
            sent = await fields(request)
            await house.admit(device, by=person_in(sent, self._ports.people), agree=sent.get("agree") == "yes")
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        return answered(self._look.render("devices/asking.html", reader=reader, devices=await house.asking()))

    @allowed(Who.ADULT, Scope.ADMIN)
    async def remove(self, request: Request, device: str) -> Response:
        """Nothing is left of it on the page."""
        try:
            await self._ports.house.remove(device)
        except YamoriError as problem:
            return problem_shown(problem, look=self._look, reader=reader_of(request), place="page-problem")
        return answered("")

    async def _from(self, id: str) -> Sequence[Receipt]:
        """The receipt and all after it, newest first. Raises `PageProblem` for one that is not (any more) among the newest."""
        receipts = list(await self._ports.gate.ledger(limit=_LOOKED_BACK))
        place = next((n for n, receipt in enumerate(receipts) if receipt.id == id), None)
        if place is None:
            raise PageProblem("problem.deed", status=404)
        return receipts[: place + 1]

    def _undone(self, undoing: Undoing, reader: Reader) -> str:
        back = [(self._proof(receipt, reader), receipt.status is ReceiptStatus.HELD) for receipt in undoing.receipts]
        cannot = [(self._proof(receipt, reader), why) for receipt, why in undoing.cannot]
        return self._look.render("devices/undone.html", reader=reader, back=back, cannot=cannot)

    def _proof(self, receipt: Receipt, reader: Reader) -> Proof:
        gate, words = self._ports.gate, self._look.words(reader.language)
        titles = agent_titles(self._ports, reader.language)
        return proof(receipt, home=gate.home, capabilities=gate.capabilities, titles=titles, words=words)


def _by(person: str) -> str | None:
    """The adult who acts for this person, where they do not act themselves."""
    caller = CALLER.get()
    return caller.person if not chooses_person(caller) and caller.person != person else None


def _since(submission: str, now: datetime) -> datetime:
    """`today`, or so many minutes ago. Raises `PageProblem`."""
    if submission == "today":
        return now.replace(hour=0, minute=0, second=0, microsecond=0)
    if not (submission.isascii() and submission.isdigit() and len(submission) < 6 and 0 < int(submission) <= _LONGEST_MINUTES):
        raise PageProblem("problem.since")
    return now - timedelta(minutes=int(submission))
