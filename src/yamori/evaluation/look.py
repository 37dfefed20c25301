"""What a household looks like at one moment, and what of it counts as the beginning once a part of the case has been judged for itself.

`course.py` looks while a case is played; `checks.py` compares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.evaluation.household import RunningHousehold
from yamori.evaluation.matchers import same
from yamori.evaluation.rows import AnyRow, Row, ScheduleRows, StandingRow, changed_rows
from yamori.evaluation.standing import AutomationRow, FactRow, NoticeRow


@dataclass(frozen=True, kw_only=True)
class Look:
    """The household at one moment."""

    home: Mapping[str, Value]
    schedule: ScheduleRows
    automations: Sequence[AutomationRow] = ()
    facts: Sequence[FactRow] = ()
    ledger: Sequence[Receipt] = ()
    notices: Sequence[NoticeRow] = ()
    """All that came since the case began."""
    newest: int = 0
    """Number of the newest notice, also of those that came before the case began."""

    def rows(self, kind: str) -> Sequence[Row | StandingRow]:
        """Of one of `expected.KINDS` or `expected.STANDING`."""
        standing: Mapping[str, Sequence[StandingRow]] = {"automations": self.automations, "facts": self.facts}
        return standing[kind] if kind in standing else self.schedule.of(kind)

    def with_set(self, moved: Mapping[str, Value]) -> "Look":
        """As if the home had been so."""
        return replace(self, home={**self.home, **moved})


async def look(household: RunningHousehold, *, last: Look | None = None) -> Look:
    """`last` is the one before; without one, the case begins here."""
    told = tuple(await household.notices(last.newest if last is not None else 0))
    return Look(
        home=dict(await household.snapshot()),
        schedule=await household.schedule_rows(),
        automations=tuple(await household.automations()),
        facts=tuple(await household.facts()),
        ledger=tuple(await household.ledger()),
        notices=(*last.notices, *told) if last is not None else (),
        newest=max((notice.id for notice in told), default=last.newest if last is not None else 0),
    )


def home_changes(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, tuple[Value, Value]]:
    """Path to (before, after), for those that differ."""
    return {p: (before.get(p), after.get(p)) for p in before.keys() | after.keys() if not same(before.get(p), after.get(p))}


def carried_over(ground: Look, before: Look, after: Look) -> Look:
    """The ground with what changed from `before` to `after`: a later comparison with it does not see that change again.

    What was so before the change already, and is not so in the ground, is still seen.
    """
    rows, old, new = ground.schedule, before.schedule, after.schedule
    return replace(
        ground,
        home={**ground.home, **{path: value for path, (_, value) in home_changes(before.home, after.home).items()}},
        schedule=ScheduleRows(
            tasks=_carried_rows(rows.tasks, old.tasks, new.tasks),
            routines=_carried_rows(rows.routines, old.routines, new.routines),
            logs=_carried_rows(rows.logs, old.logs, new.logs),
            ticks=(rows.ticks | (new.ticks - old.ticks)) - (old.ticks - new.ticks),
        ),
        automations=_carried_rows(ground.automations, before.automations, after.automations),
        facts=_carried_rows(ground.facts, before.facts, after.facts),
    )


def _carried_rows(ground: Sequence[AnyRow], before: Sequence[AnyRow], after: Sequence[AnyRow]) -> tuple[AnyRow, ...]:
    new, gone = changed_rows(before, after)
    kept = {row.id: row for row in ground} | {row.id: row for row in new}
    for row in gone:
        kept.pop(row.id, None)
    return tuple(kept.values())
