"""Conditions in Japanese, read from their end by their morphemes: 食料庫が開いたら, 誰もいなければ, 洗い物が終わり次第."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.loanwords import KATAKANA, consonants, sounds, undoubled
from yamori.agents.iot.rules.watch.amounts import without_amount
from yamori.agents.iot.rules.watch.said import Kind, Quantity, Said, Trouble, Who, Why, is_name
from yamori.agents.iot.rules.watch.words import ConditionWords, condition_words
from yamori.agents.iot.rules.words import normal, numbers
from yamori.domain.home import Person
from yamori.domain.language import Language
from yamori.understanding.analysis import Morpheme, morphemes_of

_GRAMMATICAL = frozenset(("助詞", "助動詞", "補助記号", "空白", "記号"))


@dataclass(frozen=True, kw_only=True)
class _Ending:
    """The predicate of a condition, and what its ending says."""

    before: str
    """What stands before the predicate."""
    predicate: str
    bases: tuple[str, ...]
    """Dictionary form and surface of its last word."""
    denials: int
    became: bool
    """なったら."""
    doing: bool
    """している."""
    lasts: bool
    """〜ている: what happened is so."""


def read(text: str, people: Sequence[Person]) -> Said | Trouble:
    """`text` in normal form, with its names shielded."""
    words = condition_words(Language.JAPANESE)
    timed = without_amount(text.strip(" 、。!?"), words)
    if isinstance(timed, Trouble):
        return timed
    if words.patterns["no_condition"].search(timed[0]):
        return Trouble(why=Why.NOTHING)
    clause, seconds = re.sub(r"^(?:もしも?|もし、)", "", timed[0]).lstrip("、"), timed[1]
    ending = _ending(clause, words, timed=seconds > 0)
    if ending is None:
        return Trouble(why=Why.NOTHING)
    if ending.denials > 1:
        return Trouble(why=Why.NEGATION, what=clause)
    before, quantity, nobody = _quantified(ending.before + ending.predicate, words)
    negated = ending.denials == 1
    if nobody and not negated:
        return Trouble(why=Why.NEGATION, what=clause)
    before = before[: len(before) - len(ending.predicate)] if ending.predicate else before
    said = _person_event(before, ending, people, words) or _thing_event(before, ending, words) or _state(before, ending, words)
    if negated and quantity == "all":  # 全部ついていなかったら: none of them is
        quantity = "any"
    return replace(said, negated=negated, seconds=seconds, quantity=quantity)


def _ending(text: str, words: ConditionWords, *, timed: bool) -> _Ending | None:
    """The last word with a content, behind which there are only endings."""
    placed = list(_placed(text))
    denials, n = 0, len(placed) - 1
    passed: set[str] = set()
    while n >= 0:
        start, word = placed[n]
        before = placed[n - 1][1].surface if n else ""
        if word.base in words.listed["vanishing"]:
            return _Ending(before=text[:start], predicate="", bases=("ある",), denials=denials + 1, became=True, doing=False, lasts=False)
        if word.base in words.listed["negating"]:
            denials += 1
        elif word.base in words.listed["existing"]:
            if before not in ("て", "で", "ちゃっ"):
                break
        elif word.base in words.listed["beginning"] and n and placed[n - 1][1].kind == "動詞":
            pass
        elif not _is_ending(word, words, timed=timed):
            break
        passed.add(word.base)
        n -= 1
    if n < 0:
        return None
    start, word = placed[n]
    end = start + len(word.surface)
    lasts = bool(passed & words.listed["existing"])
    return _Ending(
        before=text[:start],
        predicate=text[start : end + text.startswith("が", end)],
        bases=(word.base, word.surface),
        denials=denials,
        became=bool(passed & {"なる", "成る"}),
        doing="する" in passed and lasts,
        lasts=lasts,
    )


def _is_ending(word: Morpheme, words: ConditionWords, *, timed: bool) -> bool:
    if any(map(is_name, word.surface)) or word.base in words.listed["alternating"]:
        return False
    if timed and (word.base in words.listed["passing"] or word.surface in words.listed["passing"]):
        return True
    return word.kind in _GRAMMATICAL or word.base in words.listed["grammar"] or word.surface in words.listed["grammar"]


def _placed(text: str) -> Iterator[tuple[int, Morpheme]]:
    at = 0
    for word in morphemes_of(text):
        yield at, word
        at += len(word.surface)


def _quantified(text: str, words: ConditionWords) -> tuple[str, Quantity, bool]:
    """The text with 誰も as 誰か, how many it speaks of, and whether it can only be denied."""
    changed, nobody = words.patterns["no_one"].subn("誰か", text)
    changed, none = words.patterns["none"].subn("どれか", changed)
    if nobody or none:
        return changed, "any", True
    if words.patterns["any"].search(text):
        return text, "any", False
    return text, "all" if words.patterns["all"].search(text) else "", False


def _has(ending: _Ending, listed: frozenset[str]) -> bool:
    return any(base in listed for base in ending.bases)


def _person_event(before: str, ending: _Ending, people: Sequence[Person], words: ConditionWords) -> Said | None:
    for kind, name in (
        (Kind.AT_HOME, "at_home"),
        (Kind.AWAY, "away"),
        (Kind.ARRIVED, "arrived"),
        (Kind.LEFT, "left"),
        (Kind.AT_HOME, "existing"),
    ):
        if not _has(ending, words.listed[name]):
            continue
        who, rest = _who(before, people, words)
        if rest == before and _has(ending, words.listed["going_out"]) and not words.patterns["own_place"].search(before):
            continue  # 出たら of nobody may be of anything
        left = words.patterns["origins"].sub("", rest)
        stays = name == "existing"
        if ending.lasts and kind in (Kind.ARRIVED, Kind.LEFT):
            kind = Kind.AT_HOME if kind is Kind.ARRIVED else Kind.AWAY
        if (
            not left.strip(" \t\n\u3000、。")
            and who
            and not (stays and who in (Who.ANYONE, Who.SPEAKER) and not words.patterns["own_place"].search(rest))
        ):
            return Said(kind=kind, state=before + ending.predicate, who=who)
    return None


def _who(text: str, people: Sequence[Person], words: ConditionWords) -> tuple[str, str]:
    """Of whom, and the rest; the speaker where nobody is named."""
    for person in people:
        name = normal(person.name)
        if name in text:
            return person.id, text.replace(name, "", 1)
        for run in KATAKANA.finditer(text):
            if consonants(run[0]) in sounds(name):
                return person.id, text.replace(run[0], "", 1)
        if (said := next((m[0] for m in re.finditer(r"[\u30a1-\u30fa\u30fc]{2,}", text) if _spells(m[0], name)), "")) != "":
            return person.id, text.replace(said, "", 1)
    for who in (Who.EVERYONE, Who.ANYONE, Who.SPEAKER):
        found = words.patterns[who.value].search(text)
        if found:
            return who.value, text[: found.start()] + text[found.end() :]
    return Who.SPEAKER, text


def _spells(katakana: str, name: str) -> bool:
    """Whether a short name is spelled so: メイ is Mei."""
    import jaconv

    plain = undoubled(jaconv.kana2alphabet(jaconv.kata2hira(katakana.replace("ー", ""))))
    return plain == undoubled(name)


def _thing_event(before: str, ending: _Ending, words: ConditionWords) -> Said | None:
    for kind in (Kind.DONE, Kind.STOPS, Kind.DETECTED, Kind.CALLED):
        if _has(ending, words.listed[kind.value]):
            state = before if kind is Kind.DETECTED else f"{before}{ending.predicate}"
            return Said(kind=kind, state=state, subject=before)
    return None


def _state(before: str, ending: _Ending, words: ConditionWords) -> Said:
    whole = before + ending.predicate
    if numbers(whole) and comparison_in(whole) is None:
        for name, passed in (("rises", "を超えている"), ("falls", "を下回っている")):
            if _has(ending, words.listed[name]) and words.beyond.search(before):
                return Said(kind=Kind.STATE, state=words.beyond.sub(passed, before))
        for name, by in (("rises", 1), ("falls", -1), ("reached", 0)):
            if _has(ending, words.listed[name]) and (not by or words.goal.search(before)):  # 2度上がったら is by two
                return Said(kind=Kind.STATE, state=before, reached=by)
        if _has(ending, words.listed["cut"]):
            return Said(kind=Kind.STATE, state=f"{before.removesuffix('を')}を下回っている")
        if ending.became:
            return Said(kind=Kind.STATE, state=whole, reached=0)
    elif numbers(before) and any(_has(ending, words.listed[name]) for name in ("rises", "falls", "reached")):
        return Said(kind=Kind.STATE, state=before)
    elif _has(ending, words.listed["cut"]):
        return Said(kind=Kind.STATE, state=f"{before}消えている")
    for state, verbs in words.states.items():
        if _has(ending, verbs):
            before = before.removesuffix("を") if state.startswith("を") else before
            return Said(kind=Kind.STATE, state=before + state)
    if _has(ending, words.listed["existing"]):
        return Said(kind=Kind.STATE, state=f"{before}いる")
    if _has(ending, words.listed["arrived"]):  # 充電台に戻ったら: where a thing is
        return Said(kind=Kind.STATE, state=before)
    return Said(kind=Kind.STATE, state=f"{whole}している" if ending.doing else whole)
