"""How long something lasts or how long before it one wants to be told, `a 12-minute timer` and 3分 included."""

import re
from datetime import datetime, timedelta

from yamori.domain.when import resolve

_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?)"
ENGLISH = rf"(?:half an|an?|\d+(?:[.:]\d+)?|[a-z]+(?:-[a-z]+)?)[ -]{_UNIT}(?: and (?:a half|\d+ {_UNIT}|(?:a|one) half)| \d+ {_UNIT})?"
JAPANESE = r"(?:[0-9０-９]+|[一二三四五六七八九十]+)(?:秒|分|時間|日|週間)半?(?:[0-9０-９]+(?:分|秒))?"
AMOUNT = re.compile(rf"(?P<en>{ENGLISH})|(?P<ja>{JAPANESE})", re.I)


def length_in(text: str, now: datetime) -> timedelta | None:
    """The first length of time in a text."""
    for m in AMOUNT.finditer(text):
        if m["ja"]:
            found = resolve(f"{m['ja']}間" if m["ja"][-1] in "秒分日" else m["ja"], now).duration
        else:
            words = m["en"].replace("-", " ") if re.search(rf"-{_UNIT}", m["en"], re.I) else m["en"]
            found = resolve(f"for {words}", now).duration
            days = re.fullmatch(r"(a|an|one|two|three|four|five|six|seven|\d+) (day|week)s?", words, re.I)
            if found is None and days:
                names = ("zero", "one", "two", "three", "four", "five", "six", "seven")
                number = int(days[1]) if days[1].isdigit() else 1 if days[1].lower() in ("a", "an") else names.index(days[1].lower())
                found = timedelta(days=number * (7 if days[2].lower() == "week" else 1))
        if found is not None:
            return found
    return None
