"""The Messages agent, declared on one screen: dinner's ready, and who is to know it."""

from collections.abc import Callable, Sequence
from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.agents.messages.describing import MessageDescriber
from yamori.agents.messages.policy import MessagesPolicy
from yamori.agents.messages.ports import Notices
from yamori.agents.messages.tools import MessageTools
from yamori.domain.home import Person
from yamori.llm.port import Role
from yamori.understanding.frame import IntentName
from yamori.understanding.reader import NoReader, Reader


def messages_agent(notices: Notices, people: Callable[[], Sequence[Person]], reader: Reader | None = None) -> Agent:
    """The agent over these notices; `people` are those of the home as it is now. The `reader` has to know them
    (`understanding.resident_reader`); without one it makes nothing of a sentence, and its tool still works."""
    tools = Toolset(MessageTools(notices, people))
    return Agent(
        card=Card(
            name="messages",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            intents=(IntentName.TELL.value,),
            at_once=True,
        ),
        role=Role.PLANNER,
        tools=tools,
        policy=MessagesPolicy(reader or NoReader(), people),
        describer=MessageDescriber(people),
    )
