"""What a sentence is about, clause by clause: routines, reminders, the diary, days as a whole; or tasks, which is all the rest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from yamori.agents.scheduler.rules.day_reading import plan_days
from yamori.agents.scheduler.rules.diary_reading import diary_intent, plan_diary
from yamori.agents.scheduler.rules.intents import Clause, joint
from yamori.agents.scheduler.rules.plans import Plan
from yamori.agents.scheduler.rules.reading import reader_of
from yamori.agents.scheduler.rules.reminder_reading import plan_reminders
from yamori.agents.scheduler.rules.resolution import Known
from yamori.agents.scheduler.rules.routine_reading import names_a_routine, only_times, plan_routines, with_directives
from yamori.agents.scheduler.rules.several_series import several_series
from yamori.understanding.mood import is_question


class Topic(StrEnum):
    ROUTINES = "routines"
    DIARY = "diary"
    DAYS = "days"
    REMINDERS = "reminders"


_PLANNERS: dict[Topic, Callable[[Sequence[Clause], Known], Plan | None]] = {
    Topic.ROUTINES: plan_routines,
    Topic.DIARY: plan_diary,
    Topic.DAYS: plan_days,
    Topic.REMINDERS: plan_reminders,
}


@dataclass(frozen=True)
class Stretch:
    """Clauses one after the other that are about the same; of tasks where `topic` is None."""

    topic: Topic | None
    clauses: tuple[Clause, ...]

    @property
    def whole(self) -> Clause:
        """The clauses as one text."""
        texts = [c.text for c in self.clauses]
        return self.clauses[0].part(joint(texts).join(texts))

    def plan(self, known: Known) -> Plan | None:
        """What it comes to; None for tasks, and for what only looked like its topic."""
        return _PLANNERS[self.topic](self.clauses, known) if self.topic is not None else None


def stretches(whole: Clause, known: Known) -> tuple[Stretch, ...]:
    """The sentence by what it is about; the words of the diary are not taken apart, since they may say anything."""
    if diary_intent(whole, known) is not None:
        return (Stretch(Topic.DIARY, (whole,)),)
    reader = reader_of(whole.text)
    pieces = [whole.text] if is_question(whole.text) else reader.split(whole.text)
    parts = several_series(whole) if len(pieces) == 1 else [whole.part(piece) for piece in pieces if reader.stripped(piece)]
    clauses = with_directives(parts or [whole], known)
    found: list[Stretch] = []
    for clause in clauses:
        topic = topic_of(clause, known)
        last = found[-1] if found else None
        if (
            topic is None
            and last is not None
            and last.topic is Topic.ROUTINES
            and (
                only_times(clause)
                or reader.keeps(clause.text)
                or reader.lists_steps(clause.text)
                or reader.directive(clause.text) is not None
            )
        ):
            topic = Topic.ROUTINES
        if last is not None and last.topic is topic:
            found[-1] = Stretch(topic, (*last.clauses, clause))
        else:
            found.append(Stretch(topic, (clause,)))
    return tuple(found)


def topic_of(clause: Clause, known: Known) -> Topic | None:
    """By what the clause says, and by the routines that there are."""
    if diary_intent(clause, known) is not None:
        return Topic.DIARY
    if plan_reminders([clause], known) is not None:
        return Topic.REMINDERS
    if plan_days([clause], known) is not None:
        return Topic.DAYS
    return Topic.ROUTINES if names_a_routine(clause, known) else None
