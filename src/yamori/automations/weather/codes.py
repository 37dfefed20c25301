"""The weather codes of the WMO (table 4677, those that forecasts use) as data. What they are called is in `texts`."""

from dataclasses import dataclass
from enum import StrEnum

from yamori.automations.texts import TEXTS
from yamori.domain.language import Language


class Kind(StrEnum):
    SKY = "sky"
    """Nothing falls."""
    RAIN = "rain"
    SNOW = "snow"
    STORM = "storm"


@dataclass(frozen=True, kw_only=True)
class WeatherCode:
    code: int
    kind: Kind
    weight: int
    """Of several within a period, the one with the greatest is told."""

    def words(self, language: Language) -> str:
        return TEXTS.said(language, f"weather.codes.{self.code}")


_CODES = (
    (0, Kind.SKY),
    (1, Kind.SKY),
    (2, Kind.SKY),
    (3, Kind.SKY),
    (45, Kind.SKY),
    (48, Kind.SKY),
    (51, Kind.RAIN),
    (53, Kind.RAIN),
    (55, Kind.RAIN),
    (61, Kind.RAIN),
    (80, Kind.RAIN),
    (63, Kind.RAIN),
    (81, Kind.RAIN),
    (77, Kind.SNOW),
    (71, Kind.SNOW),
    (85, Kind.SNOW),
    (73, Kind.SNOW),
    (86, Kind.SNOW),
    (65, Kind.RAIN),
    (82, Kind.RAIN),
    (56, Kind.RAIN),
    (57, Kind.RAIN),
    (66, Kind.RAIN),
    (67, Kind.RAIN),
    (75, Kind.SNOW),
    (95, Kind.STORM),
    (96, Kind.STORM),
    (99, Kind.STORM),
)
"""From the least to the one that a person must hear of before all others."""
CODES = {code: WeatherCode(code=code, kind=kind, weight=weight) for weight, (code, kind) in enumerate(_CODES)}


def code_by_amount(precipitation: float, temperature: float) -> WeatherCode:
    """The code of so many millimetres in an hour (intensities of the WMO's guide: below 2.5 is light, from 10 on heavy)."""
    if temperature <= 0.5:
        return CODES[71 if precipitation < 1 else 73 if precipitation < 5 else 75]
    return CODES[61 if precipitation < 2.5 else 63 if precipitation < 10 else 65]


def code_by_cloud(cloud: int) -> WeatherCode:
    """The code of a dry sky with so many per cent of clouds."""
    return CODES[0 if cloud < 10 else 1 if cloud < 40 else 2 if cloud < 75 else 3]
