"""Conditions on a state in English: `if` or `unless` with a form of *be*, or with *has* and what has happened."""

import re

from yamori.orchestrator.conditions.condition import Condition
from yamori.orchestrator.listed_words import says
from yamori.understanding.wording import capital

_MARKER = re.compile(r"(?:(?:and|then|but|so|please)\s+)*(?P<marker>only if|if|unless)\s+", re.IGNORECASE)
_FINITE = re.compile(r"\b(?P<verb>is|are|has|have)(?P<no>n't\b|\s+not\b|\b)", re.IGNORECASE)
_SHORT = re.compile(
    r"\b(there|it|that|he|she|(?:no|some|any|every)(?:body|one)"
    r"|\w+(?='s\s+(?:\w+ing|\w+er than|not|still|on|off|in|at|open|closed|above|below)\b))'s\b",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"\b(?:no ?body|no[ -]one|nothing|none(?= of)|no(?= \w))\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:some|any)(?P<what>body|one|thing)\b|\bany(?= )", re.IGNORECASE)
_ANY = {"nobody": "anybody", "noone": "anyone", "nothing": "anything", "none": "any", "no": "any"}
_PLACE = re.compile(r"\b(?:in|on|at|inside|outside) (?:the |my |our |your )?[\w' -]+$", re.IGNORECASE)
_THERE = re.compile(r"\b(?:in |over )?there\b(?! (?:is|are)\b)", re.IGNORECASE)
_TRIM = " \t,;.!"
_JOINED = re.compile(r"\s*,?\s*(?:and|or|but)\s+(?P<clause>[^,.;!?]+)", re.IGNORECASE)
_STATE_REPORT = re.compile(r"^(?:The|All|Both|It|An?|Your) .*\b(?:is|are) .*\bnow\b")
_ACTION_REPORT = re.compile(r"^(?:[A-Z][a-z]+ed|Set|Put|Shut|Sent|Took|Began) ")
_LEAD = re.compile(r"^(?:then|and|please)[\s,]+", re.IGNORECASE)


def read(part: str, start: int, end: int) -> Condition | None:
    """`start` and `end` are where the condition stands."""
    marker = _MARKER.match(part[start:end].replace("’", "'"))
    if marker is None:
        return None
    said = part[start:end].replace("’", "'")[marker.end() :].strip(_TRIM)
    clause = _SHORT.sub(r"\1 is", said)
    before, after = part[:start].strip(_TRIM), part[end:].strip(_TRIM)
    finite = _FINITE.search(clause)
    if finite is None or says(clause.lower(), "to_come") or (before and after):
        return None
    subject, verb, rest = clause[: finite.start()].strip(), finite["verb"].lower(), clause[finite.end() :].strip()
    if _FINITE.search(rest):
        return None  # two states, of which one question cannot ask
    denied = bool(finite["no"])
    nobody = _NOBODY.search(subject) or (_NOBODY.search(rest) if subject.lower() == "there" else None)
    if not subject or not rest or (nobody and denied):
        return None
    asked = f"{verb} {subject} {rest}".strip()
    asked = _NOBODY.sub(lambda m: _ANY[m[0].lower().replace(" ", "").replace("-", "")], asked) if nobody else asked
    asked = re.sub(r"\bsome(body|one|thing)\b", r"any\1", asked, flags=re.IGNORECASE)
    wanted = not (denied or nobody) if marker["marker"].lower() != "unless" else bool(denied or nobody)
    opposite = _opposite(subject, verb, rest, denied=denied, nobody=bool(nobody))
    so, not_so = (opposite, clause) if marker["marker"].lower() == "unless" else (clause, opposite)
    place = _PLACE.search(rest) or _PLACE.search(subject)
    actions = _LEAD.sub("", after or before)
    if _THERE.search(actions):
        if place is None:
            return None
        actions = _THERE.sub(place[0], actions)
    return Condition(question=f"{asked}?", wanted=wanted, so=so, not_so=not_so, actions=actions, leads=not before, placed=place is not None)


def states_more(before: str, after: str) -> bool:
    """Whether the clause behind a condition states another one: `…, and the kiln is running`."""
    joined = _JOINED.match(after)
    return joined is not None and _FINITE.search(_SHORT.sub(r"\1 is", joined["clause"].replace("’", "'"))) is not None


def because(state: str) -> str:
    return capital(state)


def followed(so: str, text: str) -> str:
    if _STATE_REPORT.match(text):
        return f"{capital(so)}, so {text[0].lower()}{text[1:]}"
    if _ACTION_REPORT.match(text):
        return f"{capital(so)}, so I {text[0].lower()}{text[1:]}"
    return f"{capital(so)}. {text}"


def _opposite(subject: str, verb: str, rest: str, *, denied: bool, nobody: bool) -> str:
    clause = f"{subject} {verb} {rest}"
    if denied:
        return clause
    if nobody:
        return _NOBODY.sub(_positive, clause, count=1)
    if (somebody := _SOMEBODY.search(clause)) is not None:
        no = f"no{'body' if somebody['what'] == 'one' else somebody['what']}" if somebody["what"] else "no"
        return clause[: somebody.start()] + no + clause[somebody.end() :]
    return f"{subject} {verb} not {rest}"


def _positive(negative: re.Match[str]) -> str:
    said = negative[0].lower()
    return "something" if said == "nothing" else "some" if said in ("no", "none") else "somebody"
