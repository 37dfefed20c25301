"""What a page looks like while somebody looks on (the protocol's screencast), and a person's hands as its commands. Used by `session`."""

import asyncio
import base64
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from yamori.agents.browser.engine import KEYS, ByHand, Hand

WIDEST, HIGHEST = 1280, 1000
_QUALITY = 50
_BUTTONS = {Hand.MOVED: "mouseMoved", Hand.PRESSED: "mousePressed", Hand.RELEASED: "mouseReleased"}
_SHIFT = 8


class View:
    """Goes on only as long as somebody looks. `begin` sends a command of which nobody awaits the answer."""

    def __init__(self, begin: Callable[..., None]) -> None:
        self._begin = begin
        self._last: bytes | None = None
        self._number = 0
        self._watchers = 0
        self._news = asyncio.Event()
        self._ended = False

    async def frames(self) -> AsyncGenerator[bytes, None]:
        self._watchers += 1
        seen = 0
        self.begin_again()
        try:
            while not self._ended:
                if self._last is not None and self._number != seen:
                    seen = self._number
                    yield self._last
                    continue
                await self._news.wait()
        finally:
            self._watchers -= 1
            if self._watchers == 0:
                self._last = None
                if not self._ended:
                    self._begin("Page.stopScreencast")

    def begin_again(self) -> None:
        """On the page as it is now, where somebody looks on."""
        if self._watchers:
            self._begin("Page.startScreencast", format="jpeg", quality=_QUALITY, maxWidth=WIDEST, maxHeight=HIGHEST)

    def arrived(self, data: str, number: int) -> None:
        self._begin("Page.screencastFrameAck", sessionId=number)
        self._last, self._number = base64.b64decode(data), self._number + 1
        self._tell()

    def end(self) -> None:
        self._ended = True
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


def hand_commands(act: ByHand) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """The protocol's commands for one movement. Text is inserted as an input method does it, in any script."""
    shift = _SHIFT if act.shift else 0
    place = {"x": act.x, "y": act.y, "modifiers": shift}
    match act.kind:
        case Hand.MOVED | Hand.PRESSED | Hand.RELEASED:
            is_moved = act.kind is Hand.MOVED
            button = {"button": "none"} if is_moved else {"button": "left", "clickCount": 1}
            return (("Input.dispatchMouseEvent", {"type": _BUTTONS[act.kind], **place, **button}),)
        case Hand.WHEEL:
            return (("Input.dispatchMouseEvent", {"type": "mouseWheel", **place, "deltaX": 0, "deltaY": act.turned}),)
        case Hand.TEXT:
            return (("Input.insertText", {"text": act.text}),)
        case Hand.KEY if act.key in KEYS:
            named = {"key": act.key, "code": act.key, "windowsVirtualKeyCode": KEYS[act.key], "modifiers": shift}
            typed = {"text": "\r"} if act.key == "Enter" else {}
            return (
                ("Input.dispatchKeyEvent", {"type": "keyDown" if typed else "rawKeyDown", **named, **typed}),
                ("Input.dispatchKeyEvent", {"type": "keyUp", **named}),
            )
        case _:
            return ()
