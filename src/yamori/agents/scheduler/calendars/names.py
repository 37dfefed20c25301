"""What calendars call a row, and what this product adds to an event so that a row comes back as it was."""

import hashlib
import uuid

from yamori.agents.scheduler.calendars.fields import RoutineFields, StepFields
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.routine import Routine

DONE, DURATION, STARTS, STEPS, TIME = "X-YAMORI-DONE", "X-YAMORI-DURATION", "X-YAMORI-STARTS", "X-YAMORI-STEPS", "X-YAMORI-TIME"
_OURS = uuid.UUID("0d3f6b9e-5b0c-4a53-9b5e-6e0f5f6f2a41")
_LONGEST_UID = 250


def uid_of(row: CustomTask | Routine) -> str:
    """The UID of a row that has no other: always the same one, in no two households the same."""
    kind = "task" if isinstance(row, CustomTask) else "routine"
    return str(uuid.uuid5(_OURS, f"{kind}/{row.id}/{row.person}/{row.created.isoformat()}"))


def short_uid(uid: str) -> str:
    """A UID that fits into the database; one that is too long has a short one in its place."""
    return uid if len(uid) <= _LONGEST_UID else "sha256-" + hashlib.sha256(uid.encode("utf-8", "replace")).hexdigest()


def step_lines(steps: tuple[StepFields, ...]) -> str:
    """Steps as people read them in the description of an event."""
    return "\n".join(f"• {s.title}" + (f" ({s.minutes} min)" if s.minutes else "") for s in steps)


def described(fields: RoutineFields) -> str:
    """The memo and the steps below it."""
    lines = step_lines(fields.steps or ())
    return "\n\n".join(part for part in (fields.memo, lines) if part)


def memo_in(description: str, steps: tuple[StepFields, ...]) -> str:
    """The memo of what `described` wrote; where somebody changed it since, what is left without the lines of the steps."""
    lines = step_lines(steps)
    if not lines or description == lines:
        return "" if lines else description
    if description.endswith("\n\n" + lines):
        return description.removesuffix("\n\n" + lines)
    own = set(lines.split("\n"))
    return "\n".join(line for line in description.split("\n") if line not in own)
