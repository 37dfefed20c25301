"""The port to a browser that the gear *operate* drives. Its adapter is `chromium/`; another library (browser-use) fits behind it.

A session belongs to one person: it has cookies of its own and one page. What a page says comes back as data (`Observation`, `Acted`), and
nothing is sent anywhere without a `Permit`, whatever was clicked. Element numbers hold until the next observation.
"""

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Protocol

from yamori.domain.errors import HouseSilent, TryAgain


class BrowserAbsent(HouseSilent):
    """There is no Chromium on this machine, or it does not start."""


class BrowserLost(HouseSilent):
    """The browser ended while something was being sent: nobody knows whether it went through."""


class ElementGone(TryAgain):
    """The page has no element of this number (any more), or not one that this can be done to."""


@dataclass(frozen=True, kw_only=True)
class FormField:
    """One field of a form as it would be sent. Texts are a page's."""

    name: str
    label: str
    value: str
    kind: str
    """`text`, `password`, `email`, `hidden`, `select`, …"""
    autocomplete: str = ""


@dataclass(frozen=True, kw_only=True)
class Form:
    method: str
    """In lower case: `get`, `post`, `dialog`."""
    action: str
    """The whole address that it is sent to."""
    fields: tuple[FormField, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Element:
    """Something of the page that can be acted on. Texts are a page's."""

    index: int
    role: str
    """`link`, `button`, `textbox`, `select`, `date`, `checkbox`, `radio`."""
    name: str
    value: str = ""
    options: tuple[str, ...] = ()
    """Labels of a select."""
    is_checked: bool = False
    kind: str = ""
    """The input's type: `password`, `email`, …"""
    autocomplete: str = ""
    href: str = ""
    near: str = ""
    """The text of the row or list item around it."""
    is_closed: bool = False
    """Pressing it shows more of the page: a section that is folded up, a tab, a menu."""
    is_main: bool = True
    """It belongs to the page's own matter, rather than to its frame (menus, advertisements)."""
    form: Form | None = None
    """What it belongs to."""
    submits: bool = False
    """Pressing it sends the form."""


@dataclass(frozen=True, kw_only=True)
class Observation:
    """What a page shows now."""

    url: str
    title: str
    text: str
    """What can be read on it, within a budget."""
    elements: tuple[Element, ...] = ()
    has_more: bool = False
    """It goes on below."""


@dataclass(frozen=True, kw_only=True)
class Sent:
    """One request that a page made, of those that lead somewhere or carry something: a line of the network log."""

    method: str
    url: str
    fields: Mapping[str, str] = field(default_factory=dict)
    """What it carried, as far as it can be read."""
    is_blocked: bool = False
    why: str = ""
    """Why it was blocked: `unpermitted`, `other_site`."""


@dataclass(frozen=True, kw_only=True)
class Dialog:
    """A question of the page's script."""

    kind: str
    """`alert`, `confirm`, `prompt`."""
    text: str
    accepted: bool


@dataclass(frozen=True, kw_only=True)
class Permit:
    """What one click may send. Without one it sends nothing but requests that only read."""

    method: str = ""
    url: str = ""
    fields: Mapping[str, str] | None = None
    """Exactly these; None: whatever the page sends to its own site, for what can be taken back."""
    dialog: str = ""
    """The text of a question that may be answered with OK."""


@dataclass(frozen=True, kw_only=True)
class Acted:
    """What one action did, as it was read back."""

    url: str
    """Where the page is now."""
    read_back: str = ""
    """What the field holds now, what is chosen, what is checked."""
    sent: tuple[Sent, ...] = ()
    dialogs: tuple[Dialog, ...] = ()
    downloads: tuple[str, ...] = ()
    """Names of files that went into quarantine."""
    restarted: bool = False
    """The browser had ended and was started anew on the same page."""


Key = tuple[str, str, int]
"""Role, name and which of those: what an element is found by after the browser was started anew."""


@dataclass(frozen=True, kw_only=True)
class KeptPage:
    """A page as it can be opened again, also by another process: where it was, and what had been put into its fields."""

    url: str
    keys: tuple[Key, ...] = ()
    """Of the elements, by their numbers."""
    typed: tuple[tuple[Key, str, tuple[str | int | bool, ...]], ...] = ()
    """Into which, how, what."""
    cookies: tuple[Mapping[str, str | int | float | bool | None], ...] = field(default=(), repr=False)
    """Those of its site."""


class Hand(StrEnum):
    """What a person does on the page with their own hands."""

    MOVED = "moved"
    PRESSED = "pressed"
    RELEASED = "released"
    WHEEL = "wheel"
    TEXT = "text"
    KEY = "key"
    """One of `KEYS`."""
    BACK = "back"


KEYS: Mapping[str, int] = {
    "Enter": 13,
    "Backspace": 8,
    "Tab": 9,
    "Escape": 27,
    "Delete": 46,
    "Home": 36,
    "End": 35,
    "PageUp": 33,
    "PageDown": 34,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}
"""Keys that type nothing, by their names, with the numbers that browsers know them by."""


@dataclass(frozen=True, kw_only=True)
class ByHand:
    """One movement of a person's hand. It is forwarded and never kept: it may be a password."""

    kind: Hand
    x: float = 0.0
    """In pixels of the page's view."""
    y: float = 0.0
    turned: float = 0.0
    """Of the wheel, downwards."""
    text: str = field(default="", repr=False)
    key: str = ""
    shift: bool = False


class BrowserSession(Protocol):
    """One person's page. Methods raise `PageUnavailable`, `ElementGone`, `BrowserLost`, `BrowserAbsent`."""

    async def open(self, url: str) -> Acted:
        """Raises `InvalidRequest` for what is no web address."""
        ...

    async def observe(self) -> Observation: ...

    async def click(self, index: int, *, permit: Permit | None = None) -> Acted: ...

    async def fill(self, index: int, text: str) -> Acted: ...

    async def select(self, index: int, label: str) -> Acted: ...

    async def set_date(self, index: int, day: date) -> Acted: ...

    async def check(self, index: int, *, on: bool) -> Acted: ...

    async def scroll(self) -> Acted: ...

    async def back(self) -> Acted: ...

    async def picture(self) -> bytes:
        """What is seen now, as PNG."""
        ...

    async def snapshot(self) -> bytes:
        """What is seen now, small, as JPEG."""
        ...

    async def take(self) -> None:
        """From now on the page is the person's: what they send with their own hands leaves, to public addresses."""
        ...

    async def hand_back(self) -> None: ...

    async def by_hand(self, act: ByHand) -> None:
        """Raises `InvalidRequest` unless the person has taken the page."""
        ...

    @property
    def asks(self) -> Dialog | None:
        """A question of the page's script that waits for the person who has taken it."""
        ...

    async def answer_dialog(self, *, accept: bool, text: str = "") -> None:
        """Answer it."""
        ...

    def watch(self) -> AsyncGenerator[bytes, None]:
        """What the page looks like, as JPEG, whenever that changes; ends with the page."""
        ...

    async def kept(self) -> KeptPage: ...

    async def close(self) -> None:
        """Its page goes, its cookies stay."""
        ...


class BrowserEngine(Protocol):
    """A browser that starts when the first session is asked for, and never before."""

    async def session(self, person: str, *, sites: Callable[[str], bool], kept: KeptPage | None = None) -> BrowserSession:
        """A page for this person, or one again that was kept. `sites`: whether the page may lead to an address. Raises `BrowserAbsent`."""
        ...

    async def close(self) -> None:
        """Leaves no process and no profile."""
        ...
