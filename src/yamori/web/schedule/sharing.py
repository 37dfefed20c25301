"""Ways in for readers: tokens for a calendar in somebody's own page, and for a subscription of a calendar program."""

import re

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.web.form import person_in
from yamori.web.look import Look, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.schedule.answers import Answers, as_json
from yamori.web.schedule.submissions import LONGEST_TITLE, key, submission, text, whose


class ShareParts:
    """`/ui/schedule/shares`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._answers = Answers(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/schedule/shares", include_in_schema=False)
        router.add_api_route("", self.shares, methods=["GET"])
        router.add_api_route("", self.share, methods=["POST"])
        router.add_api_route("/{id:int}", self.unshare, methods=["DELETE"])
        return router

    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def shares(self, request: Request) -> Response:
        """Those there are, as a fragment."""
        reader = reader_of(request)
        try:
            found = await self._ports.schedule.shares(person_in(request.query_params, self._ports.people))
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        return answered(self._look.render("schedule/shares.html", reader=reader, shares=found))

    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def share(self, request: Request) -> JSONResponse:
        """A new token, in an address that is shown this once."""
        try:
            submitted = await submission(request)
            person, kind = whose(submitted, self._ports.people), str(submitted.get("kind") or "")
            allows = re.split(r"[\s,]+", text(submitted.get("allows"), longest=5_000)) if kind == "embed" else []
            allows = [origin for origin in allows if origin]
            if kind == "embed" and not allows:
                raise PageProblem("problem.origins")
            name = text(submitted.get("name"), longest=LONGEST_TITLE, lines=False)[:100]
            token = await self._ports.schedule.share(person, kind, name=name, allows=allows, key=key(submitted))
        except InvalidRequest as problem:
            wrong = PageProblem("problem.origins") if problem.where == "allows" else problem
            return self._answers.refused(request, wrong)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        here = str(request.base_url).rstrip("/")
        return as_json({"address": f"{here}/embed/calendar/{token}" if kind == "embed" else f"{here}/calendar/{token}.ics", "kind": kind})

    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def unshare(self, request: Request, id: int) -> JSONResponse:
        """From here on it opens nothing."""
        try:
            submitted = await submission(request)
            await self._ports.schedule.unshare(whose(submitted, self._ports.people), id)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        return as_json({"says": self._look.words(reader_of(request).language)("share.revoked")})
