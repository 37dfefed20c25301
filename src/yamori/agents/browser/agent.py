"""The Browser agent, declared on one screen: what stands on the web, and where."""

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
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
    return Agent(
        card=Card(
            name="browser",
            title="Browser",
            title_ja="ウェブ",
            does="Looks things up on the web and quotes what pages say, with address and date; does things on websites, step by step.",
            does_ja="頼まれたことをウェブで調べ、ページの内容をアドレスと日付を添えて引用します。ウェブサイトの操作もします。",
            examples=(
                "Search the web for how to descale a kettle",
                "Look up the ferry timetable online",
                "Go to https://example.org and choose French as the language",
                "ネットでやかんの水垢の落とし方を調べて",
            ),
            tools=tools.names(),
            at_once=True,
            owns_first=True,
            by_words=True,
            quotes=True,
            looks="on the web",
            looks_ja="ウェブ",
        ),
        role=Role.BROWSER,
        tools=tools,
        policy=BrowserPolicy(held, reader or NoReader()),
    )
