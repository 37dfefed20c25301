"""`watching.yaml`, ready to be searched. Read once a process."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yamori.agents.iot.rules.words import LETTER, Phrases, normal


@dataclass(frozen=True, kw_only=True)
class Saying:
    """How a value of a device is worded."""

    english: str
    lasting: str
    """In the perfect, of a time that it has been so."""
    denied: str
    japanese: str
    japanese_denied: str


@dataclass(frozen=True, kw_only=True)
class WatchWords:
    """`english` and `japanese` are the lists of each language by their names."""

    english: Mapping[str, re.Pattern[str]]
    states: Mapping[str, re.Pattern[str]]
    japanese: Mapping[str, frozenset[str]]
    states_ja: Mapping[str, frozenset[str]]
    patterns_ja: Mapping[str, re.Pattern[str]]
    """The same lists as patterns of what may stand anywhere."""
    before_amount: re.Pattern[str]
    """Ends what stands before a length of time; in English only."""
    after_amount: re.Pattern[str]
    after_amount_ja: re.Pattern[str]
    not_lasting_ja: re.Pattern[str]
    """Behind a length of time that is none of how long something lasts: 2分後."""
    goal_ja: re.Pattern[str]
    """Ends a number that is gone to: 18度まで."""
    beyond_ja: re.Pattern[str]
    """Ends a number that is passed: 18度より."""
    activities: Mapping[str, Phrases]
    done: frozenset[str]
    called: frozenset[str]
    home: frozenset[str]
    away: frozenset[str]
    units: Mapping[str, str]
    margins: Mapping[str, float]
    says: Mapping[str, Saying]


@cache
def watch_words() -> WatchWords:
    import yaml

    held: Mapping[str, Any] = yaml.safe_load((Path(__file__).parents[2] / "watching.yaml").read_text(encoding="utf-8"))
    en, ja = held["en"], held["ja"]
    return WatchWords(
        english={name: whole_words(listed) for name, listed in en.items() if isinstance(listed, list)},
        states={state: whole_words(listed) for state, listed in en["states"].items()},
        japanese={name: frozenset(listed) for name, listed in ja.items() if isinstance(listed, list)},
        states_ja={state: frozenset(listed) for state, listed in ja["states"].items()},
        patterns_ja={name: anywhere(listed) for name, listed in ja.items() if isinstance(listed, list)},
        before_amount=re.compile(rf"(?:^|\s+){en['before_amount']}\s*$"),
        after_amount=re.compile(rf"{en['after_amount']}(?![{LETTER}])"),
        after_amount_ja=re.compile(ja["after_amount"]),
        not_lasting_ja=re.compile(ja["not_lasting"]),
        goal_ja=re.compile(ja["goal"]),
        beyond_ja=re.compile(ja["beyond"]),
        activities={k: Phrases(tuple(v["en"]), tuple(v["ja"]), _either(v)) for k, v in held["activities"].items()},
        done=frozenset(held["done_values"]),
        called=frozenset(held["called_values"]),
        home=frozenset(held["home_values"]["at"]),
        away=frozenset(held["home_values"]["away"]),
        units=held["units"],
        margins=held["margins"],
        says={value: _saying(forms) for value, forms in held["says"].items()},
    )


def whole_words(listed: Sequence[str]) -> re.Pattern[str]:
    """Any of the phrases as whole words, the longest that fits first."""
    ordered = "|".join(sorted(map(str, listed), key=len, reverse=True))
    return re.compile(rf"(?<![{LETTER}0-9'])(?:{ordered})(?![{LETTER}0-9])")


def anywhere(listed: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted((normal(str(w)) for w in listed), key=len, reverse=True)) or "(?!)")


def _either(activity: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    return re.compile(f"{whole_words(activity['en']).pattern}|{anywhere(activity['ja']).pattern}")


def _saying(forms: Mapping[str, str]) -> Saying:
    english = forms["en"]
    return Saying(
        english=english,
        lasting=forms.get("lasting", f"has been {english.removeprefix('is ')}"),
        denied=forms.get("denied", f"is not {english.removeprefix('is ')}"),
        japanese=forms["ja"],
        japanese_denied=forms["not"],
    )
