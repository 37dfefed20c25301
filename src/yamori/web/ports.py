"""What the page needs of the household. `apps` fulfils it; the page reaches nothing by any other way."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from yamori.agentkit.card import Card
from yamori.domain.events import TurnEvent
from yamori.domain.gate import Gate
from yamori.domain.home import Person
from yamori.web.automation_port import AutomationPort
from yamori.web.conversation_port import ConversationPort
from yamori.web.favourite_port import FavouritePort
from yamori.web.house_port import HousePort
from yamori.web.list_port import ListPort
from yamori.web.memory_port import MemoryPort
from yamori.web.paper_port import PaperPort
from yamori.web.past_port import PastPort
from yamori.web.push_port import PushPort
from yamori.web.scene_port import ScenePort
from yamori.web.schedule_port import SchedulePort
from yamori.web.website_port import WebsitePort
from yamori.web.welcome_port import WelcomePort


@dataclass(frozen=True, kw_only=True)
class TurnBegun:
    """A turn that was taken on: it will run to its end even when nobody watches."""

    turn: str
    conversation: str
    """The one that was asked for, or a new one."""


@dataclass(frozen=True, kw_only=True)
class TurnSummary:
    """One turn of a conversation as it stands now, for a page that is opened again."""

    turn: str
    text: str
    """What the person said."""
    status: str
    """`running`, `waiting`, `done` or `failed`."""
    answer: str | None = None
    """What was replied, or why the turn failed; None before its end."""
    replaced: bool = False
    """The person said it anew."""


class Ports(Protocol):
    """The household, seen from the page. Every method may raise a `YamoriError`, whose message the page shows."""

    @property
    def gate(self) -> Gate: ...

    @property
    def house(self) -> HousePort: ...

    @property
    def past(self) -> PastPort: ...

    @property
    def schedule(self) -> SchedulePort: ...

    @property
    def lists(self) -> ListPort: ...

    @property
    def papers(self) -> PaperPort: ...

    @property
    def automations(self) -> AutomationPort: ...

    @property
    def scenes(self) -> ScenePort: ...

    @property
    def favourites(self) -> FavouritePort: ...

    @property
    def push(self) -> PushPort: ...

    @property
    def memory(self) -> MemoryPort: ...

    @property
    def websites(self) -> WebsitePort | None:
        """None where no website is operated."""
        ...

    @property
    def welcome(self) -> WelcomePort: ...

    @property
    def people(self) -> Sequence[Person]:
        """For whom whoever looks at the page may speak, the one to choose first in front: everybody while nobody has an account, then
        whoever is signed in, and the children for whom an adult may act."""
        ...

    @property
    def conversations(self) -> ConversationPort: ...

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
        """Take on a sentence and return at once; `events` reports how it goes on. `replaces`: the conversation's last turn, said anew.
        `looked_at`: the device on whose page it was said, which is what `it` means."""
        ...

    async def answer(self, turn: str, text: str, pin: str | None, shown: Sequence[str] | None = None) -> None:
        """Answer what the turn waits for. To approvals `text` is `yes` or `no`, and `shown` are the ids of those that the page showed."""
        ...

    def events(self, turn: str, after: int) -> AsyncIterator[tuple[int, TurnEvent]]:
        """Every numbered event above `after`, past ones at once and later ones as they happen. Ends after `Replied` or `TurnFailed`."""
        ...

    async def conversation(self, id: str) -> Sequence[TurnSummary]:
        """Its turns, oldest first. Raises `InvalidRequest` when there is none."""
        ...

    def model_state(self) -> str:
        """`ready`, or a word of `[model]` in `words/` and what belongs to it: `loading`, `fetching 12 %`, `failed: no such file`.

        A word that the page does not know is shown as it is, in whatever language.
        """
        ...

    def agents(self) -> Sequence[Card]: ...
