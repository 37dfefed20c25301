"""What a sentence asks about the weather, the sun and the moon, and what of it nothing here explains. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.automations.outdoors.subject import WEATHER, Subject
from yamori.automations.outdoors.vocabulary import named, periods, places_of, says, words_for
from yamori.domain.when import When, resolve
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.words_of import Word

_PRECISE = (Subject.RAIN, Subject.SNOW, Subject.UMBRELLA, Subject.WIND, Subject.FROST)
"""Beside these `weather` says nothing more."""
_TIMELESS = (Subject.MOON,)
_DAYS = (Subject.DARK,)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Empty `subjects` where it is about nothing outdoors."""

    subjects: tuple[Subject, ...]
    plain: bool
    """One of them is named by a word that is said of nothing else."""
    outside: bool
    """The sentence says `outside`."""
    when: When
    is_now: bool
    """It speaks of this moment."""
    points: bool
    """It points at a day that was named before (`will it rain on that day`), and names none."""
    place: str
    """Another place than the home's, as it was said; empty for none."""
    unexplained: tuple[Word, ...]
    """Content words that are not about any of this."""

    @property
    def is_dated(self) -> bool:
        """It names a day, a time or a part of one."""
        return self.when.found


def asked_in(utterance: Utterance, *, home: Sequence[str]) -> Asked:
    """`home`: what the home's own place is called."""
    when = resolve(utterance.text, utterance.now)
    language = utterance.language
    # 月 inside a date is no moon.
    found = [one for one in named(utterance) if one[0] not in _TIMELESS or not any(one[2].overlaps(t) for t in utterance.time_spans)]
    plain = any(is_plain for _, is_plain, _ in found)
    outside = says("outside", utterance)
    dated = when.found or bool(_period(utterance)) or (says("foretells", utterance) and not says("now", utterance))
    counted = [one for one in found if one[1] or (one[0] not in _DAYS and (plain or dated)) or outside]
    subjects = _merged(tuple(dict.fromkeys(subject for subject, _, _ in counted)))
    topics = ("outside", "foretells", "now", "beside", "pointed")
    known = [span for topic in topics for span in places_of(words_for(topic, language), utterance)]
    known += [span for _, _, span in found]
    known += [span for topic in ("hours", "days") for span in places_of(tuple(periods(topic, language)), utterance)]
    known += utterance.time_spans
    pointed = places_of(words_for("pointed", language), utterance)
    ours = {word for name in home for word in name.casefold().split()}
    left = tuple(
        word
        for word in utterance.words
        if not any(word.span.overlaps(span) for span in known)
        and word.base not in ours
        and word.text not in ours
        and not utterance.vocabulary.is_number(word.text)
    )
    return Asked(
        subjects=subjects,
        plain=plain,
        outside=outside,
        when=when,
        is_now=says("now", utterance),
        points=not when.found and any(utterance.normal.text[: span.start].strip() for span in pointed),
        place=_place(left, utterance) if subjects else "",
        unexplained=left,
    )


def _merged(subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """Without those that another one tells too."""
    gone: set[Subject] = set()
    if any(subject in subjects for subject in _PRECISE) or Subject.FROST in subjects:
        gone.add(Subject.SUMMARY)
    if Subject.UMBRELLA in subjects or Subject.SNOW in subjects:
        gone.add(Subject.RAIN)
    if Subject.SUMMARY in subjects and Subject.SUMMARY not in gone:
        gone.add(Subject.TEMPERATURE)
    if any(subject in subjects for subject in (Subject.FULL_MOON, Subject.NEW_MOON, Subject.MOON_TIMES)):
        gone.add(Subject.MOON)
    if Subject.FROST in subjects or any(subject not in WEATHER for subject in subjects):
        gone.add(Subject.TEMPERATURE)
    if any(subject not in WEATHER and subject is not Subject.DARK for subject in subjects):
        gone.add(Subject.DARK)
    return tuple(subject for subject in subjects if subject not in gone)


def _place(left: Sequence[Word], utterance: Utterance) -> str:
    """The unexplained words that stand where a place does."""
    text = utterance.normal.text
    markers = words_for("at_place", utterance.language)
    for number, word in enumerate(left):
        if utterance.vocabulary.morphemes:
            last = next((w for w in reversed(left[number:]) if _touches(left[number:], w)), word)
            if text[last.span.end :].startswith(markers):
                return utterance.normal.shown(Span(word.span.start, last.span.end))
        else:
            before = text[: word.span.start].split()
            before = before[:-1] if before[-1:] in (["the"], ["our"], ["my"]) else before
            if before and before[-1] in markers:
                end = word.span.end
                for other in left[number + 1 :]:
                    end = other.span.end if text[end : other.span.start].strip() == "" else end
                return utterance.normal.shown(Span(word.span.start, end))
    return ""


def _touches(words: Sequence[Word], last: Word) -> bool:
    """Whether the first words run on without a gap up to this one."""
    end = words[0].span.start
    for word in words:
        if word.span.start != end:
            return False
        end = word.span.end
        if word is last:
            return True
    return False


def _period(utterance: Utterance) -> tuple[Span, ...]:
    return places_of(tuple(periods("days", utterance.language)), utterance)
