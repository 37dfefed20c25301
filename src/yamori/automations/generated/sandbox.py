"""Where generated code runs: processes of `pydantic-monty`, kept warm, one fresh session for each evaluation.

One for the house, made by `apps`. The pool is the blocking one, driven from threads of its own: its asynchronous sister was measured to
abort the interpreter at exit (17 of 30 exits right after a last evaluation; this one 0 of 30), and needs twice the time.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.faults import crashed, killed, verdict_of, wrong_type
from yamori.automations.generated.given import GUARD, RUN, given, stub
from yamori.automations.generated.readable import Readable
from yamori.automations.generated.snapshot import Snapshot
from yamori.automations.generated.verdict import Decided, Failed, Fault, Unknown, Verdict
from yamori.domain.errors import HouseSilent, Misconfigured, TooSlow
from yamori.domain.plain_text import single_line

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession

WORKERS = 2
"""Processes, and so evaluations at the same time: one that has to be killed does not hold up the others."""
FEED_S = 0.02
MEMORY = 16 * 1024 * 1024
RECURSION = 200
SUSPENSIONS = 20
BACKSTOP_S = 0.5
"""After which the host kills the process: some operations (a power of huge numbers) do not look at the clock inside."""
CHECK_BACKSTOP_S = 5.0
"""The same for type checking, which is done once and takes ten times as long."""
QUEUE_S = 30.0
"""How long an evaluation waits for its turn; then it is not known."""
PRINTED = 2_000
"""Bytes that code may print; nobody reads them."""
RECYCLED = 2_000
"""Sessions after which a process is replaced, so that nothing it may lose adds up."""

_DIAGNOSTIC = re.compile(r"^main\.py:(\d+):(\d+): (?:error|warning)\[[\w-]+\] (.*)$", re.MULTILINE)
_T = TypeVar("_T")


class Sandbox:
    """Starts at the first evaluation. `close` ends its processes; it can be used by one event loop only."""

    def __init__(self, *, workers: int = WORKERS) -> None:
        self._workers = workers
        self._turns = asyncio.Semaphore(workers)
        self._starting = asyncio.Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._pool: Monty | None = None
        self._closed = False

    async def evaluate(self, condition: GeneratedCondition, snapshot: Snapshot) -> Verdict:
        """What the code says of the snapshot; it sees the readings that it names and the moment. Never raises for what the code does.

        Raises `Misconfigured` where the sandbox is not installed and `HouseSilent` once it is closed.
        """
        inputs = given(snapshot.seen(condition.paths), snapshot.parts(), condition.source)
        try:
            pool = await self._started()
            return await self._in_turn(lambda: _evaluate(pool, inputs), limit=3 * BACKSTOP_S)
        except TooSlow:
            return Unknown()
        except TimeoutError:
            return Failed(fault=Fault.TIME, detail=f"it was still running after {3 * BACKSTOP_S:g} s")

    async def type_complaints(self, source: str, listed: Sequence[Readable]) -> tuple[str, ...]:
        """What a type checker has against the source, each with its line; nothing of the source is executed.

        Raises as `evaluate`, and `TooSlow` where nothing could be said in time.
        """
        await self._started()  # its threads
        try:
            return await self._in_turn(lambda: _type_check(source, stub(listed)), limit=2 * CHECK_BACKSTOP_S)
        except TimeoutError:
            raise TooSlow("a condition could not be checked in time") from None

    async def close(self) -> None:
        """Ends the processes and the threads; waits at most as long as an evaluation may take."""
        async with self._starting:
            self._closed = True
            pool, threads, self._pool, self._threads = self._pool, self._threads, None, None
        if pool is None or threads is None:
            return
        for _ in range(self._workers):
            await self._turns.acquire()
        await asyncio.get_running_loop().run_in_executor(threads, _close, pool)
        threads.shutdown(wait=False)
        for _ in range(self._workers):
            self._turns.release()

    async def _started(self) -> "Monty":
        async with self._starting:
            if self._closed:
                raise HouseSilent("the sandbox for conditions is closed")
            if self._pool is None:
                threads = ThreadPoolExecutor(self._workers, thread_name_prefix="sandbox")
                self._pool = await asyncio.get_running_loop().run_in_executor(threads, _open, self._workers)
                self._threads = threads
            return self._pool

    async def _in_turn(self, work: Callable[[], _T], *, limit: float) -> _T:
        """Raises `TooSlow` if it never came to its turn, `TimeoutError` if it did not end."""
        try:
            async with asyncio.timeout(QUEUE_S):
                await self._turns.acquire()
        except TimeoutError:
            raise TooSlow("the sandbox for conditions has too much to do") from None
        threads = self._threads
        if threads is None:
            self._turns.release()
            raise HouseSilent("the sandbox for conditions is closed")
        running = asyncio.get_running_loop().run_in_executor(threads, work)
        running.add_done_callback(lambda _: self._turns.release())  # also when whoever waited for it has gone
        async with asyncio.timeout(limit):
            return await asyncio.shield(running)


def _open(workers: int) -> "Monty":
    try:
        from pydantic_monty import Monty
    except ImportError as error:
        raise Misconfigured(str(error), where="pydantic-monty", mend="Install pydantic-monty 1.4.0, with its runtime.") from error

    pool = Monty(
        min_processes=workers,
        max_processes=workers,
        checkout_timeout=QUEUE_S,
        request_timeout=BACKSTOP_S,
        feed_duration_limit_grace=BACKSTOP_S - FEED_S,
        max_checkouts_per_worker=RECYCLED,
    )
    try:
        pool.__enter__()
    except (OSError, RuntimeError) as error:
        raise Misconfigured(str(error), where="pydantic-monty", mend="Reinstall pydantic-monty-runtime 1.4.0.") from error
    return pool


def _close(pool: "Monty") -> None:
    pool.__exit__(None, None, None)


_MET_DEAD = 3
"""Processes that may be found ended before one answers: the pool learns of each only when it is asked, and holds two."""


def _evaluate(pool: "Monty", inputs: dict[str, object]) -> Verdict:
    """In a thread. What a process that ended by itself, or was ended from outside, had to do is done on the next one."""
    from pydantic_monty import CollectString, MontyCrashedError, MontyError

    for _ in range(_MET_DEAD + 1):
        try:
            with _session(pool) as session:
                answer = session.feed_run(RUN, inputs=inputs, print_callback=CollectString(PRINTED))
        except MontyCrashedError as error:
            if error.timed_out:
                return killed()
        except MontyError as error:
            return verdict_of(error)
        except TimeoutError as error:
            raise TooSlow("no process of the sandbox became free") from error
        else:
            return Decided(holds=answer) if isinstance(answer, bool) else wrong_type()
    return crashed()


def _type_check(source: str, stubs: str) -> tuple[str, ...]:
    """In a thread, in a process of its own: a type checker takes three times the memory, and keeps it."""
    from pydantic_monty import Monty, MontyCrashedError, MontyError, MontyTypingError

    try:
        with (
            Monty(max_processes=1, checkout_timeout=CHECK_BACKSTOP_S, request_timeout=CHECK_BACKSTOP_S) as pool,
            _session(pool, stubs) as session,
        ):
            session.feed_run(f"assert {GUARD}\n{source}", inputs={GUARD: False})
    except MontyTypingError as error:
        return _complaints(error.display())
    except MontyCrashedError:
        return ("it could not be type-checked; write it more simply",)
    except MontyError as error:
        verdict = verdict_of(error)
        return () if isinstance(verdict, Failed) and "AssertionError" in verdict.detail else (str(error)[:200],)
    raise TooSlow("the type checker let the code run")


def _session(pool: "Monty", stubs: str | None = None) -> "MontySession":
    from pydantic_monty import OSPolicy, ResourceLimits

    return pool.checkout(
        limits=ResourceLimits(max_feed_duration_secs=FEED_S, max_memory=MEMORY, max_recursion_depth=RECURSION, max_suspensions=SUSPENSIONS),
        os_policy=OSPolicy(sleep="zero"),
        type_check=stubs is not None,
        type_check_stubs=stubs,
        type_check_format="concise",
    )


def _complaints(diagnostics: str) -> tuple[str, ...]:
    """The checker's lines without its rules' names; its first line is ours."""
    return tuple(
        f"line {int(line) - 1}, column {column}: {single_line(says)[:240]}" for line, column, says in _DIAGNOSTIC.findall(diagnostics)
    )[:3]
