"""Where one request ends and the next begins: `the hall light off and open the blinds`, 消して、つけて."""

import re

from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.mentions import Mention
from yamori.agents.iot.rules.targets import Reference
from yamori.agents.iot.rules.word_lists import begins
from yamori.agents.iot.rules.words import Lexicon, Sense, numbers

_JOINT_EN = re.compile(
    r"\s*(?:,\s*and then|,\s*and|,\s*then|;|\.\s|,|\band then\b|\bthen\b|\band\b|\bbut\b|\balso\b|\bund dann\b|\bund\b|\bdann\b)\s*"
)
_JOINT_JA = re.compile(r"(?:て|で|し|り|から|。)[、,。]?\s*(?:それから|それと|そして|あとは?|ついでに|次に)?[、,]?")
_QUALITY = re.compile(r"[をはも].*\d")
"""Follows the name of a quality that gets a value: 明るさを70に."""
_TRIM = re.compile(r"(?:[,;、。\s]|\b(?:and|then|but|und|dann)\b)+$")
_ARTICLE = re.compile(r"\s*(?:(?:also|the|my|our|all|both|die|der|das|den)\s+)*")


def clauses(text: str, found: tuple[Mention, ...], lexicon: Lexicon) -> list[str]:
    """A request cut where a new request begins: before an English verb, where a new name gets a value of its own, after a Japanese 〜て
    that a new name follows."""
    verb = lexicon.marks["verb_start"].pattern
    cuts = [0]
    for joint in _JOINT_EN.finditer(text):
        rest = text[joint.end() :]
        if (verb.match(rest) and not begins(rest, "stays")) or _own_value(text, cuts[-1], joint, found, lexicon):
            cuts.append(joint.end())
    starts = {m.start for m in found} | {
        m.start() for c in lexicon.concepts.values() for m in c.pattern.finditer(text) if _QUALITY.match(text, m.end())
    }
    for joint in _JOINT_JA.finditer(text):
        if any(m.start <= joint.start() < m.end for m in found):
            continue  # 明かり、… is cut after no verb
        if lexicon.marks["except"].found(text[max(0, joint.start() - 6) : joint.end()]):
            continue
        if joint.end() in starts or (any(c in "、。," for c in joint.group()) and joint.end() < len(text) and joint.group()[0] != "し"):
            cuts.append(joint.end())
    cuts = sorted(set(cuts))
    parts = [text[a:b].strip() for a, b in zip(cuts, [*cuts[1:], len(text)], strict=True)]
    return [t for p in parts if (t := _TRIM.sub("", p).strip())] or [text]


def _own_value(text: str, start: int, joint: re.Match[str], found: tuple[Mention, ...], lexicon: Lexicon) -> bool:
    """`the lamp to 50 and | the spot to 20`, `the radio off and | the lamp on`: both sides name a thing and say what it is to be."""
    at = joint.end() + (m.end() if (m := _ARTICLE.match(text[joint.end() :])) else 0)
    left, right = text[start : joint.start()], text[joint.end() :]
    named = any(m.start == at for m in found) or any((m := c.pattern.match(text, at)) and m.group() for c in lexicon.concepts.values())
    if not named or not any(start <= m.start < joint.start() for m in found):
        return False
    return _is_valued(left, lexicon) and _is_valued(right, lexicon)


def _is_valued(text: str, lexicon: Lexicon) -> bool:
    return bool(numbers(text)) or has_value(text, lexicon) or any(lexicon.values[v].found(text) for v in ("on", "off", "open", "closed"))


def senses(predicate: str, lexicon: Lexicon) -> list[tuple[Sense, re.Match[str]]]:
    """What the words might ask for, the longest first."""
    found = [(s, m) for s in (*lexicon.senses, *lexicon.steps) if (m := s.phrases.found(predicate))]
    return sorted(found, key=lambda f: f[1].start() - f[1].end())


def has_value(text: str, lexicon: Lexicon) -> bool:
    """Whether a colour, a shade of white or an amount is named in words."""
    phrases = (*(c.phrases for c in lexicon.colours), *(t.phrases for t in lexicon.tones), *(p.phrases for p in lexicon.portions))
    return any(p.found(text) for p in phrases)


def has_predicate(text: str, lexicon: Lexicon) -> bool:
    return bool(senses(text, lexicon)) or bool(numbers(text)) or has_value(text, lexicon)


def is_remark(clause: str, reference: Reference, lexicon: Lexicon) -> bool:
    """A clause that asks for nothing and names no device: why, or where (`we are done in the den, …`)."""
    if lexicon.marks["statement"].found(clause):
        return not reference.targets
    if _IMPERATIVE.match(clause):
        return False
    return not reference.targets and not reference.missing and not has_predicate(clause, lexicon) and not _is_setting(clause, lexicon)


_IMPERATIVE = re.compile(
    r"(?:(?:so|and|then|please|just|also) )*(?:put|let|have|make|get|give|set|turn|take|bring|send|start|stop|keep|pull|push|move|lift|drop"
    r"|run|play|show|tell|open|close|shut|fold|spin|blow|feed|fill|empty|clean|wash|dry|heat|cool|warm|lower|raise) (?!ready\b)"
)
"""The beginning of an order."""


def _is_setting(clause: str, lexicon: Lexicon) -> bool:
    qualities = set(concepts_in(clause, lexicon)) - {"contact", "lockstate", "switchstate", "runstate", "motion"}
    return bool(qualities) and any(p.found(clause) for p in lexicon.values.values())
