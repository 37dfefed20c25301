"""Moments that the schedule's clocks give: the end of a timer goes with the timer, all others are reckoned once."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from yamori.agentkit.task import Task
from yamori.automations.clocked import Clocked, clocked
from yamori.automations.neighbours import Running
from yamori.automations.trigger import Ends, Source
from yamori.domain.language import Language

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


class OneTimer:
    async def timers(self, person: str) -> Sequence[Running]:
        return [Running(name="", moment=NOW + timedelta(minutes=20), id="7")]

    async def alarms(self, person: str) -> Sequence[Running]:
        return []

    async def appointments(self, person: str) -> Sequence[Running]:
        return []


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("the timer is done", 0),
        ("five minutes after the timer is up", 300),
        ("タイマーが鳴ったら", 0),
        ("タイマーが終わって5分後", 300),
        ("five minutes before the timer is up", None),
    ],
)
async def test_what_follows_a_timer_waits_for_its_end_and_what_comes_before_it_for_a_moment(words: str, after: int | None) -> None:
    language = Language.ENGLISH if words.isascii() else Language.JAPANESE
    task = Task(key="k", request=words, said=words, person="alex", now=NOW, language=language)
    found = await clocked(words, task, OneTimer(), titled=False)
    assert isinstance(found, Clocked)
    assert found.ends == (Ends(source=Source.TIMER, id="7", after_seconds=after) if after is not None else None)
