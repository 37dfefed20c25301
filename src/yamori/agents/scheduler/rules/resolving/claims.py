"""Whether a sentence is the Scheduler's: words of the diary, titles that stand in it, dates. By code, within a millisecond or two."""

import re

from yamori.agentkit.task import Claim, Strength
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.titles import mentioned
from yamori.agents.scheduler.rules.reading.clause import Clause, hide_quotes
from yamori.agents.scheduler.rules.reading.diary import diary_intent
from yamori.agents.scheduler.rules.reading.intents import Operation
from yamori.agents.scheduler.rules.reading.languages import reader_of
from yamori.agents.scheduler.rules.reading.sentences import Reading, is_booking, readings
from yamori.agents.scheduler.rules.resolving.named import tasks_named
from yamori.agents.scheduler.rules.word_lists import says
from yamori.understanding.mood import is_question

_OUTRIGHT = re.compile(
    r"\b(?:(?:my|the|our|your|a|an|this|that|new|on|in|to) (?:shopping |grocery |to-?do )?(?:calendar|schedule|diary|agenda"
    r"|planner|to-?do(?: list)?|task(?: list)?|tasks"
    r"|shopping list|reminders?|appointments?|list)|remind me|calendar|to-?do list|shopping list|tasks?|appointments?|(?:don'?t let"
    r" me|make sure i don'?t|mustn'?t) forget|schedule an? \w+"
    r"|(?:tick|check|cross) (?:\w+ ){1,6}off|(?:tick|cross) off|mark (?:[\w']+ ){1,6}(?:as )?(?:done|finished"
    r"|complete)|(?:write|note|jot) (?:it|that|this) down|make a note"
    r"|left to do|still to do"
    r"|what(?:'s| is) (?:planned|scheduled)|what do i have (?:to do|planned|on)|do i have (?:anything|something|plans))\b"
    r"|カレンダー|スケジュール|予定|タスク|やること|リマイン|買い物リスト|買物リスト|to-?doリスト|用事|アポ(?!ロ)|忘れないように|手帳"
    r"|完了に(?:し|戻)|完了で|済みに|チェック(?:を)?(?:つけ|入れ|付け|しと|して)|消し込|メモ(?:し|っ|つけ|も|お願い"
    r"|を|追加|に)|終わってない(?:こと|もの)|リストに",
    re.I,
)

_AFTERWARDS = re.compile(
    r"^\W*(?:no|nope|actually|make (?:it|that)|instead|oops|sorry|wait|hmm|and|scratch that|not yet|call it|rename"
    r"|add that|add a note|that's|i'm done|on second thought"
    r"|the (?:first|second|third|last|other) one|やっぱり|やはり|やっぱ|それ|これ|さっき|今の|その|ごめん|すまん"
    r"|いや|違う|まだ|あ、|あと|名前|it|that|undo|cancel (?:it|that)"
    r"|delete (?:it|that)|move (?:it|that)|\w+ (?:too|as well))(?![a-z])",
    re.I,
)


_HOUSE = re.compile(
    r"^\W*(?:(?:please|can you|could you|hey)\b\W*)*(?:turn|switch|open|close|dim|brighten|lock|unlock|start|stop"
    r"|play|pause|lower|raise|heat|cool)\b"
    r"|(?:つけ|点け|消し|開け|閉め|あけ|しめ|流し|暗くし|明るくし)(?:て|といて|ておいて)(?:ください|くれる|ね|よ)?[。?？!！]*$",
    re.I,
)
"""Orders to a house; with a time they may be for later, but are no entries of a diary."""


def claimed(request: str, known: Known) -> Claim:
    """How surely the request is about the diary, by its words."""
    if is_booking(request):
        return Claim(strength=Strength.NONE)
    clause = hide_quotes(request, known.now, known.titles)
    if diary_intent(clause) is not None and not _is_of_other_papers(request):
        return Claim(strength=Strength.WHOLE, why="is about diary")
    if outright := _OUTRIGHT.search(request):
        return Claim(strength=Strength.OWNING, why=f'says "{outright[0]}"')
    named = mentioned(request, known.tasks)
    if is_question(clause.text):
        when = clause.when
        if named:
            return Claim(strength=Strength.STRONG, why="names a task")
        return Claim(strength=Strength.WEAK if when.found else Strength.NONE, why="asks about a time" if when.found else "")
    for reading in readings(clause, known) or ():
        if why := _speaks_of(reading, known):
            return Claim(strength=Strength.OWNING if _later(reading, known) else Strength.STRONG, why=why)
    if named:
        return Claim(strength=Strength.STRONG, why=f'names the task "{named[0].title}"')
    if routines := mentioned(request, known.routines):
        return Claim(strength=Strength.STRONG, why=f'names the routine "{routines[0].title}"')
    if reader_of(request).speaks_of_diary(request):
        return Claim(strength=Strength.WEAK, why="speaks of the diary")
    return _dated(request, clause, known)


def _later(reading: Reading, known: Known) -> bool:
    """It is something to write down for another day than today, which no device is asked for."""
    intent = reading.intent
    ahead = intent.when.date_said and intent.when.date is not None and intent.when.date > known.now.date()
    return intent.operation is Operation.ADD and bool(ahead or intent.when.problem) and not _HOUSE.search(reading.clause.text)


def _speaks_of(reading: Reading, known: Known) -> str:
    """Why a request is certainly about the schedule; empty where it may be another agent's."""
    intent, clause = reading.intent, reading.clause
    if intent.operation is Operation.ADD:
        dated = intent.when.date_said or intent.when.time is not None or intent.when.problem
        return f'adds "{intent.words}"' if dated or clause.quotes else ""  # how long something lasts is no time for a diary
    if is_pronoun(intent.words):
        return "goes on about the task just spoken of" if known.focus else ""
    found = tasks_named(intent, known, said=clause.shown(clause.text))
    tasks = found.tasks or found.candidates
    return f'speaks of the task "{tasks[0].title}"' if tasks else f'speaks of "{intent.words}"'


def _dated(request: str, clause: Clause, known: Known) -> Claim:
    when = clause.when
    hinted = says(request.lower(), "hints")
    if known.focus and _AFTERWARDS.search(request):
        other_day = when.date_said and when.date != known.now.date()
        strength = Strength.OWNING if other_day else Strength.STRONG if when.found else Strength.WEAK
        return Claim(strength=strength, why="goes on about the task just spoken of")
    if when.found:
        # `今日はいい天気` speaks of a day and wants nothing; `dentist tomorrow` does.
        past = when.date is not None and when.date < known.now.date()
        planned = when.problem or (when.date_said and not past and (when.date != known.now.date() or when.time is not None))
        foreign = past or says(request.lower(), "weather") or _HOUSE.search(request)
        strength = Strength.STRONG if (hinted or planned) and not foreign else Strength.WEAK
        return Claim(strength=strength, why=f'speaks of "{when.spans[0].text}"')
    if hinted:
        return Claim(strength=Strength.WEAK, why="speaks of something to keep in mind")
    return Claim(strength=Strength.NONE)


def _is_of_other_papers(request: str) -> bool:
    """It asks for what is written down in something else than the diary."""
    low = request.lower()
    return says(low, "other_papers") and not says(low, "diary")
