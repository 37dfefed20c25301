"""A length of time in words: `2 hours and 5 minutes`, 2時間5分."""

from datetime import timedelta

from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language


def length_text(length: timedelta, language: Language) -> str:
    """To the minute from a minute on, to the hour from two days on."""
    seconds = round(length.total_seconds())
    if seconds < 60:
        return counted_units({"second": max(seconds, 1)}, language)
    minutes = round(seconds / 60)
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    if days >= 2:
        return counted_units({"day": days, "hour": hours}, language)
    return counted_units({"day": days, "hour": hours, "minute": rest}, language)


def counted_units(units: dict[str, int], language: Language) -> str:
    """How many of each unit, without those of which there is none."""
    *first, last = (TEXTS.counted(language, f"lengths.{unit}", count) for unit, count in units.items() if count)
    before = TEXTS.said(language, "lengths.between").join(first)
    return TEXTS.said(language, "lengths.before_last").join([before, last]) if first else last
