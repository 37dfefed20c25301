"""Plain English orders about the schedule. What does not fit a pattern whole is left to the readers of statements, or to a model."""

import re
from collections.abc import Callable
from dataclasses import replace

from yamori.agents.scheduler.rules.english.clauses import keeps
from yamori.agents.scheduler.rules.english.statements import reported
from yamori.agents.scheduler.rules.english.words import NOUN, OF_TASK, PLACE, PRONOUN, errands, items, sentence, stripped, titled
from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation, is_quote
from yamori.agents.scheduler.rules.shift import shifted
from yamori.agents.scheduler.rules.stems import is_verb
from yamori.domain.when import When

_CALLED = r"(?: (?:called|named|titled|saying|labell?ed))?:?"
_ADD = re.compile(
    rf"^(?:add|put|block(?: out| off)?|reserve|set aside|schedule|create|make|set up|set|book|enter|note down|note|write down"
    rf"|jot down|register|log|plan|pencil in"
    rf"|include|insert|stick|pop|chuck|pencil|get|keep|save|record) "
    rf"(?:(?:me )?(?:in (?:for )?|down )?(?P<noun>(?:a |an |the |another |one |me a |me an )?{NOUN}{_CALLED}(?: (?:to"
    rf"|for|about|of)\b)?) )?(?P<title>.+?)"
    rf"(?P<place>,? (?:to|on|in|into|onto|down in|down on|as a task (?:on|in)) {PLACE}| as (?:a |an )?(?:new )?{NOUN}| down| in)?$",
    re.I,
)
_IN_FOR = re.compile(
    r"^(?:(?:put|pencil|book|pop|stick|get|schedule) (?:me )?(?:in|down)(?: for)?|(?:block(?: out| off)?|reserve|set aside"
    r"|keep)(?: (?:some )?time)? for) (?P<title>.+)$",
    re.I,
)
_ADD_TO = re.compile(rf"^(?:add|put|write|note|enter|stick) (?:down )?(?:to|on|in|into|onto) {PLACE}:? (?P<title>.+)$", re.I)
_NEED = re.compile(r"^i(?:'ve got| need| have| must| ought| should|'d better| mustn'?t forget)(?: really)?(?: to)? (?P<title>.+)$", re.I)
_REMIND = re.compile(
    r"^(?:remind (?:me|us)|(?:set|make|give|create) (?:me )?(?:a |another )?reminder|(?:nudge|ping|alert|buzz|notify) (?:me|us)"
    r"|give (?:me|us) a (?:nudge|shout|ping|buzz|heads[- ]up|prod))[:,]? (?:to|about|of|that|for)? ?(?P<title>.+)$",
    re.I,
)
_WAKE = re.compile(r"^(?:wake (?:me|us)(?: up)?|get (?:me|us) up|i (?:need|want|have) to (?:wake|get) up)(?: by)?$", re.I)
_REMIND_WHO = re.compile(r"^(?P<title>remind (?!me\b|us\b)[\w']+ to .+)$", re.I)
_FORGET = re.compile(
    r"^(?:(?:i )?(?:don'?t|do not|mustn'?t) (?:let me )?forget|make sure (?:that )?i (?:don'?t forget|remember)"
    r"|(?:help me )?remember(?! that\b)|remind)[:,]? ?(?:to|about|that)? "
    r"(?P<title>.+)$",
    re.I,
)
_REMEMBER_THAT = re.compile(r"^remember that (?P<title>.+)$", re.I)
"""With a time only: `remember that I like it cold` is no task."""
_NEW = re.compile(
    rf"^(?:new (?:task|appointment|entry|reminder|event|item)|to-?do|task|reminder)s?(?: (?:for|on) {PLACE})?: ?(?P<title>.+)$", re.I
)
_SEVERAL = re.compile(rf"^(?:(?:add|put|write) )?(?:\w+ (?:things?|items?|tasks?) )?(?:to|for|on|onto) {PLACE}: ?(?P<title>.+)$", re.I)
_NEED_ON = re.compile(rf"^(?:what )?(?:i|we) need (?:on|for) {PLACE}(?: is| are)?:? (?P<title>.+)$", re.I)
_ON_LIST = re.compile(
    r"^(?P<title>.+?) (?:on|onto|to|for) (?P<place>(?:my |the |our )?(?:shopping |grocery |to-?do )(?:list|calendar))$", re.I
)
_QUOTED_THING = re.compile(rf"^(?:a |an |the |my )?([\ue000-\ue0ff])[,.]?(?: {NOUN})?$", re.I)
_BARE_VERBS = re.compile(r"^(?:put|make|set|enter|book|log|note|plan|include|insert|get|keep|save|record|stick|pop|chuck|pencil)\b", re.I)

