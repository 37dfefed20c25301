"""What a person wants done on the web, taken from their words alone, before any page is read. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from urllib.parse import urlsplit

from yamori.agentkit.phrasing import ended, sentences
from yamori.agents.browser.engine import Observation
from yamori.agents.browser.rules.addresses import ADDRESS
from yamori.agents.browser.rules.whole_words import folded, stand_in, whole_words
from yamori.domain.language import Language, is_spaced, language_of
from yamori.domain.when.english.numerals import WORD
from yamori.domain.when.english.numerals import number as english_number
from yamori.domain.when.japanese.numerals import number as japanese_number
from yamori.understanding.utterance import QUOTED, utterance_of

_ENDS = ".,;:!?)"
_RUN = re.compile(r"[^\s,;:!?()「」“”\"]+")
_LONGEST_RUN = 6
_MOST_VALUES = 120


@dataclass(frozen=True, kw_only=True)
class Goal:
    """The plan is no more than this: these words, these addresses, these values. Pages add nothing to it."""

    request: str
    language: Language
    now: datetime
    addresses: tuple[str, ...] = ()
    """Whole addresses that the person named."""
    days: tuple[date, ...] = ()
    """The days that the person spoke of."""
    asks_only: bool = False
    """Nothing is wanted but what a form that asks its site then shows: a task that needs more than that ends there."""

    @property
    def words(self) -> str:
        """The request without its addresses."""
        return " ".join(ADDRESS.sub(" ", self.request).split())


def goal_of(request: str, now: datetime, language: Language) -> Goal:
    addresses = tuple(_whole(match[0].rstrip(_ENDS)) for match in ADDRESS.finditer(request))
    bare = " ".join(ADDRESS.sub(" ", request).split())
    days: dict[date, None] = {}
    for time in utterance_of(bare, now).times:
        for day in (time.date, time.end_date):
            if day is not None:
                days[day] = None
    return Goal(request=request, language=language, now=now, addresses=addresses, days=tuple(days))


def changed_goal(goal: Goal, said: str, choices: Sequence[Sequence[str]]) -> Goal:
    """The goal with what the person said while it was under way. It adds to the goal, and takes the place of what it excludes: other days,
    another number where there was one, and other options of the same choice (`choices`: what the page offers, one of each)."""
    new = goal_of(said, goal.now, goal.language)
    kept = goal.request
    if new.days:
        kept = _without_times(kept, goal.now)
    for options in choices:
        if any(_stands(option, new.words) for option in options):
            for option in options:
                if not _stands(option, new.words):
                    kept = _without(option, kept)
    before, now = _bare_numbers(kept, goal), _bare_numbers(said, goal)
    if len(before) == len(now) == 1:
        kept = _without(before[0], kept)
    kept = kept.strip().rstrip(".。")
    language = language_of(kept)
    whole = goal_of(sentences([ended(kept, language), said], language), goal.now, goal.language)
    return replace(whole, days=new.days or whole.days or goal.days)


def choices_on(page: Observation | None) -> Sequence[Sequence[str]]:
    """What a page offers one of: the options of its selects, and its radio buttons together."""
    if page is None:
        return ()
    selects = [[option for option in element.options if len(option) > 1] for element in page.elements if element.role == "select"]
    return [*selects, [element.name for element in page.elements if element.role == "radio"]]


def _without_times(request: str, now: datetime) -> str:
    utterance = utterance_of(request, now)
    for time in sorted(utterance.time_spans, key=lambda span: -span.start):
        request = request.replace(utterance.normal.shown(time), " ", 1)
    return request


def _bare_numbers(text: str, goal: Goal) -> list[str]:
    bare = _without_times(ADDRESS.sub(" ", QUOTED.sub(" ", text)), goal.now)
    return re.findall(r"(?<![\w.,@#/-])\d+(?![\w@/.-])", bare)


def _stands(option: str, said: str) -> bool:
    return stand_in(folded(option), folded(said))


def _without(option: str, text: str) -> str:
    return whole_words((option,)).sub(" ", text, count=1)


def names_address(text: str) -> bool:
    return ADDRESS.search(text) is not None


def _whole(address: str) -> str:
    return address if address.lower().startswith(("http://", "https://")) else f"https://{address}"


def same_site(url: str, other: str) -> bool:
    """One host, or a name below the other's; the same port."""
    try:
        one, two = urlsplit(url), urlsplit(other)
        first, second = (one.hostname or "").removeprefix("www."), (two.hostname or "").removeprefix("www.")
        return bool(first) and (one.port == two.port) and (first == second or first.endswith(f".{second}") or second.endswith(f".{first}"))
    except ValueError:
        return False


def values_of(goal: Goal) -> Sequence[str]:
    """What may be typed into a field: pieces of the person's own words, what they quoted first. Empty for words that do not
    stand apart, whose pieces are checked by `is_theirs` alone."""
    words = goal.words
    quoted = [match[0][1:-1].strip() for match in QUOTED.finditer(words)]
    if not is_spaced(words):
        return ()
    pieces: dict[str, None] = dict.fromkeys(piece for piece in quoted if piece)
    for part in re.split(r"[,;:!?“”\"]|\.\s", QUOTED.sub(" ; ", words)):
        runs = [run.rstrip(".") for run in _RUN.findall(part)]
        for length in range(1, _LONGEST_RUN + 1):
            for start in range(len(runs) - length + 1):
                pieces[" ".join(runs[start : start + length])] = None
    return list(pieces)[:_MOST_VALUES]


def is_theirs(text: str, goal: Goal) -> bool:
    """Whether a text to type stands in the person's words, or says a day or number of theirs."""
    wanted, said = folded(text), folded(goal.words)
    if not wanted:
        return False
    return (
        wanted in said
        or wanted.replace(" ", "") in said.replace(" ", "").replace(",", "")
        or any(wanted == day.isoformat() for day in goal.days)
    )


def count_of(word: str, language: str) -> int | None:
    """How many a word in letters says: `two`, 三つ. None for `one`, with which people point at things, and for any other word."""
    try:
        if language == "ja":
            match = re.fullmatch(r"([二三四五六七八九十]+)(?:つ|個|枚|本|人|名|台|冊|箱|袋)?", word)
            return japanese_number(match[1]) if match is not None else None
        return english_number(word.lower()) if re.fullmatch(rf"(?!one$|zero$){WORD}", word.lower()) else None
    except ValueError:
        return None
