"""The Browser agent, declared on one screen: what stands on the web, and where."""

from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.policy import BrowserPolicy
from yamori.agents.browser.reading import WebReading
from yamori.agents.browser.tools import WebTools
from yamori.llm.port import Role
from yamori.understanding.reader import NoReader, Reader


def browser_agent(web: WebReading, operating: Operating | None = None, reader: Reader | None = None) -> Agent:
    """The agent over one search engine, plain HTTP and, for `operating`, a browser. It is only there where the operator named an engine."""
    held = WebTools(web, operating)
    tools = Toolset(held)
    policy = BrowserPolicy(held, reader or NoReader())
    return Agent(
        card=Card(
            name="browser",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            at_once=True,
            owns_first=True,
            by_words=True,
            quotes=True,
            recalls=("health",),
        ),
        role=Role.BROWSER,
        tools=tools,
        policy=policy,
        escalate=policy.escalate,
    )
