"""One part of a sentence that is put off, as what an automation is made of. Asks the other agents; keeps nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from yamori.agentkit.agent import Declined, ToolCall
from yamori.agentkit.proposal import ProposedCall
from yamori.agentkit.task import Question, Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.automations.action import Action, Ask, Call, Notify
from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Not, Operator, SunIs
from yamori.automations.foreseeing import Foreseen, late, moment_for, sun_condition, sun_text, with_day
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.neighbours import Proposers, Watchers
from yamori.automations.outdoors.foretold import Unfit, foretold
from yamori.automations.outdoors.foretold_wording import unfit_text
from yamori.automations.reading.hanging import Later
from yamori.automations.reading.moments import Timed, comes_again, end_of, sun_trigger, timed
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import At, Becomes, Sun, Trigger
from yamori.automations.wording import Said, capitalized, looked_into, refusal, sentence_of
from yamori.domain.capability import Risk
from yamori.domain.language import Language
from yamori.domain.when import resolve
from yamori.understanding.utterance import utterance_of

_OPENING = frozenset({"open", "unlock"})
_HEATING = ("thermostat", "heating", "oven", "heater", "kettle")


Waited: TypeAlias = Sun | Watched | Foreseen | SunIs
"""What a condition comes to."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An automation that nobody owns yet."""

    triggers: tuple[Trigger, ...]
    conditions: tuple[Condition, ...]
    actions: tuple[Action, ...]
    life: Life
    said: Said


