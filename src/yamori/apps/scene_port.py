"""The household's scenes for the page: as buttons with what each does, and a run by a tap. Wired in `household`."""

from collections.abc import Sequence

from yamori.agentkit.task import Task
from yamori.agentkit.tool import Call
from yamori.domain.clock import Clock
from yamori.domain.errors import NotFound
from yamori.domain.language import Language
from yamori.scenes.kind import kinds
from yamori.scenes.tools import SceneTools
from yamori.scenes.wording import does, text
from yamori.web.scene_port import SceneView


class HouseholdScenes:
    """Fulfils `web.scene_port.ScenePort`."""

    def __init__(self, tools: SceneTools, clock: Clock) -> None:
        self._tools, self._clock = tools, clock

    async def scenes(self, language: Language) -> Sequence[SceneView]:
        """Those that there are, then the rituals that nobody agreed to yet and that this home has something for."""
        kept = await self._tools.store.all()
        found = [SceneView(id=s.id, name=s.name(language), says=does(s, language), agreed=True) for s in kept]
        for kind in kinds().values():
            if any(scene.kind == kind.name for scene in kept):
                continue
            proposed = await self._tools.proposed(kind.name, self._task(kind.names[language], "household", language, key="shown"))
            if proposed is not None:
                found.append(SceneView(id=kind.name, name=kind.names[language], says=does(proposed, language), agreed=False))
        return found

    async def run(self, id: str, person: str, key: str, language: Language, *, seen: str = "") -> str:
        """Do what the scene does, with the person's rights, once for the key; what was done, in words. A ritual that nobody agreed to yet
        is kept first, as it was seen; it is not run where nobody saw it, or where it would do something else by now. Raises `NotFound`."""
        scene = next((s for s in await self._tools.store.all() if id in (s.id, s.kind)), None)
        if scene is None:
            if id not in kinds():
                raise NotFound("there is no such scene", where="scene")
            name = kinds()[id].names[language]
            proposed = await self._tools.proposed(id, self._task(name, person, language, key=f"page/{key}"))
            if proposed is None or does(proposed, language) != seen:
                return text("say_once", language, name=name)
            scene = proposed
            await self._tools.store.put(scene)
        task = self._task(scene.name(language), person, language, key=f"page/{key}")
        result = await self._tools.run_scene(scene.id, call=Call(key=task.key, task=task))
        return str(result.value["text"]) if isinstance(result.value, dict) else ""

    def _task(self, said: str, person: str, language: Language, *, key: str) -> Task:
        """What is said is a name alone: it names no rooms, so that nothing reaches beyond them."""
        return Task(key=key, request=said, said=said, person=person, now=self._clock.now(), language=language)
