"""The Scheduler agent's declaration."""

from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card
from yamori.agentkit.tool import Toolset
from yamori.agents.scheduler.mind import SchedulerMind
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.tools import DayTools, JournalTools, LogTools, RoutineTools, TaskTools
from yamori.llm.port import Role


def scheduler_agent(schedule: Schedule) -> Agent:
    """The agent over this schedule."""
    tools = Toolset(TaskTools(schedule), RoutineTools(schedule), LogTools(schedule), DayTools(schedule), JournalTools(schedule))
    return Agent(
        card=Card(
            name="scheduler",
            title="Schedule",
            title_ja="予定とタスク",
            does="The person's own tasks, appointments, reminders, lists: adds, shows, renames, moves, ticks off, annotates, deletes.",
            does_ja="予定・タスク・リマインダー・買い物リストを追加、確認、変更、完了、削除します。",
            examples=(
                "Put the optician on my calendar for Thursday at ten",
                "What have I got to do next week?",
                "I've finished the tax form",
            ),
            tools=tools.names(),
        ),
        role=Role.SCHEDULER,
        tools=tools,
        mind=SchedulerMind(schedule),
    )
