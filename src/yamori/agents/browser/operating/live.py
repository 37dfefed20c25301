"""A task on a website while it runs: what its person sees of it, and how they step in. Kept in memory alone, and of a bounded size.

`Operating` asks `turn_to_act` before each look and after each decision; the page in `web`, the tools and the agent's own chat change
what it then finds. What was said in between changes the task; what a page says never gets here.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from yamori.agents.browser.engine import BrowserSession
from yamori.agents.browser.operating.evidence import Step
from yamori.domain.errors import InvalidRequest, NotFound

MOST_FOLLOW_UPS = 20
MOST_TASKS = 20
"""That are remembered with their pictures; those that ended longest ago go first."""
MOST_PICTURES = 16
"""Of one task: the last ones."""
PAUSES = 600.0
"""Seconds that a task waits for its person at most, before it stops by itself."""


class State(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    TAKEN = "taken"
    """Its person acts on the page by hand."""
    HELD = "held"
    """It waits for a yes or a no, or for a log-in by hand."""
    ENDED = "ended"


class Stopped(Exception):
    """Its person stopped it."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One step as its person sees it. Texts of pages are theirs."""

    number: int
    step: Step
    picture: bytes | None = None
    """JPEG of the page after it."""


class LiveTask:
    """One task. Its methods may be called at any time; each says with `InvalidRequest` when it is not the moment for it."""

    def __init__(self, *, person: str, request: str, turn: str | None, model: str | None) -> None:
        self.id = f"site-{secrets.token_hex(6)}"
        self.person, self.request, self.turn, self.model = person, request, turn, model
        self.state = State.RUNNING
        self.steps: list[Shown] = []
        self.url = self.title = ""
        self.session: BrowserSession | None = None
        self.version = 0
        """Goes up with everything that a person could see of it."""
        self._follow_ups: deque[str] = deque()
        self._is_interrupted = False
        self._going: asyncio.Task[object] | None = None
        self._is_stopped = self._was_held = self.was_taken = False
        self._free = asyncio.Event()
        self._free.set()
        self._news = asyncio.Event()

    @property
    def is_stopped(self) -> bool:
        return self._is_stopped

    @property
    def follow_ups(self) -> tuple[str, ...]:
        """That were said and are not taken up yet."""
        return tuple(self._follow_ups)

    # what its person does

    def pause(self) -> None:
        self._expect(State.RUNNING, State.PAUSED)
        self._wait(State.PAUSED)

    def go_on(self) -> None:
        self._expect(State.PAUSED, State.RUNNING)
        self._go()

    async def take(self) -> None:
        """The page is the person's from now on, as soon as what is being done has been done."""
        self._expect(State.RUNNING, State.PAUSED, State.HELD, State.TAKEN)
        if self.session is None:
            raise InvalidRequest("there is no page yet", where="act")
        before = self.state
        if before is State.TAKEN:
            return
        if before is not State.HELD:
            self._wait(State.PAUSED)
        await self.session.take()
        self._was_held, self.was_taken = before is State.HELD, True
        self._wait(State.TAKEN)

    async def hand_back(self) -> None:
        """The task goes on with the page as it is now; one that waits for a yes goes on waiting."""
        self._expect(State.TAKEN)
        if self.session is not None:
            await self.session.hand_back()
        if self._was_held:
            self._set(State.HELD)
            return
        self._go()

    def stop(self) -> None:
        """At once, whatever is being waited for."""
        self._expect(State.RUNNING, State.PAUSED, State.TAKEN, State.HELD)
        self._is_stopped = True
        self._free.set()
        if self._going is not None:
            self._going.cancel()
        self._tell()

    def follow_up(self, text: str) -> None:
        """Changes the task from its next step on."""
        self._expect(State.RUNNING, State.PAUSED, State.TAKEN)
        if len(self._follow_ups) >= MOST_FOLLOW_UPS:
            raise InvalidRequest("too much was said already; wait until it is taken up", where="text")
        self._follow_ups.append(text)
        self._is_interrupted = True
        self._tell()

    def switch(self, model: str | None) -> None:
        """Decide with another model from the next decision on."""
        self._expect(State.RUNNING, State.PAUSED, State.TAKEN, State.HELD)
        self.model = model
        self._tell()

    # what the task itself does

    async def run(self, going: "asyncio.Task[object]") -> None:
        """Until that has ended. Raises `Stopped` where its person stopped it, also before anything was begun."""
        self._going = going
        try:
            await asyncio.wait((going,))
        except asyncio.CancelledError:
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            raise
        finally:
            self._going = None
        if self._is_stopped:
            raise Stopped

    async def turn_to_act(self) -> bool:
        """Wait while its person paused it or has its page. Whether anything may have changed since it was asked last."""
        try:
            async with asyncio.timeout(PAUSES):
                await self._free.wait()
        except TimeoutError as late:
            raise Stopped from late
        if self._is_stopped:
            raise Stopped
        was, self._is_interrupted = self._is_interrupted, False
        return was

    @property
    def is_interrupted(self) -> bool:
        """What was just decided is not to be done any more: the person wants something else, or has changed the page."""
        return self._is_interrupted or not self._free.is_set()

    def take_up(self) -> Iterator[str]:
        """What was said meanwhile, each once."""
        while self._follow_ups:
            yield self._follow_ups.popleft()
        self._tell()

    def showed(self, step: Step, picture: bytes | None = None) -> None:
        self.steps.append(Shown(number=len(self.steps) + 1, step=step, picture=picture))
        for at in range(max(0, len(self.steps) - MOST_PICTURES)):
            self.steps[at] = replace(self.steps[at], picture=None)
        self._tell()

    def at(self, url: str, title: str) -> None:
        if (url, title) != (self.url, self.title):
            self.url, self.title = url, title
            self._tell()

    def waits(self) -> None:
        self._set(State.HELD)

    def goes_on(self) -> None:
        self._go()

    def ended(self) -> None:
        self.session = None
        self._follow_ups.clear()
        self._free.set()
        self._set(State.ENDED)

    async def changed(self, seen: int, within: float) -> None:
        """Until there is more to see than `seen`, or the time is over."""
        if self.version != seen:
            return
        news = self._news
        try:
            async with asyncio.timeout(within):
                await news.wait()
        except TimeoutError:
            pass

    def _expect(self, *states: State) -> None:
        if self.state not in states:
            raise InvalidRequest(f"the task is {self.state.value}", where="act")

    def _wait(self, state: State) -> None:
        self._free.clear()
        self._is_interrupted = True
        self._set(state)

    def _go(self) -> None:
        self._set(State.RUNNING)
        self._free.set()

    def _set(self, state: State) -> None:
        self.state = state
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        news, self._news = self._news, asyncio.Event()
        news.set()


