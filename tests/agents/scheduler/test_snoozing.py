"""`Snooze` means the reminder that came last, however many a person has, and none that came long ago."""

from datetime import timedelta

from yamori.agentkit.agent import Decided
from yamori.agentkit.task import Task
from yamori.agents.scheduler.policy import SchedulerPolicy
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.domain.language import Language

from .reminded import PERSON, Reminded, reminded


async def test_a_reminder_of_long_ago_is_not_snoozed() -> None:
    async with reminded() as it:
        await it.set(NewReminder(text="Tea", moment=it.clock.now() + timedelta(minutes=1)))
        await it.passes(minutes=1)
        it.clock.advance(hours=2)
        assert await _snoozed(it) is None


async def _snoozed(it: Reminded) -> str | None:
    """The reminder that a sentence puts off."""
    task = Task(key=it.key, request="Snooze", said="Snooze", person=PERSON, now=it.clock.now(), language=Language.ENGLISH)
    decision = await SchedulerPolicy(it.schedule).decide(task)
    if not isinstance(decision, Decided) or decision.calls[0].tool != "snooze_reminder":
        return None
    id = decision.calls[0].arguments["reminder_id"]
    assert isinstance(id, int)
    return (await it.schedule.reminders.get(id, person=PERSON)).text
