"""A policy around the agent's own that asks when a reminder or alarm is wanted at a moment that nobody named (`remind me sometime`).

The words for such moments are data (`MarkerKind.VAGUE`); with an answer the sentence is read anew, the answer in the place of these words.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agentkit.agent import Decision, Declined, Policy
from yamori.agentkit.around import Around
from yamori.agentkit.task import Question, Task
from yamori.agents.scheduler.rules.reading.languages import reader_in
from yamori.agents.scheduler.wording import words_in
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.put_off import vague_moments
from yamori.understanding.reader import Reader
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

SURE = 0.5
"""From these odds of its intent on a frame is taken for a reminder; nothing is done by it."""
_WAITS = frozenset((IntentName.REMIND, IntentName.SET_ALARM, IntentName.SET_TIMER))


class AskingWhen(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, reader: Reader) -> None:
        super().__init__(inner)
        self._reader = reader

    async def decide(self, task: Task) -> Decision:
        utterance = utterance_of(task.request, task.now)
        vague = unnamed_moments(await self._reader.read(utterance), utterance)
        if not vague:
            return await self._inner.decide(task)
        id = f"when/{task.key}"
        answer = task.answers.get(id, "").strip()
        if not answer:
            text = words_in(task.language).say("declined.when")
            return Declined(text=text, question=Question(id=id, text=text))
        complete = _with_answer(utterance, vague, answer)
        if unnamed_moments(await self._reader.read(again := utterance_of(complete, task.now)), again):
            text = words_in(task.language).say("declined.when")  # the answer names no moment either
            return Declined(text=text)
        return await self._inner.decide(replace(task, request=complete, said=complete))


def unnamed_moments(frames: Sequence[Frame], utterance: Utterance) -> tuple[Span, ...]:
    """Where a reminder or alarm is put off without saying until when; empty for anything else, and where a time stands beside it."""
    if utterance.times:
        return ()
    waiting = [frame for frame in frames if frame.intent in _WAITS and frame.odds >= SURE]
    found = {span for frame in waiting for span in (*vague_moments(frame, utterance), *_at_the_edge(frame, utterance))}
    return tuple(sorted(found))


def _at_the_edge(frame: Frame, utterance: Utterance) -> tuple[Span, ...]:
    """Words for a moment with which a title that a reader took too long begins or ends (`call mum later`)."""
    titles = [slot.span for slot in frame.slots if slot.name is SlotName.TITLE]
    vague = [m.span for m in utterance.markers if m.kind is MarkerKind.VAGUE and not any(m.span.overlaps(q) for q in utterance.quotations)]
    return tuple(v for v in vague if any(v != t and (v.start == t.start or v.end == t.end) for t in titles))


def _with_answer(utterance: Utterance, vague: Sequence[Span], answer: str) -> str:
    """The sentence with the answer in the place of the first of these words, and without the others."""
    origins, complete = utterance.normal.origins, utterance.normal.said
    for n, span in reversed(list(enumerate(vague))):
        start, end = origins[span.start], origins[span.end]
        said = reader_in(utterance.language).tied(answer) if n == 0 else ""
        complete = complete[:start] + said + complete[end:]
    return complete.strip(" ,、")
