"""From a sentence to requests: its clauses read as orders, as statements, and as words about another clause (`…, write that down`)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from yamori.agents.scheduler.rules import english, japanese
from yamori.agents.scheduler.rules.distinguishing import tells
from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation, joint
from yamori.agents.scheduler.rules.resolution import Known, is_pronoun
from yamori.agents.scheduler.rules.titles import match_title, spoken_of
from yamori.domain.language import Language, language_of
from yamori.domain.when import Kind
from yamori.understanding.mood import is_question

LONGEST_TITLE_TOLD = 44
"""Characters of a clause without a time that are taken for a title as they stand; of a Japanese one half as many."""
_LIST = re.compile(r"\b(?:shopping|grocery) list\b|買い?物リスト", re.I)
_NOTED = re.compile(r"\bnote\b|メモ", re.I)
_PLACED = re.compile(
    r"\b(?:lists?|calendar|diary|schedule|agenda|planner|notes?|noted?|remember|forget|remind|reminder|write|jot"
    r"|down|tasks?|to-?do|log|mind)\b"
    r"|リスト|予定|カレンダー|手帳|タスク|やること|メモ|忘れ|覚え|おぼえ|リマイン|登録|追加|書[いきくっ]|記録|スケジュール",
    re.I,
)


_BOOKING = re.compile(
    r"\bbook (?:(?:me|us) |(?:a|an|some) (?:table|room|taxi|cab|car|flight|hotel|tickets?|seats?)\b|tickets?\b)"
    r"|予約(?:を)?(?:し[てと]|取っ|とっ|入れてもら|お願い)",
    re.I,
)


def is_booking(text: str) -> bool:
    """Whether somebody else is to be asked for a table or a ride, which no diary does; not where the diary itself is named."""
    return _BOOKING.search(text) is not None and not names_a_place(text)


_OWED = re.compile(
    r"\b(?:(?:i|we|he|she|they)(?:'ve| have|'d| had)?(?: \w+)? (?:need|needs|have to|has to|had to|got to|gotta|must|should|ought"
    r"|promised|agreed|planned?|mean|want(?:ed)? to|still have)|supposed to|need(?:s)? (?:to|some|more|a)|(?:run|running|ran) (?:low|out)"
    r"|out of|low on|due|deadline|errands?|buy|pick up|overdue|mustn'?t|have yet to)\b"
    r"|なきゃ|なくちゃ|なければ|ないと|べき|約束|つもり|締め?切り?|買[いうわっ]|切れ(?:た|そう|てる|ている|かけ)|なくなり|なくなっ|足りな|頼まれ|期限|まだだ",
    re.I,
)


_REASON = re.compile(r"(?:i|we|it|he|she|they)(?:'(?:m|re|s|ve)| am| are| is| have| has)(?! (?:to|got to)\b)(?: \w+){1,3}", re.I)
"""A short remark behind an order (`it's overdue`)."""
_THEIRS = re.compile(
    r"(?:they|he|she|it|that)(?:'(?:s|re|ll|ve|d)| (?:said|told|are|is|will|won'?t|can'?t|have|has|starts?|begins?|close[sd]?|only"
    r"|come|comes|'d))\b",
    re.I,
)
"""What another does or is, behind an order: why, or when."""


def is_to_be_noted(text: str) -> bool:
    """Whether a sentence can ask for a new entry at all: it names the diary, or says what somebody has to do or to get. `Order a pizza`
    does neither: it asks for the action, which no diary does."""
    return names_a_place(text) or _OWED.search(text) is not None


@dataclass(frozen=True)
class Reading:
    """One request and the clause that it stands in."""

    clause: Clause
    intent: Intent


def names_a_place(text: str) -> bool:
    """The order says by itself that it is about the diary: `put it on my list`, `write that down`."""
    return _PLACED.search(text) is not None


def reader_of(text: str) -> ModuleType:
    """The readers of the sentence's language: `rules.english` or `rules.japanese`, which have the same functions."""
    return japanese if language_of(text) is Language.JAPANESE else english


def knows(known: Known) -> Callable[[str], bool]:
    """Whether words mean a task that exists."""

    def there_is(words: str) -> bool:
        if not words or is_pronoun(words):
            return bool(known.focus)
        match = match_title(words, known.tasks)
        return match.found is not None or bool(match.hesitates)

    return there_is


