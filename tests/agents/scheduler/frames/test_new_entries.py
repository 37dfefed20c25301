"""Frames that put something new on the schedule."""

import pytest
from tests.agents.scheduler.frames.household import COLLECTIONS, ITEMS, calls, lost


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("add_entry: [title|dentist] [when|on Tuesday at 3]", "create_custom_task title=Dentist date=2026-11-24 time=15:00"),
        ("add_entry: [when|明日3時]に[title|歯医者]", "create_custom_task title=歯医者 date=2026-11-22 time=15:00"),
        (
            "add_entry: block [duration|two hours] for [title|painting] [when|on Saturday at 2]",
            "create_custom_task title=Painting date=2026-11-28 time=14:00 minutes=120",
        ),
        (
            "add_entry: [title|choir] [when|tomorrow at 8] [duration|until ten]",
            "create_custom_task title=Choir date=2026-11-22 time=08:00 minutes=120",
        ),
        (
            "add_entry: [when|来週の水曜14時]から[duration|1時間][title|打ち合わせ]",
            "create_custom_task title=打ち合わせ date=2026-11-25 time=14:00 minutes=60",
        ),
        ("add_entry: [title|dinner] [when|at 7]", "create_custom_task title=Dinner date=2026-11-21 time=19:00"),
        ("add_entry: [title|submit the form] [when|by Friday]", "create_custom_task title=Submit the form date=2026-11-27"),
        ("add_entry: [title|date night] [when|Friday eight]", "create_custom_task title=Date night date=2026-11-27 time=20:00"),
        (
            "add_entry: [when|Monday week], [title|boiler service], [when|8 to 12]",
            "create_custom_task title=Boiler service date=2026-11-30 time=08:00 minutes=240",
        ),
        ("add_entry: he said [title|the plasterer] [when|on Wednesday]", "create_custom_task title=Plasterer date=2026-11-25"),
        ("add_entry: [when|3時ごろ]に[title|電話]があるらしい", "create_custom_task title=電話 date=2026-11-21 time=15:00"),
        (
            "add_entry: put [title|the plasterer] on [title|my calendar] [when|on Monday at 5pm]",
            "create_custom_task title=Plasterer date=2026-11-23 time=17:00",
        ),
        (
            "add_entry: drop off [person|Grandpa] [when|on Monday at 10]",
            "create_custom_task title=Drop off Grandpa date=2026-11-23 time=10:00",
        ),
        (
            "add_entry: [when|月曜10時]に[person|おばあちゃん]を送っていく",
            "create_custom_task title=おばあちゃんを送っていく date=2026-11-23 time=10:00",
        ),
        ("add_entry: put [person|Ken] down [when|on Monday at 10]", "create_custom_task title=Ken date=2026-11-23 time=10:00"),
        ("add_entry: [title|同窓会]って[when|明日3時]だから入れといて", "create_custom_task title=同窓会 date=2026-11-22 time=15:00"),
        ("add_entry: [when|明日3時][title|園芸会って]入れといて", "create_custom_task title=園芸会 date=2026-11-22 time=15:00"),
        ("add_entry: [when|明日3時]に[title|校庭]で[title|運動会]", "create_custom_task title=校庭で運動会 date=2026-11-22 time=15:00"),
        (
            "add_entry: [title|choir] at [title|the old barn] [when|tomorrow]",
            "create_custom_task title=Choir at the old barn date=2026-11-22",
        ),
        ("add_item: we're out of [title|the milk]", "create_custom_task title=Milk"),
        ("add_item: [title|牛乳]を買っといて", "create_custom_task title=牛乳"),
    ],
)
def test_an_entry_has_the_time_and_the_length_that_were_said(line: str, expected: str) -> None:
    assert calls(line) == [expected]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("add_entry: [title|lunch] [person|with Tom] [when|tomorrow]", "Lunch with Tom"),
        ("add_entry: [person|Tom's] [title|birthday] [when|tomorrow]", "Tom's birthday"),
        ("add_entry: [person|Mia] has [title|football] [when|tomorrow]", "Football (Mia)"),
        ("add_item: [title|a present] [when|tomorrow] [person|for Mum]", "Present for Mum"),
        ("add_entry: [title|drinks] [when|tomorrow] with [person|Sam] and [person|Ana]", "Drinks (Sam, Ana)"),
        ("add_entry: [title|lunch] [person|for me] [when|tomorrow]", "Lunch"),
        ("add_entry: [when|明日]、[person|田中さん]と[title|ランチ]", "田中さんとランチ"),
        ("add_entry: [person|ミア]は[when|明日][title|サッカー]がある", "サッカー（ミア）"),
    ],
)
def test_whom_it_is_for_stands_in_the_title(line: str, title: str) -> None:
    (call,) = calls(line)
    assert call == f"create_custom_task title={title} date=2026-11-22"


