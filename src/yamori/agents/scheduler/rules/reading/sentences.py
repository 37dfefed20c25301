"""From a sentence to requests: those of its clauses that are plain orders."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from yamori.agents.scheduler.rules.entities.distinguishing import is_distinctive
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.titles import match_title
from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.intents import Intent
from yamori.agents.scheduler.rules.reading.languages import reader_of, readers_for
from yamori.agents.scheduler.rules.word_lists import begins, says, words_for
from yamori.understanding.mood import is_question
from yamori.understanding.splitting import split_clauses

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
    return says(text.lower(), "placed")


def knows(known: Known) -> Callable[[str], bool]:
    """Whether words mean a task that exists."""

    def there_is(words: str) -> bool:
        if not words or is_pronoun(words):
            return bool(known.focus)
        match = match_title(words, known.tasks)
        return match.found is not None or bool(match.candidates)

    return there_is


def orders_in(request: str) -> list[str]:
    """The clauses of a sentence that may be orders about the schedule, each with what belongs to it."""
    return split_clauses(request, begins=reader_of(request).begins_order)


def asked_for(request: str) -> int:
    """How many clauses of a sentence ask for something: the most calls that it can want."""
    return max(1, sum(map(is_distinctive, orders_in(request))))


def readings(whole: Clause, known: Known) -> tuple[Reading, ...] | None:
    """The requests of a sentence in their order, or None where no clause of it is a plain order. What the others say is not done: the
    check that every word is explained asks about it or names it."""
    reader = reader_of(whole.text)
    out: list[Reading] = []
    for piece in orders_in(whole.text):
        clause = whole.part(piece)
        if not reader.stripped(piece):
            continue
        if (intent := _read(clause, known)) is not None:
            out.append(Reading(clause, intent))
        elif _is_background(piece):
            return None  # what is asked for behind it may be about it
    return tuple(out) or None


def _is_background(piece: str) -> bool:
    """The clause says why."""
    return begins(piece.lower(), "reason_first") or piece.endswith(tuple(words_for("reason_last")))


def _read(clause: Clause, known: Known) -> Intent | None:
    if is_question(clause.text):
        return None
    readers = readers_for(clause.text, known.language)
    if known.focus and (operation := readers[0].directive(clause.text)) is not None:
        return Intent(operation=operation, words="it")
    return next((found for reader in readers if (found := reader.read(clause, knows(known))) is not None), None)
