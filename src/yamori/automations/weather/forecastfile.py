"""Forecasts as a JSON file: written whole or not at all, checked when read. Blocking; `kept` calls it in a thread."""

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from yamori.automations.weather.forecast import Forecast
from yamori.domain.errors import Misconfigured

_VERSION = 1
_LARGEST = 8 * 1024 * 1024


class _File(BaseModel):
    model_config = ConfigDict(extra="ignore")

    version: int
    forecasts: tuple[Forecast, ...]


def read_forecasts(file: Path) -> tuple[Forecast, ...]:
    """Empty where there is no file. Raises `ValueError` for one that cannot be used."""
    try:
        if file.stat().st_size > _LARGEST:
            raise ValueError("it is larger than 8 MB")
        parsed = _File.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return ()
    except ValidationError as wrong:
        raise ValueError(f"{'.'.join(map(str, wrong.errors()[0]['loc']))}: {wrong.errors()[0]['msg']}") from wrong
    except (OSError, Misconfigured) as wrong:  # a place that is none is refused by itself
        raise ValueError(str(wrong)) from wrong
    if parsed.version != _VERSION:
        raise ValueError(f"it is of version {parsed.version}")
    if any(moment.tzinfo is None for one in parsed.forecasts for moment in (one.fetched_at, *(hour.start for hour in one.hours))):
        raise ValueError("a moment has no time zone")
    return parsed.forecasts


def write_forecasts(file: Path, forecasts: tuple[Forecast, ...]) -> None:
    """For the owner's eyes only. Raises `OSError`; the file then is what it was."""
    beside = file.with_name(file.name + ".new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(_File(version=_VERSION, forecasts=forecasts).model_dump_json().encode())
        opened.flush()
        os.fsync(opened.fileno())
    beside.replace(file)
