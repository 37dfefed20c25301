"""What of a person's words has to be met before a task on a website is done, and what they rule out. Pure.

People tell why they ask, and for whom. Of such sentences only names, numbers and quotations have to show on the page.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from yamori.agents.browser.operating.goal import Goal
from yamori.agents.browser.rules.asked import is_at_site, is_operation, without_courtesy
from yamori.agents.browser.rules.pointing_back import points_back
from yamori.agents.browser.rules.query import without_days
from yamori.agents.browser.rules.spoken import names_in, sentences
from yamori.domain.language import is_spaced
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.splitting import split_clauses
from yamori.understanding.utterance import QUOTED, Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

_NO_ORDERS = ("'s", "’s", "ing")
"""Endings of a first word that is no verb of an order in English."""


@dataclass(frozen=True, kw_only=True)
class Demand:
    text: str
    """What is asked for, with what is named elsewhere."""
    refused: str
    """The clauses that say what is not to be done."""


def demand_of(goal: Goal) -> Demand:
    return _demand(goal.words, goal.now)


@lru_cache(maxsize=64)
def _demand(words: str, now: datetime) -> Demand:
    asking: list[str] = []
    telling: list[str] = []
    refused: list[str] = []
    for sentence in sentences(words):
        clauses = [clause for clause in split_clauses(sentence) if clause.strip()]
        against = [clause for clause in clauses if _refuses(utterance_of(clause, now))]
        refused += against
        left = [clause for clause in clauses if clause not in against]
        if not left:
            continue
        kept = sentence if not against else _joint(sentence).join(left)
        wanted = _asks(kept, now) or points_back(kept)
        (asking if wanted else telling).append(kept)
    if not asking or any(points_back(sentence) for sentence in asking):
        asking, telling = [*telling, *asking], []
    around = without_days(" ".join(telling), now)
    named = [*names_in(around), *(match[0] for match in QUOTED.finditer(around)), *_numbers(around, now)]
    return Demand(text=" ".join((*asking, *named)), refused=" ".join(refused))


def operates(text: str, now: datetime, *, at_sites: bool) -> bool:
    """Whether one sentence of several wants something done on a website, and the others only tell of it or rule something out. `at_sites`:
    also where it says no address, but what kind of website."""
    told = sentences(text)
    done = [is_operation(sentence) or (at_sites and is_at_site(sentence)) for sentence in told]
    others = [sentence for sentence, is_done in zip(told, done, strict=True) if not is_done]
    return any(done) and not any(_asks(one, now) and not _refuses(utterance_of(one, now)) for one in others)


def _asks(sentence: str, now: datetime) -> bool:
    """Whether it wants to know something, or wants something done. What begins with somebody's thing (`Grandpa's boat is red`) or with what
    somebody is doing (`only waiting`) orders nothing."""
    utterance = utterance_of(sentence, now)
    mood = mood_of(utterance)
    if mood is not Mood.REQUEST or utterance.vocabulary.morphemes:
        return mood is not Mood.STATEMENT
    first = without_courtesy(sentence, utterance.language).partition(" ")[0].rstrip(",").lower()
    return not first.endswith(_NO_ORDERS)


def _joint(sentence: str) -> str:
    return ", " if is_spaced(sentence) else "、"


def _refuses(clause: Utterance) -> bool:
    """Whether a clause says what is not to be done: it begins with that, or where verbs stand last says it of its verb."""
    against = [clause.normal.shown(marker.span) for marker in clause.markers if marker.kind is MarkerKind.NEGATION]
    if clause.vocabulary.morphemes:
        return any(len(said) > 1 for said in against)
    bare = without_courtesy(clause.text, clause.language).lower()
    return any(bare.startswith(f"{said.lower()} ") for said in against)


def _numbers(text: str, now: datetime) -> list[str]:
    utterance = utterance_of(text, now)
    words = [word for word in utterance.words if not any(word.span.overlaps(time) for time in utterance.time_spans)]
    return [word.text for word in words if word.text.isdecimal()]
