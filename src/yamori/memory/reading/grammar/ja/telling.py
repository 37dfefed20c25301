"""What a Japanese sentence tells of somebody. What is told stands before its cue (卵アレルギー), or behind one that ends in は."""

import re
from collections.abc import Collection
from dataclasses import replace

from yamori.memory.reading.grammar.ja.words import words_below, words_for
from yamori.memory.reading.situations import setting_in, situation_in
from yamori.memory.reading.vocabulary import without_ending
from yamori.memory.statement import Statement, Topic

_BOUNDS = re.compile(r"[、,。\s]|(?<=[^\s])(?:たら|ので|って|は|が(?!い))(?=.)")
"""Where what is told may begin: behind whom it is of."""
_CLAUSES = re.compile(r"[、,。\s]")
_PARTICLES = "はがもをにのと、 "
_NAMES_A_BEING = re.compile(r"(?P<whose>.*?)の(?P<being>[^のは、]+)(?:の名前)?は(?P<name>[^は、]{1,12})")


def told(text: str, names: Collection[str], *, passes: bool = False) -> Statement | None:
    """`names` are those of people of the household. None where the sentence tells nothing that is kept."""
    plain = without_ending(text.strip(" 。.!！、"))
    if not plain or any(word in text for word in words_for("wants")):
        return None
    about, shared, rest = _subject(plain, names)
    found = _cue(rest)
    if found is None:
        return _named_being(plain)
    topic, start, end = found
    value = _value(topic, rest, start, end).removeprefix(about).strip(_PARTICLES)
    if topic is Topic.LIKE and value and (favourite := _favourite(plain, rest, start, end)) is not None:
        return replace(favourite, about=about, shared=shared)
    if not value or any(value.startswith(word) for word in words_for("pointing")):
        return None
    made = Statement(topic=topic, words=plain, about=about, value=value, shared=shared)
    if rest[start:end] in words_for("supports") and not about:
        return replace(made, topic=Topic.FAVOURITE, key=words_for("team")[0])
    amount = setting_in(plain) if topic is Topic.LIKE and not about else None
    if amount is not None:
        return replace(made, topic=Topic.SETTING, key=amount.name, value=amount.value, when=situation_in(plain))
    if topic in (Topic.NAME, Topic.BIRTHDAY, Topic.WORK, Topic.ADDRESS):
        whom = _being_before(rest, start)
        if topic is Topic.NAME and not (whom or about):
            return None
        return replace(made, about=whom or about)
    return made


def _subject(text: str, names: Collection[str]) -> tuple[str, bool, str]:
    """Whom a sentence begins with, whether that is the household, and what follows."""
    for word in words_for("household"):
        if text.startswith(word):
            rest = text[len(word) :]
            being = next((b for b in words_for("beings") if rest.startswith(b)), "")
            whom = being + _behind(rest[len(being) :]) if being else ""
            return being, True, whom if being else rest
    for word in words_for("speaker"):
        if text.startswith(word) and text[len(word) :][:1] in (*_PARTICLES, ""):
            rest = text[len(word) :].lstrip(_PARTICLES)
            being = next((b for b in words_for("beings") if rest.startswith(b) and text[len(word)] == "の"), "")
            return being, False, _behind(rest[len(being) :]) if being else rest
    for name in sorted((*names, *words_for("beings"), *words_for("others")), key=len, reverse=True):
        if name and text.startswith(name) and re.match(r"(?:さん|ちゃん|くん|君)?(?:[はがもの、]|って|ね、)", text[len(name) :]):
            return name, False, _behind(text[len(name) :])
    return "", False, text


def _behind(text: str) -> str:
    """What follows a subject, without its particle; の of 弟の誕生日 is kept for the cue."""
    match = re.match(r"(?:さん|ちゃん|くん|君)?(?:ね、|って、?|[はがも]、?|、)?", text)
    return text[match.end() :] if match else text


def _cue(text: str) -> tuple[Topic, int, int] | None:
    """The last cue that stands there; of several at one place the longest."""
    found = [(start, len(cue), topic) for topic, listed in words_below("cues").items() for cue in listed if (start := text.find(cue)) >= 0]
    if not found:
        return None
    start, length, topic = min(found, key=lambda f: (f[0], -f[1]))
    return Topic(topic), start, start + length


def _value(topic: Topic, text: str, start: int, end: int) -> str:
    behind = text[end:].strip(_PARTICLES)
    if text[start:end].endswith("は"):
        return without_ending(behind)
    before = text[:start].strip(_PARTICLES)
    if not before:
        return behind or text[start:end].strip(_PARTICLES)
    bounds = _CLAUSES if topic in (Topic.LIKE, Topic.DISLIKE) else _BOUNDS
    pieces = [piece for piece in bounds.split(before) if piece]
    return pieces[-1].strip(_PARTICLES) if pieces else before


def _being_before(text: str, start: int) -> str:
    """Whose it is: 弟 of 弟の名前は."""
    before = text[:start].rstrip("の")
    return next((b for b in words_for("beings") if before.endswith(b)), "")


def _favourite(text: str, rest: str, start: int, end: int) -> Statement | None:
    """好きなチームは…"""
    behind = rest[end:]
    match = re.fullmatch(r"な(?P<key>[^は]{1,12})は(?P<value>[^、。]+).*", behind)
    if match is None or start > 1:
        return None
    amount = setting_in(text)
    if amount is not None:
        return Statement(topic=Topic.SETTING, words=text, key=amount.name, value=amount.value, when=situation_in(text))
    return Statement(topic=Topic.FAVOURITE, words=text, key=match["key"], value=without_ending(match["value"]))


def _named_being(text: str) -> Statement | None:
    """うちの猫はミケ"""
    match = _NAMES_A_BEING.fullmatch(text)
    if match is None:
        return None
    being, whose, name = match["being"], match["whose"], match["name"]
    known = next((b for b in words_for("beings") if being == b), None)
    owners = {word.rstrip("のは") for topic in ("household", "speaker") for word in words_for(topic)}
    if known is None or whose not in owners or re.search(r"[るいたてん]$|[0-9]", name):
        return None
    shared = any(whose == w.rstrip("のは") for w in words_for("household"))
    return Statement(topic=Topic.NAME, words=text, about=known, value=name, shared=shared)
