"""Weeks of reminders while the process is killed with signal 9 at random moments: each comes exactly once, none is missed.

`YAMORI_DAYS=366 YAMORI_KILLS=500 YAMORI_SEED=7 pytest tests/agents/scheduler/test_reminders_survive.py` is the longer form.
"""

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from time import sleep

from tests.lengths import length

from yamori.agents.scheduler.rules.rows.instants import instant
from yamori.agents.scheduler.rules.rows.occurrences import occurrences
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store import NewTask, open_schedule
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine

from .reminded import AnyClock
from .reminding_life import HOURS, PERSON, ZONE, Edit, KeptClock

DAYS = int(os.environ.get("YAMORI_DAYS", length(19, 25)))
KILLS = int(os.environ.get("YAMORI_KILLS", length(3, 6)))
SEED = int(os.environ.get("YAMORI_SEED", "20261121"))
FIRST = date(2026, 10, 15)
STEPS = DAYS * 24 / (HOURS / 2)
"""Some so many of them make the whole time."""
START, END = (instant(day, time(0), ZONE) for day in (FIRST, FIRST + timedelta(days=DAYS)))
ROUTINES = (
    ("FREQ=DAILY", time(2, 30), 0),  # skipped on 14 March 2027
    ("FREQ=DAILY", time(1, 30), 0),  # twice on 1 November 2026
    ("FREQ=WEEKLY;BYDAY=MO,WE,FR", time(7), 10),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", time(18, 15), 60),
    ("FREQ=MONTHLY;BYMONTHDAY=31", None, 24 * 60),
)


async def seeded(folder: Path, chance: random.Random) -> Mapping[str, str]:
    """A schedule full of reminders: the keys under which they are to come, and what each is of."""
    schedule = await open_schedule(folder / "schedule.db", AnyClock(START.astimezone(ZONE)))
    await schedule.preferences.add_channel(Channel(kind=ChannelKind.DEVICE, target="desk"), person=PERSON, key="desk")
    expected: dict[str, str] = {}
    edits: list[Edit] = []

    async def expect(new: NewReminder, key: str, *dues: datetime) -> None:
        id = (await schedule.reminders.set(new, person=PERSON, key=key)).reminder.id
        for due in dues:
            if START < due <= END:
                expected[f"reminder/{id}/{due.astimezone(UTC):%Y%m%dT%H%M%S.%fZ}"] = key

    def any_day(first: int = 5) -> tuple[date, time]:
        return FIRST + timedelta(days=chance.randrange(first, DAYS)), time(chance.randrange(24), chance.choice((0, 15, 30, 45)))

    for number, (rule, at, minutes) in enumerate(ROUTINES):
        added = await schedule.routines.add(NewRoutine(title=f"r{number}", recurrence=rule, time=at), person=PERSON, key=f"r{number}")
        lead = timedelta(minutes=minutes)
        dues = {instant(day, at, ZONE) - lead for day in occurrences(rule, FIRST, FIRST, FIRST + timedelta(days=DAYS + 5))}
        await expect(NewReminder(routine_id=added.routine.id, lead=lead), f"routine {number}", *dues)
    for number in range(DAYS // 3):
        moment = instant(*any_day(), ZONE) + timedelta(seconds=number)
        await expect(NewReminder(text=f"m{number}", moment=moment), f"moment {number}", moment)
    for number in range(DAYS // 6):
        day, at = any_day()
        task = (await schedule.tasks.create(NewTask(title=f"t{number}", date=day, time=at), person=PERSON, key=f"t{number}")).task
        due, lead = instant(day, at, ZONE), timedelta(minutes=chance.choice((0, 30)))
        if number % 3:
            edited = due - timedelta(days=3)
            moved = any_day((day - FIRST).days) if number % 3 == 1 else None
            due = instant(*moved, ZONE) if moved else END + timedelta(days=1)
            moved_to = (str(moved[0]), str(moved[1])) if moved else (None, None)
            edits.append(Edit(at=edited.timestamp(), task=task.id, date=moved_to[0], time=moved_to[1]))
        await expect(NewReminder(task_id=task.id, lead=lead), f"task {number}", due - lead)
    await schedule.close()
    (folder / "edits").write_text(json.dumps([asdict(edit) for edit in edits]))
    KeptClock(folder / "clock").set(START)
    return expected


def lived(folder: Path, chance: random.Random) -> int:
    """Lives until one comes to the end of the year, the first `KILLS` of them killed; how many were."""
    paths = ":".join([str(Path.cwd()), *(path for path in sys.path if path)])
    command = (sys.executable, "-m", "tests.agents.scheduler.reminding_life", str(folder), END.isoformat())
    killed = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            while True:
                process.stdin.write(f"{chance.randrange(10**9)}\n".encode())
                process.stdin.flush()
                pid = int(process.stdout.readline().split()[1])
                steps = chance.randrange(int(1.2 * STEPS / (KILLS + 1))) if killed < KILLS else None
                for _ in range(steps or 0):
                    assert process.stdout.readline() == b"step\n"
                if steps is not None:
                    sleep(chance.uniform(0, 0.03))  # anywhere within a step, or while it opens
                    os.kill(pid, signal.SIGKILL)
                while (line := process.stdout.readline()) == b"step\n":
                    pass
                word, status = line.split()
                assert (word, int(status) in (0, -signal.SIGKILL)) == (b"over", True), status
                if status == b"0":
                    return killed
                killed += 1
        finally:
            process.kill()


async def test_each_reminder_comes_exactly_once_though_the_process_is_killed_again_and_again(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    expected = await seeded(tmp_path, chance)
    killed = lived(tmp_path, chance)
    schedule = await open_schedule(tmp_path / "schedule.db", KeptClock(tmp_path / "clock"))
    notices = await schedule.notices.after(person=PERSON, limit=100_000)
    told = [notice.key for notice in notices if notice.due <= END]  # the last step may go beyond
    assert sorted(told) == sorted(expected)
    assert not any(notice.missed for notice in notices)
    arrived = Counter((tmp_path / "arrived").read_text().split())
    assert sorted(arrived) == sorted(f"{notice.key}/device/0" for notice in notices)
    # What arrived twice came again under its key, since its answer was lost to a kill, or on the way.
    print(f"{len(expected)} reminders, {killed} kills, {sum(arrived.values()) - len(arrived)} sent again under their keys")
    assert killed == KILLS
    await schedule.close()