def asked_for(request: str) -> int:
    """How many clauses of a sentence ask for something: the most calls that it can want."""
    reader = reader_of(request)
    return max(1, sum(reader.directive(p) is None and tells(p) for p in reader.split(request)))


def says_something(title: str) -> bool:
    """A title that names a thing, not only what to do with it: neither `write that down` nor 予定 does."""
    return tells(title) and reader_of(title).directive(title) is None


def readings(whole: Clause, known: Known) -> tuple[Reading, ...] | None:
    """The requests of a sentence in their order, or None where some clause of it cannot be told."""
    reader = reader_of(whole.text)
    if (several := _several_events(whole)) is not None:
        return several
    spread = reader.spread(whole.text, whole.now)
    pieces = [whole.part(piece) for piece in (spread if len(spread) > 1 else reader.split(whole.text)) if reader.stripped(piece)]
    clauses = _things_first(_with_told_times(_with_their_times(pieces))) or [whole]
    out: list[Reading] = []
    held: list[Clause] = []
    for at, clause in enumerate(clauses):
        operation = reader.directive(clause.text)
        if operation is None and held and _only_adds(clause):
            operation = Operation.ADD  # `…, add that for tomorrow noon`
        if operation is not None and held:
            content = _joined(held)
            directed = _directed(content, operation, clause, known)
            if directed is None:
                return None
            out.append(Reading(content, directed))
            held = []
            continue
        if operation is not None and out and out[-1].intent.operation is operation:
            continue  # `I'm done with the ironing, tick it off` says it twice
        if operation is Operation.ADD and not held:
            if at + 1 < len(clauses):
                continue  # `write this down: …`: what follows is read for itself
            if out:
                continue  # `remind me to …, don't let me forget`
        adding = bool(out) if not held else reader.plain_event(_joined(held))
        intent = Intent(operation=operation, words="it") if operation is not None else _read(clause, known, adding=adding)
        if intent is None:
            held.append(clause)
            continue
        if held and adding and intent.operation is Operation.NOTE and is_pronoun(intent.words):
            event = _joined(held)
            out.append(Reading(event, Intent(operation=Operation.ADD, words=reader.event_title(event), when=event.when)))
            held = []
        if held and intent.operation is not Operation.ADD and is_pronoun(intent.words):
            own = intent.when.found or intent.text or intent.shift is not None
            about = None if own else _directed(_joined(held), intent.operation, clause, known)
            words = held[-1].shown(held[-1].timeless)
            if about is not None or not known.focus or _speaks_of_a_task(words, known):
                lay = held[-1].when  # `the swim on Friday: make it an hour later`
                lies = intent.operation in (Operation.MOVE, Operation.COPY) and intent.when.origin is None and lay.found
                intent = about or replace(intent, words=words, loose=True, when=replace(intent.when, origin=lay) if lies else intent.when)
                held = []
        implied = _implied(held, known)
        if implied is None:
            return None
        out += implied
        held = []
        spread = (
            reader.spread(clause.text, clause.now) if intent.operation is Operation.ADD and len(intent.when.spans) > 1 else [clause.text]
        )
        for piece in spread:
            part = clause.part(piece)
            each = intent if len(spread) == 1 else _read(part, known)
            if each is None:
                return None
            out.append(Reading(part, each))
    if held:
        more = _left_over(held, known, alone=not out)
        if more is None:
            return None
        out += more
    return tuple(out) or None


_HEADING = r"(?:(?:に|の)?(?:やる|する)こと|の(?:予定|タスク|用事)|'s (?:tasks|plans|jobs|errands|to-?dos))?"
"""What stands behind a day at the head of a list."""


def _several_events(whole: Clause) -> tuple[Reading, ...] | None:
    """`tomorrow: tailor at 9, locksmith at 11`, 明日は9時に仕立て屋、11時に鍵屋: one day, and things each with a time of its own."""
    reader = reader_of(whole.text)
    text = re.sub(r"^(?:for|on) ", "", reader.stripped(whole.text), flags=re.I)
    day = next((s.text for s in whole.when.spans if s.date is not None and s.time is None and s.kind is Kind.DATE), "")
    listed = re.match(rf"(?:for |on )?{re.escape(day)}{_HEADING}\s*[:：。]", text, re.I) is not None
    if not day or not (listed or sum(s.time is not None for s in whole.when.spans) > 1):
        return None
    out: list[Reading] = []
    for piece in re.split(
        r"\s*[,;、]\s*(?:and |then |それから|あと)?|\s+and\s+",
        re.sub(rf"^{re.escape(day)}(?:{_HEADING}\s*[:：。]|\s*(?:[、,]|は))\s*", "", text),
    ):
        dated = whole.part(piece if day in piece else f"{day} {piece}")
        timed = dated.when.time is not None and reader.plain_event(dated)
        if dated.when.others or not (timed or listed) or not (title := reader.event_title(dated)):
            return None
        out.append(Reading(dated, Intent(operation=Operation.ADD, words=title, when=dated.when)))
    return tuple(out) if len(out) > 1 else None


