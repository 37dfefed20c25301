"""Answers name the place, the day and who says so, and how old it is."""

from datetime import timedelta

import pytest
from tests.automations.weather.skies import KYOTO, NOW, TODAY, at, between, day, days, hours

from yamori.automations.location import Location
from yamori.automations.weather.forecast import Forecast, Period, whole_day
from yamori.automations.weather.port import NoForecast
from yamori.automations.weather.questions import frost_tonight, needs_umbrella, temperatures, umbrella_for, will_rain, wind_above
from yamori.automations.weather.simulated import SetDay, WetSpell
from yamori.automations.weather.wording import (
    frost_sentence,
    rain_sentence,
    temperatures_sentence,
    umbrella_sentence,
    weather_sentence,
    wind_sentence,
)
from yamori.domain.language import Language

EN, JA = Language.ENGLISH, Language.JAPANESE
AFTERNOON = SetDay(wet=(WetSpell(start=13, end=17, amount=0.6),))


@pytest.mark.parametrize(
    ("weather", "english", "japanese"),
    [
        (AFTERNOON, "light rain in the afternoon, 9 to 15 °C", "午後に小雨、気温は9〜15度"),
        (SetDay(wet=(WetSpell(start=14, end=24, amount=4),)), "rain from the afternoon on, 9 to 15 °C", "午後から雨、気温は9〜15度"),
        (SetDay(wet=(WetSpell(start=0, end=24, amount=11),)), "heavy rain all day, 9 to 15 °C", "一日中強い雨、気温は9〜15度"),
        (
            SetDay(wet=(WetSpell(start=7, end=8), WetSpell(start=19, end=20))),
            "light rain in the morning and in the evening, 9 to 15 °C",
            "午前と夜に小雨、気温は9〜15度",
        ),
        (
            SetDay(low=-4, high=0.4, wet=(WetSpell(start=3, end=16, amount=2),)),
            "snow from the night to the afternoon, -4 to 0 °C",
            "未明から午後にかけて雪、気温は-4〜0度",
        ),
        (SetDay(wet=(WetSpell(start=13, end=14, code=95),)), "thunderstorms in the afternoon, 9 to 15 °C", "午後に雷雨、気温は9〜15度"),
        (SetDay(cloud=90, probability=40), "overcast with a 40 % chance of rain, 9 to 15 °C", "くもり、降水確率は40%、気温は9〜15度"),
        (
            SetDay(low=-6, high=-2, cloud=90, probability=40),
            "overcast with a 40 % chance of snow, -6 to -2 °C",
            "くもり、降水確率は40%、気温は-6〜-2度",
        ),
        (SetDay(low=14.6, high=15.4, cloud=0), "clear, 15 °C", "快晴、気温は15度"),
    ],
)
async def test_the_weather_of_a_day_in_one_sentence(weather: SetDay, english: str, japanese: str) -> None:
    forecast = await days({1: weather})
    assert weather_sentence(forecast, day(1), now=NOW, language=EN) == f"Tomorrow in Kyoto: {english} (Open-Meteo, 07:00)."
    assert weather_sentence(forecast, day(1), now=NOW, language=JA) == f"明日のKyotoは{japanese}の予報です（Open-Meteo、7時現在）。"


async def test_of_today_what_is_still_to_come_is_told() -> None:
    forecast = await days({0: SetDay(wet=(WetSpell(start=0, end=6), WetSpell(start=20, end=22)))})
    assert (
        weather_sentence(forecast, TODAY, now=NOW, language=EN)
        == "Today in Kyoto: light rain in the evening, 9 to 15 °C (Open-Meteo, 07:00)."
    )
    raining = await days({0: SetDay(wet=(WetSpell(start=10, end=24),))})
    assert "light rain for the rest of the day" in weather_sentence(raining, TODAY, now=at(13), language=EN)
    assert "この後ずっと小雨" in weather_sentence(raining, TODAY, now=at(13), language=JA)


