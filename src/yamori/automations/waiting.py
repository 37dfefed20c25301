"""What the conditions of a sentence come to: moments of the sun, readings to look at, code that a model writes, ends that others keep.

`drafting` asks; nothing is kept here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from yamori.agentkit.agent import Declined
from yamori.agentkit.task import Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.automations.clocked import clocked
from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, GeneratedIs, Not, Operator
from yamori.automations.foreseeing import Foreseen, sun_condition, sun_text
from yamori.automations.neighbours import Clocks, ConditionWriters, Watchers, Written
from yamori.automations.outdoors.foretold import Unfit, foretold
from yamori.automations.outdoors.foretold_wording import unfit_text
from yamori.automations.reading.alternatives import splits_of
from yamori.automations.reading.hanging import Later
from yamori.automations.reading.moments import sun_trigger
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import At, Becomes, Generated, Sun, Trigger
from yamori.automations.wording import clock_note, either_text, either_told, no_longer, refusal, sentence_of, timer_text, written_text
from yamori.domain.errors import AskThePerson, HouseSilent, Misconfigured, TryAgain
from yamori.domain.language import Language
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind


@dataclass(frozen=True, kw_only=True)
class Wait:
    """One thing that is waited for."""

    trigger: Trigger | None
    """None for what can only be checked at another moment."""
    condition: Condition | None = None
    """The same as something that can be checked at another moment; None for what only happens."""
    foreseen: Foreseen | None = None
    """A forecast, whose condition depends on the moment that it stands beside."""
    shows: str = ""
    """As it can follow `when`; empty for what the trigger itself says."""
    tells: str = ""
    """What a person is told once it is so."""
    note: str = ""
    """What has to be said beside it."""
    device: str = ""
    """What the only device is called that it looks at."""
    room: str | None = None
    """Where it is, where that is one room."""
    others: tuple[Trigger, ...] = ()
    """What sets it off as well as `trigger`: each of them is enough."""
    edge: bool = False
    """It happens, and is then over."""

    @property
    def only_happens(self) -> bool:
        return self.condition is None and self.foreseen is None


class Waiting:
    """Over the ports to whoever knows the home; without a writer there is no code."""

    def __init__(
        self, watchers: Watchers, writers: ConditionWriters | None = None, clocks: Clocks | None = None, *, home: Sequence[str] = ()
    ) -> None:
        """`home`: what the home's place is called, where conditions on the weather may name it."""
        self._watchers, self._writers, self._clocks = watchers, writers, clocks
        self.home = home

    async def waits(self, part: Later, task: Task, *, timed: bool) -> tuple[Wait, ...] | Declined:
        """What is waited for, in the order in which it was said; of a part that is `timed` all but the times."""
        found: list[Wait] = []
        for lead in part.leads:
            wait = await self._clocked(lead, task, titled=True)
            if not isinstance(wait, Wait):
                return wait or refusal("unread", task.language, lead)
            found.append(wait)
        for words in part.conditions:
            ends = await self._clocked(words, task, titled=False)
            if isinstance(ends, Declined):
                return ends
            if ends is not None:
                found.append(ends)
                continue
            sun = sun_trigger(words, task.now)
            if sun is not None and not timed and not found and sun.triggers:
                found += [Wait(trigger=trigger) for trigger in sun.triggers if isinstance(trigger, Sun)]
                continue
            if (is_up := sun_condition(words, task.now)) is not None:
                found.append(Wait(trigger=None, condition=is_up, shows=sun_text(is_up, task.language)))
                continue
            weather = foretold(words, task.now, home=self.home)
            if isinstance(weather, Unfit):
                return unfit_text(weather, task.language)
            ahead = _of_foreseen(Foreseen(words=words, found=weather, now=task.now, language=task.language)) if weather else None
            if ahead is not None and weather is not None and weather.certain:
                found.append(ahead)
                continue
            asked = replace(task, request=_named(words, part.device, task.now))
            watched = await self._watchers.watch(asked)
            if isinstance(watched, NotWatchable) and ahead is not None:
                found.append(ahead)
                continue
            if isinstance(watched, NotWatchable) and (either := await self._either(asked)) is not None:
                found.append(either)
                continue
            wait = await self._written(asked, watched) if isinstance(watched, NotWatchable) else _of_watched(watched, task.language)
            if isinstance(wait, Declined):
                return wait
            found.append(wait)
        return tuple(found)

    async def watched(self, words: str, task: Task) -> Watched | NotWatchable:
        """What of this home tells a condition."""
        return await self._watchers.watch(replace(task, request=words))

    async def _either(self, task: Task) -> Wait | None:
        """A condition of which either part is enough, where no one list of readings holds it; None where that is not so either."""
        for pieces in splits_of(utterance_of(task.request, task.now)):
            parts = [await self._watchers.watch(replace(task, request=piece)) for piece in pieces]
            watched = [part for part in parts if isinstance(part, Watched)]
            if len(watched) == len(parts):
                return _either_of([_of_watched(part, task.language) for part in watched], task.language)
        return None

    async def _clocked(self, words: str, task: Task, *, titled: bool) -> Wait | Declined | None:
        """A moment that a timer, an alarm or an appointment gives."""
        if self._clocks is None:
            return None
        found = await clocked(words, task, self._clocks, titled=titled)
        if found is None or isinstance(found, Declined):
            return found
        if (ends := found.ends) is not None:
            until = found.of.moment.astimezone(task.now.tzinfo)
            shows, tells = timer_text(found.of.name, until, found.offset, task.language)
            return Wait(trigger=ends, shows=shows, tells=tells, edge=True)
        note = clock_note(found.of.name, found.of.moment.astimezone(task.now.tzinfo), task.language)
        return Wait(trigger=At(moment=found.moment), note=note, tells=f"{found.of.name}", edge=True)

    async def _written(self, task: Task, unwatchable: NotWatchable) -> Wait | Declined:
        """The condition as code, where its words name what this home reports; else why it cannot be watched."""
        declined = Declined(text=unwatchable.text)
        if self._writers is None or not unwatchable.readable:
            return declined
        try:
            written = await self._writers.write(task)
        except AskThePerson as asks:
            return Declined(text=asks.said(task.request))
        except (HouseSilent, Misconfigured, TryAgain):  # no model answers: what comparisons cannot hold cannot be waited for
            return declined
        return declined if written is None else _of_written(written, task)


