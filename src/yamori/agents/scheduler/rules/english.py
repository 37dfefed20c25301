"""Reading plain English sentences about the schedule. What does not fit a pattern whole is left to a model."""

import re

from yamori.agents.scheduler.rules.wishes import Aim, Clause, Wish, is_quote
from yamori.domain.when import When

_POLITE = re.compile(
    r"^(?:(?:please|kindly|hey|hi|ok|okay|yamori|and|then|also|now|so|oh|well|actually|after all|no|sorry|just|instead)\b[\s,.!:]*"
    r"|(?:can|could|would|will) you (?:please |kindly )?|i(?:'d| would) like (?:you )?to |i want (?:you )?to |let's |help me |you can )+",
    re.I,
)
_THANKS = re.compile(
    r"[\s,.!]*(?:\b(?:please|thanks|thank you|for me|as well|too|will you|would you|ok|okay|after all|instead)\b[\s,.!?]*)*$", re.I
)
_ASKED_POLITELY = re.compile(r"^\W*(?:(?:hey|hi|ok|okay|yamori|and|so)\W+)*(?:can|could|would|will) you\b", re.I)
_TAGGED = re.compile(
    r"\b(?:can|could|would|will) you (?:please |just |also )?(?!(?:show|tell|read|list|see|look|check what)\b)[a-z]+", re.I
)
"""A request at the end of a statement: `…, can you rename it?`"""
_QUESTION = re.compile(
    r"^(?:what|which|when|where|who|how|do i|did i|does|have i|has|am i|is|are|was|were|will i|any|anything|show|list|tell me"
    r"|read|give me|display|check what"
    r"|see|look up|print)\b|\?\s*$",
    re.I,
)
_READING = re.compile(r"^(?:show|list|tell me|read|give me|display|see|look up|print|check what)\b", re.I)

_PLACE = (
    r"(?:my |the |our |your |her |his |their )?(?:shopping |grocery |to-?do |todo |task |reminder )?"
    r"(?:calendar|schedule|diary|agenda|planner|to-?dos?|tasks?|lists?|reminders?|appointments?|plans?)"
)
_NOUN = r"(?:new )?(?:tasks?|appointments?|reminders?|events?|entry|entries|to-?dos?|items?|calendar (?:entry|event|item)|things?)"
_CALLED = r"(?: (?:called|named|titled|saying|labell?ed))?:?"
_ADD = re.compile(
    rf"^(?:add|put|schedule|create|make|set up|set|book|enter|note down|note|write down|jot down|register|log|plan|pencil in"
    rf"|include|insert) "
    rf"(?:(?P<noun>(?:a |an |the |another |one |me a )?{_NOUN}{_CALLED}(?: (?:to|for|about|of)\b)?) )?(?P<title>.+?)"
    rf"(?P<place>,? (?:to|on|in|into|onto|as a task (?:on|in)) {_PLACE}| as (?:a |an )?(?:new )?{_NOUN}| down)?$",
    re.I,
)
_ADD_TO = re.compile(rf"^(?:add|put|write|note|enter) (?:down )?(?:to|on|in|into|onto) {_PLACE}:? (?P<title>.+)$", re.I)
_NEED = re.compile(r"^i(?:'ve got| need| have| must| ought| should|'d better)(?: to)? (?P<title>.+)$", re.I)
_REMIND = re.compile(
    r"^(?:remind me|set (?:me )?(?:a |another )?reminder|give me a reminder|nudge me|ping me) (?:to|about|of|that|for) (?P<title>.+)$", re.I
)
_FORGET = re.compile(
    r"^(?:don'?t let me forget|make sure (?:that )?i don'?t forget|(?:help me )?remember|remind) (?:to|about|that) (?P<title>.+)$", re.I
)
_QUOTED_THING = re.compile(rf"^(?:a |an |the |my )?([\ue000-\ue0ff])[,.]?(?: {_NOUN})?$", re.I)
_BARE_VERBS = re.compile(r"^(?:put|make|set|enter|book|log|note|plan|include|insert)\b", re.I)

