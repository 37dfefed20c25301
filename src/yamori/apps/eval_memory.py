"""`yamori eval memory`: two simulated years of generated talk in both languages, and how much of the evidence recall finds again."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.apps.settings import Settings
from yamori.domain.language import Language
from yamori.embedding.named import paper_encoder
from yamori.evaluation.memories.conversations import LANGUAGES, PEOPLE, YEARS, Question, Turn, generated
from yamori.evaluation.memories.finding import Found, Shares, find_again, shares
from yamori.memory import Memory, Query, Words, open_memory

START = datetime(2024, 4, 1, 6, 0, tzinfo=ZoneInfo("Europe/Oslo"))
SEED = 5


@dataclass(frozen=True, kw_only=True)
class MemorySummary:
    """What came of it."""

    shares: tuple[Shares, ...]
    folder: Path

    def lines(self) -> Sequence[str]:
        return [
            f"{each.language}: evidence in the first ten: turns {each.turns:.1%}, sessions {each.sessions:.1%};"
            f" first of all {each.first:.1%} ({each.questions} questions)"
            for each in self.shares
        ]


class _Residents:
    def members(self) -> Collection[str]:
        return PEOPLE


class _Kept:
    """Fulfils `evaluation.memories.finding.Remembering`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._keys: dict[int, str] = {}

    async def keep(self, turn: Turn) -> None:
        words = Words(
            person=turn.person,
            conversation=turn.conversation,
            at=turn.at,
            text=turn.text,
            language=Language(turn.language),
            key=turn.key,
        )
        if (kept := await self._memory.words.keep(words)) is not None:
            self._keys[kept.id] = turn.key

    async def ready(self) -> None:
        await self._memory.encoding.catch_up()

    async def recall(self, question: Question, *, first: int) -> Sequence[str]:
        query = Query(person=question.person, text=question.text, now=START + YEARS, limit=first, budget=10_000, facts=False, floor=0)
        found = await self._memory.recall.recall(query)
        return [self._keys[item.utterance] for item in found.items if item.utterance is not None]


async def evaluate_memory(settings: Settings, *, out: Path) -> MemorySummary:
    """In memory, with the encoder of the settings."""
    life = generated(seed=SEED, start=START)
    async with open_memory(None, residents=_Residents(), encoder=paper_encoder(settings.encoder)) as memory:
        found = await find_again(life, _Kept(memory))
    summary = MemorySummary(shares=tuple(shares(found, language) for language in ("", *LANGUAGES)), folder=out)
    _write(summary, found, turns=len(life.turns), encoder=settings.encoder)
    return summary


def _write(summary: MemorySummary, found: Sequence[Found], *, turns: int, encoder: str) -> None:
    summary.folder.mkdir(parents=True, exist_ok=True)
    about = {"suite": "memory", "seed": SEED, "turns": turns, "encoder": encoder}
    data = {**about, "shares": [asdict(each) for each in summary.shares], "questions": [asdict(each) for each in found]}
    (summary.folder / "results.json").write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    missed = [f"- {each.question.text} ({each.question.evidence})" for each in found if each.place is None]
    lines = ["# Memory", "", f"{turns} turns of two simulated years, encoder `{encoder}`.", "", *[f"- {line}" for line in summary.lines()]]
    (summary.folder / "report.md").write_text("\n".join([*lines, "", "Not found:", "", *missed]) + "\n", encoding="utf-8")
