"""The Memory agent, declared on one screen: what people tell of themselves and the household, and what is known of them."""

from collections.abc import Sequence

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
from yamori.agentkit.tool import Toolset
from yamori.domain.home import Person
from yamori.llm.port import Role
from yamori.memory.policy import MemoryPolicy
from yamori.memory.tools import MemoryTools
from yamori.understanding.frame import IntentName
from yamori.understanding.reader import NoReader, Reader


def memory_agent(holder: MemoryTools, people: Sequence[Person], reader: Reader | None = None) -> Agent:
    """The agent over these tools; `people` are those of the home, who may be named."""
    tools = Toolset(holder)
    return Agent(
        card=Card(
            name="memory",
            title="Memory",
            title_ja="記憶",
            does="What people tell of themselves and the household (allergies, likes, names, birthdays, how they like things): "
            "remembers, corrects and forgets it, and tells what is known.",
            does_ja="家の人が話したこと（アレルギー・好み・名前・誕生日・好きな温度など）を覚え、訂正し、忘れ、覚えていることを答えます。",
            examples=(
                "I'm allergic to peanuts",
                "Forget that I like jazz",
                "What do you know about me?",
                "夜は19度くらいが好き",
                "私のことで何を覚えてる？",
            ),
            tools=tools.names(),
            intents=(IntentName.REMEMBER.value, IntentName.FORGET.value, IntentName.RECALL.value),
            owns_first=True,
            by_words=True,
            listens=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=MemoryPolicy(holder, reader or NoReader(), people),
    )
