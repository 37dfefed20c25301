"""What is to be done only once a time is over that is said before it: `give it an hour, then …`, 10分測って、終わったら…. Pure.

A length that is only waited for is the moment of what follows it. What follows a timer waits for that timer's end.
"""

from collections.abc import Sequence

from yamori.domain.when.amounts import Amount, amounts_in
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.words_of import where_said

_MARKS = ",;.!、。"
_HANGING = frozenset((SlotName.WHEN, SlotName.REPEAT, SlotName.CONDITION, SlotName.LEAD))


def said_as_moment(utterance: Utterance) -> str:
    """The sentence with a length that is waited for before an order (`wait ten minutes and then …`, 1時間待ってから…) as the moment of that
    order, as people say it otherwise (`in ten minutes …`); empty where it says none so."""
    if utterance.quotations:
        return ""
    for amount in amounts_in(utterance.normal.text):
        if amount.length:
            found = _in_morphemes(amount, utterance) if utterance.vocabulary.morphemes else _in_words(amount, utterance)
            if found:
                return found
    return ""


def _in_words(amount: Amount, utterance: Utterance) -> str:
    """Nothing stands around the length in its clause but that it is waited for: any other word says what it is the length of."""
    text = utterance.normal.text
    waiting, beside = going_on_words("waiting", utterance.language), going_on_words("waited", utterance.language)
    start, waits = amount.start, False
    while (word := _last_word(text[:start])) and word.lower() in (*waiting, *beside):
        start, waits = text[:start].rfind(word), waits or word.lower() in waiting
    before, end = text[:start], _tied(text, amount.end, utterance)
    begins = not before.strip() or before.rstrip()[-1] in _MARKS or _last_word(before).lower() in utterance.vocabulary.both
    if not (waits and begins and end and text[end:].strip(f" {_MARKS}")):
        return ""
    moment = f"{_words('waited_out', utterance)[0]} {_shown(amount, utterance)}"
    shown = utterance.normal.shown
    return " ".join(filter(None, (shown(Span(0, start)).strip(), moment, shown(Span(end, len(text))).strip())))


def _tied(text: str, start: int, utterance: Utterance) -> int:
    """Where what follows the length begins, behind what ties it to it; nought where nothing does."""
    links = sorted((*_words("following", utterance), *utterance.vocabulary.both), key=len, reverse=True)
    at = start
    while True:
        skipped = len(text) - len(text[at:].lstrip())
        rest = text[skipped:].lower()
        link = rest[:1] if rest[:1] in tuple(_MARKS) else next((w for w in links if rest.startswith((f"{w} ", f"{w},"))), "")
        if not link:
            return skipped if at > start else 0
        at = skipped + len(link)


def _in_morphemes(amount: Amount, utterance: Utterance) -> str:
    text, about = utterance.normal.text, _words("waited", utterance)
    at = amount.end
    while word := next((w for w in about if text[at:].startswith(w)), ""):
        at += len(word)
    verb = next((w for w in utterance.words if w.span.start == at and w.base in _words("waiting", utterance)), None)
    link = next((w for w in _words("following", utterance) if verb is not None and text[verb.span.end :].startswith(w)), "")
    if verb is None or not link:
        return ""
    end = verb.span.end + len(link)
    end += len(text[end:]) - len(text[end:].lstrip(_MARKS + " "))
    if found := utterance.vocabulary.sequence.match(text, end):
        end = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip(_MARKS + " "))
    if not any(word.span.start >= end for word in utterance.words):
        return ""
    before = text[: amount.start]
    left = next((w for w in _words("waited", utterance) if before.endswith(w)), "")
    shown = utterance.normal.shown
    moment = f"{_shown(amount, utterance)}{_words('waited_out', utterance)[0]}"
    return f"{shown(Span(0, len(before) - len(left)))}{moment}{shown(Span(end, len(text)))}"


def _last_word(text: str) -> str:
    """The word that a text ends with; empty where a mark stands behind it."""
    words = text.rstrip().split()
    return words[-1] if words and words[-1][-1] not in _MARKS else ""


def _shown(amount: Amount, utterance: Utterance) -> str:
    return utterance.normal.shown(Span(amount.start, amount.end)).strip()


def _words(topic: str, utterance: Utterance) -> tuple[str, ...]:
    return going_on_words(topic, utterance.language)


