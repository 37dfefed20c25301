"""What something new is to be called: the words of its title with those of whom it is for, as people write it down."""

import re
from dataclasses import replace

from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.vocabulary import is_myself, is_place_to_put, is_putting
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.reading.english import words as english
from yamori.agents.scheduler.rules.reading.languages import reader_of
from yamori.agents.scheduler.rules.word_lists import words_for
from yamori.agents.scheduler.wording import words_in
from yamori.domain.language import language_of
from yamori.understanding.frame import Slot, SlotName
from yamori.understanding.span import Span

_TIES = re.compile(r"\s*|(?:さん|さま|様|くん|君|ちゃん|先生)?[のとにへ]?")
"""What may stand between a person and a title that are one expression: 母の|誕生日, lunch |with Tom."""
_OF = re.compile(r"(?:'s|s'|の)$")
_PREPOSITION = re.compile(r"^(?:for|with|to|from|at|of|and)\b", re.I)


def new_titles(spoken: SpokenFrame) -> tuple[str, ...]:
    """One title for each slot. Raises `Unhonoured` where there is none, or one that only points at something (`it`)."""
    titles = _titles(spoken)
    persons = [p for p in spoken.slots(SlotName.PERSON) if not is_myself(spoken.said(p))]
    if not titles:
        if len(persons) != 1:
            raise Unhonoured
        return (_with_what_is_done(spoken, persons[0]),)
    found = []
    for slot in titles:
        if is_pronoun(spoken.said(slot)):
            raise Unhonoured(slot)
        found.append(_with_persons(spoken, slot, persons))
    return tuple(found)


def _titles(spoken: SpokenFrame) -> tuple[Slot, ...]:
    """What is to be put down; of several not where to (`put the dentist on my calendar`), nor the word that points back at one
    (`no stamps left, write them down`)."""
    titles = spoken.slots(SlotName.TITLE)
    named = tuple(
        title for n, title in enumerate(titles) if not is_place_to_put(said := spoken.said(title)) and not (n and is_pronoun(said))
    )
    return _joined(spoken, named or titles)


def _joined(spoken: SpokenFrame, titles: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """One title of neighbours between which nothing says that they are two things: 校庭|で|運動会 is one."""
    found: list[Slot] = []
    others = [slot.span for slot in spoken.frame.slots if slot.name is not SlotName.TITLE]
    for title in titles:
        tie = Span(found[-1].span.end, title.span.start) if found else title.span
        between = spoken.utterance.normal.text[tie.start : tie.end].strip()
        if found and between in words_for("within_titles") and not any(tie.overlaps(span) for span in others):
            span = Span(found[-1].span.start, title.span.end)
            found[-1] = replace(found[-1], span=span, text=spoken.utterance.normal.shown(span))
        else:
            found.append(title)
    return tuple(found)


def _with_what_is_done(spoken: SpokenFrame, person: Slot) -> str:
    """The person alone, or with the words around that tell what is done with them: `pick up the kids`, 子どもを迎えに行く."""
    rest = spoken.text_without(*spoken.frame.slots)
    if is_putting(word.base for word in spoken.content(rest)):
        return titled(spoken.said(person))
    begin = max((s.span.end for s in spoken.frame.slots if s.span.end <= person.span.start), default=spoken.frame.span.start)
    end = min((s.span.start for s in spoken.frame.slots if s.span.start >= person.span.end), default=spoken.frame.span.end)
    span = Span(begin, min(end, len(spoken.utterance.normal.text)))
    outside = spoken.content(spoken.text_without(*spoken.frame.slots, Slot(name=SlotName.TITLE, text="", span=span, odds=1.0)))
    if outside:
        raise Unhonoured(person)
    return titled(spoken.utterance.normal.shown(span).strip(" 、,"))


def titled(words: str) -> str:
    """As one would write it down: no article in front, a capital first letter; no particle behind."""
    return str(reader_of(words).titled(words))


def noted(words: str) -> str:
    """What was said as a sentence of its own: a memo, a line of the diary."""
    return english.sentence(words)


def with_persons(spoken: SpokenFrame, title: Slot) -> str:
    """One title with the persons of the frame."""
    return _with_persons(spoken, title, [p for p in spoken.slots(SlotName.PERSON) if not is_myself(spoken.said(p))])


def _with_persons(spoken: SpokenFrame, title: Slot, persons: list[Slot]) -> str:
    apart: list[Slot] = []
    span = title.span
    for person in persons:
        joined = Span(min(span.start, person.span.start), max(span.end, person.span.end))
        first, second = (span, person.span) if span.start < person.span.start else (person.span, span)
        tie = spoken.utterance.normal.text[first.end : second.start]
        tied = second is span or _PREPOSITION.match(spoken.said(person)) or tie.strip()
        if _TIES.fullmatch(tie) and tied:
            span = joined
        else:
            apart.append(person)
    words = titled(spoken.said(title) if span == title.span else spoken.utterance.normal.shown(span))
    names = [name_of(said) for p in apart if not _PREPOSITION.match(said := spoken.said(p))]
    words = " ".join([words, *(said for p in apart if _PREPOSITION.match(said := spoken.said(p)))])
    if not names:
        return words
    texts = words_in(language_of(words))
    return texts.say("titles.with_persons", title=words, persons=texts.join("comma", names))


def name_of(person: str) -> str:
    """The name alone: `Tom` of `Tom's` and of `with Tom`."""
    return _OF.sub("", _PREPOSITION.sub("", person)).strip()
