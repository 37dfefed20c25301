"""Readings as the answer to a question: yes or no, which of them, how many, the most of them, or simply what they say."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from yamori.agents.iot.rules.activity import is_mode, split_modes
from yamori.agents.iot.rules.grammar import grammar_of
from yamori.agents.iot.rules.mentions import masked, mentions
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import SHOWN, joined, listed, number_of, placed, room_called, value_word
from yamori.agents.iot.rules.queries import holds
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.survey_answers import surveyed
from yamori.agents.iot.rules.told_readings import plainly
from yamori.agents.iot.rules.unknown import Read, since_when, unknown_list, unknown_sentences
from yamori.agents.iot.rules.unreported import unreported_text
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import Lexicon, squeezed
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language, is_spaced


def answered(result: Mapping[str, Any], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime) -> str:
    """`said` in normal form decides how the readings are put."""
    readings = cast(Sequence[Read], result["readings"])
    if not readings:
        return TEXTS.said(language, "answers.nothing")
    equals = result.get("equals")
    if equals is not None:
        return _whether(readings, str(equals), index, lexicon, language, said=said, now=now)
    unknown = [r for r in readings if r["value"] is None]
    readings = [r for r in readings if r["value"] is not None]
    if not readings:
        return _joined(unknown_sentences(unknown, index, lexicon, language, now=now)[:SHOWN], language)
    if (shown := surveyed(readings, index, lexicon, language, said=said)) is not None:
        return _joined([shown, unknown_list(unknown, index, lexicon, language, now=now)], language)
    if (shown := unreported_text(readings, index, lexicon, language, said=said)) is not None:
        return shown
    # What was never reported is mentioned only of devices of which nothing else is.
    answered = {(r["device"], r["component"]) for r in readings}
    missed = [r for r in unknown if r.get("last") or (r["device"], r["component"]) not in answered]
    plain = plainly(readings, index, lexicon, language)
    return _joined([plain, *unknown_sentences(missed, index, lexicon, language, now=now)[:SHOWN]], language)


def _name(r: Read, index: HomeIndex, language: Language) -> str:
    return spoken_name(index.devices[r["device"]], r["component"], index, language)


def _placed(r: Read, index: HomeIndex, language: Language) -> str:
    return placed(index.devices[r["device"]], r["component"], index, language)


def _joined(sentences: Sequence[str], language: Language) -> str:
    return joined([sentence[:1].upper() + sentence[1:] for sentence in sentences], language)


def _whether(
    readings: Sequence[Read], equals: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime
) -> str:
    readings, modes = split_modes(readings, equals, index, lexicon)
    unknown = [r for r in readings if r["value"] is None]
    known = [r for r in readings if r["value"] is not None]
    if len(readings) == 1 and unknown:
        rest = _unsure(unknown[0], equals, index, lexicon, language, now=now)
    else:
        rest = unknown_list(unknown, index, lexicon, language, now=now)
    answer = _known(known, equals, index, lexicon, language, said=said, whole=not rest) if known else ""
    return _joined([answer, rest, *(_only_set(r, equals, index, lexicon, language) for r in modes[:SHOWN])], language)


def _only_set(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    """Of a thing that tells to what it is set, and not what it does."""
    name, doing = _name(r, index, language), value_word("", equals, lexicon, language=language)
    mode = value_word(r["attribute"], r["value"], lexicon, language=language)
    return TEXTS.counted(language, "answers.only_set", number_of([name], language), name=name, mode=mode, doing=doing)


def _unsure(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    name, value = _name(r, index, language), grammar_of(language).whether(value_word("", equals, lexicon, language=language))
    since = since_when(r, index, lexicon, language, now=now)
    return TEXTS.counted(language, "answers.unsure", number_of([name], language), name=name, value=value, since=since)


def _known(readings: Sequence[Read], equals: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, whole: bool) -> str:
    """`whole`: nothing is left of which it is not known."""
    where, grammar = says(said, "asks_where"), grammar_of(language)
    named = [(_placed if where else _name)(r, index, language) for r in readings if is_so(r, equals, index)]
    so = list(dict.fromkeys(named))
    value = value_word("", equals, lexicon, language=language)
    if _asks_what_is_not_so(said, index, lexicon):
        return _not_so(readings, value, equals, index, language, said=said)
    if len(readings) == 1 and whole:
        return _one(readings[0], equals, index, lexicon, language)
    if len({r["device"] for r in readings}) == 1 and not says(said, "open_questions"):
        return _of_components(readings, equals, index, lexicon, language)
    every = lexicon.marks["all"].found(said) or lexicon.marks["everything"].found(said)
    if every and not says(said, "open_questions"):
        others = [r for r in readings if not is_so(r, equals, index)]
        if not others:
            text = "answers.all" if whole else "answers.all_reported"
            return TEXTS.said(language, text, count=len(readings), value=grammar.predicate(value))
        instead = ((_name(r, index, language), _actual(r, equals, index, lexicon, language)) for r in others)
        names = list(dict.fromkeys(TEXTS.said(language, "answers.instead", name=name, value=actual) for name, actual in instead))
        return TEXTS.said(language, "answers.not_all", names=listed(names, language))
    if not so:
        rooms = {index.devices[r["device"]].room for r in readings}
        place = room_called(rooms.pop(), index, language) if len(rooms) == 1 else ""
        text = f"answers.none{'' if whole else '_reported'}{'_there' if place else ''}"
        return TEXTS.said(language, text, count=len(readings), place=place, value=grammar.attributive(value))
    return _some("answers.some", so, grammar.predicate(value), language, of=len(readings))


def _some(text: str, names: Sequence[str], value: str, language: Language, *, of: int) -> str:
    number = number_of(names, language)
    return TEXTS.counted(language, text, number, names=listed(names, language), value=value, so=len(names), all=of)


def _asks_what_is_not_so(said: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """`Which doors aren't locked?`, 鍵かかってないとこある？; `isn't it locked?` asks whether it is."""
    shown = masked(said, [(m.start, m.end) for m in mentions(said, index, lexicon)])
    return says(shown, "denied") and (not is_spaced(said) or says(said, "open_questions"))


def _not_so(readings: Sequence[Read], value: str, equals: str, index: HomeIndex, language: Language, *, said: str) -> str:
    number, grammar = len(readings), grammar_of(language)
    name = _placed if says(said, "asks_where") else _name
    others = list(dict.fromkeys(name(r, index, language) for r in readings if not is_so(r, equals, index)))
    if others:
        return _some("answers.not_so", others, grammar.denied(value), language, of=number)
    if number > 1:
        return TEXTS.said(language, "answers.so_all", count=number, value=grammar.predicate(value))
    return TEXTS.said(language, "answers.so_one", name=name(readings[0], index, language), value=grammar.predicate(value))


AT_REST = frozenset({"closed", "locked", "off", "inactive", "clear", "dry", "stopped", "idle"})
"""Values that a device has only when all of its components have it: one open door is an open fridge."""


def _of_components(readings: Sequence[Read], equals: str, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    """One device that several components answer for: with those that decide it."""
    resting = squeezed(equals) in AT_REST
    deciding = [r for r in readings if is_so(r, equals, index) is not resting]
    yes = resting is not bool(deciding)
    device = index.devices[readings[0]["device"]]
    names = list(dict.fromkeys(_name(r, index, language) for r in deciding)) or [spoken_name(device, "main", index, language)]
    return _yes_or_no(yes, names, _actual((deciding or readings)[0], equals, index, lexicon, language), language)


def _one(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    shown, detail = _actual(r, equals, index, lexicon, language), ""
    if isinstance(r["value"], int | float) and not isinstance(r["value"], bool):
        detail = TEXTS.said(language, "answers.detail", amount=f"{r['value']:g}{r['unit'] or ''}")
    return _yes_or_no(is_so(r, equals, index), [_name(r, index, language)], shown, language, detail=detail)


def _yes_or_no(yes: bool, names: Sequence[str], value: str, language: Language, *, detail: str = "") -> str:
    said, name = grammar_of(language).predicate(value), listed(names, language)
    text = "answers.yes" if yes else "answers.no"
    return TEXTS.counted(language, text, number_of(names, language), name=name, value=said, detail=detail)


def is_so(r: Read, equals: str, index: HomeIndex) -> bool:
    return holds(r["value"], equals, index.capabilities[r["capability"]].attributes.get(r["attribute"]))


def _actual(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    """What it is instead; a position is open or closed."""
    if isinstance(r["value"], int | float) and not isinstance(r["value"], bool) and squeezed(equals) in ("open", "closed"):
        attribute = index.capabilities[r["capability"]].attributes.get(r["attribute"])
        return value_word("", "open" if holds(r["value"], "open", attribute) else "closed", lexicon, language=language)
    word = value_word(r["attribute"], r["value"], lexicon, language=language)
    return TEXTS.said(language, "answers.mode", mode=word) if is_mode(r["attribute"]) and r["value"] != "off" else word
