"""Twenty conditions as people mean them, each with a moment when it holds and one when it does not."""

from dataclasses import dataclass
from datetime import datetime

from tests.automations.generated.attacks import function
from tests.automations.generated.homes import COUNT, DOOR, LAMP, MORNING, NOW, TOKYO, A, B, snapshot

from yamori.automations.generated.snapshot import Snapshot


@dataclass(frozen=True, kw_only=True)
class Benign:
    words: str
    source: str
    when: Snapshot
    unless: Snapshot


def _benign(words: str, body: str, when: Snapshot, unless: Snapshot) -> Benign:
    return Benign(words=words, source=function(body), when=when, unless=unless)


_FEBRUARY = datetime(2028, 2, 29, 12, 0, tzinfo=TOKYO)
BENIGN = (
    _benign("above 24", f'return reading("{A}") > 24', snapshot(), snapshot(a=24.0)),
    _benign("between 20 and 26", f'return 20 <= reading("{A}") <= 26', snapshot(), snapshot(a=26.1)),
    _benign("warmer than the attic by 5", f'return reading("{A}") - reading("{B}") >= 5', snapshot(), snapshot(b=20.0)),
    _benign("the mean above 21", f'return mean(reading("{A}"), reading("{B}")) > 21', snapshot(), snapshot(a=20.0)),
    _benign("open", f'return reading("{DOOR}") == "open"', snapshot(), snapshot(door="closed")),
    _benign(
        "open for 20 minutes", f'return reading("{DOOR}") == "open" and minutes_since("{DOOR}") >= 20', snapshot(), snapshot(minutes=19.9)
    ),
    _benign("at night", 'return between("22:00", "06:30")', snapshot(), snapshot(MORNING)),
    _benign("at the weekend", 'return weekday("saturday", "sunday")', snapshot(MORNING), snapshot()),
    _benign("not lit", f'return not reading("{LAMP}")', snapshot(lamp=False), snapshot()),
    _benign("lit and late", f'return reading("{LAMP}") and now.hour >= 23', snapshot(), snapshot(MORNING)),
    _benign("an even count", f'return reading("{COUNT}") % 2 == 0', snapshot(), snapshot(count=5)),
    _benign(
        "more than three visits",
        f'visits = reading("{COUNT}")\nif visits > 3:\n    return True\nreturn False',
        snapshot(),
        snapshot(count=3),
    ),
    _benign("both above 17", f'return all(value > 17 for value in (reading("{A}"), reading("{B}")))', snapshot(), snapshot(b=17.0)),
    _benign("any below 10", f'return any(value < 10 for value in [reading("{A}"), reading("{B}")])', snapshot(b=9.5), snapshot()),
    _benign("either is missing", f'return not (known("{A}") and known("{B}"))', snapshot(a=None), snapshot()),
    _benign(
        "the warmest of those that answer",
        f'values = []\nfor path in ("{A}", "{B}"):\n    if known(path):\n        values.append(reading(path))\n'
        "return len(values) > 0 and max(values) > 17",
        snapshot(a=None),
        snapshot(a=None, b=16.0),
    ),
    _benign(
        "the last of february", "return now.month == 2 and now.day == (29 if now.year % 4 == 0 else 28)", snapshot(_FEBRUARY), snapshot()
    ),
    _benign("an even week", "return now.week % 2 == 0", snapshot(NOW), snapshot(_FEBRUARY)),
    _benign(
        "a score of two",
        f'score = sum([reading("{A}") > 24, reading("{DOOR}") == "open", reading("{LAMP}")])\nreturn score >= 2',
        snapshot(),
        snapshot(a=1.0, lamp=False),
    ),
    _benign(
        "feels warm",
        f"def felt(degrees: float) -> float:\n    return degrees + 0.5 * max(0.0, degrees - 20)\n"
        f'return round(felt(reading("{A}")), 1) >= 26.7',
        snapshot(),
        snapshot(a=24.0),
    ),
)
