"""The Browser agent, declared on one screen: what stands on the web, and where."""

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
from yamori.agentkit.tool import Toolset
from yamori.agents.browser.policy import BrowserPolicy
from yamori.agents.browser.reading import WebReading
from yamori.agents.browser.tools import WebTools
from yamori.llm.port import Role


def browser_agent(reading: WebReading) -> Agent:
    """The agent over one search engine and plain HTTP. It is only there where the operator named an engine."""
    tools = Toolset(WebTools(reading))
    return Agent(
        card=Card(
            name="browser",
            title="Browser",
            title_ja="ウェブ",
            does="Looks things up on the web when asked to, and quotes what pages say, with their address and date.",
            does_ja="頼まれたことをウェブで調べ、ページの内容をアドレスと日付を添えて引用します。",
            examples=(
                "Search the web for how to descale a kettle",
                "Look up the ferry timetable online",
                "ネットでやかんの水垢の落とし方を調べて",
            ),
            tools=tools.names(),
            at_once=True,
            by_words=True,
            quotes=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=BrowserPolicy(),
    )
