"""The Scheduler agent's declaration."""

from collections.abc import Mapping
from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, introduction
from yamori.agentkit.tool import Toolset
from yamori.agents.scheduler.asking_when import AskingWhen
from yamori.agents.scheduler.calling_off import CallingOff
from yamori.agents.scheduler.correcting import Correcting
from yamori.agents.scheduler.explaining import SchedulerExplainer
from yamori.agents.scheduler.external import ExternalSchedule, NoExternalSchedule
from yamori.agents.scheduler.framing import INTENTS, ScheduleResolver
from yamori.agents.scheduler.lengthening import Lengthening
from yamori.agents.scheduler.notices import Notifier
from yamori.agents.scheduler.policy import SchedulerPolicy
from yamori.agents.scheduler.quoting import QuotingPolicy
from yamori.agents.scheduler.rules.resolving.dictation import dictated
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.tools import DayTools, ExternalTools, JournalTools, LogTools, ReminderTools, RoutineTools, TaskTools
from yamori.llm.port import Role
from yamori.understanding.covered import CoveredPolicy
from yamori.understanding.frame import IntentName
from yamori.understanding.framed import FramedPolicy
from yamori.understanding.reader import NoReader, Reader


def scheduler_agent(
    schedule: Schedule,
    notifiers: Mapping[ChannelKind, Notifier] | None = None,
    external: ExternalSchedule | None = None,
    reader: Reader | None = None,
) -> Agent:
    """The agent over this schedule; `notifiers` are the ways to tell people something besides the page, `external` the lists and calendars
    of other systems. Without a `reader` sentences are read by code and a language model."""
    others = external or NoExternalSchedule()
    policy = SchedulerPolicy(schedule, others)
    tools = Toolset(
        TaskTools(schedule, others),
        RoutineTools(schedule),
        LogTools(schedule),
        DayTools(schedule, others),
        ExternalTools(others),
        ReminderTools(schedule, notifiers),
        JournalTools(schedule),
    )
    framed = FramedPolicy(policy, reader or NoReader(), ScheduleResolver(policy, others, tools), claims=True)
    asking = AskingWhen(CoveredPolicy(framed, SchedulerExplainer(schedule, others, tools)), reader or NoReader())
    correcting = Correcting(asking, reader or NoReader())
    lengthening = Lengthening(CallingOff(correcting, policy.known), lambda person: schedule.reminders.waiting(person=person))
    return Agent(
        card=Card(
            name="scheduler",
            **introduction(Path(__file__).parent / "card"),
            tools=tools.names(),
            intents=tuple(sorted(INTENTS | {IntentName.UNDO})),
            quotes=True,  # what a subscribed calendar says is the words of others
            recalls=("family",),
        ),
        role=Role.SCHEDULER,
        tools=tools,
        policy=QuotingPolicy(lengthening, policy),
        dictated=lambda task: dictated(task.request, task.now),
    )
