"""Several things that an English sentence tells of people in one breath: `my size is 9 and Ann's is 8`."""

import re
from collections.abc import Collection, Sequence

from yamori.memory.reading.grammar.en.telling import subject_of
from yamori.memory.reading.grammar.en.words import words_below, words_for
from yamori.memory.reading.vocabulary import Piece, holds, pieces_of

_JOINT = re.compile(r"(?:\s*[,;]\s*(?:and|but|while)?|\s+(?:and|but|while|&))\s+", re.IGNORECASE)
_SHORTEST = 3
"""Words of something told."""
_STATED = re.compile(r"(?P<owner>my|our|\S+(?:['’]s|s['’])|my \S+['’]s) (?P<of>.+?) (?P<verb>is|are|was|were) .+", re.IGNORECASE)
_LEFT_OUT = re.compile(r"(?P<owner>mine|ours|\S+?['’]?s) (?P<verb>is|are|was|were) (?P<value>.+)", re.IGNORECASE)
_OWN = {"mine": "my", "ours": "our"}


def told_apart(text: str, names: Collection[str]) -> list[str]:
    """One by one; the whole where it tells one thing. `names` are those of people of the household."""
    return _parts(text, names)


def completed(text: str, before: str, names: Collection[str]) -> str:
    """Something told with what it leaves out, as it stands in what was told before it."""
    subject = subject_of(pieces_of(before), names)
    return _of_whom(_completed(text, before, names), subject[0] if subject is not None else "")


def _parts(text: str, names: Collection[str]) -> list[str]:
    for joint in _JOINT.finditer(text):
        before, behind = text[: joint.start()], text[joint.end() :]
        if tells(before, names) and tells(behind, names):
            return [before, *_parts(behind, names)]
    return [text]


def tells(text: str, names: Collection[str]) -> bool:
    """Whether something is told of somebody: a subject with a verb."""
    pieces = pieces_of(text)
    if len(pieces) < _SHORTEST:
        return False
    subject = subject_of(pieces, names)
    return _says_something(text, pieces[subject[2] :]) if subject is not None else _tells_of_a_thing(pieces)


def _tells_of_a_thing(pieces: Sequence[Piece]) -> bool:
    """Whether something is told of a thing of up to a few words: `the bus leaves at eight`, `the spare fuses are in the shed`."""
    if pieces[0].flat != "the":
        return False
    verb = next((n for n, p in enumerate(pieces[2 : 2 + _SHORTEST], 2) if p.flat in words_for("finite")), None)
    return (verb is not None and verb + 1 < len(pieces)) or (pieces[2].flat.endswith("s") and len(pieces) > _SHORTEST)


def _says_something(text: str, rest: tuple[Piece, ...]) -> bool:
    """Whether a verb follows a subject: `Ann's is 8`, `he wants a pan`, and not `my little sister`."""
    flat = " ".join(p.flat for p in rest)
    cues = (cue for listed in words_below("cues").values() for cue in listed)
    contracted = any("'" in text[p.start : p.end] for p in pieces_of(text)[:1]) and len(rest) > 1
    finite = any(p.flat in words_for("finite") for p in rest[:_SHORTEST])
    third = bool(rest) and rest[0].flat.endswith("s") and len(rest) > 1
    return contracted or finite or third or holds(flat, cues) is not None


def _completed(part: str, first: str, names: Collection[str]) -> str:
    """`Ann's is 8` as `Ann's size is 8`."""
    stated, left_out = _STATED.fullmatch(_with_apostrophes(first, names)), _LEFT_OUT.fullmatch(part)
    if stated is None or left_out is None or left_out["owner"].casefold() in words_for("contractions"):
        return part
    owner = _OWN.get(left_out["owner"].casefold(), _with_apostrophes(left_out["owner"], names))
    return f"{owner} {stated['of']} {left_out['verb']} {left_out['value']}"


def _with_apostrophes(text: str, names: Collection[str]) -> str:
    """`Anns` as `Ann's`."""
    forms = {f"{name}s".casefold(): f"{name}'s" for name in names if name.isascii()}
    return " ".join(forms.get(word.casefold(), word) for word in text.split(" "))


def _of_whom(part: str, whom: str) -> str:
    """`he wants a pan` as `Ann wants a pan`."""
    first, _, rest = part.partition(" ")
    return f"{whom} {rest}" if whom and first.casefold() in ("he", "she") else part