def _of_watched(watched: Watched, language: Language) -> Wait:
    test = test_of(watched)
    first, *others = _events(watched) or [test]  # one that has ended long ago hides no other that ends
    return Wait(
        trigger=Becomes(test=first, for_seconds=watched.for_seconds),
        others=tuple(Becomes(test=other, for_seconds=watched.for_seconds) for other in others),
        condition=test,
        shows=watched.shows,
        tells=sentence_of(watched.shows, language),
        device=watched.device,
        room=watched.room,
        edge=watched.edge,
    )


def end_of_state(watched: Watched, language: Language, *, lasts: bool) -> Wait:
    """What is waited for as an end: that it is so, or, of what `lasts` while it is, that it is no longer so."""
    if not lasts:
        return _of_watched(watched, language)
    test = test_of(replace(watched, negated=not watched.negated))
    return Wait(trigger=Becomes(test=test, for_seconds=watched.for_seconds), condition=test, shows=no_longer(watched.shows, language))


def _events(watched: Watched) -> list[Comparison | AllOf | AnyOf | Not]:
    """The tests of which any that comes true is something that happens; empty where they are one."""
    if not watched.edge or watched.combine != "any" or watched.negated:
        return []
    return [test_of(replace(watched, tests=(test,))) for test in watched.tests]


def _either_of(waits: Sequence[Wait], language: Language) -> Wait:
    triggers = [t for wait in waits for t in (wait.trigger, *wait.others) if t is not None]
    tests = tuple(wait.condition for wait in waits if wait.condition is not None)
    rooms = {wait.room for wait in waits}
    shows = either_text([wait.shows for wait in waits], language)
    return Wait(
        trigger=triggers[0],
        others=tuple(triggers[1:]),
        condition=AnyOf(tests=tests),
        shows=shows,
        tells=either_told([wait.tells for wait in waits], language),
        room=rooms.pop() if len(rooms) == 1 else None,
        edge=all(wait.edge for wait in waits),
    )


def _of_foreseen(foreseen: Foreseen) -> Wait:
    return Wait(trigger=foreseen.trigger(), foreseen=foreseen, shows=foreseen.shows, tells=foreseen.told)


def _of_written(written: Written, task: Task) -> Wait:
    c = written.code
    trigger = Generated(id=c.id, paths=c.paths, words=c.words, source=c.source, minds_clock=c.minds_clock)
    condition = GeneratedIs(id=c.id, paths=c.paths, words=c.words, source=c.source, minds_clock=c.minds_clock)
    shows, tells = written_text(_unmarked(c.words, task.now), written.looks_at, task.language)
    return Wait(trigger=trigger, condition=condition, shows=shows, tells=tells)


def _unmarked(words: str, now: datetime) -> str:
    """A condition without the word that marks it as one, where that comes first."""
    utterance = utterance_of(words, now)
    if utterance.vocabulary.morphemes:
        return words
    marked = utterance.vocabulary.markers[MarkerKind.CONDITION].match(utterance.normal.text)
    return words[marked.end() :].strip() if marked is not None and re.match(r"\w+\s*$", marked[0]) else words


def test_of(watched: Watched) -> Comparison | AllOf | AnyOf | Not:
    """The comparisons as one test."""
    tests = tuple(Comparison(path=t.path, operator=Operator(t.operator), value=t.value, margin=t.margin) for t in watched.tests)
    test: Comparison | AllOf | AnyOf = (
        tests[0] if len(tests) == 1 else AllOf(tests=tests) if watched.combine == "all" else AnyOf(tests=tests)
    )
    return Not(test=test) if watched.negated else test


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
    named = (f"{device} is" if word.lower().removesuffix("'s") in pronouns and word.lower().endswith("'s") else word for word in said)
    return " ".join(device if word.lower() in pronouns else word for word in named)
