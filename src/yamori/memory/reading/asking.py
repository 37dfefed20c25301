"""Questions about what was told, and what is to be forgotten: which of the facts they mean. Pure."""

import re
from collections.abc import Collection, Sequence

from yamori.domain.language import Language, is_spaced, language_of
from yamori.memory.reading.grammar import grammar_in
from yamori.memory.reading.situations import settings_named
from yamori.memory.reading.stripping import stripped
from yamori.memory.reading.vocabulary import bare, ends, folded, holds, starts, words_below, words_for
from yamori.memory.reading.wanted import Ask, AskSaid, Forget, Known, Told
from yamori.memory.statement import HEALTH, Topic
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.mood import ANY_DAY, Mood, mood_of
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.words_of import content_words

_LIKINGS = frozenset(("like", "favourite"))
_OF_ANYBODY = frozenset(("allergy", "avoid", "like", "dislike", "birthday", "favourite"))
"""What is asked of nobody in particular: `who is allergic?`"""
_SHORT = 2
"""Characters from which on a Japanese run of a fact counts as a word of it."""


def known_of(text: str, known: Known) -> Ask | None:
    """`what do you know about me?`"""
    flat, language = folded(text), language_of(text)
    found = holds(flat, words_for("knows", language))
    if found is None:
        return None
    if is_spaced(text):
        if starts(bare(text, "around"), (found,)) is None:
            return None
        about = bare(flat.split(found, 1)[1], "around")
    else:
        about = flat.split(found, 1)[0].replace(" ", "")
        about = bare(about, "around") if about else ""
    if not about or about in words_for("myself", language):
        return Ask(facts=tuple(f.id for f in known.facts), everything=True)
    if about in words_for("ourselves", language):
        return Ask(facts=tuple(f.id for f in known.facts if f.statement.shared), about=about, everything=True)
    facts = facts_named(about, known.facts)
    being = holds(about, (*words_for("beings", language), *map(folded, known.names))) is not None
    return Ask(facts=facts, about=about, everything=True) if facts or being else None


def asks_for_all(utterance: Utterance) -> bool:
    """Whether a question for what is remembered has no word of its own: nothing but the speaker, and what is said of remembering."""
    language = language_of(utterance.text)
    phrases = (*words_for("knows", language), *words_for("myself", language), *words_for("around", language))
    plain = {form for phrase in phrases for w in content_words(phrase, utterance.vocabulary) for form in (w.base, w.text)}
    return all({w.base, w.text} & plain for w in utterance.words)


def said_before(text: str) -> AskSaid | None:
    """`what did I say about …?`"""
    flat, language = folded(text), language_of(text)
    found = holds(flat, words_for("says_before", language))
    if found is None:
        return None
    before, _, behind = flat.partition(found)
    query = behind.strip() if is_spaced(text) else bare(before.replace(" ", ""), "around", "myself")
    return AskSaid(query=query) if query else None


def question_of(text: str, known: Known) -> Ask | None:
    """A question that facts answer; None for any other."""
    flat, language = folded(text), language_of(text)
    topics = {name for name, words in words_below("asked", language).items() if holds(flat, words) is not None}
    if "dislike" in topics:
        topics -= {"like"}
    of_anybody = holds(flat, words_for("who", language)) is not None
    if not topics or (of_anybody and not topics & _OF_ANYBODY):
        return None
    found = [f for f in known.facts if _is_of(f, topics) and (of_anybody or _whose(f, flat, known))]
    named = [f for f in found if _is_named(f, flat)]
    one = [f for f in named if f.statement.topic is Topic.FAVOURITE or f.statement.topic is Topic.SETTING]
    if named:
        return Ask(facts=newest_of_each([_told_last(f, known, flat) for f in one or named]))
    if (strangers := strangers_in(text)) and not named:
        about_them = [f for f in known.facts if _is_of(f, topics) and strangers & strangers_in(f.statement.words)]
        if about_them:
            return Ask(facts=newest_of_each(about_them))
    specific = topics & {"favourite", "like"} and not topics & {"allergy", "avoid", "dislike"}
    if found and not specific:
        return Ask(facts=tuple(f.id for f in found), misses=not of_anybody and _names_a_value(flat, topics, language))
    return Ask(facts=()) if of_anybody and topics & {"allergy"} else None