_MY = r"(?:the |my |our )?"
_RENAME = (
    re.compile(rf"^(?:rename|retitle) {_MY}(?:task |appointment |entry )?(?P<words>.+?){OF_TASK} (?:to|as|into) (?P<text>.+)$", re.I),
    re.compile(rf"^(?:change|correct|fix) (?:the )?(?:title|name) of {_MY}(?P<words>.+?){OF_TASK} (?:to|into) (?P<text>.+)$", re.I),
    re.compile(rf"^change {_MY}(?:task |appointment )?(?P<words>.+?)(?:'s)? (?:title|name) (?:to|into) (?P<text>.+)$", re.I),
    re.compile(r"^call (?P<words>it|that|this|that one|this one) (?P<text>.+?)(?: instead)?$", re.I),
    re.compile(rf"^call {_MY}(?P<words>.+?) (?P<text>[\ue000-\ue0ff])(?: instead)?$", re.I),
)
_TURN_INTO = re.compile(
    rf"^(?:change|turn|make) {_MY}(?:task |appointment )?(?P<words>.+?){OF_TASK} (?:to|into) (?:a |an |the )?(?P<text>.+)$", re.I
)
_MAKE_IT = re.compile(r"^(?:make|change) (?:it|that) (?:to |into )?(?P<text>.+)$", re.I)
"""`make that two loaves of rye bread`: only where the new words hold the old title."""
_NOTE_WORD = r"(?:a |the |another |this )?(?:note|memo|comment|remark)"
_SAYING = r"(?:,|:|;| -)?(?: (?:saying|that says|that reads|reading|to say|with|which says|to the effect)(?: that)?| that)?:?"
_ADDS = r"(?:add|put|attach|write|leave|make|set|include|append|note|stick|jot|mention|scribble)(?: down)?"
_NOTE = (
    re.compile(
        rf"^(?:{_ADDS} )?{_NOTE_WORD} (?:to|on|for|in|at|with|about) {_MY}(?P<words>.+?){OF_TASK}"
        r"(?:,|:|;| -| saying| that says| that reads| to say| reading| that) ?(?:that |:)?(?P<text>.+)$",
        re.I,
    ),
    re.compile(rf"^{_ADDS} {_NOTE_WORD}{_SAYING} (?P<text>.+) (?P<tie>to|on|for|in|at) {_MY}(?P<words>.+?){OF_TASK}$", re.I),
    re.compile(rf"^{_ADDS} (?P<text>.+?) (?:as {_NOTE_WORD} |in(?:to)? the notes )(?:to|on|for|in|of) {_MY}(?P<words>.+?){OF_TASK}$", re.I),
    re.compile(rf"^{_ADDS} (?P<text>.+?) to (?:the )?(?:notes?|memos?) (?:of|on|for|about) {_MY}(?P<words>.+?){OF_TASK}$", re.I),
    re.compile(
        rf"^(?:{_ADDS} (?:to|in|into|on) |(?:to|in|on) )(?:the )?(?:{_MY}(?P<words>.+?)(?:'s|s') (?:notes?|memos?)"
        rf"|(?:notes?|memos?) (?:of|on|for|about) {_MY}(?P<words2>.+?){OF_TASK})"
        rf"(?:(?:,|:|;| -)|(?=,? that\b))(?: {_ADDS})?(?: that)? (?P<text>.+)$",
        re.I,
    ),
    re.compile(rf"^{_ADDS} {_NOTE_WORD}(?P<words>)(?::| -| saying| that says| that) ?(?P<text>.+)$", re.I),
)
_NOTE_TO = re.compile(rf"^{_ADDS} {_NOTE_WORD} to (?P<text>(?P<verb>[a-z]+) .+)$", re.I)
"""`add a memo to bring the keys`: of the task just spoken of."""
_NOTE_ON = (
    re.compile(
        rf"^(?:for|on|about|with|regarding) {_MY}(?P<words>.+?){OF_TASK}[,:] ?(?:{_ADDS}|remember"
        rf"|keep in mind)(?: down)?(?: (?:that|a note(?: that|:| saying)?))? (?P<text>.+)$",
        re.I,
    ),
    re.compile(rf"^{_ADDS} (?:to|on|in|at) {_MY}(?P<words>.+?){OF_TASK}(?: that|[:,]) ?(?P<text>.+)$", re.I),
    re.compile(r"^(?P<words>)(?:add|note|write|jot down|put)(?: down)? that (?P<text>.+)$", re.I),
)
"""Only about a task that exists, or the one just spoken of: `add to the list: eggs` is no note."""
_NOTE_INSTEAD = re.compile(
    rf"^(?:set|change|replace|overwrite|rewrite) (?:the )?(?:note|memo) (?:of|on|for) {_MY}(?P<words>.+?){OF_TASK} (?:to|with"
    rf"|by):? (?P<text>.+)$",
    re.I,
)
_REOPEN = (
    re.compile(
        r"^(?:mark|set) (?P<words>.+?) (?:as |back to )?(?:not done|undone|not finished|unfinished|incomplete|not completed?|open|to do)$",
        re.I,
    ),
    re.compile(r"^(?:uncheck|untick|reopen|unmark) (?P<words>.+)$", re.I),
    re.compile(
        r"^(?:i )?(?:haven'?t|have not|didn'?t|did not) (?:actually |really )?(?:finish(?:ed)?|complete[d]?|done|do) "
        r"(?P<words>.+?)(?: yet)?$",
        re.I,
    ),
    re.compile(r"^(?P<words>.+?) (?:is|are) (?:not|n't) (?:actually |really )?(?:done|finished|complete[d]?)(?: yet)?$", re.I),
)
_OFF_LIST = rf"(?: (?:off|on|from|in) {PLACE})?"
_DONE = (
    re.compile(rf"^(?:mark|set|check|tick|cross)(?: off)? (?P<words>.+?){_OFF_LIST} (?:as |to )?(?:done|complete[d]?|finished)$", re.I),
    re.compile(rf"^(?:tick|cross)(?: off)? (?!out )(?P<words>.+?)(?: off)?{_OFF_LIST}$", re.I),
    re.compile(rf"^check off (?P<words>.+?){_OFF_LIST}$|^check (?P<words2>.+?)(?: off| off {PLACE})$", re.I),
    re.compile(rf"^(?:complete|finish) (?P<words>.+?){_OFF_LIST}$", re.I),
    re.compile(
        r"^(?P<words>.+?) (?:can|should|could|may) (?:now )?be (?:crossed|ticked|checked|marked)(?: off| as"
        r"| down as)*(?: done| complete[d]?| finished)?$",
        re.I,
    ),
)
_BOTH_OF = (
    r"(?:both|all(?: (?:two|three|four))?|the two|the three|these|those)(?: of)?(?: (?:my|the|our|'s|these|those|on))*"
    r" ?(?:things|appointments|entries|events|tasks|plans|of them)\s*[,:–—-]\s*(?:that is,? |namely |i mean )?(?=\S)"
)
"""What stands before the things themselves: `the two of them, this and that`."""
_DELETE = (
    re.compile(
        rf"^(?:delete|remove|cancel|drop|scrap|erase|get rid of|clear|strike|call off|forget(?: about)?|never mind"
        rf"|cross out|bin|wipe|skip) (?:{_BOTH_OF})?(?P<words>.+?)"
        rf"(?: (?:off|from|out of|on|in) {PLACE})?$",
        re.I,
    ),
    re.compile(rf"^(?:take|get|strike) (?P<words>.+?) (?:off|out of|from|off of) {PLACE}$", re.I),
    re.compile(
        r"^(?P<words>.+?) (?:should be|can be|is to be|needs to be|can go|has to go)(?: (?:deleted|removed"
        r"|cancell?ed|dropped|called off))?$",
        re.I,
    ),
    re.compile(rf"^(?:clear|empty|wipe) (?P<words>{PLACE})$", re.I),
)
_MOVE = re.compile(
    r"^(?:move|carry(?: over)?|reschedule|postpone|shift|push(?: back)?|bring forward|bring|delay|change|put off|switch|make|set"
    r"|swap|put|have|do|let'?s do|we do|we have)"
    rf"(?: the (?:time|date|day) (?:of|for))? {_MY}(?P<words>.+?){OF_TASK}(?:'s)?(?: (?:time|date|day))?(?P<ties>(?: (?:to"
    rf"|until|till|for|back|forward|from|by|off|over|up|on|at|instead|in))*)(?:,? same (?:time|day|place))?$",
    re.I,
)
_COPIES = r"(?:copy|duplicate|repeat|clone|(?:make|put|add|create|do|have)(?: in)? (?:a |another |one more )?(?:copy|duplicate) of)"
_COPY_TIES = r"(?: (?:to|on|onto|for|over|from|and|as well|too|also|at|again|exactly|in|the same day))*"
_COPY = re.compile(rf"^{_COPIES} {_MY}(?P<words>.+?){OF_TASK}{_COPY_TIES}$", re.I)
_SAME_AGAIN = re.compile(
    rf"^(?:(?:put|add|book|schedule|enter|make|do|have|get|pencil|plan|i want|i need|i'd like)(?: me)?(?: in| down)? )?(?:the |that )?"
    rf"(?:very )?same(?: (?:thing|one|again|appointment|entry|event|task|in|down))*{_COPY_TIES}(?:,? (?:the )?same (?:time|place|hour))?$",
    re.I,
)
"""`the same again the week after`: what was just spoken of, once more."""
_ANOTHER = re.compile(rf"^(?:add|put|book|schedule|make|have)(?: in)? (?:another|one more) {_MY}(?P<words>.+?){OF_TASK}{_COPY_TIES}$", re.I)
_LASTS = (
    re.compile(
        rf"^(?:make|set|change|extend|shorten|lengthen|stretch|cut|keep|have) {_MY}(?P<words>.+?){OF_TASK}"
        r"(?: (?:to|to be|to last|last|be|take|for|long|only|just|down to))*$",
        re.I,
    ),
    re.compile(
        rf"^{_MY}(?P<words>.+?){OF_TASK} (?:(?:will|should|is going to|only|actually|now|just) |'ll )*"
        r"(?:takes?|lasts?|is|be)(?: (?:about|only|long|now|just))*$",
        re.I,
    ),
)
"""With nothing but a length said: how long it takes."""
_ROOMS = r"(?:office|house|flat|place|home|caf[eé]|restaurant|room|park|hall|studio|library|clinic|station)"
_WHERE = (
    re.compile(
        rf"^(?:change|set|move|switch|update) (?:the )?(?:place|location|venue|address|meeting place) (?:of|for) {_MY}(?P<words>.+?)"
        rf"{OF_TASK} to (?P<text>.+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:change|set|move|switch|update) {_MY}(?P<words>.+?)(?:'s|s')? (?:place|location|venue|address) to (?P<text>.+)$", re.I
    ),
    re.compile(
        r"^(?:(?:change|set|move|switch) )?(?:the|its) (?P<words>)(?:place|location|venue|address)(?:'s| is| will be| to) (?:now )?"
        r"(?:in |at |on )?(?P<text>.+)$",
        re.I,
    ),
    re.compile(
        rf"^{_MY}(?P<words>.+?){OF_TASK}(?:'s| is| will be| takes place|'ll be) (?:now |actually |really )*(?:at|in) "
        r"(?P<text>(?:the |my |our |[\w']+'s )\S.*|(?-i:[A-Z])\S.*?)(?: now| instead)?$",
        re.I,
    ),
    re.compile(rf"^move {_MY}(?P<words>.+?){OF_TASK} to (?P<text>(?:the |[\w']+'s )?{_ROOMS}\b.*)$", re.I),
)
"""Where it is: only of a task that there is."""
_GO = re.compile(
    rf"^(?:(?:can|could|shall) )?{_MY}(?P<words>.+?){OF_TASK} (?:go|be moved|be pushed|be shifted|be put|be"
    rf"|move)(?: (?:to|back|until|for|on))*$",
    re.I,
)
_UNDO = re.compile(r"^(?:undo|revert)(?: (?:that|it|this|the last (?:one|change)))?$|^(?:put|change|set|take) (?:it|that|them) back$", re.I)
_ALL = re.compile(
    r"^(?:(?:the |my )?(?:overdue|late|leftover|missed) (?:ones|tasks|things|stuff)$|(?:them|those|these) all|all(?: (?:of )?(?:my"
    r"|the|them|of it|these|those))?|everything|every|whatever|them all|(?:what|the things"
    r"|things) i(?:'ve got| have))\b"
    r"(?: (?:tasks?|appointments?|of them|items?|events?|on it|is|i have|i've got|there is|planned|on))*",
    re.I,
)
_MY_DAY = re.compile(r"^(?:clear|empty|wipe|free up)(?: out)? (?:my|the|our)(?: (?:whole|entire|day|afternoon|morning|evening))*$", re.I)
_WITH_MEMO = re.compile(r",? with (?:a |the )(?:memo|note)(?: saying| that says| reading)?:? (?P<text>.+)$", re.I)
_REASON = re.compile(r"(?:, (?:since|as)|,? (?:because|so that|cos))\b.*$|, (?:he|she|it|they|we|i)\b.*$", re.I)
_SAME = re.compile(r",? (?:at |on )?the same (?:time|day|place)\b", re.I)
_CAN_WE = re.compile(r"^(?:can|could|shall|may) (?:we |i )?(?=\S)", re.I)


