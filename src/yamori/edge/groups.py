"""Runs a job's STEP: one after another, at the same time, and to one part never two things at once. See `docs/edge-protocol.md`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.edge.robot import EdgeCommand, NotBegun, Robot, StepDone, shortened

DEEP, MANY, LONG = 10, 100, 600.0
"""How deep groups may lie in groups, how many commands a job may have, and how many seconds it may take."""


@dataclass(frozen=True, kw_only=True)
class One:
    command: EdgeCommand
    number: int
    """Its place among all commands of the work, in the order in which they stand there."""


@dataclass(frozen=True, kw_only=True)
class InOrder:
    steps: tuple["Step", ...]


@dataclass(frozen=True, kw_only=True)
class AtOnce:
    steps: tuple["Step", ...]


Step = One | InOrder | AtOnce


@dataclass(frozen=True, kw_only=True)
class GroupResult:
    """As the house gets it; see `docs/edge-protocol.md`."""

    ok: bool
    problem: str | None
    steps: Sequence[Mapping[str, Value]]
    text: str | None = None

    def as_json(self) -> dict[str, Value]:
        return {"ok": self.ok, "problem": shortened(self.problem), "retry": False, "steps": list(self.steps), "text": self.text}


def read_step(said: Any, robot: Robot) -> Step:  # Any: JSON from outside
    """The whole work, checked before anything of it is done. Raises `InvalidRequest`."""
    commands: list[EdgeCommand] = []
    return _read(said, robot, commands, depth=1)


def _read(said: Any, robot: Robot, commands: list[EdgeCommand], *, depth: int) -> Step:
    if depth > DEEP:
        raise InvalidRequest(f"the work is nested deeper than {DEEP}", where="work.do")
    if not isinstance(said, Mapping) or len(said) != 1:
        raise InvalidRequest("a step is one of `command`, `sequence` and `parallel`", where="work.do")
    ((kind, inner),) = said.items()
    match kind, inner:
        case "command", Mapping():
            if len(commands) == MANY:
                raise InvalidRequest(f"the work has more than {MANY} commands", where="work.do")
            commands.append(robot.check(inner))
            return One(command=commands[-1], number=len(commands) - 1)
        case "sequence", list():
            return InOrder(steps=tuple(_read(each, robot, commands, depth=depth + 1) for each in inner))
        case "parallel", list():
            return AtOnce(steps=tuple(_read(each, robot, commands, depth=depth + 1) for each in inner))
        case _:
            raise InvalidRequest("a step is one of `command`, `sequence` and `parallel`", where="work.do")


class GroupRun:
    """One run of one work; `steps` may be read while it goes on."""

    def __init__(
        self,
        robot: Robot,
        *,
        begin_by: float | None = None,
        begin: Callable[[], Awaitable[None]] | None = None,
        progress: Callable[[Sequence[Mapping[str, Value]]], Awaitable[None]] | None = None,
    ) -> None:
        """`begin_by`: the loop's time by which the first command must begin. `begin`: awaited once, when the first command's turn has
        come and before it acts. `progress`: called with all steps whenever one more has ended."""
        self._robot = robot
        self._begin_by = begin_by
        self._begin = begin
        self._start_noted: asyncio.Future[None] | None = None
        """Set once the first command's turn has come."""
        self._progress = progress
        self._done: dict[int, StepDone] = {}
        self._problem: str | None = None

    @property
    def steps(self) -> list[Mapping[str, Value]]:
        return [self._done[number].as_json() for number in sorted(self._done)]

    async def run(self, step: Step, *, limit: float = LONG) -> GroupResult:
        work = asyncio.ensure_future(self._run(step))
        try:
            _, late = await asyncio.wait({work}, timeout=limit)
        except asyncio.CancelledError:
            work.cancel()
            raise
        if late:
            self._problem = f"stopped after {limit:g} s"
            self._robot.stop()
            await asyncio.wait({work}, timeout=5)
            work.cancel()
        ok = not late and work.result()
        return GroupResult(ok=ok, problem=None if ok else self._problem or "failed", steps=self.steps)

    async def _run(self, step: Step) -> bool:
        match step:
            case One():
                return await self._one(step)
            case InOrder(steps=steps):
                for each in steps:
                    if not await self._run(each):
                        return False
                return True
            case AtOnce(steps=steps):
                return all(await asyncio.gather(*(self._run(each) for each in steps)))
            case _:
                assert_never(step)

    async def _one(self, one: One) -> bool:
        try:
            done = await self._robot.perform(one.command, begun=lambda step: self._begun(one, step), may_begin=self._may_begin)
        except NotBegun as error:
            self._problem = self._problem or str(error)
            return False
        if self._progress is not None:
            await self._progress(self.steps)
        if not done.ok:
            self._problem = self._problem or done.problem
        return done.ok

    def _begun(self, one: One, step: StepDone) -> None:
        self._done[one.number] = step

    async def _noted(self) -> None:
        if self._begin is not None:
            await self._begin()

    async def _may_begin(self) -> bool:
        """Work that has begun goes on to its end."""
        if self._start_noted is None:
            if self._begin_by is not None and asyncio.get_running_loop().time() >= self._begin_by:
                return False
            self._start_noted = asyncio.ensure_future(self._noted())
        await self._start_noted  # by all commands whose turn comes meanwhile: where it cannot be noted, none of them acts
        return True
