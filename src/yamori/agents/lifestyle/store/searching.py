"""One search over topics: words and vectors propose, what they propose is read and scored (`rules/ranking.py`, `rules/concepts.py`).

Everything here blocks; `Papers` calls it in a thread.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from yamori.agents.lifestyle.rules.concepts import WEIGHT_ACROSS, Concept, Terms, gains_across, gains_named, gains_own
from yamori.agents.lifestyle.rules.paper import Hit, Origin, State
from yamori.agents.lifestyle.rules.ranking import OWN, Statistics, fused, with_neighbours, word_score
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store.dictionary import concepts
from yamori.agents.lifestyle.store.topic import Topic
from yamori.domain.language import Language, language_of
from yamori.embedding.port import Vectors

CANDIDATES = 60
"""By words and again by meaning, of every topic."""
READ = 40
"""Candidates of all topics together that are read, besides two for each passage that is wanted."""
EACH = 8
"""Candidates of every topic that are read in any case."""
LARGE = 2_000
"""Passages from which on terms that stand nearly everywhere are not looked up, nor what a dictionary gives for each of them."""
COMMON = 0.05
"""A term in more of the passages than this is nearly everywhere."""


def search(topics: Sequence[Topic], question: str, vector: "Vectors | None", limit: int) -> list[Hit]:
    """The passages that most likely answer, at most `limit`, the likeliest first."""
    asked, wanted = language_of(question), terms(question)
    asks = concepts(question)
    other = next(language for language in Language if language is not asked)  # the dictionary is of two
    small = sum(topic.size()[0] for topic in topics) <= LARGE
    counterparts = _looked_up(asks) if small and any(topic.holds(other) for topic in topics) else []
    known = _statistics(topics, [*wanted, *counterparts])
    looks = _Looks(
        other=other,
        weights={t: known.rarity(t) for t in _rare(wanted, known)},
        most=sum(known.rarity(t) for t in dict.fromkeys(wanted)) or 1.0,
        across={t: known.rarity(t) for t in counterparts if t in known.having},
        vector=vector,
    )
    found = {topic.name: _candidates(topic, looks) for topic in topics}
    kept = _kept(found, limit)
    read: list[_Read] = []
    for topic in topics:
        if kept[topic.name]:
            read += _ranked(topic, kept[topic.name], wanted, {i: c.nearness for i, c in found[topic.name].items()}, known)
    hits = _with_concepts(asked, asks, wanted, read)
    hits.sort(key=lambda h: (-h.score, h.paper.topic, h.id))
    return _distinct(hits, limit)


def _looked_up(asks: Sequence[Concept]) -> list[str]:
    """The terms that counterparts are found by; a lone character of Japanese stands in the index within pairs only."""
    return list(dict.fromkeys(t for concept in asks for c in concept.counterparts for t in c if len(t) > 1))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Looks:
    """What a topic is searched with."""

    other: Language
    """Than the question's."""
    weights: Mapping[str, float]
    """Of the question's terms."""
    most: float
    """What a passage would reach that holds every term."""
    across: Mapping[str, float]
    """Weights of the terms that the other language may say it in."""
    vector: "Vectors | None"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Candidate:
    """A passage that has not been read yet."""

    rough: float
    """About its score: its rare words count as if each stood in it once."""
    across: float
    """About what it gains by words of the other language; 0 where none of them stands in it."""
    nearness: float


@dataclass(frozen=True, slots=True)
class _Read:
    """A passage that was read, with its terms."""

    hit: Hit
    terms: Sequence[str]


def _candidates(topic: Topic, looks: _Looks) -> dict[int, _Candidate]:
    """By id."""
    matches = topic.matches(looks.weights)
    own = topic.own(looks.other) if looks.across else frozenset()
    across = topic.matches(looks.across if own else {})
    ids = list(dict.fromkeys([*matches.best(CANDIDATES), *across.best(CANDIDATES, among=own)]))
    near = topic.near(looks.vector, CANDIDATES) if looks.vector is not None else {}
    if looks.vector is not None:
        near |= topic.nearness(looks.vector, [i for i in ids if i not in near])
    found = list(dict.fromkeys([*ids, *near]))
    gained = dict(zip(found, across.of(found), strict=True)) if own else {}
    most = max(gained.values(), default=0.0) or 1.0
    return {
        i: _Candidate(
            rough=fused(words / looks.most, near.get(i, 0.0)),
            across=WEIGHT_ACROSS * gained[i] / most if i in own else 0.0,
            nearness=near.get(i, 0.0),
        )
        for i, words in zip(found, matches.of(found), strict=True)
    }


