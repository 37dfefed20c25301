"""The Lists agent, declared on one screen: what is to be bought, packed, fetched, by whoever goes next."""

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
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
            title="Lists",
            title_ja="リスト",
            does="The household's shopping list and other named lists (packing, DIY store, …): adds things with amounts, checks them off, "
            "reads them out, clears, makes, renames and deletes lists.",
            does_ja="買い物リストや持ち物リストなど、家族のリストに入れる、済みにする、読み上げる、作る、名前を変える、消すことができます。",
            examples=(
                "Put coffee filters and two lemons on the shopping list",
                "What is left on the packing list?",
                "Make a list called garden",
                "買い物リストに片栗粉を2袋入れて",
                "持ち物リストには何がある？",
            ),
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
