"""Clauses that say only what to do with something said elsewhere: 予定に入れといて, 完了にしといて, 忘れないように."""

import re

from yamori.agents.scheduler.rules.intents import Operation
from yamori.agents.scheduler.rules.japanese.words import PLACE, PUT, TAIL, stripped

_IT = r"(?:(?:それ|これ|その(?:こと|予定|タスク)|この(?:こと|予定))(?:も|を|は)?)?"
_FORGET = r"(?:忘れ(?:ない|ず|させない)(?:よう|で)?(?:に)?|覚え(?:て)?|おぼえて)"
_DIRECTIVES: tuple[tuple[Operation, re.Pattern[str]], ...] = (
    (Operation.NOTE, re.compile(rf"^{_IT}(?:って|と)?(?:メモ|備考|コメント)(?:欄)?(?:に|として)(?:も)?(?:{PUT}|残){TAIL}")),
    (
        Operation.ADD,
        re.compile(
            rf"^{_IT}(?:(?:と|って)?{PLACE}(?:に|へ|として)?(?:も)?(?:{PUT}|お願い|よろしく)?|{_FORGET}(?:{PUT}"
            rf"|リマインド|し)?|(?:リマインド|メモ|登録|追加|記録|予定)(?:を|も)?(?:し|っ|お願い|よろしく|頼|追加)?"
            rf"|{PUT}){TAIL}"
        ),
    ),
    (
        Operation.REOPEN,
        re.compile(rf"^{_IT}(?:(?:未完了|未完|未了)(?:に|へ)?(?:戻|し)|(?:チェック|完了|印)(?:を|は)?(?:外|取り消|取っ|消|解除|戻)){TAIL}"),
    ),
    (
        Operation.DONE,
        re.compile(
            rf"^{_IT}(?:(?:完了|済み?|終了)(?:済み?)?(?:に|で|と|って|の)?(?:マーク|チェック)?(?:し|つけ|お願い|頼"
            rf"|変え)?|(?:チェック|印|レ点)(?:を|も)?(?:し|入れ|つけ|付け|お願い)"
            rf"|消し込(?:[んみ])?(?:お願い)?|線(?:を)?引){TAIL}"
        ),
    ),
    (
        Operation.DELETE,
        re.compile(
            rf"^{_IT}(?:{PLACE}から)?(?:削除|消[しす]|けし|取り消[しす]|取消|キャンセル|外[しす]|なしに|取りやめ"
            rf"|消去)(?:(?:を)?お願い)?{TAIL}"
        ),
    ),
    (
        Operation.RENAME,
        re.compile(
            rf"^{_IT}(?:(?:名前|タイトル|題名|予定|時間|日付|時刻)(?:を|も|の)?)?(?:変え|変更|直[しす]|修正|訂正"
            rf"|書き換え|リネーム)(?:お願い)?{TAIL}"
        ),
    ),
)


_REPORTS = re.compile(r"[ただ](?:よ|ね|わ|ぞ|んだ|から)*$")
"""書いた is done, no order: 書いて is."""


def directive(text: str) -> Operation | None:
    """What is to be done with what was just said, where the clause says nothing else."""
    bare = stripped(text)
    return next((operation for operation, pattern in _DIRECTIVES if bare and not _REPORTS.search(bare) and pattern.match(bare)), None)
