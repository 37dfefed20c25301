"""What the Scenes agent says of runs of scenes that are kept for later: the calls of automations."""

from collections.abc import Mapping, Sequence

from yamori.agentkit.agent import Described, ToolCall
from yamori.agentkit.proposal import ProposedCall
from yamori.agentkit.task import Task
from yamori.domain.capability import Risk
from yamori.domain.errors import AskThePerson, InvalidRequest
from yamori.scenes.kind import kinds
from yamori.scenes.scene import Scene
from yamori.scenes.tools import SceneTools
from yamori.scenes.wording import text


class SceneDescriber:
    """Fulfils `agentkit.agent.Describer`. Only scenes that somebody agreed to run by themselves, and none that needs an OK each time."""

    def __init__(self, tools: SceneTools) -> None:
        self._tools = tools

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        scenes = await self._tools.store.all()
        return [await self._described(call, {s.id: s for s in scenes}, task) for call in calls]

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        return ()  # the policy takes a sentence whole or not at all

    async def _described(self, call: ToolCall, scenes: Mapping[str, Scene], task: Task) -> Described:
        id = str(call.arguments.get("scene"))
        kind = kinds().get(id.partition(".")[0])
        own = [scene for scene in scenes.values() if kind is not None and scene.kind == kind.name]
        scene = scenes.get(id) or (own[0] if len(own) == 1 else None)
        if call.tool != "run_scene":
            raise InvalidRequest(f"{call.tool} cannot be kept for later", where="calls")
        if scene is None:
            raise AskThePerson(text("not_agreed", task.language, name=kind.names[task.language] if kind is not None else id))
        name, held = scene.name(task.language), await self._calls(scene, task)
        forbidden = any(each.forbidden for each in held)
        risks = [*(call.risk for call in scene.calls), *(each.risk for each in held)]
        if not forbidden and any(risk is not Risk.SAFE for risk in risks):
            raise AskThePerson(text("asks_each_time", task.language, name=name))
        return Described(
            shows=text("run", task.language, name=name),
            forbidden=forbidden,
            never_late=any(each.never_late for each in held),
        )

    async def _calls(self, scene: Scene, task: Task) -> Sequence[ProposedCall]:
        """What the scene does, as each of its agents describes it to the task's person."""
        found: list[ProposedCall] = []
        for agent in dict.fromkeys(call.agent for call in scene.calls):
            own = [ToolCall(tool=call.tool, arguments=call.arguments) for call in scene.calls if call.agent == agent]
            found += await self._tools.actors.described(agent, own, task)
        return found
