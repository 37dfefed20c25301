"""Conditions in English: `when the larder opens`, `unless nobody is in the den`, `once the wash is done`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.watch.amounts import without_amount
from yamori.agents.iot.rules.watch.said import Kind, Quantity, Said, Trouble, Who, Why
from yamori.agents.iot.rules.watch.words import ConditionWords, condition_words, whole_words
from yamori.agents.iot.rules.words import normal, numbers
from yamori.domain.home import Person
from yamori.domain.language import Language
from yamori.understanding.vocabulary import MarkerKind, vocabulary

_SHORT = {"'m": " am", "'re": " are", "'ve": " have", "'d": " had"}
_TRIM = " \t,;.!?"


def read(text: str, people: Sequence[Person]) -> Said | Trouble:
    """`text` in normal form, with its names shielded."""
    words = condition_words(Language.ENGLISH)
    bare, unless = _without_lead(text.strip(_TRIM), words)
    timed = without_amount(bare, words)
    if isinstance(timed, Trouble):
        return timed
    clause, seconds = _without_doer(_spelled_out(timed[0], words), words), timed[1]
    denied = _without_negation(clause, words)
    if denied is None:
        return Trouble(why=Why.NEGATION, what=clause)
    clause, negated = denied
    said = _person_event(clause, people, words) or _thing_event(clause, words) or _state(clause, words)
    return replace(said, negated=negated is not unless, seconds=seconds, quantity=said.quantity or _quantity(clause, words))


def _without_lead(text: str, words: ConditionWords) -> tuple[str, bool]:
    """The clause behind what marks a condition, and whether that denies it."""
    if (denying := words.patterns["unless"].match(text)) is not None:
        return text[denying.end() :].strip(), True
    if (own := words.patterns["leads"].match(text)) is not None:
        return text[own.end() :].strip(), False
    general = vocabulary(Language.ENGLISH)
    marked = general.markers[MarkerKind.CONDITION].match(text)
    if marked is None:
        return text, False
    *_, last = marked[0].split()  # `once the` ends with the first word of the clause
    return (text[marked.end() - len(last) :] if last in general.subjects | general.pronouns else text[marked.end() :]).strip(), False


def _spelled_out(text: str, words: ConditionWords) -> str:
    """Short forms of verbs written out, where they are no possessives; `there is` says nothing more."""
    text = re.sub(r"(?<=[^\W\d_])'(?:m|re|ve|d)\b", lambda m: _SHORT[m[0]], text)
    text = re.sub(rf"(?:{words.patterns['is_for'].pattern})'s\b", lambda m: m[0].removesuffix("'s") + " is", text)
    state = "|".join(pattern.pattern for pattern in words.state_patterns.values())
    text = re.sub(rf"'s(?= (?:{words.patterns['is_after'].pattern}|{state}))", " is", text)
    return re.sub(r"\bis (?:been|got)\b", "is", text)


def _without_doer(text: str, words: ConditionWords) -> str:
    """`somebody leaves the larder open` as `the larder is open`, `anybody opens it` as `it opens`: who does so is told by nothing."""
    if (leaving := words.patterns["leavers"].match(text)) is not None:
        return re.sub(r"\b(open|on|off|unlocked|running)\b", r"is \1", text[leaving.end() :].strip(), count=1)
    doing = words.patterns["doers"].match(text)
    if doing is None:
        return text
    verb, _, thing = text[doing.end() :].strip().partition(" ")
    return f"{thing} {verb}"


def _without_negation(text: str, words: ConditionWords) -> tuple[str, bool] | None:
    """The clause without its one denial; None for several."""
    count = 0
    for name, instead in (("no_one", "somebody"), ("none", "any of"), ("not_all", "all"), ("no_thing", "any"), ("not", "is")):
        text, found = words.patterns[name].subn(instead, text)
        count += found
    if count:
        text = re.sub(r"\bnor\b", "or", text)
        text = words.patterns["any_more"].sub("", text)
    text = " ".join(text.split()).removeprefix("is ")  # `not everybody is`
    return (text, count == 1) if count < 2 else None


def _quantity(text: str, words: ConditionWords) -> Quantity:
    # `any of all` is none of either
    any_of, all_of = words.patterns["any"].search(text), words.patterns["all"].search(text)
    return "any" if any_of else "all" if all_of else ""


def _person_event(text: str, people: Sequence[Person], words: ConditionWords) -> Said | None:
    """Somebody comes home, leaves, or is there: only of whom the home knows."""
    who, rest = _who(text, people, words)
    if not who:
        return None
    rest = re.sub(r"\b(?:finally|all|both|just|now|already|safely|each) ", "", rest)
    for kind in (Kind.AT_HOME, Kind.AWAY, Kind.ARRIVED, Kind.LEFT):
        found = words.patterns[kind.value].search(rest) or words.patterns[kind.value].search(f"is {rest.strip()}")
        if found is None:
            continue
        left = words.patterns["origins"].sub(" ", found.string[: found.start()] + " " + found.string[found.end() :])
        if not re.sub(r"[\s,]|\bis\b", "", left):
            return Said(kind=kind, state=text, who=who)
    return None


def _who(text: str, people: Sequence[Person], words: ConditionWords) -> tuple[str, str]:
    for person in people:
        named = re.match(rf"{re.escape(normal(person.name))}(?![\w'])\s*", text)
        if named:
            return person.id, text[named.end() :]
    for who in Who:
        said = words.patterns[who.value].match(text)
        if said:
            return who.value, text[said.end() :]
    return "", text


def _thing_event(text: str, words: ConditionWords) -> Said | None:
    """A wash ends, a bell rings, an alarm goes off, a sensor notices something."""
    if words.patterns["callers"].match(text) and words.patterns["calls"].search(text):
        subject = words.patterns["calls"].sub(" ", words.patterns["callers"].sub(" ", text))
        return Said(kind=Kind.CALLED, state=text, subject=subject)
    for kind in (Kind.DONE, Kind.STOPS, Kind.DETECTED, Kind.CALLED):
        found = words.patterns[kind.value].search(text)
        if found is None:
            continue
        subject = f"{text[: found.start()]} {text[found.end() :]}".strip()
        state = _state(text, words).state if kind is Kind.CALLED else f"{subject} is stopped" if kind is Kind.STOPS else subject
        return Said(kind=kind, state=state, subject=subject)
    return None


def _state(text: str, words: ConditionWords) -> Said:
    """The clause as a present state: `gets above 28` is `is above 28`, `opens` is `is open`."""
    for name, by in (("rises", 1), ("falls", -1), ("reached", 0)):
        found = words.patterns[name].search(text)
        if found and numbers(text[found.end() :]) and comparison_in(text) is None:
            return Said(kind=Kind.STATE, state=f"{text[: found.start()]} is {text[found.end() :]}", reached=by)
    text = words.patterns["there"].sub(" ", text)
    text = words.patterns["more"].sub("is above", words.patterns["less"].sub("is below", text))
    for state, pattern in words.state_patterns.items():
        text = pattern.sub(lambda m, state=state: m[0] if m[0] == state else f"is {state}", text)  # type: ignore[misc]
    goal = "|".join(
        (
            *words.states,
            r"(?:already |now )?(?:above|over|below|under|beneath|at least|at most|\w+er than|more than|less than|[a-z]{2,}ing)",
        )
    )
    text = re.sub(rf"(?:{words.patterns['became'].pattern}\s+)+(?={whole_words([goal]).pattern})", "is ", text)
    return Said(kind=Kind.STATE, state=" ".join(text.split()))
