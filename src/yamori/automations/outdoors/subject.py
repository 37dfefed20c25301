"""What of the weather, the sun and the moon a question can be about."""

from enum import StrEnum


class Subject(StrEnum):
    """The names are those of `words/`."""

    SUMMARY = "summary"
    RAIN = "rain"
    SNOW = "snow"
    UMBRELLA = "umbrella"
    TEMPERATURE = "temperature"
    WIND = "wind"
    FROST = "frost"
    SUNRISE = "sunrise"
    SUNSET = "sunset"
    DUSK = "dusk"
    DAWN = "dawn"
    DARK = "dark"
    """Whether it is dark outside now."""
    DAYLENGTH = "daylength"
    FULL_MOON = "full_moon"
    NEW_MOON = "new_moon"
    MOON_TIMES = "moon_times"
    MOON = "moon"


WEATHER = (*(Subject.SUMMARY, Subject.RAIN, Subject.SNOW, Subject.UMBRELLA, Subject.TEMPERATURE, Subject.WIND, Subject.FROST),)
"""What a forecast tells; the others are reckoned."""
