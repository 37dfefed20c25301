"""A date that is told again in part: `the 15th` of something told to be on May 3rd is May 15th. Pure."""

import re

from yamori.domain.language import is_spaced

_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_ENGLISH_MONTH = re.compile(rf"\b(?:{_MONTHS})\b", re.IGNORECASE)
_ENGLISH_DAY = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\b(?!\s*(?:o'clock|am|pm|:))", re.IGNORECASE)
_ONLY_DAY = re.compile(r"(?:on )?(?:the )?(\d{1,2}(?:st|nd|rd|th)?)", re.IGNORECASE)
_JAPANESE_DAY = re.compile(r"(?<=月)\d{1,2}日")
_JAPANESE_MONTH = re.compile(r"\d{1,2}月(?=\d{1,2}日)")


def completed_date(old: str, new: str) -> str:
    """The new value with the part of the old date that it leaves out; as it is where it says all, or the old one is no date."""
    if not is_spaced(f"{old}{new}"):
        if re.fullmatch(r"\d{1,2}日", new) and _JAPANESE_DAY.search(old):
            return _JAPANESE_DAY.sub(new, old, count=1)
        if re.fullmatch(r"\d{1,2}月", new) and _JAPANESE_MONTH.search(old):
            return _JAPANESE_MONTH.sub(new, old, count=1)
        return new
    if not _ENGLISH_MONTH.search(old) or not _ENGLISH_DAY.search(old):
        return new
    if day := _ONLY_DAY.fullmatch(new):
        return _ENGLISH_DAY.sub(day[1], old, count=1)
    if _ENGLISH_MONTH.fullmatch(new):
        return _ENGLISH_MONTH.sub(new, old, count=1)
    return new
