"""Several things that a Japanese sentence tells of people in one breath: 私の靴は24で、兄のは27."""

import re
from collections.abc import Collection

from yamori.memory.reading.grammar.ja.words import words_for

_STATED = re.compile(r"[^のは、]+の(?P<of>[^は、]+)は.+")
_LEFT_OUT = re.compile(r"(?P<owner>[^のは、]+)(?:のは|は)(?P<value>.*\d.*)")
_SHORTEST = 4
"""Characters of something told."""
_JOINT = re.compile(r"(?P<end>なくて|で|し|けど|が|くて|て)、")


def told_apart(text: str, names: Collection[str]) -> list[str]:
    """One by one; the whole where it tells one thing. `names` are those of people of the household."""
    return _parts(text, names)


def tells(text: str, names: Collection[str]) -> bool:
    """Whether something is told of somebody, who is named first."""
    people = "|".join(re.escape(w) for w in sorted((*names, *words_for("beings"), *words_for("speaker")), key=len, reverse=True) if w)
    return len(text) >= _SHORTEST and re.match(rf"(?:{people})(?:さん|ちゃん|くん|君)?[のはがも]", text) is not None


def _parts(text: str, names: Collection[str]) -> list[str]:
    for joint in _JOINT.finditer(text):
        before, behind = text[: joint.start()], text[joint.end() :]
        if tells(before, names) and tells(behind, names):
            kept = {"なくて": "ない", "くて": "い", "て": "て"}.get(joint["end"], "")
            return [f"{before}{kept}", *_parts(behind, names)]
    return [text]


def completed(text: str, before: str, names: Collection[str]) -> str:
    """Something told with what it leaves out, as it stands in what was told before it: 兄のは27 as 兄の靴は27."""
    stated, left_out = _STATED.fullmatch(before), _LEFT_OUT.fullmatch(text)
    if stated is None or left_out is None or not re.search(r"\d", before):
        return text
    return f"{left_out['owner']}の{stated['of']}は{left_out['value']}"
