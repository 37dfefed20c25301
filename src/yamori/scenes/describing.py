"""What the Scenes agent says of runs of scenes that are kept for later: the calls of automations."""

from collections.abc import Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task
from yamori.domain.capability import Risk
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.scenes.tools import SceneTools


class SceneDescriber:
    """Fulfils `agentkit.agent.Describer`. Only scenes that somebody agreed to run by themselves, and none that needs an OK each time."""

    def __init__(self, tools: SceneTools) -> None:
        self._tools = tools

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[tuple[str, Risk]]:
        scenes = await self._tools.store.all()
        return [self._described(call, {s.id: s for s in scenes}, task) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return ()  # the policy takes a sentence whole or not at all

    def _described(self, call: ToolCall, scenes: dict[str, object], task: Task) -> tuple[str, Risk]:
        from yamori.scenes.scene import Scene

        scene = scenes.get(str(call.arguments.get("scene")))
        if call.tool != "run_scene" or not isinstance(scene, Scene):
            raise InvalidRequest("only a scene that was agreed to can be kept for later", where="calls")
        name = scene.name(task.language)
        shows = f"シーン「{name}」を実行する" if task.language is Language.JAPANESE else f"run the scene “{name}”"
        gravest = Risk.PIN if any(c.risk is not Risk.SAFE for c in scene.calls) else Risk.SAFE  # a person is asked each time
        return shows, gravest
