"""Places whose sun and moon almanacs publish."""

from yamori.automations.location import Location

TOKYO = Location(name="Tokyo", latitude=35.6544, longitude=139.7447, timezone="Asia/Tokyo")
"""The old observatory in Azabudai, for which Japan's almanac holds."""
BERLIN = Location(name="Berlin", latitude=52.52, longitude=13.41, timezone="Europe/Berlin")
SYDNEY = Location(name="Sydney", latitude=-33.87, longitude=151.21, timezone="Australia/Sydney")
TROMSO = Location(name="Tromsø", latitude=69.5, longitude=19.0, timezone="Europe/Oslo")
"""As the US Naval Observatory rounds it."""
OSTERSUND = Location(name="Östersund", latitude=63.178, longitude=14.635, timezone="Europe/Stockholm")
