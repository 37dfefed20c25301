"""Frames that ask to be told: reminders, alarms, timers."""

import pytest
from tests.agents.scheduler.frames.household import calls, in_short, lost, resolved

from yamori.understanding.frame import SlotName


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "remind: remind me to [title|take the bins out] [when|tomorrow at seven]",
            "create_custom_task title=Take the bins out date=2026-11-22 time=07:00 remind_minutes=0",
        ),
        (
            "remind: [when|明日の朝8時]に[title|ゴミ出し]のリマインドして",
            "create_custom_task title=ゴミ出し date=2026-11-22 time=08:00 remind_minutes=0",
        ),
        (
            "remind: remind me to [title|buy a present] [person|for Mum] [when|on Friday]",
            "create_custom_task title=Buy a present for Mum date=2026-11-27 remind_at=09:00",
        ),
        (
            "remind: remind me [repeat|every Sunday] [when|at 6 pm] to [title|water the plants]",
            "add_routine title=Water the plants days=['sun'] time=18:00 remind_minutes=0",
        ),
        (
            "remind: remind me to [title|call the dentist] [when|tomorrow at 9]",
            "create_custom_task title=Call the dentist date=2026-11-22 time=09:00 remind_minutes=0",
        ),
        (
            "remind: remind me [lead|the day before] [title|mum's birthday] [when|on 3 December]",
            "create_custom_task title=Mum's birthday date=2026-12-03 remind_minutes=1440",
        ),
        (
            "remind: [title|the plumber] [when|on Monday at nine], tell me [when|on Sunday evening]",
            "create_custom_task title=Plumber date=2026-11-23 time=09:00 remind_minutes=840",
        ),
        (
            "remind: [when|月曜の12時]に[title|花見]、[when|朝]に知らせて",
            "create_custom_task title=花見 date=2026-11-23 time=12:00 remind_minutes=180",
        ),
        ("remind: give me a shout [when|in five minutes]", "set_reminder text=Reminder at=2026-11-21T09:05"),
        ("remind: [when|10時]に声かけて、[reason|薬を飲み忘れそうだから]", "set_reminder text=薬を飲み忘れそうだから at=2026-11-21T10:00"),
    ],
)
def test_something_new_is_told_of_when_it_was_said(line: str, expected: str) -> None:
    (call,) = calls(line)
    assert call.replace("recurrence=FREQ=WEEKLY;BYDAY=SU", "days=['sun']") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("remind: remind me [lead|ten minutes before] [title|the dentist]", "set_reminder task_id=2 lead_minutes=10"),
        ("remind: [title|歯医者]の[lead|30分前]に教えて", "set_reminder task_id=6 lead_minutes=30"),
        ("remind: [lead|前の日の夜]に[title|歯医者]のことリマインドして", "set_reminder task_id=6 lead_minutes=900"),
        ("remind: remind me [lead|the day before] [when|at six pm] about [title|the dentist]", "set_reminder task_id=2 lead_minutes=1290"),
        ("remind: remind me of [title|the dentist] [when|at 2 pm on Tuesday]", "set_reminder task_id=2 lead_minutes=90"),
        ("remind: remind me [lead|an hour before] [title|yoga]", "set_reminder routine_id=3 lead_minutes=60"),
        (
            "remind: remind me to [title|take the insurance card] [lead|an hour before] [title|the dentist]",
            "set_reminder task_id=2 lead_minutes=60 text=Take the insurance card",
        ),
        ("remind: remind me [lead|an hour before] [title|lunch] [when|on Monday]", "set_reminder task_id=8 lead_minutes=60"),
    ],
)
def test_a_row_that_exists_is_told_of_so_long_before_it_begins(line: str, expected: str) -> None:
    assert calls(line) == [expected]


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("remind: remind me [lead|an hour before] [title|the opera]", "title"),
        ("remind: remind me [lead|an hour before] [title|lunch]", "title"),
        ("remind: remind me [lead|an hour before] [title|the dentist] [when|on Friday]", "when"),
        ("remind: remind me [lead|a good while before] [title|the dentist]", "lead"),
        ("remind: remind me [lead|an hour before]", "lead"),
        ("remind: [lead|half an hour before] [title|the dentist] and [title|the opera]", "title"),
        ("remind: remind me of [title|the dentist] [when|on Friday]", "when"),
        ("remind: remind me to [title|get the wash in] [condition|when it rains]", "condition"),
        ("remind: remind me to [title|ring Bob] [when|at 8 this morning]", "when"),
    ],
)
def test_nothing_is_told_of_what_is_not_there_or_not_read(line: str, slot: str) -> None:
    found = resolved(line)
    assert not found.calls
    assert found.unresolved[0].slot is None or found.unresolved[0].slot.name.value == slot


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "add_entry: [title|lunch] [when|on Friday at one] || remind: and remind me [lead|an hour before]",
            ["create_custom_task title=Lunch date=2026-11-27 time=13:00 remind_minutes=60"],
        ),
        (
            "add_entry: [when|火曜の15時]に[title|散髪] || remind: 、[lead|前の]日に教えて",
            ["create_custom_task title=散髪 date=2026-11-24 time=15:00 remind_minutes=1440"],
        ),
        (
            "add_entry: [when|火曜の15時]に[title|散髪]、[lead|前の]日に教えて",
            ["create_custom_task title=散髪 date=2026-11-24 time=15:00 remind_minutes=1440"],
        ),
        (
            "add_entry: [when|金曜の13時]に[title|会食] || remind: 、[lead|30分前]に教えて",
            ["create_custom_task title=会食 date=2026-11-27 time=13:00 remind_minutes=30"],
        ),
        (
            "add_entry: [title|lunch] [when|on Friday at one] || remind: and remind me of [title|it] [when|at nine]",
            ["create_custom_task title=Lunch date=2026-11-27 time=13:00 remind_minutes=240"],
        ),
        (
            "move: move [title|the dentist] to [new_when|Wednesday at 4] || remind: and remind me [lead|an hour before]",
            ["update_custom_task_time task_id=2 date=2026-11-25 time=16:00", "set_reminder task_id=2 lead_minutes=60"],
        ),
        (
            "move: move [title|the dentist] to [new_when|Wednesday at 4] || remind: and remind me [when|at noon]",
            ["update_custom_task_time task_id=2 date=2026-11-25 time=16:00", "set_reminder task_id=2 lead_minutes=240"],
        ),
        (
            "add_entry: [title|lunch] [when|on Friday at one] || change: and note that [text|Tom is allergic to nuts]",
            ["create_custom_task title=Lunch date=2026-11-27 time=13:00 memo=Tom is allergic to nuts"],
        ),
    ],
)
def test_a_further_frame_says_more_of_what_is_added(line: str, expected: list[str]) -> None:
    assert calls(line) == expected


