"""The words that tell one task from another, and whether two texts share them: `the drill thing`, `花の水やり`.

English by the stems of whole words, Japanese by runs of kanji and kana. What both texts have left over contradicts:
`dinner with Tom` is not `Dinner with Paul`, however alike the letters are.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from yamori.agents.scheduler.rules.entities.stems import is_common, is_finishing, is_silent, is_verb, stem
from yamori.agents.scheduler.rules.word_lists import words_for
from yamori.domain.language import is_spaced

_LATIN = "a-z0-9ß-öø-ɏ"
_WORD = re.compile(rf"[{_LATIN}]+(?:['-][{_LATIN}]+)*'?")

_RUN = re.compile(r"[一-龯々〆]+|[ァ-ヶー]+|[a-z0-9]+|[ぁ-ゖ]+")
_CUT = "\ue1ff"
"""Stands where a word that ends in kanji was taken out: what follows is its okurigana."""
_PARTICLE = re.compile(r"[をにへのはがとも]|から|まで|ので|けど|って")


@dataclass(frozen=True, kw_only=True)
class Shared:
    """What words that were said have in common with a title."""

    distinctive: bool
    """Both hold at least one word that tells tasks apart."""
    whole: bool
    """Every distinguishing word that was said stands in the title."""
    covers: bool
    """Every distinguishing word of the title was said, and nothing behind them makes something else of it (`the piano tuner`)."""
    share: float
    """How much of the title was said, from 0 to 1; a verb counts half."""

    @property
    def fits(self) -> bool:
        return self.distinctive and (self.whole or self.covers)

    @property
    def contradicts(self) -> bool:
        return not self.whole and not self.covers


def shared(said: str, title: str) -> Shared:
    """Compares the two, in the title's script."""
    one, other = _flat(said), _flat(title)
    if is_spaced(other):
        return _shared_words(one, other)
    return _shared_runs(one, other)


def is_distinctive(text: str) -> bool:
    """The text has a word that could tell a task from another."""
    flat = _flat(text)
    if not is_spaced(flat):
        return bool(runs(flat))
    return any(not is_silent(s) and not is_common(s) and not is_finishing(w) for w, s in _tokens(flat))


def verb_in(title: str) -> str:
    """The verb of a title (`Water the ferns`, 薬を買う); empty where it is but a noun."""
    flat = _flat(title)
    return _verb_of(flat) if is_spaced(flat) else _nouns_and_verb(flat)[1]


def _verb_of(title: str) -> str:
    first = _WORD.match(_flat(title))
    rest = title.strip().split()[1:]
    return stem(first[0]) if first and rest and is_verb(first[0]) else ""


