"""Moments of which somebody told the hour, and a request with the hour in it."""

from collections.abc import Sequence

from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.reading.grammar.parts import Moment
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.words_of import Word

_BREAKS = ",.;!?、。！？"


def moments(utterance: Utterance, told: Utterance) -> Sequence[Moment]:
    """What stands before 時間になったら and was told, with whose it is."""
    text = utterance.normal.text
    known = {form for w in told.words for form in (w.base, w.text)}
    never = words_for("not_by_clock")
    found: list[Moment] = []
    for lead in words_for("moment_behind"):
        at = text.find(lead)
        run: list[Word] = []
        for word in reversed([w for w in utterance.words if w.span.end <= at]):
            gap = text[word.span.end : run[-1].span.start if run else at]
            if any(mark in gap for mark in _BREAKS) or len(gap) > 1 or not {word.base, word.text} & known:
                break
            run.append(word)
        if at > 0 and run and not any(w.base in never for w in run):
            start = run[-1].span.start
            own = next((o for s in words_for("speaker") if text[:start].endswith(o := f"{s}の")), "")
            found.append(Moment(span=Span(start - len(own), at + len(lead)), lead=lead))
    return sorted(found, key=lambda m: m.span.start - m.span.end)


def at_moment(before: str, lead: str, hour: str, behind: str) -> str:
    return f"{before}{hour}{'前に' if lead.endswith('前に') else 'に'}{behind.lstrip('、')}"


def at_hour(before: str, day: str | None, rest: str, pointed: str, hour: str, behind: str) -> str:
    if day is None:
        return f"{before}{hour}に{behind.lstrip('にでね、')}"
    rest = rest.rstrip("、。").removesuffix("の")
    said = "の時間だと" if pointed.startswith("の時間") else ""
    return f"{day}{hour}{_particle(rest)}{rest}{said}{_closing(behind)}"


def ahead(length: str) -> str:
    return f"{length}前に"


def _particle(rest: str) -> str:
    """The time takes に, unless what follows has one."""
    return "" if rest.startswith(("に", "の", "は")) else "に"


def _closing(behind: str) -> str:
    """What is said behind the words that point: a courtesy, or what is to be done."""
    return behind.lstrip("にでねよ、。").strip()