def read(clause: Clause, knows: Callable[[str], bool]) -> Intent | None:
    """The request of one clause, or None where no pattern fits it whole. Questions are read elsewhere.

    `knows` says whether there is a task that the words mean: `set the dentist to 4` moves one, or else is nothing of the schedule's.
    """
    if (noted := _WITH_MEMO.search(clause.text)) is not None:
        found = read(clause.part(clause.text[: noted.start()]), knows)
        return (
            replace(found, text=sentence(clause.shown(noted["text"].strip(" ."))))
            if found is not None and found.operation is Operation.ADD
            else None
        )
    if keeps(clause.text):
        return None
    when = clause.when
    told, bare = stripped(clause.text), _CAN_WE.sub("", stripped(clause.timeless))
    if _MY_DAY.match(bare) and when.date_said:
        return Intent(operation=Operation.DELETE, when=when, everything=True)
    if not bare:
        return None
    if _UNDO.match(bare):
        return Intent(operation=Operation.UNDO)
    if (m := _NOTE_TO.match(told)) and is_verb(m["verb"].lower()) and not knows(clause.shown(m["text"])) and knows("it"):
        return Intent(operation=Operation.NOTE, words="it", text=_own(clause, m["text"], Operation.NOTE))
    for operation, pattern in (*((Operation.RENAME, p) for p in _RENAME), *((Operation.NOTE, p) for p in _NOTE)):
        if m := pattern.match(told):
            words = clause.shown(m["words"] or m.groupdict().get("words2") or "")
            if m.groupdict().get("tie") in ("for", "in", "at") and not knows(words):
                continue  # of `a note saying pay in cash` no task is named
            return Intent(operation=operation, words=words or "it", text=_own(clause, m["text"], operation))
    if m := _NOTE_INSTEAD.match(told):
        return Intent(operation=Operation.NOTE, words=clause.shown(m["words"]), text=_own(clause, m["text"], Operation.NOTE), instead=True)
    reasoned = _REASON.sub("", bare)
    for operation, pattern in (
        *((Operation.REOPEN, p) for p in _REOPEN),
        *((Operation.DONE, p) for p in _DONE),
        *((Operation.DELETE, p) for p in _DELETE),
    ):
        if m := pattern.match(reasoned):
            return _pointing(operation, clause.shown(m["words"] or m.groupdict().get("words2") or ""), when)
    if (copy := _copied(clause, bare, knows)) is not None:
        return copy
    if move := _moved(clause, bare, knows):
        return move
    if (there := _placed(clause, told, knows)) is not None:
        return there
    if not when.found and (m := _MAKE_IT.match(told)) and knows(clause.shown(m["text"])):
        return Intent(operation=Operation.RENAME, words="it", text=_own(clause, m["text"], Operation.RENAME))
    if not when.found and (m := _TURN_INTO.match(told)):
        return Intent(operation=Operation.RENAME, words=clause.shown(m["words"]), text=_own(clause, m["text"], Operation.RENAME))
    for pattern in _NOTE_ON:
        if (m := pattern.match(told)) and not re.fullmatch(PLACE, m["words"], re.I) and knows(clause.shown(m["words"])):
            return Intent(operation=Operation.NOTE, words=clause.shown(m["words"]) or "it", text=_own(clause, m["text"], Operation.NOTE))
    return _added(clause, bare, when)