class Drafting:
    """Over the ports to the other agents."""

    def __init__(self, proposers: Proposers, watchers: Watchers, *, home: Sequence[str] = ()) -> None:
        """`home`: what the home's place is called, where conditions on the weather may name it."""
        self._proposers, self._watchers, self._home = proposers, watchers, home

    async def drafted(self, part: Later, task: Task) -> Draft | Declined:
        """The draft, or what is missing or impossible. Nothing is made of a half of it."""
        part = with_day(part, task.now, home=self._home)
        if part.durations and part.action and not (part.times or part.conditions or part.leads or part.tells):
            return await self._ended(part, task)
        if part.leads or part.durations:
            return refusal("unread", task.language, "、".join((*part.leads, *part.durations)))
        times = Timed()
        if part.times:
            answer = task.answers.get(_time_question(task), "")
            times = timed(f"{part.times} {answer}".strip(), task.now)
            if times.lacks_time and _names_sun(part, task.now) and resolve(part.times, task.now).date == task.now.date():
                times = Timed()  # `today, at sunset`: the condition holds the moment
            if times.lacks_time:
                text = refusal("time", task.language).text
                return Declined(text=text, question=Question(id=_time_question(task), text=text))
            if times.problem:
                return Declined(text=times.problem)
            if not times.triggers and times.unread:
                return refusal("unread", task.language, times.unread)
        waited = await self._waited(part, task, timed=bool(times.triggers))
        if isinstance(waited, Declined):
            return waited
        times = moment_for(part.times, [each for each in waited if isinstance(each, Foreseen)], task.now) or times
        actions = await self._actions(part, task, waited)
        if isinstance(actions, Declined):
            return actions
        return _draft(part, times, waited, actions, task)

    async def _ended(self, part: Later, task: Task) -> Draft | Declined:
        """The end of something that was begun for a time (`for half an hour`, 10時まで): what takes it back, at that moment."""
        words = " ".join(part.durations)
        end = end_of(words, task.now)
        proposed = await self._proposers.propose(replace(task, request=part.action))
        calls = proposed.proposal.calls if proposed is not None and not proposed.proposal.left_out else ()
        opposites = [opposite(call) for call in calls]
        if end is None or proposed is None or not opposites or any(o is None for o in opposites):
            return refusal("unread", task.language, words)
        described = await self._proposers.described(proposed.agent, [o for o in opposites if o is not None], task)
        actions = tuple(_call(proposed.agent, call) for call in described)
        said = Said(when=(), does=tuple(call.shows for call in described), tells=False)
        return Draft(triggers=(At(moment=end),), conditions=(), actions=actions, life=ONCE, said=said)

    async def _waited(self, part: Later, task: Task, *, timed: bool) -> tuple[Waited, ...] | Declined:
        """What the conditions come to: the sun's moments, readings to look at, forecasts."""
        found: list[Waited] = []
        for words in part.conditions:
            sun = sun_trigger(words, task.now)
            if sun is not None and not timed and not found:
                found += [trigger for trigger in sun.triggers if isinstance(trigger, Sun)]
                if sun.triggers:
                    continue
            if (is_up := sun_condition(words, task.now)) is not None:
                found.append(is_up)
                continue
            weather = foretold(words, task.now, home=self._home)
            if isinstance(weather, Unfit):
                return unfit_text(weather, task.language)
            foreseen = Foreseen(words=words, found=weather, now=task.now, language=task.language) if weather is not None else None
            if foreseen is not None and foreseen.found.certain:
                found.append(foreseen)
                continue
            watched = await self._watchers.watch(replace(task, request=_named(words, part.device, task.now)))
            if isinstance(watched, NotWatchable) and foreseen is not None:
                found.append(foreseen)
            elif isinstance(watched, NotWatchable):
                return Declined(text=watched.text)
            else:
                found.append(watched)
        return tuple(found)

    async def _actions(self, part: Later, task: Task, waited: Sequence[Waited]) -> tuple[tuple[Action, ...], tuple[str, ...]] | Declined:
        """What is done, and how it is shown."""
        actions: list[Action] = []
        shown: list[str] = []
        if part.action:
            there = next((each.room for each in waited if isinstance(each, Watched) and each.room), None)
            proposed = await self._proposers.propose(_placed(replace(task, request=part.action), there))
            if proposed is None:
                return refusal("nothing", task.language, part.action)
            proposal = proposed.proposal
            if not proposal.calls or proposal.left_out:
                if proposal.left_out:
                    return refusal("unread", task.language, "、".join(proposal.left_out))
                return Declined(text=proposal.text or refusal("nothing", task.language, part.action).text, question=proposal.question)
            if all(call.reads for call in proposal.calls):
                actions.append(Ask(agent=proposed.agent, request=part.action, person=task.person))
                shown.append(looked_into(part.action, task.language))
            elif any(call.risk is Risk.PIN for call in proposal.calls):
                return refusal("pin", task.language, proposal.calls[0].shows)
            else:
                actions += [_call(proposed.agent, call) for call in proposal.calls if not call.reads]
                shown += [call.shows for call in proposal.calls if not call.reads]
        if part.tells:
            states = [
                each.told if isinstance(each, Foreseen) else sentence_of(each.shows, task.language)
                for each in waited
                if isinstance(each, Watched | Foreseen)
            ]
            foreseen = next((each for each in waited if isinstance(each, Foreseen)), None)
            if foreseen is not None and not part.message and len(states) == 1:
                return ((*actions, foreseen.asked(task.person)), tuple(shown))
            told = [*states[:1], *([capitalized(part.message, task.language)] if part.message else [])]
            text = ("" if task.language is Language.JAPANESE else " ").join(told)
            if not text:
                return refusal("message", task.language)
            actions.append(Notify(person=task.person, text=text))
        return (tuple(actions), tuple(shown)) if actions else refusal("nothing", task.language, task.request)