def test_a_reminder_is_of_everything_that_the_frame_before_adds() -> None:
    line = "add_entry: [title|swimming] [when|on Monday at 7] and [when|Wednesday at 8] || remind: and remind me [lead|an hour before]"
    assert calls(line) == [
        "create_custom_task title=Swimming date=2026-11-23 time=07:00 remind_minutes=60",
        "create_custom_task title=Swimming date=2026-11-25 time=08:00 remind_minutes=60",
    ]


@pytest.mark.parametrize(
    "between",
    ["delete: and cancel [title|the opera]", "turn_on: and switch on [device|the lamp]"],
)
def test_a_reminder_is_of_nothing_before_a_frame_that_was_not_resolved(between: str) -> None:
    line = f"add_entry: [title|lunch] [when|on Friday at one] || {between} || remind: and remind me [lead|an hour before]"
    assert [in_short(call) for call in resolved(line).calls] == ["create_custom_task title=Lunch date=2026-11-27 time=13:00"]


def test_nobody_else_is_told_of_what_was_added() -> None:
    found = resolved("add_entry: [title|lunch] [when|on Friday at one] || remind: and tell [person|Omar] [when|at nine]")
    assert [in_short(call) for call in found.calls] == ["create_custom_task title=Lunch date=2026-11-27 time=13:00"]
    assert [u.slot.name for u in found.unresolved if u.slot is not None] == [SlotName.PERSON]


def test_it_is_not_something_else_where_the_frame_before_was_not_resolved() -> None:
    line = "move: move [title|the opera] to [new_when|Wednesday] || remind: and remind me of [title|it] [lead|an hour before]"
    found = resolved(line, focus=(2,))
    assert not found.calls and len(found.unresolved) == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("set_alarm: wake me up [when|at 7]", "set_reminder text=Alarm at=2026-11-22T07:00"),
        ("set_alarm: [when|six] on the dot please", "set_reminder text=Alarm at=2026-11-21T18:00"),
        ("set_alarm: set an alarm for [when|6:30 tomorrow]", "set_reminder text=Alarm at=2026-11-22T06:30"),
        ("set_alarm: [when|明日の朝6時半]に起こして", "set_reminder text=アラーム at=2026-11-22T06:30"),
        (
            "set_alarm: alarm [when|at 6] [repeat|on weekdays]",
            "add_routine title=Alarm recurrence=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR time=06:00 starts=2026-11-23 remind_minutes=0",
        ),
        ("set_alarm: an alarm [when|at 4 pm] to [title|call the vet]", "set_reminder text=Call the vet at=2026-11-21T16:00"),
        ("set_timer: set a timer for [duration|10 minutes]", "set_timer minutes=10"),
        ("set_timer: [duration|5分]はかって", "set_timer minutes=5"),
        ("set_timer: [person|Mia], [duration|20 minutes] of [title|tablet]", "set_timer minutes=20 text=Tablet (Mia)"),
        ("set_timer: start a [duration|90 second] timer", "set_timer seconds=90"),
        ("set_timer: [title|pasta] timer for [duration|an hour and a half]", "set_timer minutes=90 text=Pasta"),
    ],
)
def test_alarms_ring_and_timers_run_for_what_was_said(line: str, expected: str) -> None:
    assert calls(line) == [expected]


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("set_alarm: set an alarm", None),
        ("set_alarm: wake me [when|tomorrow]", "when"),
        ("set_timer: set a timer", None),
        ("set_timer: a timer [duration|until the news]", "duration"),
        ("set_timer: a timer for [duration|ten minutes] [condition|once the water boils]", "condition"),
    ],
)
def test_no_clock_is_set_without_its_time(line: str, slot: str | None) -> None:
    assert lost(line) == (slot, ())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("remind: nudge me [lead|half an hour before the dentist]", "set_reminder task_id=2 lead_minutes=30"),
        ("remind: [lead|歯医者の30分前]に教えて", "set_reminder task_id=6 lead_minutes=30"),
    ],
)
def test_what_the_lead_counts_back_from_may_stand_in_it(line: str, expected: str) -> None:
    assert calls(line) == [expected]


@pytest.mark.parametrize("line", ["remind: don't remind me about [title|the hinges]", "add_item: don't put [title|plums] on the list"])
def test_what_is_not_to_be_brings_nothing_new(line: str) -> None:
    assert not resolved(line).calls


def test_a_length_for_what_was_just_spoken_of_starts_no_timer() -> None:
    assert not resolved("set_timer: make it [duration|90 minutes]", focus=(2,)).calls


def test_a_reminder_named_with_what_it_is_of_takes_nothing_else_away() -> None:
    assert not resolved("delete: cancel [title|the reminder] for [title|the dentist]").calls
