"""Which scene an id means for a person, and whether it is theirs to change. The tools call it."""

from collections.abc import Sequence
from difflib import get_close_matches

from yamori.agentkit.task import Task
from yamori.domain.errors import Forbidden, NotFound
from yamori.domain.home import PersonRole
from yamori.scenes.kind import Kind, kinds
from yamori.scenes.making import Making, ritual_id
from yamori.scenes.ports import HouseState
from yamori.scenes.scene import Scene
from yamori.scenes.store import SceneStore
from yamori.scenes.wording import text


class Finding:
    def __init__(self, store: SceneStore, state: HouseState, making: Making) -> None:
        self._store, self._state, self._making = store, state, making

    async def to_run(self, id: str, rooms: Sequence[str], task: Task) -> Scene | None:
        """The scene of this id; of a ritual that of the room that it is about, or the only one there is. None for a ritual that nobody
        agreed to. Raises `NotFound`."""
        scenes = await self._store.all()
        found = next((s for s in scenes if s.id == id), None)
        if found is not None and not rooms:
            return found
        if (kind := kinds().get(id)) is None:
            return found or _missing(id, scenes)
        places = self._making.rooms_for(kind, rooms, task)
        exact = next((s for s in scenes if s.id == ritual_id(kind, places or ())), None)
        own = [s for s in scenes if s.kind == kind.name]
        return exact or (own[0] if len(own) == 1 and not rooms and task.room is None else None)

    async def to_change(self, id: str, task: Task) -> Scene:
        """Raises `NotFound`, or `Forbidden` where the person may not change it."""
        scenes = await self._store.all()
        found = next((s for s in scenes if s.id == id), None) or _missing(id, scenes)
        self.check_right(found, task)
        return found

    def check_right(self, scene: Scene, task: Task) -> None:
        """Raises `Forbidden` for a child or a guest who did not make it."""
        person = self._state.home.person(task.person)
        is_adult = person is not None and person.role is PersonRole.ADULT
        if not (is_adult or scene.owner == task.person):
            raise Forbidden(text("not_yours", task.language, name=scene.name(task.language)), where="scene")


def ritual_called(name: str) -> Kind:
    """Raises `NotFound`."""
    if (kind := kinds().get(name)) is None:
        raise NotFound(f"there is no scene {name[:100]!r}", where="scene", nearest=tuple(get_close_matches(name, kinds())))
    return kind


def _missing(id: str, scenes: Sequence[Scene]) -> Scene:
    nearest = tuple(get_close_matches(id, [*(scene.id for scene in scenes), *kinds()]))
    raise NotFound(f"there is no scene {id[:100]!r}", where="scene", nearest=nearest)
