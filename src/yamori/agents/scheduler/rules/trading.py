"""Orders about tasks that change more than a day: two that trade places, one that takes longer or shorter than it did."""

import re
from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.days import UNSAID
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation
from yamori.agents.scheduler.rules.lengths import ENGLISH, JAPANESE, length_in
from yamori.agents.scheduler.rules.plans import Ambiguous, Calls, Plan, Unfound
from yamori.agents.scheduler.rules.resolution import Known, resolution
from yamori.domain.values import Value

_SWAP = re.compile(
    r"^(?:please )?(?:swap|exchange|trade)(?: around| over)? (?P<one>.+?) (?:and|with|for) (?P<other>.+?)(?: around| over)?(?: please)?$"
    r"|^(?P<one_ja>.+?)と(?P<other_ja>.+?)(?:の(?:時間|日程|日|順番))?を(?:入れ替え|入れかえ|交換)(?:て|し|る|$)",
    re.I,
)
_LONGER = re.compile(
    rf"^(?:please )?(?:make|let) (?P<words>.+?) (?:last |take |be )?(?P<by>{ENGLISH}) (?P<how>longer|shorter)(?: please)?$"
    rf"|^(?:please )?(?P<how2>extend|lengthen|shorten|cut)(?: down)? (?P<words2>.+?) by (?P<by2>{ENGLISH})(?: please)?$"
    rf"|^(?P<words_ja>.+?)を(?P<by_ja>{JAPANESE})(?:だけ)?(?P<how_ja>延長|長く|短縮|短く)(?:し|する|$)",
    re.I,
)
_SHORTER = ("shorter", "shorten", "cut", "短縮", "短く")


def plan_trade(clause: Clause, known: Known) -> Plan | None:
    """What such an order comes to, or None where it is none."""
    text = clause.text.strip(" .。!！")
    if m := _SWAP.match(text):
        return _swapped(clause, m["one"] or m["one_ja"], m["other"] or m["other_ja"], known)
    if m := _LONGER.match(text):
        return _lengthened(clause, m, known)
    return None


def _swapped(clause: Clause, one: str, other: str, known: Known) -> Plan | None:
    found = [_task(clause, words, known) for words in (one, other)]
    first, second = found
    if isinstance(first, CustomTask) and isinstance(second, CustomTask) and first.id != second.id:
        return Calls(calls=(_placed(first, second), _placed(second, first)))
    if all(isinstance(task, Unfound) for task in found):
        return None  # nothing of the diary's
    return next((plan for plan in found if not isinstance(plan, CustomTask)), None)


def _placed(task: CustomTask, like: CustomTask) -> ToolCall:
    """Where the other one lies now. One without a day or a time cannot give it away: then the task keeps its own."""
    arguments: dict[str, Value] = {"task_id": task.id}
    if like.date is not None:
        arguments["date"] = like.date.isoformat()
    if like.time is not None:
        arguments["time"] = like.time.strftime("%H:%M")
    return ToolCall(tool="update_custom_task_time", arguments=arguments)


def _lengthened(clause: Clause, m: re.Match[str], known: Known) -> Plan | None:
    by = length_in(m["by"] or m["by2"] or m["by_ja"])
    task = _task(clause, m["words"] or m["words2"] or m["words_ja"], known)
    if by is None:
        return None
    if not isinstance(task, CustomTask):
        return task if isinstance(task, Ambiguous) else None
    shorter = (m["how"] or m["how2"] or m["how_ja"]).lower() in _SHORTER
    lasts = (task.duration or UNSAID) + (-by if shorter else by)
    if lasts < timedelta(minutes=1):
        return None
    minutes = int(lasts.total_seconds() // 60)
    return Calls(calls=(ToolCall(tool="update_custom_task_time", arguments={"task_id": task.id, "minutes": minutes}),))


def _task(clause: Clause, words: str, known: Known) -> CustomTask | Ambiguous | Unfound:
    part = clause.part(words)
    name = part.shown(part.timeless)
    found = resolution(Intent(operation=Operation.DELETE, words=name, when=part.when), known, said=name)
    if len(found.tasks) == 1:
        return found.tasks[0]
    return Ambiguous(between=found.hesitates) if found.hesitates else Unfound(words=name)
