"""Moments and days that were told, in the place of the words that stand for them."""

from collections.abc import Sequence
from datetime import datetime

import pytest

from yamori.memory.kept import Kept
from yamori.memory.statement import Statement, Topic
from yamori.memory.using.days import with_days
from yamori.memory.using.of_things import ToldOfThings
from yamori.memory.using.times import with_time

NOW = datetime.fromisoformat("2026-05-01T19:00:00+09:00")


def fact(text: str, topic: Topic = Topic.OTHER, *, about: str = "", value: str = "") -> Kept:
    statement = Statement(topic=topic, words=text, about=about, value=value or text)
    return Kept(id=text, person="ines", by="ines", statement=statement, since=NOW, source=text)


def timed(request: str, told: Sequence[str]) -> str | None:
    """`told`: the newest last."""
    found = with_time(request, [ToldOfThings(fact=fact(t), text=t, whose="") for t in reversed(told)], NOW)
    return found.text if found is not None else None


@pytest.mark.parametrize(
    ("request_", "told", "text"),
    [
        ("Start the kettle when I wake up tomorrow", ["I wake up at ten to seven"], "Start the kettle at ten to seven tomorrow"),
        ("Remind me five minutes before Ren's bedtime", ["Ren's bedtime is half eight in the evening"],
         "Remind me five minutes before half eight in the evening"),
        ("Book the cello for Monday, same time as always", ["The cello is always at four in the afternoon"],
         "Book the cello for Monday at four in the afternoon"),
        ("わたしの昼寝の時間になったらカーテンを閉めて", ["昼寝の時間は13時"], "13時にカーテンを閉めて"),
        ("寝る時間になったら電気を消して", ["寝る時間は11時", "寝る時間を早めて10時にした。11時はやめ"], "10時に電気を消して"),
        ("来週の月曜にチェロを入れて、時間はいつも通りで", ["チェロは毎回午後4時"], "来週の月曜午後4時にチェロを入れて"),
    ],
)  # fmt: skip
def test_an_hour_that_was_told_stands_for_its_moment(request_: str, told: list[str], text: str) -> None:
    assert timed(request_, told) == text


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ("Start the kettle when I come home", ["I come home at six"]),
        ("Start the kettle when I wake up at five", ["I wake up at ten to seven"]),
        ("Start the kettle when it rains", ["I wake up at ten to seven"]),
        ("家に帰ったときに電気をつけて", ["家に帰るのは6時"]),
    ],
)
def test_what_happens_at_no_hour_and_what_has_one_stay(request_: str, told: list[str]) -> None:
    assert timed(request_, told) is None


@pytest.mark.parametrize(
    ("request_", "about", "value", "text"),
    [
        ("Put the cake in for five on Ren's birthday", "Ren", "May 9th", "Put the cake in for five on May 9th"),
        ("レンの誕生日にケーキって入れて", "レン", "5月9日", "5月9日にケーキって入れて"),
        ("わたしの誕生日の前の日に花を頼むって入れて", "", "5月9日", "5月9日の前の日に花を頼むって入れて"),
        ("Remind me to plan Ren's birthday", "Ren", "May 9th", "Remind me to plan Ren's birthday"),
        ("レンの誕生日のケーキを買い物リストに入れて", "レン", "5月9日", "レンの誕生日のケーキを買い物リストに入れて"),
    ],
)
def test_a_day_that_somebody_has_is_its_date_where_something_is_on_it(request_: str, about: str, value: str, text: str) -> None:
    assert with_days(request_, [fact("told", Topic.BIRTHDAY, about=about, value=value)]).text == text
