"""The words of one language that carry no content of their own, and those that change what a sentence asks for (`words/*.yaml`).

A further language is a further file. Nothing here or in the files names a device, a person or a task.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).parent / "words"


class MarkerKind(StrEnum):
    """What a sentence may add to what it asks for, and that nobody may ignore."""

    CONDITION = "condition"
    """`if`, `when`, `unless`, 〜たら."""
    EXCEPTION = "exception"
    """`except`, `but not`, 以外."""
    ONLY = "only"
    ONCE = "once"
    """`just this once`, 今回だけ."""
    REPETITION = "repetition"
    """`again`, `another`, もう一度."""
    NEGATION = "negation"
    UNTIL = "until"
    INSTEAD = "instead"
    NOTIFICATION = "notification"
    """`tell me`, `let me know`: something is to be said, not done."""
    VAGUE = "vague"
    """`later`, `at some point`, そのうち: a moment to come that is not named."""


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """One language's file."""

    language: str
    morphemes: bool
    """Words are found by morphological analysis, since nothing stands between them."""
    function_words: frozenset[str]
    """Articles, pronouns, auxiliaries, prepositions: no content words."""
    typical: frozenset[str]
    """Frequent content words, by which a short text shows its language."""
    fillers: re.Pattern[str]
    """Courtesy, hesitation and address: they ask for nothing."""
    joints: re.Pattern[str]
    """What stands between two clauses; unused where words are morphemes."""
    joining: re.Pattern[str]
    """Words between two requests: `and`, `and then`, それから."""
    turning: re.Pattern[str]
    """Words between two clauses of which the second bears on the first: `but`, `so`."""
    tying: frozenset[str]
    """The joining words that hold a condition together with all that stands before it."""
    conjunction: str
    """What is put between two clauses that are said again as one sentence."""
    linking: frozenset[str]
    """Where words are morphemes: particles with which a clause ends."""
    linking_alone: frozenset[str]
    """Those of them that need no mark behind them."""
    negating: frozenset[str]
    """Dictionary forms before such a particle that hold both clauses together: 青じゃなくて赤."""
    titles: frozenset[str]
    """Words before a name that end in a full stop, without it."""
    abbreviations: frozenset[str]
    """Others that do."""
    short_questions: re.Pattern[str]
    """Questions that only go on about the clause before: `how long?`."""
    between_times: re.Pattern[str]
    """What may stand between expressions of time."""
    conditions_first: bool
    """A condition stands before what it governs, wherever in the clause."""
    markers: Mapping[MarkerKind, re.Pattern[str]]
    question_words: frozenset[str]
    informing_verbs: frozenset[str]
    """Verbs that ask for words: tell, show, check."""
    ordering: frozenset[str]
    """Function words that may begin an order: `turn`, `put`."""
    informing_openings: re.Pattern[str]
    """Beginnings that ask for words: `let me know`."""
    wanting: frozenset[str]
    """What ends a clause that wants something done, where words are morphemes."""
    polite: re.Pattern[str]
    """How a request begins that is put as a question."""
    inverted: frozenset[str]
    """Verbs that begin a question."""
    subjects: frozenset[str]
    """Words with which the subject of a question begins."""
    persons: frozenset[str]
    """The subjects among them that no order can have."""
    pronouns: frozenset[str]
    """Words with which a statement begins."""
    tags: re.Pattern[str]
    """Ends of requests that are put as questions."""
    remarks: re.Pattern[str]
    """How a clause begins, or ends, that gives a reason or tells something and asks for nothing."""
    numbers: frozenset[str]
    """Words for numbers, and for what they count in settings: `twenty`, `degrees`."""
    lookups: re.Pattern[str]
    """What a clause begins with, or ends with, that wants something found out: `look up`, 〜を調べて."""
    pointing: frozenset[str]
    """Words that stand for what was found or said before, with what joins them to the rest: `it`, `there`, それ."""
    events: frozenset[str]
    """First words of markers of a condition that wait for something to happen (`tell me when`), unlike those that ask whether (`tell me
    if`)."""
    sequence: re.Pattern[str]
    """Words with which one thing follows another in time: `then`, それから."""
    inflected: frozenset[str]
    """Markers that are none unless they are an inflected form (帰ったら, and not メイったら), where words are morphemes."""
    copulas: frozenset[str]
    """Verbs with which a condition tells how something is (`if it is open`); none where words are morphemes."""
    openings: frozenset[str]
    """Words that begin a clause and only tie it to what was said before."""
    articles: frozenset[str]
    """Words that stand before a noun and belong to it: `the`, `my`."""
    indefinite: frozenset[str]
    """Those of them that name nothing in particular: `have a good evening`."""
    placing: frozenset[str]
    """Words before what something is said of, with an article or without: `in`, `of`; where words are morphemes, behind it."""
    being: frozenset[str]
    """Words before it with an article only: `is the cellar`, but `is left`."""
    moments: frozenset[str]
    """Nouns that say when rather than what: `at the moment`."""
    both: frozenset[str]
    """Words between two verbs that are to be done at no time of their own: `on and off`."""
    short_forms: Mapping[str, str]
    """What people type for longer words, in lower case: `n` for *and*."""
    immediate: frozenset[str]
    """Words that say of one thing of several that it is to be done at once: `now`, いま."""
    coordinating: frozenset[str]
    """Words, or particles, between two nouns of which the same is asked: `and`, と."""
    receiving: frozenset[str]
    """Pronouns of whoever is told something: `tell me`."""
    searching: frozenset[str]
    """Verbs, in their dictionary form, with which people say that they look for a thing: who has lost it complains of no room."""
    helping: frozenset[str]
    """Verbs, in their dictionary form, that beside another verb say only how it is done (`go and see`, 見てくる)."""

    def is_number(self, word: str) -> bool:
        """Whether a word says an amount, in digits or letters, also in several that are joined (`twenty-five`)."""
        return word.rstrip("%").isdecimal() or all(part in self.numbers for part in word.split("-"))

    def begins_with_event(self, marker: str) -> bool:
        """Whether the words of a marker wait for something to happen."""
        return marker.startswith(tuple(self.events)) if self.morphemes else marker.split(" ")[0] in self.events


