"""Automations and scenes for the page's tests: whatever a test puts into them. The page over a real engine is tried in `tests/apps`."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from yamori.domain.errors import NotFound
from yamori.domain.language import Language
from yamori.web.automation_port import AutomationSeen, BackTestSeen, Coming, Did, FiringSeen, HomeAssistantForm, Kind, TimeSet, Untested
from yamori.web.scene_port import SceneView

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=timezone(timedelta(hours=9)))


def seen(id: str = "a1", says: str = "Every day at 9:30 I will open the blinds.", **more: object) -> AutomationSeen:
    fields: dict[str, object] = {
        "origin": "every day at half past nine open the blinds",
        "kind": Kind.RECURRING,
        "enabled": True,
        "why_off": None,
        "waits": (),
        "approved": (),
        "last": None,
        "next": NOW + timedelta(minutes=30),
        "fired": None,
        "skipped": None,
        "times": (),
        "version": "0123456789abcdef",
        **more,
    }
    return AutomationSeen(id=id, says=says, **fields)  # type: ignore[arg-type]


class FakeAutomations:
    """Fulfils `AutomationPort` for the person `aiko`; nothing is changed, only told."""

    def __init__(self) -> None:
        self.rows: list[AutomationSeen] = []
        self.uses: dict[str, tuple[str, ...]] = {}
        """Ids of automations by device."""
        self.next: list[Coming] = []
        self.fired: list[FiringSeen] = []
        self.tested: BackTestSeen | Untested = Untested.NO_HISTORY
        self.form: HomeAssistantForm | None = None

    def now(self) -> datetime:
        return NOW

    async def seen(self, person: str) -> str:
        return repr((person, *self.rows))

    async def all(self, person: str) -> Sequence[AutomationSeen]:
        return self.rows if person == "aiko" else ()

    async def using(self, person: str, device: str) -> Sequence[AutomationSeen]:
        return [row for row in await self.all(person) if row.id in self.uses.get(device, ())]

    async def automation(self, person: str, id: str) -> AutomationSeen:
        found = next((row for row in await self.all(person) if row.id == id), None)
        if found is None:
            raise NotFound("there is none", where="id")
        return found

    async def coming(self, person: str) -> Sequence[Coming]:
        return self.next

    async def firings(self, person: str, id: str, *, limit: int) -> Sequence[FiringSeen]:
        return self.fired[:limit]

    async def back_test(self, id: str, days: int) -> BackTestSeen | Untested:
        return self.tested

    async def home_assistant(self, id: str) -> HomeAssistantForm | None:
        return self.form

    async def switch(self, person: str, id: str, *, enabled: bool, key: str) -> Did:
        raise AssertionError("tried on a real engine")

    async def run(self, person: str, id: str, *, key: str) -> Did:
        raise AssertionError("tried on a real engine")

    async def remove(self, person: str, id: str, *, version: str, key: str) -> Did:
        raise AssertionError("tried on a real engine")

    async def retime(self, person: str, id: str, new: TimeSet, *, version: str, key: str) -> Did:
        raise AssertionError("tried on a real engine")

    async def answer(self, person: str, id: str, *, agreed: bool, version: str, key: str) -> Did:
        raise AssertionError("tried on a real engine")

    async def say(self, person: str, id: str, text: str, *, key: str) -> Did:
        raise AssertionError("tried on a real engine")

    async def undo(self, person: str, change: str, *, key: str) -> Did:
        raise AssertionError("tried on a real engine")


class FakeScenes:
    """Fulfils `ScenePort`; keeps what was run under its key."""

    def __init__(self, *scenes: SceneView) -> None:
        self.all = scenes
        self.runs: dict[str, tuple[str, str]] = {}

    async def scenes(self, language: Language) -> Sequence[SceneView]:
        return self.all

    async def run(self, id: str, person: str, key: str, language: Language, *, seen: str = "") -> str:
        if all(scene.id != id for scene in self.all):
            raise NotFound("there is no such scene", where="id")
        self.runs[key] = (id, person)
        return "The lights are off. The bathroom window is open."
