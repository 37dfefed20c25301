"""The sun's height, and white light."""

from datetime import datetime

import pytest

from yamori.domain.home import Place
from yamori.gateway.backends.scene.light import daylight, sun_height, white

KAMAKURA = Place(name="Kamakura", country="JP", latitude=35.3192, longitude=139.5467, timezone="Asia/Tokyo")
TROMSO = Place(name="Tromsø", country="NO", latitude=69.65, longitude=18.96, timezone="Europe/Oslo")


@pytest.mark.parametrize(
    ("at", "height"),  # US Naval Observatory's algorithm, rounded
    [("2026-06-21T11:45:00+09:00", 78.1), ("2026-12-21T11:40:00+09:00", 31.2), ("2026-03-20T05:50:00+09:00", 0.0)],
)
def test_the_sun_stands_where_an_almanac_says(at: str, height: float) -> None:
    assert sun_height(datetime.fromisoformat(at), KAMAKURA) == pytest.approx(height, abs=1.5)


def test_a_summer_night_is_bright_in_the_far_north_and_dark_in_japan() -> None:
    assert daylight(datetime.fromisoformat("2026-06-21T00:00:00+02:00"), TROMSO) > 0.1
    assert daylight(datetime.fromisoformat("2026-06-21T00:00:00+09:00"), KAMAKURA) == 0


def test_dusk_comes_gradually() -> None:
    lights = [daylight(datetime.fromisoformat(f"2026-11-21T{hour}+09:00"), KAMAKURA) for hour in ("12:00", "16:00", "16:40", "17:30")]
    assert lights == sorted(lights, reverse=True) and len(set(lights)) == 4 and lights[-1] == 0


def test_warm_white_is_redder_than_cool_white_and_nothing_is_beyond_the_ends() -> None:
    warm, cool = white(2700), white(6000)
    assert warm[0] > cool[0] and warm[2] < cool[2]
    assert white(1000) == white(2200) and white(9000) == white(6500)
