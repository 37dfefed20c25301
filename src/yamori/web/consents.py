"""`/consents`: which roles use a model outside the house, what that model is sent, who agreed and when, and one button to change it."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.consent_port import ConsentPort
from yamori.web.form import fields
from yamori.web.look import HEADERS, Look, reader_of
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.shell import Shell

_HERE = "/consents"


class ConsentPages:
    """The page and its form."""

    def __init__(self, consents: ConsentPort, look: Look, shell: Shell) -> None:
        self._consents, self._look, self._shell = consents, look, shell

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route(_HERE, self.page, methods=["GET"])
        router.add_api_route(_HERE, self.decide, methods=["POST"])
        return router

    @allowed(Who.ADULT, Scope.ADMIN)
    async def page(self, request: Request) -> Response:
        return await self._shell.page(request, "consents.html", roles=self._consents.cloud_roles())

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
