"""Scenes as buttons, on the Automations view and on the start page. One that nobody has agreed to shows first what it would do."""

import secrets

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.domain.errors import NotFound, YamoriError
from yamori.web.automations.form import choice, key
from yamori.web.form import fields, person_in
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown

_PAGES = frozenset({"/", "/automations", "/home"})


class SceneButtons:
    """`/ui/scenes`, and the buttons as a fragment."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/scenes", include_in_schema=False)
        router.add_api_route("/{id}/run", self.run, methods=["POST"])
        return router

    async def buttons(self, reader: Reader, *, person: str, here: str, said: str = "") -> str:
        """Empty for a home without scenes, and for one whose scenes cannot be told now."""
        try:
            scenes = await self._ports.scenes.scenes(reader.language)
        except YamoriError:
            return ""
        if not scenes and not said:
            return ""
        token = secrets.token_hex(8)
        return self._look.render("automations/scenes.html", reader=reader, scenes=scenes, person=person, here=here, said=said, token=token)

    @allowed(Who.GUEST, Scope.DEVICES)
    async def run(self, request: Request, id: str) -> Response:
        """Run it; one that nobody has agreed to runs only where the form says that its words were shown."""
        reader = reader_of(request)
        try:
            sent = await fields(request)
            person = person_in(sent, self._ports.people)
            found = next((s for s in await self._ports.scenes.scenes(reader.language) if s.id == id), None)
            if found is None:
                raise PageProblem("problem.scene_gone", status=404)
            if not found.agreed and not choice(sent, "agreed"):
                raise PageProblem("problem.scene_unseen", status=409)
            said = await self._ports.scenes.run(id, person, key(sent, "scene", id), reader.language, seen=str(sent.get("seen") or ""))
        except NotFound:
            return problem_shown(PageProblem("problem.scene_gone", status=404), look=self._look, reader=reader, place="scenes-problem")
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="scenes-problem")
        here = sent["page"] if sent.get("page") in _PAGES else "/"
        if "hx-request" not in request.headers:
            return RedirectResponse(here, status_code=303, headers=HEADERS)
        return answered(await self.buttons(reader, person=person, here=here, said=said))