def _flat(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower().replace("’", "'")


@lru_cache(maxsize=8192)
def _tokens(text: str) -> tuple[tuple[str, str], ...]:
    """Each word as it stands and as its stem."""
    return tuple((w, stem(w)) for w in _WORD.findall(text))


def _same(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= 4 and one[0] == other[0] and fuzz.ratio(one, other) >= 84)


def _shared_words(said: str, title: str) -> Shared:
    words, wanted = _tokens(said), [s for _, s in _tokens(title) if not is_silent(s)]
    spoken = [s for _, s in words if not is_silent(s)]
    verb = _verb_of(title)
    distinguishing = [w for w in wanted if not is_common(w) or w == verb] or wanted
    if distinguishing == [verb]:
        distinguishing = wanted
    common = [w for w in distinguishing if any(_same(w, s) for s in spoken)]
    left = [s for s in spoken if not is_common(s) and not any(_same(s, w) for w in wanted)]
    nouns = [w for w in common if w != verb]
    weights = {w: 0.5 if w == verb else 1.0 for w in distinguishing}
    share = sum(weights[w] for w in common) / sum(weights.values()) if distinguishing else 0.0
    missing = [w for w in distinguishing if w not in common and w != verb]
    # `leave the oven` is not `Clean the oven`: another verb stands where the title has its own.
    otherwise = bool(verb) and verb not in common and any(is_verb(w) and s in left for w, s in words)
    # `the tennis match` is not `Buy tennis balls`: both have a noun of their own, though one is a common one.
    elsewhere = bool(missing) and any(is_common(s) and s not in wanted for s in spoken)
    return Shared(
        distinctive=bool(nouns),
        whole=bool(spoken) and not left and not elsewhere,
        covers=bool(nouns) and not missing and not otherwise and not _another_head(words, wanted, left),
        share=min(share, 1.0),
    )


def _another_head(words: Sequence[tuple[str, str]], wanted: list[str], left: list[str]) -> bool:
    """A foreign noun stands right behind the title's last word: `piano tuner`, `book club dinner`."""
    at = max((i for i, (_, s) in enumerate(words) if any(_same(s, w) for w in wanted)), default=-1)
    if at < 0 or at + 1 >= len(words):
        return False
    word, following = words[at + 1]
    return following in left and word not in words_for("links")


@lru_cache(maxsize=8192)
def runs(text: str) -> tuple[str, ...]:
    """The distinguishing runs of a Japanese text: kanji, katakana, Latin, and hiragana words between particles."""
    found: list[str] = []
    quiet = words_for("quiet_runs")
    for m in _RUN.finditer(text):
        run, before = m[0], text[max(0, m.start() - 1) : m.start()]
        if "ぁ" <= run[0] <= "ゖ":
            pieces = _PARTICLE.split(run)
            if "一" <= before <= "龯" or before == _CUT or (before and run[0] in "しすさ"):
                pieces = pieces[1:]  # okurigana of what stands before, or its する
            found += [p for p in pieces if len(p) > 1 and p.rstrip("よねわ") not in quiet]
        elif run not in quiet and not (len(run) == 1 and run == "ー"):
            found.append(run)
    return tuple(found)


def _nouns_and_verb(title: str) -> tuple[tuple[str, ...], str]:
    """The runs of a title; the last one apart when okurigana follow it to the end (薬を`買`う)."""
    found = runs(title)
    ending = re.search(r"([一-龯々]+)[ぁ-ゖ]{1,3}$", title)
    if len(found) > 1 and ending and found[-1] == ending[1]:
        return found[:-1], found[-1]
    return found, ""


def _shared_runs(said: str, title: str) -> Shared:
    nouns, verb = _nouns_and_verb(title)
    spoken = runs(said)
    held = [n for n in nouns if n in said or (len(n) == 1 and n in said)]
    rest = said
    for token in sorted({*held, *([verb] if verb else ())}, key=len, reverse=True):
        rest = rest.replace(token, _CUT)
    resting = runs(rest)
    partly = [n for n in nouns if n not in held and any(len(s) > 1 and s in n for s in resting)]
    left = [s for s in resting if not any(s in n for n in nouns) and not _crumb(s, spoken, {*held, verb})]
    weight = len(nouns) + (0.5 if verb else 0.0)
    spoken_verb = bool(verb) and verb in said
    share = (len(held) + 0.6 * len(partly) + (0.5 if spoken_verb else 0.0)) / weight if weight else 0.0
    return Shared(
        distinctive=bool(held or partly),
        whole=bool(spoken) and not left,
        covers=bool(nouns) and len(held) == len(nouns) and not _another_run(said, nouns[-1], left),
        share=min(share, 1.0),
    )


def _crumb(piece: str, spoken: Sequence[str], known: set[str]) -> bool:
    """One kanji left of a run that a title's word was cut out of: 支 of 支払."""
    return len(piece) == 1 and any(piece in s and any(k and k in s for k in known) for s in spoken)


def _another_run(said: str, last: str, left: list[str]) -> bool:
    """A foreign noun hangs on the title's last one with の or directly: 医者の領収書, ピアノ調律."""
    behind = said[said.rfind(last) + len(last) :].removeprefix("の")
    return any(behind.startswith(piece) for piece in left)
