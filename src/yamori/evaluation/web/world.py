"""What is true on the simulated web: its clock, its seed and its towns. Every site draws its facts from here."""

import random
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import yaml

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, kw_only=True)
class Town:
    """A place that the sites tell of; its name alone may be another town's too."""

    key: str
    en: str
    ja: str
    region_en: str
    region_ja: str
    zone: str
    latitude: float
    longitude: float

    def name(self, language: str) -> str:
        return f"{self.region_ja}{self.ja}" if language == "ja" else f"{self.en}, {self.region_en}"


@dataclass(frozen=True, kw_only=True)
class World:
    """The facts of one run: the same `now` and `seed` give the same pages."""

    now: datetime
    """Aware; each town sees it in its own zone."""
    seed: int
    towns: tuple[Town, ...]

    def today(self, town: Town) -> date:
        return self.now.astimezone(ZoneInfo(town.zone)).date()

    def draw(self, *names: object) -> random.Random:
        """A source of numbers that depends on the seed and the names alone."""
        return random.Random("/".join(map(str, (self.seed, *names))))


def world(*, now: datetime, seed: int) -> World:
    if now.tzinfo is None:
        raise ValueError(f"now needs a time zone, got {now.isoformat()}")
    towns: list[dict[str, Any]] = yaml.safe_load((DATA / "towns.yaml").read_text(encoding="utf-8"))
    return World(now=now, seed=seed, towns=tuple(Town(**town) for town in towns))


@cache
def words(kind: str) -> list[Any]:
    """A list of words.yaml: pairs of English and Japanese, or English words."""
    found: list[Any] = yaml.safe_load((DATA / "words.yaml").read_text(encoding="utf-8"))[kind]
    return found
