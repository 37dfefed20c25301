"""English sentences about routines: what is wanted of which one, before anybody has looked whether there is such a routine."""

import re
from collections.abc import Iterator
from dataclasses import replace

from yamori.agents.scheduler.rules.english.words import PRONOUN, stripped, titled
from yamori.agents.scheduler.rules.intents import Clause, is_quote
from yamori.agents.scheduler.rules.routine_intents import Days, RoutineAct, RoutineWish, SpokenStep
from yamori.agents.scheduler.rules.stems import is_noun_too
from yamori.domain.when import When, weekdays_named

_WORD = r"(?:routines?|habits?|regimens?|workout plans?)"
_MY = r"(?:(?:my|the|our|this|that|a|an) )?"
_SAID = re.compile(rf"\b(?:{_WORD}|steps?)\b", re.I)
_BEHIND = re.compile(
    r"(?:,? (?:that |which )?(?:you|i|we)(?:'ve| have)? just (?:created|made|added|set up)| from now on| for good| altogether)$", re.I
)
_REMARK = re.compile(
    r",? (?:because|since|cos)\b.*$|, (?:so )?(?:i|my|he|she|it|they|we|our)\b.*$"
    r"|, (?-i:[A-Z]\w+)(?:'s)? (?:has|is|was|can'?t|needs?|wants?|does|says?|got)\b.*$",
    re.I,
)
"""Why, behind what is wanted."""
_NO = re.compile(r"^no (?!longer|more|,)(?=\w)", re.I)
"""`no yoga on Friday` says what is left out, and not merely no."""
_WITH_STEPS = re.compile(
    r"\s*(?:(?<!\d):|:(?!\d)|,? (?:with|made up of|consisting of)(?: (?:the|these|two|three|four|five))?(?: steps?"
    r"| exercises?)?:? ?|, steps?:? )",
    re.I,
)