def _with_their_times(clauses: Sequence[Clause]) -> list[Clause]:
    """A piece that says nothing but a time (`あさって、…`) belongs to the one after it."""
    out: list[Clause] = []
    held = ""
    for clause in clauses:
        joined = clause.part(f"{held}{clause.text}")
        if reader_of(clause.text).stripped(clause.timeless):
            out.append(joined)
            held = ""
        else:
            held = f"{joined.text}、" if not joined.text.isascii() else f"{joined.text}, "
    if held and out:
        out[-1] = out[-1].part(f"{out[-1].text}, {held.strip(' ,、')}" if held.isascii() else f"{out[-1].text}、{held.strip('、')}")
    return out


def _with_told_times(clauses: Sequence[Clause]) -> list[Clause]:
    """`… in for Friday. It starts at two`: an order with a day and no time takes the time that is told behind it."""
    out: list[Clause] = []
    for clause in clauses:
        when, before = clause.when, out[-1].when if out else None
        told = _THEIRS.match(clause.text) and when.time is not None and not when.date_said and not when.others
        if told and before is not None and before.date_said and before.time is None and _read_alone(out[-1]):
            at = ", ".join(s.text for s in when.spans)
            out[-1] = out[-1].part(f"{out[-1].text.rstrip(' .')} at {at}")
        else:
            out.append(clause)
    return out


def _read_alone(clause: Clause) -> bool:
    """It says by itself that something is to be written down."""
    intent = reader_of(clause.text).read(clause, lambda words: False)
    return intent is not None and intent.operation is Operation.ADD


def _only_adds(clause: Clause) -> bool:
    """It says to add something, and when, but not what."""
    return bool(reader_of(clause.text).directive(re.sub(r"\s+(?:for|on|at|by)\s*$", "", clause.timeless.strip())) is Operation.ADD)


def _things_first(clauses: list[Clause]) -> list[Clause]:
    """`Add a task for Monday: …` with the thing before the order, as in `…, add that for Monday`."""
    out = list(clauses)
    for at in range(len(out) - 1):
        order, thing = out[at], out[at + 1]
        if order.when.found and not thing.when.found and _only_adds(order) and reader_of(thing.text).directive(thing.text) is None:
            out[at], out[at + 1] = thing, order
    return out


def _joined(clauses: Sequence[Clause]) -> Clause:
    texts = [c.text for c in clauses if c.text]
    return clauses[0].part(joint(texts).join(texts))


def _read(clause: Clause, known: Known, *, adding: bool = False) -> Intent | None:
    """`adding`: the clause before it adds something, which is then what `it`, or nothing, means."""
    reader = reader_of(clause.text) if known.language is Language.ENGLISH else japanese
    if is_question(clause.text):
        return None
    known_words = knows(known)

    def there_is(words: str) -> bool:
        return (adding and (not words or is_pronoun(words))) or known_words(words)

    found: Intent | None = reader.read(clause, there_is)
    return found or (english.read(clause, there_is) if reader is japanese else None)


def _state(clause: Clause) -> Intent | None:
    found: Intent | None = reader_of(clause.text).state(clause)
    return found


