"""The shell around every page: navigation, settings, notices and the box in which one talks to the house.

Each view hands its template and values to `Shell.page`; the template extends `shell.html`. The shell reads the household and changes
nothing: what is said in its box goes to `turns`, what is set goes to `settings`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import HTMLResponse

from yamori.agentkit.access import CALLER
from yamori.domain.access import Access, Who, turned_away
from yamori.domain.caller import Scope
from yamori.web.destinations import SETTINGS, Destination, destinations_for
from yamori.web.look import Look, Reader, keep_choice, packed, reader_of
from yamori.web.ports import Ports
from yamori.web.talk import talk

_TALKING = Access(who=Who.GUEST, scope=Scope.CHAT)
_CHAT = "/"
_NOTHING: Mapping[str, object] = {}


@dataclass(frozen=True, kw_only=True)
class LookedAt:
    """What a page shows, for whoever says something on it: `turn it off` is said of this."""

    device: str
    """Its id; the turn is then said in its room."""
    name: str
    """As the reader calls it."""


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What `shell.html` needs, as its variable `shell`."""

    here: str
    """The path of the page."""
    destinations: Sequence[Destination]
    settings: Destination
    can_talk: bool
    """There is a box to talk; the page of the conversation itself is one."""
    is_chat: bool
    looked_at: LookedAt | None


class Shell:
    """Answers with whole pages. Whoever is not signed in gets a page with neither navigation nor box."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    async def page(
        self,
        request: Request,
        template: str,
        given: Mapping[str, object] = _NOTHING,
        *,
        here: str | None = None,
        status: int = 200,
        looked_at: LookedAt | None = None,
        **values: object,
    ) -> HTMLResponse:
        """The page of a template that extends `shell.html`; with `?lang=` in that language from now on.

        `here`: its path, where a form's answer shows the page of another one. `given` and `values` are what the template
        needs beside what `talk` reads (`people`, `person`, `rooms`, `conversation`, …).
        """
        reader = reader_of(request)
        here = here or (request.url.path if request.method == "GET" else _CHAT)
        around = self._around(here, looked_at)
        shown = {**await self._talk(request, reader, around), **given, **values, "shell": around}
        html = self._look.render(template, reader=reader, **shown)
        return keep_choice(request, packed(html, request, status=status), reader)

    def _around(self, here: str, looked_at: LookedAt | None) -> Surroundings:
        caller = CALLER.get()
        missing = () if self._ports.memory.is_kept else ("memory",)
        return Surroundings(
            here=here,
            destinations=destinations_for(caller, missing=missing),
            settings=SETTINGS,
            can_talk=turned_away(_TALKING, caller) is None,
            is_chat=here == _CHAT,
            looked_at=looked_at,
        )

    async def _talk(self, request: Request, reader: Reader, around: Surroundings) -> Mapping[str, object]:
        if not around.can_talk:
            return {"people": (), "person": ""}
        # `here` names the page to which the box leads back; the conversation's own page is where it leads anyhow.
        back = {} if around.is_chat else {"here": around.here}
        return {**await talk(request, self._ports, self._look, reader), **back}
