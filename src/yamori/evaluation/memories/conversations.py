"""Generated conversations with known evidence. Pure: the same seed gives the same two years."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ja")
YEARS = timedelta(days=730)
PEOPLE = ("hanne", "osamu", "yusuf")
EACH = 240
"""Conversations of each person in each language: more than two a week."""
FEWEST, MOST = 3, 9
"""Turns of one conversation."""
NEAR = 0.2
"""The share of small talk that names what a fact is about and tells nothing of it."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """Something that is said."""

    key: str
    person: str
    conversation: str
    at: datetime
    text: str
    language: str


@dataclass(frozen=True, kw_only=True)
class Question:
    """Asked at the end of the two years."""

    person: str
    text: str
    language: str
    evidence: str
    """Key of the turn that holds the answer."""
    conversation: str


@dataclass(frozen=True, kw_only=True)
class Life:
    turns: tuple[Turn, ...]
    """In the order in which they are said."""
    questions: tuple[Question, ...]


def generated(*, seed: int, start: datetime, each: int = EACH) -> Life:
    """`start`: when the two years begin, aware."""
    chance = random.Random(seed)
    turns: list[Turn] = []
    questions: list[Question] = []
    for person in PEOPLE:
        for language in LANGUAGES:
            words = _words()[language]
            facts = list(_facts(words, chance))
            chance.shuffle(facts)
            told = set(chance.sample(range(each), min(len(facts), each)))
            for number in range(each):
                conversation = f"{person}-{language}-{number}"
                at = start + YEARS * number / each + timedelta(minutes=chance.randrange(900))
                lines = [_small(words, chance) for _ in range(chance.randint(FEWEST, MOST))]
                place = chance.randrange(len(lines))
                if number in told:
                    said, ask, after = facts.pop()
                    lines[place : place + 1] = [*said, after]
                    place += len(said) - 1
                    questions.append(
                        Question(person=person, text=ask, language=language, evidence=f"{conversation}-{place}", conversation=conversation)
                    )
                turns += [
                    Turn(
                        key=f"{conversation}-{n}",
                        person=person,
                        conversation=conversation,
                        at=at + timedelta(minutes=n),
                        text=line,
                        language=language,
                    )
                    for n, line in enumerate(lines)
                ]
    return Life(turns=tuple(sorted(turns, key=lambda turn: (turn.at, turn.key))), questions=tuple(questions))


def _facts(words: Mapping[str, Any], chance: random.Random) -> Iterator[tuple[Sequence[str], str, str]]:
    """The turns that tell it, the last of which holds the answer, what asks for it, and what is said after it; each subject of a topic
    once."""
    for topic in words["topics"]:
        for by in topic["by"]:
            it = chance.choice(topic["it"])
            whole = [chance.choice(topic["tell"]).format(by=by, it=it)]
            apart = [chance.choice(words["lead"]).format(by=by), chance.choice(topic["rest"]).format(it=it)]
            said = whole if chance.random() < 0.5 else apart
            yield said, chance.choice(topic["ask"]).format(by=by), chance.choice(topic["after"])


def _small(words: Mapping[str, Any], chance: random.Random) -> str:
    if chance.random() < NEAR:
        near: str = chance.choice(words["near"])
        return near.format(by=chance.choice(chance.choice(words["topics"])["by"]))
    drawn: Mapping[str, Sequence[str]] = words["small_words"]
    line: str = chance.choice(words["small"])
    return line.format(**{name: chance.choice(values) for name, values in drawn.items()})


@cache
def _words() -> Mapping[str, Any]:
    import yaml

    text = (Path(__file__).parent / "conversations.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.safe_load(text)
    return found
