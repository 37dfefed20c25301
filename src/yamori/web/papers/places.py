"""Addresses of topics, papers and passages in the view."""

from urllib.parse import quote, urlencode

from yamori.web.paper_port import PlaceSeen

WINDOW = 300
"""Passages of a paper that are shown at a time."""


def topic_address(topic: str) -> str:
    return f"/papers/{quote(topic, safe='')}"


def paper_address(topic: str, paper: int) -> str:
    return f"{topic_address(topic)}/{paper}"


def place_address(place: PlaceSeen) -> str:
    """Where the page shows this passage in its paper. `at` names it once more, since the part after `#` never reaches the household."""
    at = f"?{urlencode({'at': place.passage})}" if place.passage >= WINDOW else ""
    return f"{paper_address(place.topic, place.paper)}{at}#p{place.passage}"
