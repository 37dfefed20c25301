"""What is said of a scene that an automation would run: the highest of what its agents say of its calls to the person who asks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

import pytest

from yamori.agentkit.agent import Described, ToolCall
from yamori.agentkit.proposal import ProposedCall
from yamori.agentkit.task import Task
from yamori.domain.capability import Risk
from yamori.domain.errors import AskThePerson
from yamori.domain.language import Language
from yamori.scenes.describing import SceneDescriber
from yamori.scenes.scene import Origin, Scene, SceneCall
from yamori.scenes.tools import SceneTools

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")
RUN = ToolCall(tool="run_scene", arguments={"scene": "snug"})
SNUG = Scene(
    id="snug",
    names={Language.ENGLISH: "snug"},
    calls=tuple(SceneCall(agent="iot", tool=name) for name in ("lamp", "heater")),
    owner="aiko",
    agreed=NOW,
    origin=Origin.SAID,
    said="x",
)


@dataclass
class Agents:
    """Every call as it is listed here for everybody."""

    says: Sequence[ProposedCall]

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        assert [call.tool for call in calls] == [each.tool for each in self.says]
        return self.says


class Store:
    async def all(self) -> Sequence[Scene]:
        return [SNUG]


@dataclass
class Tools:
    actors: Agents
    store: Store = field(default_factory=Store)


async def told(heater: ProposedCall) -> Described:
    tools = Tools(Agents([ProposedCall(tool="lamp", arguments={}, shows="lamp"), heater]))
    task = Task(key="k", request="run snug", said="run snug", person="mei", now=NOW, language=Language.ENGLISH)
    return (await SceneDescriber(cast(SceneTools, tools)).describe(task, [RUN]))[0]


@pytest.mark.parametrize("never", [True, False])
async def test_a_scene_is_never_late_where_one_of_its_calls_is(never: bool) -> None:
    described = await told(ProposedCall(tool="heater", arguments={}, shows="heater", never_late=never))
    assert (described.shows, described.never_late, described.risk) == ("run the scene “snug”", never, Risk.SAFE)


async def test_a_scene_that_needs_more_of_this_person_than_of_its_maker_is_not_run_by_itself() -> None:
    with pytest.raises(AskThePerson, match="snug"):
        await told(ProposedCall(tool="heater", arguments={}, shows="heater", risk=Risk.PIN))
    assert (await told(ProposedCall(tool="heater", arguments={}, shows="heater", forbidden=True))).forbidden
