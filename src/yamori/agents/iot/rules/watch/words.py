"""`watching.yaml` and `watching_words/`, ready to be searched. Read once a process."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from yamori.agents.iot.rules.words import LETTER, Phrases, normal
from yamori.domain.language import DEFAULT_LANGUAGE
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.word_lists import by_language, by_name


@dataclass(frozen=True, kw_only=True)
class Saying:
    """How a value of a device is worded in a language."""

    now: str
    lasting: str
    """Of a time that it has been so."""
    denied: str


@dataclass(frozen=True, kw_only=True)
class ConditionWords:
    """The words of one language."""

    listed: Mapping[str, frozenset[str]]
    patterns: Mapping[str, re.Pattern[str]]
    """The same lists as patterns: of whole words, or of what may stand anywhere where words do not stand apart."""
    states: Mapping[str, frozenset[str]]
    state_patterns: Mapping[str, re.Pattern[str]]
    before_amount: re.Pattern[str]
    """Ends what stands before a length of time."""
    after_amount: re.Pattern[str]
    not_lasting: re.Pattern[str]
    """Around a length of time that is none of how long something lasts: 2分後."""
    goal: re.Pattern[str]
    """Ends a number that is gone to: 18度まで."""
    beyond: re.Pattern[str]
    """Ends a number that is passed: 18度より."""
    joint: str
    """Stands for a length of time that was taken out."""
    says: Mapping[str, Saying]
    other: Saying
    """Of what has no words of its own: with `{}` for the word."""

    def saying(self, value: str, word: str) -> Saying:
        """How a value is worded; one that has no words of its own by its `word`."""
        return self.says.get(value) or _formed(word, self.other)


@dataclass(frozen=True, kw_only=True)
class WatchWords:
    """What is the same in every language: values of devices, and what is done by them."""

    activities: Mapping[str, Phrases]
    done: frozenset[str]
    called: frozenset[str]
    home: frozenset[str]
    away: frozenset[str]
    units: Mapping[str, str]
    margins: Mapping[str, float]


@cache
def watch_words() -> WatchWords:
    held = _file()
    return WatchWords(
        activities={k: _either(v) for k, v in by_name(_WORDS)["activities"].items()},
        done=frozenset(held["done_values"]),
        called=frozenset(held["called_values"]),
        home=frozenset(held["home_values"]["at"]),
        away=frozenset(held["home_values"]["away"]),
        units=held["units"],
        margins=held["margins"],
    )


@cache
def condition_words(language: str) -> ConditionWords:
    held, stands_apart = _worded(language), not vocabulary(language).morphemes
    found = whole_words if stands_apart else anywhere
    lists = {name: listed for name, listed in held.items() if isinstance(listed, list)}
    other = _saying(held["says"]["other"])
    says = {value: forms for value, forms in held["says"].items() if value != "other"}
    return ConditionWords(
        listed={name: frozenset(listed) for name, listed in lists.items()},
        patterns={name: found(listed) for name, listed in lists.items()},
        states={state: frozenset(listed) for state, listed in held["states"].items()},
        state_patterns={state: found(listed) for state, listed in held["states"].items()},
        before_amount=re.compile(rf"(?:^|\s+){held['before_amount']}\s*$" if "before_amount" in held else _NEVER),
        after_amount=re.compile(held["after_amount"] + (rf"(?![{LETTER}])" if stands_apart else "")),
        not_lasting=re.compile(held.get("not_lasting", _NEVER)),
        goal=re.compile(held.get("goal", _NEVER)),
        beyond=re.compile(held.get("beyond", _NEVER)),
        joint=held["joint"],
        says={
            value: _formed(forms, other) if isinstance(forms, str) else _saying(forms) for value, forms in says.items() if value != "other"
        },
        other=other,
    )


_NEVER = r"(?!)"


def _worded(language: str) -> Mapping[str, Any]:
    """The words of a language, or of English."""
    return by_language(_WORDS).get(language) or by_language(_WORDS)[DEFAULT_LANGUAGE]


@cache
def _file() -> Mapping[str, Any]:
    import yaml

    held: Mapping[str, Any] = yaml.safe_load((_HERE / "watching.yaml").read_text(encoding="utf-8"))
    return held


_HERE = Path(__file__).parents[2]
_WORDS = _HERE / "watching_words"


def whole_words(listed: Sequence[str]) -> re.Pattern[str]:
    """Any of the phrases as whole words, the longest that fits first."""
    ordered = "|".join(sorted(map(str, listed), key=len, reverse=True))
    return re.compile(rf"(?<![{LETTER}0-9'])(?:{ordered})(?![{LETTER}0-9])")


def anywhere(listed: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted((normal(str(w)) for w in listed), key=len, reverse=True)) or "(?!)")


def _either(activity: Mapping[str, Sequence[str]]) -> Phrases:
    patterns = ((anywhere if vocabulary(language).morphemes else whole_words)(words).pattern for language, words in activity.items())
    return Phrases({language: tuple(words) for language, words in activity.items()}, re.compile("|".join(patterns)))


def _saying(forms: Mapping[str, str]) -> Saying:
    return Saying(now=forms["is"], lasting=forms.get("lasting", forms["is"]), denied=forms["not"])


def _formed(word: str, form: Saying) -> Saying:
    return Saying(now=form.now.format(word), lasting=form.lasting.format(word), denied=form.denied.format(word))
