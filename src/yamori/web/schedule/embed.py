"""A calendar for somebody else's page, behind a token: it may be looked at and nothing else. No cookie is read or set, and only pages of
the origins that the token names may show it."""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.web.look import HEADERS, Look, Reader, answered
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem
from yamori.web.schedule.tasks import events_of, period
from yamori.web.words import all_words, preferred

_SHOWN = ("id", "title", "start", "end", "allDay", "done", "overdue", "where")
"""What a reader sees of an event: neither its memo nor its number of versions."""


class EmbedPages:
    """`/embed/calendar/{token}` and the events that it shows."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/embed/calendar", include_in_schema=False)
        router.add_api_route("/{token}", self.page, methods=["GET"])
        router.add_api_route("/{token}/events", self.events, methods=["GET"])
        return router

    @allowed(Who.LINK)
    async def page(self, request: Request, token: str) -> Response:
        reader = _reader(request)
        found = await self._ports.schedule.embedded(token)
        if found is None:
            gone = answered(self._look.render("schedule/revoked.html", reader=reader), status=404)
            gone.headers["Referrer-Policy"] = "no-referrer"
            return gone
        person, allows = found
        known = self._ports.gate.home.person(person)
        name = known.name if known is not None else person
        html = self._look.render("schedule/embed.html", reader=reader, name=name, token=token, now=self._ports.schedule.now())
        response = answered(html)
        response.headers["Content-Security-Policy"] = framed_by(allows)
        # The address is the secret: it is handed on to nobody.
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    @allowed(Who.LINK)
    async def events(self, request: Request, token: str) -> JSONResponse:
        found = await self._ports.schedule.embedded(token)
        words = self._look.words(_reader(request).language)
        if found is None:
            return JSONResponse({"says": words("embed.revoked")}, status_code=404, headers=HEADERS)
        try:
            first, last = period(request)
        except PageProblem as problem:
            return JSONResponse({"says": words(problem.key, **problem.fill)}, status_code=problem.status, headers=HEADERS)
        events = await events_of(self._ports, found[0], first, last)
        return JSONResponse({"events": [_shown(event) for event in events]}, headers=HEADERS)


def framed_by(origins: tuple[str, ...]) -> str:
    """The page's own policy, but for who may show it inside a page of theirs."""
    who = " ".join(origins) or "'none'"
    ours = HEADERS["Content-Security-Policy"].split("; ")
    return "; ".join(f"frame-ancestors {who}" if directive.startswith("frame-ancestors") else directive for directive in ours)


def _shown(event: Mapping[str, Value]) -> Mapping[str, Value]:
    return {name: event[name] for name in _SHOWN if name in event}


def _reader(request: Request) -> Reader:
    """`?lang=` and `?theme=` by whoever embeds it, then what the browser asks for."""
    submitted, theme = request.query_params.get("lang", ""), request.query_params.get("theme", "")
    language = Language(submitted) if submitted in all_words() else preferred(request.headers.get("accept-language", ""))
    return Reader(language=language, theme=theme if theme in {"light", "dark"} else "auto")
