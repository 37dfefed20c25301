"""When an automation would have fired: the kept readings once more through the rules that the engine uses. Pure.

Not replayed: what it would have done, and so what would have followed from that. How often it may fire in all does not count either, the
question being how often its moment came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from itertools import count

from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison, leaves_of, paths_of
from yamori.automations.history import Interval, Timeline
from yamori.automations.history.merging import merged
from yamori.automations.history.moments import from_millis, to_millis
from yamori.automations.ports import Sky
from yamori.automations.rules.conditions import Situation, opaque_parts, unmet
from yamori.automations.rules.due import next_due
from yamori.automations.rules.edges import step
from yamori.automations.rules.looping import MOST, is_loop
from yamori.automations.rules.truth import Truth, compare, whole
from yamori.automations.state import TriggerState
from yamori.automations.trigger import TIMED, Becomes, trigger_paths
from yamori.domain.values import Value

MOST_MOMENTS = 10_000
"""Of all its triggers together; a minute-by-minute week has as many."""


def tested_paths(automation: Automation) -> tuple[str, ...]:
    """The readings that decide when it fires."""
    paths = [path for trigger in automation.triggers for path in trigger_paths(trigger)]
    return tuple(dict.fromkeys((*paths, *(path for condition in automation.conditions for path in paths_of(condition)))))


def is_testable(automation: Automation) -> bool:
    """Whether readings and the calendar alone tell when it fires: not the end of something, the weather, or generated code."""
    return all(isinstance(trigger, (*TIMED, Becomes)) for trigger in automation.triggers) and not opaque_parts(automation.conditions)


def back_test(automation: Automation, timelines: Mapping[str, Timeline], window: Interval, *, zone: tzinfo, sky: Sky) -> Sequence[datetime]:
    """The moments within the window, in `zone`, of an automation that `is_testable`; `timelines` hold that window of `tested_paths`.

    What is so when the window begins does not fire, as for one that is made then.
    """
    replay = _Replay(automation, timelines, window, zone=zone, sky=sky)
    for moment, path, value in merged(timelines):
        replay.change(moment, path, value)
        if replay.is_over:
            break
    replay.come_due(to_millis(window.end) - 1)
    return replay.fired


class _Watched:
    """One trigger over readings, moved on by changes; looked at as a whole only where one of its comparisons came out otherwise."""

    def __init__(self, trigger: Becomes) -> None:
        self.trigger = trigger
        self.leaves = [leaf for leaf in leaves_of(trigger.test) if isinstance(leaf, Comparison)]
        self.now: list[Truth] = [None] * len(self.leaves)
        self.was: list[Truth] = [None] * len(self.leaves)
        self.hold = timedelta(seconds=trigger.for_seconds)

    def takes(self, path: str, value: Value) -> bool:
        """Take in a reading; whether a comparison has another truth than before."""
        is_other = False
        for number, leaf in enumerate(self.leaves):
            if leaf.path == path:
                found = compare(leaf, value, self.was[number])
                is_other = is_other or found is not self.now[number]
                self.now[number] = found
                self.was[number] = self.was[number] if found is None else found
        return is_other

    @property
    def truth(self) -> Truth:
        return whole(self.trigger.test, self.now)


class _Replay:
    def __init__(self, automation: Automation, timelines: Mapping[str, Timeline], window: Interval, *, zone: tzinfo, sky: Sky) -> None:
        self._automation, self._zone, self._sky = automation, zone, sky
        self._values: dict[str, Value] = {path: timeline.before for path, timeline in timelines.items()}
        self._states = [TriggerState() for _ in automation.triggers]
        self._watched: dict[int, _Watched] = {}
        self._soonest: int | None = None
        self.fired: list[datetime] = []
        self.is_over = False
        for number, trigger in enumerate(automation.triggers):
            if isinstance(trigger, Becomes):
                self._watched[number] = watched = _Watched(trigger)
                for path, value in self._values.items():
                    watched.takes(path, value)
                self._put(number, step(self._states[number], watched.truth, now=window.start, hold=watched.hold).state)
            elif isinstance(trigger, TIMED):
                due = next_due(trigger, window.start - timedelta(milliseconds=1), zone=zone, sky=sky)
                self._put(number, replace(self._states[number], due=due))
        self._of_path = {path: [n for n, t in enumerate(automation.triggers) if path in trigger_paths(t)] for path in timelines}

    def change(self, moment: int, path: str, value: Value) -> None:
        """A reading, after every moment before it."""
        if self._soonest is not None and self._soonest <= moment:
            self.come_due(moment)
        self._values[path] = value
        for number in self._of_path[path]:
            if self._watched[number].takes(path, value):
                self._look(number, from_millis(moment, self._zone))

    def come_due(self, upto: int) -> None:
        """Every moment and every end of a wait up to here, in order."""
        last = from_millis(upto, self._zone)
        for turn in count():
            waiting = [(at, n) for n, s in enumerate(self._states) if (at := s.due or s.deadline) is not None and at <= last]
            if not waiting or self.is_over:
                return
            if turn > MOST_MOMENTS:
                self.is_over = True
                return
            at, number = min(waiting)
            trigger = self._automation.triggers[number]
            if isinstance(trigger, TIMED):
                due = next_due(trigger, at, zone=self._zone, sky=self._sky)
                self._put(number, replace(self._states[number], due=due))
                self._set_off(at)
            else:
                self._look(number, at)

    def _put(self, number: int, state: TriggerState) -> None:
        self._states[number] = state
        moments = [at for s in self._states if (at := s.due or s.deadline) is not None]
        self._soonest = to_millis(min(moments)) if moments else None

    def _look(self, number: int, at: datetime) -> None:
        watched = self._watched[number]
        found = step(self._states[number], watched.truth, now=at, hold=watched.hold)
        self._put(number, found.state)
        if found.fires:
            self._set_off(at)

    def _set_off(self, at: datetime) -> None:
        at = at.astimezone(self._zone)
        situation = Situation(now=at, values=self._values, sky=self._sky)
        if unmet(self._automation.conditions, situation, ask_ports=False) is not None:
            return
        if is_loop(self.fired[-MOST:], at):  # the engine switches it off here
            self.is_over = True
            return
        self.fired.append(at)
