"""The home's place, and what stands in where it is not known."""

from zoneinfo import ZoneInfo, available_timezones

import pytest

from yamori.automations.location import Location, approximation_note, location_of, reference_location
from yamori.domain.errors import Misconfigured
from yamori.domain.home import Place
from yamori.domain.language import Language
from yamori.gateway.homefile import load_home


def test_a_home_file_says_where_the_home_is() -> None:
    location = location_of(load_home("demo").home.place)
    assert (location.name, location.latitude, location.longitude, location.approximate) == ("Kamakura", 35.3192, 139.5467, False)
    assert approximation_note(location, Language.ENGLISH) == ""


def test_a_place_without_coordinates_becomes_the_city_of_its_time_zone_and_says_so() -> None:
    location = location_of(Place(name="Home", country="DE", latitude=0.0, longitude=0.0, timezone="Europe/Berlin"))
    assert location.name == "Berlin"
    assert (location.latitude, location.longitude) == pytest.approx((52.5, 13.3667), abs=0.001)
    assert approximation_note(location, Language.ENGLISH) == (
        "I do not know exactly where this home is, so this is an approximation for Berlin."
    )
    assert approximation_note(location, Language.JAPANESE) == "ご自宅の場所が登録されていないため、Berlinで計算したおおよその値です。"


@pytest.mark.parametrize(
    ("zone", "latitude", "longitude", "name"),
    [
        ("Australia/Sydney", -33.8667, 151.2167, "Sydney"),
        ("Europe/Oslo", 59.9167, 10.75, "Oslo"),
        ("America/Argentina/Buenos_Aires", -34.6, -58.45, "Buenos Aires"),
        ("Asia/Calcutta", 22.5333, 88.3667, "Kolkata"),
        ("Japan", 35.6544, 139.7447, "Tokyo"),
    ],
)
def test_older_and_linked_names_of_zones_lead_to_their_city(zone: str, latitude: float, longitude: float, name: str) -> None:
    found = reference_location(zone)
    assert found is not None
    assert (found.latitude, found.longitude) == pytest.approx((latitude, longitude), abs=0.001)
    assert (found.name, found.timezone) == (name, zone)


def test_every_zone_that_is_named_after_a_place_has_one() -> None:
    regions = ("Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    without = [zone for zone in available_timezones() if zone.startswith(regions) and reference_location(zone) is None]
    assert without == []


def test_utc_belongs_to_no_city_and_what_is_said_of_it_is_called_a_guess() -> None:
    location = location_of(Place(name="Home", country="ZZ", latitude=0.0, longitude=0.0, timezone="UTC"))
    assert reference_location("UTC") is None
    assert location.approximate and location.zone == ZoneInfo("UTC")
    assert "only a guess" in approximation_note(location, Language.ENGLISH)
    assert "あてになりません" in approximation_note(location, Language.JAPANESE)


@pytest.mark.parametrize("wrong", [{"latitude": 91.0}, {"longitude": -180.5}, {"latitude": float("nan")}, {"elevation": -1.0}])
def test_coordinates_that_are_none_are_refused_with_what_would_be_right(wrong: dict[str, float]) -> None:
    given = {"latitude": 35.0, "longitude": 139.0, "elevation": 0.0, **wrong}
    with pytest.raises(Misconfigured, match=next(iter(wrong))) as refused:
        Location(
            name="Nowhere",
            timezone="Asia/Tokyo",
            latitude=given["latitude"],
            longitude=given["longitude"],
            elevation=given["elevation"],
        )
    assert "give a number from" in refused.value.mend
