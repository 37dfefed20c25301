"""The Lists agent, declared on one screen: what is to be bought, packed, fetched, by whoever goes next."""

from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.agents.lists.describing import ListDescriber
from yamori.agents.lists.explaining import ListsExplainer
from yamori.agents.lists.keeping import ListKeeping
from yamori.agents.lists.policy import NAME, ListsPolicy
from yamori.agents.lists.ports import NoOtherLists, OtherLists
from yamori.agents.lists.tools import ListTools
from yamori.llm.port import Role
from yamori.understanding.covered import CoveredPolicy
from yamori.understanding.reader import NoReader, Reader


def lists_agent(keeping: ListKeeping, reader: Reader | None = None, others: OtherLists | None = None) -> Agent:
    """The agent over these lists; `others` are those that other systems keep. Without a `reader` it makes nothing of a sentence, and its
    tools still work."""
    tools = Toolset(ListTools(keeping))
    return Agent(
        card=Card(
            name=NAME,
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            at_once=True,
            owns_first=True,
            by_words=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=CoveredPolicy(ListsPolicy(keeping, reader or NoReader(), others or NoOtherLists()), ListsExplainer()),
        describer=ListDescriber(),
    )