def _directed(content: Clause, operation: Operation, order: Clause, known: Known) -> Intent | None:
    """What an order about another clause comes to: `oboe on Tuesday at six` with `write that down`."""
    reader = reader_of(content.text)
    stated = _state(content)
    there_is = knows(known)
    words = content.shown(content.timeless)
    match operation:
        case Operation.ADD:
            if stated is not None and stated.operation in (Operation.MOVE, Operation.RENAME) and there_is(stated.words):
                return replace(stated, stated=False)
            read = _read(content, known)
            if read is not None and read.operation is Operation.ADD:
                return read
            if not content.when.found and _NOTED.search(order.text) and spoken_of(words, known.tasks).found is not None:
                return Intent(operation=Operation.NOTE, words=words, text=reader.event_title(content), loose=True)
            title = reader.event_title(content)
            when = content.when if content.when.found else order.when
            if not title or not (when.found or names_a_place(order.text)):
                return None  # `it is dark, put it on` is nothing of the diary's
            if not when.found and len(title) > LONGEST_TITLE_TOLD * (1 if title.isascii() else 0.5):
                return None  # a story: what of it is the thing to write down?
            listed = reader.items(title) if _LIST.search(order.text) else ()
            return Intent(operation=Operation.ADD, words=title, when=when, items=listed)
        case Operation.RENAME:
            if stated is None or stated.operation not in (Operation.MOVE, Operation.RENAME):
                return None
            return replace(stated, stated=False)
        case Operation.NOTE:
            return Intent(operation=Operation.NOTE, words=words, text=content.shown(content.text), loose=True)
        case _:
            if not tells(words) or (known.focus and not _speaks_of_a_task(words, known)):
                return Intent(operation=operation, words="it")
            if stated is not None and stated.operation is operation:
                return replace(stated, stated=False, loose=True)
            return Intent(operation=operation, words=words, when=content.when, loose=True)


def _speaks_of_a_task(words: str, known: Known) -> bool:
    """`no, she hasn't` speaks of none, so that the order behind it is about the one just spoken of."""
    loosely = spoken_of(words, known.tasks)
    return loosely.found is not None or bool(loosely.hesitates) or knows(known)(words)


def _implied(clauses: Sequence[Clause], known: Known) -> list[Reading] | None:
    """What the clauses before an order imply by themselves: `the brake is fixed, and …`, `buy tulips on Monday and …`. Mere reasons imply
    nothing; None where one names a day to come, and so may be more than a reason."""
    out: list[Reading] = []
    for clause in clauses:
        reader, stated = reader_of(clause.text), _state(clause)
        if stated is not None and stated.sure and stated.operation is not Operation.REOPEN and knows(known)(stated.words):
            out.append(Reading(clause, stated))
        elif reader.plain_event(clause) and not re.match(r"(?:i|we|there)\b", reader.stripped(clause.text), re.I):
            out.append(Reading(clause, Intent(operation=Operation.ADD, words=reader.event_title(clause), when=clause.when)))
        elif clause.when.date_said and clause.when.date is not None and clause.when.date > known.now.date() and stated is None:
            return None
    return out


def _all_new(clauses: Sequence[Clause], known: Known) -> list[Reading]:
    """`I have the tailor on the 3rd at noon, and I need to fetch the bike tomorrow`: each clause something new with its own day."""
    out: list[Reading] = []
    for clause in clauses:
        reader = reader_of(clause.text)
        stated = _state(clause)
        title = reader.event_title(clause) if reader.plain_event(clause) else ""
        if not title or (stated is not None and knows(known)(stated.words)):
            return []
        out.append(Reading(clause, Intent(operation=Operation.ADD, words=title, when=clause.when)))
    return out


def _left_over(clauses: Sequence[Clause], known: Known, *, alone: bool) -> list[Reading] | None:
    """Clauses that no order speaks of: each must imply something, be something new for the diary, or say that all else stays."""
    out: list[Reading] = []
    if len(clauses) > 1 and (new := _all_new(clauses, known)):
        return new
    for clause in clauses:
        reader = reader_of(clause.text)
        if not clause.text.strip() or (not alone and (reader.keeps(clause.text) or _REASON.fullmatch(clause.text.strip(" .!")))):
            continue
        stated = _state(clause)
        if not alone and _THEIRS.match(clause.text) and (stated is None or not knows(known)(stated.words)):
            continue
        if stated is not None and stated.sure and (knows(known)(stated.words) or len(clauses) == 1):
            if alone and stated.operation is Operation.MOVE and not knows(known)(stated.words) and reader.plain_event(clause):
                stated = None
            else:
                out.append(Reading(clause, stated))
                continue
        if len(clauses) == 1 and alone and reader.plain_event(clause) and (title := reader.event_title(clause)):
            out.append(Reading(clause, Intent(operation=Operation.ADD, words=title, when=clause.when)))
            continue
        return None
    return out
