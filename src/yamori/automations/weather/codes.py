"""The weather codes of the WMO (table 4677, those that forecasts use) in English and Japanese. Data and lookups, nothing else."""

from dataclasses import dataclass
from enum import StrEnum

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
    """Of several in a stretch of time, the one with the greatest is told."""
    english: str
    japanese: str

    def words(self, language: Language) -> str:
        return self.japanese if language is Language.JAPANESE else self.english


_CODES = (
    (0, Kind.SKY, "clear", "快晴"),
    (1, Kind.SKY, "mostly clear", "晴れ"),
    (2, Kind.SKY, "partly cloudy", "晴れ時々くもり"),
    (3, Kind.SKY, "overcast", "くもり"),
    (45, Kind.SKY, "fog", "霧"),
    (48, Kind.SKY, "freezing fog", "着氷性の霧"),
    (51, Kind.RAIN, "light drizzle", "弱い霧雨"),
    (53, Kind.RAIN, "drizzle", "霧雨"),
    (55, Kind.RAIN, "heavy drizzle", "強い霧雨"),
    (61, Kind.RAIN, "light rain", "小雨"),
    (80, Kind.RAIN, "light showers", "弱いにわか雨"),
    (63, Kind.RAIN, "rain", "雨"),
    (81, Kind.RAIN, "showers", "にわか雨"),
    (77, Kind.SNOW, "snow grains", "霧雪"),
    (71, Kind.SNOW, "light snow", "小雪"),
    (85, Kind.SNOW, "light snow showers", "弱いにわか雪"),
    (73, Kind.SNOW, "snow", "雪"),
    (86, Kind.SNOW, "heavy snow showers", "強いにわか雪"),
    (65, Kind.RAIN, "heavy rain", "強い雨"),
    (82, Kind.RAIN, "violent showers", "激しいにわか雨"),
    (56, Kind.RAIN, "light freezing drizzle", "弱い着氷性の霧雨"),
    (57, Kind.RAIN, "freezing drizzle", "着氷性の霧雨"),
    (66, Kind.RAIN, "light freezing rain", "弱い着氷性の雨"),
    (67, Kind.RAIN, "freezing rain", "着氷性の雨"),
    (75, Kind.SNOW, "heavy snow", "大雪"),
    (95, Kind.STORM, "thunderstorms", "雷雨"),
    (96, Kind.STORM, "thunderstorms with hail", "ひょうを伴う雷雨"),
    (99, Kind.STORM, "thunderstorms with heavy hail", "激しいひょうを伴う雷雨"),
)
"""From the least to the one that a person must hear of before all others."""
CODES = {
    code: WeatherCode(code=code, kind=kind, weight=weight, english=english, japanese=japanese)
    for weight, (code, kind, english, japanese) in enumerate(_CODES)
}


def code_by_amount(precipitation: float, temperature: float) -> WeatherCode:
    """The code of so many millimetres in an hour (intensities of the WMO's guide: below 2.5 is light, from 10 on heavy)."""
    if temperature <= 0.5:
        return CODES[71 if precipitation < 1 else 73 if precipitation < 5 else 75]
    return CODES[61 if precipitation < 2.5 else 63 if precipitation < 10 else 65]


def code_by_cloud(cloud: int) -> WeatherCode:
    """The code of a dry sky with so many per cent of clouds."""
    return CODES[0 if cloud < 10 else 1 if cloud < 40 else 2 if cloud < 75 else 3]