@pytest.mark.parametrize(
    ("ahead", "english", "japanese"),
    [(0, "Today", "今日"), (1, "Tomorrow", "明日"), (2, "Saturday", "あさって"), (5, "Tuesday", "火曜日"), (8, "4 December", "12月4日")],
)
async def test_a_day_has_the_name_that_people_give_it(ahead: int, english: str, japanese: str) -> None:
    forecast = await days({}, until=10)
    assert weather_sentence(forecast, day(ahead), now=NOW, language=EN).startswith(f"{english} in Kyoto: ")
    assert weather_sentence(forecast, day(ahead), now=NOW, language=JA).startswith(f"{japanese}のKyotoは")


@pytest.mark.parametrize(
    ("later", "english", "japanese"),
    [
        (timedelta(hours=3), "(Open-Meteo, 07:00).", "（Open-Meteo、7時現在）。"),
        (timedelta(hours=5), "(Open-Meteo, 07:00, 5 hours old).", "（Open-Meteo、7時現在、5時間前の予報）。"),
        (timedelta(hours=18), "(Open-Meteo, yesterday at 07:00, 18 hours old).", "（Open-Meteo、昨日の7時現在、18時間前の予報）。"),
        (timedelta(days=3), "(Open-Meteo, on 26 November at 07:00, 3 days old).", "（Open-Meteo、11月26日の7時現在、3日前の予報）。"),
    ],
)
async def test_an_old_forecast_says_its_age(later: timedelta, english: str, japanese: str) -> None:
    forecast = await days({})
    assert weather_sentence(forecast, day(4), now=NOW + later, language=EN).endswith(english)
    assert weather_sentence(forecast, day(4), now=NOW + later, language=JA).endswith(japanese)


async def test_a_forecast_of_yesterday_says_so_even_when_it_is_an_hour_old() -> None:
    forecast = await days({}, fetched=at(23) + timedelta(minutes=30))
    now = at(0, ahead=1) + timedelta(minutes=15)
    assert weather_sentence(forecast, day(1), now=now, language=EN).endswith("(Open-Meteo, yesterday at 23:30, 1 hour old).")
    assert weather_sentence(forecast, day(1), now=now, language=JA).endswith("（Open-Meteo、昨日の23時30分現在、1時間前の予報）。")


async def test_whether_it_rains_is_answered_with_when_and_how_much() -> None:
    forecast = await days({1: AFTERNOON})
    rain = will_rain(forecast, whole_day(day(1), KYOTO.zone))
    assert rain_sentence(forecast, rain, now=NOW, language=EN) == (
        "Yes, rain is likely in Kyoto tomorrow, from 13:00 to 17:00, 80 %, about 2 mm (Open-Meteo, 07:00)."
    )
    assert rain_sentence(forecast, rain, now=NOW, language=JA) == (
        "はい、明日のKyotoは13時から17時ごろにかけて雨が降りそうです。降水確率80%、降水量約2ミリ（Open-Meteo、7時現在）。"
    )
    dry = will_rain(forecast, between(6, 12, ahead=1))
    assert rain_sentence(forecast, dry, now=NOW, language=EN) == (
        "No, no rain is expected in Kyoto tomorrow morning, at most 5 % (Open-Meteo, 07:00)."
    )
    assert rain_sentence(forecast, dry, now=NOW, language=JA) == (
        "いいえ、明日の午前のKyotoは雨の心配はなさそうです。降水確率最大5%（Open-Meteo、7時現在）。"
    )


async def test_rain_that_is_only_possible_is_neither_yes_nor_no() -> None:
    forecast = await days({1: SetDay(probability=40)})
    rain = will_rain(forecast, between(18, 24, ahead=1))
    assert rain_sentence(forecast, rain, now=NOW, language=EN).startswith(
        "Rain is possible in Kyoto tomorrow evening, but not likely, at most 40 %"
    )
    assert rain_sentence(forecast, rain, now=NOW, language=JA).startswith("明日の夜のKyotoは雨の可能性もありますが、高くはありません。")


