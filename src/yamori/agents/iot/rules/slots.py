"""Amounts and values that were said of one device, each given to the only command that can take it: `40 degrees for ten minutes, with the
gentle jet`. Units tell what words leave open; where two commands could take an amount and no word tells which, nothing is read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from yamori.agents.iot.rules.acts import Match
from yamori.agents.iot.rules.commands import begins, is_duration, is_in_unit, needed, properties, unit_of
from yamori.agents.iot.rules.docs import Doc, Docs, Key
from yamori.agents.iot.rules.fitting import against, arguments_for, fits, in_unit, is_difference
from yamori.agents.iot.rules.glossary import documented
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.said import Said
from yamori.agents.iot.rules.word_lists import stems_for, words_for


@dataclass
class _Share:
    """What one command is given."""

    numbers: list[tuple[float, str]] = field(default_factory=list)
    seconds: float | None = None
    values: frozenset[str] = frozenset()


def slotted(said: Said, keys: Sequence[Key], docs: Docs, context: Context) -> tuple[Match, ...]:
    """The commands, those that last at the end; none where an amount has no place or several, where a command lacks what it needs, or
    where words are left that no command accounts for. Two amounts at least, or one in a unit that tells its place: else words tell more."""
    stems_said = frozenset(w for word in said.words for w in word)
    own = [docs.of[key] for key in keys]
    values = _values_said(own, stems_said)
    amounts = len(said.numbers) + (said.seconds is not None) + len(values)
    if said.texts or said.unknown or not amounts or not (said.numbers or said.seconds is not None):
        return ()
    shares: dict[int, _Share] = {}
    for number, unit in zip(said.numbers, said.units, strict=True):
        place = _only([n for n, d in enumerate(own) if _takes_number(d, number, unit)], own, stems_said)
        if place is None:
            return ()
        shares.setdefault(place, _Share()).numbers.append((number, unit))
    if said.seconds is not None:
        place = _only([n for n, d in enumerate(own) if _takes_seconds(d, said.seconds)], own, stems_said)
        if place is None:
            return ()
        shares.setdefault(place, _Share()).seconds = said.seconds
    for value, places in values.items():
        place = _only(list(places), own, stems_said)
        if place is None:
            return ()
        share = shares.setdefault(place, _Share())
        share.values |= documented(value)
    found: list[Match] = []
    for place, share in shares.items():
        numbers, units = tuple(n for n, _ in share.numbers), tuple(u for _, u in share.numbers)
        part = replace(said, numbers=numbers, units=units, seconds=share.seconds, texts=())
        arguments = arguments_for(part, own[place], context)
        if arguments is None or against(own[place], arguments, stems_said):
            return ()
        if any(n not in arguments for n in needed(own[place].command)):
            return ()
        found.append(Match(own[place], arguments, 1.0, 1.0))
    documented_stems = (
        frozenset(w for m in found for w in m.doc.words)
        | words_for("telling_nothing")
        | (words_for("ways") if said.numbers else frozenset())
    )
    left = [word for word in said.words if not word & documented_stems]
    if any(not word & words_for("doing") for word in left) or (left and not _begins_one(found, said, context)):
        return ()
    return tuple(sorted(found, key=lambda m: any(is_duration(a, m.doc.command) for a in m.arguments)))


def _begins_one(found: Sequence[Match], said: Said, context: Context) -> bool:
    """Whether one of the commands is what a word such as `start` asks for: called so, or with how long it lasts."""
    asked = [s for s in context.lexicon.senses if s.phrases.found(said.plain)]
    called = any(begins(m.doc.command.name, w) for m in found for s in asked for w in s.commands)
    return called or any(is_duration(a, m.doc.command) for m in found for a in m.arguments)


def _only(places: list[int], own: Sequence[Doc], said: frozenset[str]) -> int | None:
    """The only place; of several the one whose own name was said more than any other's."""
    if len(places) <= 1:
        return places[0] if places else None
    points = {n: len(said & documented(own[n].command.name)) for n in places}
    best = [n for n in places if points[n] == max(points.values())]
    return best[0] if len(best) == 1 and points[best[0]] else None


def _takes_number(doc: Doc, number: float, unit: str) -> bool:
    return any(
        p.get("type") in ("integer", "number")
        and "enum" not in p
        and not is_difference(n, doc.command)
        and not is_duration(n, doc.command)
        and is_in_unit(unit, its_unit := unit_of(doc.capability, doc.command, n))
        and (not unit or its_unit != "other")
        and fits(number, p)
        for n, p in properties(doc.command).items()
    )


def _takes_seconds(doc: Doc, seconds: float) -> bool:
    return any(is_duration(n, doc.command) and fits(in_unit(seconds, n), p) for n, p in properties(doc.command).items())


def _values_said(own: Sequence[Doc], said: frozenset[str]) -> dict[str, tuple[int, ...]]:
    """Listed values all of whose words were said, with the commands that take them; no verb, which may only ask for a change."""
    found: dict[str, list[int]] = {}
    for n, doc in enumerate(own):
        for schema in properties(doc.command).values():
            for value in schema.get("enum", ()):
                words = documented(str(value)) - stems_for("function")
                if words and words <= said and not words & stems_for("verbs_of_values"):
                    found.setdefault(str(value), []).append(n)
    return {v: tuple(dict.fromkeys(places)) for v, places in found.items()}
