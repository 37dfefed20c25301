"""Whether a sentence is the IoT agent's own, by code alone."""

from datetime import datetime

from yamori.agentkit.task import Claim, Strength
from yamori.agents.iot.rules.advice import wants_a_remedy, wants_advice
from yamori.agents.iot.rules.clauses import has_value
from yamori.agents.iot.rules.commands import concepts_in, is_duration
from yamori.agents.iot.rules.each import for_each
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.looks import looked_for
from yamori.agents.iot.rules.meaning import Context, Meaning, Trouble
from yamori.agents.iot.rules.mentions import masked, mentions
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.predicates import leftover_words
from yamori.agents.iot.rules.said import read_segment
from yamori.agents.iot.rules.segments import is_remark, split_actions
from yamori.agents.iot.rules.swaps import swap_in
from yamori.agents.iot.rules.targets import PRONOUN
from yamori.agents.iot.rules.word_lists import begins, phrasing, says, without_beginning, words_for
from yamori.agents.iot.rules.wording import times_in
from yamori.agents.iot.rules.words import normal, numbers
from yamori.domain.language import is_spaced
from yamori.domain.when import Kind
from yamori.understanding.mood import is_question

_FELT = ("brightness", "volume", "temperature", "humidity", "air")
"""Qualities of which people complain without naming a device."""


def claimed(request: str, context: Context, *, now: datetime) -> Claim:
    """How surely it is for devices; what only papers could tell is so weakly, whatever it names."""
    claim = _claimed(request, context, now=now)
    if claim.strength in (Strength.STRONG, Strength.OWNING) and wants_advice(request) and not _complains(request, context):
        return Claim(strength=Strength.WEAK, why=f"{claim.why}, but asks what no device can tell")
    return claim


def only_asks_for_a_remedy(request: str, context: Context) -> bool:
    """It asks what helps, and not against how a room or a device is felt: no device is to do anything for it, whatever it names."""
    return wants_a_remedy(request) and not _felt(request, context)


def _complains(request: str, context: Context) -> bool:
    """It asks what can be done about how a room is, of which its devices know and for which they can do something."""
    found = mentions(normal(request), context.index, context.lexicon)
    only_places = bool(found) and all(m.what in (Named.ROOM, Named.FLOOR) for m in found)
    return only_places and wants_a_remedy(request) and _felt(request, context)


def _felt(request: str, context: Context) -> bool:
    text = normal(request)
    shown = masked(text, [(m.start, m.end) for m in mentions(text, context.index, context.lexicon)])
    return any(c in _FELT for c in concepts_in(shown, context.lexicon))


