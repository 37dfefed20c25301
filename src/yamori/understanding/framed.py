"""A policy around an agent's own that also knows what a reader made of the sentence.

What code reads as plainly said stays the fast path. Where code is unsure, or what it read leaves words over, the reader's frames are
resolved to calls; where a sure reader contradicts code, the person is asked. `apps` gives each agent the house's one reader.
"""

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall, Undecided
from yamori.agentkit.around import Around
from yamori.agentkit.failures import not_understood
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task, ToolRun
from yamori.domain.errors import TryAgain
from yamori.domain.language import language_of
from yamori.domain.receipt import ReceiptStatus
from yamori.domain.values import Value
from yamori.understanding.covered import left_out_text, untold_text
from yamori.understanding.frame import COMPLAINTS, DEVICE_COMMANDS, READING, Frame, IntentName, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.outside import names_something, says_more, says_which_way, words_outside
from yamori.understanding.reader import Reader
from yamori.understanding.recalled import RecalledReadings
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

ACT = 0.65
"""Fitted: from these odds of its intent on a frame is carried out."""
ACT_ON_A_COMPLAINT = 0.6
"""The same for what bothers the person, of which a gentle step follows: of held-out frames above these odds 36 of 38 were read rightly."""
ASK = 0.5
"""From these on it is worth a question."""
CONTRADICT = 0.9
"""From these on a frame speaks against what code read."""
SLOT = 0.35
"""Below these odds of a slot its frame is only worth a question."""
SURE_OF_WHAT_IS_NAMED = 0.8
"""From these odds of all frames on nothing else than what they name is changed without asking."""
SURE_TO_CLAIM = 0.85
"""From these odds on a frame is surely the agent's whose intent it is."""
SURE_OF_A_SLOT = 0.6
"""From these odds of all its slots on a frame is taken in place of what code read."""

_RANK = {strength: rank for rank, strength in enumerate((Strength.NONE, Strength.WEAK, Strength.STRONG, Strength.OWNING, Strength.WHOLE))}


