"""The Automations agent, declared on one screen: what is wanted later, on a condition, or again and again."""

from collections.abc import Sequence
from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.automations.back_testing import BackTesting
from yamori.automations.drafting import Drafting
from yamori.automations.engine import Engine
from yamori.automations.neighbours import Clocks, ConditionWriters, Proposers, ReadingWords, Watchers
from yamori.automations.policy import AutomationsPolicy
from yamori.automations.tools import AutomationTools, Forms
from yamori.automations.waiting import Waiting
from yamori.llm.port import Role
from yamori.understanding.frame import IntentName
from yamori.understanding.reader import NoReader, Reader


def automations_agent(
    engine: Engine,
    proposers: Proposers,
    watchers: Watchers,
    reader: Reader | None = None,
    writers: ConditionWriters | None = None,
    clocks: Clocks | None = None,
    *,
    back_testing: BackTesting | None = None,
    forms: Forms | None = None,
    reading_words: ReadingWords | None = None,
    home: Sequence[str] = (),
) -> Agent:
    """The agent over this engine; without a `reader` it makes nothing of a sentence, and its tools still work. Without `back_testing`
    nothing is said of how often something would have happened, without `forms` nothing is written for Home Assistant,
    without `reading_words` a cause is told without what was read. `home`: what its place is called."""
    holder = AutomationTools(engine, back_testing, forms, reading_words)
    tools = Toolset(holder)
    waiting = Waiting(watchers, writers, clocks, home=home)
    return Agent(
        card=Card(
            name="automations",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            intents=(IntentName.NOTIFY.value, IntentName.UNDO.value),
            defers=True,
            by_words=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=AutomationsPolicy(engine, holder, reader or NoReader(), Drafting(proposers, waiting, engine.readings)),
    )
