"""`The way I like it`, いつもの明るさ: the value that somebody likes, where a sentence points at it. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.grammar.parts import Pointed
from yamori.memory.reading.situations import is_now, settings_named, situation_in
from yamori.memory.reading.vocabulary import Piece, folded, holds, pieces_of, starts, table, words_below, words_for
from yamori.memory.statement import Topic
from yamori.memory.wording import setting_called, valued

_EN, _JA = Language.ENGLISH, Language.JAPANESE


def pointed_in(text: str, now: datetime) -> Pointed | None:
    """None where it points at none."""
    return _japanese(text, now) if language_of(text) is _JA else _english(text)


def is_asked_for(pointed: Pointed, language: Language) -> bool:
    """Whether the sentence has something made as the person likes it, and neither tells nor asks what that is."""
    makes = words_for("makes", language)
    if language is _JA:
        return folded(pointed.behind).replace(" ", "").lstrip("に").startswith(makes)
    return holds(folded(pointed.before), makes) is not None


def liked(setting: str, facts: Sequence[Kept], now: datetime, text: str = "") -> Kept | None:
    """What somebody likes a setting to have now: what is liked in this situation, else always."""
    fitting = [
        f for f in facts if f.statement.topic is Topic.SETTING and f.statement.key == setting and is_now(f.statement.when, now, text)
    ]
    return next((f for f in fitting if f.statement.when), fitting[0] if fitting else None)


def in_a_place(pointed: Pointed, rooms: Collection[str], language: Language) -> str | None:
    """The room that is to be as the person likes it; empty for where they are, None where the sentence speaks of something else."""
    said = pointed.before if language is _JA else " ".join(_object(pointed.before))
    said = said.strip().rstrip("をはの、") if language is _JA else said
    bare = folded(said)
    felt = next((w for w in words_below("felt", language)["temperature"] if bare.endswith(f" {w}")), "")  # `make it warm`
    if bare.removesuffix(f" {felt}") in ("", *words_for("all_of_it", language)):
        return ""
    return said if bare.removeprefix("the ") in map(folded, rooms) else None


def for_a_place(pointed: Pointed, place: str, language: Language) -> Pointed:
    """The same of what has such a value in a room, or where the person is."""
    thing = str(table("of_everything")[pointed.setting][language.value])
    if language is _JA:
        return replace(pointed, before=f"{place}の{thing}" if place else thing)
    return replace(pointed, before=f"{_lead(pointed.before)}set {thing}{f' in {place}' if place else ''}")


def with_value(pointed: Pointed, value: str, language: Language) -> str:
    """The sentence with the value in the place of the words that point at it."""
    said = valued(pointed.setting, value, language)
    if language is _JA:
        return _with_value_in_japanese(pointed, said)
    words = pointed.before.split()
    while words and folded(words[-1]) in ("to", "at", "just", "on", "as"):
        words = words[:-1]
    lead, rest = _lead(" ".join(words)).split(), _object(" ".join(words))
    if rest[:1] == ["on"]:
        rest = rest[1:]
    return " ".join([*lead, "set", *rest, "to", said, pointed.behind.strip()]).strip()


def _lead(before: str) -> str:
    """What stands before the verb: `could you `."""
    words = before.split()
    verb = next((n for n, word in enumerate(words) if folded(word) in words_for("makes", _EN)), 0)
    return "".join(f"{word} " for word in words[:verb])


def _object(before: str) -> list[str]:
    """What is to be made so: `the lights`."""
    return before.split()[len(_lead(before).split()) + 1 :]


def _with_value_in_japanese(pointed: Pointed, said: str) -> str:
    called = setting_called(pointed.setting, _JA)
    before = pointed.before
    behind = pointed.behind.lstrip("に")
    if behind.startswith("で") and len(behind) > 1:  # いつもの温度でつけて
        thing = before.rstrip("をのは、 ")
        own = thing.rpartition("。")[2]
        return f"{thing}を{behind[1:]}、{own}の{called}を{said}にして"
    if before.endswith("を"):
        before = f"{before.removesuffix('を')}の"
    return f"{before}{called if called not in before else ''}を{said}に{behind}"


def _english(text: str) -> Pointed | None:
    pieces = pieces_of(text)
    flat = [p.flat for p in pieces]
    for phrase in words_for("preferred", _EN):
        words = phrase.split()
        for at in range(len(flat) - len(words) + 1):
            if flat[at : at + len(words)] == words:
                end = at + len(words)
                named = end < len(flat) and any(settings_named(flat[end]))
                if phrase in words_for("before_a_setting", _EN) and not named:
                    continue
                return _pointed(text, pieces, at, end + named, settings_named(text))
    return _of_a_setting(text, pieces, flat)


def _of_a_setting(text: str, pieces: Sequence[Piece], flat: Sequence[str]) -> Pointed | None:
    """`the temperature I like`"""
    for phrase in words_for("liked_behind", _EN):
        words = phrase.split()
        for at in range(1, len(flat) - len(words) + 1):
            if flat[at : at + len(words)] == words and (named := settings_named(flat[at - 1])):
                start = at - 1 - (at > 1 and flat[at - 2] in ("the", "a"))
                return _pointed(text, pieces, start, at + len(words), named)
    return None


def _pointed(text: str, pieces: Sequence[Piece], start: int, end: int, settings: Sequence[str]) -> Pointed:
    """The words from one piece to another point; the situation that follows them says which value is meant, and no time."""
    behind = pieces[end:]
    said = " ".join(p.flat for p in behind)
    named = ((name, starts(said, phrases)) for name, phrases in words_below("situations", _EN).items())
    situation, phrase = next(((name, found) for name, found in named if found is not None), ("", ""))
    behind = behind[len(phrase.split()) :]
    rest = text[behind[0].start :].strip(" .!?") if behind else ""
    return Pointed(before=text[: pieces[start].start], behind=rest, setting=next(iter(settings), ""), situation=situation)


def _japanese(text: str, now: datetime) -> Pointed | None:
    for phrase in words_for("preferred", _JA):
        at = text.find(phrase)
        if at < 0:
            continue
        behind = text[at + len(phrase) :]
        names = sorted((n for s in ("temperature", "brightness", "volume") for n in _setting_words(s)), key=len, reverse=True)
        named = next((n for n in names if behind.startswith(n)), "")
        if phrase.endswith(("の", "な")) and not named:
            continue
        setting = next(iter(settings_named(named or text)), "")
        before, situation = _without_situation(text[:at], now)
        return Pointed(before=before, behind=behind[len(named) :], setting=setting, situation=situation)
    return None


def _without_situation(before: str, now: datetime) -> tuple[str, str]:
    """Of 夕方のいつもの温度 the evening says which value is meant; of 夜は… only where it is night now: else it is for later."""
    for name, phrases in words_below("situations", _JA).items():
        for phrase in phrases:
            if before.endswith(f"{phrase}の"):
                return before.removesuffix(f"{phrase}の"), name
            for particle in ("は", "は、", "には"):
                if before.endswith(f"{phrase}{particle}") and situation_in(phrase) == name and is_now(name, now):
                    return before.removesuffix(f"{phrase}{particle}"), name
    return before, ""


def _setting_words(setting: str) -> tuple[str, ...]:
    return tuple(table("settings")[setting]["said"]["ja"])
