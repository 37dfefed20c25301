"""What the Scenes agent says of runs of scenes that are kept for later: the calls of automations."""

from collections.abc import Mapping, Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task
from yamori.domain.capability import Risk
from yamori.domain.errors import AskThePerson, InvalidRequest
from yamori.domain.language import Language
from yamori.scenes.kind import kinds
from yamori.scenes.scene import Scene
from yamori.scenes.tools import SceneTools
from yamori.scenes.wording import text


class SceneDescriber:
    """Fulfils `agentkit.agent.Describer`. Only scenes that somebody agreed to run by themselves, and none that needs an OK each time."""

    def __init__(self, tools: SceneTools) -> None:
        self._tools = tools

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[tuple[str, Risk]]:
        scenes = await self._tools.store.all()
        return [self._described(call, {s.id: s for s in scenes}, task) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return ()  # the policy takes a sentence whole or not at all

    def _described(self, call: ToolCall, scenes: Mapping[str, Scene], task: Task) -> tuple[str, Risk]:
        id = str(call.arguments.get("scene"))
        kind = kinds().get(id.partition(".")[0])
        own = [scene for scene in scenes.values() if kind is not None and scene.kind == kind.name]
        scene = scenes.get(id) or (own[0] if len(own) == 1 else None)
        if call.tool != "run_scene":
            raise InvalidRequest(f"{call.tool} cannot be kept for later", where="calls")
        if scene is None:
            raise AskThePerson(text("not_agreed", task.language, name=kind.names[task.language] if kind is not None else id))
        if any(c.risk is not Risk.SAFE for c in scene.calls):
            raise AskThePerson(text("asks_each_time", task.language, name=scene.name(task.language)))
        name = scene.name(task.language)
        return (f"シーン「{name}」を実行する" if task.language is Language.JAPANESE else f"run the scene “{name}”"), Risk.SAFE
