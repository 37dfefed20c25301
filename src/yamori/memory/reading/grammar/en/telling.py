"""What an English clause tells of somebody: whom it is of, which cue it holds, what is told."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from yamori.memory.reading.grammar.en.words import words_below, words_for
from yamori.memory.reading.situations import setting_in, situation_in, warmth_in
from yamori.memory.reading.vocabulary import Piece, folded, holds, pieces_of, starts
from yamori.memory.statement import Statement, Topic


def told(text: str, names: Collection[str], *, passes: bool = False) -> Statement | None:
    """`names` are those of people of the household. None where the clause tells nothing that is kept. `passes`: it has an end, so that
    `off` something is said of what somebody does without."""
    without = _without(text) if passes else None
    made = _told(without, names) if without is not None else None
    return replace(made, words=text) if made is not None else _told(text, names)


def _without(text: str) -> str | None:
    """`I'm off sugar` in the words of what somebody does not eat; None for what is off in another sense."""
    pieces = pieces_of(text)
    at = next((n for n, p in enumerate(pieces) if p.flat == "off"), None)
    if at is None or at == 0 or at + 1 >= len(pieces) or pieces[at + 1].flat in words_for("off_otherwise"):
        return None
    is_of_somebody = pieces[at - 1].flat in words_for("adverbs") or "'" in text[pieces[at - 1].start : pieces[at - 1].end]
    return f"{text[: pieces[at].start]}off eating {text[pieces[at + 1].start :]}" if is_of_somebody else None


_MOST_OF_A_SUBJECT = 4
"""Words between `my` and a cue: `my little sister's birthday`."""
_WHOLE_TOPICS = frozenset((Topic.ALLERGY, Topic.AVOID, Topic.WORK, Topic.BODY))
"""Of these a cue says something alone: `vegetarian`."""


def _told(text: str, names: Collection[str]) -> Statement | None:
    pieces = pieces_of(text)
    flat = " ".join(p.flat for p in pieces)
    if not pieces or holds(flat, words_for("wants")):
        return None
    if (lead := starts(flat, words_for("at_home"))) is not None and len(pieces) > len(lead.split()):
        made = _told(text[pieces[len(lead.split())].start :], names)
        return replace(made, words=text) if made is not None else None
    if (begin := _behind_circumstance(pieces)) is not None:
        made = _told(text[begin.start :], names)
        return replace(made, words=text, when=made.when or situation_in(text)) if made is not None else None
    subject = subject_of(pieces, names)
    if subject is None:
        return None
    about, shared, after = subject
    rest = pieces[after:]
    mine = not about and pieces[0].stem in ("my", "our")
    if mine and rest and rest[0].flat in words_for("favourite"):
        return _favourite(text, pieces, rest, shared=shared)
    found = _cue(rest, reach=_MOST_OF_A_SUBJECT if mine or about else None)
    if found is None:
        return _named_being(text, rest, shared=shared) if mine else None
    topic, first, behind = found
    if topic is Topic.LIKE and first and rest[first - 1].flat in words_for("likened"):
        return None
    between = [p for p in rest[:first] if p.flat not in words_for("adverbs")]
    if between:
        about = _whom(text, between) if mine else about
    said = rest[behind:]
    value = text[said[0].start : said[-1].end] if said else ""
    if not value and topic in _WHOLE_TOPICS:
        value = text[rest[first].start : rest[behind - 1].end]
    if not value:
        return None
    made = Statement(topic=topic, words=text, about=about, value=value, shared=shared)
    cue = " ".join(p.flat for p in rest[first:behind])
    if topic is Topic.LIKE and not about and cue in words_for("supports") and text[said[0].start].isupper():
        return replace(made, topic=Topic.FAVOURITE, key=words_for("team")[0])
    return _of_value(made, said)


def _behind_circumstance(pieces: Sequence[Piece]) -> Piece | None:
    """Where `I like …` begins in a clause that says first when: `before I go to sleep I like …`."""
    if pieces[0].flat not in words_for("circumstance"):
        return None
    likes = (*words_below("cues")["like"], *words_below("cues")["dislike"])
    pairs = pairwise(pieces[1:])
    return next((p for p, following in pairs if p.flat in ("i", "we") and following.flat in likes), None)


def _of_value(made: Statement, said: Sequence[Piece]) -> Statement | None:
    """What the value makes of it: a setting, or nothing where it only points."""
    amount = setting_in(made.words) if made.topic is Topic.LIKE and not made.about else None
    if amount is not None:
        return replace(made, topic=Topic.SETTING, key=amount.name, value=amount.value, when=situation_in(made.words))
    if made.topic is Topic.LIKE and not made.about and (degrees := warmth_in(made.value)) is not None:
        words = re.sub(rf"\b{re.escape(degrees)}\b", f"{degrees} degrees", made.words, count=1)
        return replace(made, topic=Topic.SETTING, words=words, key="temperature", value=degrees, when=situation_in(words))
    if said and said[0].flat in words_for("pointing"):
        return None
    if made.topic is Topic.NAME and not made.about:
        return None
    return replace(made, when=situation_in(made.words)) if made.topic in (Topic.LIKE, Topic.DISLIKE) else made


def subject_of(pieces: Sequence[Piece], names: Collection[str]) -> tuple[str, bool, int] | None:
    """Whom a clause begins with: their name, whether that is the household, and how many words it takes."""
    first = pieces[0]
    if first.stem in words_for("household") or first.flat in ("weve",):
        return "", True, 1
    if first.stem in words_for("speaker"):
        return "", False, 1
    for count in (3, 2, 1):
        said = " ".join(p.flat for p in pieces[:count])
        stem = " ".join([*(p.flat for p in pieces[: count - 1]), pieces[min(count, len(pieces)) - 1].stem])
        if count > len(pieces):
            continue
        for name in (*names, *words_for("beings"), *words_for("others"), *words_for("household")):
            if folded(name) in (said, stem) or (name in names and f"{folded(name)}s" == said):
                return ("", True, count) if folded(name) in words_for("household") else (_display(name, pieces[:count]), False, count)
    return None


def _display(name: str, said: Sequence[Piece]) -> str:
    return name if name[:1].isupper() or folded(name) != " ".join(p.stem for p in said) else " ".join(p.stem for p in said)


def _cue(rest: Sequence[Piece], reach: int | None) -> tuple[Topic, int, int] | None:
    """The first cue, the longest of those that begin there; before it stand adverbs, or up to `reach` words of a subject."""
    cues = words_below("cues")
    for first in range(len(rest)):
        here = " ".join(p.flat for p in rest[first:])
        found = [(len(cue), topic, cue) for topic, listed in cues.items() for cue in listed if f"{here} ".startswith(f"{cue} ")]
        if found:
            _, topic, cue = max(found)
            return Topic(topic), first, first + len(cue.split())
        if rest[first].flat not in words_for("adverbs") and (reach is None or first >= reach):
            return None
    return None


def _whom(text: str, between: Sequence[Piece]) -> str:
    """`little sister` of `my little sister's birthday`."""
    last = between[-1]
    words = [text[p.start : p.end] for p in between[:-1]]
    return " ".join([*words, text[last.start : last.end].replace("’", "'").removesuffix("'s").removesuffix("'")])


def _favourite(text: str, pieces: Sequence[Piece], rest: Sequence[Piece], *, shared: bool) -> Statement | None:
    """`my favourite team is …`"""
    at = next((n for n, p in enumerate(rest) if p.flat in ("is", "are")), None)
    if at is None or at < 2 or at + 1 >= len(rest):
        return None
    key = " ".join(p.flat for p in rest[1:at])
    value = text[rest[at + 1].start : rest[-1].end]
    amount = setting_in(text)
    if amount is not None:
        return Statement(topic=Topic.SETTING, words=text, key=amount.name, value=amount.value, when=situation_in(text), shared=shared)
    return Statement(topic=Topic.FAVOURITE, words=text, key=key, value=value, shared=shared)


def _named_being(text: str, rest: Sequence[Piece], *, shared: bool) -> Statement | None:
    """`my brother is Kenta`: a being, and a name that is written as one; or `my team is …`."""
    at = next((n for n, p in enumerate(rest) if p.flat in ("is", "are")), None)
    if at is None or not 0 < at <= _MOST_OF_A_SUBJECT or at + 1 >= len(rest):
        return None
    being = " ".join(p.flat for p in rest[:at])
    value = text[rest[at + 1].start : rest[-1].end]
    is_own = being in words_for("own_kinds")
    named = all(w[:1].isupper() or w in ("and", "&") or (is_own and w.isdigit()) for w in value.removeprefix("channel ").split())
    value = value.removeprefix("channel ") if is_own else value
    if not named or len(value.split()) > _MOST_OF_A_SUBJECT:
        return None
    if holds(being, words_for("beings")):
        return Statement(topic=Topic.NAME, words=text, about=being, value=value, shared=shared)
    return Statement(topic=Topic.FAVOURITE, words=text, key=being, value=value, shared=shared)
