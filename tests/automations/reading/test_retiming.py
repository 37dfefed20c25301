"""Another moment for what was just set up, given in a sentence that names nothing else."""

from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

import pytest

from yamori.automations.action import Notify
from yamori.automations.automation import Automation
from yamori.automations.reading.moments import timed
from yamori.automations.reading.retiming import new_days, on_its_days
from yamori.automations.trigger import At, Every, Recurring, Slot, Trigger
from yamori.domain.language import Language
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")
WEEKDAYS = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"


def recurring(hour: int, minute: int = 0) -> Recurring:
    return Recurring(slots=(Slot(rule=WEEKDAYS, at=Clock(hour, minute)),), starts=Day(2026, 3, 2))


def moved(words: str, old: Trigger) -> tuple[Trigger, ...]:
    return on_its_days(timed(words, NOW), (old,), utterance_of(words, NOW)).triggers


@pytest.mark.parametrize(
    ("words", "old", "hour", "minute"),
    [
        ("half past eight", 7, 8, 30),
        ("half past eight", 19, 20, 30),
        ("at 21:00", 7, 21, 0),
        ("nine in the evening", 7, 21, 0),
        ("8時半", 7, 8, 30),
        ("8時半", 20, 20, 30),
    ],
)
def test_a_time_of_day_alone_keeps_the_days_and_the_nearer_half_of_the_day(words: str, old: int, hour: int, minute: int) -> None:
    assert moved(words, recurring(old)) == (recurring(hour, minute),)


def test_a_time_of_day_alone_keeps_the_day_of_a_moment_unless_that_is_over() -> None:
    tomorrow = datetime.fromisoformat("2026-03-06T07:00:00+09:00")
    assert moved("half past eight", At(moment=tomorrow)) == (At(moment=tomorrow + timedelta(minutes=90)),)
    assert moved("half past five", At(moment=NOW + timedelta(minutes=30))) == timed("half past five", NOW).triggers


@pytest.mark.parametrize("words", ["tomorrow at nine", "on Sundays at nine", "in 30 minutes", "every day at eight"])
def test_a_day_or_a_length_that_is_said_counts(words: str) -> None:
    assert moved(words, recurring(7)) == timed(words, NOW).triggers


def test_what_comes_at_several_times_or_in_steps_is_not_guessed_at() -> None:
    several = Recurring(slots=(*recurring(7).slots, Slot(rule="FREQ=WEEKLY;BYDAY=SU", at=Clock(9))), starts=Day(2026, 3, 2))
    for old in (several, Every(seconds=3600, start=NOW)):
        assert moved("half past eight", old) == timed("half past eight", NOW).triggers


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("土日は除いて", "MO,TU,WE,TH,FR"),
        ("日曜以外にして", "MO,TU,WE,TH,FR,SA"),
        ("週末以外で", "MO,TU,WE,TH,FR"),
        ("except on Sundays", "MO,TU,WE,TH,FR,SA"),
        ("only on weekdays", "MO,TU,WE,TH,FR"),
    ],
)
def test_days_that_are_excepted_go_and_the_others_stay(words: str, days: str) -> None:
    daily = Recurring(slots=(Slot(rule="FREQ=DAILY", at=Clock(7)),), starts=Day(2026, 3, 2))
    tells = Notify(person="alex", text="seven")
    old = Automation(id="a", owner="alex", triggers=(daily,), actions=(tells,), origin="so", language=Language.ENGLISH, created=NOW)
    changed = new_days((Frame(intent=IntentName.CHANGE, span=Span(0, len(words))),), utterance_of(words, NOW), old)
    assert changed is not None
    assert [slot.rule for t in changed.triggers if isinstance(t, Recurring) for slot in t.slots] == [f"FREQ=WEEKLY;BYDAY={days}"]