def _own(clause: Clause, text: str, operation: Operation) -> str:
    if is_quote(text):
        return clause.shown(text)
    return titled(clause.shown(text)) if operation is Operation.RENAME else sentence(clause.shown(text))


def _copied(clause: Clause, bare: str, knows: Callable[[str], bool]) -> Intent | None:
    """One more like it. Where to and where from are told as for a move."""
    found = shifted(stripped(clause.text))
    rest = clause.part(found[1]) if found is not None else clause
    shift = found[0] if found is not None else None
    kept = stripped(rest.timeless) if found is not None else bare
    if shift is None and not clause.when.found:
        return None
    if _SAME_AGAIN.match(kept):
        return Intent(operation=Operation.COPY, words="it", when=rest.when, shift=shift)
    if m := _COPY.match(kept):
        copied = rest.part(re.sub(_COPIES, "move", rest.text, count=1, flags=re.I))
        return Intent(operation=Operation.COPY, words=clause.shown(m["words"]), when=copied.when, shift=shift)
    if (m := _ANOTHER.match(kept)) and knows(clause.shown(m["words"])):
        return Intent(operation=Operation.COPY, words=clause.shown(m["words"]), when=rest.when, shift=shift)
    return None


def _placed(clause: Clause, told: str, knows: Callable[[str], bool]) -> Intent | None:
    """Where something is. With a time in it the sentence says when, too, and is left to others."""
    if clause.when.found:
        return None
    for pattern in _WHERE:
        if (m := pattern.match(told)) and knows(clause.shown(m["words"])):
            return Intent(operation=Operation.PLACE, words=clause.shown(m["words"]) or "it", text=sentence(clause.shown(m["text"])))
    return None