def _draft(
    part: Later, times: Timed, waited: Sequence[Waited], actions: tuple[tuple[Action, ...], tuple[str, ...]], task: Task
) -> Draft | Declined:
    """What sets it off, and what is then looked at: without a moment the first reading or forecast sets it off."""
    done, shown = actions
    watched = [each for each in waited if isinstance(each, Watched)]
    foreseen = [each for each in waited if isinstance(each, Foreseen)]
    triggers: tuple[Trigger, ...] = (*times.triggers, *(trigger for trigger in waited if isinstance(trigger, Sun)))
    looked, ahead = watched, foreseen
    if not triggers and watched:
        triggers, looked = (Becomes(test=_test(watched[0]), for_seconds=watched[0].for_seconds),), watched[1:]
    elif not triggers and foreseen:
        triggers, ahead = (foreseen[0].trigger(),), foreseen[1:]
    if not triggers:
        return refusal("time", task.language)
    weather = [(each, each.condition(triggers)) for each in ahead]
    if (unfit := next((each for each, condition in weather if condition is None), None)) is not None:
        return Declined(text=late(unfit, task.language))
    conditions = (
        *map(_condition, looked),
        *(condition for _, condition in weather if condition is not None),
        *(each for each in waited if isinstance(each, SunIs)),
    )
    life = _life(part, triggers, watched, task.now)
    if len(ahead) < len(foreseen):
        life = foreseen[0].life(once=life.times == 1)
    said = tuple(sun_text(w, task.language) if isinstance(w, SunIs) else w.shows for w in waited if not isinstance(w, Sun))
    return Draft(
        triggers=triggers,
        conditions=conditions,
        actions=done,
        life=life,
        said=Said(when=said, does=shown, tells=part.tells, message=part.message),
    )


def _names_sun(part: Later, now: datetime) -> bool:
    return any(sun_trigger(words, now) is not None for words in part.conditions)


def _placed(task: Task, room: str | None) -> Task:
    """The task with its `there` as the room of the condition, in which the person then is, as far as the words go."""
    language = utterance_of(task.request, task.now).language
    pointing = next((word for word in words_for("there", language) if word in task.request), None)
    if room is None or pointing is None:
        return task
    return replace(task, request=task.request.replace(pointing, words_for("here", language)[0]), room=room)


def _call(agent: str, call: ProposedCall) -> Call:
    capability = str(call.arguments.get("capability", "")).lower()
    opens = call.arguments.get("command") in _OPENING or any(word in capability for word in _HEATING)
    return Call(agent=agent, tool=call.tool, arguments=call.arguments, text=call.shows, risky=call.risk is not Risk.SAFE, never_late=opens)


_OPPOSITES = {"on": "off", "off": "on", "open": "close", "close": "open", "start": "stop", "play": "pause"}
"""What takes back a command that was given for a time; what sets a value has none, as it would have to be known before."""


def opposite(call: ProposedCall) -> ToolCall | None:
    """The call that takes another one back; None where there is none."""
    command = _OPPOSITES.get(str(call.arguments.get("command")))
    if call.tool != "control_devices" or command is None:
        return None
    return ToolCall(tool=call.tool, arguments={**call.arguments, "command": command, "arguments": {}})


def _test(watched: Watched) -> Comparison | AllOf | AnyOf | Not:
    tests = tuple(Comparison(path=t.path, operator=Operator(t.operator), value=t.value, margin=t.margin) for t in watched.tests)
    test: Comparison | AllOf | AnyOf = (
        tests[0] if len(tests) == 1 else AllOf(tests=tests) if watched.combine == "all" else AnyOf(tests=tests)
    )
    return Not(test=test) if watched.negated else test


def _condition(watched: Watched) -> Condition:
    return _test(watched)


def _life(part: Later, triggers: Sequence[Trigger], watched: Sequence[Watched], now: datetime) -> Life:
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
    return ONCE if watched and watched[0].edge and isinstance(triggers[0], Becomes) else FOR_EVER


def _named(words: str, device: str, now: datetime) -> str:
    """The condition with the device in the place of its `it`, or before it where it has no subject."""
    utterance = utterance_of(words, now)
    pronouns = words_for("it", utterance.language)
    if not device:
        return words
    if utterance.vocabulary.morphemes:
        pointing = next((p for p in pronouns if words.startswith(p)), "")
        return f"{device}が{words.removeprefix(pointing).lstrip('がはも')}" if pointing or len(utterance.words) <= 1 else words
    said = words.split(" ")
    return " ".join(device if word.lower() in pronouns else word for word in said)


def _time_question(task: Task) -> str:
    return f"time/{task.key}"
