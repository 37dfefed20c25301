"""Whether a question is about how something was, and what of that it asks for. Which thing it is about is the caller's to find out."""

from dataclasses import dataclass
from enum import StrEnum

from yamori.agents.iot.rules.past.periods import Period, last_days, period_of
from yamori.agents.iot.rules.past.words import blank, degree_words, found_in, without, words_for
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import vocabulary


class Asks(StrEnum):
    """What of the past is asked for."""

    DURATION = "duration"
    """How long something was so, in all."""
    COUNT = "count"
    """How often it became so."""
    LAST = "last"
    """When it was so last, or since when it has been."""
    WHETHER = "whether"
    """Whether it was so, and when."""
    HIGHEST = "highest"
    LOWEST = "lowest"
    AVERAGE = "average"
    VALUE = "value"
    """What it was: at a moment, or between which numbers over a time."""


_NUMBERS = frozenset((Asks.HIGHEST, Asks.LOWEST, Asks.AVERAGE))
_INTENTS = frozenset((IntentName.GET, IntentName.EXPLAIN))
_WORDS = (
    (Asks.LAST, "since"),
    (Asks.DURATION, "duration"),
    (Asks.HIGHEST, "highest"),
    (Asks.LOWEST, "lowest"),
    (Asks.AVERAGE, "average"),
    (Asks.COUNT, "count"),
    (Asks.LAST, "last"),
    (Asks.LAST, "moment"),
)


@dataclass(frozen=True, kw_only=True)
class PastQuestion:
    asks: Asks
    period: Period | None
    """None: whatever time it may be; how far back is then looked is said in the answer."""
    state: str
    """What is said beside the time and the asking, in normal form: the words of a state, for `asks` other than numbers."""
    may_be_number: bool = False
    """The word that asks may ask for degrees as well as for a number of times."""


def past_question(frame: Frame, utterance: Utterance) -> PastQuestion | None:
    """What a frame asks of the past; None for one that asks for how things are, or for something else."""
    if frame.intent not in _INTENTS:
        return None
    language, text = utterance.language, utterance.normal.text[frame.span.start : frame.span.end]
    times = _times(frame, utterance)
    if found_in(text, words_for("other", language), language, outside=times) is not None:
        return None
    was = _is_past(text, language)
    period = period_of(utterance.normal.shown(frame.span), utterance.now) if times else None
    if times and period is None:
        return None
    over = period is not None and period.end <= utterance.now
    named = next(((asks, topic) for asks, topic in _WORDS if found_in(text, words_for(topic, language), language, outside=times)), None)
    asks = named[0] if named is not None else None
    if asks in _NUMBERS and period is None:
        return None
    since = named is not None and named[1] == "since"
    if not (was or over or since or (asks in _NUMBERS and period is not None)):
        return None
    if asks is None and period is None:
        return None
    if asks is Asks.DURATION and period is None:
        asks = Asks.LAST
    if asks is Asks.COUNT and period is None:
        period = last_days(utterance.now)
    return PastQuestion(
        asks=asks or Asks.WHETHER,
        period=period,
        state=_state(text, times, language),
        may_be_number=asks is Asks.COUNT and found_in(text, degree_words(language), language) is not None,
    )


def _times(frame: Frame, utterance: Utterance) -> tuple[Span, ...]:
    """Where the frame says a time, from its own beginning on; where words stand apart, with the words that lead to it (`in the last`)."""
    found = set(utterance.time_spans)
    if not utterance.vocabulary.morphemes:
        said = [slot.span for slot in frame.slots if slot.name in (SlotName.WHEN, SlotName.DURATION)]
        found |= {span for span in said if any(span.overlaps(time) for time in utterance.time_spans)}
    inside = sorted(span for span in found if frame.span.overlaps(span))
    whole: list[Span] = []
    for span in inside:
        if whole and span.start <= whole[-1].end:
            whole[-1] = Span(whole[-1].start, max(whole[-1].end, span.end))
        else:
            whole.append(span)
    return tuple(Span(max(s.start - frame.span.start, 0), s.end - frame.span.start) for s in whole)


def _is_past(text: str, language: str) -> bool:
    if vocabulary(language).morphemes:
        return any(m.kind == "助動詞" and m.base == "た" for m in morphemes_of(text))
    return found_in(text, words_for("was", language), language) is not None


def _state(text: str, times: tuple[Span, ...], language: str) -> str:
    """A frame's words without those of time and of asking."""
    for span in sorted(times, reverse=True):
        text = text[: span.start] + blank(language) + text[span.end :]
    topics = ("since", "duration", "count", "last", "moment")
    text = without(text, sorted((w for topic in topics for w in words_for(topic, language)), key=len, reverse=True), language)
    text = text.strip(" ?!.,。、？！")
    return _bare(text, language)


def _bare(text: str, language: str) -> str:
    """Without what begins or ends a question and says nothing of a state."""
    before = ""
    while text != before:
        before = text
        for word in words_for("loose", language):
            if not blank(language):
                text = text.removesuffix(word).rstrip("、。 ")
            elif text == word or text.startswith(f"{word} ") or text.endswith(f" {word}"):
                text = text.removeprefix(word).removesuffix(f" {word}").strip(" ,")
        for word in words_for("leading", language):
            text = text.removeprefix(word).lstrip("、 ")
    return text
