"""What was judged at a step is not seen again in the end, and everything else is."""

import datetime
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from yamori.evaluation.expected import KINDS, STANDING
from yamori.evaluation.look import Look, carried_over, home_changes
from yamori.evaluation.rows import LogRow, RoutineRow, ScheduleRows, TaskRow, changed_rows
from yamori.evaluation.standing import AutomationRow, FactRow

DAY = datetime.date(2026, 11, 21)
IDS = st.sampled_from("abc")
TEXTS = st.sampled_from(["one", "two"])


def unique(rows: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(rows, max_size=3, unique_by=lambda row: row.id)


LOOKS = st.builds(
    Look,
    home=st.fixed_dictionaries({path: st.integers(0, 2) for path in ("lamp.level", "door.open", "oven.on")}),
    schedule=st.builds(
        ScheduleRows,
        tasks=unique(st.builds(TaskRow, id=IDS, title=TEXTS)),
        routines=unique(st.builds(RoutineRow, id=IDS, title=TEXTS, days=st.just(frozenset({"mon"})))),
        logs=unique(st.builds(LogRow, id=IDS, date=st.just(DAY), text=TEXTS)),
        ticks=st.frozensets(IDS),
    ),
    automations=unique(st.builds(AutomationRow, id=IDS, text=TEXTS, active=st.booleans())),
    facts=unique(st.builds(FactRow, id=IDS, person=TEXTS, text=TEXTS)),
)


def differences(before: Look, after: Look) -> set[tuple[str, str]]:
    """Everything that differs, as (kind, which)."""
    found = {("home", path) for path in home_changes(before.home, after.home)}
    for kind in (*KINDS, *STANDING):
        new, gone = changed_rows(before.rows(kind), after.rows(kind))
        found |= {(kind, row.id) for row in (*new, *gone)}
    return found | {("ticks", tick) for tick in before.schedule.ticks ^ after.schedule.ticks}


@given(st.lists(LOOKS, min_size=1, max_size=5))
def test_where_every_step_was_judged_nothing_is_left_to_be_seen(looks: list[Look]) -> None:
    ground = looks[0]
    for before, after in pairwise(looks):
        ground = carried_over(ground, before, after)
    assert differences(ground, looks[-1]) == set()


@given(LOOKS, LOOKS)
def test_a_step_in_which_nothing_happened_settles_nothing(ground: Look, stood: Look) -> None:
    assert differences(ground, carried_over(ground, stood, stood)) == set()


@given(st.lists(st.tuples(LOOKS, st.booleans()), min_size=1, max_size=5))
def test_what_is_seen_in_the_end_is_what_changed_in_steps_that_were_not_judged(steps: list[tuple[Look, bool]]) -> None:
    begin = before = steps[0][0]
    ground, unjudged = begin, set[tuple[str, str]]()
    last: dict[tuple[str, str], bool] = {}
    for after, judged in steps:
        changed = differences(before, after)
        last |= dict.fromkeys(changed, judged)
        if judged:
            ground = carried_over(ground, before, after)
        else:
            unjudged |= changed
        before = after
    seen = differences(ground, before)
    assert seen <= unjudged
    assert not {what for what in seen if last[what]}, "what a judged step changed last is settled"


@given(LOOKS, LOOKS)
def test_what_the_case_itself_set_is_no_change(begin: Look, end: Look) -> None:
    assert home_changes(begin.with_set(end.home).home, end.home) == {}
