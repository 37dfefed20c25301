"""What is an answer worth? By the paper's rule, the core keywords in it; and by the one it asks for, synonyms and nearness of meaning."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from yamori.evaluation.papers.meaning import NEAR, Meaning
from yamori.evaluation.papers.ten.tasks import PaperTask
from yamori.evaluation.papers.words import holds, numbers, sentences


class Mark(StrEnum):
    """The paper's criteria."""

    ALL = "○"
    """All core keywords."""
    SOME = "△"
    """One or more."""
    NONE = "×"


@dataclass(frozen=True, kw_only=True)
class Scored:
    """One answer by one rule."""

    mark: Mark
    lacks: tuple[str, ...]
    """The paper's keywords that are not in it."""


def by_keywords(task: PaperTask, answer: str, language: str) -> Scored:
    return _scored([(core.keyword(language), any(holds(answer, word) for word in core.spellings(language))) for core in task.core])


async def by_meaning(task: PaperTask, answer: str, language: str, meaning: Meaning) -> Scored:
    """A keyword counts when any word for it stands in the answer, or when a sentence of the answer is near to what the keyword says and has
    its numbers: a sentence encoder hardly tells 6 seconds from 10."""
    parts = sentences(answer)
    statements = [core.says.of(language) for core in task.core]
    near = await meaning.nearness(statements, parts)
    said = [any(holds(answer, word) for word in core.words) for core in task.core]
    for i, statement in enumerate(statements):
        said[i] = said[i] or any(
            cosine >= NEAR and numbers(statement) <= numbers(part) for cosine, part in zip(near[i], parts, strict=True)
        )
    return _scored([(core.keyword(language), found) for core, found in zip(task.core, said, strict=True)])


def over_trials(marks: Sequence[Mark]) -> Mark:
    """○ when every trial was, × when every trial was, △ for all between."""
    return marks[0] if len(set(marks)) == 1 else Mark.SOME


def _scored(found: Sequence[tuple[str, bool]]) -> Scored:
    lacks = tuple(keyword for keyword, there in found if not there)
    return Scored(mark=Mark.ALL if not lacks else Mark.NONE if len(lacks) == len(found) else Mark.SOME, lacks=lacks)