_OF_TASK = r"(?: (?:task|appointment|reminder|entry|event|item|to-?do))?"
_RENAME = (
    re.compile(
        rf"^(?:rename|retitle) (?:the |my )?(?:task |appointment |entry )?(?P<words>.+?){_OF_TASK} (?:to|as|into) (?P<text>.+)$", re.I
    ),
    re.compile(rf"^change (?:the )?(?:title|name) of (?:the |my )?(?P<words>.+?){_OF_TASK} (?:to|into) (?P<text>.+)$", re.I),
    re.compile(r"^change (?:the |my )?(?:task |appointment )?(?P<words>.+?)(?:'s)? (?:title|name) (?:to|into) (?P<text>.+)$", re.I),
    re.compile(rf"^(?:change|turn) (?:the |my )?(?:task |appointment )?(?P<words>.+?){_OF_TASK} (?:to|into) (?P<text>.+)$", re.I),
)
_NOTE_WORD = r"(?:a |the |another |this )?(?:note|memo|comment|remark)"
_SAYING = r"(?:,|:|;| -)?(?: (?:saying|that says|that reads|reading|to say|with|which says|to the effect)(?: that)?| that)?:?"
_NOTE = (
    re.compile(
        rf"^(?:add|put|attach|write|leave|make|set|include|append) {_NOTE_WORD} (?:to|on|for|in|at) (?:the |my )?(?P<words>.+?){_OF_TASK}"
        r"(?:,|:|;| -| saying| that says| that reads| to say| reading) ?(?:that |:)?(?P<text>.+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:add|put|attach|write|leave|make|set|include|append) {_NOTE_WORD}{_SAYING} (?P<text>.+) (?:to|on|for|in|at) (?:the "
        rf"|my )?(?P<words>.+?){_OF_TASK}$",
        re.I,
    ),
    re.compile(
        rf"^(?:add|put|attach|write|append|note) (?P<text>.+?) (?:as {_NOTE_WORD} )(?:to|on|for|in) (?:the |my )?(?P<words>.+?){_OF_TASK}$",
        re.I,
    ),
    re.compile(rf"^(?:note|memo) (?:on|for|to) (?:the |my )?(?P<words>.+?){_OF_TASK}[:,] ?(?P<text>.+)$", re.I),
    re.compile(rf"^(?:set|change) (?:the )?(?:note|memo) (?:of|on|for) (?:the |my )?(?P<words>.+?){_OF_TASK} to (?P<text>.+)$", re.I),
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
_OFF_LIST = rf"(?: (?:off|on|from|in) {_PLACE})?"
_DONE = (
    re.compile(rf"^(?:mark|set|check|tick|cross)(?: off)? (?P<words>.+?){_OFF_LIST} (?:as |to )?(?:done|complete[d]?|finished)$", re.I),
    re.compile(rf"^(?:check|tick|cross)(?: off)? (?P<words>.+?)(?: off)?{_OFF_LIST}$", re.I),
    re.compile(rf"^(?:complete|finish) (?P<words>.+?){_OFF_LIST}$", re.I),
    re.compile(r"^(?:i(?:'ve| have|'m| am)? )?(?:already |just |now )?(?:finished|completed|done|did)(?: with)? (?P<words>.+)$", re.I),
    re.compile(
        r"^(?P<words>.+?) (?:is|are|has been|have been) (?:now |already |all )?(?:done|finished|completed?|taken care of)(?: now)?$", re.I
    ),
)
_DELETE = (
    re.compile(
        rf"^(?:delete|remove|cancel|drop|scrap|erase|get rid of|clear|strike|take|call off|forget(?: about)?) (?P<words>.+?)"
        rf"(?: (?:off|from|out of|on|in) {_PLACE})?$",
        re.I,
    ),
    re.compile(
        r"^(?P<words>.+?) (?:should be|can be|is to be|needs to be|gets?|was|is) (?:deleted|removed|cancell?ed|dropped|called off)$", re.I
    ),
    re.compile(rf"^(?:clear|empty|wipe) (?P<words>{_PLACE})$", re.I),
)
_MOVE = (
    re.compile(
        r"^(?:move|reschedule|postpone|shift|push(?: back)?|bring forward|bring|delay|change|put off|switch|make|set)"
        rf"(?: the (?:time|date|day) (?:of|for))? (?:the |my )?(?P<words>.+?){_OF_TASK}(?:'s)?(?: (?:time|date|day))?(?: (?:to"
        rf"|until|till|for|back|forward|from|by))*$",
        re.I,
    ),
)
_UNDO = re.compile(r"^(?:undo|revert)(?: (?:that|it|this|the last (?:one|change)))?$|^(?:put|change|set|take) (?:it|that|them) back$", re.I)
_ALL = re.compile(
    r"^(?:all(?: (?:of )?(?:my|the|them|of it|these|those))?|everything|every|them all)\b(?: (?:tasks?|appointments?|of them"
    r"|items?|events?|on it))?",
    re.I,
)
_JOINT = re.compile(
    r"(?:\s*[,;.!]\s*|\s+)(?:(?:and|then|also|plus)[,\s]+)+(?=VERB)|\s*[;.!]\s+(?=VERB)|\s*,\s+(?=VERB)".replace(
        "VERB",
        r"(?:please )?(?:add|put|schedule|create|remind me|don't let me|rename|mark|check|tick|cross|delete|remove|cancel|drop"
        r"|move|reschedule|postpone"
        r"|write|note|set|make|complete|change|uncheck|what|show|list)\b",
    ),
    re.I,
)


def is_question(text: str) -> bool:
    """It wants to know something; `can you add …?` wants something done."""
    if _ASKED_POLITELY.match(text):
        return bool(_READING.match(_POLITE.sub("", text.strip())))
    if _TAGGED.search(text):
        return False
    bare = _POLITE.sub("", text.strip())
    return bool(_QUESTION.search(bare))


def split(text: str) -> list[str]:
    """The clauses of a sentence that each begin with a verb of the schedule."""
    return [piece for piece in (p.strip(" ,;") for p in _JOINT.split(text)) if piece]


def read(clause: Clause) -> Wish | None:
    """The wish of one clause, or None where no pattern fits it whole. Questions are read elsewhere."""
    when = clause.when
    told = _stripped(clause.text)
    bare = _stripped(clause.timeless)
    if not bare:
        return None
    if _UNDO.match(bare):
        return Wish(aim=Aim.UNDO)
    for pattern in _RENAME[:3]:
        if m := pattern.match(told):
            return Wish(
                aim=Aim.RENAME,
                words=clause.shown(m["words"]),
                text=clause.shown(m["text"]) if is_quote(m["text"]) else _title(clause.shown(m["text"])),
            )
    for pattern in _NOTE:
        if m := pattern.match(told):
            return Wish(
                aim=Aim.NOTE,
                words=clause.shown(m["words"]),
                text=clause.shown(m["text"]) if is_quote(m["text"]) else _sentence(clause.shown(m["text"])),
            )
    for aim, patterns in ((Aim.REOPEN, _REOPEN), (Aim.DONE, _DONE), (Aim.DELETE, _DELETE)):
        for pattern in patterns:
            if m := pattern.match(bare):
                return _pointing(aim, clause.shown(m["words"]), when)
    moving = _moves(when)
    if moving and (m := _MOVE[0].match(bare)):
        return _pointing(Aim.MOVE, clause.shown(m["words"]), when)
    if not when.found and (m := _RENAME[3].match(told)):
        return Wish(
            aim=Aim.RENAME,
            words=clause.shown(m["words"]),
            text=clause.shown(m["text"]) if is_quote(m["text"]) else _title(clause.shown(m["text"])),
        )
    return _added(clause, bare, when)


def _moves(when: When) -> bool:
    return when.found and (when.date_said or when.time is not None)


def _added(clause: Clause, bare: str, when: When) -> Wish | None:
    for pattern in (_REMIND, _FORGET, _ADD_TO, _ADD, _NEED):
        m = pattern.match(bare)
        if m is None or (pattern is _NEED and not when.found):
            continue
        words = m["title"]
        if pattern is _ADD:
            framed = m["place"] or m["noun"]
            if not framed and not is_quote(words.strip()) and (_BARE_VERBS.match(bare) and not when.found):
                return None
            if re.match(rf"{_NOUN}$", words, re.I) and not framed and not is_quote(words):
                return None
        quoted = _QUOTED_THING.match(words)
        title = clause.shown(quoted[1]) if quoted else _title(clause.shown(words))
        shopping = bool(re.search(r"\b(?:shopping|grocery) list\b", m[0], re.I))
        return Wish(aim=Aim.ADD, words=title, when=when, items=_items(title) if shopping and not quoted else ()) if title else None
    return None


def _items(title: str) -> tuple[str, ...]:
    """`milk, eggs and butter` as three things to buy."""
    items = tuple(_title(piece) for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", title) if piece.strip())
    return items if len(items) > 1 else ()


def _pointing(aim: Aim, words: str, when: When) -> Wish:
    everything = bool(_ALL.match(words)) or bool(
        aim is Aim.DELETE and re.fullmatch(_PLACE, words, re.I) and not words.lower().endswith("appointment")
    )
    return Wish(aim=aim, words=words, when=when, everything=everything)


def _stripped(text: str) -> str:
    return _THANKS.sub("", _POLITE.sub("", text.strip())).strip(" ,;:.!?")


def _title(words: str) -> str:
    """A title as one would write it: no article in front, a capital first letter."""
    trimmed = re.sub(r"^(?:a|an|the|my|that|to)\s+(?=\S)", "", words.strip(" ,;:.!?\"'"), flags=re.I)
    return trimmed[:1].upper() + trimmed[1:]


def _sentence(words: str) -> str:
    trimmed = words.strip(" ,;:\"'")
    return trimmed[:1].upper() + trimmed[1:]