@pytest.mark.parametrize(
    ("period", "english", "japanese"),
    [
        (between(18, 24), "tonight", "今夜"),
        (between(12, 18), "this afternoon", "今日の午後"),
        (Period(start=NOW, end=at(12)), "this morning", "今日の午前"),
        (Period(start=NOW, end=at(10)), "today until 10:00", "今日の10時まで"),
        (Period(start=NOW, end=at(5, ahead=1)), "from now until 05:00 tomorrow", "明日の5時まで"),
        (between(0, 6, ahead=1), "early tomorrow", "明日の未明"),
        (between(10, 20, ahead=2), "on Saturday between 10:00 and 20:00", "あさっての10時から20時まで"),
        (between(6, 12, ahead=7), "on 3 December in the morning", "12月3日の午前"),
        (Period(start=at(22, ahead=1), end=at(6, ahead=2)), "tomorrow from 22:00 to 06:00 on Saturday", "明日の22時からあさっての6時まで"),
    ],
)
async def test_a_period_has_the_words_that_people_have_for_it(period: Period, english: str, japanese: str) -> None:
    forecast = await days({}, until=10)
    rain = will_rain(forecast, period)
    assert rain_sentence(forecast, rain, now=NOW, language=EN).startswith(f"No, no rain is expected in Kyoto {english}, at most")
    assert rain_sentence(forecast, rain, now=NOW, language=JA).startswith(f"いいえ、{japanese}のKyotoは雨の心配は")


async def test_what_lasts_is_said_to_last_and_what_comes_and_goes_to_come_at_times() -> None:
    forecast = await days(
        {1: SetDay(wet=(WetSpell(start=6, end=12),)), 2: SetDay(wet=(WetSpell(start=7, end=9), WetSpell(start=15, end=24)))}
    )
    lasting = will_rain(forecast, between(6, 12, ahead=1))
    assert "tomorrow morning, the whole time, 80 %" in rain_sentence(forecast, lasting, now=NOW, language=EN)
    assert "ずっと雨が降りそう" in rain_sentence(forecast, lasting, now=NOW, language=JA)
    passing = will_rain(forecast, between(0, 24, ahead=2))
    assert "at times from 07:00 to midnight" in rain_sentence(forecast, passing, now=NOW, language=EN)
    assert "7時から24時ごろにかけて時々雨" in rain_sentence(forecast, passing, now=NOW, language=JA)


async def test_an_umbrella_is_advised_with_its_reason() -> None:
    wet = await days({0: SetDay(wet=(WetSpell(start=15, end=19),))})
    advice = needs_umbrella(wet, now=NOW)
    assert umbrella_sentence(wet, advice, now=NOW, language=EN) == (
        "Yes, take an umbrella today: rain is likely in Kyoto from 15:00 to 19:00, 80 %, about 4 mm (Open-Meteo, 07:00)."
    )
    assert umbrella_sentence(wet, advice, now=NOW, language=JA) == (
        "今日のKyotoは傘が必要です。15時から19時ごろにかけて雨が降りそうです。降水確率80%、降水量約4ミリ（Open-Meteo、7時現在）。"
    )
    dry = await days({})
    assert umbrella_sentence(dry, needs_umbrella(dry, now=NOW), now=NOW, language=EN) == (
        "No umbrella needed in Kyoto today, at most 5 % (Open-Meteo, 07:00)."
    )
    unsettled = await days({1: SetDay(probability=40)})
    folding = umbrella_for(unsettled, whole_day(day(1), KYOTO.zone))
    assert umbrella_sentence(unsettled, folding, now=NOW, language=EN) == (
        "A folding umbrella would be wise tomorrow: rain is possible in Kyoto, 40 % (Open-Meteo, 07:00)."
    )
    assert umbrella_sentence(unsettled, folding, now=NOW, language=JA).startswith(
        "明日のKyotoは折りたたみ傘があると安心です。雨が降るかもしれません。"
    )


