"""Whose a sentence is, by code: the agents claim it, and where two do, its clauses are claimed one by one (ADR 0001)."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from yamori.agentkit.task import Strength
from yamori.orchestrator.talk import is_order, wants
from yamori.understanding.deferral import find_deferrals
from yamori.understanding.detection import language_in
from yamori.understanding.mood import is_question
from yamori.understanding.splitting import clause_spans, split_clauses
from yamori.understanding.vocabulary import vocabulary

RANK = {Strength.NONE: 0, Strength.WEAK: 1, Strength.STRONG: 2, Strength.OWNING: 3, Strength.WHOLE: 4}

Claims = Mapping[str, Strength]


@dataclass(frozen=True)
class Share:
    """A segment of the sentence, and the agent it is for."""

    agent: str
    request: str


def owner(claims: Claims) -> str | None:
    """The one agent that a segment is surely for, if there is one."""
    ranked = sorted(claims.items(), key=lambda c: -RANK[c[1]])
    if not ranked or RANK[ranked[0][1]] < 2:
        return None
    return ranked[0][0] if len(ranked) == 1 or RANK[ranked[1][1]] < RANK[ranked[0][1]] else None


@dataclass(frozen=True, kw_only=True)
class Known:
    """What code knows of a sentence that it cannot share out."""

    shares: tuple[Share, ...]
    """The clauses that somebody surely claims."""
    single: tuple[Share, ...] = ()
    """The same, neighbours of one agent apart and without what went with them."""
    lost: str
    """Those that ask for something and that nobody claims."""


def _whose(piece: str, claims: Claims) -> str | None:
    """The agent that a clause is for: whoever surely claims it, or the only one who finds anything in a clause that wants something."""
    weak = [agent for agent, strength in claims.items() if strength is not Strength.NONE]
    return owner(claims) or (weak[0] if len(weak) == 1 and (wants(piece) or is_order(piece)) else None)


def contested(claims: Claims) -> bool:
    """Whether more than one agent finds anything in it, one of them surely."""
    return max(map(_rank, claims.values()), default=0) >= 2 and sum(_rank(s) >= 1 for s in claims.values()) > 1


def _only_owner(claimed: Sequence[Claims]) -> str | None:
    """The one agent that any clause is surely for, where it finds something in each of the others and nobody else is sure of them."""
    owners = {found for c in claimed if (found := owner(c)) is not None}
    if len(owners) != 1:
        return None
    (agent,) = owners
    ours = (owner(c) == agent or (_rank(c.get(agent, Strength.NONE)) == 1 and max(map(_rank, c.values())) < 2) for c in claimed)
    return agent if all(ours) else None


def _rank(strength: Strength) -> int:
    return RANK[strength]


async def shared_out(
    text: str, claims: Claims, claim: Callable[[str], Awaitable[Claims]], *, silent: bool = False
) -> tuple[Share, ...] | None:
    """The sentence as shares of agents, or None where code cannot tell. `claims` are those of the whole; where somebody was `silent`, what
    nobody claims may be theirs."""
    sure = owner(claims)
    if sure is not None and claims[sure] is Strength.WHOLE:
        return (Share(sure, text),)
    if (apart := await questions_apart(text, claim)) is not None:
        return apart
    pieces = split_clauses(text)
    several = len(pieces) > 1
    if not contested(claims) and not (silent and several):
        if sure is None:
            theirs = _only_owner([await claim(piece) for piece in pieces]) if several else None
            return (Share(theirs, text),) if theirs is not None else None
        return None if several and _is_lost(pieces[0], await claim(pieces[0]), silent) else (Share(sure, text),)
    claimed = [await claim(piece) for piece in pieces] if several else [claims]
    shares = merged(pieces, [_whose(p, c) for p, c in zip(pieces, claimed, strict=True)] if several else [sure])
    shared = shares is not None and len({s.agent for s in shares}) > 1
    doubtful = range(len(pieces)) if silent else range(0 if shared or not several else 1)
    if several and any(_is_lost(pieces[n], claimed[n], silent) for n in doubtful):
        return None
    if not shared and sure is None and not silent:
        sure = _only_owner(claimed)
    return shares if shared else (Share(sure, text),) if sure is not None else None


async def questions_apart(text: str, claim: Callable[[str], Awaitable[Claims]]) -> tuple[Share, ...] | None:
    """Sentences that ask apart from those that want something done (`why is the heater on? close the window`): one agent that is given
    both takes the whole for a question. What is wanted and claimed by nobody (`turn it off`) goes on about what was asked. None where there
    are not both, or nobody claims the question, or one only tells what the other asks about (`We go to the lake. Will it rain there?`)."""
    sentences = [piece for piece in _SENTENCE.split(text.strip()) if piece.strip()]
    if len(sentences) < 2 or find_deferrals(text):
        return None
    groups: list[tuple[bool, str]] = []
    for sentence in sentences:
        asks = is_question(sentence) or (sentence.rstrip().endswith(("?", "？")) and not is_order(sentence) and not wants(sentence))
        if groups and groups[-1][0] is asks:
            groups[-1] = (asks, f"{groups[-1][1]} {sentence}")
        else:
            groups.append((asks, sentence))
    if len(groups) < 2:
        return None
    owners = [_whose(part, await claim(part)) for _, part in groups]
    known_owners = {found for found in owners if found is not None}
    unclaimed = [(asks, part) for found, (asks, part) in zip(owners, groups, strict=True) if found is None]
    if not known_owners or any(asks or len(known_owners) > 1 or not (is_order(part) or wants(part)) for asks, part in unclaimed):
        return None
    only = min(known_owners)
    return tuple(Share(found or only, part) for found, (_, part) in zip(owners, groups, strict=True))


async def known(text: str, claim: Callable[[str], Awaitable[Claims]], *, silent: bool = False) -> Known:
    """What is sure although the whole is not: no plan may leave it out."""
    pieces = split_clauses(text)
    claimed = [await claim(piece) for piece in pieces] if len(pieces) > 1 else []
    lost = [n for n, c in enumerate(claimed) if (silent or n == 0) and _is_lost(pieces[n], c, silent)]
    rest = [n for n in range(len(claimed)) if n not in lost]
    owners = [owner(claimed[n]) for n in rest]
    shares = merged([pieces[n] for n in rest], owners)
    single = tuple(Share(found, pieces[n]) for n, found in zip(rest, owners, strict=True) if found is not None)
    return Known(shares=shares or (), single=single, lost=", ".join(pieces[n] for n in lost))


def _is_lost(piece: str, claims: Claims, silent: bool) -> bool:
    return not any(map(_rank, claims.values())) and (is_order(piece) or (silent and wants(piece)))


@dataclass(frozen=True, kw_only=True)
class Deferred:
    """A sentence of which parts hang on a condition or a moment to come."""

    parts: tuple[str, ...]
    """With what is to be done then."""
    rest: str
    """All that does not hang on any; empty where that says nothing."""


def deferred(text: str) -> Deferred | None:
    """What of a sentence hangs on something that is not now, or None. Of `do this and do that when …` both do."""
    found = find_deferrals(text)
    if not found:
        return None
    pieces = clause_spans(text)
    hangs = [any(start <= d.start < end for d in found) for start, end in pieces]
    parts = tuple(text[start:end].strip(" \n.。!！") for (start, end), does in zip(pieces, hangs, strict=True) if does)
    rest = text
    for (start, end), does in reversed(list(zip(pieces, hangs, strict=True))):
        rest = rest[:start] + rest[end:] if does else rest
    rest = _LOOSE_JOINTS.sub("", rest).strip()
    return Deferred(parts=parts, rest=rest if re.search(r"\w{2}", rest) else "")


def main_clause(part: str) -> str:
    """What is to be done, without the condition."""
    for condition in reversed(find_deferrals(part)):
        part = part[: condition.start] + part[condition.end :]
    return part.strip(" ,、")


_LOOSE_JOINTS = re.compile(r"^(?:[\s,、;。.!！]|(?:and|then|also)\b)+|(?:[\s,、;]|\b(?:and|then|also))+$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[?？。])\s*|(?<=[a-z][.!])\s+")


def merged(pieces: Sequence[str], owners: Sequence[str | None]) -> tuple[Share, ...] | None:
    """Neighbours of one owner together; a clause that nobody claims belongs to the one before it, the first ones to the next."""
    first = next((o for o in owners if o), None)
    if first is None:
        return None
    shares: list[Share] = []
    for piece, found in zip(pieces, owners, strict=True):
        agent = found or (shares[-1].agent if shares else first)
        if shares and shares[-1].agent == agent:
            shares[-1] = Share(agent, shares[-1].request + vocabulary(language_in(piece)).conjunction + piece)
        else:
            shares.append(Share(agent, piece))
    return tuple(shares)
