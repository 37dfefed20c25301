"""The IoT agent's declaration."""

from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.agents.iot.allowance import Allowance, AsRisky
from yamori.agents.iot.asking_alone import AskingAlone
from yamori.agents.iot.asking_room import AskingRoom
from yamori.agents.iot.correcting import Correcting
from yamori.agents.iot.describing import IotDescriber
from yamori.agents.iot.explaining import IotExplainer
from yamori.agents.iot.eyes import Eyes
from yamori.agents.iot.framing import INTENTS, IotResolver
from yamori.agents.iot.liking import LikingPolicy
from yamori.agents.iot.looking_back import LookingBack
from yamori.agents.iot.past import NoPast, Past
from yamori.agents.iot.past_tools import PastTools
from yamori.agents.iot.pointing import PointingPolicy
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.tools import DeviceTools
from yamori.agents.iot.watching import IotWatcher
from yamori.domain.gate import Gate
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Role
from yamori.understanding.covered import CoveredPolicy
from yamori.understanding.frame import IntentName
from yamori.understanding.framed import FramedPolicy
from yamori.understanding.reader import NoReader, Reader
from yamori.understanding.recalled import RecalledReadings


def iot_agent(
    gate: Gate,
    *,
    eyes: Eyes | None = None,
    encoder: TextEncoder | None = None,
    reader: Reader | None = None,
    recalled: RecalledReadings | None = None,
    past: Past | None = None,
    allowance: Allowance | None = None,
) -> Agent:
    """The agent over this gate; without `eyes` a picture is not looked at, without an `encoder` devices are found by words alone, without a
    `reader` sentences are read by code and a language model; `recalled` keeps what that model read rightly. Without a `past`
    nothing is known of how things were, without an `allowance` everybody needs for a command what its capability says."""
    reader = reader or NoReader()
    policy = IotPolicy(gate, encoder)
    framed = FramedPolicy(policy, reader, IotResolver(policy), recalled)
    looking_back = LookingBack(framed, reader, policy)
    correcting = Correcting(looking_back, reader, policy, recalled)
    explainer = IotExplainer(policy)
    tools = Toolset(DeviceTools(gate, eyes, lambda: policy.index), PastTools(gate, past or NoPast()))
    return Agent(
        card=Card(
            name="iot",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            intents=tuple(sorted(INTENTS | {IntentName.UNDO})),
            at_once=True,
            recalls=("taste",),
        ),
        role=Role.IOT,
        looks=("find_devices", "describe_device", "read_devices", "look_back"),
        tools=tools,
        policy=LikingPolicy(PointingPolicy(AskingAlone(AskingRoom(CoveredPolicy(correcting, explainer), policy)), policy), policy, reader),
        describer=IotDescriber(policy, explainer, allowance or AsRisky()),
        watcher=IotWatcher(policy),
    )