def _kept(found: Mapping[str, Mapping[int, _Candidate]], limit: int) -> dict[str, list[int]]:
    """Those that are worth reading: the best of all, as they stand and by the other language's words, some of every topic, and beside
    each the candidates next to it."""
    best = {(n, i) for n, known in found.items() for i in sorted(known, key=lambda i: -known[i].rough)[:EACH]}
    ranked = sorted(((c.rough, n, i) for n, known in found.items() for i, c in known.items()), key=lambda r: -r[0])
    best |= {(n, i) for _, n, i in ranked[: READ + 2 * limit]}
    gaining = sorted(((c.rough + c.across, n, i) for n, known in found.items() for i, c in known.items() if c.across), key=lambda r: -r[0])
    best |= {(n, i) for _, n, i in gaining[:READ]}
    return {name: [i for i in known if any((name, i + step) in best for step in (-1, 0, 1))] for name, known in found.items()}


def _ranked(topic: Topic, ids: Sequence[int], wanted: Sequence[str], near: Mapping[int, float], known: Statistics) -> list[_Read]:
    rows, held = topic.rows(ids), topic.terms_of(ids)
    papers = topic.some(r.paper for r in rows.values())
    words = {i: word_score(wanted, t, known) for i, t in held.items()}
    own = {(r.paper, r.number): fused(words[i], near.get(i, 0.0), entry=r.passage.question is not None) for i, r in rows.items()}
    first = {p.id: 0.0 if p.origin is Origin.STARTER else OWN for p in papers.values()}
    return [
        _Read(
            Hit(
                paper=papers[row.paper],
                id=i,
                number=row.number,
                passage=row.passage,
                score=first[row.paper]
                + with_neighbours(own[row.paper, row.number], [own.get((row.paper, row.number + step), 0.0) for step in (-1, 1)]),
                words=words[i],
                nearness=near.get(i, 0.0),
            ),
            held[i],
        )
        for i, row in rows.items()
        if papers[row.paper].state is not State.FAILED
    ]


def _with_concepts(asked: Language, asks: Sequence[Concept], wanted: Sequence[str], read: Sequence[_Read]) -> list[Hit]:
    """The household's own passages gain by what a dictionary knows of the question's words, and any by a code that it names."""
    held = [Terms(r.terms) for r in read]
    gained, in_own = gains_named(wanted, held), [language_of(r.hit.passage.text) is asked for r in read]
    for own, gains in ((True, gains_own), (False, gains_across)):
        places = [i for i, r in enumerate(read) if in_own[i] is own and r.hit.paper.origin is not Origin.STARTER]
        for i, gain in zip(places, gains(asks, [held[i] for i in places]), strict=True):
            gained[i] += gain
    return [replace(r.hit, score=r.hit.score + gain, gained=gain) for r, gain in zip(read, gained, strict=True)]


def _statistics(topics: Sequence[Topic], wanted: Sequence[str]) -> Statistics:
    having: Counter[str] = Counter()
    count = length = 0
    for topic in topics:
        size, total = topic.size()
        count, length = count + size, length + total
        having.update(topic.having(wanted))
    return Statistics(passages=count, having=having, length=length / count if count else 1.0)


def _rare(wanted: Sequence[str], known: Statistics) -> list[str]:
    """What is worth looking up: in a large library terms that stand nearly everywhere only cost time."""
    present = [t for t in dict.fromkeys(wanted) if known.having.get(t)]
    rare = [t for t in present if known.having[t] <= COMMON * known.passages]
    return rare if known.passages > LARGE and len(rare) >= 2 else present


def _distinct(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """Without the same text twice: an earlier version, or a copy in another topic."""
    seen: set[str] = set()
    kept = []
    for hit in hits:
        if hit.passage.text not in seen:
            seen.add(hit.passage.text)
            kept.append(hit)
        if len(kept) == limit:
            break
    return kept
