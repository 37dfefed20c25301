"""What a sentence changes of the automation that was made last: its moment or days, its thing, a part of its sentence, or whether its
owner is told as well.

`policy` asks; a changed automation is a new one in place of the old one, made with everything that making one checks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import timedelta

from yamori.agentkit.agent import Decided, Decision, Declined, ToolCall
from yamori.agentkit.task import Question, Task
from yamori.automations.action import Action, Call, Notify
from yamori.automations.automation import Automation
from yamori.automations.drafting import Draft, Drafting
from yamori.automations.life import ONCE, Life
from yamori.automations.parts import actions_of, ending_document, parts_document
from yamori.automations.reading.going_on import also_told
from yamori.automations.reading.hanging import Later, later_parts
from yamori.automations.reading.moments import Timed
from yamori.automations.reading.retiming import new_days, new_moment, on_its_days, past_its_hour
from yamori.automations.retelling import with_moments
from yamori.automations.trigger import TIMED, At, Recurring, Sun, Trigger
from yamori.automations.wording import Said, also_tells, done_text, instead_of, refusal, said_back
from yamori.domain.values import Value
from yamori.understanding.amending import amended
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.going_on import OtherThing, other_thing
from yamori.understanding.reader import Reader
from yamori.understanding.sequence import said_as_moment
from yamori.understanding.utterance import Utterance, utterance_of


@dataclass(frozen=True, kw_only=True)
class AlsoTold:
    """Its owner is to be told as well."""


@dataclass(frozen=True, kw_only=True)
class Amended:
    """A part of the sentence that it was made from is another."""

    text: str
    """The whole of that sentence as it should have been."""


Change = Timed | OtherThing | AlsoTold | Amended


def change_in(frames: Sequence[Frame], utterance: Utterance, latest: Automation) -> Change | None:
    """What a sentence changes of it; None for one that asks for something of its own. Pure."""
    if (text := amended(frames, utterance, latest.origin)) is not None:
        return Amended(text=text)
    if all(isinstance(trigger, TIMED) for trigger in latest.triggers):
        moment = new_days(frames, utterance, latest) or new_moment(frames, utterance)
        if moment is not None and not moment.days:
            return on_its_days(moment, latest.triggers, utterance)
        if (past := past_its_hour(frames, utterance, latest.triggers)) is not None:
            return past
    if (thing := other_thing(frames, utterance)) is not None:
        return thing if any(isinstance(action, Call) for action in latest.actions) else None
    return AlsoTold() if also_told(frames, utterance) else None


class Changing:
    """Over the reader, and whoever drafts automations."""

    def __init__(self, reader: Reader, drafting: Drafting, comes_on: Callable[[str, Day], bool]) -> None:
        """`comes_on`: whether an automation still comes on a day, by its id."""
        self._reader, self._drafting, self._comes_on = reader, drafting, comes_on

    async def changed(
        self, change: Change, old: Automation, task: Task, *, length: timedelta | None = None, skipped: Sequence[Day] = ()
    ) -> Decision:
        """The calls that put the changed automation in place of the old one; or what is missing or impossible. `length`: so long after
        it did something that is taken back. `skipped`: the days on which the old one is left out, as the new one then is."""
        decision = await self._with_end(change, old, task, length=length)
        if not skipped or not isinstance(decision, Decided) or any(call.tool == "skip_automation" for call in decision.calls):
            return decision
        made, *rest = decision.calls
        return Decided(calls=(replace(made, arguments={**made.arguments, "skipped": [day.isoformat() for day in skipped]}), *rest))

    async def _with_end(self, change: Change, old: Automation, task: Task, *, length: timedelta | None) -> Decision:
        if isinstance(change, Amended):
            return await self._said_anew(old, change, task)
        decision = await self._changed(change, old, task)
        if length is None or not isinstance(decision, Decided):
            return decision
        made, *rest = decision.calls
        ending = await self._drafting.ending(actions_of(made.arguments["actions"]), length, task)
        if isinstance(ending, Declined):
            return ending
        if ending is None:
            return refusal("back", task.language, old.says or old.origin)
        document = ending_document(ending.length, ending.actions, ending.says)
        return Decided(calls=(ToolCall(tool=made.tool, arguments={**made.arguments, "ending": document}), *rest))

    async def _changed(self, change: Timed | OtherThing | AlsoTold, old: Automation, task: Task) -> Decision:
        match change:
            case Timed(triggers=(At() as once,)) if not any(isinstance(trigger, At) for trigger in old.triggers):
                return self._on_one_day(old, once, task)
            case Timed():
                return _retimed(old, change, task)
            case OtherThing():
                return await self._with_thing(old, change, task)
            case AlsoTold():
                return await self._with_notice(old, task)

    async def _said_anew(self, old: Automation, change: Amended, task: Task) -> Decision:
        """What the amended sentence asks for, in place of the old one; a sentence for several automations is left to be said whole."""
        text = said_as_moment(utterance_of(change.text, task.now)) or change.text
        utterance = utterance_of(text, task.now)
        parts = later_parts(await self._reader.read(utterance), utterance)
        if len(parts) != 1:
            return refusal("thing", task.language, change.text)
        draft = await self._drafting.drafted(parts[0], replace(task, request=text, said=change.text))
        if isinstance(draft, Declined):
            return draft
        made = adding(draft, task, change.text)
        return Decided(calls=(made, ToolCall(tool="remove_automation", arguments={"id": old.id})))

    def _on_one_day(self, old: Automation, once: At, task: Task) -> Decision:
        """What comes again comes at another moment on one day; that day alone it is left out. Of several times a day nobody said which."""
        day = once.moment.astimezone(task.now.tzinfo).date()
        if not self._comes_on(old.id, day):
            return refusal("no_skip", task.language, old.says or old.origin)
        if len(old.triggers) != 1 or (not isinstance(old.triggers[0], Sun) and not _has_one_time(old.triggers[0])):
            return refusal("thing", task.language, task.request)
        says = with_moments(old, (once,), task.now) or _anew(replace(old, triggers=(once,), life=ONCE), old.actions, task)
        document = parts_document((once,), old.conditions, old.actions, ONCE)
        made = ToolCall(tool="add_automation", arguments={**document, "origin": task.said or task.request, "says": says})
        return Decided(calls=(made, ToolCall(tool="skip_automation", arguments={"id": old.id, "day": day.isoformat()})))

    async def _with_thing(self, old: Automation, thing: OtherThing, task: Task) -> Decision:
        calls = [action for action in old.actions if isinstance(action, Call)]
        asked = f"action/{task.key}"
        if len(calls) > 1:
            answered = task.answers.get(asked, "")
            calls = [call for call in calls if call.text == answered] or calls
        if len(calls) > 1:
            text = refusal("which_action", task.language).text
            return Declined(text=text, question=Question(id=asked, text=text, options=tuple(call.text for call in calls)))
        request = await self._with_words(calls[0].text, thing.words, task)
        if not request:
            return refusal("thing", task.language, thing.words)
        new = await self._drafting.actions(Later(action=request, tells=False), task, ())
        if isinstance(new, Declined):
            return new
        actions, shown = new
        if thing.beside:
            actions, shown = (calls[0], *actions), (calls[0].text, *shown)
        kept = [each for action in old.actions for each in (actions if action is calls[0] else (action,))]
        says = instead_of(old.says, calls[0].text, shown, task.language)
        return _replaced(old, kept, says or _anew(old, kept, task), task)

    async def _with_words(self, action: str, words: str, task: Task) -> str:
        """The words of an action with another thing in place of its own; empty where it names none."""
        utterance = utterance_of(action, task.now)
        frames = await self._reader.read(utterance)
        spans = [s.span for frame in frames for s in frame.slots if s.name in (SlotName.DEVICE, SlotName.ROOM, SlotName.FEATURE)]
        if not spans:
            return ""
        text, start, end = utterance.normal.text, min(span.start for span in spans), max(span.end for span in spans)
        return f"{text[:start]}{words}{text[end:]}"

    async def _with_notice(self, old: Automation, task: Task) -> Decision:
        if any(isinstance(action, Notify) for action in old.actions):
            return refusal("told_already", task.language)
        notice = await self._notice(old, task)
        does = [action.text for action in old.actions if isinstance(action, Call)]
        text = notice.text if notice is not None else done_text(does, task.language)
        if not text:
            return refusal("message", task.language)
        actions = (*old.actions, Notify(person=task.person, text=text))
        says = also_tells(old.says, does[-1] if does else "", task.language)
        return _replaced(old, actions, says or _anew(old, actions, task), task)

    async def _notice(self, old: Automation, task: Task) -> Notify | None:
        """What is told of the condition that it waits for, as it would have been told from the first; None for a moment."""
        if all(isinstance(trigger, TIMED) for trigger in old.triggers):
            return None
        utterance = utterance_of(old.origin, task.now)
        parts = later_parts(await self._reader.read(utterance), utterance)
        if len(parts) != 1:
            return None
        draft = await self._drafting.drafted(replace(parts[0], tells=True), task)
        told = [] if isinstance(draft, Declined) else [action for action in draft.actions if isinstance(action, Notify)]
        return told[0] if told else None


def _has_one_time(trigger: Trigger) -> bool:
    return isinstance(trigger, Recurring) and len(trigger.slots) == 1


def _retimed(old: Automation, moment: Timed, task: Task) -> Decided:
    """The same actions at another moment."""
    life = ONCE if all(isinstance(trigger, At) for trigger in moment.triggers) else old.life
    says = _anew(replace(old, triggers=moment.triggers, life=life), old.actions, task)
    return _replaced(replace(old, triggers=moment.triggers, life=life), old.actions, says, task)


def _anew(old: Automation, actions: Sequence[Action], task: Task) -> str:
    does = tuple(action.text for action in actions if isinstance(action, Call))
    tells = any(isinstance(action, Notify) for action in actions)
    return said_back(old.triggers, old.life, Said(when=(), does=does, tells=tells), now=task.now, language=task.language)


def _replaced(old: Automation, actions: Sequence[Action], says: str, task: Task) -> Decided:
    """The old one stays where there is no new one."""
    life: Life = old.life
    document = parts_document(old.triggers, old.conditions, actions, life)
    made = ToolCall(tool="add_automation", arguments={**document, "origin": task.said or task.request, "says": says})
    return Decided(calls=(made, ToolCall(tool="remove_automation", arguments={"id": old.id})))


def adding(draft: Draft, task: Task, origin: str) -> ToolCall:
    """The call that adds what was drafted from a sentence."""
    says = said_back(draft.triggers, draft.life, draft.said, now=task.now, language=task.language)
    document = parts_document(draft.triggers, draft.conditions, draft.actions, draft.life)
    more: dict[str, Value] = (
        {"ending": ending_document(draft.ending.length, draft.ending.actions, draft.ending.says)} if draft.ending else {}
    )
    more |= {"skipped": [day.isoformat() for day in draft.skipped]} if draft.skipped else {}
    return ToolCall(tool="add_automation", arguments={**document, "origin": origin, "says": says, **more})
