"""The words in which a reminder and the summary of a day are told. Rendered from rows, never by a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, tzinfo
from datetime import time as Clock

from yamori.agents.scheduler.rules.reporting.times import date_words
from yamori.agents.scheduler.rules.rows.reminder import Firing
from yamori.agents.scheduler.wording import Words, words_in
from yamori.domain.language import DEFAULT_LANGUAGE, Language, language_of

MOST_LINES = 20
"""Of each part of a briefing."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One thing of a day."""

    title: str
    time: Clock | None = None
    place: str | None = None
    day: Day | None = None
    """Where it is not the day of the briefing."""


@dataclass(frozen=True, kw_only=True)
class DayAhead:
    """What a briefing is made of."""

    day: Day
    tasks: Sequence[Line] = ()
    routines: Sequence[Line] = ()
    overdue: Sequence[Line] = ()
    missed: Sequence[Line] = ()
    """Reminders that could not come."""


def spoken_language(words: str | None, preferred: Language | None, said: Language | None = None) -> Language:
    """The person's, else that of the words, else the one in which it was set."""
    return preferred or (language_of(words) if words else said or DEFAULT_LANGUAGE)


def announcement(words: str | None, firing: Firing, *, now: datetime, zone: tzinfo, language: str) -> str:
    """What is said when a reminder comes; without words it is a timer's end."""
    texts = words_in(language)
    said = words or texts.say("announcement.time_is_up")
    if firing.starts is not None:
        said = texts.say("announcement.starts", words=said, moment=moment_words(firing.starts, now, zone, texts))
    if not firing.late:
        return said
    today = firing.due.astimezone(zone).date() == now.astimezone(zone).date()
    sort = "announcement.missed" if firing.missed else "announcement.late"
    return texts.say(sort, "today" if today else "other", words=said, moment=moment_words(firing.due, now, zone, texts))


def moment_words(moment: datetime, now: datetime, zone: tzinfo, words: Words) -> str:
    """`15:30`, with its day where that is another one."""
    local, today = moment.astimezone(zone), now.astimezone(zone).date()
    return words.say(
        "announcement.moment", day="" if local.date() == today else day_words(local.date(), today, words), clock=f"{local:%H:%M}"
    )


def day_words(day: Day, today: Day, words: Words) -> str:
    """`Sunday 22 November`, with its year where that is another one."""
    return date_words(day, today, words, style="announcement")


def briefing_text(ahead: DayAhead, language: str) -> str:
    """The summary of a day: its tasks, its routines, what is overdue, and reminders that were missed."""
    words = words_in(language)
    parts = {"tasks": ahead.tasks, "routines": ahead.routines, "overdue": ahead.overdue, "missed_ones": ahead.missed}
    said = [words.say("announcement.it_is", day=day_words(ahead.day, ahead.day, words))]
    if not ahead.tasks and not ahead.routines:
        said.append(words.say("announcement.nothing_today"))
    for title, lines in parts.items():
        said += [words.say(f"announcement.{title}"), *_listed(lines, ahead.day, words)] if lines else ()
    return "\n".join(said)


def _listed(lines: Sequence[Line], today: Day, words: Words) -> list[str]:
    more = len(lines) - MOST_LINES
    listed = [_line(line, today, words) for line in lines[:MOST_LINES]]
    return [f"- {text}" for text in (*listed, *((words.say("announcement.more", count=more),) if more > 0 else ()))]


def _line(line: Line, today: Day, words: Words) -> str:
    day, clock = day_words(line.day, today, words) if line.day else "", f"{line.time:%H:%M}" if line.time else ""
    when = " ".join(part for part in (day, clock) if part)
    return words.say("announcement.line", when=when, title=line.title, place=line.place)
