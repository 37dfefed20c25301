"""Moments of which somebody told the hour, and a request with the hour in it."""

from collections.abc import Sequence

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.grammar.parts import Moment
from yamori.memory.reading.vocabulary import pieces_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_BREAKS = ",.;!?、。！？"
_LONGEST = 6
"""Words of a moment."""
_SHORTEST = 5
"""Letters of a moment of one word: `bedtime`."""


def moments(utterance: Utterance, told: Utterance) -> Sequence[Moment]:
    """Runs of words behind `when` or `before` that stand in what was told just so, the longest first."""
    said = pieces_of(utterance.normal.text)
    known = f" {' '.join(p.flat for p in pieces_of(told.normal.text))} "
    beside, never = words_for("moment_beside"), words_for("not_by_clock")
    found: list[Moment] = []
    for lead in words_for("moment_before"):
        count = len(lead.split())
        for at in range(len(said) - count):
            if " ".join(p.flat for p in said[at : at + count]) != lead:
                continue
            begin = at + count
            for end in range(min(len(said), begin + _LONGEST), begin, -1):
                run = said[begin:end]
                words = [p.flat for p in run if p.flat not in beside]
                whole = utterance.normal.text[said[at].start : run[-1].end]
                tells = len(words) > 1 or len("".join(words)) >= _SHORTEST
                if tells and not any(m in whole for m in _BREAKS) and not set(words) & set(never) and f" {' '.join(words)} " in known:
                    found.append(Moment(span=Span(said[at].start, run[-1].end), lead=lead))
                    break
    return sorted(found, key=lambda m: m.span.start - m.span.end)


def at_moment(before: str, lead: str, hour: str, behind: str) -> str:
    lead = lead if lead in words_for("moment_kept") else "at"
    return f"{before.rstrip()} {lead} {hour.removeprefix('at ')}{' ' if behind[:1].isalnum() else ''}{behind}".strip()


def at_hour(before: str, day: str | None, rest: str, pointed: str, hour: str, behind: str) -> str:
    hour = hour if hour.startswith("at ") else f"at {hour}"
    before = before.rstrip(" ,")
    before = before.removesuffix(" at").rstrip(" ,")
    return f"{before} {hour}{' ' if behind[:1].isalnum() else ''}{behind}".strip()


def ahead(length: str) -> str:
    return f" {length} before "
