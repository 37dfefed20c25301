"""Whoever asks for the nearest, the cheapest or the next is told what was compared, or that nothing was."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agentkit.fakes import outcome_of, task
from tests.agents.browser.fake_web import FakeWeb

from yamori.agentkit.journal import Journal
from yamori.agents.browser.agent import browser_agent
from yamori.agents.browser.pages.extracting import Passage
from yamori.agents.browser.rules.comparing import Order, Ordering, first_of, ordering_of

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")
INNS = (("Inn", "Walk", "Night"), ("Heron Inn", "12 min", "¥9,000"), ("Otter Inn", "4 min", "¥12,000"), ("Crane Inn", "20 min", "¥7,500"))


def table(title: str, rows: Sequence[Sequence[str]], *, above: str = "") -> FakeWeb:
    head, *body = rows
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in body)
    web = FakeWeb()
    html = f"<title>{title}</title>{above}<table><tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>{cells}</table>"
    web.add("http://hills.example/", html)
    return web


async def said(web: FakeWeb, text: str, language: str = "en") -> str:
    journal = Journal(None)
    try:
        return (await outcome_of(browser_agent(web.reading()), task(text, now=NOW), journal=journal)).text
    finally:
        journal.close()


@pytest.mark.parametrize(
    ("question", "first", "lead"),
    [
        ("search the web for the nearest inn in Hill Village", "Otter Inn", "by “Walk” (3 of them); this has the lowest value:"),
        ("search the web for the cheapest inn in Hill Village", "Crane Inn", "by “Night” (3 of them); this has the lowest value:"),
        ("My knee hurts, so which inn in Hill Village is closest?", "Otter Inn", "by “Walk” (3 of them); this has the lowest value:"),
    ],
)
async def test_the_first_by_its_number_is_the_answer_and_what_was_compared_is_said(question: str, first: str, lead: str) -> None:
    text = await said(table("Inns in Hill Village", INNS), question)
    assert lead in text.splitlines()[0] and [inn for inn, *_ in INNS[1:] if inn in text] == [first]


async def test_the_first_of_japanese_rows_is_found_by_their_unit() -> None:
    rows = (("宿", "アクセス", "料金"), ("さぎの宿", "駅から12分", "9000円"), ("かわうその宿", "駅から4分", "12000円"))
    web = table("丘の村の宿", rows)
    near = await said(web, "ネットで丘の村でいちばん近い宿を調べて")
    assert near.startswith("1つのページにある2件を「アクセス」で比べました。") and "かわうその宿" in near and "さぎの宿" not in near
    cheap = await said(web, "ネットで丘の村で一番安い宿を調べて")
    assert "さぎの宿" in cheap and "かわうその宿" not in cheap


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("search the web for the best inn in Hill Village", INNS),  # by nothing that a number says
        ("search the web for the nearest inn in Hill Village", (INNS[0], ("Heron Inn", "near the gate", ""), ("Otter Inn", "4 min", ""))),
        ("search the web for the nearest inn in Hill Village", (INNS[0], ("Heron Inn", "1 km", ""), ("Otter Inn", "4 min", ""))),
        ("search the web for the nearest inn in Hill Village", INNS[:2]),  # one row is the nearest of nothing
        ("search the web for the nearest inn with a sauna in Hill Village", INNS),  # nothing says which of them have one
    ],
)
async def test_rows_that_code_cannot_compare_are_all_shown_as_such(question: str, rows: Sequence[Sequence[str]]) -> None:
    text = await said(table("Inns in Hill Village", rows), question)
    assert "I could not compare what I found, so I have not picked one" in text.splitlines()[0]
    assert all(row[0] in text for row in rows[1:])


async def test_of_many_rows_the_number_left_out_is_said() -> None:
    rows = (("Inn", "View"), *((f"Inn {n}", "hills") for n in range(15)))
    assert (await said(table("Inns in Hill Village", rows), "search the web for the nicest inn in Hill Village")).endswith(
        "(Not shown: 3 more.)"
    )


DAYS = (("Day", "Waste"), ("2026-11-26", "glass"), ("2026-11-28", "paper"), ("2026-12-02", "glass"), ("2026-12-09", "glass"))


async def test_the_next_is_the_soonest_from_today_on_of_what_is_asked_about() -> None:
    text = await said(table("Waste of Hill Village", DAYS), "search the web for the next glass waste day in Hill Village")
    assert "2026-12-02" in text and "2026-12-09" not in text and "2026-11" not in text
    assert "(2 of them from today on); this comes next:" in text


async def test_what_is_told_before_the_question_says_which_rows_are_meant() -> None:
    web = table("Waste of Hill Village", DAYS)
    text = await said(web, "The old paper piles up. When is the next waste day in Hill Village?")
    assert "2026-11-28" in text and "2026-12-02" not in text


async def test_a_page_that_calls_something_the_nearest_itself_is_quoted() -> None:
    web = FakeWeb()
    web.add("http://hills.example/", "<title>Hill Village</title><p>The nearest inn in Hill Village is Otter Inn.</p>")
    assert (await said(web, "search the web for the nearest inn in Hill Village")).startswith("This is what I found on the web:")
    other = FakeWeb()
    other.add("http://hills.example/", "<title>Hill Village</title><p>Otter Inn is an inn in Hill Village.</p>")
    assert "not picked one" in await said(other, "search the web for the nearest inn in Hill Village")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("the cheapest ferry", Order.LEAST),
        ("which tower is the highest?", Order.MOST),
        ("when is the next ferry?", Order.NEXT),
        ("the latest ferry notice", Order.LAST),
        ("the oldest inn", Order.UNKNOWN),
        ("最寄りの宿", Order.LEAST),
        ("次の便は何時？", Order.NEXT),
        ("最新のお知らせ", Order.LAST),
        ("一番おいしい店", Order.UNKNOWN),
        ("what is on next Friday", None),
        ("the inn next to the gate", None),
        ("a walk in the forest", None),
        ("次の日曜の催し", None),
        ("近い宿", None),
        ("本の目次の書き方", None),
    ],
)
def test_an_order_is_told_by_its_words(text: str, order: Order | None) -> None:
    found = ordering_of(text, NOW)
    assert (found.order if found is not None else None) is order


def row(*cells: tuple[str, str]) -> Passage:
    return Passage(text="; ".join(f"{name}: {text}" for name, text in cells), table="t", cells=cells)


@given(st.lists(st.integers(0, 5000), min_size=2, max_size=12), st.sampled_from(["{} min", "駅から{}分", "{} m", "徒歩{}分ほど"]))
def test_no_row_is_nearer_than_the_one_chosen(walks: list[int], form: str) -> None:
    rows = [row(("Inn", f"Inn {chr(97 + n)}"), ("Walk", form.format(walk))) for n, walk in enumerate(walks)]
    first = first_of(rows, Ordering(order=Order.LEAST, measure="length", word="nearest"), "the nearest inn", NOW)
    assert first is not None and first.count == len(walks)
    assert [rows.index(one) for one in first.rows] == [n for n, walk in enumerate(walks) if walk == min(walks)]


@given(st.lists(st.integers(-400, 400), min_size=1, max_size=12))
def test_nothing_lies_between_today_and_what_comes_next(days: list[int]) -> None:
    today = NOW.date()
    held: list[date] = [today + timedelta(days=n) for n in days]
    rows = [row(("Day", day.isoformat()), ("Waste", "glass")) for day in held]
    first = first_of(rows, Ordering(order=Order.NEXT, measure="date", word="next"), "the next glass", NOW)
    due = [day for day in held if day >= today]
    assert (first is None) == (not due)
    assert first is None or {one.cells[0][1] for one in first.rows} == {min(due).isoformat()}


def test_what_began_and_ended_today_does_not_come_next() -> None:
    rows = [row(("Day", "2026-11-27"), ("Opens", "8:00-9:30")), row(("Day", "2026-11-29"), ("Opens", "8:00-9:30"))]
    first = first_of(rows, Ordering(order=Order.NEXT, measure="date", word="next"), "the next opening", NOW)
    assert first is not None and first.rows == [rows[1]]
