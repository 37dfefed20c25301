"""Frames that ask about the schedule, and the diary."""

import pytest
from tests.agents.scheduler.frames.household import COLLECTIONS, ITEMS, calls, lost


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("list: what's on [when|tomorrow]", "list_tasks_in_period start=2026-11-22 end=2026-11-22"),
        ("list: [when|来週]の予定を教えて", "list_tasks_in_period start=2026-11-23 end=2026-11-29"),
        ("list: what was there [when|on Monday]", "list_tasks_in_period start=2026-11-16 end=2026-11-16"),
        ("list: what is left on [list_name|my to-do list]", "list_tasks_in_period done=False"),
        ("list: what have I finished [when|today]", "list_tasks_in_period start=2026-11-21 end=2026-11-21 done=True"),
        ("list: what's due [when|by Friday]", "list_tasks_in_period start=2026-11-21 end=2026-11-27"),
        ("list: what have I got [when|between now and Sunday]", "list_tasks_in_period start=2026-11-21 end=2026-11-22"),
        ("list: まだ終わってないやつは", "list_tasks_in_period done=False"),
        ("list: 終わったタスクは", "list_tasks_in_period done=True"),
        ("list: 期限切れのタスクある？", "list_overdue"),
        ("list: what [title|reminders] do I have", "list_reminders"),
        ("list: タイマー見せて", "list_reminders"),
        ("list: show me my overdue tasks", "list_overdue"),
        ("list: what's next", "find_next"),
        ("list: does anything overlap [when|this week]", "find_conflicts start=2026-11-16 end=2026-11-22"),
        ("find: when is [title|the dentist]", "list_tasks_in_period about=Dentist"),
        ("find: [title|歯医者]はいつ", "list_tasks_in_period about=歯医者"),
        ("find: when is my next [title|lunch]", "find_next about=Lunch"),
        ("find: did I do [title|yoga] [when|last Thursday]", "list_routines routine_id=3 date=2026-11-19"),
        ("find: how many days until [title|Christmas]", "count_days date=2026-12-25"),
        (
            "free_time: when am I free [when|on Monday] for [duration|two hours]",
            "find_free_time start=2026-11-23 end=2026-11-23 minutes=120",
        ),
        (
            "free_time: am I free [when|tomorrow afternoon]",
            "find_free_time start=2026-11-22 end=2026-11-22 begins=12:00 ends=18:00 minutes=30",
        ),
        ("write_diary: dear diary, [text|we saw a fox]", "append_day_log text=We saw a fox"),
        ("write_diary: [when|昨日]の日記に[text|映画を見た]と書いて", "append_day_log text=映画を見た date=2026-11-20"),
        ("write_diary: note that [text|we walked] [when|this morning]", "append_day_log text=We walked this morning date=2026-11-21"),
        ("read_diary: what did I write [when|on the 15th]", "get_day_log date=2026-11-15"),
        ("read_diary: when did I last write about [title|foxes]", "search_schedule words=foxes"),
    ],
)
def test_a_question_is_looked_up(line: str, expected: str) -> None:
    assert calls(line) == [expected]


def test_what_is_on_another_systems_list_is_read() -> None:
    line = "list: what's on [list_name|the shopping list]"
    assert calls(line, collections=COLLECTIONS, items=ITEMS) == ["list_items collection=todo.groceries"]


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("free_time: is [person|Tom] free [when|on Friday]", "person"),
        ("list: what's on [when|when the moon is full]", "when"),
        ("list: what's on [when|every Thursday]", "when"),
        ("find: when is [title|it]", "title"),
        ("write_diary: write [title|that] down", "title"),
        ("write_diary: [text|a fox] goes in [when|tomorrow]'s diary", "when"),
        ("write_diary: [text|a fox] goes in the diary [condition|if I see one]", "condition"),
    ],
)
def test_what_cannot_be_known_is_not_answered(line: str, slot: str) -> None:
    assert lost(line)[0] == slot


def test_who_is_only_part_of_the_reason_does_not_matter_to_free_time() -> None:
    line = "free_time: [when|tomorrow afternoon] is there [duration|an hour] free? I take [person|mum] [reason|to the clinic]"
    assert calls(line) == ["find_free_time start=2026-11-22 end=2026-11-22 begins=12:00 ends=18:00 minutes=60"]