def _moved(clause: Clause, bare: str, knows: Callable[[str], bool]) -> Intent | None:
    bare = _SAME.sub("", bare)
    when, found = clause.when, shifted(clause.text)
    if found is not None:
        rest = clause.part(found[1])
        kept = _CAN_WE.sub("", stripped(rest.timeless))
        if (m := _MOVE.match(kept)) and not re.fullmatch(r"(?:push|put|move|bring)", kept, re.I):
            words = clause.shown(m["words"])
            return Intent(operation=Operation.MOVE, words=words, when=rest.when, shift=found[0], everything=_ALL.match(words) is not None)
    if not (when.date_said or when.time is not None):
        return _lasting(clause, bare, knows)
    if m := _MOVE.match(bare):
        words = clause.shown(m["words"])
        puts = re.match(r"^put\b(?! (?:off|back)\b)", bare, re.I) and not re.search(r"\b(?:off|back|forward|up|to)\b", m["ties"])
        unsure = re.match(r"^(?:make|set|put(?! (?:off|back)\b)|have|do|let'?s do|we do|we have|change|switch)\b", bare, re.I)
        if not puts and (not unsure or is_quote(m["words"]) or knows(words)):
            return Intent(operation=Operation.MOVE, words=words, when=when, everything=_ALL.match(words) is not None)
    if (m := _GO.match(bare)) and re.match(r"^(?:can|could|shall)\b", stripped(clause.text), re.I):
        return Intent(operation=Operation.MOVE, words=clause.shown(m["words"]), when=when)
    return None