def follows_timer(number: int, frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether what a frame asks for is to be done only once the timer of the frame before it is over."""
    if not number or frames[number - 1].intent is not IntentName.SET_TIMER:
        return False
    return bool(_links(frames[number - 1], frames[number], utterance))


_AT_A_MOMENT = frozenset((IntentName.SET_ALARM, IntentName.REMIND, IntentName.ADD_ENTRY))
"""What comes at a moment of its own, behind which something else may follow."""


def follows_moment(number: int, frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether what a frame asks for is to be done only after an alarm, a reminder or an entry of the frame before it (`wake me at six and
    then …`)."""
    if not number or frames[number - 1].intent not in _AT_A_MOMENT or not frames[number - 1].texts(SlotName.WHEN):
        return False
    before, frame = frames[number - 1], frames[number]
    return bool(_links(before, frame, utterance)) or _is_for_waking(before, frame, utterance)


def _is_for_waking(before: Frame, frame: Frame, utterance: Utterance) -> bool:
    """Whether it is joined to an alarm and names no moment: who is woken at six `and the heating on` has it on at six, but for `now`."""
    alone = before.intent is IntentName.SET_ALARM and not any(slot.name in _HANGING for slot in frame.slots)
    said = where_said(utterance.vocabulary.immediate, utterance.normal.text, utterance.vocabulary)
    return alone and not any(span.overlaps(frame.span) or span.overlaps(before.span) for span in said)


def said_at_moment(before: Frame, frames: Sequence[Frame], utterance: Utterance) -> str:
    """What follows it in frames of its own, as people say it by itself (`at six …`); empty where it waits for something else besides."""
    rest = _behind_links(before, frames, utterance)
    if not rest and _is_for_waking(before, frames[0], utterance):
        joined = utterance.normal.shown(Span(frames[0].span.start, frames[-1].span.end)).strip(f" {_MARKS}")
        link = utterance.vocabulary.joining.match(joined)
        rest = joined[link.end() :].strip() if link else joined
    moment = " ".join(utterance.normal.shown(slot.span) for slot in before.slots if slot.name is SlotName.WHEN)
    return f"{moment}{'に' if utterance.vocabulary.morphemes else ' '}{rest}" if rest else ""


def said_after_timer(before: Frame, frames: Sequence[Frame], utterance: Utterance) -> str:
    """What follows a timer in frames of its own, as people say it by itself (`when the timer is done, …`); empty where it waits for
    something else besides."""
    rest = _behind_links(before, frames, utterance)
    over = _words("timer_over", utterance)
    return f"{over[0]}{'' if utterance.vocabulary.morphemes else ', '}{rest}" if rest and over else ""


def _behind_links(before: Frame, frames: Sequence[Frame], utterance: Utterance) -> str:
    """The words of what follows, behind those that say that it does; empty where it waits for something else, or words would be lost."""
    links = _links(before, frames[0], utterance)
    others = [slot for frame in frames for slot in frame.slots if slot.name in _HANGING]
    if not links or any(not _within(slot.span, links) for slot in others):
        return ""
    start = max(frames[0].span.start, links[-1].end)
    if any(word.span.overlaps(Span(frames[0].span.start, start)) and not _within(word.span, links) for word in utterance.words):
        return ""
    return utterance.normal.shown(Span(start, frames[-1].span.end)).strip(f" {_MARKS}")


def without_timer(utterance: Utterance) -> str:
    """The words, in normal form, that follow `when the timer is done` as `said_after_timer` says it; all of them where nothing does."""
    text = utterance.normal.text
    over = next((words for words in _words("timer_over", utterance) if text.lower().startswith(words)), "")
    return text[len(over) :].lstrip(f" {_MARKS}")


def _within(span: Span, others: Sequence[Span]) -> bool:
    return any(span.overlaps(other) for other in others)


def _links(before: Frame, frame: Frame, utterance: Utterance) -> list[Span]:
    """What says that something follows the timer before it: words of sequence, and conditions that only say that it is over."""
    text = utterance.normal.text
    found = [Span(*match.span()) for match in utterance.vocabulary.sequence.finditer(text.lower(), before.span.start, frame.span.end)]
    over = [slot.span for slot in frame.slots if slot.name is SlotName.CONDITION and _only_over(slot.span, utterance)]
    return sorted([*found, *over])


def _only_over(span: Span, utterance: Utterance) -> bool:
    """Whether a condition names nothing and says only that something is over (`when it's done`, 鳴ったら)."""
    known = _words("over", utterance)
    if utterance.vocabulary.morphemes:
        words = [word for word in utterance.words if word.span.overlaps(span)]
        return bool(words) and all(word.base in known or word.text in known for word in words)
    said = utterance.normal.text[span.start : span.end].lower().replace("’", "'").strip(" ,.").split()
    return bool(said) and all(word in known for word in said) and any(word in _words("ended", utterance) for word in said)
