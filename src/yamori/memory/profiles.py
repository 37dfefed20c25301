"""Profiles (SAGE IV-A): a model sums up each day of a person, and those days into one profile, again only where something changed.

Off the person's path. What is made of somebody's words is for them alone, and goes with the words. Whoever shows a profile says that it
was made of them, and shows the facts beside it: without a model there are only those.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime

from yamori.domain.errors import ModelFailed
from yamori.domain.plain_text import single_line
from yamori.domain.values import Value
from yamori.llm.port import Models, Prompt, Role
from yamori.memory.passes.prompting import fitting, prompt_text
from yamori.memory.ports import Residents
from yamori.memory.store import summaries
from yamori.memory.store.file import MemoryFile

MOST_SAID = 40
"""Utterances of one day that a summary is made of."""
LONGEST_SAID = 200
SAID_TOKENS = 1_500
DAYS_AT_ONCE = 5
"""Summaries that are folded into the profile by one question."""
MOST_DAYS = 30
"""Summed up by one update."""
LONGEST_SUMMARY = 240
LONGEST_PROFILE = 700


class Profiles:
    """Over the file and the `memory` role."""

    def __init__(self, file: MemoryFile, residents: Residents, models: Models | None) -> None:
        self._file, self._residents, self._models = file, residents, models

    async def profile(self, person: str) -> str:
        """For the person themselves. Empty where none was made yet."""
        if person not in self._residents.members():
            return ""
        kept = await self._file.read(lambda db: summaries.profile(db, person))
        return kept[0] if kept is not None else ""

    async def update(self, person: str, *, now: datetime) -> int:
        """Sum up the days that changed, then the profile. Gives how many summaries were made. May be killed anywhere and called again.
        Raises `ModelFailed` or `Misconfigured` where no model answers; what was made until then is kept."""
        if self._models is None or person not in self._residents.members():
            return 0
        made = 0
        said = await self._file.read(lambda db: summaries.days_said(db, person))
        known = await self._file.read(lambda db: summaries.days(db, person))
        today = now.date().isoformat()
        changed = [day for day, state in said.items() if day < today and known.get(day, ("", ""))[1] != state]
        for day in changed[-MOST_DAYS:]:
            made += await self._sum_up(self._models, person, day, said[day])
        return made + await self._fold(self._models, person, now)

    async def _sum_up(self, models: Models, person: str, day: str, state: str) -> int:
        words = await self._file.read(lambda db: summaries.said_on(db, person, day, MOST_SAID))
        said = [single_line(text)[:LONGEST_SAID] for text in words]
        lines = "\n".join(f"- {text}" for text in said[: fitting(said, SAID_TOKENS)])
        summary = await _asked(models, prompt_text("day.md"), f"{day}\n{lines}", LONGEST_SUMMARY)
        return int(await self._file.write(lambda db: summaries.put_day(db, person, day, summary, state)))

    async def _fold(self, models: Models, person: str, now: datetime) -> int:
        days = await self._file.read(lambda db: summaries.days(db, person))
        kept = await self._file.read(lambda db: summaries.profile(db, person))
        text, folded = kept if kept is not None else ("", {})
        made_of: dict[str, str] = dict(folded)
        if any(day not in days or days[day][1] != state for day, state in folded.items()):
            text, made_of = "", {}  # something under it changed: from the beginning
        new = [day for day in days if day not in made_of]
        for start in range(0, len(new), DAYS_AT_ONCE):
            some = new[start : start + DAYS_AT_ONCE]
            text = await _asked(models, prompt_text("profile.md"), _days_shown(text, days, some), LONGEST_PROFILE)
            made_of |= {day: days[day][1] for day in some}
            profile, state = text, dict(made_of)

            def work(db: sqlite3.Connection, profile: str = profile, state: Mapping[str, str] = state) -> bool:
                return summaries.put_profile(db, person, profile, state, now)

            if not await self._file.write(work):
                return 0  # somebody forgot something meanwhile; the next update begins anew
        return 1 if new else 0


def _days_shown(profile: str, days: Mapping[str, tuple[str, str]], some: Sequence[str]) -> str:
    return "\n".join([f"Profile so far: {profile or 'none'}", "New days:", *(f"- {day}: {days[day][0]}" for day in some)])


async def _asked(models: Models, beginning: str, request: str, longest: int) -> str:
    schema: Mapping[str, Value] = {
        "type": "object",
        "properties": {"summary": {"type": "string", "maxLength": longest}},
        "required": ["summary"],
        "additionalProperties": False,
    }
    answer = await models.ask(Role.MEMORY, Prompt(prefix=beginning, request=request, schema=schema, max_tokens=longest))
    data = answer.data
    if not isinstance(data, dict) or not isinstance(data.get("summary"), str):
        raise ModelFailed("the summary is no text")
    return single_line(data["summary"])[:longest]
