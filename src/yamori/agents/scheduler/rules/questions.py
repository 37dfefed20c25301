"""What a question about the schedule asks for: a period, a task by its name, finished or open ones."""

import re
from dataclasses import dataclass
from datetime import date as Day

from yamori.agents.scheduler.rules.distinguishing import shared, verb_in
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.resolution import Known, is_pronoun
from yamori.agents.scheduler.rules.stems import is_light, word_set
from yamori.agents.scheduler.rules.titles import SURE, match_title, mentioned, score, spoken_of
from yamori.domain.when import When, resolve

_ABOUT = (
    re.compile(
        r"^(?:and |so )?(?:when|what time|what day|where)(?:'s| is| was| are| do i (?:have|see|meet|go to)| did i have"
        r"| (?:am|are) (?:i|we) (?:going to|meeting|seeing|due at|visiting|having)"
        r"| does| will)? (?P<mine>my |our )?(?:the )?"
        r"(?P<about>.+?)(?: (?:again|due|start|scheduled(?: for)?))*$",
        re.I,
    ),
    re.compile(
        r"^(?:is|are|was|were|have i|did i|has) (?P<mine>my |our )?(?:the )?(?:finish(?:ed)? |complete[d]? |done )?(?P<about>.+?)(?: "
        r"(?:already|yet|done|finished|completed?|on|in|open|there))*(?: (?:on|in) (?:my|the) \w+)?$",
        re.I,
    ),
    re.compile(r"^do i have (?P<mine>my )?(?:an? |any |the )?(?P<about>.+?)(?: (?:planned|scheduled|to do|on))*$", re.I),
    re.compile(
        r"^(?P<about>.+?)(?P<mine>の予定|の予約|のタスク|の約束)?(?:は|って)(?:いつ|何時|何日|何曜日|どこ|もう|まだ"
        r"|終わ|完了|済|入って|ある|あった)"
    ),
)
_NOTE_ASKED = re.compile(
    r"^(?:what (?:does|do|did|is|was|'s|are)|what's|show me|read me|tell me|read) (?:in |on )?(?:the |my )?(?:notes?|memos?)"
    r" (?:on|for|of|about|to|in) (?:the |my )?(?P<en>.+?)(?: (?:say|says|read|again))*$"
    r"|^what (?:did|have) i (?:note|noted|write|written)(?: down)? (?:on|for|about|to) (?:the |my )?(?P<en2>.+?)$"
    r"|^(?P<ja>.+?)の(?:メモ|備考)(?:に|には|は|って|を|、)*(?:何|なん|なに|教え|見せ|読)",
    re.I,
)
"""What is noted on something: the list shows it."""
_ENDS = re.compile(
    r"^(?:(?:and|so|ok|okay|then)\W+)*(?:when|(?:until |till )?what time|how late)(?:'s| is| does| do| will)? (?P<en>.+?)"
    r" (?:finish(?:ed)?|end|be (?:over|done|finished)|over|done|last|go(?:es)? on|run)(?: (?:until|till|to|then|by then|again))*$"
    r"|^(?P<ja>[^、。]*?)(?:って|は|、|の終わりは?|の終了は?)*(?:何時|いつ)(?:に|頃に?|ごろに?)?(?:終わ|終了|おわ|まで)",
    re.I,
)
"""When something is over: its line in the list says so."""
_HOW_SOON = re.compile(
    r"^(?:(?:and|so|ok|okay)\W+)*how (?:long|soon|many (?:more )?(?:days|weeks|hours|minutes)|much (?:time|longer))"
    r"(?: (?:is|are|do i have|have i got|is there|are there|will it be))*(?: it)?(?: left)?"
    r" (?:until|till|before|to|is|are) (?:the |my |our )?"
    r"(?P<en>.+?)(?: (?:starts?|begins?|is|away|off))*$"
    r"|^(?P<ja>[^、。]+?)(?:まで|は)(?:は|には|に|、)*(?:あと|後|残り|もう)*(?:何(?:日|時間|分|週間)|どの?(?:くらい|ぐらい|れくらい|れぐらい)|いくつ)",
    re.I,
)
"""How far off something is: its line in the list says when it is."""
_WITH_WHOM = re.compile(r"^(?:when|where|what time|what day) (?:am i|are we) (?:meeting|seeing|visiting)\b", re.I)
_MY_TIME = re.compile(r"\b(?:my|the|our|the rest of (?:my|the)) (?P<en>week|month|day)\b", re.I)
"""Asked of without a day: this one."""
_GENERIC = re.compile(
    r"^(?:there )?(?:anything|something|nothing|any|plans?|appointments?|tasks?|to-?dos?|reminders?|events?|things?|time|free"
    r"|busy|on|my|next|due|open|left|planned|scheduled|more"
    r"|calendar|schedule|agenda|diary|list|a|the|i|to|do|have|for|else|is|it|that|items?|am|supposed|be|\s)+$"
    r"|^(?:私の|次の)?(?:予定|タスク|用事"
    r"|やること|スケジュール|何か|なにか|カレンダー|リスト|それ|これ|次|他に|ほかに|\s)*$",
    re.I,
)
_FINISHED = re.compile(
    r"\b(?:finished|completed|done|ticked off|accomplished?|did i (?:do|finish|complete))\b|終わった|終えた|完了した|済んだ|やった|済ませた"
)
_LEFT = re.compile(
    r"\b(?:left|open|remaining|pending|unfinished|still|outstanding|not done|to do|need to do|have to do)\b|残って|未完了"
    r"|終わってない|まだ|やるべき|やらなきゃ|やること",
    re.I,
)
_SCHEDULE = re.compile(
    r"\b(?:calendar|schedules?|diary|agenda|planner|to-?dos?|tasks?|reminders?|appointments?|plans?|planned|meetings?|events?"
    r"|shopping list|my list|do i have|am i (?:free|busy|doing)|left to do|still to do|to do list|have i (?:finished|completed|done)"
    r"|coming up|what'?s next)\b|予定|カレンダー|スケジュール|タスク|やること|リマイン|用事|アポ(?!ロ)|買い物リスト"
    r"|予約|空いて|忙し|日程|終わってない(?:こと|もの|やつ)",
    re.I,
)
_ONES_OWN = re.compile(r"\b(?:i|my|we|our|me)\b|'ve\b|っけ|もう|まだ", re.I)
_HOW_TO = re.compile(
    r"^(?:how (?:do|does|can|to|long|far|much|old|tall)|why|what(?:'s| is) an?\b|who (?:is|was|invented))\b"
    r"|\b(?:do|did|done|doing|go|going|gone) wrong\b|(?:何|なに|どこ)[がをで]?(?:間違|まちが|いけな|悪|まずかった)"
    r"|って何(?:ですか|なの|です)?[?？。\s]*$|とは(?:何|なに|なん|[?？。\s]*$)|方法|やり方|作り方|なぜ|どうして",
    re.I,
)

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_VOCABULARY = word_set(
    "what what's whats which anything something everything nothing any how many much when who where have has had do did does am are "
    "is was were will i i've we we've me my our got get need to on up planned scheduled plan plans happening coming going there "
    "there's doing done be being for in at of the a next due left still day week month look looks looking like things thing tasks "
    "task appointments appointment events items else all supposed busy free or and show tell read list out give see so ok please "
    "how's hows evening morning afternoon night "
    "again today's tomorrow's us calendar diary schedule agenda over go meet go whole finish finished complete completed accomplish "
    "accomplished first rest remaining that between still open unfinished outstanding week's least most busiest quietest freest emptiest"
)
"""A question about a day that holds no other word asks for what is planned on it."""
_ANCHOR = re.compile(
    r"\b(?:show|list|read|i|i've|my|our|left|remaining|still|open|unfinished|outstanding|busiest|quietest|busy|we|we've|on|up|planned|scheduled"
    r"|happening|coming|going|anything|something"
    r"|everything|free|busy|look(?:s|ing)?|tasks?|plans?|things?|appointments?|events?"
    r"|calendar|diary|schedule|agenda)\b",
    re.I,
)
_NO_SCHEDULE = re.compile(r"^what (?:day|date|time|month|year|week) is\b|\b(?:is|was) it\b", re.I)
_WORDS_JA = re.compile(
    r"(?:まだ|もう|何も|なにも|ない(?:の|かな|よね)?$|なんか|なんや|入ってた|入っていた|入っとった|終わって(?:い)?ない|終わってない|済んで(?:い)?ない|片付いて(?:い)?ない|何が|何を|何か|何件|何|なにか|なに|どこへ|どこに|どこ|いつ|誰と|誰|だれ|どんな感じ"
    r"|どんな|どう|どれ|予定"
    r"|用事|やること|スケジュール|カレンダー|タスク|約束|リスト|残り|残って(?:い)?る|なって(?:い)?る|あと|他に"
    r"|ほかに|ほか"
    r"|入ってる|入っている|入って|入る|あるっけ|あったっけ|あった|あります|ありました|ある|空いてる|空いている"
    r"|空いて|暇|ヒマ|忙しい|忙し|すれば|したら|するんだ|する|しなきゃ|やる|やれば|やらなきゃ|すべき"
    r"|行けば|行く|いける|いい|よかった|だっけ|でしたっけ|っけ|かな|ですか|ます|です|ですかね|なん|だった|件|私|僕"
    r"|俺|うち|今|教えて|見せて|おしえて|確認して|読み上げて|一覧|全部|ください|ちょうだい|って|には|では|とか"
    r"|なければ|こと|もの|その日|感じ|こ|の|は|が|を|に|で|と|も|か|ね|よ|わ|な|ん|だ|、|。|\?|？|\s)"
)
_ANCHOR_JA = re.compile(
    r"何|なに|なんか|終わって(?:い)?ない|済んで(?:い)?ない|片付いて(?:い)?ない|予定|用事|やること|ある|あっ|入って|空いて|暇|忙し|感じ|なってる|残ってる|すれば|したら|する|しなきゃ"
    r"|やる|やれば|行けば|どこ|件|スケジュール|カレンダー|タスク|残り|残って(?:い)?る|なって(?:い)?る|あと|他に|ほか"
)
_THAT_DAY = re.compile(r"\b(?:that|the same) day\b|その日|同じ日|当日", re.I)
_AND_THEN = re.compile(r"^(?:(?:and|what about|how about|so)\b ?)*$|^(?:じゃあ|では|あと)?、?(?:は|の方は|はどう|だと)?$", re.I)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What to list."""

    start: Day | None = None
    end: Day | None = None
    about: str | None = None
    """Words of a title."""
    done: bool | None = None
    """Finished ones, open ones, or both (None)."""


def asked(clause: Clause, known: Known) -> Asked | None:
    """What a question asks of the schedule, or None when it may not be about the schedule at all."""
    when = clause.when
    start, end = _days(when)
    if not when.found and (named_time := _MY_TIME.search(clause.text)):
        start, end = _days(resolve("today" if named_time["en"].lower() == "day" else f"this {named_time['en'].lower()}", clause.now))
    if start is None and _THAT_DAY.search(clause.text):
        days = {t.date for t in known.tasks if t.id in known.focus and t.date is not None}
        start = end = days.pop() if len(days) == 1 else None
    text = clause.timeless.strip(" ?？。.!")
    done = True if _FINISHED.search(text) and not _LEFT.search(text) else None
    if (noted := _NOTE_ASKED.match(clause.text.strip(" ?？。.!"))) is not None:
        of = clause.shown(noted["en"] or noted["en2"] or noted["ja"])
        return Asked(about=of) if match_title(of, known.tasks).score >= SURE else None
    if not when.found and (ends := _ENDS.match(clause.text.strip(" ?？。.!"))) is not None:
        of = clause.shown(ends["en"] or ends["ja"] or "")
        spoken = [t for t in known.tasks if t.id in known.focus]
        if (not of or is_pronoun(of)) and len(spoken) == 1:
            return Asked(about=spoken[0].title)
        return Asked(about=of) if match_title(of, known.tasks).score >= SURE else None
    if (soon := _HOW_SOON.match(clause.text.strip(" ?？。.!"))) is not None:
        of = clause.shown(soon["en"] or soon["ja"])
        if match_title(of, known.tasks).score >= SURE:
            return Asked(about=of)
    if _HOW_TO.search(text) and not (start is not None and whole_day(clause)):
        return None
    named = mentioned(clause.shown(clause.text), known.tasks)
    about = _about(clause, known, text, unknown=not named) or (named[0].title if named else None)
    if about is not None:
        there = start is not None and end is not None and any(_lies(t, start, end) and score(about, t.title) >= SURE for t in known.tasks)
        return Asked(start=start if there else None, end=end if there else None, about=about)
    ours = _SCHEDULE.search(clause.text) is not None
    if start is not None and (ours or _GENERIC.match(text) or whole_day(clause)):
        return Asked(start=start, end=end, done=done)
    if start is not None and known.focus and _AND_THEN.match(text):
        return Asked(start=start, end=end)
    if start is None and (ours or _everything(text)):
        return Asked(done=bool(done))
    return None


def _about(clause: Clause, known: Known, text: str, *, unknown: bool) -> str | None:
    """Words of a title that the question asks after; a title that is not there only where it must be the diary's."""
    for pattern in _ABOUT:
        m = pattern.match(text)
        about = clause.shown(m["about"]).strip() if m else ""
        if m and about and not _GENERIC.match(about) and not whole_day(clause):
            match = match_title(about, known.tasks)
            if match.found is not None or match.hesitates:
                return about
            loosely = spoken_of(clause.shown(text), known.tasks)
            owned = m["mine"] or _WITH_WHOM.search(text)
            if unknown and loosely.found is None and owned and pattern in (_ABOUT[0], _ABOUT[3]):
                return about
    if _ONES_OWN.search(clause.text) or clause.when.date_said:
        for match in (match_title(clause.shown(text), known.tasks), spoken_of(clause.shown(text), known.tasks)):
            if match.found is not None and _after_it(clause.shown(text), match.found.title):
                return match.found.title
    return None


