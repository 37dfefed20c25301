"""From the parts of a paper to passages, the pieces that are found and quoted: they follow the paper's structure.

A passage stays under one heading, on one page, and is cut between paragraphs; a paragraph that is too long is cut between sentences. An
entry of questions and answers is one passage with its question.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from yamori.agents.lifestyle.rules.sentences import sentences, width
from yamori.domain.language import is_spaced

VERSION = 4
"""Raised whenever a paper that did not change is read or cut into others than before: those of an earlier version are read anew."""
FULL = 480
"""Columns of a passage (a Japanese character takes two): some 100 tokens, as much as a small model reads in two seconds."""
_HELD = 4
"""Full passages of one heading that are held before the first is let go."""
_STEP = 20
LONGEST = 900
"""A paragraph of so many columns stays whole where it is one sentence; a longer sentence is cut."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One paragraph, list item or table row of a paper, as it was read."""

    text: str
    headings: tuple[str, ...] = ()
    """From the outermost to the one right above."""
    page: int | None = None
    """From 1; None in a paper without pages."""
    question: str | None = None
    """Where the paper is a list of questions and answers: what this answers."""
    source: str | None = None
    """Who says so, where the paper itself names that for each entry."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """What is found and quoted."""

    text: str
    headings: tuple[str, ...] = ()
    page: int | None = None
    question: str | None = None
    source: str | None = None

    def searched(self, title: str) -> str:
        """Everything that it is found by: with what it is about, since a paragraph seldom names that again."""
        about = " - ".join(h for h in (title, *self.headings) if h)
        return "\n".join(t for t in (about, self.question or "", self.text) if t)

    def views(self, title: str) -> tuple[str, ...]:
        """What stands for it as a vector, the mean of these: a question is likest to another question, so that counts half."""
        return (self.question, self.searched(title)) if self.question else (self.searched(title),)


class Cutter:
    """Cuts a paper while it is read: what stands under one heading becomes as few passages as it can, and these as even as they can, so
    that no line of it is left alone."""

    def __init__(self) -> None:
        self._held: list[Part] = []

    def add(self, part: Part) -> list[Passage]:
        """The passages that this part completes."""
        done = []
        for short in _short(part):
            if self._held and not _belongs(short, self._held[-1]):
                done += self.end()
            self._held.append(short)
            widths = [width(p.text) for p in self._held]
            if sum(widths) > _HELD * FULL:
                first, *_ = _filled(self._held, widths, FULL)
                done.append(_joined(first))
                self._held = self._held[len(first) :]
        return done

    def end(self) -> list[Passage]:
        """What is still held, once the paper is at its end."""
        held, self._held = self._held, []
        return [_joined(parts) for parts in _even(held)]


def passages(parts: Iterable[Part]) -> Iterator[Passage]:
    """The passages of a whole paper, in its order."""
    cutter = Cutter()
    for part in parts:
        yield from cutter.add(part)
    yield from cutter.end()


def _belongs(part: Part, last: Part) -> bool:
    return not part.question and not last.question and (part.headings, part.page) == (last.headings, last.page)


def _even(parts: list[Part]) -> list[list[Part]]:
    """As few passages as `FULL` allows, the longest of them as short as that number allows."""
    if len(parts) == 1:
        return [parts]
    widths = [width(part.text) for part in parts]
    best = _filled(parts, widths, FULL)
    for columns in range(FULL - _STEP, 0, -_STEP):
        tried = _filled(parts, widths, columns)
        if len(tried) > len(best):
            break
        best = tried
    return best


def _filled(parts: list[Part], widths: list[int], columns: int) -> list[list[Part]]:
    """Each passage with as many of the parts as have room in it, and with one at least."""
    made: list[list[Part]] = []
    left = 0
    for part, wide in zip(parts, widths, strict=True):
        if made and wide <= left:
            made[-1].append(part)
        else:
            made.append([part])
            left = columns
        left -= wide
    return made


def _short(part: Part) -> Iterator[Part]:
    if not part.text.strip():
        return
    if width(part.text) <= FULL or part.question:
        yield part
        return
    for piece in _pieces(part.text):
        yield replace(part, text=piece)


def _pieces(text: str) -> Iterator[str]:
    held = ""
    for sentence in sentences(text):
        if held and width(held) + width(sentence) > FULL:
            yield held
            held = ""
        while width(sentence) > LONGEST:
            yield held + sentence[: LONGEST // 2] if held else sentence[: LONGEST // 2]
            held, sentence = "", sentence[LONGEST // 2 :]
        held = f"{held} {sentence}".strip() if is_spaced(held) else held + sentence
    if held:
        yield held


def _joined(held: list[Part]) -> Passage:
    first = held[0]
    return Passage(
        text="\n".join(p.text.strip() for p in held),
        headings=first.headings,
        page=first.page,
        question=first.question,
        source=first.source,
    )
