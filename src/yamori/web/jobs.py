"""The queue of the devices at the edge, in words: what is to be done, by which device, and how far it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from yamori.domain.home import Home
from yamori.domain.values import Value
from yamori.web.house_port import QueuedJob
from yamori.web.marks import mark
from yamori.web.words import Words

_LONGEST = 240
"""Characters of what a job is to do."""
_DEEPEST = 8
"""Groups within groups that are spelled out."""
_MAIN = "main"


@dataclass(frozen=True, kw_only=True)
class JobShown:
    """One job on the page."""

    id: str
    mark: str
    device: str
    """The device's name, or its id where it is gone."""
    what: str
    state: str
    status: str
    """The state in words."""
    waiting: bool
    """It can still be cancelled."""
    open: bool
    """It has not ended."""
    at: datetime
    """When it was put or, once it has ended, when that was; in the home's time zone."""
    expires: datetime | None
    """While it waits: when it is too late."""
    fetched: str
    """`2 of 5`, where it was fetched more than once or given up."""
    problem: str | None


def job_shown(job: QueuedJob, *, home: Home, words: Words) -> JobShown:
    device = home.device(job.device)
    zone = ZoneInfo(home.place.timezone)
    is_open = job.state in ("waiting", "leased")
    what = in_words(job.work, words)
    return JobShown(
        id=job.id,
        mark=mark("job", job.id),
        device=words.name(device.name, device.aliases) if device else job.device,
        what=what if len(what) <= _LONGEST else f"{what[:_LONGEST]}…",
        state=job.state,
        status=words("jobs.silent") if job.state == "expired" and job.delivered else words.either(f"jobs.{job.state}", job.state),
        waiting=job.state == "waiting",
        open=is_open,
        at=(job.put_at if is_open else job.ended_at or job.put_at).astimezone(zone),
        expires=job.expires.astimezone(zone) if job.expires is not None and job.state == "waiting" else None,
        fetched=words("jobs.fetched", count=job.delivered, of=job.tries) if job.delivered > 1 or job.state == "dead" else "",
        problem=job.problem,
    )


def in_words(work: Mapping[str, Value], words: Words) -> str:
    """What a job is to do: its sentence, or its commands in order."""
    if "say" in work:
        return words("jobs.sentence", text=work["say"])
    return _step(work.get("do"), words, _DEEPEST)


def _step(step: Value, words: Words, deeper: int) -> str:
    if not isinstance(step, Mapping) or not deeper:
        return "…"
    if isinstance(command := step.get("command"), Mapping):
        return _command(command, words)
    for key, between in (("sequence", words("jobs.then")), ("parallel", words("jobs.with"))):
        steps = step.get(key)
        if isinstance(steps, Sequence) and not isinstance(steps, str):
            return between.join(_step(inner, words, deeper - 1) for inner in steps)
    return "…"


def _command(command: Mapping[str, Value], words: Words) -> str:
    component, arguments = str(command.get("component") or _MAIN), command.get("arguments")
    given = arguments if isinstance(arguments, Mapping) else {}
    inside = ", ".join(f"{words.attribute(name)} {words.value(value)}" for name, value in given.items())
    where = "" if component == _MAIN else f"{words.attribute(component)} · "
    return f"{where}{words.command(str(command.get('name', '')))}{f' ({inside})' if inside else ''}"
