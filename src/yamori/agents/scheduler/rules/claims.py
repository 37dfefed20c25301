"""Whether a sentence is the Scheduler's: words of the diary, titles that stand in it, dates. By code, within a millisecond or two."""

import re

from yamori.agentkit.task import Claim, Strength
from yamori.agents.scheduler.rules import english, japanese
from yamori.agents.scheduler.rules.meant import Known
from yamori.agents.scheduler.rules.questions import asked
from yamori.agents.scheduler.rules.titles import SURE, match_title, mentioned
from yamori.agents.scheduler.rules.wishes import Aim, hide_quotes
from yamori.domain.language import Language, language_of

_OUTRIGHT = re.compile(
    r"\b(?:(?:my|the|our|your|a|an|this|that|new|on|in|to) (?:shopping |grocery |to-?do )?(?:calendar|schedule|diary|agenda"
    r"|planner|to-?do(?: list)?|task(?: list)?|tasks"
    r"|shopping list|reminders?|appointments?|list)|remind me|calendar|to-?do list|shopping list|tasks?|appointments?|don'?t let"
    r" me forget|schedule an? \w+"
    r"|what(?:'s| is) (?:planned|scheduled)|what do i have (?:to do|planned|on)|do i have (?:anything|something|plans))\b"
    r"|カレンダー|スケジュール|予定|タスク|やること|リマイン|買い物リスト|買物リスト|to-?doリスト|用事|アポ(?!ロ)|忘れないように|手帳",
    re.I,
)
_HINTS = re.compile(
    r"\b(?:remember|forget|buy|pick up|note|memo|meeting|plans?|planned|busy|free|deadline|due|errands?|i need to|i have to|i must|rename"
    r"|reschedule|postpone|cancel|delete|tick|mark)\b"
    r"|買う|買って|メモ|忘れ|約束|会議|打ち合わせ|締め切り|締切|空いて|忙し|削除|キャンセル|取り消|延期|完了|しなきゃ|しないと",
    re.I,
)
_AFTERWARDS = re.compile(
    r"^\W*(?:no|actually|make (?:it|that)|instead|やっぱり|やはり|やっぱ|それ|これ|さっき|今の|it|that|undo|cancel (?:it|that)"
    r"|delete (?:it|that))",
    re.I,
)


_POINTING = (Aim.RENAME, Aim.DONE, Aim.REOPEN, Aim.MOVE, Aim.NOTE, Aim.DELETE)


def claimed(request: str, known: Known) -> Claim:
    """How surely the request is about the diary."""
    outright = _OUTRIGHT.search(request)
    named = mentioned(request, known.tasks)
    if outright:
        return Claim(strength=Strength.OWNING, why=f'says "{outright[0]}"')
    clause = hide_quotes(request, known.now, [t.title for t in known.tasks])
    reader = japanese if language_of(request) is Language.JAPANESE else english
    question = reader.is_question(clause.text)
    wish = None if question else reader.read(clause)
    when = clause.when
    if wish is not None and wish.aim is Aim.UNDO and known.undo:
        return Claim(strength=Strength.STRONG, why="takes back what was just done to the schedule")
    if wish is not None and wish.aim in _POINTING:
        near = match_title(wish.words, known.tasks)
        found = near.task or (near.hesitates[0] if near.hesitates else None)
        if found is not None:
            return Claim(strength=Strength.STRONG, why=f'speaks of the task "{found.title}"')
    wanted = asked(clause, known) if question else None
    if wanted is not None and when.found:
        return Claim(strength=Strength.STRONG, why=f'asks what is on "{when.spans[0].text}"')
    if wanted is not None and wanted.about and match_title(wanted.about, known.tasks).score >= SURE:
        return Claim(strength=Strength.STRONG, why=f'asks about "{wanted.about}"')
    if named:
        return Claim(strength=Strength.STRONG, why=f'names the task "{named[0].title}"')
    if wish is not None and wish.aim is Aim.ADD and (when.found or clause.quotes):
        return Claim(strength=Strength.STRONG, why=f'adds "{wish.words}"')
    if known.focus and _AFTERWARDS.search(request):
        return Claim(strength=Strength.STRONG if when.found else Strength.WEAK, why="goes on about the task just spoken of")
    if when.found:
        hinted = _HINTS.search(request)
        # `今日はいい天気` speaks of a day and wants nothing; `dentist tomorrow` does.
        planned = when.problem or (when.date_said and (when.date != known.now.date() or when.time is not None))
        strength = Strength.STRONG if hinted or (planned and not question) else Strength.WEAK
        return Claim(strength=strength, why=f'speaks of "{when.spans[0].text}"')
    hinted = _HINTS.search(request)
    if hinted or (wish is not None and wish.aim is Aim.ADD) or wanted is not None:
        return Claim(strength=Strength.WEAK, why=f'says "{hinted[0]}"' if hinted else "could be about a task")
    return Claim(strength=Strength.NONE)
