"""When the tasks are said, and which days `last Friday` may mean then. Reads `moments.yaml`; decisions over dates, no clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, NaiveDatetime, ValidationError

from yamori.domain.errors import InvalidRequest, Misconfigured

MOMENTS = Path(__file__).parent / "moments.yaml"
FRIDAY = 4


@dataclass(frozen=True, kw_only=True)
class Moment:
    """When a conversation begins."""

    at: datetime
    """Aware, in a zone with rules (not a bare offset), because days are counted from it."""
    why: str

    @property
    def label(self) -> str:
        """As ids call it."""
        return self.at.strftime("%Y-%m-%dT%H%M")

    @property
    def zone(self) -> str:
        return str(self.at.tzinfo)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"there is no time zone {name!r}") from error


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    at: NaiveDatetime
    zone: Annotated[str, AfterValidator(lambda name: str(_zone(name)))]
    why: str

    def moment(self, zone: str | None) -> Moment:
        return Moment(at=self.at.replace(tzinfo=_zone(zone or self.zone)), why=self.why)


class _Moments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    paper: _Written
    further: tuple[_Written, ...]


def read_moments(*, zone: str | None = None, file: Path = MOMENTS) -> tuple[Moment, ...]:
    """The paper's day, then the further ones. In `zone`, a home's own, they keep their wall-clock times. Raises `Misconfigured`."""
    try:
        written = _Moments.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise Misconfigured(f"the moments cannot be read: {error}", where=str(file), mend="compare it with the product's") from error
    return tuple(one.moment(zone) for one in (written.paper, *written.further))


def given_moment(text: str, *, zone: str) -> Moment:
    """What somebody wrote for `--now`, in the home's zone; without an offset it is wall-clock time there. Raises `InvalidRequest`."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidRequest(f"{text!r} is no time; write it as 2025-12-09T09:00:00+09:00", where="--now") from error
    home = _zone(zone)
    return Moment(at=at.replace(tzinfo=home) if at.tzinfo is None else at.astimezone(home), why="given")


def last_fridays(today: date, language: str) -> Sequence[date]:
    """The days that `last Friday` or 先週の金曜日 may mean, most of the time one. An answer about any one of them is right.

    The Friday of the week before, whether weeks begin on Monday or on Sunday; in English also the latest Friday before today.
    """
    monday = today - timedelta(days=today.weekday())
    sunday = today - timedelta(days=(today.weekday() + 1) % 7)
    found = {monday - timedelta(days=7) + timedelta(days=FRIDAY), sunday - timedelta(days=7) + timedelta(days=FRIDAY + 1)}
    if language == "en":
        found.add(today - timedelta(days=(today.weekday() - FRIDAY) % 7 or 7))
    return sorted(found)
