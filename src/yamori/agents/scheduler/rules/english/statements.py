"""Statements that imply what the schedule should say: something is finished, off, moved, called otherwise, or coming up."""

import re

from yamori.agents.scheduler.rules.english.words import FRAMES, NOUN, OF_TASK, PLACE, stripped, titled
from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation, is_quote
from yamori.agents.scheduler.rules.shift import shifted
from yamori.agents.scheduler.rules.stems import is_past, word_set

_ADVERBS = r"(?:(?:finally|already|just|now|actually|also|all|really|well|long since) )*"
_I = r"(?:i|we)(?:'ve| have| had)?"
_NOT_DONE = word_set(
    "wanted needed decided liked hated loved moved rescheduled changed postponed renamed cancelled canceled planned promised agreed "
    "used tried happened seemed looked thought heard said told invited scheduled entered interested tired bored excited worried "
    "married supposed named closed opened broken shifted pushed asked expected started missed failed had was were got felt"
)
_FINISHED = r"(?:done|finished|completed?|sorted|taken care of|dealt with|over and done with|over with|behind me)"
_DONE = (
    re.compile(rf"^(?:{_I} )?(?:be(?:en)? )?{_ADVERBS}(?:done|finished|through|sorted)(?: with)? (?P<words>.+)$", re.I),
    re.compile(rf"^{_I} {_ADVERBS}been to (?P<words>.+)$", re.I),
    re.compile(rf"^(?:that's|that is|so that's) (?P<words>.+?) {_FINISHED}$", re.I),
    re.compile(rf"^(?P<words>.+?)(?:: ?| (?:is|are|was|were|'s|has been|have been) {_ADVERBS}| ){_FINISHED}(?: now| already)?$", re.I),
)
_DID = (
    re.compile(rf"^{_I} {_ADVERBS}(?P<verb>[a-z]+) (?:off |up |out |back |in )?(?P<words>.+)$", re.I),
    re.compile(rf"^{_ADVERBS}(?P<verb>[a-z]+) (?:off |up |out |back |in )?(?P<words>.+)$", re.I),
    re.compile(
        rf"^(?P<words>.+?)(?:'s| is| are| was| were| has been| have been| got"
        rf"| gets) {_ADVERBS}(?P<verb>[a-z]+)(?: (?:off|up|out|back|in))?$",
        re.I,
    ),
    re.compile(rf"^(?P<words>.+?) {_ADVERBS}(?P<verb>[a-z]+)(?: (?:off|up|out))?$", re.I),
)
"""A verb in the past with what it was done to, or the other way round."""
_NOT_YET = re.compile(
    r"^(?:i|we) (?:still )?(?:haven'?t|have not|didn'?t|did not) (?:actually |really |yet |even )*(?:been (?:to"
    r"|at) )?(?P<words>.+?)(?: yet| after all| either)*$",
    re.I,
)
_OFF = (
    re.compile(
        r"^(?P<words>.+?)(?:'s| is| are| was| were| has been| have been| got| gets) (?:now |all |sadly )*(?:off"
        r"|cancell?ed|called off|not happening|no longer happening|not on"
        r"|dropped|scrapped)(?: now| any ?more| this week)*$",
        re.I,
    ),
    re.compile(
        r"^(?:i|we) (?:no longer (?:need|have|want)(?: to)?|(?:don'?t|won'?t) (?:need|have|want)(?: to)?"
        r"|needn'?t) (?P<words>.+?)(?: any ?more| any longer| now)?$",
        re.I,
    ),
    re.compile(
        r"^(?:i|we)(?: (?:won'?t|can'?t|cannot|will not)(?: be able to)?|(?:'m| am|'re| are) (?:not(?: going to| able to)?|unable to))"
        r" (?:make it|making it|attend|attending|go|going|come|coming)(?: (?:to|for))? (?P<words>.+?)(?: any ?more| after all)?$",
        re.I,
    ),
    re.compile(r"^(?:i(?:'m| am)|we(?:'re| are)) (?:skipping|dropping out of|bailing on) (?P<words>.+?)(?: this time)?$", re.I),
)
_MISSED = (
    re.compile(
        r"^(?:i'm|i am|we're|we are) (?:not (?:going (?:to )?|doing |having |attending |making (?:it to )?"
        r"|coming to )|skipping |missing |dropping out of )(?P<words>.+?)(?: any ?more| after all)?$",
        re.I,
    ),
    re.compile(
        r"^(?:i|we) (?:won'?t|can'?t|cannot|will not) (?:be |make (?:it to )?|go (?:to )?|do |attend |come to "
        r"|be at )+(?P<words>.+?)(?: any ?more)?$",
        re.I,
    ),
    re.compile(r"^(?:there(?:'s| is| are|'ll be| will be) )?no (?:more )?(?P<words>[^,]+?)(?: any ?more)?$", re.I),
    re.compile(r"^(?P<who>[\w']+) (?:doesn'?t|no longer) needs? (?P<words>.+?)(?: any ?more)?$", re.I),
)
"""Off too, but said of other things as well: certain only with an order beside it."""
_BE = r"(?: (?:is|are|will be|starts?|begins?)|'s)"
_MOVED = (
    re.compile(
        rf"^(?P<words>.+?){OF_TASK}(?: (?:has|have|had) been| was| were| is| got| is being|'s been) (?:now )?(?:moved"
        rf"|pushed|postponed|rescheduled|brought|shifted|changed|put"
        r" off|put back|delayed)(?: (?:back|forward|on|up|to|until|till|for|by))*$",
        re.I,
    ),
    re.compile(rf"^(?P<words>.+?){OF_TASK} (?:moved|rescheduled|postponed|shifted|pushed(?: back)?)(?: (?:to|until|till|for))*$", re.I),
    re.compile(rf"^(?P<words>.+?){OF_TASK}{_BE} (?:now|instead)(?: instead| now)?$|^(?:now )(?P<words2>.+?){_BE}$", re.I),
    re.compile(r"^(?:i|we)(?:'ll| will|'m going to| am going to| want to|'d rather)? (?P<words>.+?) (?:instead|then instead)$", re.I),
    re.compile(rf"^(?P<words>.+?){OF_TASK}{_BE}$", re.I),
)
_NAMED = (
    re.compile(r"^(?P<words>.+?)(?: is|'s) wrong[,;.]? (?:it|that) (?:should|ought to|must) (?:be|read|say) (?P<text>.+)$", re.I),
    re.compile(r"^(?:it|that)(?:'?s| is) (?:actually |really |called )*(?P<text>.+?),? (?:and )?not (?:a |an |the )?(?P<words>.+)$", re.I),
    re.compile(
        r"^(?:it'?s|that'?s|it is|it was) not (?:a |an |the )?(?P<words>.+?)[,;:.]? (?:but|it'?s|that'?s|it is"
        r"|rather)(?: called| actually| really)? (?P<text>.+)$",
        re.I,
    ),
    re.compile(
        r"^(?:the )?(?:name|title) of (?P<words>.+?)[,;:.]? (?:it'?s|is|should be|must be)(?: really| actually| now)* (?P<text>.+)$", re.I
    ),
    re.compile(
        r"^(?P<words>.+?)(?:'s| is| was| are) (?:really|actually|in fact|now|properly|rather"
        r"|supposed to be)(?: (?:called|named|a|an|the))* (?P<text>[^,]+)$",
        re.I,
    ),
    re.compile(
        r"^(?P<words>.+?)(?: should| ought to| must)(?: really| actually)? (?:be|read|say) (?:called |named |titled )?(?P<text>[^,]+)$",
        re.I,
    ),
    re.compile(r"^(?P<words>.+?) is (?:called|named) (?P<text>[^,]+?)(?: now| instead)?$", re.I),
)
_CHANGE_NAME = re.compile(
    r"^(?:change|correct|fix) (?:the )?(?:name|title) of (?P<words>.+?)[,;:.]+ (?:it'?s|it is"
    r"|should be) (?:actually |really |now )?(?P<text>.+)$",
    re.I,
)

