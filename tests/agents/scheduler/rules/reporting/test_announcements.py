"""The words of reminders and briefings, in both languages."""

from datetime import date, datetime, time, timedelta

import pytest
from tests.agents.scheduler.reminded import TOKYO

from yamori.agents.scheduler.rules.reporting.announcement import (
    MOST_LINES,
    DayAhead,
    Line,
    announcement,
    briefing_text,
    day_words,
    spoken_language,
)
from yamori.agents.scheduler.rules.rows.reminder import Firing
from yamori.agents.scheduler.wording import words_in
from yamori.domain.language import Language

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=TOKYO)
EN, JA = Language.ENGLISH, Language.JAPANESE


@pytest.mark.parametrize(
    ("words", "firing", "english", "japanese"),
    [
        ("Tea", Firing(due=NOW), "Tea", "Tea"),
        (None, Firing(due=NOW), "Time is up", "時間です"),
        ("Vet", Firing(due=NOW, starts=NOW + timedelta(minutes=30)), "Vet, 09:30", "Vet、09:30"),
        (
            "Vet",
            Firing(due=NOW, starts=NOW + timedelta(days=1)),
            "Vet, Sunday 22 November 09:00",
            "Vet、11月22日(日) 09:00",
        ),
        (
            "Tea",
            Firing(due=NOW - timedelta(hours=1), late=True),
            "Tea (late: it was due at 08:00)",
            "Tea(08:00にお知らせするはずでした)",
        ),
        (
            "Tea",
            Firing(due=NOW - timedelta(days=400), late=True, missed=True),
            "Tea (missed: it was due on Friday 17 October 2025 09:00)",
            "Tea(2025年10月17日(金) 09:00にお知らせできませんでした)",
        ),
    ],
)
def test_a_reminder_says_what_when_and_that_it_is_late(words: str | None, firing: Firing, english: str, japanese: str) -> None:
    assert announcement(words, firing, now=NOW, zone=TOKYO, language=EN) == english
    assert announcement(words, firing, now=NOW, zone=TOKYO, language=JA) == japanese


def test_the_language_is_the_persons_else_that_of_the_words() -> None:
    assert [spoken_language(w, p) for w, p in (("お茶", None), ("Tea", None), (None, None), ("Tea", JA), ("お茶", EN))] == [
        JA,
        EN,
        EN,
        JA,
        EN,
    ]


def test_a_long_day_is_cut_and_says_how_much_is_left_out() -> None:
    ahead = DayAhead(day=NOW.date(), tasks=[Line(title=f"t{n}", time=time(8)) for n in range(MOST_LINES + 3)])
    assert briefing_text(ahead, EN).endswith(f"- 08:00 t{MOST_LINES - 1}\n- and 3 more")
    assert briefing_text(ahead, JA).endswith(f"- 08:00 t{MOST_LINES - 1}\n- ほか3件")


def test_a_day_without_anything_says_so() -> None:
    empty = DayAhead(day=date(2026, 11, 21))
    assert briefing_text(empty, EN) == "It is Saturday 21 November.\nNothing is planned for today."
    assert briefing_text(empty, JA) == "11月21日(土)です。\n今日の予定はありません。"
    assert day_words(date(2027, 1, 1), date(2026, 11, 21), words_in(EN)) == "Friday 1 January 2027"