def _claimed(request: str, context: Context, *, now: datetime) -> Claim:
    """Strong when it names something of this home and what to do with it, or when code can read it to the last word; weak when it
    only sounds like it, or could as well be for a list or a diary."""
    text = normal(request)
    lex = context.lexicon
    found = mentions(text, context.index, lex)
    names = [m for m in found if m.what in (Named.DEVICE, Named.COMPONENT, Named.KIND)]
    shown = PRONOUN.sub("□", masked(text, [(m.start, m.end) for m in found]))
    read_predicate = [s for s in (*lex.senses, *lex.steps) if s.phrases.found(shown) and s.name not in ("on", "off")]
    toggles = [s.phrases.found(shown) for s in lex.senses if s.name in ("on", "off")]
    switched = [m for m in toggles if m and (" " in m.group() or not is_spaced(m.group()))]
    places = [m for m in found if m.what in (Named.ROOM, Named.FLOOR)]
    felt = [c for c in concepts_in(shown, lex) if c in _FELT]
    listed = lex.marks["elsewhere"].found(text) is not None
    dated = bool(times_in(request, now))
    meaning = understand(request, context)
    read = bool(meaning.orders) or meaning.query is not None
    if is_report(request) and not read:
        return Claim(strength=Strength.WEAK if names or places else Strength.NONE, why="tells what somebody did")
    if looked_for(request, meaning, context) is not None:
        return Claim(strength=Strength.STRONG, why="asks to look with a camera of this home")
    if not listed and _is_one_lasting(request, meaning, context, now):
        return Claim(strength=Strength.WHOLE, why="tells in a second clause how long the first is to last")
    if swap_in(request, context) is not None:
        return Claim(strength=Strength.WHOLE, why="has things of this home change places")
    if meaning.stages:
        return Claim(strength=Strength.OWNING if names else Strength.STRONG, why="asks for what devices of this home do")
    if for_each(request, context):
        return Claim(strength=Strength.STRONG, why="asks every device to do something")
    if names and (read_predicate or switched):
        owning = any(m.what is not Named.KIND for m in names) and not listed
        return Claim(strength=Strength.OWNING if owning else Strength.STRONG, why="names a device and what to do with it")
    question = is_question(text)
    asked = question or bool(numbers(shown)) or has_value(shown, lex)
    if names and not listed and (read or asked) and (not dated or any(m.what is not Named.KIND for m in names)):
        return Claim(strength=Strength.STRONG, why=f"names {text[names[0].start : names[0].end]}")
    everything = lex.marks["everything"].found(text) is not None
    if (places and (read_predicate or felt or switched)) or (everything and (read_predicate or switched)):
        return Claim(strength=Strength.STRONG, why="asks for something of a room")
    counted = question and meaning.query is not None and _times(request, now) in ("", *words_for("this_day"))
    if (
        not listed
        and (not dated or counted or meaning.orders)
        and _is_read(meaning, bool(names or places), wanted=bool(read_predicate or switched or question))
    ):
        return Claim(strength=Strength.STRONG, why="asks for what this home has")
    unknown = switched and not dated and not listed and not _asks_more(text)
    if unknown and (context.focus.parts or leftover_words(shown.replace(switched[0].group(), " "), lex)):
        return Claim(strength=Strength.STRONG, why="asks for something to be switched")
    follows = bool(numbers(text)) or lex.marks["same"].found(shown) or lex.marks["other"].found(shown)
    follows = follows or lex.marks["followup"].found(text) or lex.marks["correction"].found(text) or lex.marks["undo"].found(text)
    if names or felt or read_predicate or switched or places or (context.focus.parts and follows):
        return Claim(strength=Strength.WEAK, why="could be about the home")
    return Claim(strength=Strength.NONE)


def _asks_more(text: str) -> bool:
    """When, why, how much: no way to ask for something to be switched."""
    return begins(text, "when_or_why") or says(text, "how_much_or_why")


def _is_one_lasting(request: str, meaning: Meaning, context: Context, now: datetime) -> bool:
    """Whether two clauses are one command, of which one tells how long: `Soak the beans, nine hours will do`."""
    asked = split_actions(request).segments
    if len(asked) != 2 or any(is_remark(s) for s in asked) or len(meaning.orders) != 1 or meaning.left is not None:
        return False
    if any(span.kind is not Kind.DURATION for span in times_in(request, now)):
        return False
    order = meaning.orders[0]
    command = context.index.capabilities[order.capability].commands[order.command]
    return (
        any(is_duration(a, command) for a in order.arguments) and sum(read_segment(s, (), context).seconds is not None for s in asked) == 1
    )


def is_report(request: str) -> bool:
    """It begins by telling what somebody did."""
    return phrasing("reports").match(without_beginning(normal(request), "before_a_report")) is not None


def _times(request: str, now: datetime) -> str:
    return " ".join(span.text.lower() for span in times_in(request, now))


def _is_read(meaning: Meaning, named: bool, *, wanted: bool) -> bool:
    """Whether code made something of it that only this home can be meant by; `what's on?` alone could be anything."""
    if meaning.trouble is not None:
        return wanted and meaning.trouble in (Trouble.NO_DEVICE, Trouble.ABSENT) and not meaning.guess
    if meaning.query is not None:
        return named or meaning.query.value not in ("on", "off")
    return bool(meaning.orders)
