"""How the Automations agent decides: by code over a reader's frames, with what the other agents would do and can watch."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import cast

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.finding import Verdict
from yamori.agentkit.task import MADE, Claim, Outcome, OutcomeStatus, Question, Strength, Task, ToolRun
from yamori.agentkit.watch import NotWatchable
from yamori.automations.automation import Automation, Disabled
from yamori.automations.changing import Change, Changing, adding, change_in
from yamori.automations.drafting import Draft, Drafting
from yamori.automations.engine import Engine
from yamori.automations.life import ONCE
from yamori.automations.parts import parts_document
from yamori.automations.reading.asked import is_asked
from yamori.automations.reading.described import described, is_described, likely, moved
from yamori.automations.reading.foretelling import as_waiting, waits_for_weather
from yamori.automations.reading.further_times import with_further_times
from yamori.automations.reading.hanging import later_parts
from yamori.automations.reading.lengths import begins_after
from yamori.automations.reading.managing import (
    asks_what_is_kept,
    dropped,
    gives_anew,
    means_all,
    meant_by,
    names_loosely,
    names_one,
    says_cancel,
    says_removal,
    speaks_of_automations,
)
from yamori.automations.reading.moments import end_of
from yamori.automations.reading.no_more import ended_by, says_no_more
from yamori.automations.reading.not_after import with_end
from yamori.automations.reading.notices import notice_of
from yamori.automations.reading.once import day_back, is_for_once, named_days, next_day_of, only_days_off
from yamori.automations.reading.renamed_time import renamed_time
from yamori.automations.reading.torn import rejoined
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.report import report_text
from yamori.automations.rules.pairs import followers, without_followers
from yamori.automations.texts import TEXTS
from yamori.automations.tools import APPROVAL, AutomationTools
from yamori.automations.trigger import Ends
from yamori.automations.wording import refusal
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import AskThePerson
from yamori.domain.values import Value
from yamori.domain.when import Kind
from yamori.llm.port import Prompt
from yamori.understanding.frame import READING, Frame, IntentName
from yamori.understanding.outside import names_something
from yamori.understanding.put_off import asks_how_it_is, waits_by_its_words
from yamori.understanding.reader import Reader
from yamori.understanding.sequence import said_as_moment, without_timer
from yamori.understanding.span import Span
from yamori.understanding.taking_back import refuses
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

SURE = 0.45
"""Fitted: below these odds of an intent nothing is made of a sentence for later; what is made is said back in full."""
_STOPS = frozenset(
    (IntentName.DELETE, IntentName.STOP, IntentName.SKIP, IntentName.REJECT, IntentName.FORGET, IntentName.UNDO, IntentName.TURN_OFF)
)
_ENDING = frozenset((IntentName.DELETE, IntentName.SKIP, IntentName.REJECT, IntentName.FORGET))
"""What ends something that was set up, in sentences that do not speak of automations as such."""
_DESCRIBING = frozenset(
    (
        IntentName.TURN_ON,
        IntentName.TURN_OFF,
        IntentName.OPEN,
        IntentName.CLOSE,
        IntentName.LOCK,
        IntentName.SET,
        IntentName.START,
        IntentName.STOP,
        IntentName.PLAY,
        IntentName.OPERATE,
    )
)
"""What a reader takes a rule for that is only described by what it does."""
_STARTS = frozenset((IntentName.RESUME, IntentName.TURN_ON))
_RUNS = frozenset((IntentName.START, IntentName.OPERATE, IntentName.PLAY))


class AutomationsPolicy:
    """Fulfils `agentkit.agent.Policy` over one engine."""

    def __init__(self, engine: Engine, tools: AutomationTools, reader: Reader, drafting: Drafting) -> None:
        self._engine, self._tools, self._reader, self._drafting = engine, tools, reader, drafting
        self._changing = Changing(reader, drafting, engine.comes_on)

    async def prefix(self) -> Prompt:
        return Prompt(prefix="", request="")  # no model is asked

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def claim(self, task: Task) -> Claim:
        utterance = utterance_of(task.request, task.now)
        if speaks_of_automations(utterance):
            return Claim(strength=Strength.OWNING, why="names automations")
        if (ended := utterance_of(with_end(utterance), task.now)).text and later_parts(await self._reader.read(ended), ended):
            return Claim(strength=Strength.WHOLE, why="is for later, until an end")
        read = await self._reader.read(utterance)
        if len(frames := with_further_times(read, utterance)) < len(read):
            return Claim(strength=Strength.WHOLE, why="comes at several times")
        if asks_what_is_kept(frames, utterance):
            return Claim(strength=Strength.WHOLE, why="asks what was set up")
        if await self._noticed(frames, utterance, task) is not frames:
            return Claim(strength=Strength.WHOLE, why="asks to be told once something happens")
        if len(rejoined(frames, utterance)) < len(frames):
            return Claim(strength=Strength.WHOLE, why="waits for one of two things")
        if renamed_time(frames, utterance, self._own(task)) is not None:
            return Claim(strength=Strength.WHOLE, why="moves a rule that it names")
        if is_described(frames, utterance) and self._describes_one(task, frames, utterance):
            return Claim(strength=Strength.WHOLE, why="moves a rule that it describes")
        if says_no_more(frames, utterance) and ended_by(frames, utterance, self._own(task)):
            return Claim(strength=Strength.WHOLE, why="ends a rule")
        if dropped(frames, utterance, self._own(task)):
            return Claim(strength=Strength.WHOLE, why="calls off what was set up")
        if self._days_off(task, frames, utterance) is not None:
            return Claim(strength=Strength.WHOLE, why="leaves out days of what was set up, or has it come then after all")
        if (latest := self._latest(task)) is not None and change_in(frames, utterance, latest) is not None:
            return Claim(strength=Strength.WHOLE, why="changes what was set up")
        if self._ends_one(task, frames, utterance):
            return Claim(strength=Strength.OWNING, why="ends what was set up")
        if self._asked_why(task, frames, utterance) is not None:
            return Claim(strength=Strength.OWNING, why="asks why what was set up did something")
        if await self._ends_by_itself(frames, utterance, task):
            return Claim(strength=Strength.WEAK, why="goes on until something that this home tells")
        if waits_for_weather(frames, utterance):
            return Claim(strength=Strength.OWNING, why="waits for the weather")
        return Claim(strength=Strength.NONE)

    async def decide(self, task: Task) -> Decision:
        utterance = utterance_of(task.request, task.now)
        if (made := self._made(task)) and refuses(await self._reader.read(utterance), utterance):
            if any(did == "skipped" for did, *_ in _steps(task)):
                return self._taken_back(task)
            return Decided(calls=tuple(ToolCall(tool="remove_automation", arguments={"id": automation.id}) for automation in made))
        if ended := with_end(utterance):
            task, utterance = replace(task, request=ended), utterance_of(ended, task.now)
        read = with_further_times(await self._reader.read(utterance), utterance)
        frames = await self._noticed(read, utterance, task)
        if is_described(frames, utterance) and self._describes_one(task, frames, utterance):
            return await self._moved(task, utterance)
        meant = ended_by(frames, utterance, self._own(task)) if says_no_more(frames, utterance) else None
        if meant or (meant is not None and not any(time.kind is Kind.MOMENT or time.time for time in utterance.times)):
            return self._ended_rule(task, meant)
        if off := dropped(frames, utterance, self._own(task)):
            return self._ended_rule(task, off)
        if (days := self._days_off(task, frames, utterance)) is not None:
            return days
        if (moved := renamed_time(frames, utterance, self._own(task))) is not None:
            return await self._changed(moved[1], moved[0], task)
        latest = self._latest(task)
        if latest is not None and (change := change_in(frames, utterance, latest)) is not None:
            return await self._changed(change, latest, task)
        asks = bool(frames) and all(frame.intent in READING for frame in frames)
        names_them = speaks_of_automations(utterance) and (asks or not later_parts(frames, utterance))
        if names_them or asks_what_is_kept(frames, utterance) or self._ends_one(task, frames, utterance):
            return self._managed(task, frames)
        if (why := self._asked_why(task, frames, utterance)) is not None:
            return Decided(calls=(ToolCall(tool="explain_automation", arguments={"id": why.id}),))
        if is_asked(frames, utterance, task.said):
            return await self._looked_at(task)
        if frames and all(frame.intent is IntentName.UNDO for frame in frames):
            return self._taken_back(task)
        if not frames or any(frame.odds < SURE and not waits_by_its_words(frame, utterance) for frame in frames):
            return refusal("unread", task.language, task.request)
        parts = later_parts(as_waiting(frames, utterance), utterance, before=await self._before(task, utterance))
        if not parts:
            return refusal("unread", task.language, task.request)
        if (behind := begins_after(task.request, task.now)) is not None:
            return refusal("unread", task.language, behind)
        drafts: list[Draft] = []
        for part in parts:
            draft = await self._drafting.drafted(part, task, before=drafts[-1] if drafts else None)
            if isinstance(draft, Declined):
                return draft
            back = await self._drafting.taken_back(part, draft, task) if draft.ending is None else None
            if isinstance(back, Declined):
                return back
            drafts += [draft, back] if back is not None else [draft]
        return Decided(calls=tuple(adding(draft, task, _origin(draft, task)) for draft in drafts))

    async def _noticed(self, frames: Sequence[Frame], utterance: Utterance, task: Task) -> Sequence[Frame]:
        """The frames of a sentence, or the one notice that it is: what only asks how something is stays a question."""
        notice = notice_of(frames, utterance)
        if notice is None or any(asks_how_it_is(frame, utterance) for frame in frames):
            return frames
        if not notice.certain:
            watched = await self._drafting.watched(notice.condition, task)
            if isinstance(watched, NotWatchable) or not (notice.is_event or watched.for_seconds):
                return frames
        return (notice.frame,)

    async def _looked_at(self, task: Task) -> Decision:
        """A look at how it is now, at what a question states; or that nothing of this home tells it."""
        looked = await self._drafting.conditions(task.request, task)
        if isinstance(looked, Declined):
            return looked
        document = parts_document((), looked, (), ONCE)["conditions"]
        return Decided(calls=(ToolCall(tool="look_at_conditions", arguments={"conditions": document}),))

    async def _ends_by_itself(self, frames: Sequence[Frame], utterance: Utterance, task: Task) -> bool:
        """Whether one thing is wanted until, or while, something is so that this home tells."""
        parts = later_parts(frames, utterance) if len(frames) == 1 else ()
        if len(parts) != 1 or not parts[0].durations or end_of(" ".join(parts[0].durations), task.now) is not None:
            return False
        return await self._drafting.ended(" ".join(parts[0].durations), task) is not None

    async def _before(self, task: Task, utterance: Utterance) -> Sequence[Frame]:
        """The frames of what was said before this part, in the same breath."""
        said = utterance_of(task.said or task.request, task.now)
        whole = utterance_of(said_as_moment(said) or said.text, task.now)
        start = whole.normal.text.find(without_timer(utterance))
        return await self._reader.read(utterance_of(whole.normal.shown(Span(0, start)), task.now)) if start > 0 else ()

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        if isinstance(answer, Pin):
            raise AskThePerson(TEXTS.said(task.language, "policy.yes_or_no"))
        id = approval.removeprefix(APPROVAL)
        agreed = isinstance(answer, Yes)
        made = await self._tools.approve(id, task.person, task.now, agreed=agreed)
        row: dict[str, Value] = {"id": made.id, "says": made.says or made.origin, "enabled": made.enabled}
        return ToolRun(
            tool="add_automation", arguments={"id": id}, ok=True, result={"did": "added" if agreed else "refused", "automation": row}
        )

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        approvals = tuple(approval for run in runs for approval in run.approvals)
        there = {automation.id for automation in self._engine.all()}
        refused = frozenset(id for run in runs if _did(run) == "added" and (id := _id_of(run)) not in there)
        done = [run for run in runs if run.ok and _id_of(run) not in refused]
        text = report_text(runs, task.now, task.language, refused=refused)
        status = OutcomeStatus.DONE if len(done) == len(runs) else OutcomeStatus.PARTLY if done else OutcomeStatus.FAILED
        named = [id for run in done if (id := _id_of(run))]
        made: list[Value] = [_id_of(run) for run in done if _did(run) == "added"]
        steps: list[Value] = [[_did(run), _id_of(run), *_day_of(run)] for run in done if _did(run) in _TAKEN_BACK]
        return Outcome(
            status=OutcomeStatus.HELD if approvals else status,
            text=text,
            runs=tuple(runs),
            approvals=approvals,
            focus=_focus(named, steps, made) if named else {key: held for key, held in task.focus.items() if key != MADE},
            proven=status is OutcomeStatus.DONE and not approvals,
            answer=next((_verdict(run) for run in done if _did(run) in ("looked", "added") and not approvals), None),
        )

    def _taken_back(self, task: Task) -> Decision:
        """What was done last with automations in this conversation is taken back, the last of it first."""
        there = {a.id for a in self._engine.all() if a.owner == task.person}
        steps = list(reversed(_steps(task)))
        known = [step for step in steps if (self._tools.can_restore(step[1], task.person) if step[0] == "removed" else step[1] in there)]
        if not steps or len(known) < len(steps):
            return Declined(text=TEXTS.said(task.language, "policy.nothing_of_mine"))
        return Decided(calls=tuple(_opposite(*step) for step in known))

    def _ends_one(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> bool:
        """Whether a sentence ends something that is set up: it names one, or goes on about what was just made."""
        own = self._own(task)
        ending = _STOPS if names_loosely(frames, utterance) or says_cancel(utterance) else _ENDING
        if not own or not frames or not all(frame.intent in ending for frame in frames):
            return False
        is_said = says_removal(utterance) or all(frame.intent is not IntentName.DELETE for frame in frames)  # 消して switches off, too
        names_nothing = not any(names_something(frame, utterance) for frame in frames)
        goes_on = bool(task.focus.get("automations")) and names_nothing and is_said
        goes_on = goes_on and not (frames[0].intent is IntentName.REJECT and gives_anew(utterance))
        return goes_on or names_one(frames, utterance, own)

    def _describes_one(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> bool:
        """Whether a sentence that describes something which was set up means a rule: the schedule is moved in other words."""
        own = self._own(task)
        return bool(described(utterance, own)) or (bool(frames) and all(frame.intent in _DESCRIBING for frame in frames))

    async def _moved(self, task: Task, utterance: Utterance) -> Decision:
        """The rule that is described at its new time; of several, or where none is described to the last word, asked which."""
        own = self._own(task)
        found = described(utterance, own)
        meant = self._one_of(task, found or likely(utterance, own), sure=bool(found))
        if isinstance(meant, Declined):
            return meant
        moment = moved(meant, utterance)
        if moment is None:
            return refusal("thing", task.language, task.request)
        return await self._changed(moment, meant, task)

    async def _changed(self, change: Change, old: Automation, task: Task) -> Decision:
        skipped = self._engine.skipped_days(old.id)
        return await self._changing.changed(change, old, task, length=self._length(old), skipped=skipped)

    def _days_off(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Decision | None:
        """What leaves out days of what was just spoken of, or has something come on a day on which it is left out; None for any other
        sentence."""
        latest = self._latest(task)
        if latest is not None and latest.life.times != 1 and only_days_off(frames, utterance):
            is_for_good = change_in(frames, utterance, latest) is not None  # 土日はいらない is said of every week
            return None if is_for_good else self._ended(latest, utterance, task)
        own = [a for a in self._own(task) if set(self._engine.skipped_days(a.id)) & set(named_days(utterance))]
        if (back := day_back(frames, utterance, own)) is None:
            return None
        day, meant = back
        one = self._one_of(task, [a for a in meant if latest is not None and a.id == latest.id] or meant)
        if isinstance(one, Declined):
            return one
        return Decided(calls=(ToolCall(tool="skip_automation", arguments={"id": one.id, "day": day.isoformat(), "skips": False}),))

    def _ended_rule(self, task: Task, meant: Sequence[Automation]) -> Decision:
        """The one that is ended; asked for where several are meant, and told where none is: it is nothing to set up."""
        one = self._one_of(task, meant)
        return one if isinstance(one, Declined) else self._ended(one, utterance_of(task.request, task.now), task)

    def _ended(self, automation: Automation, utterance: Utterance, task: Task) -> Decision:
        """It is removed, or left out on the days for which alone it is called off."""
        if automation.life.times == 1 or not is_for_once(utterance):
            return Decided(calls=(ToolCall(tool="remove_automation", arguments={"id": automation.id}),))
        coming = next_day_of(self._engine.state(automation.id), utterance)
        days = [day for day in named_days(utterance) or (coming,) if day is not None and self._engine.comes_on(automation.id, day)]
        if not days:
            return refusal("no_skip", task.language, automation.says or automation.origin)
        return Decided(
            calls=tuple(ToolCall(tool="skip_automation", arguments={"id": automation.id, "day": day.isoformat()}) for day in days)
        )

    def _one_of(self, task: Task, meant: Sequence[Automation], *, sure: bool = True) -> Automation | Declined:
        """The only one that is meant, or the one that was answered; else what is asked, or that there is none. Where it is not `sure`,
        also of a single one."""
        if not meant:
            return refusal("no_such", task.language)
        asked = f"which/{task.key}"
        if asked in task.answers and (len(meant) > 1 or not sure):
            answer = task.answers[asked].strip()
            meant = [a for a in meant if answer in (a.says, a.origin)] or meant_by(utterance_of(answer, task.now), meant)
        if len(meant) > 1 or not (sure or asked in task.answers):
            text = TEXTS.said(task.language, "policy.which")
            return Declined(text=text, question=Question(id=asked, text=text, options=tuple(a.says or a.origin for a in meant)[:6]))
        return meant[0]

    def _asked_why(self, task: Task, frames: Sequence[Frame], utterance: Utterance) -> Automation | None:
        """The one that a bare `why` goes on about: of those last spoken of, the one that fired last."""
        if not frames or any(frame.intent is not IntentName.EXPLAIN or names_something(frame, utterance) for frame in frames):
            return None
        spoken = cast(Sequence[str], task.focus.get("automations", ()))
        found = [a for a in self._engine.all() if a.owner == task.person and a.id in spoken]
        return max(found, key=lambda a: self._engine.state(a.id).last_fired or a.created, default=None)

    def _made(self, task: Task) -> list[Automation]:
        """What the last request of this conversation set up."""
        made = cast(Sequence[str], task.focus.get(MADE, ()))
        return [automation for automation in self._own(task) if automation.id in made]

    def _latest(self, task: Task) -> Automation | None:
        """The one that was made or spoken of last in this conversation, where it was one."""
        for key in ("automations", MADE):
            spoken = cast(Sequence[str], task.focus.get(key, ()))
            found = [a for a in self._own(task) if a.id in spoken]
            if len(found) == 1:
                return found[0]
        return None

    def _length(self, automation: Automation) -> timedelta | None:
        """How long after it did something that is taken back; None where it is not."""
        ends = [t for one in followers(automation, self._engine.all()) for t in one.triggers if isinstance(t, Ends)]
        return timedelta(seconds=ends[0].after_seconds) if ends else None

    def _own(self, task: Task) -> list[Automation]:
        """Those of the person that are not over, without what only takes back what another of them did."""
        return [a for a in without_followers(self._engine.all()) if a.owner == task.person and a.disabled_reason is not Disabled.OVER]

    def _managed(self, task: Task, frames: Sequence[Frame]) -> Decision:
        """What a sentence about automations asks for: to hear of them, or to have one removed, switched or run."""
        intents = {frame.intent for frame in frames}
        own = self._own(task)
        more: dict[str, Value]
        tool, more = (
            ("remove_automation", {})
            if (intents & _STOPS and not _switches_off(frames, task)) or (_deletes(task) and not intents <= READING)
            else ("switch_automation", {"enabled": False})
            if intents & _STOPS
            else ("switch_automation", {"enabled": True})
            if intents & _STARTS
            else ("run_automation", {})
            if intents & _RUNS
            else ("", {})
        )
        if not tool or not own:
            return Decided(calls=(ToolCall(tool="list_automations", arguments={}),))
        if any(marker.kind is MarkerKind.UNTIL for marker in utterance_of(task.request, task.now).markers):
            return refusal("not_until", task.language)
        asked = f"which/{task.key}"
        utterance = utterance_of(task.answers.get(asked, task.request), task.now)
        meant = meant_by(utterance, own)
        tells = len(meant) < len(own)
        if means_all(utterance) and not tells:
            return Decided(calls=tuple(ToolCall(tool=tool, arguments={"id": a.id, **more}) for a in own))
        made = cast(Sequence[str], task.focus.get("automations", ()))
        if not tells:
            meant = tuple(a for a in own if a.id in made) or meant
        if len(meant) != 1:
            text = TEXTS.said(task.language, "policy.which")
            options = tuple(a.says or a.origin for a in meant)[:6]
            return Declined(text=text, question=Question(id=asked, text=text, options=options))
        if tool == "remove_automation" or more == {"enabled": False}:
            said = utterance_of(task.request, task.now)
            if is_for_once(said) and meant[0].life.times != 1:
                return self._ended(meant[0], said, task)
        return Decided(calls=(ToolCall(tool=tool, arguments={"id": meant[0].id, **more}),))


def _focus(named: Sequence[Value], steps: Sequence[Value], made: Sequence[Value]) -> Mapping[str, Value]:
    """What the next sentence may refer to."""
    held: dict[str, Value] = {"automations": list(named), "undo": list(steps)}
    return held | ({MADE: list(made)} if made else {})


def _deletes(task: Task) -> bool:
    """Whether the words say that something is to go, whatever a reader takes them for (`remove that automation`)."""
    return _says("deleting", task)


def _switches_off(frames: Sequence[Frame], task: Task) -> bool:
    """Whether an automation that is called one is to be off, as a switch is: it stays in the list. So it does where its words say so,
    whatever a reader takes them for: switching off takes less away."""
    if _deletes(task) or not speaks_of_automations(utterance_of(task.request, task.now)):
        return False
    return _says("switching_off", task) or all(f.intent is IntentName.TURN_OFF for f in frames)


def _says(words: str, task: Task) -> bool:
    utterance = utterance_of(task.request, task.now)
    return any(word in utterance.normal.text.lower() for word in words_for(words, utterance.language))


_TAKEN_BACK: Mapping[str, tuple[str, Mapping[str, Value]]] = {
    "added": ("remove_automation", {}),
    "restored": ("remove_automation", {}),
    "removed": ("restore_automation", {}),
    "on": ("switch_automation", {"enabled": False}),
    "off": ("switch_automation", {"enabled": True}),
    "skipped": ("skip_automation", {"skips": False}),
    "unskipped": ("skip_automation", {"skips": True}),
}
"""What was done, and the tool that takes it back."""


def _opposite(did: str, id: str, *day: str) -> ToolCall:
    tool, more = _TAKEN_BACK[did]
    return ToolCall(tool=tool, arguments={"id": id, **more, **({"day": day[0]} if day else {})})


def _steps(task: Task) -> list[tuple[str, ...]]:
    """What was done last with automations in this conversation: how, with which, and of a day on which."""
    return [tuple(map(str, step)) for step in cast(Sequence[Sequence[str]], task.focus.get("undo", ()))]


def _day_of(run: ToolRun) -> tuple[str, ...]:
    """The day that was left out, or is not any more."""
    return (str(run.result["day"]),) if isinstance(run.result, Mapping) and "day" in run.result else ()


def _id_of(run: ToolRun) -> str:
    """The automation that a run is about; empty for none."""
    row = run.result.get("automation") if isinstance(run.result, Mapping) else None
    return str(row["id"]) if isinstance(row, Mapping) else ""


def _origin(draft: Draft, task: Task) -> str:
    """The sentence that it came from; of what follows a timer its part alone: how long that runs is the timer's."""
    return task.request if any(isinstance(trigger, Ends) for trigger in draft.triggers) else task.said or task.request


def _verdict(run: ToolRun) -> Verdict:
    """Whether it is so, of what was looked at; that it was set up, of what was added."""
    if _did(run) == "added":
        return Verdict.YES
    so = run.result.get("so") if isinstance(run.result, Mapping) else None
    return Verdict.UNKNOWN if so is None else Verdict.YES if so else Verdict.NO


def _did(run: ToolRun) -> str:
    return str(run.result.get("did", "")) if isinstance(run.result, Mapping) else ""
