"""`/consents`: which roles use a model outside the house, what that model is sent, who agreed and when, and one button to change it."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.consent_port import ConsentPort
from yamori.web.form import fields
from yamori.web.look import HEADERS, Look, answered, reader_of
from yamori.web.problems import PageProblem, problem_shown

_HERE = "/consents"


class ConsentPages:
    """The page and its form."""

    def __init__(self, consents: ConsentPort, look: Look) -> None:
        self._consents, self._look = consents, look

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(_HERE, self.page, methods=["GET"])
        router.add_api_route(_HERE, self.decide, methods=["POST"])
        return router

    @allowed(Who.ADULT, Scope.ADMIN)
    async def page(self, request: Request) -> Response:
        reader = reader_of(request)
        return answered(self._look.render("consents.html", reader=reader, roles=self._consents.cloud_roles(), here=_HERE))

    @allowed(Who.ADULT, Scope.ADMIN)
    async def decide(self, request: Request) -> Response:
        """Agree, or take that back, for one role and provider."""
        try:
            sent = await fields(request)
            given = sent.get("agree") == "yes"
            person = CALLER.get().person or ""
            await self._consents.decide(sent.get("role", ""), sent.get("provider", ""), person=person, given=given)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader_of(request), place="page-problem")
        return RedirectResponse(_HERE, status_code=303, headers=HEADERS)