class Resolver(Protocol):
    """What one agent makes of frames, by code alone."""

    @property
    def intents(self) -> frozenset[IntentName]:
        """The intents that are this agent's."""
        ...

    def confirmed(self, frames: Sequence[Frame], utterance: Utterance) -> Sequence[Frame]:
        """The frames as far as the agent's own words confirm or correct them."""
        ...

    def owns(self, frames: Sequence[Frame], utterance: Utterance) -> bool:
        """Whether the agent's own words explain all of a sentence, as it confirmed its frames."""
        ...

    async def resolve(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Resolution: ...

    def intents_of(self, call: ToolCall) -> frozenset[IntentName]:
        """The intents that a call may fulfil; empty where that cannot be told."""
        ...

    def normalized(self, calls: Sequence[ToolCall]) -> Sequence[ToolCall]:
        """Calls that do the same, in the one form in which two readings can be compared."""
        ...

    def subjects_of(self, calls: Sequence[ToolCall]) -> frozenset[str]:
        """The ids of what the calls are about; empty where that cannot be told."""
        ...

    def unset(self, utterance: Utterance, calls: Sequence[ToolCall]) -> Sequence[Span]:
        """Words for what the calls could have set and have not: none of them merely asks."""
        ...

    def declined(self, task: Task, unresolved: Sequence[Unresolved]) -> Declined | None:
        """What is said of frames of this agent that could not be resolved; None where the policy itself says it as well."""
        ...


class FramedPolicy(Around):
    """Fulfils `agentkit.agent.Policy` over another one."""

    def __init__(
        self, policy: Policy, reader: Reader, resolver: Resolver, recalled: RecalledReadings | None = None, *, claims: bool = False
    ) -> None:
        """`recalled` holds what a model read and receipts proved; None: nothing is recalled. `claims`: what the reader takes for one of
        the agent's intents is claimed too."""
        super().__init__(policy)
        self._reader = reader
        self._resolver = resolver
        self._recalled = recalled
        self._claims = claims
        self._asked: OrderedDict[str, Utterance] = OrderedDict()
        """By task: what a model is asked about, until it is reported on."""
        self._reasons: OrderedDict[str, Resolution] = OrderedDict()
        """By task: what is done for a reason that is said with it, until it is reported on."""
        self._left: OrderedDict[str, str] = OrderedDict()
        """By task: what is said of a part of the sentence that names what is not there, until the others are reported on."""
        self._correcting: OrderedDict[str, None] = OrderedDict()
        """Keys of tasks, until they are reported on, that put right what was done last."""

    async def prepare(self) -> None:
        await self._reader.prepare()
        await self._inner.prepare()

    async def claim(self, task: Task) -> Claim:
        """The policy's own. What the agent's words confirm is its agent's too; a question that surely names what the agent does not know is
        not."""
        claim = await self._inner.claim(task)
        utterance = utterance_of(task.request, task.now)
        read = await self._read_soon(utterance)
        if self._claims:
            by_frames = await self._claimed(task, read, utterance)
            claim = (
                replace(claim, strength=by_frames.strength, why=by_frames.why)
                if _RANK[by_frames.strength] > _RANK[claim.strength]
                else claim
            )
        frames = self._resolver.confirmed(read, utterance)
        if frames and all(f.intent in _OF_DEVICES - self._resolver.intents and f.odds >= CONTRADICT for f in frames):
            claims = claim.strength in (Strength.STRONG, Strength.OWNING)
            return Claim(strength=Strength.WEAK, why="asks about a device") if claims else claim
        if self._asks_for_knowledge(frames) and claim.strength in (Strength.STRONG, Strength.OWNING):
            return Claim(strength=Strength.WEAK, why="asks what no device tells")
        if not frames or not all(f.intent in self._resolver.intents and _is_sure(f) for f in frames):
            return claim
        if claim.strength not in (Strength.STRONG, Strength.OWNING):
            is_its_own = all(f.intent in COMPLAINTS or f not in read for f in frames)
            return await self._by_its_words(task, frames, read, utterance) if is_its_own else claim
        if all(f.intent in READING and f.odds >= CONTRADICT and names_something(f, utterance) for f in frames):
            resolution = await self._resolver.resolve(task, frames, utterance)
            if not resolution.calls and all(_is_unknown(u) for u in resolution.unresolved):
                return Claim(strength=Strength.WEAK, why="asks about something unknown")
        return claim

    def _asks_for_knowledge(self, frames: Sequence[Frame]) -> bool:
        """Whether a sure question is about what is written or known (how often a filter is cleaned), where the agent tells how things are
        now. Of 32 questions in the development cases that are read so, the 18 at such odds asked nothing of a device."""
        known = (f.intent is IntentName.ASK and f.odds >= SURE_OF_WHAT_IS_NAMED for f in frames)
        own = self._resolver.intents
        return bool(frames) and IntentName.GET in own and IntentName.ASK not in own and all(known)

    async def _by_its_words(self, task: Task, frames: Sequence[Frame], read: Sequence[Frame], utterance: Utterance) -> Claim:
        """What its words confirm is the agent's; and nobody else's where they explain all of it, and it can be done."""
        why = "its words confirm what was read"
        if any(frame in read for frame in frames):
            return Claim(strength=Strength.STRONG, why=why)
        resolution = await self._resolver.resolve(task, frames, utterance)
        can = (bool(resolution.calls) and not resolution.unresolved) or any(u.options for u in resolution.unresolved)
        return Claim(strength=Strength.WHOLE if can and self._resolver.owns(frames, utterance) else Strength.STRONG, why=why)

    async def _read_soon(self, utterance: Utterance) -> tuple[Frame, ...]:
        """The frames; none where the reader, still being loaded, takes longer than a claim may."""
        reading = asyncio.ensure_future(self._reader.read(utterance))
        done, _ = await asyncio.wait({reading}, timeout=_SOON_S)
        return reading.result() if done else ()

    async def _claimed(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Claim:
        """How surely the sentence is this agent's, by its frames and by what they come to. What is only looked for may be anybody's, and
        to take back what this agent did it must have done something."""
        own = self._resolver.intents - {IntentName.FIND}
        ours = [f for f in frames if f.intent in own and (f.intent is not IntentName.UNDO or task.focus)]
        odds = max((f.odds for f in ours), default=0.0)
        if odds < ASK:
            return Claim(strength=Strength.NONE)
        resolution = await self._resolver.resolve(task, ours, utterance)
        if odds < SURE_TO_CLAIM or not (resolution.calls or any(u.options for u in resolution.unresolved)):
            return Claim(strength=Strength.WEAK)
        alone = len(frames) == 1 and odds >= CONTRADICT
        return Claim(strength=Strength.OWNING if alone else Strength.STRONG, why=f"asks for {ours[0].intent.value}")

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        outcome = self._reasoned(self._inner.report(task, runs), self._reasons.pop(task.key, None), runs)
        asked = self._asked.pop(task.key, None)
        corrects = task.key in self._correcting
        self._correcting.pop(task.key, None)
        if self._recalled is not None and any(run.ok and (corrects or run.tool == "undo_changes") for run in runs):
            self._recalled.forget_last()
        elif self._recalled is not None and asked is not None and outcome.proven and any(run.receipts for run in runs):
            calls = [ToolCall(tool=run.tool, arguments=run.arguments) for run in runs]
            self._recalled.keep(asked, task.room, calls, turn=task.turn)
        if (rest := self._left.pop(task.key, "")) and outcome.status is OutcomeStatus.DONE:
            text = sentences((outcome.text, rest), task.language)
            return replace(outcome, text=text, status=OutcomeStatus.PARTLY, proven=False, final=True)
        return outcome

    def _reasoned(self, outcome: Outcome, resolution: Resolution | None, runs: Sequence[ToolRun]) -> Outcome:
        """The outcome with the reason for it, where just what was resolved was done, and changed all that it touched."""
        if resolution is None or outcome.status is not OutcomeStatus.DONE:
            return outcome
        ran = Decided(calls=tuple(ToolCall(tool=run.tool, arguments=run.arguments) for run in runs))
        receipts = [receipt for run in runs for receipt in run.receipts]
        if self._actions(ran) != self._actions(resolution) or not all(r.status is ReceiptStatus.DONE for r in receipts):
            return outcome
        return replace(outcome, text=resolution.reason.format(done=outcome.text.rstrip(" .。")))

    async def decide(self, task: Task) -> Decision:
        utterance = utterance_of(task.request, task.now)
        frames = self._resolver.confirmed(await self._reader.read(utterance), utterance)
        decision = await self._decided(task, frames, utterance)
        if frames and all(f.intent in COMPLAINTS for f in frames) and not isinstance(decision, Declined):
            resolution = await self._resolver.resolve(task, frames, utterance)
            if resolution.reason:
                self._reasons[task.key] = resolution
                while len(self._reasons) > _MOST_ASKED:
                    self._reasons.popitem(last=False)
        if not isinstance(decision, Undecided) or self._recalled is None or task.answers:
            return decision
        if not frames or not all(names_something(frame, utterance) for frame in frames):
            return decision  # what it goes on about may be something else the next time
        if not task.problem and (calls := self._recalled.find(utterance, task.room)) is not None:
            self._recalled.used(utterance, task.room)
            return Decided(calls=calls, explained=(_whole_of(utterance),), by="recalled")
        self._asked[task.key] = utterance
        while len(self._asked) > _MOST_ASKED:
            self._asked.popitem(last=False)
        return decision

    async def _decided(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Decision:
        decision = await self._inner.decide(task)
        if isinstance(decision, Decided) and decision.corrects:
            self._correcting[task.key] = None
            while len(self._correcting) > _MOST_ASKED:
                self._correcting.popitem(last=False)
        if not frames or _is_settled(decision) or not all(says_which_way(frame, utterance) for frame in frames):
            return decision
        if isinstance(decision, Decided) and decision.is_doubtful and self._only_reads(decision) and not any(map(_asks_something, frames)):
            return Declined(text=not_understood(task.language), certain=False)  # what lies nearest answers nothing that was not asked
        if task.focus and (relief := await self._relief(task, decision, frames, utterance)) is not None:
            return relief
        if isinstance(decision, Decided) and not task.problem and (left := self._left_undone(decision, frames, utterance)):
            decision = await self._inner.decide(replace(task, problem=f"nothing was chosen for {left!r}"))
        if isinstance(decision, Decided) and task.focus and not all(names_something(f, utterance) for f in frames):
            return decision  # it goes on about what was said before, which the reader has not heard
        resolution = await self._resolver.resolve(task, frames, utterance)
        ours = [u for u in resolution.unresolved if u.frame.intent in self._resolver.intents]
        if isinstance(decision, Decided) and not task.problem:
            missed = self._missed(task, decision, frames, ours)
            confirmed = self._confirmed(decision, frames, utterance, resolution)
            if missed is None and (rest := self._said_of_the_missing(task, confirmed, frames, ours, resolution, utterance)):
                self._keep_left(task, rest)
            return missed or confirmed
        if resolution.calls and not ours and all(f.odds >= ASK for f in resolution.resolved):
            explained = self._explained(resolution, utterance)
            is_doubtful = not all(_is_sure(f) and not says_more(f, utterance) for f in resolution.resolved)
            likely = Decided(calls=resolution.calls, explained=explained, is_doubtful=is_doubtful, by="reader")
            if isinstance(decision, Undecided) and likely.is_doubtful and not task.answers and not task.problem:
                return self._second_opinion(decision, likely)
            return likely
        if ours and all(map(_is_sure, frames)) and (declined := self._resolver.declined(task, ours)) is not None:
            if declined.question is None and resolution.calls and (rest := _said_of_the_rest(declined, frames, ours, utterance)):
                self._keep_left(task, rest)
                return Decided(calls=resolution.calls, explained=(_whole_of(utterance),), by="reader")
            return replace(declined, by="reader")
        return self._uncontradicted(decision, frames) if isinstance(decision, Undecided) else decision

    def _uncontradicted(self, undecided: Undecided, frames: Sequence[Frame]) -> Undecided:
        """A model that would change something else than a sure reader says is asked for is told so, and may choose again: what is to be
        deleted is not written down. What only reads may be chosen whatever was asked."""
        asked = {f.intent for f in frames}
        if any(f.odds < CONTRADICT for f in frames) or not asked <= self._resolver.intents:
            return undecided

        def check(calls: Sequence[ToolCall]) -> None:
            if undecided.check is not None:
                undecided.check(calls)
            for call in calls:
                intents = self._resolver.intents_of(call)
                if intents and not intents & (asked | READING):
                    named = ", ".join(sorted(intent.value for intent in asked))
                    raise TryAgain(f"{call.tool} does not do what was asked for ({named}); choose what does, or none")

        def read(data: Value) -> Decided | Declined:
            answer = undecided.read(data)
            if isinstance(answer, Decided):
                check(answer.calls)
            return answer

        return replace(undecided, read=read, check=check)

    async def _relief(self, task: Task, decision: Decision, frames: Sequence[Frame], utterance: Utterance) -> Decided | None:
        """What is done about a sure complaint. It stands for itself, whatever code makes of it after what was done before: `it's too hot`
        right after `make it warmer` asks for no more of the same."""
        sure = all(f.intent in COMPLAINTS and _is_sure(f) and not says_more(f, utterance) for f in frames)
        if not isinstance(decision, Decided) or not sure:
            return None
        resolution = await self._resolver.resolve(task, frames, utterance)
        if resolution.unresolved or not resolution.calls:
            return None
        return Decided(calls=resolution.calls, explained=self._explained(resolution, utterance), by="reader")

    def _left_undone(self, decision: Decided, frames: Sequence[Frame], utterance: Utterance) -> str:
        """Where code only reads and a sure frame asks for a change too: that part of the sentence; else nothing."""
        changes = [f for f in frames if f.intent in self._resolver.intents - READING - COMPLAINTS and f.odds >= SURE_TO_CLAIM]
        if not changes or len(changes) == len(frames) or not self._only_reads(decision):
            return ""
        return utterance.normal.shown(changes[0].span).strip()

    def _confirmed(self, decision: Decided, frames: Sequence[Frame], utterance: Utterance, resolution: Resolution) -> Decided:
        """What code decided. Where something was taken back in the same breath, where code and a sure reader agree but that one of them
        does more, or where code reads another device than was named, what the reader makes of it. Where the reader is sure that
        something else is asked for it is in doubt, but what only reads is done, whoever says it. Of what the reader agrees with, the
        words are explained that it takes for the asking. What helps against a complaint is the reader's to say: code hears an order in
        an adjective (`too low`)."""
        retracts = any(slot.name is SlotName.RETRACTED for f in frames for slot in f.slots)
        more = _one_does_more(self._actions(decision), self._actions(resolution))
        differs = self._does_otherwise(decision, resolution)
        if all(f.intent in COMPLAINTS and _is_sure(f) for f in frames) and resolution.calls and not resolution.unresolved:
            doubtful = any(says_more(f, utterance) for f in frames)
            return Decided(calls=resolution.calls, explained=self._explained(resolution, utterance), is_doubtful=doubtful, by="reader")
        asks_more = self._reads_another(decision, resolution) or self._answers_more(decision, resolution)
        if _is_whole(frames, resolution) and (retracts or more or differs or asks_more):
            return Decided(calls=resolution.calls, explained=self._explained(resolution, utterance), by="reader")
        if self._leaves_a_question(decision, frames, resolution):
            explained = (*decision.explained, *self._explained(resolution, utterance))
            subjects = self._resolver.subjects_of
            beside = () if subjects(decision.calls) < subjects(resolution.calls) else decision.calls
            return replace(decision, calls=(*beside, *resolution.calls), explained=explained)
        if any(says_more(f, utterance) for f in frames) and not self._only_reads(decision):
            return replace(decision, is_doubtful=True)
        frames = [f for f in frames if not _changes_nothing_named(f, resolution)]
        asked = {f.intent for f in frames}
        possible = [self._resolver.intents_of(call) for call in decision.calls]
        sure = CONTRADICT if not (asked <= READING and mood_of(utterance) is Mood.QUESTION) else ACT
        if frames and all(f.odds >= sure for f in frames) and any(intents and not intents & asked for intents in possible):
            other = Decided(calls=resolution.calls, explained=self._explained(resolution, utterance), by="reader")
            whole = bool(resolution.calls) and not resolution.unresolved
            is_timer = asked == {IntentName.SET_TIMER}  # an entry that is called `Timer for …` counts no minutes
            is_better = whole and (is_timer or self._only_reads(decision) or self._only_reads(other))
            return other if is_better else replace(decision, is_doubtful=True)
        if _leaves_out_the_lead(decision, frames):
            whole = bool(resolution.calls) and not resolution.unresolved
            instead = Decided(calls=resolution.calls, explained=self._explained(resolution, utterance), by="reader")
            return instead if whole and all(map(_is_sure, frames)) else replace(decision, is_doubtful=True)
        if all(f.odds >= CONTRADICT for f in frames) and _writes_down_a_time(decision, frames):
            decision = replace(decision, is_doubtful=True)
        if _is_sure_of_names(frames, utterance) and self._chooses_another(decision, resolution):
            if all(map(_is_sure, frames)) and resolution.calls and not resolution.unresolved:
                return Decided(calls=resolution.calls, explained=self._explained(resolution, utterance), is_doubtful=True, by="reader")
            decision = replace(decision, is_doubtful=True)
        fulfilled = [f for f in frames if any(f.intent in intents for intents in possible)]
        explained = (*decision.explained, *self._asking(utterance, fulfilled, decision.calls), *_reasons_of(fulfilled))
        return replace(decision, explained=explained)

    def _explained(self, resolution: Resolution, utterance: Utterance) -> tuple[tuple[int, int], ...]:
        """The words that the calls of a resolution are about, and those that ask for them."""
        return (*resolution.explained, *self._asking(utterance, resolution.resolved, resolution.calls))

    def _asking(self, utterance: Utterance, frames: Sequence[Frame], calls: Sequence[ToolCall]) -> Sequence[Span]:
        """The words outside slots that ask for something, and name nothing that was left undone."""
        unset = self._resolver.unset(utterance, calls)
        return [span for span in words_outside(utterance, frames) if not any(span.overlaps(other) for other in unset)]

    def _missed(self, task: Task, decision: Decided, frames: Sequence[Frame], ours: Sequence[Unresolved]) -> Declined | None:
        """Why code tells of something else: a sure question names what is not there, and code left that out. What is surely to be changed
        in a place that is not there is changed in no other."""
        if not ours or len(ours) < len(frames) or any(f.odds < CONTRADICT for f in frames):
            return None
        reads = self._only_reads(decision)
        unknown = [u for u in ours if _is_unknown(u) and (reads or _is_elsewhere(u) or _changes_what_is_missing(u))]
        task = task if reads else replace(task, problem="what was named is not there")
        return self._resolver.declined(task, unknown) if unknown else None

    def _said_of_the_missing(
        self,
        task: Task,
        decision: Decided,
        frames: Sequence[Frame],
        ours: Sequence[Unresolved],
        resolution: Resolution,
        utterance: Utterance,
    ) -> str:
        """What is said of questions that nothing here answers, beside others that code answers; empty where it may answer these, too."""
        sure = all(f.intent in READING and f.odds >= CONTRADICT for f in frames)
        open_questions = list(dict.fromkeys(u.frame.span for u in ours))
        if not sure or not ours or len(open_questions) == len(frames) or not self._only_reads(decision):
            return ""
        read, named = self._resolver.subjects_of(decision.calls), self._resolver.subjects_of(resolution.calls)
        if not read or not read <= named:
            return ""
        if not all(map(_is_unknown, ours)):
            asked = [Span(min(s.span.start for s in u.frame.slots), u.frame.span.end) for u in ours if u.frame.slots]
            return untold_text(task.language, list(dict.fromkeys(utterance.normal.shown(span).strip(" ,.、。?？") for span in asked)))
        declined = self._resolver.declined(task, ours)
        return declined.text if declined is not None and declined.question is None else ""

    def _keep_left(self, task: Task, rest: str) -> None:
        self._left[task.key] = rest
        while len(self._left) > _MOST_ASKED:
            self._left.popitem(last=False)

    def _second_opinion(self, undecided: Undecided, likely: Decided) -> Undecided:
        """A model is asked where the reader alone would ask the person: what both read the same way is done, and else the person is asked.
        What a model calls natively is the model's own and is checked as before."""

        def read(data: Value) -> Decided | Declined:
            answer = undecided.read(data)
            agreed = isinstance(answer, Decided) and self._actions(answer) == self._actions(likely)
            return replace(likely, is_doubtful=False) if agreed else likely

        return replace(undecided, read=read, fallback=likely)

    def _actions(self, decided: Decided | Resolution) -> Counter[str]:
        """What is done, in no order."""
        return Counter(map(_serialized, self._resolver.normalized(decided.calls)))

    def _reads_another(self, decision: Decided, resolution: Resolution) -> bool:
        """Whether code only reads, and nothing of what the frames name."""
        read, named = self._resolver.subjects_of(decision.calls), self._resolver.subjects_of(resolution.calls)
        return self._only_reads(decision) and bool(read) and bool(named) and not read & named

    def _answers_more(self, decision: Decided, resolution: Resolution) -> bool:
        """Whether both only read, and the frames hold more questions than code has an answer to."""
        only_read = self._only_reads(decision) and self._only_reads(Decided(calls=resolution.calls))
        return only_read and bool(decision.calls) and len(resolution.calls) > len(decision.calls)

    def _leaves_a_question(self, decision: Decided, frames: Sequence[Frame], resolution: Resolution) -> bool:
        """Whether code answers one of several sure questions, and the frames name something else that one of them asks about: reading that
        too changes nothing, and leaves no question out."""
        several = len(frames) > 1 and all(f.intent in READING and f.odds >= CONTRADICT for f in frames)
        if not several or not resolution.calls or not self._only_reads(decision) or not self._only_reads(Decided(calls=resolution.calls)):
            return False
        read, named = self._resolver.subjects_of(decision.calls), self._resolver.subjects_of(resolution.calls)
        return bool(read) and bool(named) and (read.isdisjoint(named) or (read < named and not resolution.unresolved))

    def _does_otherwise(self, decision: Decided, resolution: Resolution) -> bool:
        """Whether code does something else to just the things that the frames change."""
        read, named = self._resolver.subjects_of(decision.calls), self._resolver.subjects_of(resolution.calls)
        only_reads = self._only_reads(decision) or self._only_reads(Decided(calls=resolution.calls))
        return bool(read) and read == named and not only_reads and self._actions(decision) != self._actions(resolution)

    def _chooses_another(self, decision: Decided, resolution: Resolution) -> bool:
        """Whether code changes something that no frame names, although they name something."""
        changing = [call for call in self._resolver.normalized(decision.calls) if not self._resolver.intents_of(call) <= READING]
        return bool(resolution.named) and not self._resolver.subjects_of(changing) <= resolution.named

    def _only_reads(self, decision: Decided) -> bool:
        possible = [self._resolver.intents_of(call) for call in decision.calls]
        return all(intents and intents <= READING for intents in possible)


_SOON_S = 15.0
"""Seconds that a claim waits for a reader that is still being loaded; one that is loaded takes milliseconds."""
_OF_DEVICES = frozenset((IntentName.GET, IntentName.EXPLAIN))
"""Questions about how a device is, and why."""
_MOST_ASKED = 100
"""Tasks that a model is asked about at the same time."""


def _is_unknown(unresolved: Unresolved) -> bool:
    """Whether it names a thing or a place that is not there."""
    slot = unresolved.slot
    return slot is not None and slot.name in (SlotName.DEVICE, SlotName.ROOM) and slot.odds >= SLOT and not unresolved.options


def _is_elsewhere(unresolved: Unresolved) -> bool:
    """Whether it surely names a place that is not there."""
    slot = unresolved.slot
    return slot is not None and slot.name is SlotName.ROOM and slot.odds >= SURE_OF_A_SLOT


def _reasons_of(frames: Sequence[Frame]) -> Iterator[Span]:
    """The words that only say why something is wanted: they ask for nothing, so they need no call."""
    return (slot.span for f in frames for slot in f.slots if slot.name is SlotName.REASON and slot.odds >= SURE_OF_A_SLOT)


def _changes_what_is_missing(unresolved: Unresolved) -> bool:
    """Whether more or less is asked of a device that surely is not there: no other one is set instead."""
    slot, intent = unresolved.slot, unresolved.frame.intent
    changes = intent in (IntentName.INCREASE, IntentName.DECREASE)
    return changes and slot is not None and slot.name is SlotName.DEVICE and slot.odds >= CONTRADICT


def _changes_nothing_named(frame: Frame, resolution: Resolution) -> bool:
    """Whether a frame would change something and names nothing that there is: what code makes of the sentence stands."""
    unresolved = any(lost.frame is frame and not lost.options for lost in resolution.unresolved)
    return frame.intent is IntentName.CHANGE and unresolved and not (frame.texts(SlotName.DEVICE) or frame.texts(SlotName.ROOM))


def _said_of_the_rest(declined: Declined, frames: Sequence[Frame], ours: Sequence[Unresolved], utterance: Utterance) -> str:
    """What is said of frames that cannot be carried out beside others that are; empty where all wait for what is missing. Of several things
    that are to be done each stands for itself only where all is surely read and what is missing is a thing of its own."""
    if all(f.intent in READING for f in frames):
        return declined.text
    apart = all(f.intent in READING | DEVICE_COMMANDS and f.odds >= CONTRADICT for f in frames) and all(map(_is_unknown, ours))
    if not apart or any(slot.name in _TYING for f in frames for slot in f.slots):
        return ""
    return left_out_text(language_of(utterance.text), [utterance.normal.shown(u.frame.span).strip(" ,、。.") for u in ours])


_TYING = frozenset((SlotName.CONDITION, SlotName.RETRACTED, SlotName.EXCEPT))
"""What makes one part of a sentence hang on another."""


def _asks_something(frame: Frame) -> bool:
    return frame.intent in READING or frame.intent in COMPLAINTS


def _whole_of(utterance: Utterance) -> tuple[int, int]:
    """All of it: a proven reading explains every word."""
    return 0, len(utterance.normal.text)


def _is_sure(frame: Frame) -> bool:
    limit = ACT_ON_A_COMPLAINT if frame.intent in COMPLAINTS else ACT
    return frame.odds >= limit and all(slot.odds >= SLOT for slot in frame.slots)


def _is_whole(frames: Sequence[Frame], resolution: Resolution) -> bool:
    """Whether the reader is sure of the whole sentence, and all of it was resolved."""
    sure = all(f.odds >= CONTRADICT and all(slot.odds >= SURE_OF_A_SLOT for slot in f.slots) for f in frames)
    return sure and bool(resolution.calls) and not resolution.unresolved


def _is_sure_of_names(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether the frames that name something, or a place (`here`), are sure, or at least surely name it, whatever they are taken for."""
    naming = [f for f in frames if names_something(f, utterance) or f.texts(SlotName.ROOM)]
    named = [slot for f in naming for slot in f.slots if slot.name in (SlotName.DEVICE, SlotName.ROOM)]
    surely_named = bool(named) and all(slot.odds >= SURE_OF_A_SLOT for slot in named) and all(f.odds >= ACT for f in naming)
    return bool(naming) and (surely_named or all(f.odds >= SURE_OF_WHAT_IS_NAMED for f in naming))


def _writes_down_a_time(decision: Decided, frames: Sequence[Frame]) -> bool:
    """Whether a text that code would write down holds words that surely say when or how long before, rather than what."""
    times = [s.text.lower() for f in frames for s in f.slots if s.name in (SlotName.LEAD, SlotName.REPEAT) and s.odds >= CONTRADICT]
    texts = [value.lower() for call in decision.calls for value in call.arguments.values() if isinstance(value, str)]
    return any(time in text for time in times for text in texts)


def _leaves_out_the_lead(decision: Decided, frames: Sequence[Frame]) -> bool:
    """Whether a sure frame asks to be told so long before, and nothing that code would do counts back from anything."""
    led = any(f.odds >= CONTRADICT and any(s.name is SlotName.LEAD and s.odds >= ASK for s in f.slots) for f in frames)
    lengths = [call.arguments.get(key) for call in decision.calls for key in ("lead_minutes", "remind_minutes")]
    return led and bool(decision.calls) and not any(lengths)


def _one_does_more(first: Counter[str], second: Counter[str]) -> bool:
    """Whether two readings agree, but that one of them does something beside."""
    return first != second and (first <= second or second <= first)


def _serialized(call: ToolCall) -> str:
    return json.dumps([call.tool, call.arguments], sort_keys=True, ensure_ascii=False, default=str)


def _is_settled(decision: Decision) -> bool:
    """A question to the person, or an answer that code is certain of."""
    return isinstance(decision, Declined) and decision.question is not None
