"""The page's endpoints, fulfilled by a running household."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from yamori.agentkit.access import CALLER
from yamori.agentkit.card import Card
from yamori.agents.iot.pointing import NAME as IOT
from yamori.agents.iot.pointing import focus_on
from yamori.agents.scheduler.store import Schedule
from yamori.apps.schedule_port import HouseholdSchedule
from yamori.domain.access import chooses_person, may_see
from yamori.domain.errors import InvalidRequest
from yamori.domain.events import TurnEvent
from yamori.domain.gate import Gate
from yamori.domain.home import Person, PersonRole
from yamori.domain.turn_changes import TurnChanges
from yamori.gateway.backends.several import SeveralBackends
from yamori.gateway.edge.devices import EdgeDevice
from yamori.gateway.gate import ADMISSION
from yamori.gateway.house_routes import answer_admission, online, remove_device, settle_device
from yamori.gateway.jobs.port import Job, JobState
from yamori.gateway.opening import House
from yamori.llm.embedded import Stage
from yamori.llm.port import Models
from yamori.llm.router import RoleModels
from yamori.orchestrator.conversation_title import age_of
from yamori.orchestrator.own_turns import OwnTurns
from yamori.orchestrator.store import TurnStatus
from yamori.orchestrator.turns import Turns
from yamori.web.automation_port import AutomationPort
from yamori.web.conversation_port import ConversationPort, ConversationSeen, SaidBefore
from yamori.web.favourite_port import FavouritePort
from yamori.web.house_port import EdgeSide, HousePort, Origin, PictureTaken, QueuedJob
from yamori.web.list_port import ListPort
from yamori.web.memory_port import MemoryPort
from yamori.web.paper_port import PaperPort
from yamori.web.past_port import PastPort
from yamori.web.ports import TurnBegun, TurnSummary
from yamori.web.push_port import PushPort
from yamori.web.scene_port import ScenePort
from yamori.web.schedule_port import SchedulePort
from yamori.web.website_port import WebsitePort
from yamori.web.welcome_port import WelcomePort

_SHOWN = {JobState.WAITING: 50, JobState.LEASED: 50, JobState.DEAD: 10, None: 20}
"""How many jobs of a state the page shows, and how many of the last ones whatever became of them."""


@dataclass(frozen=True, kw_only=True)
class HouseholdPorts:
    """Fulfils `web.ports.Ports`."""

    gate: Gate
    around: House
    """What stands around the gate."""
    past: PastPort
    diary: Schedule
    lists: ListPort
    papers: PaperPort
    automations: AutomationPort
    scenes: ScenePort
    favourites: FavouritePort
    push: PushPort
    memory: MemoryPort
    websites: WebsitePort | None
    welcome: WelcomePort
    turns: Turns
    turn_changes: TurnChanges
    models: Models
    speaker: str
    """Id of the person who is chosen first."""
    cards: Sequence[Card]

    @property
    def house(self) -> HousePort:
        return AroundTheGate(self.around)

    @property
    def schedule(self) -> SchedulePort:
        return HouseholdSchedule(self.diary)

    @property
    def people(self) -> Sequence[Person]:
        people = self.gate.home.people or (Person(id=self.speaker, name=self.speaker),)
        caller = CALLER.get()
        if chooses_person(caller):
            return sorted(people, key=lambda p: p.id != self.speaker)
        subject = caller.subject or ""
        own = self.gate.home.person(subject) or Person(id=subject, name=subject, role=PersonRole.GUEST)
        children = [p for p in people if p.role is PersonRole.CHILD and may_see(caller, p.id, people)]
        return [own, *(child for child in children if child.id != own.id)]

    @property
    def conversations(self) -> ConversationPort:
        return HouseholdConversations(self._own, self.turn_changes, self.house.now)

    async def start_turn(
        self,
        text: str,
        person: str,
        room: str | None,
        conversation: str | None,
        *,
        replaces: str | None = None,
        looked_at: str | None = None,
    ) -> TurnBegun:
        if person not in {p.id for p in self.people}:
            raise InvalidRequest(f"nobody called {person!r} lives here", where="person", nearest=tuple(p.id for p in self.people))
        if room and room not in {r.id for r in self.gate.home.rooms}:
            raise InvalidRequest(f"there is no room {room!r}", where="room", nearest=tuple(r.id for r in self.gate.home.rooms))
        turn = await self._own.start(
            text,
            person=person,
            room=room or None,
            conversation=conversation or None,
            replaces=replaces,
            spoken_of={IOT: focus_on(looked_at)} if looked_at else None,
        )
        return TurnBegun(turn=turn.id, conversation=turn.conversation)

    async def answer(self, turn: str, text: str, pin: str | None, shown: Sequence[str] | None = None) -> None:
        await self._own.answer(turn, text, pin=pin, shown=shown)

    @property
    def _own(self) -> OwnTurns:
        return OwnTurns(self.turns, lambda: self.gate.home.people)

    async def events(self, turn: str, after: int) -> AsyncIterator[tuple[int, TurnEvent]]:
        async for stored in self._own.follow(turn, after=after):
            yield stored.n, stored.event

    async def conversation(self, id: str) -> Sequence[TurnSummary]:
        turns = self._own.conversation(id)
        if not turns:
            raise InvalidRequest(f"there is no conversation {id!r}", where="conversation")
        return [
            TurnSummary(turn=t.id, text=t.text, status=t.status.value, answer=t.answer or None, replaced=t.replaced_by is not None)
            for t in turns
        ]

    def model_state(self) -> str:
        if not isinstance(self.models, RoleModels):
            return "ready"
        states = [f"failed: {p.says}" if p.stage is Stage.FAILED else p.stage.value for p in self.models.progress().values()]
        return next((s for s in states if s != "ready"), "ready")

    def agents(self) -> Sequence[Card]:
        return self.cards


@dataclass(frozen=True)
class HouseholdConversations:
    """Fulfils `web.conversation_port.ConversationPort`."""

    own: OwnTurns
    changes: TurnChanges
    now: Callable[[], datetime]

    def listed(self, person: str, *, search: str = "") -> Sequence[ConversationSeen]:
        now = self.now()
        return [
            ConversationSeen(id=c.id, title=c.title, last=c.last.astimezone(now.tzinfo), age=age_of(c.last, now).value)
            for c in self.own.conversations(person=person, search=search)
        ]

    def said_before(self, person: str) -> Sequence[SaidBefore]:
        zone = self.now().tzinfo
        said = self.own.said_before(person=person)
        went_well = (t for t in said if t.status is TurnStatus.DONE and t.summary.get("agents") and t.replaced_by is None)
        return [SaidBefore(text=turn.text, at=turn.at.astimezone(zone)) for turn in went_well]

    def rename(self, id: str, title: str) -> None:
        self.own.rename(id, title)

    async def stop(self, turn: str) -> None:
        await self.own.stop(turn)


@dataclass(frozen=True)
class AroundTheGate:
    """Fulfils `web.house_doors.HouseDoors`."""

    around: House

    def now(self) -> datetime:
        return self.around.edge.now().astimezone(ZoneInfo(self.around.gate.home.place.timezone))

    def origins(self) -> Mapping[str, Origin]:
        backend = self.around.gate.backend
        assert isinstance(backend, SeveralBackends)
        names = {id(one): name for name, one in backend.backends.items()}
        sides = {known.description.device.id: known for known in self.around.edge.devices.all()}
        found = {}
        for device in self.around.gate.home.devices:
            its = backend.of(device.id)
            # One that was removed since the home was put together has no side any more.
            known = sides.get(device.id) if its is self.around.edge else None
            found[device.id] = self._origin(names[id(its)], known)
        return found

    def _origin(self, source: str, known: EdgeDevice | None) -> Origin:
        if known is None:
            return Origin(source=source)
        said = known.description
        side = EdgeSide(profile=said.profile, private=known.private, thinks=said.thinks, online=online(self.around, known))
        return Origin(source=source, heard=known.seen, edge=side)

    def pictures(self) -> Sequence[PictureTaken]:
        newest: dict[tuple[str, str], PictureTaken] = {}
        for device in sorted(self.around.pictures.devices()):
            for picture in self.around.pictures.all(device):
                taken = PictureTaken(id=picture.id, device=picture.device, component=picture.component, at=picture.at)
                newest.setdefault((picture.device, picture.component), taken)
        return list(newest.values())

    async def jobs(self) -> Sequence[QueuedJob]:
        found: dict[str, QueuedJob] = {}
        for state, limit in _SHOWN.items():
            for job in await self.around.edge.jobs.jobs(state=state, limit=limit):
                found.setdefault(job.id, _queued(job))
        return list(found.values())

    async def counts(self) -> Mapping[str, int]:
        return {state.value: count for state, count in (await self.around.edge.jobs.counts()).items()}

    async def cancel(self, job: str) -> QueuedJob:
        return _queued(await self.around.edge.jobs.cancel(job))

    async def settle(self, device: str, *, name: str, room: str | None, private: bool) -> None:
        await settle_device(self.around, device, name=name, room=room, private=private)

    async def asking(self) -> Sequence[str]:
        held = await self.around.gate.held()
        return list(dict.fromkeys(r.command.device for r in held if r.command.capability == ADMISSION))

    async def admit(self, device: str, *, by: str, agree: bool) -> None:
        await answer_admission(self.around, device, by=by, agree=agree)

    async def remove(self, device: str) -> None:
        await remove_device(self.around, device)


def _queued(job: Job) -> QueuedJob:
    return QueuedJob(
        id=job.id,
        device=job.device,
        work=job.work,
        state=job.state.value,
        delivered=job.delivered,
        tries=job.tries,
        problem=job.problem,
        put_at=job.put_at,
        not_before=job.not_before,
        expires=job.expires,
        ended_at=job.ended_at,
    )