def test_each_title_is_an_entry_of_its_own() -> None:
    line = "add_item: stick [title|eggs] and [title|some butter] on [list_name|the shopping list]"
    assert calls(line) == ["create_custom_task title=Eggs", "create_custom_task title=Butter"]


def test_each_listed_time_is_an_entry_of_its_own() -> None:
    line = "add_entry: [title|swimming] [when|on Monday at 7] and [when|Wednesday at 8]"
    assert calls(line) == [
        "create_custom_task title=Swimming date=2026-11-23 time=07:00",
        "create_custom_task title=Swimming date=2026-11-25 time=08:00",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "add_entry: [person|Mia] has [title|football] [repeat|every Thursday] [when|at 5]",
            "add_routine title=Football (Mia) recurrence=FREQ=WEEKLY;BYDAY=TH time=17:00",
        ),
        (
            "add_entry: [repeat|毎週月曜][when|19時]に[title|茶道]",
            "add_routine title=茶道 recurrence=FREQ=WEEKLY;BYDAY=MO time=19:00",
        ),
        ("add_entry: [title|bin day] [repeat|every other Tuesday]", "add_routine title=Bin day recurrence=FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
    ],
)
def test_what_comes_again_is_a_routine(line: str, expected: str) -> None:
    (call,) = calls(line)
    assert call.replace("days=['thu']", "recurrence=FREQ=WEEKLY;BYDAY=TH") == expected


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("add_entry: [title|gym] [repeat|twice a week]", "repeat"),
        ("add_entry: [title|gym] [when|yesterday]", "when"),
        ("add_entry: [title|gym] [when|at half past the usual]", "when"),
        ("add_entry: [title|gym] [when|on 30 February]", "when"),
        ("add_entry: [title|call the bank] [when|before Friday]", "when"),
        ("add_entry: [title|gym] [when|おととい]", "when"),
        ("add_entry: we are in [title|Bath] [when|until Friday]", "when"),
        ("add_entry: [when|金曜まで][title|出張]", "when"),
        ("add_entry: [title|gym] [when|after Friday]", "when"),
        ("add_entry: [title|yoga] [repeat|every Monday]", "title"),
        ("add_entry: put [title|it] in my calendar [when|tomorrow]", "title"),
        ("add_item: get [title|milk] [condition|if we are out of it]", "condition"),
        ("add_item: [condition|雨なら][title|傘]買って", "condition"),
        ("add_entry: [title|gym] [when|tomorrow] [duration|for a good while]", "duration"),
        ("add_entry: [title|gym] [lead|an hour before]", "lead"),
        ("add_entry: [title|gym] [when|tomorrow] [except|but not the sauna]", "except"),
    ],
)
def test_a_slot_that_cannot_be_honoured_leaves_the_frame(line: str, slot: str) -> None:
    assert lost(line)[0] == slot


def test_a_list_of_another_system_takes_what_is_put_on_it() -> None:
    line = "add_item: put [title|eggs] and [title|a lemon] on [list_name|the shopping list]"
    assert calls(line, collections=COLLECTIONS, items=ITEMS) == [
        "add_list_item collection=todo.groceries item=Eggs",
        "add_list_item collection=todo.groceries item=Lemon",
    ]


def test_nothing_is_put_on_a_list_that_there_is_not() -> None:
    line = "add_item: put [title|socks] on [list_name|my packing list]"
    assert lost(line, collections=COLLECTIONS, items=ITEMS) == ("list_name", ("Groceries", "Family"))
    assert lost(line) == ("list_name", ())


def test_a_calendar_of_another_system_takes_an_event_with_a_day() -> None:
    line = "add_entry: put [title|the school play] on [list_name|the family calendar] [when|on Friday at 6 pm]"
    expected = "add_calendar_event collection=calendar.family title=School play date=2026-11-27 time=18:00"
    assert calls(line, collections=COLLECTIONS, items=ITEMS) == [expected]
    without = "add_entry: put [title|the school play] on [list_name|the family calendar]"
    assert lost(without, collections=COLLECTIONS, items=ITEMS)[0] == "list_name"
