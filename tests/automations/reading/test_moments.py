"""Words for a moment as triggers, in both languages."""

from datetime import datetime, timedelta
from datetime import time as Clock

import pytest

from yamori.automations.reading.lengths import end_beside, until_of
from yamori.automations.reading.moments import half_meant, timed, weekdays_of
from yamori.automations.reading.not_after import with_end
from yamori.automations.trigger import At, Every, Recurring, Sun, SunEvent
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@pytest.mark.parametrize(("words", "minutes"), [("in 40 minutes", 40), ("in an hour and a half", 90), ("45分後", 45), ("二時間後", 120)])
def test_a_length_from_now_is_a_moment(words: str, minutes: int) -> None:
    assert timed(words, NOW).triggers == (At(moment=NOW + timedelta(minutes=minutes)),)


@pytest.mark.parametrize("words", ["at nine", "at 9 pm", "21時に", "今夜9時"])
def test_a_time_of_day_is_the_next_one(words: str) -> None:
    assert timed(words, NOW).triggers == (At(moment=NOW.replace(hour=21)),)


@pytest.mark.parametrize(
    ("words", "slots"),
    [
        ("every Tuesday at half past eight", [("FREQ=WEEKLY;BYDAY=TU", Clock(8, 30))]),
        ("every day at 22:15", [("FREQ=DAILY", Clock(22, 15))]),
        ("毎朝6時半", [("FREQ=DAILY", Clock(6, 30))]),
        ("on weekdays at 8:00", [("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", Clock(8))]),
    ],
)
def test_what_comes_again_is_a_rule_with_a_time(words: str, slots: list[tuple[str, Clock]]) -> None:
    (trigger,) = timed(words, NOW).triggers
    assert isinstance(trigger, Recurring) and [(slot.rule, slot.at) for slot in trigger.slots] == slots


def test_several_days_and_times_that_are_listed_are_one_trigger() -> None:
    (trigger,) = timed("every Monday at 7, on Saturdays at 10", NOW).triggers
    assert isinstance(trigger, Recurring) and [slot.at for slot in trigger.slots] == [Clock(7), Clock(10)]


@pytest.mark.parametrize(("words", "seconds"), [("every three hours", 10800), ("every 20 minutes", 1200), ("2時間ごと", 7200)])
def test_an_interval_is_time_that_passes(words: str, seconds: int) -> None:
    assert timed(words, NOW).triggers == (Every(seconds=seconds, start=NOW),)


@pytest.mark.parametrize(
    ("words", "event", "offset"),
    [
        ("at sunrise", SunEvent.SUNRISE, 0),
        ("20 minutes before sunrise", SunEvent.SUNRISE, -1200),
        ("an hour after sundown", SunEvent.SUNSET, 3600),
        ("日の出の15分前", SunEvent.SUNRISE, -900),
        ("日が暮れたら", SunEvent.SUNSET, 0),
        ("once it is dark outside", SunEvent.DUSK, 0),
    ],
)
def test_the_sun_s_events_are_known_by_their_names(words: str, event: SunEvent, offset: int) -> None:
    assert timed(words, NOW).triggers == (Sun(event=event, offset_seconds=offset),)


@pytest.mark.parametrize("words", ["tomorrow evening", "every night", "あさって"])
def test_a_day_without_a_time_lacks_one(words: str) -> None:
    found = timed(words, NOW)
    assert found.lacks_time and not found.triggers


@pytest.mark.parametrize("words", ["a quarter of an hour before my train", "at the end of the film", "電車の10分前"])
def test_a_moment_that_hangs_on_something_else_is_not_read_as_a_bare_one(words: str) -> None:
    found = timed(words, NOW)
    assert found.unread and not found.triggers


def test_a_moment_that_does_not_exist_is_a_problem() -> None:
    assert timed("on 31 April at 9", NOW).problem


@pytest.mark.parametrize(("words", "clock"), [("every weekday at ten to six", Clock(5, 50)), ("毎日6時15分に", Clock(6, 15))])
def test_minutes_of_an_hour_that_is_early_or_late_are_those_of_the_clock_on_the_wall(words: str, clock: Clock) -> None:
    found = timed(words, NOW)
    assert [slot.at for t in found.triggers if isinstance(t, Recurring) for slot in t.slots] == [clock] and not found.halves


@pytest.mark.parametrize(("words", "clock"), [("every weekday at six", Clock(6)), ("毎日5時に", Clock(5))])
def test_what_comes_again_early_or_late_is_asked_about(words: str, clock: Clock) -> None:
    found = timed(words, NOW)
    assert not found.triggers and [t.slots[0].at.hour - clock.hour for t in found.halves if isinstance(t, Recurring)] == [0, 12]
    for answer in ("in the morning", "朝", f"{clock:%H:%M}"):
        assert half_meant(answer, found.halves, NOW) == found.halves[0]
    for answer in ("in the evening", "夕方", f"{clock.hour + 12}:{clock:%M}"):
        assert half_meant(answer, found.halves, NOW) == found.halves[1]
    assert half_meant("whatever you like", found.halves, NOW) is None


@pytest.mark.parametrize(
    "words", ["every morning at ten to six", "every day at 18:15", "every day at eight", "毎朝6時15分に", "at half past six"]
)
def test_a_half_that_is_said_or_plain_is_not_asked_about(words: str) -> None:
    assert timed(words, NOW).triggers


@pytest.mark.parametrize(
    ("words", "days"),
    [("every Sunday at sunset", (6,)), ("平日の日没に", (0, 1, 2, 3, 4)), ("every day at sunset", ()), ("at sunset", ())],
)
def test_the_sun_of_some_days_keeps_them(words: str, days: tuple[int, ...]) -> None:
    found = timed(words, NOW)
    assert found.triggers == (Sun(event=SunEvent.SUNSET),)
    assert (weekdays_of(found.days) if found.days else ()) == days


@pytest.mark.parametrize(
    ("words", "moment", "end"),
    [
        ("at sunset until Friday", "at sunset", "until Friday"),
        ("until the end of the month at sunset", "at sunset", "until the end of the month"),
        ("月末まで毎日日没", "毎日日没", "月末まで"),
        ("every day at sunset", "every day at sunset", ""),
    ],
)
def test_an_end_among_the_words_for_a_moment_is_taken_apart(words: str, moment: str, end: str) -> None:
    assert end_beside(words, NOW) == (moment, end)


def test_a_period_ends_with_its_last_day() -> None:
    until = until_of(("until the end of the month",), NOW)
    assert until is not None and until.day is not None and (until.day + timedelta(days=1)).day == 1


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ("every morning at seven open the hatch, but not any more after Sunday", "every morning at seven open the hatch until sunday"),
        ("open the hatch at noon", ""),
        ("not any more after Sunday", ""),
    ],
)
def test_what_is_done_no_more_after_a_day_ends_with_it(said: str, ended: str) -> None:
    assert with_end(utterance_of(said, NOW)) == ended