def _told_last(fact: Told, known: Known, flat: str) -> Told:
    """The same told later, in whatever words, which answers the question as well."""
    newer = known.facts[: next((n for n, f in enumerate(known.facts) if f.id == fact.id), 0)]
    same = (f for f in newer if f.statement.topic is Topic.OTHER and is_same_subject(f, fact))
    return next((f for f in same if shared_words(flat, f.statement.words) >= shared_words(flat, fact.statement.words)), fact)


def newest_of_each(facts: Sequence[Told]) -> tuple[str, ...]:
    """Ids, without what was told of the same subject later: `she wears 34 now`. The newest come first."""
    kept: list[Told] = []
    for fact in facts:
        if all(k.id != fact.id and not (k.statement.topic is Topic.OTHER and is_same_subject(k, fact)) for k in kept):
            kept.append(fact)
    return tuple(f.id for f in kept)


_SAME = 3
"""Words that count, or pairs of Japanese characters, that two sentences about one subject have in common."""


def is_same_subject(one: Told, other: Told) -> bool:
    return shared_words(one.statement.words, other.statement.words) >= (2 if is_spaced(one.statement.words) else _SAME)


def _is_of(fact: Told, topics: Collection[str]) -> bool:
    topic = fact.statement.topic
    if topic is Topic.SETTING:
        return bool(_LIKINGS & set(topics))
    if topic in (Topic.ALLERGY, Topic.AVOID) and set(topics) & {"allergy", "avoid"}:
        return True
    if topic is Topic.ALIAS and fact.statement.key == "me":
        return "name" in topics
    return topic.value in topics


def _whose(fact: Told, flat: str, known: Known) -> bool:
    """Whether a question is about whom the fact is of."""
    about = folded(fact.statement.about)
    if about:
        return holds(flat, (about, f"{about}s")) is not None
    others = holds(flat, (*map(folded, known.names), *words_for("beings", language_of(flat))))
    return others is None


def _is_named(fact: Told, flat: str) -> bool:
    statement = fact.statement
    if statement.topic is Topic.SETTING:
        return statement.key in settings_named(flat)
    if statement.topic in (Topic.NAME, Topic.BIRTHDAY, Topic.ANNIVERSARY, Topic.ADDRESS):
        return True
    value = folded(statement.value)
    return (bool(value) and holds(flat, (value,)) is not None) or _shares_words(flat, folded(f"{statement.key} {statement.value}"))


def _names_a_value(flat: str, topics: Collection[str], language: Language) -> bool:
    """Whether a yes-or-no question names what it is about: `am I allergic to nuts?`"""
    if language is Language.JAPANESE:
        return holds(flat, words_for("questions", language)) is None
    return starts(flat, ("am", "are", "is", "do", "does", "did", "can")) is not None and bool(topics)


def of_whom(text: str, known: Known) -> tuple[Told, ...]:
    """The facts without those of somebody else, where a question speaks of the speaker (`what's my …?`) or of people whom it names."""
    flat, language = folded(text), language_of(text)
    named = [name for name in map(folded, known.names) if holds(flat, (name, f"{name}s")) is not None]
    mine = holds(flat, words_for("myself", language)) is not None and not named
    if not mine and not named:
        return tuple(known.facts)
    others = [name for name in map(folded, known.names) if name not in named]
    return tuple(f for f in known.facts if not (about := folded(f.statement.about)) or about not in others)


def people_in(text: str, names: Collection[str]) -> frozenset[str]:
    """Who is named in a text: by a name of the household, as it is written there, or by one that only a title tells from other words."""
    flat = folded(text).translate(_HIRAGANA)
    said = [folded(name).translate(_HIRAGANA) for name in names]
    known = {name for name in said if holds(flat, (name, f"{name}s")) is not None}
    return frozenset((*known, *(name.translate(_HIRAGANA) for name in strangers_in(text))))


_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(0x30A1, 0x30F7)}
"""A name is written in either."""


def strangers_in(text: str) -> frozenset[str]:
    """Names that a title behind them tells from other words: ゆきちゃん."""
    return frozenset(m[1].rpartition("の")[2] or m[1] for m in _TITLED.finditer(text))


_TITLED = re.compile(r"([\u30a1-\u30fa\u30fcー]{2,8}|[\u3041-\u3096]{2,4}|[\u4e00-\u9fff]{1,4})(?:ちゃん|くん)")