_COMES = re.compile(
    r"(?: (?:is|are|will be|'ll be)|'s|'re)(?: (?:coming|taking place|on|at|happening|due(?: back)?|scheduled|over"
    r"|arriving|visiting))*(?: (?:by|round|over))?$| (?:comes?|arrives?|takes? place|happens?)"
    r"(?: by| round| over)?$",
    re.I,
)
_DOING = re.compile(r"^(?P<verb>meeting|seeing|visiting|having|picking up|taking|going to|getting|calling|flying to) ", re.I)
_ERRAND = re.compile(
    r"^(?:pick up|drop off|collect|call|phone|visit|meet(?: up)?|pay|post|mail|email|return|buy|walk the dog"
    r"|feed the (?:baby|cat|dog|kids|rabbits?|hens)|do the (?:laundry|dishes|washing(?: up)?|ironing|shopping|groceries|taxes))\b(?! it\b)",
    re.I,
)
"""With a time it is somebody's own errand: no device calls a friend or collects a child."""
_OWES = re.compile(
    r"^(?:(?:i|we)(?:'ve| have)?(?: really| still| also)? (?:need|have|got|ought|must|should)(?: to)?|remember to) "
    r"(?=(?:pick up|drop off|collect|call|phone|email|pay|post|mail|return|renew|buy|get|clean|tidy|wash|mow|repair|fix|replace|write"
    r"|send|finish|submit|prepare|pack|iron|fold|take out|sew|mend|book)\b(?! (?:it|this|that|them|some (?:rest|sleep))\b))",
    re.I,
)
_BARE_VERBS = {
    "meeting": "meet",
    "seeing": "see",
    "visiting": "visit",
    "picking up": "pick up",
    "taking": "take",
    "getting": "get",
    "calling": "call",
    "flying to": "fly to",
}
_PLAIN = re.compile(
    r"^(?:there(?:'s| is| are|'ll be| will be) (?!no\b)|(?:i|we)(?:'ve| have) got |(?:i|we) have (?:a |an |the |my )"
    r"|(?:i|we)(?:'m| am|'re| are) (?:meeting|seeing|visiting)"
    r"|(?:i|we)(?: really)? (?:need|have|promised|ought) to |(?:i|we)(?:'ve| have) got to |(?:i|we) (?:must|mustn'?t forget))",
    re.I,
)
_TALK = re.compile(
    r"\b(?:i|you|we|he|she|it|they|me|us|is|are|was|were|will|'ll|be|been|has|had|can|could|should|would|may|might"
    r"|must|do|does|did|please|thanks?|hello|hi|hey|good|see"
    r"|bye|rain|snow|sunny|weather|sleep|turn|switch|light|lights|lamp|on|off|set|play|dim|open|close|lock|start"
    r"|stop|happy|what|why|how|who|yes|no|not|never|so|very"
    r"|great|nice|lovely|cold|hot|warm|feel|think|know|love|hate|like|tell|say|call it|news|joke)\b",
    re.I,
)


