"""What is true on the simulated web: its clock, its seed and its towns. Every site draws its facts from here."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from yamori.domain.language import Language
from yamori.evaluation.web.texts import TEXTS

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, kw_only=True)
class Town:
    """A place that the sites tell of; its name alone may be another town's too."""

    key: str
    names: Mapping[str, str]
    regions: Mapping[str, str]
    """Both by language."""
    zone: str
    latitude: float
    longitude: float

    def name(self, language: Language) -> str:
        return TEXTS.said(language, "town", town=self.names[language], region=self.regions[language])


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
    """A list of words.yaml: words in each language in its order, or English words."""
    found: list[Any] = yaml.safe_load((DATA / "words.yaml").read_text(encoding="utf-8"))[kind]
    return found


def told(word: Sequence[str], language: Language) -> str:
    """One of the words in each language in that language."""
    return word[tuple(Language).index(language)]
