"""What was said as the arguments of a command: listed values, numbers in their ranges, durations, texts, a yes or a no; and whether the
command would do the opposite of what was said."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from yamori.agents.iot.rules.commands import is_duration, is_in_unit, needed, properties, said_value, unit_of
from yamori.agents.iot.rules.docs import UTMOST, Doc, signs, yes_and_no
from yamori.agents.iot.rules.glossary import documented, stem
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.said import Said
from yamori.agents.iot.rules.word_lists import ordered_words, stems_for, words_for
from yamori.agents.iot.rules.words import stems
from yamori.domain.capability import ArgumentEffect, CommandSpec
from yamori.domain.language import is_spaced
from yamori.domain.values import Value


def ends(doc: Doc) -> bool:
    """Whether the command ends an action."""
    return bool(documented(doc.command.name) & stems_for("ending"))


def against(doc: Doc, arguments: Mapping[str, Value], said: frozenset[str]) -> bool:
    """Whether the command does the opposite of what was said."""
    does = documented(doc.command.name).union(*(documented(v) for v in arguments.values() if isinstance(v, str)))
    if bool(does & stems_for("ending")) != bool(said & stems_for("ending")):
        return True
    for one, other in _poles():
        for wanted, unwanted in ((one, other), (other, one)):
            if said & wanted and not said & unwanted and does & unwanted and not does & wanted:
                return True
    return False


def arguments_for(said: Said, doc: Doc, context: Context) -> Mapping[str, Value] | None:
    """What was said as the command's arguments; None where something is missing that it needs, or was said that it does not take."""
    found: dict[str, Value] = {}
    numbers_left, seconds, texts = list(zip(said.numbers, said.units, strict=True)), said.seconds, list(said.texts)
    stems_said = frozenset(w for word in said.words for w in word)
    for name, schema in properties(doc.command).items():
        kind = schema.get("type")
        if "enum" in schema:
            utmost = frozenset({UTMOST} if said.utmost else ())
            value = _value(schema["enum"], doc.command.defaults.get(name), stems_said | utmost, said.plain, doc.of_values, context)
            if value is not None:
                found[name] = value
        elif kind in ("integer", "number"):
            if is_duration(name, doc.command):
                if seconds is not None:
                    lasting = _fitting(in_unit(seconds, name), kind)
                    if not _within(lasting, schema):
                        return None
                    found[name] = lasting
                    seconds = None
            elif numbers_left:
                if is_difference(name, doc.command) and not said.relative:
                    return None
                sign = _sign(said, doc, stems_said) if schema.get("minimum", 0) < 0 else 1
                unit = unit_of(doc.capability, doc.command, name)
                number = next((n for n in numbers_left if is_in_unit(n[1], unit) and fits(sign * n[0], schema)), None)
                if number is None:
                    return None
                found[name] = _fitting(sign * number[0], kind)
                numbers_left.remove(number)
        elif kind == "boolean" and (name in needed(doc.command) or stems_said & documented(name)):
            found[name] = _yes_or_no(doc, name, stems_said)
        elif kind == "string" and texts:
            found[name] = texts.pop(0)
    if any(name not in found for name in needed(doc.command)):
        return None
    if texts or numbers_left or (seconds is not None and said.seconds is not None and not is_lasting(doc)):
        return None
    return None if seconds is not None else found


def _sign(said: Said, doc: Doc, stems_said: frozenset[str]) -> int:
    """Of what may be below zero: as the documentation tells (`negative leans away`), else by `down`, `less` and the like."""
    signed = signs(f"{doc.capability.says} {doc.command.says}")
    below, above = (len(stems_said & signed[sign]) for sign in (-1, 1))
    if below != above:
        return -1 if below > above else 1
    return -1 if said.downward else 1


def _yes_or_no(doc: Doc, argument: str, said: frozenset[str]) -> bool:
    """By what the documentation calls each, else by the words that deny."""
    denied = stems_for("ending") | stems_for("denying_a_command")
    called = yes_and_no(doc.command.says)
    yes, no = (bool(said & called.get(value, frozenset())) for value in (True, False))
    if yes != no:
        return yes
    return bool(said & documented(argument) - denied) if said & denied and yes else not said & denied


def is_difference(argument: str, command: CommandSpec) -> bool:
    """Whether an argument is a difference and not a goal: called so, and no attribute is set to it."""
    return argument in words_for("differences") and not any(
        isinstance(e, ArgumentEffect) and e.argument == argument for e in command.effects.values()
    )


def fits(number: float, schema: Mapping[str, Any]) -> bool:
    """Whether a number can be an argument as it was said: 7.5 is no whole number, and nobody meant 8."""
    return (schema.get("type") == "number" or number == int(number)) and _within(number, schema)


def _within(value: float, schema: Mapping[str, Any]) -> bool:
    return float(schema.get("minimum", value)) <= value <= float(schema.get("maximum", value))


def is_lasting(doc: Doc) -> bool:
    return any(is_duration(name, doc.command) for name in properties(doc.command))


def in_unit(seconds: float, argument: str) -> float:
    """A duration in the unit that the argument's name tells; seconds where it tells none."""
    value = seconds / next((s for word, s in _SCALES.items() if word in argument.lower()), 1)
    return int(value) if value == int(value) else value


_SCALES = {"minute": 60, "hour": 3600, "day": 86400}


def _fitting(value: float, kind: str) -> float:
    return round(value) if kind == "integer" or value == int(value) else value


def _value(
    values: Sequence[Any], default: Value, said: frozenset[str], text: str, of_values: Mapping[str, frozenset[str]], context: Context
) -> Value | None:
    """The listed value that was said, the one with the most words; the default only where no other was, since it needs no saying. Else
    the one whose explanation shares more with what was said than any other's."""
    spoken_values = [(v != default, len(words), v) for v in values if isinstance(v, str) and (words := documented(v)) and words <= said]
    if spoken_values:
        return max(spoken_values, key=lambda t: t[:2])[2]
    spoken_stems = set(stems(text))
    listed = [v for v in values if isinstance(v, str)]
    if turned := switched(listed, said):
        return turned
    if not is_spaced(text) and (known := next((v for v in listed if said_value(v, text, spoken_stems, context.lexicon)), None)):
        return known
    alone = {v: of_values[v].difference(*(w for o, w in of_values.items() if o != v)) & said for v in listed if v in of_values}
    most = max((len(w) for w in alone.values()), default=0)
    best = [v for v, w in alone.items() if w and len(w) == most]
    if len(best) == 1:
        return best[0]
    return next((v for word in ordered_words("utmost") for v in listed if v.lower() == word), None) if UTMOST in said else None


def switched(listed: Sequence[str], said: frozenset[str]) -> str | None:
    """Of two values of which one is to rest (`humming`, `stopped`), the one that on or off asks for."""
    resting = [v for v in listed if v.lower() in words_for("resting")]
    if len(listed) != 2 or len(resting) != 1 or ("on" in said) == ("off" in said):
        return None
    return resting[0] if "off" in said else next(v for v in listed if v != resting[0])


@cache
def _poles() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Stems of commands, and of their opposites."""
    poles = (line.split(" / ") for line in ordered_words("poles"))
    return tuple((frozenset(map(stem, one.split())), frozenset(map(stem, other.split()))) for one, other in poles)
