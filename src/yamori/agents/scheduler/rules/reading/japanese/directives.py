"""Clauses that say only what to do with what was just spoken of: それ消しておいて, 完了にしといて."""

import re

from yamori.agents.scheduler.rules.reading.intents import Operation
from yamori.agents.scheduler.rules.reading.japanese.words import PLACE, TAIL, stripped

_IT = r"(?:(?:それ|これ|その(?:こと|予定|タスク)|この(?:こと|予定))(?:も|を|は)?)"
_DONE = re.compile(
    rf"^{_IT}?(?:(?:完了|済み?)(?:に|で|と)?(?:し|つけ|お願い|変え)|(?:チェック|印)(?:を|も)?(?:し|入れ|つけ|付け|お願い)){TAIL}"
)
_DELETE = re.compile(rf"^{_IT}(?:{PLACE}から)?(?:削除|消[しす]|取り消[しす]|取消|キャンセル|外[しす])(?:(?:を)?お願い)?{TAIL}")
_REPORTS = re.compile(r"[ただ](?:よ|ね|わ|ぞ|んだ|から)*$")
"""消した tells of it, and asks for nothing: 消して does."""


def directive(text: str) -> Operation | None:
    """What is to be done with what was just spoken of, where the clause says nothing else."""
    bare = stripped(text)
    if _REPORTS.search(bare):
        return None
    return Operation.DONE if _DONE.match(bare) else Operation.DELETE if _DELETE.match(bare) else None
