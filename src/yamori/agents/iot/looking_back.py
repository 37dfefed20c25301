"""A policy around the agent's own that answers questions about how things were from the history: never with how they are now.

The reader's frames say that a question is about the past (`rules.past.asked`); what is no such question goes on to the inner policy.
"""

from collections.abc import Sequence

from yamori.agentkit.agent import Decided, Decision, Declined, Policy
from yamori.agentkit.apart import apart
from yamori.agentkit.task import Claim, Outcome, Question, Strength, Task, ToolRun
from yamori.agents.iot.frames.resolver import resolve
from yamori.agents.iot.policy import IotPolicy
from yamori.agents.iot.rules.past.asked import past_question
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.language import Language
from yamori.llm.port import Prompt
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.reader import Reader
from yamori.understanding.resolution import Unresolved
from yamori.understanding.utterance import utterance_of

SURE = 0.5
"""From these odds of its intent on a frame is taken for a question; nothing is changed by it."""
_UNFOUND = {
    Language.ENGLISH: "I can't find “{what}” among what I keep readings of, so I can't say how it was.",
    Language.JAPANESE: "「{what}」の記録は見つからないため、過去のことは分かりません。",
}
_UNREAD = {
    Language.ENGLISH: "I could not work out which readings of the past that asks for. I can tell how long or how often something was on or open, "
    "when it last was, and how warm or how high something was at a time.",
    Language.JAPANESE: "過去のどの記録のことか分かりませんでした。ついていた・開いていた時間や回数、最後にそうだった時刻、その時の温度などをお答えできます。",
}


class LookingBack:
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(self, inner: Policy, reader: Reader, iot: IotPolicy) -> None:
        self._inner, self._reader, self._iot = inner, reader, iot

    async def prefix(self) -> Prompt:
        return await self._inner.prefix()

    async def prepare(self) -> None:
        await self._inner.prepare()

    async def claim(self, task: Task) -> Claim:
        claim = await self._inner.claim(task)
        if claim.strength in (Strength.WEAK, Strength.NONE) and await self._asked(task):
            return Claim(strength=Strength.STRONG, why="asks how something of the home was", reads=claim.reads)
        return claim

    async def decide(self, task: Task) -> Decision:
        frames = await self._asked(task)
        if not frames:
            return await self._inner.decide(task)
        context = await self._iot.context(task)
        if not context.index.devices:
            return await self._inner.decide(task)
        found = await apart(resolve, frames, utterance_of(task.request, task.now), context)
        if found.calls and not found.unresolved:
            return Decided(calls=found.calls, explained=tuple(found.explained))
        return _unresolved(task, found.unresolved)

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        return await self._inner.settle(approval, answer, task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return self._inner.report(task, runs)

    async def _asked(self, task: Task) -> Sequence[Frame]:
        """The sentence's frames, where all of them ask about the past; else none."""
        utterance = utterance_of(task.request, task.now)
        frames = await self._reader.read(utterance)
        sure = bool(frames) and all(frame.odds >= SURE for frame in frames)
        return frames if sure and all(past_question(frame, utterance) is not None for frame in frames) else ()


def _unresolved(task: Task, unresolved: Sequence[Unresolved]) -> Declined:
    first = unresolved[0]
    if first.options:
        text = "どれのことですか？" if task.language is Language.JAPANESE else "Which one do you mean?"
        return Declined(text=text, question=Question(id=f"which/{task.key}", text=text, options=first.options))
    if first.slot is not None and first.slot.name in (SlotName.DEVICE, SlotName.ROOM):
        return Declined(text=_UNFOUND[task.language].format(what=first.slot.text))
    return Declined(text=_UNREAD[task.language])
