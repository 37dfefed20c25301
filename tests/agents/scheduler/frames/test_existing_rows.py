"""Frames about rows that exist: done, deleted, moved, changed, left out once."""

import pytest
from tests.agents.scheduler.frames.household import COLLECTIONS, ITEMS, calls, lost


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("complete: I called [title|grandma]", "toggle_custom_task task_id=3 done=True"),
        ("complete: bought [title|the detergent] [when|this morning]", "toggle_custom_task task_id=1 done=True"),
        ("complete: had [person|Tom][title|'s lunch]", "toggle_custom_task task_id=8 done=True"),
        ("move: push [title|ringing grandma] to [new_when|Monday]", "update_custom_task_time task_id=3 date=2026-11-23"),
        ("complete: [title|洗剤]買ったよ", "toggle_custom_task task_id=7 done=True"),
        ("complete: tick off [title|scales]", "toggle_step routine_id=1 step_id=10"),
        ("complete: [title|歯みがき]終わった", "toggle_step routine_id=2 step_id=20"),
        ("delete: cancel [title|the dentist]", "delete_custom_task task_id=2"),
        ("delete: cancel [when|Monday's] [title|lunch]", "delete_custom_task task_id=8"),
        ("delete: cancel [title|the second lunch]", "delete_custom_task task_id=9"),
        ("delete: cancel [title|the dentist appointment]", "delete_custom_task task_id=2"),
        ("delete: cancel [title|lunch] [person|with Paul]", "delete_custom_task task_id=9"),
        ("delete: [title|歯医者]の予定キャンセルして", "delete_custom_task task_id=6"),
        ("delete: delete [title|everything] [when|tomorrow]", "delete_custom_task task_id=1"),
        ("delete: [when|明日]の[title|予定]を[title|全部]消して", "delete_custom_task task_id=1"),
        ("delete: stop [title|yoga]", "delete_routine routine_id=3"),
        ("delete: cancel [title|yoga] [when|on Thursday]", "skip_routine routine_id=3 date=2026-11-26"),
        ("delete: cancel [title|the pasta timer]", "cancel_reminder reminder_id=1"),
        ("delete: cancel [title|my alarm]", "cancel_reminder reminder_id=2"),
        ("delete: bin [title|the seven o'clock alarm]", "cancel_reminder reminder_id=2"),
        ("delete: cancel [title|the dentist reminder]", "cancel_reminder reminder_id=3"),
        ("skip: skip [title|yoga]", "skip_routine routine_id=3 date=2026-11-26"),
        ("skip: no [title|cello practice] [when|this week]", "skip_routine routine_id=1 date=2026-11-21"),
        ("skip: [when|明日]の[title|夜の支度]は休み", "skip_routine routine_id=2 date=2026-11-22"),
        ("change: rename [title|the dentist] to [text|orthodontist]", "rename_custom_task task_id=2 title=Orthodontist"),
        ("change: [title|歯医者]を[text|矯正歯科]に名前変更して", "rename_custom_task task_id=6 title=矯正歯科"),
        ("change: add a note to [title|the dentist]: [text|bring the card]", "update_custom_task_memo task_id=2 memo=Bring the card"),
        (
            "change: [title|歯医者]に「[text|保険証を持っていく]」とメモして",
            "update_custom_task_memo task_id=6 memo=保険証を持っていく",
        ),
        ("change: note on [title|the team meeting]: [text|bring cake]", "update_custom_task_memo task_id=4 memo=Room 2\nBring cake"),
        ("change: change the location of [title|the team meeting] to [text|room 4]", "update_custom_task_place task_id=4 place=Room 4"),
    ],
)
def test_the_row_that_was_named_is_changed(line: str, expected: str) -> None:
    assert calls(line) == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("move: move [title|the dentist] to [new_when|Wednesday at 4]", "update_custom_task_time task_id=2 date=2026-11-25 time=16:00"),
        ("move: move [title|the dentist] [when|from Tuesday] to [new_when|Thursday]", "update_custom_task_time task_id=2 date=2026-11-26"),
        ("move: [title|歯医者]を[new_when|金曜日]に変更して", "update_custom_task_time task_id=6 date=2026-11-27"),
        ("move: make [title|the dentist] [new_when|an hour earlier]", "update_custom_task_time task_id=2 date=2026-11-24 time=14:30"),
        ("move: push [title|the dentist] back [new_when|half an hour]", "update_custom_task_time task_id=2 date=2026-11-24 time=16:00"),
        ("move: [title|歯医者]を[new_when|30分]早めて", "update_custom_task_time task_id=6 date=2026-11-25 time=09:30"),
        ("move: bring [title|the dentist] forward [new_when|by a day]", "update_custom_task_time task_id=2 date=2026-11-23"),
        ("move: move [title|lunch] [person|with Tom] to [new_when|one]", "update_custom_task_time task_id=8 date=2026-11-23 time=13:00"),
        (
            "move: [title|歯医者]が[new_when|10時から13時15分]に変わったので直して",
            "update_custom_task_time task_id=6 date=2026-11-25 time=13:15",
        ),
        ("move: make [title|the dentist] [duration|two hours]", "update_custom_task_time task_id=2 minutes=120"),
        ("move: extend [title|the team meeting] by [duration|half an hour]", "update_custom_task_time task_id=4 minutes=90"),
        ("move: [title|Team meeting]を[new_when|30分]延長して", "update_custom_task_time task_id=4 minutes=90"),
        ("change: change [title|the dentist] to [new_when|five]", "update_custom_task_time task_id=2 date=2026-11-24 time=17:00"),
        ("move: move [title|yoga] to [new_when|7 pm]", "update_routine routine_id=3 time=19:00"),
        ("move: move [title|yoga] to [repeat|every Friday]", "update_routine routine_id=3 days=['fri']"),
    ],
)
def test_a_row_moves_to_where_it_was_said(line: str, expected: str) -> None:
    assert calls(line) == [expected]


