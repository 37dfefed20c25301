"""The Scenes agent, declared on one screen: good night, film night, and whatever the household gives a name to."""

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
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
            title="Scenes",
            title_ja="シーン",
            does="Scenes and rituals of the household (good night, leaving, coming home, film, cosy, dinner, guests, cleaning, and those "
            "that people named themselves): proposes, runs, saves, changes and removes them.",
            does_ja="おやすみ・外出・帰宅・映画などの場面や、名前を付けた家の状態（シーン）を提案・実行・保存・変更・削除します。",
            examples=(
                "Good night",
                "Save this as quiet hours",
                "Which scenes are there?",
                "行ってきます",
                "今の状態を昼寝として保存",
            ),
            tools=tools.names(),
            intents=(IntentName.SCENE.value, IntentName.SAVE_SCENE.value, IntentName.UNDO.value),
            at_once=True,
            owns_first=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=ScenesPolicy(holder, reader or NoReader()),
        describer=SceneDescriber(holder),
    )