_PUT_THERE = word_set("added put wrote written noted listed jotted stuck popped saved recorded logged kept left")
"""Of an entry that stands on a list, or was put on it: it is not done by that."""
_ON_PLACE = re.compile(rf" (?:on|onto|to|in|into|down (?:on|in)) {PLACE}$", re.I)
_REPORTED = re.compile(
    rf"^(?:(?:i|we|you|he|she|they)(?:'ve|'s|'d| have| has| had)? {_ADVERBS}(?P<did>[a-z]+) "
    rf"|{_ADVERBS}(?P<verb>[a-z]+) (?=(?:(?:off|up|out|back|in) )?(?:the|my|our|your|his|her|their|those|these|all|both)\b))"
    rf"(?:(?:off|up|out|back|in) )?(?P<words>.+?) (?:on|onto|to|for) {PLACE}$",
    re.I,
)


def reported(clause: Clause) -> Intent | None:
    """What somebody did about an entry that they say is on a list: `I bought the eggs on the list`, `bought the eggs …`. Neither `boiled
    eggs on the list` nor `I want eggs on the list` tells of any."""
    m = _REPORTED.match(clause.text.strip())
    if m is None or not is_past(verb := (m["did"] or m["verb"]).lower()) or verb in _NOT_DONE - {"got"} or verb in _PUT_THERE:
        return None
    return Intent(operation=Operation.DONE, words=clause.shown(m["words"]), text=verb)