def _after_it(said: str, title: str) -> bool:
    """`did I leave the oven on?` is not about `Clean the oven`: of a title with a verb of its own, that verb or nothing else is said."""
    common, verb = shared(said, title), verb_in(title)
    return common.verb or not common.contradicts or not verb or is_light(verb)


def _lies(task: CustomTask, start: Day, end: Day) -> bool:
    return task.date is not None and start <= task.date <= end


def whole_day(clause: Clause) -> bool:
    """The question asks after a day as such (`anything on Friday?`, 金曜は何かある？), with no other noun in it."""
    text = clause.timeless.strip(" ?？。.!")
    if text.isascii():
        low = text.lower().replace("’", "'")
        whole = clause.text.lower()
        return all(w in _VOCABULARY for w in _WORD.findall(low)) and _ANCHOR.search(whole) is not None and not _NO_SCHEDULE.search(low)
    return not _WORDS_JA.sub("", text) and _ANCHOR_JA.search(text) is not None


def _everything(text: str) -> bool:
    return (
        re.search(r"\b(?:which|what) (?:things|ones|jobs) (?:have|did) i\b|\b(?:read|show|tell) me (?:my|the) list\b", text, re.I)
        is not None
    )


def names_the_schedule(text: str) -> bool:
    return _SCHEDULE.search(text) is not None


def _days(when: When) -> tuple[Day | None, Day | None]:
    if when.date is None or not (when.date_said or when.part or when.time):
        return None, None
    return when.date, when.end_date or when.date
