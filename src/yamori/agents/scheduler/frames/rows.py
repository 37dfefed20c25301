"""Which rows that exist a title of a frame means: tasks, or a routine."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from yamori.agents.scheduler.frames.new_titles import name_of
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import when_of
from yamori.agents.scheduler.frames.vocabulary import forms_of, is_everything, is_general, is_myself, speak_of, without
from yamori.agents.scheduler.rules.entities.distinguishing import is_distinctive, shared, verb_in
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.resolution import fits, option, resolve_tasks
from yamori.agents.scheduler.rules.entities.stems import is_finishing, is_light, stem
from yamori.agents.scheduler.rules.entities.titles import SURE, holds, match_title, plain
from yamori.agents.scheduler.rules.reading.intents import Operation
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.home_clock import next_at_home
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.domain.language import is_spaced
from yamori.domain.when import When, resolve, without_when
from yamori.understanding.frame import Slot, SlotName

Row = CustomTask | Routine


def rows_of(spoken: SpokenFrame, slot: Slot | None, operation: Operation) -> tuple[Row, ...]:
    """The tasks, or the one routine, that a title means; without one what was just spoken of. What a day or time is said with must lie
    there. Raises `Unhonoured` where nothing is named, or more than the words can tell apart."""
    spoken = _of_persons(spoken, slot)
    at = when_of(spoken, SlotName.WHEN)
    words = _without_possessive(spoken.said(slot)) if slot is not None else "" if at.found else "it"
    if is_everything(words):
        return _all_of(spoken, slot, words, operation, at)
    found = _named(spoken, slot, words, operation, at)
    if not found and (bare := without_when(words, spoken.utterance.now)) not in ("", words):  # `tomorrow's dentist`, said as one
        at = at if at.found else resolve(words, spoken.utterance.now)
        found = _named(spoken, slot, bare, operation, at)
        if any(not _lies(row, at, spoken) for row in found):
            raise Unhonoured(slot, options_of(found, spoken))
    if not found and operation is Operation.MOVE and spoken.frame.odds >= _SURE_OF_IT and (verb := verb_in(words)):
        words = _without_verb(words, verb)  # whoever moves something says that it is there, in whatever verb
        found = _named(spoken, slot, words, operation, at)
    if not found:
        raise Unhonoured(spoken.slot(SlotName.WHEN) if at.found and is_general(words) else slot)
    if _says_more(words, found, spoken):
        raise Unhonoured(slot, options_of(found, spoken))
    over = operation is Operation.DONE and _has_begun(at, spoken.known.now)  # when it was done
    if not over and any(not _lies(row, at, spoken) for row in found):
        raise Unhonoured(spoken.slot(SlotName.WHEN) or slot, options_of(found, spoken))
    return found


_SURE_OF_IT = 0.9
"""From these odds of its intent on a row that shares all nouns that were said is changed, where that can be taken back."""


def _without_possessive(words: str) -> str:
    """Without the ending of a person's name that a reader left to what is theirs (`mum|'s prescription`)."""
    return words.replace("’", "'").removeprefix("'s ")


def _without_verb(words: str, verb: str) -> str:
    first, _, rest = words.strip().partition(" ")
    return rest if stem(first.lower()) == verb else words


def _says_more(words: str, rows: Sequence[Row], spoken: SpokenFrame) -> bool:
    """Whether a word was said that none of the titles has: who rang the dentist has not been there."""
    if is_pronoun(words) or is_general(words) or any(option(row, zone_of(spoken.known.now)) == spoken.known.chosen for row in rows):
        return False
    named = without_when(without(words, "ordinal", "all"), spoken.utterance.now)
    titles = " ".join(row.title for row in rows)
    return is_distinctive(named) and (_acts_otherwise(named, titles) or not shared(named, titles).whole)


def _acts_otherwise(named: str, titles: str) -> bool:
    """The words begin with a verb of their own, as `ring the dentist` does."""
    verb = verb_in(named)
    plainly = not verb or not is_spaced(verb) or is_finishing(verb) or is_light(verb)
    return not plainly and verb not in map(stem, titles.lower().split())


def _of_persons(spoken: SpokenFrame, slot: Slot | None) -> SpokenFrame:
    """The frame over the rows of the persons that it names. Raises `Unhonoured` where there are none: Tom's dentist is not mine."""
    for person in spoken.slots(SlotName.PERSON):
        name = plain(name_of(spoken.said(person)))
        if is_myself(spoken.said(person)) or not name:
            continue
        known = spoken.known
        tasks = [t for t in known.tasks if holds(plain(f"{t.title} {t.memo or ''}"), name)]
        routines = [r for r in known.routines if holds(plain(f"{r.title} {r.memo or ''}"), name)]
        words = _without_possessive(spoken.said(slot)) if slot is not None else ""
        named = slot is None or any(match_title(words, rows).score >= SURE for rows in (tasks, routines))
        if not named and slot is not None:
            alike = match_title(words, known.tasks)
            raise Unhonoured(person, options_of(alike.candidates or ((alike.found,) if alike.found is not None else ()), spoken))
        spoken = replace(spoken, known=replace(known, tasks=tasks, routines=routines))
    return spoken


def _has_begun(at: When, now: datetime) -> bool:
    """`this morning`, `yesterday`: no time to come."""
    if at.date is None or not at.date_said or at.date > now.date():
        return False
    return at.date < now.date() or at.time is None or at.time <= now.time()


def _all_of(spoken: SpokenFrame, slot: Slot | None, words: str, operation: Operation, at: When) -> tuple[CustomTask, ...]:
    """Every task of the days that were said, or every one there is where that is what was said (`all my tasks`): to be deleted, never."""
    named = speak_of(forms_of(words), "entry") and operation is not Operation.DELETE
    if not at.date_said and not named and len(spoken.known.focus) < 2:
        raise Unhonoured(slot)
    lies = (at.origin or When()) if operation is Operation.MOVE else at
    every = resolve_tasks(words, spoken.known, said=words, when=lies, everything=True, done=operation is Operation.REOPEN).tasks
    found = tuple(t for t in every if _lies(t, at, spoken))
    if not found:
        raise Unhonoured(spoken.slot(SlotName.WHEN) or slot)
    return found


def _named(spoken: SpokenFrame, slot: Slot | None, words: str, operation: Operation, at: When) -> tuple[Row, ...]:
    known = spoken.known
    if is_pronoun(words) and not known.focus:
        return tuple(r for r in known.routines if r.id in known.routine_focus)[:1]
    routines = match_title(words, known.routines) if not is_general(words) else match_title("", known.routines)
    tasks = match_title(words, [t for t in known.tasks if t.done is (operation is Operation.REOPEN)])
    if routines.score >= SURE and routines.score >= tasks.score:
        among: tuple[Row, ...] = routines.candidates or ((routines.found,) if routines.found is not None else ())
        if routines.score == tasks.score:
            among = (*(tasks.candidates or ((tasks.found,) if tasks.found is not None else ())), *among)
        return (_one_of(among, slot, at, spoken),)
    found = resolve_tasks(words, known, said=words, when=at, done=operation is Operation.REOPEN)
    if found.candidates:
        return (_one_of(found.candidates, slot, at, spoken),)
    return found.tasks


def _one_of(rows: Sequence[Row], slot: Slot | None, at: When, spoken: SpokenFrame) -> Row:
    """The row that was chosen, or the only one that lies where it was said to."""
    chosen = [row for row in rows if spoken.known.chosen and option(row, zone_of(spoken.known.now)) == spoken.known.chosen]
    fitting = chosen or ([row for row in rows if _lies(row, at, spoken)] if at.found else list(rows))
    if len(fitting) == 1:
        return fitting[0]
    when = spoken.slot(SlotName.WHEN)
    raise Unhonoured(slot or when if fitting else when or slot, options_of(fitting or rows, spoken))


def options_of(rows: Sequence[Row | Reminder], spoken: SpokenFrame) -> tuple[str, ...]:
    return tuple(option(row, zone_of(spoken.known.now)) for row in rows)


def _lies(row: Row, at: When, spoken: SpokenFrame) -> bool:
    """Whether the row is on the day and at the time said."""
    if isinstance(row, Routine):
        return _comes(row, at, spoken)
    if at.part is not None and at.time is None and row.time is not None and not at.part.begins <= row.time < at.part.ends:
        return False
    return at.rrule is None and fits(row, at)


def _comes(routine: Routine, at: When, spoken: SpokenFrame) -> bool:
    """Whether the routine comes round on a day, at a time."""
    if at.time is not None and routine.time not in (at.time, *at.ambiguous):
        return False
    if at.rrule is not None:
        return routine.recurrence == at.rrule
    if at.date is None or not at.date_said:
        return True
    coming = next_at_home(routine, at.date.fromordinal(at.date.toordinal() - 1), zone_of(spoken.known.now))
    return coming is not None and coming[0] <= (at.end_date or at.date)


def titles_of(spoken: SpokenFrame) -> tuple[Slot | None, ...]:
    """Each title; None alone for what was just spoken of. Of words that name nothing (予定, 全部) the one that says how many."""
    titles = spoken.slots(SlotName.TITLE)
    if len(titles) > 1 and all(is_general(spoken.said(t)) for t in titles):
        return tuple(t for t in titles if is_everything(spoken.said(t)))[:1] or titles
    return titles or (None,)


def refuse_repeat(spoken: SpokenFrame) -> None:
    if (slot := spoken.slot(SlotName.REPEAT)) is not None:
        raise Unhonoured(slot)
