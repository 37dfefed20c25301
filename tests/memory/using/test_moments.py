"""Moments and days that were told, in the place of the words that stand for them."""

from collections.abc import Sequence
from datetime import datetime

import pytest

from yamori.memory.kept import Kept
from yamori.memory.statement import Statement, Topic
from yamori.memory.using.days import with_days
from yamori.memory.using.loved import with_loved, with_place
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


@pytest.mark.parametrize(
    ("request_", "value", "text"),
    [
        ("Put that cheese I love on the list", "the smoked cheese from Ede", "Put the smoked cheese from Ede on the list"),
        ("私の好きなチーズをリストに入れて", "エダムチーズ", "エダムチーズをリストに入れて"),
        ("Put that bread I love on the list", "the smoked cheese from Ede", "Put that bread I love on the list"),
        ("Set the brightness I like", "the brightness of noon", "Set the brightness I like"),
    ],
)
def test_what_somebody_loves_is_called_by_its_name(request_: str, value: str, text: str) -> None:
    assert with_loved(request_, [fact("told", Topic.LIKE, value=value)]).text == text


def test_of_several_things_that_are_loved_none_is_taken() -> None:
    told = [fact(value, Topic.LIKE, value=value) for value in ("smoked cheese", "blue cheese")]
    assert with_loved("Put that cheese I love on the list", told).used == ()


def test_near_is_where_the_person_lives_or_else_where_the_home_is() -> None:
    lives = fact("told", Topic.ADDRESS, value="Ede")
    assert with_place("Search the web for a dentist near me", [lives], "Kobe").text == "Search the web for a dentist near Ede"
    assert with_place("Search the web for a dentist near me", [], "Kobe").text == "Search the web for a dentist near Kobe"
    assert with_place("近くの歯医者をネットで調べて", [], "鎌倉").text == "鎌倉の近くの歯医者をネットで調べて"
    assert with_place("Search the web for dentists", [lives], "Kobe").text == "Search the web for dentists"
