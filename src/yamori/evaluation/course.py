"""A case as it goes: the scene is set, then one thing happens after the other, and the household is looked at in between.

`play.py` calls this; nothing is judged here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from yamori.domain.values import Value
from yamori.evaluation.case import Case, CaseStep
from yamori.evaluation.casefile import Suite
from yamori.evaluation.conversation import Heard
from yamori.evaluation.household import RunningHousehold
from yamori.evaluation.look import Look, look
from yamori.evaluation.rows import ScheduleRows
from yamori.evaluation.standing import AutomationRow
from yamori.evaluation.talk import Talk
from yamori.evaluation.turn import Turn, read_turns, tool_uses


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """One text as it was said."""

    heard: Heard
    opens: bool
    """It began a turn; else it answered one that waited."""
    before: Look
    after: Look


@dataclass(frozen=True, kw_only=True)
class Passed:
    """One step as it went."""

    step: CaseStep
    before: Look
    """With what the step itself set."""
    after: Look
    spoken: Sequence[Spoken] = ()
    events: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    """Of the turns that were spoken in, from their beginning to where they stood after the step."""

    @property
    def heard(self) -> list[Heard]:
        return [one.heard for one in self.spoken]

    def problem(self) -> str | None:
        """Why nothing that was seen can make the step right."""
        for heard in self.heard:
            if problem := heard.problem():
                return problem
        return "was not said any more" if self.step.say and not self.spoken else None


@dataclass(frozen=True, kw_only=True)
class Unmade:
    """A sentence of the scene of which no automation came."""

    number: int
    """Where it stands among the case's `automations`, from 0."""
    answer: str
    turn: Turn


async def set_scene(suite: Suite, case: Case, household: RunningHousehold, talk: Talk) -> Unmade | None:
    """The home, the schedule and the automations as the case gives them; returns the first automation that the household did not make."""
    for path, value in case.before.items():
        await household.set_state(path, value)
    await household.seed_schedule(case.schedule())
    person, first = suite.person(case), 0
    kept = await _kept(household)
    for number, text in enumerate(case.automations):
        if not talk.waits(person):
            first, kept = number, await _kept(household)
        heard = await talk.say(text, person=person, room=suite.room(case))
        if heard.status == "waiting" and number + 1 < len(case.automations):
            continue
        events = await talk.events({heard.turn} if heard.turn else ())
        entered = any(use.name in household.keeping_tools for told in events.values() for use in tool_uses(told))
        if heard.problem() or (not entered and kept == await _kept(household)):
            return Unmade(number=first, answer=heard.answer, turn=read_turns([heard], events)[0])
    return None


async def follow(suite: Suite, case: Case, household: RunningHousehold, talk: Talk) -> tuple[Look, list[Passed]]:
    """How the household looked in the beginning, and each step. After a text that the house could not take nothing more is said, but time
    goes on."""
    begin = here = await look(household)
    passed: list[Passed] = []
    silent = False
    for step in case.course():
        came = here
        if step.after is not None:
            await household.advance(step.after)
        for path, value in step.set.items():
            await household.set_state(path, value)
        spoken: list[Spoken] = []
        if step.say and (step.set or step.after is not None):
            here = await look(household, last=here)
        for text in () if silent else step.say:
            one = await _say(text, suite.speaker(case, step), household, talk, before=here)
            spoken.append(one)
            here, silent = one.after, one.heard.problem() is not None
            if silent:
                break
        here = await look(household, last=here)
        events = await talk.events({one.heard.turn for one in spoken if one.heard.turn})
        passed.append(Passed(step=step, before=came.with_set(step.set), after=here, spoken=spoken, events=events))
    return begin, passed


async def _say(text: str, speaker: tuple[str, str | None], household: RunningHousehold, talk: Talk, *, before: Look) -> Spoken:
    person, room = speaker
    opens = not talk.waits(person)
    heard = await talk.say(text, person=person, room=room)
    return Spoken(heard=heard, opens=opens, before=before, after=await look(household, last=before))


async def _kept(household: RunningHousehold) -> tuple[tuple[AutomationRow, ...], ScheduleRows]:
    return tuple(await household.automations()), await household.schedule_rows()