_ADDS = r"(?:(?:also )?(?:add|put|include|append|insert|tack(?: on)?|throw in|slot in|stick|pop|tag|chuck|squeeze|put in)(?: on)?)"
_REMOVES = r"(?:remove|take|delete|drop|get rid of|cut|strike|scrap|leave)"
_PATTERNS: tuple[tuple[RoutineAct, re.Pattern[str]], ...] = (
    (
        RoutineAct.ADD_STEP,
        re.compile(
            rf"^{_ADDS}(?: (?:a|an|another|one more|the))?(?: (?:new|extra|further))? step (?:to|into|in|for) {_MY}"
            rf"(?P<words>[^:,]+?)(?: {_WORD})?(?::|,| -| called| named) ?(?P<step>.+)$",
            re.I,
        ),
    ),
    (
        RoutineAct.ADD_STEP,
        re.compile(
            rf"^{_ADDS}(?: (?:a|an|another|one more|the))?(?: (?:new|extra|further))?(?: step)?(?: (?:called|named|of))?:? (?P<step>.+?)"
            rf"(?: as (?:a|an|another|one more|the (?:last|first|next|final)) (?:new )?step)? (?:(?:at|on"
            rf"|(?:on)?to) the (?:very )?(?:end|back|start|front|beginning) of|to|into|in|onto) {_MY}"
            rf"(?P<words>.+?)(?: {_WORD})?$",
            re.I,
        ),
    ),
    (
        RoutineAct.ADD_STEP,
        re.compile(rf"^{_ADDS}(?: (?:a|an|another|one more|the))?(?: (?:new|extra))? step(?: called| named| for|:)? (?P<step>.+)$", re.I),
    ),
    (
        RoutineAct.ADD_STEP,
        re.compile(
            rf"^{_MY}(?P<words>.+?)(?: {_WORD})? (?:should|must|needs to|has to|ought to) (?:also )?(?:have|include|contain|get|end with) "
            r"(?:a |an )?(?P<step>.+?)(?: step)?$",
            re.I,
        ),
    ),
    (
        RoutineAct.DELETE_STEP,
        re.compile(
            rf"^{_REMOVES} {_MY}(?:step )?(?P<step>.+?)(?: step)?(?: out)? (?:out of|from|off|of|in) {_MY}(?P<words>.+?)(?: {_WORD})?$",
            re.I,
        ),
    ),
    (
        RoutineAct.DELETE_STEP,
        re.compile(rf"^(?:{_REMOVES}|take out) {_MY}(?:step (?P<step>.+?)|(?P<step2>.+?) step)$", re.I),
    ),
    (RoutineAct.RENAME, re.compile(rf"^(?:rename|retitle|call) {_MY}(?P<words>.+?)(?: {_WORD})? (?:to|as|into) (?P<title>.+)$", re.I)),
    (RoutineAct.RENAME, re.compile(rf"^call {_MY}(?P<words>.+?) {_WORD} (?P<title>.+?)(?: instead)?$", re.I)),
    (
        RoutineAct.UNTICK,
        re.compile(
            rf"^(?:(?:untick|uncheck|unmark)|(?:i|we) (?:haven'?t|have not|didn'?t|did not)(?: actually| really)? (?:do|done|finish(?:ed)?"
            rf"|complete[d]?)) {_MY}(?P<step>.+?)(?: (?:in|of|from|on) {_MY}(?P<words>.+?)(?: {_WORD})?)?(?: yet)?$",
            re.I,
        ),
    ),
    (
        RoutineAct.TICK,
        re.compile(
            r"^(?:(?:(?:i|we)(?:'ve| have)?(?: just| already| now| all)* )?(?:done|did|finished|completed|got through)(?: with)?"
            r"|(?:i|we)(?:'m| am|'re| are)(?: all| now)* (?:done|finished|through) with"
            r"|(?:tick|check|cross|mark)(?: off)?|complete)"
            rf" (?:today's |{_MY})(?P<step>.+?)(?: (?:off|as done|as complete[d]?|done|as finished|complete[d]?))?"
            rf"(?: (?:in|of|from|on|for) {_MY}(?P<words>.+?)(?: {_WORD})?)?$",
            re.I,
        ),
    ),
    (
        RoutineAct.TICK,
        re.compile(
            rf"^{_MY}(?P<step>.+?)(?: {_WORD})?(?: (?:is|are|was|were)| ?[:,–—-])(?: all| now)? (?:done|finished|complete[d]?|over"
            rf"|ticked off)$",
            re.I,
        ),
    ),
    (
        RoutineAct.SKIP,
        re.compile(
            rf"^(?:skip|leave out|cancel|no|there(?:'s| is) no|i'm (?:skipping|not doing)|i (?:won't|can't) do) {_MY}(?P<words>.+?)"
            rf"(?: {_WORD})?(?: (?:on|for|this|coming))*$",
            re.I,
        ),
    ),
    (
        RoutineAct.DELETE,
        re.compile(
            rf"^(?:i|we)(?:'ve|'m|'re| have| am| are)? (?:not doing|don'?t do|no longer do(?:ing)?|stopped(?: doing)?|quit"
            rf"|giv(?:en|ing) up(?: on)?|finished with) {_MY}"
            rf"(?P<words>.+?)(?: (?P<said>{_WORD}))? ?(?:any ?more|any longer|for good)?$",
            re.I,
        ),
    ),
    (
        RoutineAct.DELETE,
        re.compile(
            rf"^(?:{_REMOVES}|cancel|stop|end|erase|bin|quit|abandon|clear) {_MY}(?P<words>.+?)(?: (?P<said>{_WORD}))?(?: (?:from"
            rf"|off) .+)?$",
            re.I,
        ),
    ),
)
_CREATE = re.compile(
    rf"^(?:(?:create|make|set up|start|add|give me|build|put together|define|begin|establish|(?:i|we) (?:want|need)|i'd like"
    rf"|let's (?:start|have|make)|have)(?: me| us)?(?: to (?:start|have|begin|build|do))?|new|another)?(?: (?:a|an|another|my))?(?: new)?"
    rf"(?: (?P<before>.+?))? ?{_WORD}(?P<tie>,? (?:called|named|titled|for|of|to|where i|in which i)|:)?(?: (?P<after>.+?))?$",
    re.I,
)
_NAMES = ("called", "named", "titled")
_MAKES = re.compile(
    r"^(?:create|make|set up|start|add|give me|build|put together|define|begin|establish|(?:i|we) (?:want|need)|i'd like|let's|new"
    r"|another|have)\b",
    re.I,
)
_TIMES = re.compile(
    rf"^(?:(?:also )?(?:set|change|move|switch|make|do|have|put|shift|push|reschedule|run|extend|add|schedule|keep"
    rf"|(?:drop|remove|cut|take|leave out)(?: (?:from|off|out of|out))?|let's do|let's move"
    rf"|(?:i|we)(?:'ll| will| want to| would like to|'d like to)?(?: also| now)* (?:do|have|want)"
    rf"|i'm (?:also )?doing) )?{_MY}(?P<words>.+?)?"
    rf"(?: {_WORD})?(?:'s)?(?:,? ?\b(?:to|on|for|at|from|also|too|as well|instead|should|is|are|happens?|goes|now|be|days?|times?"
    rf"|every|each|after all"
    r"|no longer|not|isn'?t|aren'?t|won'?t|anymore|any more|take place|takes place|moves?|and|happen"
    r"|starts?|begins?|from now on|onwards?|out|off)\b)*$",
    re.I,
)
_ALSO = re.compile(r"\b(?:also|too|as well|additionally|in addition|add|extend)\b", re.I)
_NOT = re.compile(r"\b(?:not|no longer|no more|remove|drop|anymore|any more|isn'?t|aren'?t|won'?t|don'?t|skip)\b", re.I)
_SHOW = re.compile(
    rf"\b(?:which|what|show|list|name|say|how many|how often|when|do i have|tell|read|display|is|are|left|still"
    rf"|remaining)\b.*\b(?:{_WORD}|steps?)\b"
    rf"|\b(?:{_WORD}|steps?)\b.*\b(?:left|do i have|have i|remain)",
    re.I,
)
_ASKED = re.compile(
    rf"\b(?:in|of|for|from|is|are|does|do|about|today's|my|the) (?:my |the |our |today's )?(?P<words>[\w'\ue000-\ue0ff -]+?)"
    rf"(?: {_WORD})?(?: (?:do i|have i|did i|are|is|still|left|consist|look|again|today|have|contain)\b.*)?$",
    re.I,
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty", "thirty", "forty", "sixty")
_VALUES = (*range(1, 11), 15, 20, 30, 40, 60)
_MINUTES = re.compile(
    rf"\(?\b(?:for |about |takes? )?(?P<n>\d{{1,4}}|an?|half an|{'|'.join(_NUMBERS)})[ -]?(?P<unit>min(?:ute)?s?|hours?|hrs?"
    rf"|h)\b(?: (?:of|each))?\)?",
    re.I,
)


def speaks_of_routines(text: str) -> bool:
    """The sentence says `routine` or `step` outright."""
    return _SAID.search(text) is not None


def routine_intents(clause: Clause) -> Iterator[RoutineWish]:
    """What the clause may want of a routine, likeliest first; whoever knows the routines takes the first that fits."""
    said = _SAID.search(clause.text) is not None
    if said and (made := _created(clause)) is not None:
        yield made
    clause = clause.part(_REMARK.sub("", clause.text))
    bare = _BEHIND.sub("", stripped(_NO.sub("skip ", _bare(clause))))
    when, weekdays = clause.when, weekdays_named(clause.text)
    if (swap := _swapped(clause, when, said=said)) is not None:
        yield swap
    found = _first(bare)
    for act, m in found:
        groups = m.groupdict()
        if act is RoutineAct.DELETE and re.fullmatch(_WORD, groups.get("words") or "", re.I):
            groups["words"] = ""  # the one just spoken of
        step = clause.shown((groups.get("step") or groups.get("step2") or "").strip(" ,"))
        yield RoutineWish(
            act=act,
            words=clause.shown(groups.get("words") or ""),
            title=_title(clause, groups.get("title") or ""),
            step=step,
            steps=(SpokenStep(title=_title(clause, groups.get("step") or ""), minutes=minutes_in(clause.text)),)
            if act is RoutineAct.ADD_STEP
            else (),
            when=when,
            weekdays=weekdays,
            explicit=said,
        )
    if (weekdays or when.rrule or when.time is not None) and (timed := _TIMES.match(bare)):
        days = Days.NOT if _NOT.search(clause.text) else Days.ALSO if _ALSO.search(clause.text) else Days.INSTEAD
        yield RoutineWish(
            act=RoutineAct.TIMES, words=clause.shown(timed["words"] or ""), when=when, weekdays=weekdays, days=days, explicit=said
        )


_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SWAPS = (
    re.compile(
        rf"^(?:swap|move|change|shift|switch|put|push|bring) {_MY}(?P<gone>{_DAY})(?:'?s)? (?P<words>.+?)(?: {_WORD}"
        rf"| session)?(?: over| back| forward)? "
        rf"(?:to|for|onto|with) (?:a |every |each )?(?P<come>{_DAY})s?\b",
        re.I,
    ),
    re.compile(
        rf"^(?:(?:swap|move|change|shift|switch) )?{_MY}(?P<words>.+?)(?: {_WORD})?,? from (?:a |every "
        rf"|each )?(?P<gone>{_DAY})s? (?:over )?to "
        rf"(?:a |every |each )?(?P<come>{_DAY})s?\b",
        re.I,
    ),
    re.compile(
        rf"^(?:(?:do|have|make|i(?:'ll| will)? do|i want) )?{_MY}(?P<words>.+?)(?: {_WORD})?(?: is| should be)? on (?P<come>{_DAY})s?,? "
        rf"(?:instead of|rather than|not)(?: on)? (?P<gone>{_DAY})s?\b",
        re.I,
    ),
)
_DAYS_IN_ORDER = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def _swapped(clause: Clause, when: When, *, said: bool) -> RoutineWish | None:
    """One of the days of a routine for another: `move my Friday swim to Saturdays`."""
    told = stripped(clause.text)
    m = next((m for pattern in _SWAPS if (m := pattern.match(told))), None)
    if m is None:
        return None
    gone, come = (_DAYS_IN_ORDER.index(m[part][:3].lower()) for part in ("gone", "come"))
    return RoutineWish(
        act=RoutineAct.TIMES, words=clause.shown(m["words"]), when=when, weekdays=(gone, come), swapped=(gone, come), explicit=said
    )


def _bare(clause: Clause) -> str:
    """The clause without times and lengths."""
    bare = re.sub(r"\(\s*\)", " ", _MINUTES.sub(" ", clause.timeless))
    return re.sub(r"\s+([,.:])", r"\1", re.sub(r"\s+", " ", bare)).strip(" ,")


def _title(clause: Clause, words: str) -> str:
    """A quotation as it is, other words as a title."""
    return clause.shown(words.strip()) if is_quote(words.strip()) else titled(clause.shown(words))


def _first(bare: str) -> Iterator[tuple[RoutineAct, re.Match[str]]]:
    for act, pattern in _PATTERNS:
        if m := pattern.match(bare):
            yield act, m


def routine_question(clause: Clause) -> RoutineWish | None:
    """A question about routines or their steps."""
    if not _SHOW.search(clause.text):
        return None
    bare = stripped(clause.timeless)
    asked = _ASKED.search(bare)
    words = re.sub(rf"\b(?:{_WORD}|steps?)\b", "", clause.shown(asked["words"]) if asked else "", flags=re.I).strip()
    return RoutineWish(act=RoutineAct.SHOW, words=words, said=clause.shown(clause.text), when=clause.when, explicit=True)


def _created(clause: Clause) -> RoutineWish | None:
    """`Create a routine called … for Mondays at 7: stretching 5 minutes, …`."""
    text = _BEHIND.sub("", stripped(clause.text))
    head, *tail = _WITH_STEPS.split(text, maxsplit=1)
    here = clause.part(head)
    bare = stripped(_bare(here))
    m = _CREATE.match(bare)
    if m is None or not (_MAKES.match(bare) or clause.text.lower().lstrip().startswith(("new", "another"))):
        return None
    if re.search(r"\b(?:to|into|in|onto|from|out of|off) (?:my|the|our|this|that)\b", bare, re.I):
        return None  # `add … to my routine` is a step
    named = m["after"] if m["tie"] and m["tie"].strip(" ,").lower() in _NAMES else m["before"] or m["after"]
    title = (named or "").strip(" ,")  # `a chess routine for Ken` is Ken's, `a routine for reading` is reading
    title = re.sub(r",? (?:on|every|each|for|at|from|and|to|in)$", "", title)
    return RoutineWish(
        act=RoutineAct.CREATE,
        title=_title(clause, title),
        steps=steps_in(clause.shown(tail[0])) if tail else (),
        when=here.when if here.when.found else replace(clause.when, duration=None),
        weekdays=weekdays_named(head) or weekdays_named(text),
        explicit=True,
    )


def steps_in(text: str) -> tuple[SpokenStep, ...]:
    """`hips 5 minutes, back (10 min) and a rest` as steps."""
    text = re.sub(r"^(?:the )?steps?(?: are| is|:)|^it (?:has|consists of|is made up of)|^with ", "", stripped(text), flags=re.I)
    pieces = re.split(r"\s*[,;]\s*(?:and |then )?|\s+(?:and|then)\s+", text.strip(" .:"))
    found: list[SpokenStep] = []
    for piece in pieces:
        minutes = minutes_in(piece)
        bare = re.search(r" for (\d{1,3})$", piece) if found and minutes is None else None  # `hips for 10 minutes, back for 5`
        title = titled(re.sub(r"^(?:of|for) ", "", without_minutes(piece[: bare.start()] if bare else piece)))
        if title:
            found.append(SpokenStep(title=title, minutes=int(bare[1]) if bare else minutes))
    return tuple(found)


def minutes_in(text: str) -> int | None:
    """How long, where a length is said."""
    m = _MINUTES.search(text)
    if m is None:
        return None
    number = ({"a": 1.0, "an": 1.0, "half an": 0.5} | dict(zip(_NUMBERS, _VALUES, strict=True))).get(m["n"].lower())
    count = float(m["n"]) if number is None else number
    return int(count * (60 if m["unit"].lower().startswith("h") else 1)) or None


def without_minutes(text: str) -> str:
    return re.sub(r"\s+", " ", _MINUTES.sub(" ", text)).strip(" ,.")


def recurring_title(clause: Clause) -> str:
    """What a statement says to come again (`dinner with mum`); empty for an order to a house, and where it says more than a title would."""
    bare = stripped(_bare(clause))
    if not bare or len(bare.split()) > 8 or (_ORDER.match(bare) and not begins_with_a_noun(bare)):
        return ""
    title = re.sub(
        r",? (?:on|every|each|for|at|from|and|to|in|is|are)$",
        "",
        re.sub(
            r"^(?:i|we) (?:have|need to|have to|must"
            r"|should) (?:a |an |my )?",
            "",
            bare,
        ),
    )
    return _title(clause, title)


_NOUN_FIRST = re.compile(r"^(?P<noun>[a-z]+) (?!an?\b|the\b|my\b|our\b|me\b|us\b|some\b)\w", re.I)


def begins_with_a_noun(text: str) -> bool:
    """`book club …`, not `book a table`."""
    m = _NOUN_FIRST.match(stripped(text))
    return m is not None and is_noun_too(m["noun"].lower())


_ORDER = re.compile(
    r"^(?:turn|switch|open|close|dim|brighten|lock|unlock|start|stop|play|pause|lower|raise|heat|cool|set|run|show|tell|what|when|how|if"
    r"|make|let|give|get me|order|book|delete|remove|cancel|move|change|rename|mark|tick|undo|remind|add|put|schedule|create|note"
    r"|i'm|it's)\b",
    re.I,
)


def has_remark(text: str) -> bool:
    """Why, behind what is wanted: `…, Ken has a cold`."""
    return _REMARK.search(text) is not None


def only_times(clause: Clause) -> bool:
    """The clause says nothing but when, of something said before: `it's on Mondays and Thursdays`, `every Friday at 6`."""
    bare = _WEEKDAYS.sub("", stripped(clause.timeless))
    return _ONLY_FRAME.fullmatch(bare) is not None and bool(clause.when.found or weekdays_named(clause.text))


def lists_steps(text: str) -> bool:
    """The clause says what a routine consists of: `the steps are …`, `it has …`."""
    return re.match(r"^(?:the )?steps?(?: are| is|:)|^it (?:has|consists of|is made up of)\b|^with\b", stripped(text), re.I) is not None


_WEEKDAYS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
_ONLY_FRAME = re.compile(
    rf"(?:(?:(?:it|that|this)(?:'s| is| should be| will be|'ll be| happens| takes place)?|{PRONOUN}|i(?:'ll| will)?|we|do|doing|done|want"
    r"|to|on|at|for|every|and|be|have|make|put|set|so|please)[ ,]*)*",
    re.I,
)
