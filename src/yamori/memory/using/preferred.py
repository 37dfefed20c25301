"""`The way I like it`, いつもの明るさ: the value that somebody likes, where a sentence points at it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.situations import is_now, settings_named
from yamori.memory.reading.vocabulary import folded, pieces_of, words_for
from yamori.memory.statement import Topic
from yamori.memory.wording import setting_called, valued

_EN = Language.ENGLISH


@dataclass(frozen=True, kw_only=True)
class Pointed:
    """A sentence that points at a value somebody likes."""

    before: str
    behind: str
    setting: str
    """Empty where the sentence does not say of what."""


def pointed_in(text: str) -> Pointed | None:
    """None where it points at none."""
    return _japanese(text) if language_of(text) is Language.JAPANESE else _english(text)


def liked(setting: str, facts: Sequence[Kept], now: datetime, text: str = "") -> Kept | None:
    """What somebody likes a setting to have now: what is liked in this situation, else always."""
    fitting = [
        f for f in facts if f.statement.topic is Topic.SETTING and f.statement.key == setting and is_now(f.statement.when, now, text)
    ]
    return next((f for f in fitting if f.statement.when), fitting[0] if fitting else None)


def with_value(pointed: Pointed, value: str, language: Language) -> str:
    """The sentence with the value in the place of the words that point at it."""
    said = valued(pointed.setting, value, language)
    if language is Language.JAPANESE:
        called = setting_called(pointed.setting, language)
        before = pointed.before
        if before.endswith("を"):
            before = f"{before.removesuffix('を')}の"
        behind = pointed.behind.lstrip("に")
        named = called in before or before.endswith(("は", "の"))
        return (
            f"{before}{called if called not in before else ''}を{said}に{behind}"
            if named or not before
            else f"{before}{called}を{said}に{behind}"
        )
    before = pointed.before.strip()
    words = before.split()
    while words and folded(words[-1]) in ("to", "at", "just", "on"):
        words = words[:-1]
    turned = words[:2] and folded(" ".join(words[:2])) in ("turn on", "switch on", "put on")
    lead = ["set", *words[2:]] if turned else words
    if lead and folded(lead[-1]) == "on" and folded(lead[0]) in ("turn", "switch", "put"):
        lead = ["set", *lead[1:-1]]
    return " ".join([*lead, "to", said, pointed.behind.strip()]).strip()


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
                start, stop = pieces[at].start, pieces[end if named else end - 1].end
                setting = next(iter(settings_named(text)), "")
                return Pointed(before=text[:start], behind=text[stop:].strip(" .!?"), setting=setting)
    return None


def _japanese(text: str) -> Pointed | None:
    for phrase in words_for("preferred", Language.JAPANESE):
        at = text.find(phrase)
        if at < 0:
            continue
        behind = text[at + len(phrase) :]
        names = sorted((n for s in ("temperature", "brightness", "volume") for n in _setting_words(s)), key=len, reverse=True)
        named = next((n for n in names if behind.startswith(n)), "")
        if phrase.endswith("の") and not named:
            continue
        return Pointed(before=text[:at], behind=behind[len(named) :], setting=next(iter(settings_named(named or text)), ""))
    return None


def _setting_words(setting: str) -> tuple[str, ...]:
    from yamori.memory.reading.vocabulary import table

    return tuple(table("settings")[setting]["said"]["ja"])