@cache
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language (`en`, `ja`, …). Raises `KeyError` for one without a file."""
    import yaml

    file = WORDS / f"{language}.yaml"
    if not file.is_file():
        raise KeyError(language)
    held: Mapping[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    morphemes = bool(held.get("morphemes"))
    return Vocabulary(
        language=language,
        morphemes=morphemes,
        function_words=frozenset(str(held["function_words"]).split()),
        typical=frozenset(str(held.get("typical", "")).split()),
        fillers=_any_of(held["fillers"], whole_words=not morphemes),
        joints=re.compile(str(held.get("joints", r"(?!)"))),
        joining=_any_of(held.get("joining", ["(?!)"]), whole_words=False),
        turning=_any_of(held.get("turning", ["(?!)"]), whole_words=False),
        tying=_set(held, "tying"),
        conjunction=str(held.get("conjunction", ", ")),
        linking=_set(held, "linking") | _set(held, "linking_alone"),
        linking_alone=_set(held, "linking_alone"),
        negating=_set(held, "negating"),
        titles=_set(held, "titles"),
        abbreviations=_set(held, "abbreviations"),
        short_questions=_any_of(held.get("short_questions", ["(?!)"]), whole_words=False),
        between_times=re.compile(rf"(?:[\s,、。.!?！？]|{held.get('between_times', '(?!)')})*"),
        conditions_first=bool(held.get("conditions_first")),
        markers={MarkerKind(kind): _any_of(phrases, whole_words=not morphemes) for kind, phrases in held["markers"].items()},
        question_words=_set(held, "question_words"),
        informing_verbs=_set(held, "telling"),
        ordering=_set(held, "ordering"),
        informing_openings=_any_of(held["tells"], whole_words=False) if held.get("tells") else _NEVER,
        wanting=_set(held, "wanting"),
        polite=_any_of(held["polite"], whole_words=False) if held.get("polite") else _NEVER,
        inverted=_set(held, "inverted"),
        subjects=_set(held, "subjects"),
        persons=_set(held, "persons"),
        pronouns=_set(held, "pronouns"),
        tags=_any_of(held["tags"], whole_words=False) if held.get("tags") else _NEVER,
        remarks=_any_of(held["remarks"], whole_words=False),
        numbers=_set(held, "numbers"),
        lookups=re.compile(str(held.get("lookups", r"(?!)"))),
        pointing=_set(held, "pointing"),
        articles=_set(held, "articles"),
        indefinite=_set(held, "indefinite"),
        placing=_set(held, "placing"),
        being=_set(held, "being"),
        moments=_set(held, "moments"),
        both=_set(held, "both"),
        short_forms={str(form): str(full) for form, full in held.get("short_forms", {}).items()},
        immediate=_set(held, "immediate"),
        coordinating=_set(held, "coordinating"),
        receiving=_set(held, "receiving"),
        searching=_set(held, "searching"),
        helping=_set(held, "helping"),
        events=_set(held, "events"),
        openings=_set(held, "openings"),
        copulas=_set(held, "copulas"),
        inflected=_set(held, "inflected"),
        sequence=_any_of(held["sequence"], whole_words=not morphemes) if held.get("sequence") else _NEVER,
    )


@cache
def languages() -> tuple[str, ...]:
    """Every language that has a file."""
    return tuple(sorted(file.stem for file in WORDS.glob("*.yaml")))


def _set(held: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(str(held.get(key, "")).split())


_NEVER = re.compile(r"(?!)")


def _any_of(phrases: list[str], *, whole_words: bool) -> re.Pattern[str]:
    """A pattern of any of the phrases, which are regular expressions themselves; the longest is tried first."""
    alternatives = "|".join(sorted(phrases, key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?:{alternatives})(?![^\W\d_])" if whole_words else f"(?:{alternatives})")
