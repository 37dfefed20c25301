"""Files as other programs write them, after public reports of what readers made of them."""

from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, TaskFields
from yamori.agents.scheduler.calendars.notes import Why
from yamori.agents.scheduler.calendars.reading import Contents, read_calendar
from yamori.agents.scheduler.calendars.zone_names import zone_described, zone_named
from yamori.agents.scheduler.rules.rows.occurrences import occurrences

from . import rows
from .server import event

FILES = Path(__file__).parent / "files"


def read(name: str, home: str = rows.BERLIN) -> Contents:
    return read_calendar((FILES / name).read_bytes(), home)


def one(*lines: str, home: str = rows.BERLIN, kind: str = "VEVENT") -> TaskFields | RoutineFields:
    (found,) = read_calendar(event("u", "SUMMARY:X", *lines, kind=kind), home).found
    return found.fields


def old(*lines: str, head: tuple[str, ...] = ()) -> bytes:
    """A calendar of version 1.0 with one event."""
    return "\r\n".join(("BEGIN:VCALENDAR", "VERSION:1.0", *head, "BEGIN:VEVENT", *lines, "END:VEVENT", "END:VCALENDAR", "")).encode(
        "latin-1"
    )


def test_lines_that_are_folded_within_a_character_are_read() -> None:
    contents = read("fold-inside-a-character.ics")
    assert (contents.found[0].fields.title, contents.notes) == ("三年二組の授業参観と保護者会のお知らせ、体育館に集合してください", ())
    contents = read("fold-inside-an-umlaut.ics")
    assert (contents.found[0].fields.title, contents.notes) == ("a" * 66 + "ü Straßenfest", ())


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r", b"\r\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("width", [1, 2, 7, 74])
def test_lines_are_unfolded_by_octets_whatever_ends_them(end: bytes, mark: bytes, width: int) -> None:
    title = "Straßenfest 🎉 für 三年二組"
    octets = f"SUMMARY:{title}".encode()
    folded = (end + b"\t").join(octets[i : i + width] for i in range(0, len(octets), width))
    file = event("u", "TITLE", "DTSTART;VALUE=DATE:20261203").encode().replace(b"\n", end).replace(b"TITLE", folded)
    contents = read_calendar(mark + file, rows.BERLIN)
    assert ([found.fields.title for found in contents.found], contents.notes) == ([title], ())


@pytest.mark.parametrize(
    ("name", "home", "skipped"),
    [
        ("recurrence-id-in-utc.ics", rows.BERLIN, (date(2026, 12, 8),)),
        ("recurrence-id-in-utc.ics", rows.TOKYO, (date(2026, 12, 8),)),
        ("recurrence-id-in-another-zone.ics", rows.BERLIN, (date(2026, 12, 9),)),
        ("whole-days-with-exdates-in-a-zone.ics", rows.BERLIN, (date(2026, 12, 14), date(2026, 12, 21))),
        ("whole-days-with-exdates-in-a-zone.ics", "America/New_York", (date(2026, 12, 14), date(2026, 12, 21))),
    ],
)
def test_occurrences_are_known_by_the_day_of_their_own_series(name: str, home: str, skipped: tuple[date, ...]) -> None:
    series, moved = read(name, home).found
    assert isinstance(series.fields, RoutineFields) and isinstance(moved.fields, TaskFields)
    assert series.fields.skipped == skipped and moved.instance == skipped[-1].isoformat()


def test_left_out_occurrences_may_be_named_in_any_zone_and_several_at_once() -> None:
    fields = one(
        "DTSTART;TZID=America/Los_Angeles:20261201T190000",
        "RRULE:FREQ=WEEKLY;COUNT=9",
        "EXDATE:20261209T030000Z,20261216T030000Z",
        "EXDATE;TZID=Asia/Tokyo:20261223T120000",
        "EXDATE;VALUE=DATE:20261229",
    )
    assert isinstance(fields, RoutineFields)
    assert fields.skipped == (date(2026, 12, 8), date(2026, 12, 15), date(2026, 12, 22), date(2026, 12, 29))


