"""A policy around the IoT agent's own that knows what the person likes: what a sentence leaves open is set so (`Task.facts`).

What was said outright, and a step up or down that was asked for, stay as they are.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from yamori.agentkit.agent import Decided, Decision, Policy
from yamori.agentkit.around import Around
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import Outcome, OutcomeStatus, Task, ToolRun
from yamori.agents.iot.pointing import Homely
from yamori.agents.iot.rules.likings import with_liked
from yamori.agents.iot.rules.words import normal, numbers
from yamori.agents.iot.texts import TEXTS
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

_STEPS = frozenset((IntentName.INCREASE, IntentName.DECREASE))
_AMOUNTS = frozenset((SlotName.VALUE, SlotName.DELTA))
_SURE = 0.8
_MOST_CHANGED = 100


class LikingPolicy(Around):
    """Fulfils `agentkit.agent.Policy` over another one, whose home it knows."""

    def __init__(self, policy: Policy, home: Homely, reader: Reader) -> None:
        super().__init__(policy)
        self._home, self._reader = home, reader
        self._changed: OrderedDict[str, None] = OrderedDict()
        """Tasks of which a decision was shaped, until they are reported on."""

    async def decide(self, task: Task) -> Decision:
        decision = await self._inner.decide(task)
        likes = _likes(task)
        if not likes or not isinstance(decision, Decided) or numbers(normal(task.request)):
            return decision
        frames = await self._reader.read(utterance_of(task.request, task.now))
        if any(_says_how(frame) for frame in frames):
            return decision
        dark = any(frame.intent is IntentName.TOO_DARK for frame in frames)
        calls = with_liked(decision.calls, likes, await self._home.context(task), dark=dark)
        if calls == decision.calls:
            return decision
        self._changed[task.key] = None
        while len(self._changed) > _MOST_CHANGED:
            self._changed.popitem(last=False)
        return replace(decision, calls=calls)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        outcome = self._inner.report(task, runs)
        if task.key not in self._changed or outcome.status not in (OutcomeStatus.DONE, OutcomeStatus.PARTLY):
            return outcome
        del self._changed[task.key]
        return replace(outcome, text=sentences([outcome.text, TEXTS.said(task.language, "liking.liked")], task.language))


def _likes(task: Task) -> Mapping[str, float]:
    """Of each setting what is liked now; the first that is told goes before what is told more generally."""
    found: dict[str, float] = {}
    for fact in task.facts:
        found = {**fact.likes, **found}
    return found


def _says_how(frame: Frame) -> bool:
    """Whether it asks for a step, or names an amount."""
    return (frame.intent in _STEPS and frame.odds >= _SURE) or any(slot.name in _AMOUNTS for slot in frame.slots)
