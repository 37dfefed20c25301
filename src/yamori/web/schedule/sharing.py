"""Ways in for readers: tokens for a calendar in somebody's own page, and for a subscription of a calendar program."""

import re

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.web.doors import Doors
from yamori.web.form import person_in
from yamori.web.look import Look, answered, reader_of
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.schedule.answers import Answers, told
from yamori.web.schedule.wishes import LONGEST_TITLE, key, text, whose, wish


class ShareParts:
    """`/ui/schedule/shares`."""

    def __init__(self, doors: Doors, look: Look) -> None:
        self._doors = doors
        self._look = look
        self._answers = Answers(doors, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/schedule/shares", include_in_schema=False)
        router.add_api_route("", self.shares, methods=["GET"])
        router.add_api_route("", self.share, methods=["POST"])
        router.add_api_route("/{id:int}", self.unshare, methods=["DELETE"])
        return router

    async def shares(self, request: Request) -> Response:
        """Those there are, as a fragment."""
        reader = reader_of(request)
        try:
            found = await self._doors.schedule.shares(person_in(request.query_params, self._doors.people))
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        return answered(self._look.render("schedule/shares.html", reader=reader, shares=found))

    async def share(self, request: Request) -> JSONResponse:
        """A new token, in an address that is shown this once."""
        try:
            wished = await wish(request)
            person, kind = whose(wished, self._doors.people), str(wished.get("kind") or "")
            allows = re.split(r"[\s,]+", text(wished.get("allows"), longest=5_000)) if kind == "embed" else []
            allows = [origin for origin in allows if origin]
            if kind == "embed" and not allows:
                raise PageProblem("problem.origins")
            name = text(wished.get("name"), longest=LONGEST_TITLE, lines=False)[:100]
            token = await self._doors.schedule.share(person, kind, name=name, allows=allows, key=key(wished))
        except InvalidRequest as problem:
            wrong = PageProblem("problem.origins") if problem.where == "allows" else problem
            return self._answers.refused(request, wrong)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        here = str(request.base_url).rstrip("/")
        return told({"address": f"{here}/embed/calendar/{token}" if kind == "embed" else f"{here}/calendar/{token}.ics", "kind": kind})

    async def unshare(self, request: Request, id: int) -> JSONResponse:
        """From here on it opens nothing."""
        try:
            wished = await wish(request)
            await self._doors.schedule.unshare(whose(wished, self._doors.people), id)
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)
        return told({"says": self._look.words(reader_of(request).language)("share.revoked")})
