"""What is said about an event that could not be taken as it stood, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

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


_SAYS: Mapping[Why, tuple[str, str]] = {
    Why.BROKEN_LINE: ("this line is not iCalendar and was left out: {}", "この行は iCalendar の形式ではないため、除きました: {}"),
    Why.CUT_SHORT: ("the file ends in the middle of it, so it was not taken", "ファイルが途中で終わっているため、取り込みませんでした"),
    Why.NOT_CLOSED: ("its end is missing or stands in the wrong place ({})", "終わりの行がないか、場所が違います ({})"),
    Why.NOT_UTF8: ("the file is not in UTF-8; characters that could not be read were replaced", "UTF-8 でない文字を置き換えました"),
    Why.BAD_VALUE: ("{} cannot be read, so it was not taken", "{} を読めないため、取り込みませんでした"),
    Why.NO_START: ("it has no beginning, so it was not taken", "開始日がないため、取り込みませんでした"),
    Why.ENDS_BEFORE: ("it ends before it begins; it was taken without its end", "終了が開始より前です。終了なしで取り込みました"),
    Why.TOO_LONG: ("it lasts longer than 366 days; it was taken without its end", "366日を超えます。終了なしで取り込みました"),
    Why.RULE: ("its recurrence is not supported, so it was not taken: {}", "この繰り返しには対応していないため、取り込みませんでした: {}"),
    Why.MORE_DATES: ("its additional dates (RDATE) were left out", "追加の日付 (RDATE) は取り込みませんでした"),
    Why.CUT: ("its {} was longer than fits and was cut", "{} が長すぎるため、途中までにしました"),
    Why.ALARM: ("its alarm at {} can be no reminder and was left out", "{} のアラームはリマインダーにできないため、除きました"),
    Why.CANCELLED: ("it was cancelled, so it was not taken", "中止された予定のため、取り込みませんでした"),
    Why.KIND: ("a {} is neither an event nor a to-do, so it was not taken", "{} は予定でもタスクでもないため、取り込みませんでした"),
    Why.ZONE: ("its time zone {} is unknown; its times were read as the home's", "タイムゾーン {} が不明なため、家の時刻として読みました"),
    Why.ZONE_OFFSET: (
        "of its time zone {} only the distance from UTC is known; daylight saving time was not taken into account",
        "タイムゾーン {} は UTC との時差だけで読みました。夏時間は考慮していません",
    ),
    Why.RANGE: (
        "its change applies to the following ones as well, which could not be taken; only this one was changed",
        "以降すべてへの変更には対応できないため、この回だけを変更しました",
    ),
    Why.SERIES_DONE: (
        "the whole series is marked as completed; it was taken as one completed task",
        "繰り返し全体が完了になっているため、完了した1件のタスクとして取り込みました",
    ),
    Why.TWICE: ("it stands there more than once; the newest was taken", "重複しています。最新のものを取り込みました"),
    Why.REFUSED: ("it does not fit into the schedule: {}", "予定表に入りません: {}"),
    Why.TOO_MANY: (
        "there are more than {} recurring ones; the rest was not taken",
        "繰り返しの予定が {} 件を超えたため、残りは取り込みませんでした",
    ),
    Why.BOTH_CHANGED: (
        "it was changed there and here ({}); theirs counts, ours is in the journal and can be brought back",
        "両方で変更されていました ({})。相手側を採り、こちらの内容は履歴に残しました",
    ),
    Why.EDIT_KEPT: ("it was deleted there but changed here; it was kept", "相手側で削除、こちらで変更されていたため、残しました"),
    Why.CAME_BACK: ("it was deleted here but changed there; it is back", "こちらで削除、相手側で変更されていたため、戻しました"),
    Why.MASS_REMOTE: (
        "the server no longer lists {} of what it held; nothing was deleted here. Sync again with `deletions` if that is meant",
        "サーバーから {} が消えています。こちらでは何も削除していません。意図した削除なら `deletions` を付けて同期してください",
    ),
    Why.MASS_LOCAL: (
        "{} of what the server holds were deleted here; nothing was deleted there. Sync again with `deletions` if that is meant",
        "サーバーにある {} をこちらで削除しています。サーバーでは消していません。意図したものなら `deletions` を付けて同期してください",
    ),
    Why.NOT_THERE: ("{} kept here only: the calendar there takes no such entries", "{} はこちらだけに残しました。相手側が対応していません"),
    Why.SERVER_REFUSED: ("the server did not take it: {}", "サーバーが受け付けませんでした: {}"),
    Why.GONE_MEANWHILE: (
        "the server listed it but did not give it; it is asked for again",
        "サーバーが内容を返しませんでした。次回また尋ねます",
    ),
    Why.CHANGED_MEANWHILE: (
        "it was changed there at the same moment; both are brought together next time",
        "同時に変更されました。次の同期で合わせます",
    ),
}


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
        english, japanese = _SAYS[self.why]
        detail = self.detail[:_LONGEST_DETAIL]
        row: dict[str, Value] = {"why": self.why.value, "says": english.format(detail), "says_ja": japanese.format(detail)}
        if self.title:
            row["title"] = self.title[:_LONGEST_DETAIL]
        if self.line:
            row["line"] = self.line
        return row