async def test_extremes_wind_and_frost_have_their_sentences() -> None:
    forecast = await days({0: SetDay(low=8, high=14), 1: SetDay(low=-2, high=6, wind=14)})
    found = temperatures(forecast, day(1))
    assert temperatures_sentence(forecast, found, now=NOW, language=EN) == (
        "Tomorrow in Kyoto: -2 to 6 °C, coldest at 05:00 and warmest at 14:00 (Open-Meteo, 07:00)."
    )
    assert temperatures_sentence(forecast, found, now=NOW, language=JA) == (
        "明日のKyotoの気温は-2〜6度、最も低いのは5時ごろ、最も高いのは14時ごろの予報です（Open-Meteo、7時現在）。"
    )
    wind = wind_above(forecast, whole_day(day(1), KYOTO.zone), 10)
    assert wind_sentence(forecast, wind, now=NOW, language=EN).startswith("Yes, wind of up to 50 km/h in Kyoto tomorrow, strongest at ")
    assert "最大風速14メートルの強い風" in wind_sentence(forecast, wind, now=NOW, language=JA)
    still = wind_above(forecast, whole_day(day(1), KYOTO.zone), 20)
    assert wind_sentence(forecast, still, now=NOW, language=EN).startswith("No, the wind stays at 50 km/h or less in Kyoto tomorrow")
    frost = frost_tonight(forecast, now=NOW.replace(hour=15))
    assert (
        frost_sentence(forecast, frost, now=NOW, language=EN)
        == "Yes, it freezes tonight in Kyoto: down to -2 °C at 05:00 (Open-Meteo, 07:00)."
    )
    assert frost_sentence(forecast, frost, now=NOW, language=JA) == (
        "今夜のKyotoは5時ごろに-2度まで下がる予報です。凍結に注意してください（Open-Meteo、7時現在）。"
    )


async def test_beyond_its_reach_a_forecast_is_said_to_end() -> None:
    forecast = await days({}, until=8)
    assert weather_sentence(forecast, day(12), now=NOW, language=EN) == (
        "I do not know the weather in Kyoto on 8 December: my forecast ends on 3 December (Open-Meteo, 07:00)."
    )
    rain = will_rain(forecast, between(0, 24, ahead=12))
    assert rain_sentence(forecast, rain, now=NOW, language=JA) == (
        "12月8日のKyotoの天気は分かりません。手元の予報は12月3日までです（Open-Meteo、7時現在）。"
    )


def test_without_network_and_with_nothing_kept_that_is_what_is_said() -> None:
    error = NoForecast("no connection (ConnectError)", location=KYOTO, source="Open-Meteo")
    assert "ConnectError" in str(error)
    assert error.said("will it rain tomorrow?") == (
        "I cannot get the weather from Open-Meteo right now, and I have no earlier forecast for Kyoto."
    )
    assert error.said("明日は雨？") == ("天気予報（Open-Meteo）に今つながらず、Kyotoの以前の予報も残っていないため、天気が分かりません。")


def test_a_forecast_for_an_approximate_place_says_that_it_is_one() -> None:
    somewhere = Location(name="Tokyo", latitude=35.7, longitude=139.7, timezone="Asia/Tokyo", approximate=True)
    known = hours(at(0), *({} for _ in range(24)))
    forecast = Forecast(location=somewhere, hours=known.hours, fetched_at=NOW, source="Open-Meteo")
    said = weather_sentence(forecast, TODAY, now=NOW, language=EN)
    assert said.endswith("(Open-Meteo, 07:00). I do not know exactly where this home is, so this is an approximation for Tokyo.")


async def test_simulated_weather_is_called_so_in_both_languages() -> None:
    given = await days({})
    forecast = Forecast(location=KYOTO, hours=given.hours, fetched_at=NOW, source="Simulated weather")
    assert weather_sentence(forecast, TODAY, now=NOW, language=EN).endswith("(Simulated weather, 07:00).")
    assert weather_sentence(forecast, TODAY, now=NOW, language=JA).endswith("（模擬の天気、7時現在）。")
