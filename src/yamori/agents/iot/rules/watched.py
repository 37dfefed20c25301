"""The words of a condition to comparisons of readings, by code alone; `iot.watching` hands it the words and the home.

Nothing on half a condition: a word that neither a name, a state, an amount nor a filler explains makes it unwatchable. Which readings
tell a state is decided by the rules that answer questions (`queries`, `comparisons`, `answers`), so that what is watched and what is
answered agree.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from yamori.agentkit.watch import NotWatchable, Watched
from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.watch import english, japanese
from yamori.agents.iot.rules.watch.condition import Condition
from yamori.agents.iot.rules.watch.events import of_call, of_end, of_person
from yamori.agents.iot.rules.watch.joined import joined
from yamori.agents.iot.rules.watch.phrases import shown
from yamori.agents.iot.rules.watch.refusals import troubled
from yamori.agents.iot.rules.watch.said import FIRST, Kind, Said, Shielded, Trouble, Who, Why
from yamori.agents.iot.rules.watch.states import of_state
from yamori.agents.iot.rules.watch.words import condition_words
from yamori.agents.iot.rules.words import normal, numbers
from yamori.agents.iot.texts import TEXTS
from yamori.domain.home import Person
from yamori.domain.language import Language, language_of, spoken
from yamori.domain.when import find_when
from yamori.understanding.vocabulary import MarkerKind, vocabulary


def watched(request: str, context: Context, *, person: str, language: Language) -> Watched | NotWatchable:
    """What the condition looks at, or why it looks at nothing; `person` is who said it, `language` that of the answer."""
    text = normal(request)
    condition = _condition(text, context, person=person)
    if isinstance(condition, Trouble):
        reason, options = troubled(_elsewhere(condition), context, language)
        return NotWatchable(text=reason, options=options, readable=condition.why in _BEYOND and _names_something(text, context))
    return Watched(
        tests=tuple(look.test for look in condition.looks),
        combine=condition.combine,
        negated=condition.negated,
        for_seconds=condition.seconds,
        shows=shown(condition, context, language, said=text),
        edge=condition.edge,
    )


_BEYOND = frozenset((Why.WORD, Why.NEGATION, Why.NUMBER, Why.NOTHING, Why.JOINED, Why.NESTED, Why.AMOUNT))
"""Why comparisons do not hold a condition that the readings themselves may."""


def _names_something(text: str, context: Context) -> bool:
    """Whether it speaks of devices, rooms or qualities of this home."""
    found = mentions(text, context.index, context.lexicon)
    return bool(found) or bool(concepts_in(text, context.lexicon))


def _condition(text: str, context: Context, *, person: str) -> Condition | Trouble:
    shield = _shielded(text, context)
    half: Trouble | None = None
    for name, combine in _JOINTS:
        pieces = _pieces(shield.text, name)
        parts = [_of_one(replace(shield, text=piece), context, person=person) for piece in pieces] if len(pieces) > 1 else []
        condition = [part for part in parts if isinstance(part, Condition)]
        if condition and len(condition) == len(parts):
            return joined(condition, combine, context)
        half = half or (next((p for p in parts if isinstance(p, Trouble)), None) if condition else None)
    whole = _of_one(shield, context, person=person)
    return half if isinstance(whole, Trouble) and half is not None and half.why is not Why.UNNAMED else whole


_READERS: Mapping[Language, Callable[[str, Sequence[Person]], Said | Trouble]] = {
    Language.ENGLISH: english.read,
    Language.JAPANESE: japanese.read,
}
_JOINTS: tuple[tuple[str, Literal["any", "all"]], ...] = (("both", "all"), ("or", "any"))


def _pieces(text: str, joint: str) -> list[str]:
    pattern = condition_words(language_of(text)).patterns[joint]
    return [piece for piece in (part.strip(" ,、") for part in pattern.split(text)) if piece]


def _of_one(shield: Shielded, context: Context, *, person: str) -> Condition | Trouble:
    said = _said(shield, context)
    if isinstance(said, Trouble):
        return said
    if context.now is not None and (when := _other_time(said, context.now)):
        return Trouble(why=Why.WHEN, what=when)
    said_of = said.state if said.kind is Kind.STATE else said.subject
    for kind in (MarkerKind.ONLY, MarkerKind.ONCE, MarkerKind.REPETITION, MarkerKind.INSTEAD):
        if marked := vocabulary(language_of(said_of)).markers[kind].search(said_of):
            return Trouble(why=Why.WORD, what=marked[0])
    match said.kind:
        case Kind.ARRIVED | Kind.LEFT | Kind.AT_HOME | Kind.AWAY:
            return _of_person(said, context, person=person)
        case Kind.DONE:
            return of_end(said, context)
        case Kind.STOPS:
            off = replace(said, state=TEXTS.said(language_of(said.subject), "watch.off", text=said.subject))
            return _either(of_end(said, context), _either(of_state(said, context), of_state(off, context)))
        case Kind.DETECTED:
            return _either(of_state(said, context), of_call(said, context))
        case Kind.CALLED:
            return _either(of_call(said, context), of_state(said, context))
    return of_state(said, context)


def _of_person(said: Said, context: Context, *, person: str) -> Condition | Trouble:
    found = of_person(said, context, person=person)
    if isinstance(found, Trouble) and found.why is Why.WHEREABOUTS and said.kind is Kind.AT_HOME and said.who == Who.ANYONE:
        seen = of_state(said, replace(context, room=None))  # movement tells that somebody is there
        return seen if isinstance(seen, Condition) else found
    return found


def _either(first: Condition | Trouble, second: Condition | Trouble) -> Condition | Trouble:
    """The first that can be watched; of two that cannot, why the first cannot."""
    return second if isinstance(first, Trouble) and isinstance(second, Condition) else first


def _said(shield: Shielded, context: Context) -> Said | Trouble:
    people = context.index.home.people
    said = spoken(_READERS, language_of(shield.text))(shield.text, people)
    if isinstance(said, Trouble):
        return replace(said, what=shield.plain(said.what))
    return replace(said, shield=shield)


def _shielded(text: str, context: Context) -> Shielded:
    names: list[str] = []
    for mention in reversed(mentions(text, context.index, context.lexicon)):
        if mention.what in (Named.DEVICE, Named.ROOM, Named.FLOOR):
            names.append(text[mention.start : mention.end])
            text = f"{text[: mention.start]}{chr(FIRST + len(names) - 1)}{text[mention.end :]}"
    return Shielded(text=text, names=tuple(names))


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
    patterns = (condition_words(language).patterns["elsewhere"] for language in Language)
    if trouble.why in (Why.WORD, Why.MISSING) and any(pattern.search(trouble.what) for pattern in patterns):
        return Trouble(why=Why.ELSEWHERE, what=trouble.what)
    return trouble
