"""The Memory agent, declared on one screen: what people tell of themselves and the household, and what is known of them."""

from collections.abc import Sequence
from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
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
            **introduction(Path(__file__).parent / "card"),
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
