"""A policy around the agent's own that answers questions about how things were from the history: never with how they are now.

The reader's frames say that a question is about the past (`rules.past.asked`); what is no such question goes on to the inner policy.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from yamori.agentkit.agent import Decided, Decision, Declined, Policy
from yamori.agentkit.apart import apart
from yamori.agentkit.around import Around
from yamori.agentkit.task import Claim, Question, Strength, Task
from yamori.agents.iot.frames.resolver import resolve
from yamori.agents.iot.policy import CLAIM_WAIT, IotPolicy
from yamori.agents.iot.rules.past.alone import asking_alone, past_questions
from yamori.agents.iot.rules.past.asked import past_question
from yamori.agents.iot.rules.past.periods import period_of
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.reader import Reader
from yamori.understanding.resolution import Resolution
from yamori.understanding.utterance import utterance_of

_WHICH = "past/"
"""How the id of the question begins which of several is meant; the words that may mean them follow the task's key."""
SURE = 0.5
"""From these odds of its intent on a frame is taken for a question; nothing is changed by it."""
SURE_WHERE_GIVEN = 0.3
"""The same of a sentence that was given to this agent."""


class LookingBack(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, reader: Reader, iot: IotPolicy) -> None:
        super().__init__(inner)
        self._reader, self._iot = reader, iot

    async def prepare(self) -> None:
        await self._inner.prepare()
        for language in Language:  # what is read and compiled once is so before anybody asks
            words, at = TEXTS.said(language, "looking_back.warming"), datetime(2026, 1, 1, 12, tzinfo=UTC)
            await self._found(Task(key="prepare", request=words, said=words, person="", room=None, now=at, language=language), ours=True)

    async def claim(self, task: Task) -> Claim:
        looking = asyncio.create_task(self._found(task))  # goes on where it takes too long: the reader serves the next sentence
        await asyncio.wait({looking}, timeout=CLAIM_WAIT)
        found = looking.result() if looking.done() else None
        if found is not None and found.calls and not found.unresolved:
            return Claim(strength=Strength.WHOLE, why="asks how something of the home was")
        return await self._inner.claim(task)

    async def decide(self, task: Task) -> Decision:
        found = await self._found(task, ours=True)
        if found is None:
            asked = past_questions(await self._reader.read(utterance_of(task.request, task.now)), utterance_of(task.request, task.now))
            return _not_of_now(task, await self._inner.decide(task), asks=any(f.odds >= SURE_WHERE_GIVEN for f in asked))
        if found.calls and not found.unresolved:
            return Decided(calls=found.calls, explained=tuple(found.explained))
        return _unresolved(task, found)

    async def _found(self, task: Task, *, ours: bool = False) -> Resolution | None:
        """What the sentence's frames come to, where all of them ask about the past. `ours`: it was given to this agent, so that what is to
        be found is no entry of the schedule but something of the home."""
        utterance = utterance_of(_chosen(task), task.now)
        frames: Sequence[Frame] = await self._reader.read(utterance)
        frames = asking_alone(tuple(map(_about_the_home, frames)) if ours else frames, utterance)
        sure = bool(frames) and all(frame.odds >= (SURE_WHERE_GIVEN if ours else SURE) for frame in frames)
        if not sure or not all(past_question(frame, utterance) is not None for frame in frames):
            return None
        context = await self._iot.context(task)
        return await apart(resolve, frames, utterance, context) if context.index.devices else None


def _not_of_now(task: Task, decision: Decision, *, asks: bool) -> Decision:
    """A decision, but none to answer with how things are now what names a time that is over, or `asks` how things were."""
    reads = isinstance(decision, Decided) and all(call.tool == "read_devices" for call in decision.calls)
    unread = Declined(text=TEXTS.said(task.language, "looking_back.unread"))
    if reads and asks:
        return unread
    utterance = utterance_of(task.request, task.now)
    period = period_of(task.request, task.now) if reads and utterance.time_spans else None
    return unread if period is not None and period.end <= task.now else decision


def _chosen(task: Task) -> str:
    """The request, with the device that was chosen in the place of the words that could mean several."""
    for id, answer in task.answers.items():
        if id.startswith(_WHICH) and (said := id.removeprefix(_WHICH).partition("/")[2]) and said in task.request:
            return task.request.replace(said, answer, 1)
    return task.request


def _about_the_home(frame: Frame) -> Frame:
    """A frame that seeks an entry, as one that asks about things."""
    if frame.intent is not IntentName.FIND:
        return frame
    slots = tuple(replace(slot, name=SlotName.DEVICE) if slot.name is SlotName.TITLE else slot for slot in frame.slots)
    last = [slot for slot in slots if slot.name is SlotName.DEVICE][-1:]
    return replace(frame, intent=IntentName.GET, slots=tuple(s for s in slots if s.name is not SlotName.DEVICE or s in last))


def _unresolved(task: Task, found: Resolution) -> Declined:
    first = found.unresolved[0]
    if first.options:
        said = first.slot.text if first.slot is not None else ""
        text = TEXTS.said(task.language, "which")
        return Declined(text=text, question=Question(id=f"{_WHICH}{task.key}/{said}", text=text, options=first.options))
    if not found.named and first.slot is not None and first.slot.name in (SlotName.DEVICE, SlotName.ROOM):
        return Declined(text=TEXTS.said(task.language, "looking_back.unfound", what=first.slot.text))
    return Declined(text=TEXTS.said(task.language, "looking_back.unread"))
