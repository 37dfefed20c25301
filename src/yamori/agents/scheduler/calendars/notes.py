"""What is said about an event that could not be taken as it stood, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from yamori.agents.scheduler.wording import languages, words_in
from yamori.domain.language import DEFAULT_LANGUAGE
from yamori.domain.values import Value

_LONGEST_DETAIL = 200


class Why(StrEnum):
    BROKEN_LINE = "broken_line"
    CUT_SHORT = "cut_short"
    NOT_CLOSED = "not_closed"
    NOT_UTF8 = "not_utf8"
    BAD_VALUE = "bad_value"
    NO_START = "no_start"
    ENDS_BEFORE = "ends_before"
    TOO_LONG = "too_long"
    RULE = "rule"
    MORE_DATES = "more_dates"
    CUT = "cut"
    ALARM = "alarm"
    CANCELLED = "cancelled"
    KIND = "kind"
    ZONE = "zone"
    ZONE_OFFSET = "zone_offset"
    RANGE = "range"
    SERIES_DONE = "series_done"
    TWICE = "twice"
    REFUSED = "refused"
    TOO_MANY = "too_many"
    BOTH_CHANGED = "both_changed"
    EDIT_KEPT = "edit_kept"
    CAME_BACK = "came_back"
    MASS_REMOTE = "mass_remote"
    MASS_LOCAL = "mass_local"
    NOT_THERE = "not_there"
    SERVER_REFUSED = "server_refused"
    GONE_MEANWHILE = "gone_meanwhile"
    CHANGED_MEANWHILE = "changed_meanwhile"


@dataclass(frozen=True, kw_only=True)
class Note:
    """One thing that a person should know about a file or a calendar."""

    why: Why
    title: str = ""
    """Of the event that it is about; empty where none is known."""
    line: int = 0
    """Of the file, from 1; 0 where there is none."""
    detail: str = ""

    def view(self) -> Mapping[str, Value]:
        detail = self.detail[:_LONGEST_DETAIL]
        row: dict[str, Value] = {"why": self.why.value}
        for language in languages():
            row["says" if language == DEFAULT_LANGUAGE else f"says_{language}"] = words_in(language).say(f"notes.{self.why}", detail=detail)
        if self.title:
            row["title"] = self.title[:_LONGEST_DETAIL]
        if self.line:
            row["line"] = self.line
        return row
