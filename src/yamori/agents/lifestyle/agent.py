"""The Life-Style agent's declaration."""

from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.agents.lifestyle.answering import Answering
from yamori.agents.lifestyle.finding import Finding
from yamori.agents.lifestyle.intake import Intake
from yamori.agents.lifestyle.policy import LifestylePolicy
from yamori.agents.lifestyle.starting import Starting
from yamori.agents.lifestyle.store import Papers
from yamori.agents.lifestyle.tools import PaperTools
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Models, Role
from yamori.understanding.eating.constraints import constraints_of
from yamori.understanding.frame import IntentName


def lifestyle_agent(papers: Papers, intake: Intake, starting: Starting, *, models: Models, reranker: TextEncoder | None = None) -> Agent:
    """The agent over these papers; `models` judge what answers, and translate; a `closer` encoder orders what was found again."""
    finding = Finding(papers, reranker)
    answering = Answering(papers, finding, models)
    tools = Toolset(PaperTools(papers, intake, finding, answering, starting))
    return Agent(
        card=Card(
            name="lifestyle",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            intents=(IntentName.ASK.value,),
            quotes=True,
            recalls=("health",),
        ),
        role=Role.LIFESTYLE,
        tools=tools,
        policy=LifestylePolicy(papers, answering, starting),
        check_constraints=constraints_of,
    )
