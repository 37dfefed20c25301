"""Where a text may be cut into clauses, by the words of its language (`words/*.yaml`). What is cut there is `splitting`'s."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from yamori.understanding.analysis import Morpheme, morphemes_of
from yamori.understanding.detection import language_in, without_japanese
from yamori.understanding.vocabulary import Vocabulary, vocabulary

_CONTENT = frozenset(("名詞", "動詞", "形容詞", "形状詞", "副詞", "代名詞", "感動詞", "接続詞", "接頭辞", "連体詞"))
_QUOTED = re.compile(r"[\ue000-\uf8ff「『]")
"""Begins a quotation, or stands for one."""
_MARKS = frozenset("、,，")
_STOPS = frozenset("。!！\n")


@dataclass(frozen=True, kw_only=True)
class Joint:
    """What stands between two clauses; neither has it."""

    start: int
    end: int
    is_stop: bool = False
    """A sentence ends there."""
    is_marked: bool = True
    """By a stop, a comma or a joining word; else by the form of a verb alone."""
    is_joined: bool = False
    """By a joining word."""
    turns: bool = False
    """A bare `but` or `so`: what follows bears on what stands before. Behind a comma they belong to what follows."""
    details: bool = False
    """A colon or dash, behind which the same thing is told further."""


def joints_in(text: str) -> list[Joint]:
    """Every one, in order, as positions of the text as it was said."""
    words = vocabulary(language_in(text))
    if not words.morphemes:
        return list(_between_words(text, words))
    found = list(_between_morphemes(text, words))
    if (rest := without_japanese(text)).strip():
        spaced = vocabulary(language_in(rest))
        found += (j for j in _between_words(text, spaced) if not any(j.start < f.end and f.start < j.end for f in found))
    return sorted(found, key=lambda joint: joint.start)


@cache
def _pattern(language: str) -> re.Pattern[str]:
    words = vocabulary(language)
    joining, turning, tying = words.joining.pattern, words.turning.pattern, "|".join(words.tying) or "(?!)"
    return re.compile(
        rf"(?P<stop>\s*;\s*|\s*[.!]\s+|(?<=[?])\s+)(?:(?:{tying})\s+)?"
        rf"|\s*,?\s+(?P<joining>{joining})\s+|,\s+"
        rf"|\s+(?P<turn>{turning})(?:[,\s]+(?:{turning}|{joining}))*[,\s]\s*"
        r"|(?P<detail>\s*:\s+|\s+[-–—]\s+)"
    )


def _between_words(text: str, words: Vocabulary) -> Iterator[Joint]:
    for m in _pattern(words.language).finditer(text):
        if m["stop"] and "." in m["stop"] and _is_abbreviated(text, m.start(), m.end(), words):
            continue
        kinds = {"is_stop": "stop", "is_joined": "joining", "turns": "turn", "details": "detail"}
        yield Joint(start=m.start(), end=m.end(), **{kind: m[group] is not None for kind, group in kinds.items()})


def _is_abbreviated(text: str, start: int, end: int, words: Vocabulary) -> bool:
    """Whether the full stop belongs to a word: `Dr. Ito`, `at 3 p.m. tomorrow`, but not `at 3 p.m. Then`."""
    before = re.search(r"[^\s,;(]+$", text[:start])
    word = before[0].lower() if before else ""
    return word in words.titles or (word.lstrip("0123456789") in words.abbreviations and not text[end : end + 1].isupper())


def _between_morphemes(text: str, words: Vocabulary) -> Iterator[Joint]:
    found = morphemes_of(text)
    behind = 0
    for n, morpheme in enumerate(found):
        if morpheme.start < behind:
            continue
        following = found[n + 1] if n + 1 < len(found) else None
        if (joint := _joint_at(text, morpheme, following, words, clause_ends=_ends_clause(found, n, words))) is not None:
            behind = joint.end
            yield joint


def _joint_at(text: str, morpheme: Morpheme, following: Morpheme | None, words: Vocabulary, *, clause_ends: str) -> Joint | None:
    """The joint that begins at this morpheme (a mark) or behind it (the form of a verb)."""
    if morpheme.surface in _STOPS:
        return Joint(start=morpheme.start, end=_behind_blanks(text, morpheme.end), is_stop=True)
    if morpheme.surface in _MARKS and (joining := words.joining.match(text, morpheme.end)) is not None:
        return Joint(start=morpheme.start, end=_behind_marks(text, joining.end()), is_joined=True)
    if not clause_ends:
        return None
    end = _behind_marks(text, morpheme.end)
    joining = words.joining.match(text, end)
    if joining is not None or end > morpheme.end:
        end = _behind_marks(text, joining.end()) if joining else end
        return Joint(start=morpheme.end, end=end, is_joined=joining is not None)
    if clause_ends == _BARE and following is not None and _begins_clause(following):
        return Joint(start=end, end=end, is_marked=False)
    return None


_BARE, _MARKED = "bare", "marked"


def _ends_clause(found: Sequence[Morpheme], n: int, words: Vocabulary) -> str:
    """How a clause ends with the morpheme: by its form alone (消して|つけて), only before a mark (消し、つけて), or not at all (empty)."""
    morpheme, surface = found[n], found[n].surface
    before = found[n - 1] if n else None
    if morpheme.kind == "助詞" and surface in words.linking:
        if morpheme.detail == "接続助詞":
            if surface not in words.linking_alone:
                return _MARKED
            return "" if before is not None and before.base in words.negating else _BARE  # 青じゃなくて赤
        after_verb = before is not None and before.detail == "接続助詞" and before.surface in words.linking_alone
        return _BARE if after_verb else ""  # 消してから
    if morpheme.kind == "動詞" and morpheme.form.startswith("連用形"):
        is_verb = surface.endswith("し") or (before is not None and before.surface == "を")  # 消し, 門を開け; 片付け is a noun too
        return _MARKED if is_verb else ""
    is_reason = morpheme.kind == "助動詞" and before is not None and before.detail == "準体助詞"  # 寒いので
    return _MARKED if is_reason and before is not None and before.surface + surface in words.linking else ""


def _begins_clause(morpheme: Morpheme) -> bool:
    """A word of its own meaning; not おいて or ください behind 消して."""
    return _QUOTED.match(morpheme.surface) is not None or (morpheme.kind in _CONTENT and morpheme.detail != "非自立可能")


def _behind_marks(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].lstrip("、,， \u3000"))


def _behind_blanks(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].lstrip())
