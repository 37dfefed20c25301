"""Which scene a conversation was about just now. Pure."""

from datetime import datetime, timedelta

from yamori.scenes.reading.known import Known
from yamori.scenes.scene import Scene

RECENT = timedelta(minutes=15)
"""How long after a scene was run or saved `not the hall light` is about it."""


def just_run(now: datetime, known: Known) -> Scene | None:
    """The one that was run, or that was shown and waits for a yes."""
    if not _is_recent(known.focus.get("ran_at"), now):
        return None
    return known.asked if known.asked is not None else _of_focus(known)


def just_saved(now: datetime, known: Known) -> Scene | None:
    return _of_focus(known) if _is_recent(known.focus.get("saved_at"), now) else None


def _is_recent(at: object, now: datetime) -> bool:
    return isinstance(at, str) and timedelta(0) <= now - datetime.fromisoformat(at) <= RECENT


def _of_focus(known: Known) -> Scene | None:
    return next((scene for scene in known.scenes if scene.id == known.focus.get("scene")), None)
