"""`/welcome`: what this house has now, three ways to begin, its people and models, and what one could say to it. It changes nothing:
settings stand in `yamori.toml`, and the page shows the lines that belong there."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Access, Who, turned_away
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.home import PersonRole
from yamori.domain.language import DEFAULT_LANGUAGE, Language
from yamori.domain.receipt import Reading
from yamori.web.destinations import WELCOME
from yamori.web.look import Look, Reader, reader_of
from yamori.web.ports import Ports
from yamori.web.shell import Shell
from yamori.web.suggestions import suggestions
from yamori.web.welcome.standing import SIMULATED, BackendState, SourceStands, backend_state, source_stands
from yamori.web.welcome_port import BackendTried, HomeOrigin, OfferedDevice, WelcomePort

BACKENDS = ("homeassistant", "mqtt", "smartthings")
"""Those that can be connected, in the order of `docs/backends.md`; their lines are `welcome/NAME.toml` among the templates."""
MOST_SENTENCES = 3
_TALKING = Access(who=Who.GUEST, scope=Scope.CHAT)


@dataclass(frozen=True, kw_only=True)
class BackendShown:
    """One backend, set or not."""

    name: str
    state: BackendState
    tried: BackendTried | None
    stands: SourceStands | None
    offered: Sequence[OfferedDevice]
    """Its devices, to choose among."""
    line: str
    """What `hide` is to be with the choice that was sent; empty where none was."""


class WelcomePage:
    """What this house has, how more is connected, and what to say first; for adults."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports, self._look, self._shell = ports, look, Shell(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(WELCOME.path, self.page, methods=["GET"])
        return router

    @allowed(Who.ADULT, Scope.ADMIN)
    async def page(self, request: Request) -> Response:
        reader, gate, started = reader_of(request), self._ports.gate, self._ports.welcome
        try:
            readings: Sequence[Reading] | None = await gate.snapshot()
        except YamoriError:
            readings = None
        stands = source_stands(self._ports.house.origins(), readings, gate.capabilities)
        return await self._shell.page(
            request,
            "welcome.html",
            origin=started.home_origin,
            is_demo=started.home_origin is HomeOrigin.DEMO,
            stands=stands,
            only_simulated=bool(stands) and all(each.name == SIMULATED for each in stands),
            answers=readings is not None,
            backends=_shown(started, stands, request),
            settings_file=started.settings_file,
            nearby=await started.nearby() if request.query_params.get("look") == "yes" else None,
            home_file=_home_file(reader.language),
            residents=gate.home.people,
            first_adult=next((person.id for person in gate.home.people if person.role is PersonRole.ADULT), ""),
            can_invite=CALLER.get().subject is not None,
            models=await started.models(),
            gigabytes=_gigabytes,
            sentences=self._sentences(readings or (), reader),
        )

    def _sentences(self, readings: Sequence[Reading], reader: Reader) -> Sequence[str]:
        """Some of those that the conversation's own page suggests; none in a home without devices."""
        if not self._ports.gate.home.devices or turned_away(_TALKING, CALLER.get()) is not None:
            return ()
        words, now = self._look.words(reader.language), self._ports.house.now()
        return suggestions(self._ports.gate.home, readings, (), now=now, words=words)[:MOST_SENTENCES]


def _shown(started: WelcomePort, stands: Sequence[SourceStands], request: Request) -> Sequence[BackendShown]:
    tried, brought = started.backends(), {each.name: each for each in stands}
    sent, chosen = request.query_params.get("choose", ""), frozenset(request.query_params.getlist("device"))
    found = []
    for name in BACKENDS:
        offered = started.offered(name)
        if name == sent:
            offered = [replace(each, is_hidden=each.id not in chosen) for each in offered]
        found.append(
            BackendShown(
                name=name,
                state=backend_state(tried.get(name), brought.get(name)),
                tried=tried.get(name),
                stands=brought.get(name),
                offered=offered,
                line=hide_line(offered) if name == sent else "",
            )
        )
    return found


def hide_line(offered: Sequence[OfferedDevice]) -> str:
    """As TOML, whose strings are JSON's."""
    return f"hide = {json.dumps([each.id for each in offered if each.is_hidden], ensure_ascii=False)}"


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.2f}"


@cache
def _home_file(language: Language) -> str:
    """The shortest home with a person, a room and a device."""
    own = Path(__file__).parent / "homes" / f"{language.value}.home.yaml"
    return (own if own.exists() else own.with_name(f"{DEFAULT_LANGUAGE.value}.home.yaml")).read_text(encoding="utf-8")
