"""The words in which a reminder and the summary of a day are told, in English and Japanese. Rendered from rows, never by a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, tzinfo
from datetime import time as Clock

from yamori.agents.scheduler.rules.rows.reminder import Firing
from yamori.domain.language import Language, language_of

MOST_LINES = 20
"""Of each part of a briefing."""
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_DAYS_JA = "月火水木金土日"


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


def spoken_language(words: str | None, preferred: Language | None) -> Language:
    """The person's, else that of the words."""
    return preferred or (language_of(words) if words else Language.ENGLISH)


def announcement(words: str | None, firing: Firing, *, now: datetime, zone: tzinfo, language: Language) -> str:
    """What is said when a reminder comes; without words it is a timer's end."""
    japanese = language is Language.JAPANESE
    said = words or ("時間です" if japanese else "Time is up")
    if firing.starts is not None:
        said += ("、" if japanese else ", ") + moment_words(firing.starts, now, zone, language)
    if not firing.late:
        return said
    due = moment_words(firing.due, now, zone, language)
    if firing.missed:
        return said + (f"({due}にお知らせできませんでした)" if japanese else f" (missed: it was due {_at(due)})")
    return said + (f"({due}にお知らせするはずでした)" if japanese else f" (late: it was due {_at(due)})")


def moment_words(moment: datetime, now: datetime, zone: tzinfo, language: Language) -> str:
    """`15:30`, with its day where that is another one."""
    local, today = moment.astimezone(zone), now.astimezone(zone).date()
    return local.strftime("%H:%M") if local.date() == today else f"{day_words(local.date(), today, language)} {local:%H:%M}"


def day_words(day: Day, today: Day, language: Language) -> str:
    """`Sunday 22 November`, with its year where that is another one."""
    if language is Language.JAPANESE:
        return (f"{day.year}年" if day.year != today.year else "") + f"{day.month}月{day.day}日({_DAYS_JA[day.weekday()]})"
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}" + (f" {day.year}" if day.year != today.year else "")


def briefing_text(ahead: DayAhead, language: Language) -> str:
    """The summary of a day: its tasks, its routines, what is overdue, and reminders that were missed."""
    japanese = language is Language.JAPANESE
    day = day_words(ahead.day, ahead.day, language)
    parts = [
        ("今日の予定" if japanese else "Today", ahead.tasks),
        ("今日のルーティン" if japanese else "Routines", ahead.routines),
        ("期限が過ぎているもの" if japanese else "Overdue", ahead.overdue),
        ("お知らせできなかったもの" if japanese else "Reminders that were missed", ahead.missed),
    ]
    said = [
        f"{title}:" + "".join(f"\n- {_line(line, ahead.day, language)}" for line in _most(lines, language))
        for title, lines in parts
        if lines
    ]
    if not ahead.tasks and not ahead.routines:
        said.insert(0, "今日の予定はありません。" if japanese else "Nothing is planned for today.")
    return "\n".join((f"{day}です。" if japanese else f"It is {day}.", *said))


def _most(lines: Sequence[Line], language: Language) -> Sequence[Line]:
    more = len(lines) - MOST_LINES
    if more <= 0:
        return lines
    return (*lines[:MOST_LINES], Line(title=f"ほか{more}件" if language is Language.JAPANESE else f"and {more} more"))


def _line(line: Line, today: Day, language: Language) -> str:
    when = " ".join(
        part for part in (day_words(line.day, today, language) if line.day else "", f"{line.time:%H:%M}" if line.time else "") if part
    )
    place = (f"({line.place})" if language is Language.JAPANESE else f" ({line.place})") if line.place else ""
    return (f"{when} " if when else "") + line.title + place


def _at(words: str) -> str:
    return f"at {words}" if words[0].isdigit() else f"on {words}"
