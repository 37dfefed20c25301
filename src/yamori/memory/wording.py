"""What the Memory agent says (`texts/`). Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from yamori.agentkit import phrasing
from yamori.agentkit.agent import Declined
from yamori.agentkit.texts import Texts
from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept, Said
from yamori.memory.reading.days_until import asks_for_days, days_until
from yamori.memory.reading.grammar import grammar_in, grammar_of
from yamori.memory.reading.vocabulary import table
from yamori.memory.statement import Statement, Topic

TEXTS = Texts(Path(__file__).parent / "texts")


def text(name: str, language: Language, /, **said: str) -> str:
    """A sentence with its places filled."""
    return TEXTS.said(language, name, **said)


def refusal(name: str, language: Language, /, **said: str) -> Declined:
    return Declined(text=text(name, language, **said))


def to_you(words: str, *, of_speaker: bool = True) -> str:
    """What somebody told, said back to them: `I'm …` as `you're …`. Of somebody else's words nothing is turned."""
    plain = words.strip(" .!。！")
    if not of_speaker:
        return plain
    turned: Mapping[str, str] = table("said_back").get(language_of(plain).value, {})
    found = [_turned(word, turned) for word in plain.split(" ")]
    first = plain.split(" ")[0].lower().replace("’", "'")
    if found and found[0][:1].isupper() and (first in turned or first in table("small").get(language_of(plain).value, ())):
        found[0] = found[0][:1].lower() + found[0][1:]
    return " ".join(found)


def _turned(word: str, turned: Mapping[str, str]) -> str:
    bare = word.replace("’", "'").rstrip(",;:")
    tail = word[len(bare) :]
    return turned[bare.lower()] + tail if bare.lower() in turned else word


def what(kept: Kept, person: str) -> str:
    """A fact as it is told to this person."""
    return told(kept.statement, mine=kept.person == person or kept.statement.shared)


def told(statement: Statement, *, mine: bool = True) -> str:
    if statement.topic is Topic.ALIAS and statement.key != "me":
        return text("alias", language_of(statement.words), called=statement.value, thing=grammar_of(statement.words).within(statement.key))
    return with_end(to_you(statement.words, of_speaker=mine), statement)


def with_end(words: str, statement: Statement) -> str:
    """With when it ends: `you work nights until Sunday, March 8`."""
    if (until := statement.until) is None:
        return words
    at_midnight = not (until.hour or until.minute)
    day = until - timedelta(days=1) if at_midnight else until
    language = language_of(words)
    end = TEXTS.said(language, "until.about_day" if statement.roughly else "until.day", at=day)
    end = end if at_midnight else TEXTS.counted(language, "until.hour", until.minute, at=until, day=end)
    end = TEXTS.said(language, "until.about", until=end) if statement.roughly else end
    return TEXTS.said(language, "until.text", until=end, words=words)


def kept_text(kept: Kept, before: Kept | None, language: Language, *, already: bool) -> str:
    """What is said when something was kept."""
    statement = kept.statement
    if statement.topic is Topic.ALIAS:
        if statement.key == "me":
            return text("called_me", language, called=statement.value)
        return text("called", language, thing=grammar_in(language).within(statement.key), called=statement.value)
    words = told(statement)
    if already:
        return text("known_already", language, what=words)
    if _is_of_a_situation(statement):
        return text("kept_until_said", language, what=words)
    if before is None and statement.shared and is_of_a_thing(statement):
        return text("kept_for_everyone", language, what=words)
    if before is not None:
        return text("kept_before", language, what=words, before=told(before.statement))
    return text("kept", language, what=words)


def is_of_a_thing(statement: Statement) -> bool:
    """Whether it is of no person, as where a key lies: others may need to know it, too."""
    of_a_thing = statement.topic is Topic.OTHER and not statement.about and grammar_of(statement.words).speaks_of_a_thing(statement.words)
    return of_a_thing and not _is_of_a_situation(statement)


def _is_of_a_situation(statement: Statement) -> bool:
    return statement.topic in (Topic.OTHER, Topic.LIKE) and grammar_of(statement.words).situated(statement.words) is not None


def listed(facts: Sequence[Kept], person: str, language: Language) -> str:
    """All that is known, a line for each."""
    lines = [f"\n- {grammar_in(language).begun(what(fact, person))}" for fact in facts]
    return TEXTS.counted(language, "list.head", len(facts)) + "".join(lines)


def several(facts: Sequence[Kept], person: str, language: Language) -> str:
    """Some facts in a sentence."""
    parts = [what(fact, person) for fact in facts]
    if len(parts) > 1:
        parts = [TEXTS.said(language, "list.part", part=part) for part in parts]
    return grammar_in(language).begun(phrasing.listed(parts, language))


def said_text(found: Sequence[Said], language: Language) -> str:
    return " ".join(text("said", language, when=when_said(each.at, language), text=each.text.strip()) for each in found)


def with_days_left(words: str, told: Sequence[str], request: str, now: datetime, language: Language) -> str:
    """An answer with how many days it still is, where just that was asked for and the first of what was told holds a day."""
    left = days_until(told[0], now) if told and asks_for_days(request) else None
    return phrasing.sentences((words, TEXTS.counted(language, "in_days", left)), language) if left is not None else words


def when_said(at: datetime, language: Language) -> str:
    """The day and the time, as they are told."""
    return TEXTS.said(language, "when", at=at)


def setting_called(name: str, language: Language) -> str:
    return str(table("called")[name][language.value])


def valued(name: str, value: str, language: Language) -> str:
    """`22 degrees`, 22度."""
    return str(table("said_so")[name][language.value]).format(value=value)


def joined(sentences: Sequence[str], language: Language) -> str:
    return phrasing.sentences(filter(None, sentences), language)


def when_told(situation: str, language: Language) -> str:
    """`in the evening`, 夜は; empty where it is always so."""
    return str(table("told_when")[situation][language.value]) if situation else ""


_LONGEST_REASON = 120


def as_you_told(told: str, language: Language) -> str:
    """Why something is done so: the words with which the person said it."""
    shown = told if len(told) <= _LONGEST_REASON else f"{told[: _LONGEST_REASON - 1]}…"
    return text("as_you_told", language, told=shown.rstrip(text("full_stop", language)))
