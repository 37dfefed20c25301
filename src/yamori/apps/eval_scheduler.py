"""`yamori eval scheduler`: the paper's ten tasks, said to the Scheduler agent alone, each conversation in a fresh household."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from yamori.apps.evaluated import evaluated_household
from yamori.apps.homes import named_home
from yamori.apps.settings import Settings
from yamori.domain.clock import SystemClock
from yamori.domain.errors import InvalidRequest
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.evaluation.diary.household import DiaryHousehold, OpensDiary
from yamori.evaluation.diary.moments import Moment, given_moment, read_moments
from yamori.evaluation.diary.run import RUNS, evaluate_diary
from yamori.evaluation.diary.seed import read_seed
from yamori.evaluation.diary.tasks import LANGUAGES, read_tasks
from yamori.evaluation.household import HouseholdSpec
from yamori.evaluation.ongoing import Progress, Summary
from yamori.gateway.homefile import LoadedHome
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.settings import read_settings as read_model_settings

HOME = "demo"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Where, when and in which language the ten tasks are said."""

    now: tuple[str, ...] = ()
    """Moments; none: the paper's day."""
    dates: bool = False
    """The ten further moments too."""
    language: str | None = None
    """None: both."""
    home: str | None = None
    """None: the demo home, which lies in the time zone of each documented moment."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Raises `InvalidRequest`."""
        if self.language is not None and self.language not in LANGUAGES:
            raise InvalidRequest(f"there is no language {self.language!r}", where="--language", nearest=LANGUAGES)
        return (self.language,) if self.language else LANGUAGES

    def moments(self, home: LoadedHome) -> tuple[Moment, ...]:
        """Raises `InvalidRequest`."""
        own = home.home.place.timezone
        paper, *further = read_moments(zone=own if self.home else None)
        found = [given_moment(text, zone=own) for text in self.now] or [paper]
        found += further if self.dates else []
        if len({moment.label for moment in found}) < len(found):
            raise InvalidRequest("two of the moments are the same", where="--now")
        return tuple(found)


async def evaluate_ten_sentences(
    settings: Settings, asked: Asked, *, model: str | None, runs: int | None, out: Path, progress: Progress | None = None
) -> tuple[Summary, Sequence[Moment]]:
    """Raises `InvalidRequest` and `Misconfigured` before anything is said."""
    tasks, seed, home = read_tasks(), read_seed(), named_home(asked.home or HOME)
    moments, languages = asked.moments(home), asked.languages
    async with open_models(
        read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=SystemClock("UTC")
    ) as models:
        with open_encoder(None) as encoder:
            summary = await evaluate_diary(
                tasks,
                seed,
                opens=opener(models, home, encoder),
                moments=moments,
                answers=models.of(Role.SCHEDULER).model,
                home=home.home.name,
                languages=languages,
                model=model,
                runs=runs or RUNS,
                out=out,
                progress=progress,
            )
    return summary, moments


def opener(models: Models, home: LoadedHome, encoder: TextEncoder | None = None) -> OpensDiary:
    """Opens a household in the home as it would be in the moment's time zone."""

    @asynccontextmanager
    async def opens(moment: Moment) -> AsyncIterator[DiaryHousehold]:
        there = replace(home, home=replace(home.home, place=replace(home.home.place, timezone=moment.zone)))
        spec = HouseholdSpec(home=home.home.name, now=moment.at)
        async with evaluated_household(there, spec, models, encoder) as household:
            yield household

    return opens
