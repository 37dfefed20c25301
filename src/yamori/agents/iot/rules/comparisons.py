"""Whether a question compares a reading with a number: `is it warmer than 24 degrees?`, 28度以上？ The words are in `comparisons.yaml`."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yamori.agents.iot.rules.words import numbers


@dataclass(frozen=True)
class Comparison:
    """What is compared with, and how."""

    by: int
    """+1: is it more? -1: is it less?"""
    equal: bool
    """The number itself counts."""
    number: float
    rest: str
    """The question without the words for it."""
    unit: str = ""
    """Of the number, as it was said (`Number.unit`); empty where none was."""

    def holds(self, value: float) -> bool:
        return (value - self.number) * self.by > 0 or (self.equal and value == self.number)


def comparison_in(text: str) -> Comparison | None:
    """The one comparison of a question in normal form; None where there is none, several, or not just one number."""
    said = numbers(text)
    found = sorted(
        ((m, by, equal) for pattern, by, equal in _patterns() for m in pattern.finditer(text)), key=lambda f: f[0].start() - f[0].end()
    )
    if len(said) != 1 or not found:
        return None
    longest, by, equal = found[0]
    if any(m.end() <= longest.start() or longest.end() <= m.start() for m, _, _ in found[1:]):
        return None
    return Comparison(
        by=by, equal=equal, number=said[0].value, unit=said[0].unit, rest=text[: longest.start()] + " " + text[longest.end() :]
    )


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], int, bool], ...]:
    import yaml

    listed = yaml.safe_load((Path(__file__).parents[1] / "comparisons.yaml").read_text(encoding="utf-8"))
    spaced = [(rf"\b(?:{phrase})\b", c["by"], c["equal"]) for c in listed for phrase in c["en"]]
    unspaced = [(phrase, c["by"], c["equal"]) for c in listed for phrase in c["ja"]]
    return tuple((re.compile(phrase), by, equal) for phrase, by, equal in (*spaced, *unspaced))
