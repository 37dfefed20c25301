"""The words of a condition to comparisons of readings, by code alone; `iot.watching` hands it the words and the home.

Nothing on half a condition: a word that neither a name, a state, an amount nor a filler explains makes it unwatchable. Which readings tell
a state is decided by the rules that answer questions (`queries`, `comparisons`, `answers`), so that what is watched and what is answered agree.
"""

import re
from dataclasses import replace
from datetime import datetime

from yamori.agentkit.watch import NotWatchable, Watched
from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import Mention, mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.watch import english, japanese
from yamori.agents.iot.rules.watch.events import of_call, of_end, of_person
from yamori.agents.iot.rules.watch.meant import Meant
from yamori.agents.iot.rules.watch.phrases import shown, troubled
from yamori.agents.iot.rules.watch.said import Kind, Said, Trouble, Who, Why
from yamori.agents.iot.rules.watch.states import of_state
from yamori.agents.iot.rules.watch.words import watch_words
from yamori.agents.iot.rules.words import CJK, normal, numbers
from yamori.domain.language import Language
from yamori.domain.when import find_when


def watched(request: str, context: Context, *, person: str, language: Language) -> Watched | NotWatchable:
    """What the condition looks at, or why it looks at nothing; `person` is who said it, `language` that of the answer."""
    text = normal(request)
    meant = _meant(text, context, person=person)
    if isinstance(meant, Trouble):
        told, options = troubled(_elsewhere(meant), context, language)
        return NotWatchable(text=told, options=options)
    return Watched(
        tests=tuple(look.test for look in meant.looks),
        combine=meant.combine,
        negated=meant.negated,
        for_seconds=meant.seconds,
        shows=shown(meant, context, language, said=text),
        edge=meant.edge,
    )


def _meant(text: str, context: Context, *, person: str) -> Meant | Trouble:
    said = _said(text, context)
    if isinstance(said, Trouble):
        return said
    if context.now is not None and (when := _other_time(said, context.now)):
        return Trouble(why=Why.WHEN, what=when)
    match said.kind:
        case Kind.ARRIVED | Kind.LEFT | Kind.AT_HOME:
            found = of_person(said, context, person=person)
            if isinstance(found, Trouble) and found.why is Why.UNTOLD and said.kind is Kind.AT_HOME and said.who == Who.ANYONE:
                seen = of_state(said, replace(context, room=None))  # movement tells that somebody is there
                return seen if isinstance(seen, Meant) else found
            return found
        case Kind.DONE:
            return of_end(said, context)
        case Kind.STOPS:
            return _either(of_end(said, context), of_state(said, context))
        case Kind.DETECTED:
            return _either(of_state(said, context), of_call(said, context))
        case Kind.CALLED:
            return _either(of_call(said, context), of_state(said, context))
    return of_state(said, context)


def _either(first: Meant | Trouble, second: Meant | Trouble) -> Meant | Trouble:
    """The first that can be watched; of two that cannot, why the first cannot."""
    return second if isinstance(first, Trouble) and isinstance(second, Meant) else first


def _said(text: str, context: Context) -> Said | Trouble:
    people = context.index.home.people
    if CJK.search(text):
        return japanese.read(text, people)
    return english.read(text, _names(text, context), people)


def _names(text: str, context: Context) -> list[Mention]:
    return [m for m in mentions(text, context.index, context.lexicon) if m.what in (Named.DEVICE, Named.ROOM, Named.FLOOR)]


def _other_time(said: Said, now: datetime) -> str:
    """A time that the condition names beside how long it lasts."""
    text = said.state
    compared = comparison_in(text)
    text = compared.rest if compared is not None else text
    for number in reversed(numbers(text)):
        text = text[: number.start] + " " + text[number.end :]
    found = find_when(text, now)
    return text[found[0].start : found[0].end] if found else ""


def _elsewhere(trouble: Trouble) -> Trouble:
    words = watch_words()
    patterns = (words.english["elsewhere"], words.patterns_ja["elsewhere"])
    if trouble.why in (Why.WORD, Why.MISSING) and any(re.search(p.pattern, trouble.what) for p in patterns):
        return Trouble(why=Why.ELSEWHERE, what=trouble.what)
    return trouble
