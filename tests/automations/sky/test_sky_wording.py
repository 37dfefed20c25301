"""Sun and moon in the words of both languages."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.automations.sky.places import TOKYO, TROMSO

from yamori.automations.location import location_of
from yamori.automations.sky.moon import MoonName, MoonPhase, moon_times
from yamori.automations.sky.sun import sun_times
from yamori.automations.sky.wording import day_length_sentence, moon_sentence, moon_times_sentence, sun_sentence
from yamori.automations.trigger import SunEvent
from yamori.domain.home import Place
from yamori.domain.language import Language

NOW = datetime(2026, 11, 26, 12, tzinfo=ZoneInfo("Asia/Tokyo"))
EN, JA = Language.ENGLISH, Language.JAPANESE


def test_a_sunset_is_told_with_day_and_place() -> None:
    times = sun_times(TOKYO, date(2026, 11, 26))
    assert sun_sentence(TOKYO, times, SunEvent.SUNSET, now=NOW, language=EN) == "Today in Tokyo the sun sets at 16:29."
    assert sun_sentence(TOKYO, times, SunEvent.SUNSET, now=NOW, language=JA) == "Tokyoの今日の日の入りは16時29分です。"
    assert day_length_sentence(TOKYO, times, now=NOW, language=EN) == "Today in Tokyo the sun is up for 10 h 2 min."
    assert day_length_sentence(TOKYO, times, now=NOW, language=JA) == "Tokyoの今日の昼の長さは10時間2分です。"


def test_in_the_polar_night_the_answer_is_that_the_sun_does_not_rise() -> None:
    now = datetime(2026, 12, 20, 12, tzinfo=ZoneInfo("Europe/Oslo"))
    times = sun_times(TROMSO, date(2026, 12, 21))
    assert sun_sentence(TROMSO, times, SunEvent.SUNRISE, now=now, language=EN) == "Tomorrow in Tromsø the sun does not rise."
    assert sun_sentence(TROMSO, times, SunEvent.SUNSET, now=now, language=JA) == "Tromsøでは明日、太陽が昇りません。"


def test_an_approximate_place_is_said_to_be_one() -> None:
    somewhere = location_of(Place(name="Home", country="JP", latitude=0.0, longitude=0.0, timezone="Asia/Tokyo"))
    said = sun_sentence(somewhere, sun_times(somewhere, NOW.date()), SunEvent.SUNRISE, now=NOW, language=EN)
    assert said.endswith(". I do not know exactly where this home is, so this is an approximation for Tokyo.")


def test_the_moon_is_told_with_what_comes_next() -> None:
    phase = MoonPhase(name=MoonName.WANING_GIBBOUS, age=timedelta(days=17), lit=0.943)
    full, new = NOW + timedelta(days=28), NOW + timedelta(days=13)
    assert moon_sentence(phase, next_full=full, next_new=new, now=NOW, language=EN) == (
        "The moon is waning gibbous, 94 % lit. The next new moon is on 9 December."
    )
    assert moon_sentence(phase, next_full=NOW + timedelta(days=1), next_new=new, now=NOW, language=JA) == (
        "月は満月を過ぎた月で、94%が輝いています。次の満月は明日です。"
    )


def test_moonrise_and_moonset_are_told_in_their_order() -> None:
    times = moon_times(TOKYO, NOW.date())
    assert times.moonset is not None and times.moonrise is not None and times.moonset < times.moonrise
    english = moon_times_sentence(TOKYO, times, now=NOW, language=EN)
    assert english == f"Today in Tokyo the moon sets at {times.moonset:%H:%M} and rises at {times.moonrise:%H:%M}."
    assert moon_times_sentence(TOKYO, times, now=NOW, language=JA).startswith("Tokyoでは今日、月の入りは")
