"""Plain Japanese orders that put something on the schedule or move it; what else is wanted the trained reader reads, or a model."""

import re
from collections.abc import Callable

from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.reading.japanese.words import NOUN, PLACE, PUT, TAIL, items, stripped, titled, whole, words_of
from yamori.agents.scheduler.rules.reading.shifts import shifted
from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.when import When

_ADD = (
    re.compile(
        rf"^(?:新しい)?{PLACE}(?:の?一覧)?(?:に|へ|として)、?(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と|も)?{PUT}{TAIL}", re.I
    ),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|って|と|を|は|も|、)*{PLACE}(?:に|へ|として){PUT}{TAIL}", re.I),
    re.compile(rf"^(?:新しい)?{NOUN}(?:として)?(?P<title>[\ue000-\ue0ff])(?:を|も)?{PUT}{TAIL}", re.I),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:っていう|という|って|の|、)?(?:新しい)?{NOUN}[をも]{PUT}{TAIL}", re.I),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と|、)*忘れ(?:ない|ず)(?:よう)?に(?:リマインドし|知らせ|教え|言っ"
        rf"|声(?:を)?かけ)て{TAIL}"
    ),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|のこと[をも]?|こと[をも]|を|って|と|の|よう(?:に)?)?(?:リマインド|思い出させ|知らせ"
        rf"|教え|声(?:を)?かけ)(?:し)?(?:て|る|を){TAIL}"
    ),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と)(?:忘れ(?:ない|ず)(?:よう)?(?:に)?)(?:{PUT})?{TAIL}"),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:を|も|って|と|[\s　])(?:追加|登録|予定){TAIL}"),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:で|の|に)(?:予定|時間)(?:を)?(?:とっ|取っ|押さえ|おさえ|確保し|ブロックし|空けと|空けてお|あけと){TAIL}"
    ),
    re.compile(rf"^(?P<title>.+?(?:予約|約束|会議|打ち合わせ|面談|アポ|飲み会|デート))(?:を|も)入れ{TAIL}"),
    re.compile(rf"^(?P<title>[\ue000-\ue0ff])(?:を|も)(?:入れ|作){TAIL}"),
    re.compile(
        rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|の[もが]?|を|って|と|、)?忘れ(?:ない|ず|させない)(?:よう"
        rf"|で)?(?:に)?(?:{PUT}|リマインド|し)?{TAIL}"
    ),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:のを|こと[をも]|を|って|と)(?:覚え|おぼえ|メモ[っし]?)(?:て|と|し|っ){TAIL}"),
    re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:って|と|を|、)(?:{PLACE}(?:に|へ|として)?)お願い{TAIL}"),
)
_PUT_IN = re.compile(rf"^(?P<title>[^ぁ-ゖ]|..+?)(?:を|も|って|と)(?:入れ|いれ|書[いきくっ]|組[んみむ]){TAIL}")
"""Only where a time was said: `電源を入れて` is for somebody else."""
_CLOCK = r"(?:の)?(?:時間|時刻|日時|日程|日付|日にち|開始|スタート)?"
_MOVE = re.compile(
    rf"^(?P<words>[^を]*?|[^、。]+?の(?=を|は|も)){_CLOCK}(?:を|は|も)?、?(?:開始|スタート|時間)?(?:に|へ|まで)?(?:変更|変え|移動|移[しすせ]|動か[しすせ]"
    rf"|ずら[しすせ]|延期|延ば[しすせ]|リスケ(?:ジュール)?|前倒し|繰り上げ|繰り下げ|遅ら|早め|後ろ倒し|回[しすせ]|繰り越|持ち越|し(?:て|といて"
    rf"|とい|ま)|する|直)(?:でき)?{TAIL}"
)


def read(clause: Clause, knows: Callable[[str], bool]) -> Intent | None:
    """The request of one clause, or None where no pattern fits it whole. Questions are read elsewhere.

    `knows` says whether there is a task that the words mean: it parts moving from things that are nothing of the schedule's.
    """
    bare = stripped(clause.timeless)
    if not bare:
        return None
    if (change := _changed(clause, bare, knows)) is not None:
        return change
    move = _moved(clause, bare)
    if move is not None and (knows(move.words) or says(bare, "plainly_moved")):
        return move
    return _added(clause, bare, clause.when)


_RENAME = re.compile(
    rf"^(?P<words>.+?)(?:という|って|の)?(?:タスク|予定|用事|件)?の(?:名前|タイトル|題名)を、?(?P<text>.+?)(?:に|へ|と)(?:変更|変え|改名|直|し){TAIL}"
)
_DONE = re.compile(rf"^(?P<words>.+?)(?:を|は|が|も)?、?(?:完了|済み?|終わり)(?:済み?)?(?:に|と|って|で)?(?:し|マーク|つけ){TAIL}")
_DELETE = re.compile(rf"^(?P<words>.+?)(?:を|は|も)(?:{PLACE}から)?(?:削除|消[しす]|取り消[しす]|キャンセル|外[しす]){TAIL}")
_EVERYTHING = ("全", "すべて", "ぜんぶ", "リマイン", "アラーム", "タイマー", "通知")


def _changed(clause: Clause, bare: str, knows: Callable[[str], bool]) -> Intent | None:
    """One task that there is renamed, done or deleted."""
    if m := _RENAME.match(stripped(clause.text)):
        words, text = clause.shown(words_of(m["words"])), titled(clause.shown(m["text"]))
        return Intent(operation=Operation.RENAME, words=words, text=text) if knows(words) else None
    for operation, pattern in ((Operation.DONE, _DONE), (Operation.DELETE, _DELETE)):
        m = pattern.match(bare)
        words = clause.shown(words_of(m["words"])) if m is not None else ""
        if words and not any(word in words for word in _EVERYTHING) and knows(words):
            return Intent(operation=operation, words=words, when=clause.when)
    return None


def _moved(clause: Clause, bare: str) -> Intent | None:
    when, found = clause.when, shifted(clause.text)
    if found is not None:
        rest = clause.part(found[1])
        if m := _MOVE.match(stripped(rest.timeless)):
            return Intent(operation=Operation.MOVE, words=clause.shown(words_of(m["words"])) or "それ", when=rest.when, shift=found[0])
    if when.found and (when.date_said or when.time is not None) and (m := _MOVE.match(bare)):
        return Intent(operation=Operation.MOVE, words=clause.shown(words_of(m["words"])) or "それ", when=when)
    return None


def _added(clause: Clause, bare: str, when: When) -> Intent | None:
    if _NO_TITLE.match(bare):
        return None
    for pattern in (*_ADD, *((_PUT_IN,) if when.found else ())):
        if m := pattern.match(bare):
            quoted = _QUOTED_THING.match(m["title"])
            title = clause.shown(quoted[1]) if quoted else titled(clause.shown(whole(m["title"], bare[m.start("title") :])))
            several = items(title) if not quoted and says(bare, "shopping_list") else ()
            return Intent(operation=Operation.ADD, words=title, when=when, items=several) if title else None
    return None


_NO_TITLE = re.compile(rf"^(?:(?:それ|これ)(?:も|を|は)?)?{PLACE}(?:に|へ|として)?(?:も)?(?:{PUT}|お願い){TAIL}", re.I)
"""It says only where to put something: 買い物リストに足しておいて."""
_QUOTED_THING = re.compile(rf"^([\ue000-\ue0ff])(?:という|って|の)?(?:{NOUN}|予約)?$")