def _lasting(clause: Clause, bare: str, knows: Callable[[str], bool]) -> Intent | None:
    """How long it takes, where nothing else is said about time; `by half an hour` is counted from what it took."""
    if clause.when.duration is None or re.search(r"\bby\b", bare, re.I):
        return None
    for pattern in _LASTS:
        if (m := pattern.match(bare)) and knows(clause.shown(m["words"])):
            return Intent(operation=Operation.MOVE, words=clause.shown(m["words"]), when=clause.when)
    return None


def _added(clause: Clause, bare: str, when: When) -> Intent | None:
    if m := _SEVERAL.match(bare) or _NEED_ON.match(bare):
        found = items(clause.shown(m["title"]))
        return Intent(operation=Operation.ADD, words=titled(clause.shown(m["title"])), when=when, items=found)
    if when.time is not None and _WAKE.match(bare):
        return Intent(operation=Operation.ADD, words="Wake up", when=when)
    for pattern in (_NEW, _REMIND, _REMIND_WHO, _REMEMBER_THAT, _FORGET, _ADD_TO, _IN_FOR, _ADD, _ON_LIST, _NEED):
        m = pattern.match(bare)
        if m is None or (pattern in (_NEED, _REMEMBER_THAT) and not when.found):
            continue
        words = m["title"]
        if pattern is _ON_LIST:
            if needed := _NEED.match(words):
                words = needed["title"]
            elif told := reported(clause.part(re.sub(r"\W+$", "", clause.timeless))):
                return told  # `I bought the eggs on the shopping list` tells of them
            elif _SOMEBODY.match(titled(words)):
                return None
        if pattern is _ADD:
            tied = m["place"] and (m["place"].strip() != "in" or (when.found and _BARE_VERBS.match(bare)))
            framed = tied or m["noun"]
            if m["place"] and not tied:
                words += m["place"]
            if not framed and not is_quote(words.strip()) and (_BARE_VERBS.match(bare) and not when.found):
                return None
            if re.match(rf"{NOUN}$", words, re.I) and not framed and not is_quote(words):
                return None
        if re.fullmatch(PRONOUN, words, re.I) or re.fullmatch(r"(?:a |an |the |my )?(?:kitchen |egg )?(?:timer|alarm)s?", words, re.I):
            return None  # a timer is no entry of the diary
        quoted = _QUOTED_THING.match(words)
        title = clause.shown(quoted[1]) if quoted else titled(clause.shown(words))
        several = re.search(r"\b(?:shopping|grocery) list\b", clause.text, re.I) and not quoted
        return Intent(operation=Operation.ADD, words=title, when=when, items=items(title) if several else errands(title)) if title else None
    return None


_SOMEBODY = re.compile(r"(?:i|we|you|he|she|they)\b", re.I)


def _pointing(operation: Operation, words: str, when: When) -> Intent:
    everything = bool(_ALL.match(words)) or bool(
        operation is Operation.DELETE and re.fullmatch(PLACE, words, re.I) and not words.lower().endswith("appointment")
    )
    return Intent(operation=operation, words=words, when=when, everything=everything)
