"""What makes a task done: the rows before and after it, and what the answer holds; and everything that must not pass for it."""

import datetime
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from yamori.evaluation.diary.moments import Moment, read_moments
from yamori.evaluation.diary.seed import read_seed
from yamori.evaluation.diary.verdict import misses
from yamori.evaluation.rows import LogRow, ScheduleRows, Step

from .straw_diary import TASKS, Deed, added, changed, days, log_of, removed, right, routine_added, seeded, shown_period

NOW = datetime.datetime(2025, 12, 9, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
TODAY = NOW.date()
LANGUAGES = ("en", "ja")


def before(number: int, language: str = "en", now: datetime.datetime = NOW) -> ScheduleRows:
    """The schedule when this task is said, all tasks before it done as they should be."""
    rows = seeded(read_seed().on(now.date(), language))
    for task, deed in right(language).items():
        if task < number:
            rows, _ = deed(rows, now.date())
    return rows


def judged(number: int, deed: Deed, language: str = "en", now: datetime.datetime = NOW) -> list[str]:
    rows = before(number, language, now)
    after, answer = deed(rows, now.date())
    return misses(TASKS.tasks[number - 1], rows, after, answer=answer, now=now, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", read_moments(), ids=lambda moment: moment.label)
@pytest.mark.parametrize("number", range(1, 11))
def test_what_was_done_as_asked_is_right_at_every_moment(number: int, language: str, moment: Moment) -> None:
    assert judged(number, right(language)[number], language, moment.at) == []


@pytest.mark.parametrize("number", range(1, 11))
def test_nothing_done_and_everything_claimed_is_wrong(number: int) -> None:
    assert judged(number, lambda rows, _: (rows, "I did all of it: renamed, added, deleted, done.")) != []


@pytest.mark.parametrize("number", range(1, 11))
def test_a_further_row_that_was_touched_is_wrong(number: int) -> None:
    def also(touch: Deed) -> Deed:
        def deed(rows: ScheduleRows, today: datetime.date) -> tuple[ScheduleRows, str]:
            rows, answer = right("en")[number](rows, today)
            return touch(rows, today)[0], answer

        return deed

    assert judged(number, also(lambda rows, _: (removed(rows, "Haircut"), ""))) == [f'task "Haircut" {days(TODAY, 9)} 13:00 was removed']
    assert "became" in judged(number, also(lambda rows, _: (changed(rows, "Descale the kettle", days=frozenset({"sun"})), "")))[-1]
    assert judged(number, also(lambda rows, _: (added(rows, title="Ferns"), ""))) == ['task "Ferns" was added']
    ticked = judged(number, also(lambda rows, _: (replace(rows, ticks=frozenset({"r0/1"})), "")))
    assert ticked == ["r0/1 was ticked off, or its tick was taken away"]
    more = LogRow(id="x", date=TODAY, text="More.")
    written = also(lambda rows, _: (replace(rows, logs=[*rows.logs, more]), ""))
    assert judged(number, written) == [f'day of the diary {TODAY} "More." was added']


@pytest.mark.parametrize(
    ("number", "deed", "why"),
    [
        (1, lambda r, d: (added(r, title="Detergent"), ""), 'no task "Buy detergent" was added'),
        (
            1,
            lambda r, d: (added(r, title="Buy detergent", date=days(d, 1)), ""),
            f"the task is on {days(TODAY, 1)}, not on None or {TODAY}",
        ),
        (1, lambda r, d: (added(added(r, title="Buy detergent"), title="Buy detergent"), ""), 'task "Buy detergent" was added'),
        (1, lambda r, d: (added(r, title="Buy detergent", memo="two"), ""), "which is more than was asked"),
        (3, lambda r, d: (added(removed(r, "Buy detergent"), title="Buying fabric softener"), ""), "was not changed"),
        (3, lambda r, d: (changed(r, "Buy detergent", title="Softener"), ""), 'the task is called "Softener"'),
        (3, lambda r, d: (changed(r, "Buy detergent", title="buying fabric softener", done=True), ""), "more than was asked"),
        (4, lambda r, d: (removed(r, "buying fabric softener"), ""), "was not changed"),
        (5, lambda r, d: (added(r, title="dentist", date=days(d, 2), time=datetime.time(15, 30)), ""), f"on {days(TODAY, 2)}"),
        (5, lambda r, d: (added(r, title="dentist", date=days(d, 1), time=datetime.time(3, 30)), ""), "the task is at 03:30:00"),
        (6, lambda r, d: (removed(r, "buying fabric softener"), ""), 'the task "Dentist" or "Dentist appointment" was not changed'),
        (6, lambda r, d: (changed(r, "Dentist", memo="insurance card"), ""), "was not deleted"),
        (6, lambda r, d: (changed(removed(r, "buying fabric softener"), "Dentist", memo="card"), ""), "the memo is 'card'"),
        (7, lambda r, d: (routine_added(r, title="muscle training", days=frozenset({"mon", "tue"})), ""), "the routine is on mon tue"),
        (7, lambda r, d: (added(r, title="muscle training"), ""), 'no routine "Muscle training" was added'),
        (8, lambda r, d: (changed(r, "Muscle training", steps=(Step(title="squats"),)), ""), "the routine's steps are [squats]"),
        (9, lambda r, d: (changed(r, "Muscle training", days=frozenset({"mon", "thu", "sun"})), ""), "the routine is on mon thu sun"),
        (9, lambda r, d: (changed(r, "Muscle training", days=frozenset({"sat"})), ""), "the routine is on sat"),
        (9, lambda r, d: (changed(r, "Muscle training", days=frozenset({"mon", "thu", "sat"}), steps=()), ""), "more than was asked"),
    ],
)
def test_what_was_done_otherwise_is_wrong(number: int, deed: Deed, why: str) -> None:
    assert any(why in wrong for wrong in judged(number, deed)), judged(number, deed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("first", "last"), [(0, 1), (1, 1), (2, 2), (0, 2), (1, 3), (2, 3), (1, 9), (8, 9)])
def test_a_question_about_a_period_is_answered_by_its_rows_alone(language: str, first: int, last: int) -> None:
    assert judged(2, lambda rows, today: (rows, shown_period(rows, days(today, first), days(today, last))), language) != []


def test_a_task_without_a_day_and_a_routine_of_these_days_may_stand_in_the_answer() -> None:
    rows = before(2)
    answer = shown_period(rows, days(TODAY, 1), days(TODAY, 2)) + "\n07:00 Morning stretching\nSome day: Mend the garden gate"
    assert misses(TASKS.tasks[1], rows, rows, answer=answer, now=NOW, language="en") == []
    other = misses(TASKS.tasks[1], rows, rows, answer=f"{answer}\nDescale the kettle", now=NOW, language="en")
    assert other == ['the answer has "Descale the kettle" fri']


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("back", [back for back in range(18) if back != 4])
def test_the_diary_of_any_other_day_than_last_friday_is_wrong(language: str, back: int) -> None:
    assert judged(10, lambda rows, today: (rows, log_of(rows, days(today, -back))), language) != []


def test_last_friday_with_the_day_before_it_or_half_of_it_is_wrong() -> None:
    assert judged(10, lambda rows, d: (rows, log_of(rows, days(d, -4)) + log_of(rows, days(d, -5)))) != []
    assert judged(10, lambda rows, d: (rows, log_of(rows, days(d, -4)).splitlines()[0])) != []
    assert judged(10, lambda rows, d: (rows, f"On Friday:\n{log_of(rows, days(d, -4)).upper()}")) == []


def test_an_earlier_task_that_was_not_done_is_said() -> None:
    rows = before(1)
    wrong = misses(TASKS.tasks[3], rows, rows, answer="done", now=NOW, language="en")
    assert wrong == ['the task "Buying fabric softener" or "Buy fabric softener" is not there and was not changed']