def test_an_occurrence_may_stand_before_its_series_and_be_named_by_its_day_alone() -> None:
    blocks = (
        "BEGIN:VEVENT\nUID:u\nRECURRENCE-ID{}\nDTSTART:20261211T030000Z\nSUMMARY:Moved\nEND:VEVENT\n",
        "BEGIN:VEVENT\nUID:u\nDTSTART;TZID=America/Los_Angeles:20261201T190000\nRRULE:FREQ=WEEKLY\nSUMMARY:X\nEND:VEVENT\n",
    )
    for named in (":20261209T030000Z", ";VALUE=DATE:20261208", ";TZID=Asia/Tokyo:20261209T120000"):
        contents = read_calendar("BEGIN:VCALENDAR\n" + "".join(blocks).format(named) + "END:VCALENDAR\n", rows.BERLIN)
        (routine,) = (f.fields for f in contents.found if isinstance(f.fields, RoutineFields))
        assert routine.skipped == (date(2026, 12, 8),)


def split(*lines: str, moved: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The days of each series that an event and a change of all that follow become."""
    override = "\n".join(("BEGIN:VEVENT", "UID:u", "SUMMARY:Later", *moved, "END:VEVENT", "END:VCALENDAR"))
    contents = read_calendar(event("u", "SUMMARY:X", *lines).replace("END:VCALENDAR", override), rows.BERLIN, splits=True)
    return [days_in(found.fields) for found in contents.found]


def days_in(fields: Fields) -> tuple[str, ...]:
    if isinstance(fields, TaskFields):
        return (str(fields.date),)
    found = occurrences(fields.recurrence, fields.starts, fields.starts, date(2027, 6, 1), skipped=fields.skipped)
    return tuple(day.strftime("%d.%m.") for day in found)


def test_a_change_of_all_following_occurrences_makes_two_series() -> None:
    contents = read_calendar((FILES / "this-and-future.ics").read_bytes(), rows.BERLIN, splits=True)
    assert [(f.fields.title, f.fields.time, days_in(f.fields)) for f in contents.found] == [
        ("Violin lesson", time(17), ("01.12.", "08.12.")),
        ("Violin lesson (new teacher)", time(18, 30), ("16.12.", "23.12.", "30.12.", "06.01.")),
    ]
    assert contents.notes == ()


def test_what_follows_keeps_its_days_whatever_they_were() -> None:
    every_day = split(
        "DTSTART;VALUE=DATE:20261201",
        "RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261209",
        "EXDATE;VALUE=DATE:20261207",
        moved=("RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261205", "DTSTART;VALUE=DATE:20261206"),
    )
    assert every_day == [("01.12.", "03.12."), ("06.12.", "10.12.")]
    cancelled = split(
        "DTSTART;TZID=Europe/Berlin:20261201T170000",
        "RRULE:FREQ=WEEKLY;COUNT=6",
        moved=("RECURRENCE-ID;RANGE=THISANDFUTURE:20261215T160000Z", "DTSTART:20261215T160000Z", "STATUS:CANCELLED"),
    )
    assert cancelled == [("01.12.", "08.12.")]


def test_a_change_of_all_following_occurrences_that_cannot_be_taken_is_said() -> None:
    assert [note.why for note in read("this-and-future.ics").notes] == [Why.RANGE]


def test_whole_days_of_exchange_have_no_time_in_whatever_zone_they_were_written() -> None:
    for home in (rows.BERLIN, rows.TOKYO, "America/Los_Angeles"):
        found = [f.fields for f in read("exchange-whole-days.ics", home).found]
        assert [(f.date, f.time, f.duration) for f in found if isinstance(f, TaskFields)] == [
            (date(2026, 12, 24), None, None),
            (date(2026, 11, 26), None, None),
        ]


@pytest.mark.parametrize(
    ("lines", "when"),
    [
        (("DTSTART:20261223T230000Z", "DTEND:20261224T230000Z"), (date(2026, 12, 24), None, None)),
        (("DTSTART:20261126T050000Z", "DTEND:20261128T050000Z"), (date(2026, 11, 26), None, timedelta(days=2))),
        (
            ("DTSTART;TZID=Europe/Berlin:20260328T000000", "DTEND;TZID=Europe/Berlin:20260330T000000"),
            (date(2026, 3, 28), None, timedelta(2)),
        ),
        (("DTSTART:20261223T100000Z", "DTEND:20261223T110000Z"), (date(2026, 12, 23), time(11), timedelta(hours=1))),
    ],
)
def test_what_is_flagged_as_all_day_is_so_where_it_lasts_whole_days(lines: tuple[str, ...], when: object) -> None:
    fields = one(*lines, "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE")
    assert isinstance(fields, TaskFields) and (fields.date, fields.time, fields.duration) == when


def test_a_recurring_whole_day_of_exchange_leaves_out_the_days_of_its_own_zone() -> None:
    fields = one(
        "DTSTART;TZID=Eastern Standard Time:20261126T000000",
        "DTEND;TZID=Eastern Standard Time:20261127T000000",
        "RRULE:FREQ=WEEKLY;UNTIL=20261217T050000Z",
        "EXDATE:20261203T050000Z",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
        home=rows.TOKYO,
    )
    assert isinstance(fields, RoutineFields)
    assert (fields.time, fields.zone, fields.skipped) == (None, None, (date(2026, 12, 3),))
    assert fields.recurrence == "FREQ=WEEKLY;UNTIL=20261217"


def test_quoted_printable_values_are_read() -> None:
    (found,) = read("quoted-printable.vcs").found
    fields = found.fields
    assert (fields.title, fields.place, fields.memo) == (
        "Elternabend für die Klasse 3b",
        "図書館",
        "Bitte Stifte mitbringen\nund Hausschuhe",
    )
    assert fields.alarms == (3600,)


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Fr=FChst=FCck", "Frühstück"),
        ("SUMMARY;QUOTED-PRINTABLE:Fr=C3=BChst=C3=BCck", "Frühstück"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=SHIFT_JIS:=8E=95=88=E3=8E=D2", "歯医者"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:Fr=C3=\r\n=BChst=C3=BC=\r\nck", "Frühstück"),
        ("SUMMARY;ENCODING=QUOTED-PRINTABLE:Fr=C3=\r\n =BChst=C3=BCck", "Frühstück"),
        ("SUMMARY;CHARSET=ISO-8859-1:Fr\xfchst\xfcck", "Frühstück"),
        ("SUMMARY;ENCODING=BASE64;CHARSET=UTF-8:RnLDvGhzdMO8Y2s=", "Frühstück"),
        ("SUMMARY;ENCODING=8BIT:Breakfast", "Breakfast"),
        ("SUMMARY:1 + 1 =", "1 + 1 ="),
    ],
)
def test_a_property_may_have_an_encoding_and_a_character_set_of_its_own(line: str, title: str) -> None:
    contents = read_calendar(old(line, "DTSTART:20261210T180000Z"), rows.BERLIN)
    assert ([found.fields.title for found in contents.found], contents.notes) == ([title], ())


@pytest.mark.parametrize(
    ("rule", "recurrence"),
    [
        ("W1 TU #5", "FREQ=WEEKLY;BYDAY=TU;COUNT=5"),
        ("W2 TU TH #0", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"),
        ("W1 TU TH #2", "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261213"),
        ("D1 20261231T000000Z", "FREQ=DAILY;UNTIL=20261230"),
        ("D3 #4", "FREQ=DAILY;INTERVAL=3;COUNT=4"),
        ("MP1 1+ TU #6", "FREQ=MONTHLY;BYDAY=1TU;COUNT=6"),
        ("MD1 1 LD #0", "FREQ=MONTHLY;BYMONTHDAY=1,-1"),
        ("YM1 12 #3", "FREQ=YEARLY;BYMONTH=12;COUNT=3"),
    ],
)
def test_rules_of_the_older_format_are_read(rule: str, recurrence: str) -> None:
    (found,) = read_calendar(old("SUMMARY:X", "DTSTART:20261201T180000Z", f"RRULE:{rule}"), rows.BERLIN).found
    assert isinstance(found.fields, RoutineFields) and found.fields.recurrence == recurrence


def test_a_rule_of_the_older_format_that_has_no_counterpart_is_said_to_be_none() -> None:
    assert [n.why for n in read_calendar(old("SUMMARY:X", "DTSTART:20261201T180000Z", "RRULE:M15 #4"), rows.BERLIN).notes] == [Why.RULE]


def test_the_older_format_has_a_zone_of_the_whole_file_and_lists_with_semicolons() -> None:
    head = ("TZ:-05", "DAYLIGHT:TRUE;-04;20260308T020000;20261101T020000;EST;EDT")
    winter, summer = (
        read_calendar(old("SUMMARY:X", f"DTSTART:{day}T120000", "AALARM:;;1;", head=head), rows.BERLIN).found[0].fields
        for day in ("20261210", "20260710")
    )
    assert (winter.time, summer.time, winter.alarms) == (time(18), time(18), ())
    (found,) = read_calendar(
        old("SUMMARY:X", "DTSTART:20261201T180000", "RRULE:W1 #4", "EXDATE:20261208T180000;20261215T180000", "DALARM:20261201T173000;;1"),
        rows.BERLIN,
    ).found
    assert isinstance(found.fields, RoutineFields)
    assert (found.fields.skipped, found.fields.alarms) == ((date(2026, 12, 8), date(2026, 12, 15)), (1800,))


def test_zones_are_known_however_they_are_spelled() -> None:
    contents = read("spellings-of-zones.ics")
    assert contents.notes == ()
    starts = {f.fields.title.removeprefix("tz "): f.fields.time for f in contents.found}
    assert starts == {
        "tzone://Microsoft/Utc": time(13),
        "UTC+01": time(12),
        "GMT+0200": time(11),
        "GMT-0500": time(18),
        "Utc": time(13),
        "Etc/GMT-3": time(10),
        "Coordinated Universal Time": time(13),
        "Z": time(13),
        "(UTC+09:00) Osaka Sapporo Tokyo": time(4),
        "/freeassociation.sourceforge.net/Tzfile/Europe/London": time(13),
        "America/New_York 1": time(18),
        "CET": time(12),
        "Europe/Kyiv": time(11),
        "JST": time(4),
        "GMT Standard Time": time(13),
        "Tokyo Standard Time": time(4),
        "utc": time(13),
    }


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("/citadel.org/20210210_1/Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("America/New York", "America/New_York"),
        ("Eastern Standard Time 1", "America/New_York"),
        ("(UTC-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"),
        ("(UTC+01:00) Brussels, Copenhagen, Madrid, Paris", "Europe/Brussels"),
        ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
        ("(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("(UTC) Coordinated Universal Time", "UTC"),
        ("UTC-3", "Etc/GMT+3"),
        ("+09:00", "Etc/GMT-9"),
        ("GMT+0530", "Asia/Kolkata"),
        ("BST", "Europe/London"),
    ],
)
def test_a_name_means_a_zone(name: str, key: str) -> None:
    described = zone_described(name)
    zone = zone_named(name) or (described.zone if described is not None else None)
    for month in (1, 7):  # the same clock, by whichever of its names
        at = datetime(2026, month, 1)
        assert zone is not None and at.replace(tzinfo=zone).utcoffset() == at.replace(tzinfo=ZoneInfo(key)).utcoffset()


@pytest.mark.parametrize("name", ["Mars/Olympus", "Customized Time Zone", "UTC+25", "CST", "../../etc/passwd", "", "x" * 5000])
def test_a_name_that_may_mean_anything_means_no_zone(name: str) -> None:
    assert zone_named(name) is None and zone_described(name) is None


def test_an_unknown_zone_is_said_once_and_one_known_by_its_offset_alone_as_well() -> None:
    file = "".join(
        event(f"{n}", f"SUMMARY:{n}", f'DTSTART;TZID="{zone}":20261210T120000', f'DTEND;TZID="{zone}":20261210T130000')
        for n, zone in enumerate(("Mars/Olympus", "Mars/Olympus", "(UTC+04:00) Nowhere", "(UTC+04:00) Nowhere"))
    )
    assert [note.why for note in read_calendar(file, rows.BERLIN).notes] == [Why.ZONE, Why.ZONE_OFFSET]


def test_a_customized_zone_is_read_from_its_definition_in_summer_and_in_winter() -> None:
    zone = (FILES / "exchange-whole-days.ics").read_text().split("BEGIN:VTIMEZONE")[1].split("END:VTIMEZONE")[0]
    zone = f"BEGIN:VTIMEZONE{zone.replace('W. Europe Standard Time', 'Customized Time Zone')}END:VTIMEZONE\n"
    file = event("u", "SUMMARY:X", "DTSTART;TZID=Customized Time Zone:20260701T120000", "RRULE:FREQ=WEEKLY;BYDAY=WE")
    contents = read_calendar(file.replace("BEGIN:VEVENT", zone + "BEGIN:VEVENT"), rows.TOKYO)
    (found,) = contents.found
    assert isinstance(found.fields, RoutineFields) and found.fields.time == time(12) and contents.notes == ()
    assert found.fields.zone is not None and zone_named(found.fields.zone) is not None


def test_a_finished_series_of_to_dos_is_not_open_again() -> None:
    contents = read("finished-to-dos.ics")
    done = {f.fields.title: f.fields.done for f in contents.found if isinstance(f.fields, TaskFields)}
    assert done == {"Water the tomatoes": True, "Renew library card": True, "Tax papers": False}
    assert [note.why for note in contents.notes] == [Why.SERIES_DONE]


@pytest.mark.parametrize(
    ("lines", "open"),
    [
        (("STATUS:NEEDS-ACTION", "PERCENT-COMPLETE:100"), True),
        (("STATUS:IN-PROCESS", "PERCENT-COMPLETE:50"), True),
        (("PERCENT-COMPLETE:100",), False),
        (("COMPLETED:20261020T080000Z",), False),
        ((), True),
    ],
)
def test_a_recurring_to_do_is_open_unless_it_is_said_to_be_done(lines: tuple[str, ...], open: bool) -> None:
    fields = one("DUE;VALUE=DATE:20261210", "RRULE:FREQ=WEEKLY", *lines, kind="VTODO")
    assert isinstance(fields, RoutineFields) is open


@pytest.mark.parametrize(
    ("lines", "when"),
    [
        (("DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20261231"), (date(2026, 12, 31), None, None)),
        (("DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270102"), (date(2026, 12, 31), None, timedelta(days=2))),
        (("DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20261230"), (date(2026, 12, 31), None, None)),
        (("DTSTART;VALUE=DATE:20261231", "DURATION:P2D"), (date(2026, 12, 31), None, timedelta(days=2))),
        (("DTSTART:20261231T230000", "DURATION:PT2H"), (date(2026, 12, 31), time(23), timedelta(hours=2))),
        (
            ("DTSTART;TZID=Europe/Berlin:20261025T010000", "DTEND;TZID=Europe/Berlin:20261025T040000"),
            (date(2026, 10, 25), time(1), timedelta(hours=3)),
        ),
    ],
)
def test_spans_at_the_ends_of_days_and_years(lines: tuple[str, ...], when: object) -> None:
    fields = one(*lines)
    assert isinstance(fields, TaskFields) and (fields.date, fields.time, fields.duration) == when
