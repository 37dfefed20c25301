"""Tasks on websites as the page sees them, over the Browser agent's own. Fulfils `web.website_port.WebsitePort`; a task of somebody else
is not there."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Sequence

from yamori.agentkit.access import CALLER
from yamori.agents.browser.engine import ByHand, Hand
from yamori.agents.browser.operating.live import LiveTask, State
from yamori.agents.browser.operating.operating import Operating
from yamori.domain.access import may_see
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.home import Person
from yamori.web.website_port import HandMove, WebsiteTask

_TELLS_AGAIN = 1.0
"""Seconds after which a view is told how the task stands, also where its page does not move."""


class WebsitesOnThePage:
    def __init__(self, operating: Operating, people: Callable[[], Sequence[Person]]) -> None:
        self._operating, self._people = operating, people

    def of_turn(self, turn: str) -> WebsiteTask | None:
        task = self._operating.live.of_turn(turn)
        return _view(self._own(task.id)) if task is not None else None

    def task(self, id: str) -> WebsiteTask:
        return _view(self._own(id))

    def picture(self, id: str, number: int) -> bytes:
        steps = self._own(id).steps
        found = steps[number - 1].picture if 0 < number <= len(steps) else None
        if found is None:
            raise NotFound("this picture is not kept any more", where="number")
        return found

    async def act(self, id: str, act: str, text: str = "") -> None:
        task = self._own(id)
        match act:
            case "pause":
                task.pause()
            case "go_on":
                task.go_on()
            case "take":
                await task.take()
            case "hand_back":
                await task.hand_back()
            case "stop":
                self._operating.stop(id)
            case "say":
                task.follow_up(text)
            case "model":
                self._operating.switch(id, text or None)
            case _:
                raise InvalidRequest("there is no such act", where="act")

    async def by_hand(self, id: str, moves: Sequence[HandMove]) -> None:
        task = self._own(id)
        for move in moves:
            if move.kind not in set(Hand):
                raise InvalidRequest("there is no such movement", where="kind")
            if task.session is None:
                raise InvalidRequest("this task has ended", where="act")
            await task.session.by_hand(
                ByHand(kind=Hand(move.kind), x=move.x, y=move.y, turned=move.turned, text=move.text, key=move.key, shift=move.shift)
            )

    async def answer(self, id: str, *, accept: bool, text: str) -> None:
        session = self._own(id).session
        if session is not None:
            await session.answer_dialog(accept=accept, text=text)

    async def frames(self, id: str) -> AsyncGenerator[bytes, None]:
        """A frame, or nothing where only a second has passed."""
        task = self._own(id)
        session = task.session
        if session is None:
            return
        frames = session.watch()
        upcoming = asyncio.ensure_future(anext(frames, None))
        try:
            while task.state is not State.ENDED:
                done, _ = await asyncio.wait((upcoming,), timeout=_TELLS_AGAIN)
                if not done:
                    yield b""
                    continue
                if (frame := upcoming.result()) is None:
                    return
                yield frame
                upcoming = asyncio.ensure_future(anext(frames, None))
        finally:
            upcoming.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await upcoming
            await frames.aclose()

    def _own(self, id: str) -> LiveTask:
        task = self._operating.live.task(id)
        if not may_see(CALLER.get(), task.person, self._people()):
            raise NotFound("there is no such task on a website (any more)", where="task")
        return task


def _view(task: LiveTask) -> WebsiteTask:
    pictures = [one.number for one in task.steps if one.picture is not None]
    last = task.steps[-1].step if task.steps else None
    asks = task.session.asks if task.session is not None else None
    return WebsiteTask(
        id=task.id,
        request=task.request,
        state=task.state.value,
        url=task.url,
        title=task.title,
        version=task.version,
        picture=pictures[-1] if pictures else None,
        last=(last.do, last.element, last.result or last.input) if last is not None and last.ok else ("", "", ""),
        waiting=task.follow_ups,
        asks=asks.text if asks is not None else "",
        asks_for_text=asks is not None and asks.kind == "prompt",
        model=task.model or "",
    )
