"""`/ui/push`: notices in this browser while no page of the house is open. A person turns them on, and off again in the settings."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import NotFound, YamoriError
from yamori.web.destinations import SETTINGS
from yamori.web.form import fields, person_in
from yamori.web.look import HEADERS, Look, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.schedule.submissions import submission, whose


class PushRoutes:
    """What the settings' script and form send."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports, self._look = ports, look

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/push", include_in_schema=False)
        router.add_api_route("/key", self.key, methods=["GET"])
        router.add_api_route("/on", self.turn_on, methods=["POST"])
        router.add_api_route("/off", self.turn_off, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE)
    async def key(self, request: Request) -> JSONResponse:
        try:
            return JSONResponse({"key": await self._ports.push.key()}, headers=HEADERS)
        except YamoriError as problem:
            return self._refused(request, problem)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def turn_on(self, request: Request) -> JSONResponse:
        """The browser's subscription, as its `toJSON` gives it."""
        try:
            sent = await submission(request)
            keys = sent.get("keys")
            given = keys if isinstance(keys, dict) else {}
            device = await self._ports.push.turn_on(
                whose(sent, self._ports.people),
                str(sent.get("endpoint") or ""),
                p256dh=str(given.get("p256dh") or ""),
                auth=str(given.get("auth") or ""),
                name=browser_name(request.headers.get("user-agent", "")),
                session=CALLER.get().session or "",
            )
        except (PageProblem, YamoriError) as problem:
            return self._refused(request, problem)
        return JSONResponse({"id": device.id}, headers=HEADERS)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def turn_off(self, request: Request) -> Response:
        try:
            sent = await fields(request)
            await self._ports.push.turn_off(person_in(sent, self._ports.people), sent.get("device", ""))
        except NotFound:
            pass  # it is off already
        except (PageProblem, YamoriError) as problem:
            return self._refused(request, problem)
        return RedirectResponse(f"{SETTINGS.path}#push-title", status_code=303, headers=HEADERS)

    def _refused(self, request: Request, problem: PageProblem | YamoriError) -> JSONResponse:
        words = self._look.words(reader_of(request).language)
        says = words(problem.key, **problem.fill) if isinstance(problem, PageProblem) else str(problem)
        return JSONResponse({"says": says}, status_code=status_of(problem), headers=HEADERS)


def browser_name(agent: str) -> str:
    """What a browser calls itself, short: `Firefox · Android`."""
    browsers = (("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrom", "Chrome"), ("Safari", "Safari"))
    systems = (
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    )
    found = [next((name for part, name in known if part in agent), "") for known in (browsers, systems)]
    return " · ".join(filter(None, found)) or agent[:40]
