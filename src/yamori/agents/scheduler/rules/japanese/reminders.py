"""Japanese words of reminders: how long before something to be told, and how much longer a timer runs."""

import re

from yamori.agents.scheduler.rules.japanese.words import TAIL
from yamori.agents.scheduler.rules.reminder_wishes import Lead

_TELL = r"(?:リマインド|教え|知らせ|通知|思い出させ|声(?:を)?かけ|アラーム)"
LEAD_BEHIND = re.compile(
    r"(?:[、。]\s*|(?<=て)|(?<=ので)|(?<=から))(?:それで|で|あと|その)?"
    r"(?P<lead>前の(?:日の)?(?:晩|夜)|前(?:夜|晩)|前(?:の)?日(?:の夜|の晩)?|直前|(?:[0-9０-９一二三四五六七八九十]+(?:分|時間|日|週間)半?)前)"
    rf"(?:に|には|にも)?(?:なったら)?{_TELL}{TAIL}"
)
"""`…、1時間前に知らせて`: behind what is to be added."""
STILL_RUNS = re.compile(r"(?:あと|残り)(?:は|って)?(?:何分|何秒|何時間|どのくらい|どれくらい|どれぐらい|どんだけ)|残り時間")
"""Asked while a timer runs."""
_LEADS = (
    (re.compile(r"前の(?:日の)?(?:晩|夜)|前(?:夜|晩)|前(?:の)?日の(?:夜|晩)"), Lead.EVENING),
    (re.compile(r"前(?:の)?日"), Lead.DAY),
    (re.compile("直前"), Lead.SHORTLY),
)


def lead_of(words: str) -> Lead | None:
    """前の晩, 前日 as leads of their own; None for a length that code computes."""
    return next((lead for pattern, lead in _LEADS if pattern.fullmatch(words)), None)
