"""An amount that is told again alone: `3` of something told to be on 4 after a bath. Pure."""

import re

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ALONE = re.compile(
    r"(?:at |on |to )?(\d+(?:\.\d+)?)\s*(?:%|percent|per cent|degrees?|°c?|kelvin|k|度|％|パーセント|ケルビン|番|チャンネル)?",
    re.IGNORECASE,
)


def completed_amount(old: str, new: str) -> str:
    """The old value with the new number in it, where that says no more than a number and the old one has one."""
    alone = _ALONE.fullmatch(new.strip())
    if alone is None or len(_NUMBER.findall(old)) != 1:
        return new
    return _NUMBER.sub(alone[1], old)