def facts_named(text: str, facts: Sequence[Told]) -> tuple[str, ...]:
    """Ids of the facts of which the text holds a word that counts, the ones with the most."""
    flat = folded(text)
    topics = {name for name, words in words_below("asked", language_of(text)).items() if holds(flat, words) is not None}
    counted = [(_count(flat, f) + (f.statement.topic.value in topics), f) for f in facts]
    most = max((count for count, _ in counted), default=0)
    return tuple(f.id for count, f in counted if count == most and most > 0)


def told_about(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Ask | None:
    """A question that no list of words asks, where something told speaks of most of what it asks about; None where a reader takes it for
    a question of something else."""
    text, language = utterance.text, language_of(utterance.text)
    recalls = any(f.intent is IntentName.RECALL and f.odds >= _MAY_RECALL for f in frames)
    recalls = recalls or holds(folded(text), words_for("recollects", language)) is not None
    others = [] if recalls else [f for f in frames if f.odds >= _SURE_OF_ANOTHER]
    if any(f.intent not in _LOOKED_UP for f in others):
        return None
    asked = _asked_in(frames, utterance)
    about = subjects_in(" ".join(asked)) if asked else frozenset[str]()
    if not about:
        return None
    facts, whole = of_whom(text, known), subjects_in(text)
    if others:  # it may stand in the schedule or in papers: only what was told of just that answers
        found = newest_of_each([f for f in facts if _common(about, f) == len(about) and _begins_with(f, about)])
        return Ask(facts=found) if found and mood_of(utterance) is Mood.QUESTION else None
    counted = [(_common(about, f), _common(whole, f), f) for f in facts]
    fitting = [(beside, f) for common, beside, f in counted if 2 * common >= len(about) and beside >= _TELLS]
    most = max((beside for beside, _ in fitting), default=0)
    found = newest_of_each([f for beside, f in fitting if beside == most])
    found = found or tuple(f.id for f in facts if f.statement.topic in HEALTH and subjects_in(f.statement.value) & about)
    return Ask(facts=found) if found else None


_LOOKED_UP = (IntentName.FIND, IntentName.ASK)
"""What may be looked for in the schedule and in papers, and may have been told as well."""
_MAY_RECALL = 0.3
"""Odds from which on a reader may be right that it asks for what was told."""
_SURE_OF_ANOTHER = 0.5
"""Odds from which on a reader that takes a question for something else is believed."""
_TELLS = 2
"""So many of its words what was told has in common with a question, at least."""


def _asked_in(frames: Sequence[Frame], utterance: Utterance) -> list[str]:
    """What is asked: as a reader marks it, else the clauses that ask, or what stands before a word that recollects."""
    queries = [s.text for f in frames if f.intent is IntentName.RECALL for s in f.slots if s.name is SlotName.QUERY]
    if queries:
        return queries
    text = utterance.normal.text
    clauses = [(c.text, text[c.span.end : c.span.end + 1] in ("?", "？")) for c in clauses_of(utterance)]
    polite = utterance.vocabulary.polite.match(text) is not None
    found = [
        said
        for said, mark in clauses
        if (mark and not polite) or mood_of(utterance_of(f"{said}?" if mark else said, utterance.now)) is Mood.QUESTION
    ]
    if found or mood_of(utterance) is Mood.QUESTION:
        return found or [utterance.text]
    recollects = holds(folded(utterance.text), words_for("recollects", language_of(text)))
    return [text.partition(recollects)[0]] if recollects and not is_spaced(text) else []


def _begins_with(fact: Told, about: Collection[str]) -> bool:
    """Whether what is asked about is what the fact is of, and no more: `the key` of `the key is in the blue tin`."""
    words = utterance_of(fact.statement.words, ANY_DAY).words
    return fact.statement.topic is Topic.OTHER and bool(words) and bool(subjects_in(words[0].text) & set(about))


def _common(about: Collection[str], fact: Told) -> int:
    """How many of the words a fact has, or begins one of its own with: `bed` of `bedtime`."""
    told = _subjects_of(fact)
    return sum(any(word == own or (len(word) >= _STEM and is_spaced(word) and own.startswith(word)) for own in told) for word in about)


_STEM = 3


def facts_about(said: str, facts: Sequence[Told]) -> tuple[str, ...]:
    """Ids of the facts that speak of what is said, the ones with the most; none where that is less than half of it."""
    about, asked = subjects_in(said), words_below("asked", language_of(said))
    topics = {topic: frozenset(word for phrase in phrases for word in phrase.split()) for topic, phrases in asked.items()}
    none: frozenset[str] = frozenset()
    counted = [(len(about & (_subjects_of(f) | topics.get(f.statement.topic.value, none))), f) for f in facts] if about else []
    most = max((count for count, _ in counted), default=0)
    return tuple(f.id for count, f in counted if count == most and 2 * most >= len(about) and most > 0)


def _subjects_of(fact: Told) -> frozenset[str]:
    statement = fact.statement
    return subjects_in(f"{statement.about} {statement.key} {statement.words} {statement.value}")


def subjects_in(said: str) -> frozenset[str]:
    """The words that say what something is about, in their dictionary forms, without those that only speak of its being told."""
    language, utterance = language_of(said), utterance_of(said, ANY_DAY)
    phrases = tuple(phrase for topic in _OF_TELLING for phrase in words_for(topic, language))
    beside = {word for phrase in phrases for word in (phrase, *phrase.split())}
    if not is_spaced(said):
        beside |= {form for phrase in phrases for w in content_words(phrase, utterance.vocabulary) for form in (w.base, w.text)}
    found = {w.base for w in utterance.words if not {w.base, w.text} & beside}
    return frozenset(word.removesuffix("s") if is_spaced(word) else word.translate(_HIRAGANA) for word in found)


_OF_TELLING = ("questions", "spoken_of", "last", "forgets", "pointing", "adverbs", "around", "speaker", "household", "myself")


def _count(flat: str, fact: Told) -> int:
    statement = fact.statement
    held = folded(f"{statement.about} {statement.key} {statement.value} {statement.words}")
    if not is_spaced(flat):
        return sum(piece in flat for piece in {folded(p) for p in (statement.about, statement.key, statement.value) if p})
    return len(_counting(flat) & _counting(held))


def _shares_words(one: str, other: str) -> bool:
    if not (is_spaced(one) and is_spaced(other)):
        return any(len(p) >= 1 and p in one for p in other.split())
    return bool(_counting(one) & _counting(other))


def _counting(flat: str) -> frozenset[str]:
    """The words that say what something is about, without their plural."""
    english = Language.ENGLISH
    empty = {w for topic in ("speaker", "household", "questions", "pointing", "adverbs", "around") for w in words_for(topic, english)}
    empty |= {w for words in words_below("asked", english).values() for w in " ".join(words).split()}
    empty |= {
        "the",
        "a",
        "an",
        "to",
        "of",
        "at",
        "in",
        "on",
        "for",
        "about",
        "with",
        "that",
        "and",
        "or",
        "know",
        "remember",
        "said",
        "told",
    }
    return frozenset(word.removesuffix("s") for word in flat.split() if word not in empty)


def forgotten(text: str, known: Known) -> Forget | None:
    """What is to be forgotten; None where nothing is, or something that is not remembered here."""
    flat, language = bare(text, "around"), language_of(text)
    if flat in words_for("only_talk", language):
        return None
    said = _object(flat, language)
    if said is None:
        return None
    if said in words_for("everything", language):
        return Forget(everything=True, said=said)
    if not said or said in words_for("last", language):
        return Forget(last=True, facts=(str(known.focus["fact"]),) if "fact" in known.focus else ())
    clause = stripped(said.removeprefix("that ")).text
    made = grammar_in(language).told(clause, known.names)
    same = [f.id for f in known.facts if made is not None and f.statement.slot == made.slot]
    return Forget(facts=tuple(same) or facts_named(said, known.facts), said=said, told=made is not None)


def _object(flat: str, language: Language) -> str | None:
    """What stands beside the verb."""
    verbs = words_for("forgets", language)
    if language is Language.ENGLISH:
        verb = starts(flat, verbs)
        return flat[len(verb) :].strip().removeprefix("that i told you ").strip() if verb is not None else None
    verb = ends(bare(flat, "around", "endings"), verbs) or ends(flat, verbs)
    return bare(flat, "around", "endings").removesuffix(verb).strip("をはもと") if verb is not None else None


def shared_words(one: str, other: str) -> int:
    """How many words that count stand in both."""
    first, second = folded(one), folded(other)
    if not is_spaced(first):
        return sum(first[n : n + 2] in second for n in range(len(first) - 1))
    return len(_counting(first) & _counting(second))
