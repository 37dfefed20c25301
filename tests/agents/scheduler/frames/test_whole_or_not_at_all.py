"""What holds for every frame: it is carried out whole or not at all, and nothing is touched that was not named."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.scheduler.frames.household import NOW, ROUTINES, TASKS, in_short, resolved

from yamori.understanding.frame import IntentName, SlotName
from yamori.understanding.marked import marked

OWN = (
    *("add_entry", "add_item", "remind", "set_alarm", "set_timer", "complete", "delete", "move", "change", "skip"),
    *("list", "find", "free_time", "write_diary", "read_diary", "undo"),
)
UNKNOWN = ("the opera", "bassoon", "Zoë's recital", "歌舞伎", "盆栽の手入れ", "zzz")
DAYS = ("on Tuesday", "tomorrow", "on 5 December", "next Friday", "明日", "12月5日")
NO_DAYS = ("whenever", "after the match", "そのうち", "at the usual time")


@pytest.mark.parametrize("intent", [i.value for i in IntentName if i.value not in OWN])
def test_other_agents_intents_are_left_to_them(intent: str) -> None:
    found = resolved(f"{intent}: whatever [title|the dentist] may be")
    assert not found.calls and not found.explained
    assert [u.slot for u in found.unresolved] == [None]


@pytest.mark.parametrize("intent", OWN)
def test_no_intent_is_carried_out_under_a_condition(intent: str) -> None:
    line = f"{intent}: see to [title|the dentist] [when|tomorrow at 9] [condition|if it rains]"
    found = resolved(line, undo=(("added", "k-1"),))
    assert not found.calls and found.unresolved[0].slot is not None


@given(st.sampled_from(UNKNOWN), st.sampled_from(("delete", "complete", "move", "change", "skip")), st.sampled_from(("", *DAYS)))
def test_an_unknown_title_changes_nothing(title: str, intent: str, day: str) -> None:
    said = f" [when|{day}]" if day else ""
    target = {"move": " to [new_when|5 pm]", "change": " renamed [text|something]"}.get(intent, "")
    found = resolved(f"{intent}: now [title|{title}]{said}{target}")
    assert not found.calls and len(found.unresolved) == 1


@given(
    st.sampled_from(("add_entry", "add_item", "remind")),
    st.sampled_from(("gym", "pay the rent", "洗車")),
    st.sampled_from((*DAYS, *NO_DAYS, "yesterday", "昨日")),
)
def test_a_day_that_was_said_is_in_the_call_or_nothing_is_called(intent: str, title: str, day: str) -> None:
    found = resolved(f"{intent}: note [title|{title}] [when|{day}]")
    if day not in DAYS:
        assert not found.calls and found.unresolved[0].slot is not None and found.unresolved[0].slot.name is SlotName.WHEN
        return
    (call,) = found.calls
    assert date.fromisoformat(str(call.arguments["date"])) > NOW.date()


@given(st.sampled_from([t for t in TASKS if t.date is not None and not t.done]), st.integers(min_value=0, max_value=13))
def test_a_row_is_deleted_on_no_other_day_than_its_own(task: object, ahead: int) -> None:
    row = next(t for t in TASKS if t == task)
    day = NOW.date() + timedelta(days=ahead)
    found = resolved(f"delete: drop [title|{row.title}] [when|on {day:%-d %B}]")
    assert [in_short(c) for c in found.calls] == ([f"delete_custom_task task_id={row.id}"] if day == row.date else [])


@given(st.sampled_from(ROUTINES), st.integers(min_value=0, max_value=13))
def test_a_routine_is_left_out_only_on_its_days(routine: object, ahead: int) -> None:
    row = next(r for r in ROUTINES if r == routine)
    day = NOW.date() + timedelta(days=ahead)
    found = resolved(f"skip: leave out [title|{row.title}] [when|on {day:%-d %B}]")
    comes = f"{day:%a}"[:2].upper() in row.recurrence.rpartition("BYDAY=")[2] or row.recurrence == "FREQ=DAILY"
    assert [in_short(c) for c in found.calls] == ([f"skip_routine routine_id={row.id} date={day}"] if comes else [])


def test_the_other_frames_are_carried_out_where_one_is_not() -> None:
    found = resolved("delete: cancel [title|the opera] || add_item: and get [title|milk] || turn_on: and [device|the lamp]")
    assert [in_short(c) for c in found.calls] == ["create_custom_task title=Milk"]
    assert [f.intent for f in found.resolved] == [IntentName.ADD_ITEM]
    assert [u.frame.intent for u in found.unresolved] == [IntentName.DELETE, IntentName.TURN_ON]


def test_every_slot_of_what_is_carried_out_is_explained() -> None:
    line = "add_item: [reason|we have guests], get [retracted|tea, no,] [title|coffee] [when|tomorrow] || delete: drop [title|the opera]"
    found = resolved(line)
    text = marked(line).text
    assert [text[span.start : span.end] for span in found.explained] == ["we have guests", "tea, no,", "coffee", "tomorrow"]


_TEXTS = st.sampled_from(
    (
        *("the dentist", "it", "everything", "最後のやつ", "全部", "歯医者", "for Mum", "ミア", "the shopping list", "?!", "あ"),
        *("tomorrow", "every Monday", "明日の3時", "an hour later", "30分前", "ten minutes", "twice a week", "until ten", "5"),
        *("the 31st of February", "the day before", "1e9 hours"),
    )
)


@given(
    st.sampled_from(OWN),
    st.lists(st.tuples(st.sampled_from(list(SlotName)), _TEXTS), max_size=5),
    st.sampled_from(("", " and ", "の", "、", " to ")),
)
def test_whatever_a_reader_makes_of_a_sentence_comes_to_calls_or_to_none(intent: str, slots: list[tuple[SlotName, str]], tie: str) -> None:
    found = resolved(f"{intent}: so " + tie.join(f"[{name.value}|{text}]" for name, text in slots), focus=(2,), undo=(("added", "k"),))
    assert len(found.resolved) + len(found.unresolved) == 1
    assert bool(found.calls) is bool(found.resolved)
    assert not found.resolved or not {SlotName.CONDITION, SlotName.EXCEPT, SlotName.DEVICE} & {name for name, _ in slots}
