"""A back-test in words."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from yamori.automations.testing_words import back_test_text, would_have_text
from yamori.domain.language import Language

NOW = datetime(2026, 11, 26, 18, tzinfo=ZoneInfo("Asia/Tokyo"))


def found(*ago: float, since_days: float = 7, days: int = 7) -> dict[str, Any]:
    times = [(NOW - timedelta(days=each)).isoformat() for each in ago]
    return {"count": len(times), "times": times, "since": (NOW - timedelta(days=since_days)).isoformat(), "days": days}


@pytest.mark.parametrize(
    ("result", "english", "japanese"),
    [
        (
            found(2, 1),
            "It would have run twice in the last 7 days: Tue 18:00, Wed 18:00.",
            "過去7日間では、2回動いたはずです（火 18:00、水 18:00）。",
        ),
        (found(), "It would not have run in the last 7 days.", "過去7日間では、一度も動かなかったはずです。"),
        (
            found(5, 4, 3, 2),
            "It would have run 4 times in the last 7 days: most recently Sun 18:00, Mon 18:00, Tue 18:00.",
            "過去7日間では、4回動いたはずです（最近では日 18:00、月 18:00、火 18:00）。",
        ),
        (
            found(1, since_days=2),
            "It would have run once since Tue 18:00, when my readings begin: Wed 18:00.",
            "記録のある11/24 18:00から今まででは、1回動いたはずです（水 18:00）。",
        ),
        (
            None,
            "No readings are kept yet of what decides it, so I cannot say how often it would have run.",
            "それを判断できる機器の記録がまだないため、どれくらいの頻度で動いたかは分かりません。",
        ),
    ],
)
def test_how_often_it_would_have_fired_is_told_with_when(result: dict[str, Any] | None, english: str, japanese: str) -> None:
    assert back_test_text(result, NOW, Language.ENGLISH) == english
    assert back_test_text(result, NOW, Language.JAPANESE) == japanese


def test_unasked_nothing_is_said_of_less_than_a_day() -> None:
    assert would_have_text(found(0.1, since_days=0.9), NOW, Language.ENGLISH) == ""
    assert would_have_text(found(0.1, since_days=1.1), NOW, Language.ENGLISH).startswith(" It would have run once")