def test_an_alarm_at_another_time_is_another_alarm() -> None:
    assert calls("move: move [title|my alarm] to [new_when|6]") == [
        "cancel_reminder reminder_id=2",
        "set_reminder text=Alarm at=2026-11-22T06:00",
    ]


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("delete: cancel [title|the opera]", "title"),
        ("delete: [title|歌舞伎]を消して", "title"),
        ("delete: delete [title|everything]", "title"),
        ("delete: delete [title|all my appointments]", "title"),
        ("move: push [title|the team meeting] back by [duration|half an hour]", "duration"),
        ("change: rename [title|both lunches] to [text|meal]", "title"),
        ("delete: delete [title|it]", "title"),
        ("delete: cancel [person|Tom's] [title|dentist]", "person"),
        ("delete: cancel [title|the dentist] [when|on Friday]", "when"),
        ("delete: cancel [title|the dentist] [condition|if Tom is ill]", "condition"),
        ("delete: cancel [title|yoga] [when|on Friday]", "when"),
        ("delete: cancel [title|the egg timer]", "title"),
        ("delete: cancel [title|the nine o'clock alarm]", "title"),
        ("delete: cancel [title|the dentist] [when|every Tuesday]", "when"),
        ("delete: delete [title|the meeting] [when|at 4 on Friday]", "when"),
        ("skip: skip [title|yoga] [when|every Thursday]", "when"),
        ("delete: [title|最後のやつ]消して", "title"),
        ("complete: I called [title|the plumber]", "title"),
        ("complete: tick off [title|ring the dentist]", "title"),
        ("complete: [title|歯医者に電話]した", "title"),
        ("delete: cancel [title|the dentist's invoice]", "title"),
        ("complete: all done but [except|the dentist] [title|everything] [when|this week]", "except"),
        ("move: move [title|the dentist] to [new_when|yesterday]", "new_when"),
        ("move: move [title|the dentist] to [new_when|whenever suits]", "new_when"),
        ("move: move [title|the dentist] to [new_when|Friday morning]", "new_when"),
        ("move: move [title|yoga] to [new_when|Friday]", "new_when"),
        ("move: extend [title|the dentist] by [duration|half an hour]", "duration"),
        ("skip: skip [title|the dentist] [when|on Tuesday]", "title"),
        ("skip: skip [title|yoga] [when|on Friday]", "when"),
        ("change: the [title|team meeting] is with [text|the new people]", "text"),
    ],
)
def test_no_other_row_is_touched(line: str, slot: str) -> None:
    assert lost(line)[0] == slot


def test_of_several_rows_each_is_an_option() -> None:
    assert lost("delete: cancel [title|lunch]") == ("title", ("Lunch with Tom 2026-11-23 12:00", "Lunch with Paul 2026-11-26 12:00"))


def test_an_option_that_was_chosen_is_taken() -> None:
    assert calls("delete: cancel [title|lunch]", chosen="Lunch with Paul 2026-11-26 12:00") == ["delete_custom_task task_id=9"]


def test_what_is_not_done_is_not_ticked_off() -> None:
    assert lost("complete: I haven't called [title|grandma]") == (None, ())
    assert lost("complete: [title|洗剤]まだ買ってない") == (None, ())


def test_one_unknown_title_leaves_all_of_them() -> None:
    assert lost("delete: cancel [title|the dentist] and [title|the opera]")[0] == "title"


def test_it_is_what_was_just_spoken_of() -> None:
    assert calls("delete: cancel [title|it]", focus=(2,)) == ["delete_custom_task task_id=2"]
    assert calls("move: make that [new_when|Friday]", focus=(2,)) == ["update_custom_task_time task_id=2 date=2026-11-27"]


def test_an_entry_of_another_systems_list_is_ticked_off_and_taken_off() -> None:
    there = {"collections": COLLECTIONS, "items": ITEMS}
    assert calls("complete: tick [title|the bread] off [list_name|the groceries list]", **there) == [
        "complete_list_item collection=todo.groceries item=Rye bread"
    ]
    assert calls("delete: take [title|milk] off [list_name|the shopping list]", **there) == [
        "remove_list_item collection=todo.groceries item=Milk"
    ]
    assert lost("delete: take [title|the dentist] off [list_name|the shopping list]", **there)[0] == "title"


def test_the_last_change_is_taken_back_where_there_is_one() -> None:
    assert calls("undo: undo that", undo=(("added", "k-1"),)) == ["undo_changes keys=['k-1']"]
    assert lost("undo: undo that") == (None, ())
    assert lost("undo: put [device|the lamp] back", undo=(("added", "k-1"),))[0] == "device"
