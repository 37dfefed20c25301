"""A whole household under evaluation: what is due while its clock is moved forward is told on time, and case files see it."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import yaml
from tests.apps.told_home import told_home

from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.apps import evaluated
from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.apps.homes import named_home
from yamori.domain.errors import HouseSilent
from yamori.evaluation.household import HouseholdSpec, RunningHousehold
from yamori.evaluation.results import Outcome
from yamori.evaluation.run import evaluate_cases
from yamori.gateway.homefile import LoadedHome
from yamori.llm.scripted import ScriptedModels

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
SORA = "sora"


@asynccontextmanager
async def opened(home: LoadedHome) -> AsyncIterator[EvaluatedHousehold]:
    spec = HouseholdSpec(home="told", now=MORNING)
    async with evaluated_household(home, spec, ScriptedModels({}), None) as household:
        yield household


async def remind(household: EvaluatedHousehold, text: str, *, minutes: int) -> None:
    new = NewReminder(text=text, moment=MORNING + timedelta(minutes=minutes))
    await household.household.schedule.reminders.set(new, person=SORA, key=text)


async def test_each_reminder_is_told_at_its_own_moment_however_far_the_clock_is_moved(tmp_path: Path) -> None:
    async with opened(told_home(tmp_path)) as household:
        schedule = household.household.schedule
        await schedule.preferences.add_channel(Channel(kind=ChannelKind.DEVICE, target="voice"), person=SORA, key="voice")
        for text, minutes in (("牛乳", 10), ("パン", 50), ("卵", 70)):
            await remind(household, text, minutes=minutes)
        await household.advance(3600)
        notices = await household.notices()
        assert [(n.person, n.text, n.kind, n.at.isoformat()) for n in notices] == [
            (SORA, "牛乳", "reminder", "2026-11-21T09:10:00+09:00"),
            (SORA, "パン", "reminder", "2026-11-21T09:50:00+09:00"),
        ]
        assert household.now() == MORNING + timedelta(hours=1)
        assert (await household.snapshot())["voice.main.speech.said"] == "パン"
        assert [(r.cause.words, r.at) for r in await household.ledger()] == [
            ("パン", MORNING + timedelta(minutes=50)),
            ("牛乳", MORNING + timedelta(minutes=10)),
        ]
        assert [n.text for n in await household.notices(notices[0].id)] == ["パン"]


async def test_a_clock_that_is_not_moved_far_enough_tells_nothing(tmp_path: Path) -> None:
    async with opened(told_home(tmp_path)) as household:
        await remind(household, "牛乳", minutes=10)
        await household.advance(599)
        assert await household.notices() == []
        await household.advance(1)
        assert [n.text for n in await household.notices()] == ["牛乳"]


async def test_more_moments_than_a_case_can_mean_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluated, "_MOST_STOPS", 3)
    async with opened(told_home(tmp_path)) as household:
        for minutes in range(1, 6):
            await remind(household, f"{minutes}", minutes=minutes)
        with pytest.raises(HouseSilent, match="more than 3 moments are due within 3600 s"):
            await household.advance(3600)


async def test_a_case_in_steps_is_played_against_a_whole_household(tmp_path: Path) -> None:
    steps = [
        {"say": "Set a timer for ten minutes", "expect": {"outcome": "done", "no_notices": [{}]}},
        {"after": 300, "expect": {"no_notices": [{}]}},
        {"set": {"doorbell-camera.main.motionSensor.motion": "active"}},
        {"after": 300, "expect": {"notices": [{"person": "aiko"}]}},
        {"after": 3600, "expect": {"no_notices": [{}]}},
    ]
    cases = [
        {"id": "timer", "steps": steps},
        {"id": "rule", "automations": ["every weekday at seven open the blinds"], "say": "hello"},
        {"id": "two", "steps": [{"say": "hello"}, {"say": "hello", "person": "kenji"}]},
        {"id": "facts", "say": "hello", "expect": {"no_facts": [{}]}},
        {"id": "memories", "say": "hello", "memories": [{"person": "kenji", "text": "I like it dim"}]},
    ]
    file = tmp_path / "a.cases.yaml"
    file.write_text(yaml.safe_dump({"home": "demo", "now": MORNING.isoformat(), "person": "aiko", "cases": cases}), encoding="utf-8")
    home = named_home("demo")

    def make(spec: HouseholdSpec) -> AbstractAsyncContextManager[RunningHousehold]:
        return evaluated_household(home, spec, ScriptedModels({}), None)

    summary = await evaluate_cases([file], factory=make, out=tmp_path / "out")
    assert [(case.id, case.why) for case in summary.results.cases] == [
        ("timer", ()),
        ("rule", ()),
        ("two", ()),
        ("facts", ()),
        ("memories", ()),
    ]
    assert summary.results.cases[0].outcome is Outcome.RIGHT