def state(clause: Clause) -> Intent | None:
    """What a statement implies, `stated`: to be done only where it surely speaks of a task that exists."""
    when = clause.when
    told, bare = stripped(clause.text), stripped(clause.timeless)
    if not bare or len(bare) > 160:
        return None
    if m := _CHANGE_NAME.match(told):
        return Intent(operation=Operation.RENAME, words=clause.shown(m["words"]), text=titled(clause.shown(m["text"])))
    for pattern in _NAMED:
        m = pattern.match(bare)
        if (
            m
            and not _MOVED[0].match(bare)
            and not re.fullmatch(rf"(?:{_FINISHED}|off|cancell?ed|moved|[^\w\ue000-\ue0ff]*)", m["text"].strip(), re.I)
        ):
            return Intent(
                operation=Operation.RENAME, words=clause.shown(m["words"]), text=_name(clause.shown(m["text"])), when=when, stated=True
            )
    for patterns, sure in ((_OFF, True), (_MISSED, False)):
        for pattern in patterns:
            if m := pattern.match(bare):
                words = f"{m['who']} {m['words']}" if "who" in m.groupdict() else m["words"]
                return Intent(operation=Operation.DELETE, words=clause.shown(words), when=when, stated=True, sure=sure)
    if m := _NOT_YET.match(bare):
        return Intent(operation=Operation.REOPEN, words=clause.shown(m["words"]), stated=True)
    if moved := _moved(clause, bare):
        return moved
    if when.found and when.date is not None and when.date > clause.now.date():
        return None
    for pattern in _DONE:
        if m := pattern.match(bare):
            return Intent(operation=Operation.DONE, words=clause.shown(m["words"]), text="done", stated=True)
    for pattern in _DID:
        m = pattern.match(bare)
        if (
            m
            and is_past(verb := m["verb"].lower())
            and verb not in _NOT_DONE
            and not (verb in _PUT_THERE and _ON_PLACE.search(bare))
            and not re.fullmatch(r"(?:i|we|it|that|this|you)", m["words"], re.I)
        ):
            return Intent(operation=Operation.DONE, words=clause.shown(m["words"]), text=verb, stated=True)
    return None


def _moved(clause: Clause, bare: str) -> Intent | None:
    found = shifted(clause.text)
    if found is not None:
        rest = clause.part(found[1])
        for pattern in _MOVED:
            if m := pattern.match(stripped(rest.timeless)):
                return Intent(operation=Operation.MOVE, words=clause.shown(_words(m)), when=rest.when, shift=found[0], stated=True)
        return None
    when = clause.when
    if not (when.date_said or when.time is not None):
        return None
    told = f"{bare} instead" if re.search(r"\b(?:instead|not)\b", clause.text, re.I) and "instead" not in bare else bare
    for pattern in _MOVED:
        if m := pattern.match(told):
            return Intent(operation=Operation.MOVE, words=clause.shown(_words(m)), when=when, stated=True)
    return None


def _words(m: re.Match[str]) -> str:
    found = m.groupdict()
    return found["words"] or found.get("words2") or ""


def _name(text: str) -> str:
    return text if is_quote(text) else titled(text)


def event_title(clause: Clause) -> str:
    """What would be written into a diary for a statement: `there's a fire drill on Monday` → `Fire drill`."""
    bare = stripped(clause.timeless)
    kept = re.sub(rf"(?: (?:to|on|in|for|onto) {PLACE})+$|^(?:(?:{NOUN}|on {PLACE}|for {PLACE}): ?)", "", bare, flags=re.I)
    kept = _COMES.sub("", FRAMES.sub("", kept))
    if m := _DOING.match(kept):
        verb = _BARE_VERBS.get(m["verb"].lower(), "")
        kept = f"{verb} {kept[m.end() :]}".strip()
    return titled(clause.shown(kept))


_POINTS = re.compile(r"(?:make|move|change|push|put|set|have|keep|do|call) (?:it|that|this|them|those)\b", re.I)
"""Goes on about something said before: `make that Wednesday`."""


def owes(clause: Clause) -> bool:
    """Somebody's own duty (`we must renew the passports`), which no device can do: nothing that lights, warms or plays."""
    bare = stripped(clause.timeless)
    return _OWES.match(bare) is not None and len(bare.split()) <= 12


def plain_event(clause: Clause) -> bool:
    """A statement that can only be meant for the diary: `dentist Dec 1 4pm`, `there's a fire drill on Monday at 11`."""
    when = clause.when
    if not when.found:
        return owes(clause)
    if when.problem or when.date is None or when.scattered or when.date < clause.now.date():
        return False
    bare = stripped(clause.timeless)
    if _POINTS.match(bare):
        return False
    if _PLAIN.match(bare) or ((when.time or when.part or when.date_said) and _ERRAND.match(bare)):
        return True
    if (m := _COMES.search(bare)) and m.start() > 0:
        return not _TALK.search(bare[: m.start()]) and (when.time is not None or when.date_said)
    telegraphic = 0 < len(bare.split()) <= (8 if when.time is not None else 6) and not _TALK.search(bare)
    return telegraphic and when.date_said and (when.time is not None or when.date > clause.now.date())