class LiveTasks:
    """Those that run, and the last ones that ended."""

    def __init__(self) -> None:
        self._tasks: dict[str, LiveTask] = {}

    def begun(self, *, person: str, request: str, turn: str | None, model: str | None) -> LiveTask:
        task = LiveTask(person=person, request=request, turn=turn, model=model)
        self._tasks[task.id] = task
        for old in [one for one in self._tasks.values() if one.state is State.ENDED][: max(0, len(self._tasks) - MOST_TASKS)]:
            del self._tasks[old.id]
        return task

    def task(self, id: str) -> LiveTask:
        """Raises `NotFound`."""
        if id not in self._tasks:
            raise NotFound("there is no such task on a website (any more)", where="task")
        return self._tasks[id]

    def of_person(self, person: str) -> tuple[LiveTask, ...]:
        """The newest first."""
        return tuple(reversed([task for task in self._tasks.values() if task.person == person]))

    def of_turn(self, turn: str) -> LiveTask | None:
        return next((task for task in reversed(self._tasks.values()) if task.turn == turn), None)

    def running(self, person: str) -> LiveTask | None:
        """The one of this person that goes on, or waits in the middle."""
        busy = (State.RUNNING, State.PAUSED, State.TAKEN)
        return next((task for task in self.of_person(person) if task.state in busy), None)

    def forget(self, turns: "frozenset[str]") -> None:
        """What was shown in turns that are forgotten."""
        self._tasks = {id: task for id, task in self._tasks.items() if task.turn not in turns or task.state is not State.ENDED}
