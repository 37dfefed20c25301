"""Plain English orders that put something on the schedule or move it; what else is wanted the trained reader reads, or a model."""

import re
from collections.abc import Callable

from yamori.agents.scheduler.rules.reading.clause import Clause, is_quote
from yamori.agents.scheduler.rules.reading.english.words import NOUN, OF_TASK, PLACE, PRONOUN, items, stripped, titled
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.reading.shifts import shifted
from yamori.agents.scheduler.rules.word_lists import begins, says
from yamori.domain.when import When
from yamori.domain.when.amounts import amounts_in

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
_FORGET = re.compile(
    r"^(?:(?:i )?(?:don'?t|do not|mustn'?t) (?:let me )?forget|make sure (?:that )?i (?:don'?t forget|remember)"
    r"|(?:help me )?remember(?! that\b)|remind)[:,]? ?(?:to|about|that)? "
    r"(?P<title>.+)$",
    re.I,
)
_QUOTED_THING = re.compile(rf"^(?:a |an |the |my )?([\ue000-\ue0ff])[,.]?(?: {NOUN})?$", re.I)
_MOVE = re.compile(
    r"^(?:move|carry(?: over)?|reschedule|postpone|shift|push(?: back)?|bring forward|bring|delay|change|put off|switch|make|set"
    r"|swap|put|have|do|let'?s do|we do|we have)"
    rf"(?: the (?:time|date|day) (?:of|for))? (?:the |my |our )?(?P<words>.+?){OF_TASK}(?:'s)?(?: (?:time|date|day))?(?P<ties>(?: (?:to"
    rf"|until|till|for|back|forward|from|by|off|over|up|on|at|instead|in))*)(?:,? same (?:time|day|place))?$",
    re.I,
)
_CAN_WE = re.compile(r"^(?:can|could|shall|may) (?:we |i )?(?=\S)", re.I)


def read(clause: Clause, knows: Callable[[str], bool]) -> Intent | None:
    """The request of one clause, or None where no pattern fits it whole. Questions are read elsewhere.

    `knows` says whether there is a task that the words mean: `set the dentist to 4` moves one, or else is nothing of the schedule's.
    """
    bare = _CAN_WE.sub("", stripped(clause.timeless))
    if not bare:
        return None
    return _changed(clause, bare, knows) or _moved(clause, bare, knows) or _added(clause, bare, clause.when)


_RENAME = re.compile(rf"^(?:rename|retitle) (?:the |my |our )?(?P<words>.+?){OF_TASK} (?:to|as|into) (?P<text>.+)$", re.I)
_DONE = re.compile(r"^(?:mark|set|check|tick|cross)(?: off)? (?P<words>.+?) (?:as |to |off )?(?:done|complete[d]?|finished|off)$", re.I)
_DELETE = re.compile(rf"^(?:delete|remove|cancel) (?:the |my |our )?(?P<words>.+?)(?: (?:off|from|on|in) {PLACE})?$", re.I)
_EVERYTHING = frozenset(("all", "every", "everything", "both"))
_OTHER_ROWS = frozenset(("reminder", "reminders", "alarm", "alarms", "timer", "timers", "notification", "and", "or"))
"""What speaks of more than one task that there is."""


def _changed(clause: Clause, bare: str, knows: Callable[[str], bool]) -> Intent | None:
    """One task that there is renamed, done or deleted."""
    if m := _RENAME.match(stripped(clause.text)):
        words, text = clause.shown(m["words"]), titled(clause.shown(m["text"]))
        return Intent(operation=Operation.RENAME, words=words, text=text) if knows(words) else None
    for operation, pattern in ((Operation.DONE, _DONE), (Operation.DELETE, _DELETE)):
        m = pattern.match(bare)
        if m is not None and (_EVERYTHING | _OTHER_ROWS).isdisjoint(m["words"].lower().split()) and knows(clause.shown(m["words"])):
            return Intent(operation=operation, words=clause.shown(m["words"]), when=clause.when)
    return None


def _moved(clause: Clause, bare: str, knows: Callable[[str], bool]) -> Intent | None:
    when, found = clause.when, shifted(clause.text)
    if found is not None:
        rest = clause.part(found[1])
        if m := _MOVE.match(_CAN_WE.sub("", stripped(rest.timeless))):
            return Intent(operation=Operation.MOVE, words=clause.shown(m["words"]), when=rest.when, shift=found[0])
    m = _MOVE.match(bare)
    if m is None or not (when.date_said or when.time is not None):
        return None
    words = clause.shown(m["words"])
    sure = begins(bare.lower(), "plainly_moves") or is_quote(m["words"]) or knows(words)
    return Intent(operation=Operation.MOVE, words=words, when=when) if sure else None


def _added(clause: Clause, bare: str, when: When) -> Intent | None:
    for pattern in (_REMIND, _FORGET, _ADD_TO, _IN_FOR, _ADD, _NEED):
        m = pattern.match(bare)
        if m is None or (pattern is _NEED and not when.found):
            continue
        words = m["title"]
        if pattern is _ADD:
            tied = m["place"] and (m["place"].strip() != "in" or (when.found and begins(bare.lower(), "bare_verbs")))
            framed = tied or m["noun"]
            if m["place"] and not tied:
                words += m["place"]
            if not framed and not is_quote(words.strip()) and begins(bare.lower(), "bare_verbs") and not when.found:
                return None
        if _NO_TITLE.fullmatch(words) or (amounts_in(words) and _NO_TITLE.fullmatch(words.partition(" for ")[0])):
            return None  # a timer for so long is none either
        quoted = _QUOTED_THING.match(words)
        title = clause.shown(quoted[1]) if quoted else titled(clause.shown(words))
        several = says(clause.text.lower(), "shopping_list") and not quoted
        return Intent(operation=Operation.ADD, words=title, when=when, items=items(title) if several else ()) if title else None
    return None


_NO_TITLE = re.compile(
    rf"{PRONOUN}(?: .*)?|{NOUN}|(?:a |an |the |my )?(?:[a-z]+ )?(?:timer|alarm)s?"
    rf"|(?:to|on|onto|in|into) {PLACE}"
    r"|(?:the |that )?same\b.*|(?:a |an |the |another )?(?:note|memo)s?\b.*",
    re.I,
)
"""Words that name nothing, and what is no entry of a diary."""
