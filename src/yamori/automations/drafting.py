"""One part of a sentence that is put off, as what an automation is made of. Asks the other agents; keeps nothing."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.agentkit.agent import Declined, ToolCall
from yamori.agentkit.finding import Finding
from yamori.agentkit.phrasing import sentences
from yamori.agentkit.proposal import ProposedCall
from yamori.agentkit.task import Question, Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.automations.action import Action, Ask, Call, Notify
from yamori.automations.clocked import with_offset
from yamori.automations.condition import Condition, OnWeekdays
from yamori.automations.foreseeing import late, moment_for, with_day
from yamori.automations.grammar import grammar_of
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.neighbours import Proposers
from yamori.automations.outdoors.foretold import foretold
from yamori.automations.reading.asked import stated
from yamori.automations.reading.ends import end_in
from yamori.automations.reading.hanging import Later, with_thing
from yamori.automations.reading.lengths import end_beside, last_of, length_in, until_of
from yamori.automations.reading.moments import Timed, clock_of_day, comes_again, end_of, half_meant, sun_trigger, timed, weekdays_of
from yamori.automations.reading.once import denied_days
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.reading.windows import windowed
from yamori.automations.recurrence_words import only_days
from yamori.automations.reverting import reverting
from yamori.automations.trigger import At, Recurring, Sun, Trigger
from yamori.automations.waiting import Wait, Waiting, end_of_state
from yamori.automations.wording import Said, capitalized, hours_said, looked_into, not_on, refusal, taken_back_text
from yamori.domain.capability import Risk
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.domain.when import resolve
from yamori.understanding.normal_form import normal_form
from yamori.understanding.utterance import utterance_of


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An automation that nobody owns yet."""

    triggers: tuple[Trigger, ...]
    conditions: tuple[Condition, ...]
    actions: tuple[Action, ...]
    life: Life
    said: Said
    ending: "Ending | None" = None
    skipped: tuple[Day, ...] = ()
    """Days on which it is left out from the first."""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What takes back what a draft does, so long after it did."""

    length: timedelta
    actions: tuple[Action, ...]
    says: str


class Drafting:
    """Over the ports to the other agents."""

    def __init__(self, proposers: Proposers, waiting: Waiting, readings: Callable[[], Awaitable[Mapping[str, Value]]]) -> None:
        """`readings`: how the devices are now, by path."""
        self._proposers, self._waiting, self._readings = proposers, waiting, readings

    async def watched(self, words: str, task: Task) -> Watched | NotWatchable:
        """What of this home tells a condition."""
        return await self._waiting.watched(words, task)

    async def conditions(self, question: str, task: Task) -> tuple[Condition, ...] | Declined:
        """What a question asks, as conditions that can be looked at now; or that nothing of this home tells it."""
        part = Later(action="", tells=False, conditions=(stated(question, task.now),))
        waits = await self._waiting.waits(part, task, timed=True)
        found = [] if isinstance(waits, Declined) else [wait.condition for wait in waits]
        looked = tuple(condition for condition in found if condition is not None)
        return looked if looked and len(looked) == len(found) else refusal("untold", task.language, question.strip())

    async def drafted(self, part: Later, task: Task, *, before: Draft | None = None) -> Draft | Declined:
        """The draft, or what is missing or impossible. Nothing is made of a half of it. `before` is that of the part before it."""
        if part.places:
            return refusal("unread", task.language, "、".join(part.places))
        if part.strangers:
            return refusal("stranger", task.language, part.strangers)
        part, window = (part, None) if self._is_foretold(part, task.now) else windowed(part, task.now)
        part = with_offset(with_day(part, task.now, home=self._waiting.home), task.now)
        if sun_trigger(part.times, task.now) is not None:
            moment, last = end_beside(part.times, task.now)
            part = replace(part, times=moment, durations=(*part.durations, last)) if last else part
        if part.durations and part.action and not (part.times or part.conditions or part.leads or part.tells):
            return await self._ended(part, task)
        length = length_in(part.durations, part.times, task.now)
        until = until_of(part.durations, task.now) if length is None else None
        if part.durations and length is None and until is None:
            return refusal("until", task.language, "、".join(part.durations))
        times = Timed()
        if part.times or (part.vague and not part.conditions):
            times = _moment_said(part, task.answers.get(_time_question(task), ""), task.now, before=before)
            if times.halves:
                half = half_meant(task.answers.get(_half_question(task), ""), times.halves, task.now)
                if half is None:
                    return _which_half(times.halves, task)
                times = Timed(triggers=(half,))
            if times.lacks_time and _names_sun(part, task.now) and resolve(part.times, task.now).date == task.now.date():
                times = Timed()  # `today, at sunset`: the condition holds the moment
            if times.lacks_time:
                text = refusal("time", task.language).text
                return Declined(text=text, question=Question(id=_time_question(task), text=text))
            if any(isinstance(trigger, At) and trigger.moment <= task.now for trigger in times.triggers):
                return refusal("over", task.language, part.times)
            if times.problem:
                return Declined(text=times.problem)
            if not times.triggers and times.unread:
                return refusal("unread", task.language, times.unread)
        over = until.ends_rule(task.now) if until is not None and not any(isinstance(t, At) for t in times.triggers) else None
        over = over or (window.until if window is not None else None)
        over = over or next((end for t in times.triggers if (end := last_of(t, task.now)) is not None), None)
        if until is not None and over is None and len(times.triggers) == 1:
            length = until.length_after(times.triggers[0], task.now)
        if until is not None and ((length is None) == (over is None) or (over is not None and over <= task.now)):
            return refusal("until", task.language, "、".join(part.durations))
        waits = await self._waiting.waits(part, task, timed=bool(times.triggers))
        if isinstance(waits, Declined):
            return waits
        times = moment_for(part.times, [w.foreseen for w in waits if w.foreseen is not None], task.now) or times
        reversed_actions = await self._reversing(before.actions, task) if part.reverses and before is not None else None
        actions = reversed_actions or await self.actions(part, task, waits)
        if isinstance(actions, Declined):
            return actions
        draft = _draft(part, times, waits, actions, task)
        if window is not None and window.hours is not None and not isinstance(draft, Declined):
            note = " ".join(filter(None, (hours_said(window.hours, task.language), draft.said.note)))
            draft = replace(draft, conditions=(window.hours, *draft.conditions), said=replace(draft.said, note=note))
        if over is not None and not isinstance(draft, Declined):
            draft = replace(draft, life=Life(times=draft.life.times if _says_once(part, task.now) else None, until=over))
        if not isinstance(draft, Declined) and (denied := denied_days(utterance_of(task.request, task.now))):
            if not any(isinstance(trigger, Recurring) for trigger in draft.triggers):
                return refusal("unread", task.language, part.times)
            note = " ".join(filter(None, (draft.said.note, not_on(denied, task.language))))
            draft = replace(draft, skipped=denied, said=replace(draft.said, note=note))
        if length is None or isinstance(draft, Declined):
            return draft
        ending = await self.ending(draft.actions, length, task)
        if isinstance(ending, Declined):
            return ending
        return (
            replace(draft, ending=ending) if ending is not None else refusal("back", task.language, "、".join(part.durations) or part.times)
        )

    def _is_foretold(self, part: Later, now: datetime) -> bool:
        """Whether a condition is one on the weather or the sun: a day in it is the day that is foretold."""
        return any(
            sun_trigger(words, now) is not None or foretold(words, now, home=self._waiting.home) is not None for words in part.conditions
        )

    async def ending(self, actions: Sequence[Action], length: timedelta, task: Task) -> Ending | Declined | None:
        """What takes back all that is done; declined where that may never be done by itself, None where anything of it has no opposite:
        how it will be before is not known yet."""
        found = await self._opposites(actions, task)
        if found is None or isinstance(found, Declined):
            return found
        agent, described = found
        done = [action.text for action in actions if isinstance(action, Call)]
        says = taken_back_text(done, [call.shows for call in described], length, task.language)
        return Ending(length=length, actions=tuple(_call(agent, call) for call in described), says=says)

    async def _reversing(self, actions: Sequence[Action], task: Task) -> tuple[tuple[Action, ...], tuple[str, ...]] | Declined | None:
        """What takes back all that is done, as actions of their own, and how they are shown; None where anything of it has no opposite."""
        if any(not isinstance(action, Call) for action in actions):
            return None
        found = await self._opposites(actions, task)
        if found is None or isinstance(found, Declined):
            return found
        agent, described = found
        return tuple(_call(agent, call) for call in described), tuple(call.shows for call in described)

    async def _opposites(self, actions: Sequence[Action], task: Task) -> tuple[str, Sequence[ProposedCall]] | Declined | None:
        """What takes back the calls among the actions, and by whom; declined where that may never be done by itself, None where any of
        them has no opposite."""
        calls = [action for action in actions if isinstance(action, Call)]
        opposites = [call for action in calls if (call := opposite(action)) is not None]
        if not opposites or len(opposites) < len(calls):
            return None
        described = await self._proposers.described(calls[0].agent, opposites, task)
        never = _never_by_itself(described, task.language)
        return never if never is not None else (calls[0].agent, described)

    async def _ended(self, part: Later, task: Task) -> Draft | Declined:
        """The end of something that was begun for a time (`for half an hour`, 10時まで): what takes it back, at that moment."""
        words = " ".join(part.durations)
        end = end_of(words, task.now)
        proposed = await self._proposers.propose(replace(task, request=part.action))
        calls = proposed.proposal.calls if proposed is not None and not proposed.proposal.left_out else ()
        readings = await self._readings()
        opposites = [call for each in calls for call in _taking_back(each, readings)]
        ended = await self.ended(words, task) if end is None else None
        if (end is None and ended is None) or proposed is None or not opposites or any(o is None for o in opposites):
            return refusal("until", task.language, words)
        described = await self._proposers.described(proposed.agent, [call for call in opposites if call is not None], task)
        if (never := _never_by_itself(described, task.language)) is not None:
            return never
        actions = tuple(_call(proposed.agent, call) for call in described)
        said = Said(when=(ended.shows,) if ended is not None else (), does=tuple(call.shows for call in described), tells=False)
        trigger = At(moment=end) if end is not None else ended.trigger if ended is not None else None
        if trigger is None:
            return refusal("until", task.language, words)
        return Draft(triggers=(trigger,), conditions=(), actions=actions, life=ONCE, said=said)

    async def taken_back(self, part: Later, draft: Draft, task: Task) -> Draft | Declined | None:
        """The end of what is wanted as long as something is so, where it is kept as a rule; None for anything else."""
        end = await self.ended(part.conditions[0], task) if len(part.conditions) == 1 and not part.times else None
        if end is None or end.trigger is None or (reversing := await self._reversing(draft.actions, task)) is None:
            return None
        if isinstance(reversing, Declined):
            return reversing
        actions, shown = reversing
        said = Said(when=(end.shows,), does=shown, tells=False)
        return Draft(triggers=(end.trigger,), conditions=(), actions=actions, life=draft.life, said=said)

    async def ended(self, words: str, task: Task) -> Wait | None:
        """The end that words name by something that this home tells (`until I'm back`); None where nothing tells it."""
        end = end_in(words, task.now)
        if end is None:
            return None
        watched = await self._waiting.watched(end.condition, task)
        return None if isinstance(watched, NotWatchable) else end_of_state(watched, task.language, lasts=end.lasts)

    async def actions(self, part: Later, task: Task, waits: Sequence[Wait]) -> tuple[tuple[Action, ...], tuple[str, ...]] | Declined:
        """What is done, and how it is shown."""
        actions: list[Action] = []
        shown: list[str] = []
        if part.action:
            there = next((each.room for each in waits if each.room), None)
            thing = part.device or _pointed_at(part, waits, task.now)
            action = part.action if part.names or not thing else with_thing(part.action, thing, task.now)
            asked = replace(task, request=action, findings=_happened(part, waits, task.language) or task.findings)
            proposed = await self._proposers.propose(_placed(asked, there))
            if proposed is None:
                return refusal("nothing", task.language, part.action)
            proposal = proposed.proposal
            if not proposal.calls or proposal.left_out:
                if proposal.left_out:
                    return refusal("unread", task.language, "、".join(proposal.left_out))
                return Declined(text=proposal.text or refusal("nothing", task.language, part.action).text, question=proposal.question)
            if len(part.values) > len(proposal.calls):
                return refusal("unread", task.language, "、".join(part.values))
            if left := [amount for amount in part.amounts if not _is_held(amount, proposal.calls)]:
                return refusal("unread", task.language, "、".join(left))
            if all(call.reads for call in proposal.calls):
                actions.append(Ask(agent=proposed.agent, request=part.action, person=task.person))
                shown.append(looked_into(part.action, task.language))
            elif (never := _never_by_itself(proposal.calls, task.language)) is not None:
                return never
            else:
                actions += [_call(proposed.agent, call) for call in proposal.calls if not call.reads]
                shown += [call.shows for call in proposal.calls if not call.reads]
        if part.tells:
            tells = [each.tells for each in waits if each.tells]
            foreseen = next((each.foreseen for each in waits if each.foreseen is not None), None)
            if foreseen is not None and not part.message and len(tells) == 1:
                return ((*actions, foreseen.asked(task.person)), tuple(shown))
            told = [*tells[:1], *([capitalized(part.message, task.language)] if part.message else [])]
            text = sentences(told, task.language)
            if not text:
                return refusal("message", task.language)
            actions.append(Notify(person=task.person, text=text))
        return (tuple(actions), tuple(shown)) if actions else refusal("nothing", task.language, task.request)


def _pointed_at(part: Later, waits: Sequence[Wait], now: datetime) -> str:
    """What the `it` of an action is that nothing names before it but its condition (`when the hood is on for an hour, turn it off`)."""
    utterance = utterance_of(part.action, now)
    pronouns = words_for("it", utterance.language)
    points = part.action.startswith(pronouns) if utterance.vocabulary.morphemes else any(w in pronouns for w in part.action.lower().split())
    return next((wait.device for wait in waits if wait.device), "") if points else ""


def _is_held(amount: str, calls: Sequence[ProposedCall]) -> bool:
    """Whether every number of an amount is one of what is done; what is said without a number is whoever does it to mind."""
    said = {float(number) for number in _NUMBER.findall(normal_form(amount).text)}
    done = " ".join(f"{json.dumps(call.arguments, default=str)} {normal_form(call.shows).text}" for call in calls)
    return said <= {float(number) for number in _NUMBER.findall(done)}


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _happened(part: Later, waits: Sequence[Wait], language: Language) -> tuple[Finding, ...]:
    """That it is so, in words, for somebody else to be told: data that a message may quote."""
    told = [each for each in waits if each.tells]
    if not part.passes_on or not told:
        return ()
    text = grammar_of(language).happened([each.shows for each in told], [each.tells for each in told])
    return (Finding(agent="automations", request=part.action, text=text),)


def _draft(
    part: Later, times: Timed, waits: Sequence[Wait], actions: tuple[tuple[Action, ...], tuple[str, ...]], task: Task
) -> Draft | Declined:
    """What sets it off, and what is then looked at: without a moment the first reading or forecast sets it off."""
    done, shown = actions
    triggers: tuple[Trigger, ...] = (*times.triggers, *(w.trigger for w in waits if w.trigger is not None and w.only_happens))
    checked = [w for w in waits if w.condition is not None]
    ahead = [w.foreseen for w in waits if w.foreseen is not None]
    first = next((w for w in checked if w.trigger is not None), None)
    life = None
    if not triggers and first is not None and first.trigger is not None:
        triggers, checked = (first.trigger, *first.others), [w for w in checked if w is not first]
    elif not triggers and ahead:
        triggers, life, ahead = (ahead[0].trigger(),), ahead[0], ahead[1:]
    if not triggers:
        return refusal("unread" if not checked else "time", task.language, task.request)
    on_days = weekdays_of(times.days) if times.days else ()
    if times.days and not on_days:
        return refusal("unread", task.language, part.times)
    weather = [(each, each.condition(triggers)) for each in ahead]
    if (unfit := next((each for each, condition in weather if condition is None), None)) is not None:
        return Declined(text=late(unfit, task.language))
    conditions = (*(w.condition for w in checked if w.condition is not None), *(c for _, c in weather if c is not None))
    lives = _life(part, triggers, waits, task.now)
    if on_days:
        conditions = (OnWeekdays(days=on_days), *conditions)
    days = only_days(times.days, task.language) if on_days else ""
    note = " ".join((*filter(None, (days,)), *(w.note for w in waits if w.note)))
    said = Said(when=tuple(w.shows for w in waits if w.shows), does=shown, tells=part.tells, note=note, message=part.message)
    return Draft(
        triggers=triggers,
        conditions=conditions,
        actions=done,
        life=life.life(once=lives.times == 1) if life is not None else lives,
        said=said,
    )


def _moment_said(part: Later, answer: str, now: datetime, *, before: "Draft | None" = None) -> Timed:
    """The moment of a part, with what was answered to the question for it; one that is vague needs an answer."""
    after = clock_of_day(before.triggers[0], now.tzinfo) if part.reverses and before is not None and before.triggers else None
    if not answer:
        found = timed(part.times, now, after=after) if part.times else Timed(lacks_time=True)
        return Timed(lacks_time=True) if part.vague and not found.triggers else found  # `later, at nine` is at nine
    spans = utterance_of(answer, now)
    named = [spans.normal.shown(span) for span in spans.time_spans] or [answer]
    for words in (f"{part.times} {answer}".strip(), *(f"{part.times} {name}".strip() for name in named), answer, *named):
        found = timed(words, now)
        if found.triggers or found.halves or found.problem:
            return found
    end = end_of(named[0], now)
    return Timed(triggers=(At(moment=end),)) if end is not None and end > now else Timed(lacks_time=True)


def _names_sun(part: Later, now: datetime) -> bool:
    return any(sun_trigger(words, now) is not None for words in part.conditions)


def _placed(task: Task, room: str | None) -> Task:
    """The task with its `there` as the room of the condition, in which the person then is, as far as the words go."""
    language = utterance_of(task.request, task.now).language
    pointing = next((word for word in words_for("there", language) if word in task.request), None)
    if room is None or pointing is None:
        return task
    return replace(task, request=task.request.replace(pointing, words_for("here", language)[0]), room=room)


def _never_by_itself(calls: Sequence[ProposedCall], language: Language) -> Declined | None:
    """Why calls cannot be done when nobody is there: the person may not do them, or gives the PIN each time. None: they can."""
    if (call := next((call for call in calls if call.forbidden), None)) is not None:
        return refusal("forbidden", language, call.shows)
    call = next((call for call in calls if call.risk is Risk.PIN), None)
    return refusal("pin", language, call.shows) if call is not None else None


def _call(agent: str, call: ProposedCall) -> Call:
    return Call(
        agent=agent,
        tool=call.tool,
        arguments=call.arguments,
        text=call.shows,
        risky=call.risk is not Risk.SAFE,
        never_late=call.never_late,
    )


_OPPOSITES = {"on": "off", "off": "on", "open": "close", "close": "open", "start": "stop", "play": "pause", "unlock": "lock"}
"""What takes back a command that was given for a time; what sets a value has none, as it would have to be known before."""


def opposite(call: ProposedCall | Call) -> ToolCall | None:
    """The call that takes another one back; None where there is none."""
    command = _OPPOSITES.get(str(call.arguments.get("command")))
    if call.tool != "control_devices" or command is None:
        return None
    return ToolCall(tool=call.tool, arguments={**call.arguments, "command": command, "arguments": {}})


def _taking_back(call: ProposedCall, readings: Mapping[str, Value]) -> Sequence[ToolCall | None]:
    """What takes it back: its opposite, or what the devices were set to before; None among them where that is not known."""
    back = opposite(call)
    return (back,) if back is not None else reverting(call, readings) or (None,)


def _life(part: Later, triggers: Sequence[Trigger], waits: Sequence[Wait], now: datetime) -> Life:
    """Moments come once; what happens once is waited for once, unless it is to be each time; a state is watched until further notice."""
    said = " ".join((*part.conditions, part.times)).lower()
    language = utterance_of(said, now).language
    if part.once or all(isinstance(trigger, At) for trigger in triggers):
        return ONCE
    if any(word in said for word in words_for("always", language)):
        return FOR_EVER
    if any(word in said for word in words_for("once", language)):
        return ONCE
    if all(isinstance(trigger, Sun) for trigger in triggers):
        return FOR_EVER if part.times and comes_again(part.times, now) else ONCE
    return ONCE if waits and waits[0].edge and triggers[0] == waits[0].trigger else FOR_EVER


def _says_once(part: Later, now: datetime) -> bool:
    """Whether it is asked for once in so many words: what goes on until a day is done each time until then."""
    said = " ".join((*part.conditions, part.times)).lower()
    return part.once or any(word in said for word in words_for("once", utterance_of(said, now).language))


def _which_half(halves: Sequence[Trigger], task: Task) -> Declined:
    text = refusal("half", task.language).text
    clocks = tuple(f"{t.slots[0].at:%H:%M}" for t in halves if isinstance(t, Recurring))
    return Declined(text=text, question=Question(id=_half_question(task), text=text, options=clocks))


def _half_question(task: Task) -> str:
    return f"half/{task.key}"


def _time_question(task: Task) -> str:
    return f"time/{task.key}"
