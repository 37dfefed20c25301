"""The Scenes agent, declared on one screen: good night, film night, and whatever the household gives a name to."""

from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.llm.port import Role
from yamori.scenes.describing import SceneDescriber
from yamori.scenes.policy import ScenesPolicy
from yamori.scenes.tools import SceneTools
from yamori.understanding.frame import IntentName
from yamori.understanding.reader import NoReader, Reader


def scenes_agent(holder: SceneTools, reader: Reader | None = None) -> Agent:
    """The agent over these tools; without a `reader` it knows scenes by their names alone."""
    tools = Toolset(holder)
    return Agent(
        card=Card(
            name="scenes",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            intents=(IntentName.SCENE.value, IntentName.SAVE_SCENE.value, IntentName.UNDO.value),
            at_once=True,
            owns_first=True,
            recalls=("situations",),
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=ScenesPolicy(holder, reader or NoReader()),
        describer=SceneDescriber(holder),
    )
