"""What a page requests to be changed, as JSON: read and judged here, so that a mistake is said in the reader's language.

Nothing larger than a day of the diary could be is taken in. Whatever is text stays text.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import time as Clock

from fastapi import Request

from yamori.domain.home import Person
from yamori.web.form import person_in
from yamori.web.problems import PageProblem
from yamori.web.schedule.recurring import fitted
from yamori.web.schedule_port import RoutineFields, StepSeen, TaskFields

_MOST_BYTES = 400_000
LONGEST_TITLE = 300
LONGEST_MEMO = 4_000
LONGEST_TEXT = 20_000
MOST_STEPS = 100
_MOST_MINUTES = 366 * 24 * 60
_A_DAY = 24 * 60
_FIRST_YEAR, _LAST_YEAR = 1000, 9000
"""Far from the ends of the calendar, so that whatever is reckoned from a day is a day too."""
_KEY = re.compile(r"[A-Za-z0-9-]{8,80}")
Submission = Mapping[str, object]


async def submission(request: Request) -> Submission:
    """The object in the body. Raises `PageProblem`."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise PageProblem("problem.body", status=415)  # what a form of another site could not send
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise PageProblem("problem.body", status=413)
    try:
        found = json.loads(body)
    except ValueError:
        raise PageProblem("problem.body", status=400) from None
    if not isinstance(found, dict):
        raise PageProblem("problem.body", status=400)
    return found


def whose(submitted: Submission, people: Sequence[Person]) -> str:
    return person_in({"person": str(submitted.get("person") or "")}, people)


def key(submitted: Submission) -> str:
    """The page's key of this change. Raises `PageProblem` for a page that sent none."""
    given = submitted.get("key")
    if not isinstance(given, str) or not _KEY.fullmatch(given):
        raise PageProblem("problem.body", status=400)
    return f"page/{given}"


def version(submitted: Submission) -> int:
    """Which state of the row the page shows. Raises `PageProblem` for none."""
    given = submitted.get("version")
    if not isinstance(given, int) or isinstance(given, bool):
        raise PageProblem("problem.body", status=400)
    return given


def task_fields(submitted: Submission, before: TaskFields) -> TaskFields:
    """The task with what the page requests to be different; what it does not name stays. Raises `PageProblem`."""
    after = before
    if "title" in submitted:
        after = replace(after, title=title(submitted.get("title")))
    if "date" in submitted:
        after = replace(after, date=day(submitted.get("date")))
    if "time" in submitted:
        after = replace(after, time=clock(submitted.get("time")))
    if "minutes" in submitted:
        after = replace(after, minutes=minutes(submitted.get("minutes"), most=_MOST_MINUTES))
    if "place" in submitted:
        after = replace(after, place=text(submitted.get("place"), longest=LONGEST_TITLE, lines=False) or None)
    if "memo" in submitted:
        after = replace(after, memo=text(submitted.get("memo"), longest=LONGEST_MEMO) or None)
    if "done" in submitted:
        after = replace(after, done=submitted.get("done") is True)
    if after.time is not None and after.date is None:
        raise PageProblem("problem.time_without_day")
    return after


def routine_fields(submitted: Submission, *, today: Day) -> RoutineFields:
    """A routine as the page requests it to be, whole; one that is chosen by `recurring.CHOICES` is of the day on which it starts.
    Raises `PageProblem`."""
    recurrence = str(submitted.get("recurrence") or "").strip()
    if not recurrence:
        raise PageProblem("problem.no_days")
    given = submitted.get("steps") or []
    if not isinstance(given, list):
        raise PageProblem("problem.body", status=400)
    if len(given) > MOST_STEPS:
        raise PageProblem("problem.steps", most=str(MOST_STEPS))
    starts = day(submitted.get("starts"))
    return RoutineFields(
        title=title(submitted.get("title")),
        recurrence=fitted(recurrence[:LONGEST_MEMO], starts or today),
        starts=starts,
        time=clock(submitted.get("time")),
        minutes=minutes(submitted.get("minutes"), most=_MOST_MINUTES),
        place=text(submitted.get("place"), longest=LONGEST_TITLE, lines=False) or None,
        memo=text(submitted.get("memo"), longest=LONGEST_MEMO) or None,
        steps=tuple(_step(one) for one in given),
    )


def _step(given: object) -> StepSeen:
    if not isinstance(given, dict):
        raise PageProblem("problem.body", status=400)
    number = given.get("id")
    return StepSeen(
        id=number if isinstance(number, int) and not isinstance(number, bool) else 0,
        title=title(given.get("title")),
        minutes=minutes(given.get("minutes"), most=_A_DAY),
        memo=text(given.get("memo"), longest=LONGEST_MEMO) or None,
    )


def title(given: object) -> str:
    found = text(given, longest=LONGEST_TITLE, lines=False)
    if not found:
        raise PageProblem("problem.no_title")
    return found


def text(given: object, *, longest: int, lines: bool = True) -> str:
    """Trimmed words. Raises `PageProblem` for too many, and for what is no text."""
    found = "" if given is None else str(given).replace("\r\n", "\n").strip()
    if len(found) > longest:
        raise PageProblem("problem.too_long", count=f"{len(found):,}", most=f"{longest:,}")
    if any(unicodedata.category(c) in ("Cc", "Cs") and not (lines and c in "\n\t") for c in found):
        raise PageProblem("problem.control")
    return found


def day(given: object) -> Day | None:
    if given in (None, ""):
        return None
    try:
        found = Day.fromisoformat(str(given))
    except ValueError:
        raise PageProblem("problem.no_day", given=str(given)[:40]) from None
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise PageProblem("problem.no_day", given=str(given)[:40])
    return found


def clock(given: object) -> Clock | None:
    if given in (None, ""):
        return None
    try:
        found = Clock.fromisoformat(str(given))
    except ValueError:
        raise PageProblem("problem.no_time", given=str(given)[:40]) from None
    if found.tzinfo is not None:
        raise PageProblem("problem.no_time", given=str(given)[:40])
    return found.replace(second=0, microsecond=0)


def minutes(given: object, *, most: int) -> int | None:
    if given in (None, ""):
        return None
    try:
        found = int(str(given))
    except ValueError:
        raise PageProblem("problem.no_length", most=f"{most:,}") from None
    if not 0 < found <= most:
        raise PageProblem("problem.no_length", most=f"{most:,}")
    return found
