"""Readings as the answer to a question: yes or no, which of them, how many, the most of them, or simply what they say."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from yamori.agents.iot.rules.activity import is_mode, split_modes
from yamori.agents.iot.rules.mentions import masked, mentions
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import SHOWN, is_are, listed, placed, room_called, value_word
from yamori.agents.iot.rules.queries import holds
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.survey_answers import surveyed
from yamori.agents.iot.rules.told_readings import plainly
from yamori.agents.iot.rules.unknown import Read, since_when, unknown_list, unknown_sentences
from yamori.agents.iot.rules.unreported import unreported_text
from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import CJK, Lexicon, squeezed
from yamori.domain.language import Language


def answered(result: Mapping[str, Any], index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, now: datetime) -> str:
    """`said` in normal form decides how the readings are put."""
    readings = cast(Sequence[Read], result["readings"])
    if not readings:
        return "I have no reading for that." if language is Language.ENGLISH else "その値は分かりません。"
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
    return (" " if language is Language.ENGLISH else "").join(sentence[:1].upper() + sentence[1:] for sentence in sentences if sentence)


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
    english = language is Language.ENGLISH
    name, doing = _name(r, index, language), value_word("", equals, lexicon, english=english)
    mode = value_word(r["attribute"], r["value"], lexicon, english=english)
    if english:
        return f"{name} {is_are(name)} set to {mode}; whether it is {doing} now is not reported."
    return f"{name}は{mode}に設定されています。今{doing}かどうかは報告されていません。"


def _unsure(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, now: datetime) -> str:
    name, value = _name(r, index, language), value_word("", equals, lexicon, english=language is Language.ENGLISH)
    since = since_when(r, index, lexicon, language, now=now)
    if language is Language.ENGLISH:
        return f"I don't know whether {name} {is_are(name)} {value}: {since}"
    so = f"{value.removesuffix('います')}いる" if value.endswith("います") else value
    return f"{name}が{so}かどうかは、今は分かりません。{since}"


def _known(readings: Sequence[Read], equals: str, index: HomeIndex, lexicon: Lexicon, language: Language, *, said: str, whole: bool) -> str:
    """`whole`: nothing is left of which it is not known."""
    english = language is Language.ENGLISH
    where = says(said, "asks_where")
    named = [(_placed if where else _name)(r, index, language) for r in readings if is_so(r, equals, index)]
    so = list(dict.fromkeys(named))
    value = value_word("", equals, lexicon, english=english)
    end = "" if value.endswith("ます") else "です"
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
            if not whole:
                return f"All {len(readings)} that report are {value}." if english else f"報告のある{len(readings)}台はすべて{value}{end}。"
            return f"Yes, all {len(readings)} are {value}." if english else f"はい、{len(readings)}台すべて{value}{end}。"
        names = list(dict.fromkeys(f"{_name(r, index, language)} ({_actual(r, equals, index, lexicon, english=english)})" for r in others))
        return f"No, not all: {listed(names, language)}." if english else f"いいえ、そうでないもの: {listed(names, language)}。"
    if not so:
        ending = f"{value.removesuffix('います')}いる" if value.endswith("います") else f"{value}の"
        rooms = {index.devices[r["device"]].room for r in readings}
        place = room_called(rooms.pop(), index, language) if len(rooms) == 1 else ""
        if not whole:
            there = f"{place}に" if place else ""
            if english:
                return f"None of the {len(readings)}{f' in {place}' if place else ''} that report is {value}."
            return f"報告のある{len(readings)}台の中では、{there}{ending}ものはありません。"
        if english:
            return f"No, none of the {len(readings)}{f' in {place}' if place else ''} is {value}."
        return f"いいえ、{f'{place}に' if place else ''}{ending}ものはありません。"
    count = f"{len(so)} of {len(readings)}" if english else f"{len(readings)}台中{len(so)}台"
    return (
        f"{listed(so, language)} {'are' if len(so) > 1 else is_are(so[0])} {value} ({count})."
        if english
        else f"{listed(so, language)}が{value}{end}（{count}）。"
    )


def _asks_what_is_not_so(said: str, index: HomeIndex, lexicon: Lexicon) -> bool:
    """`Which doors aren't locked?`, 鍵かかってないとこある？; `isn't it locked?` asks whether it is."""
    shown = masked(said, [(m.start, m.end) for m in mentions(said, index, lexicon)])
    return says(shown, "denied") and (bool(CJK.search(said)) or says(said, "open_questions"))


def _not_so(readings: Sequence[Read], value: str, equals: str, index: HomeIndex, language: Language, *, said: str) -> str:
    english, number = language is Language.ENGLISH, len(readings)
    name = _placed if says(said, "asks_where") else _name
    others = list(dict.fromkeys(name(r, index, language) for r in readings if not is_so(r, equals, index)))
    if english:
        if not others:
            return f"No, all {number} are {value}." if number > 1 else f"No, {name(readings[0], index, language)} is {value}."
        return f"{listed(others, language)} {'are' if len(others) > 1 else is_are(others[0])} not {value} ({len(others)} of {number})."
    end = "" if value.endswith("ます") else "です"
    if not others:
        whole = f"{number}台とも" if number > 1 else f"{name(readings[0], index, language)}は"
        return f"いいえ、{whole}{value}{end}。"
    denied = f"{value.removesuffix('ます')}ません" if value.endswith("ます") else f"{value}ではありません"
    return f"{listed(others, language)}は{denied}（{number}台中{len(others)}台）。"


AT_REST = frozenset({"closed", "locked", "off", "inactive", "clear", "dry", "stopped", "idle"})
"""Values that a device has only when all of its components have it: one open door is an open fridge."""


def _of_components(readings: Sequence[Read], equals: str, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    """One device that several components answer for: with those that decide it."""
    resting = squeezed(equals) in AT_REST
    deciding = [r for r in readings if is_so(r, equals, index) is not resting]
    yes = resting is not bool(deciding)
    english = language is Language.ENGLISH
    device = index.devices[readings[0]["device"]]
    names = list(dict.fromkeys(_name(r, index, language) for r in deciding)) or [spoken_name(device, "main", index, language)]
    shown = _actual((deciding or readings)[0], equals, index, lexicon, english=english)
    if english:
        verb = "are" if len(names) > 1 else is_are(names[0])
        return f"{'Yes' if yes else 'No'}, {listed(names, language)} {verb} {shown}."
    return f"{'はい' if yes else 'いいえ'}、{listed(names, language)}は{shown}{'' if shown.endswith('ます') else 'です'}。"


def _one(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, language: Language) -> str:
    name = _name(r, index, language)
    yes = is_so(r, equals, index)
    english = language is Language.ENGLISH
    shown = _actual(r, equals, index, lexicon, english=english)
    if isinstance(r["value"], int | float) and not isinstance(r["value"], bool):
        shown += f" ({r['value']:g}{r['unit'] or ''})" if english else ""
    if english:
        return f"{'Yes' if yes else 'No'}, {name} {is_are(name)} {shown}."
    detail = f"（{r['value']:g}{r['unit'] or ''}）" if isinstance(r["value"], int | float) and not isinstance(r["value"], bool) else ""
    return f"{'はい' if yes else 'いいえ'}、{name}は{shown}{'' if shown.endswith('ます') else 'です'}{detail}。"


def is_so(r: Read, equals: str, index: HomeIndex) -> bool:
    return holds(r["value"], equals, index.capabilities[r["capability"]].attributes.get(r["attribute"]))


def _actual(r: Read, equals: str, index: HomeIndex, lexicon: Lexicon, *, english: bool) -> str:
    """What it is instead; a position is open or closed."""
    if isinstance(r["value"], int | float) and not isinstance(r["value"], bool) and squeezed(equals) in ("open", "closed"):
        attribute = index.capabilities[r["capability"]].attributes.get(r["attribute"])
        return value_word("", "open" if holds(r["value"], "open", attribute) else "closed", lexicon, english=english)
    word = value_word(r["attribute"], r["value"], lexicon, english=english)
    return f"set to {word}" if english and is_mode(r["attribute"]) and r["value"] != "off" else word
