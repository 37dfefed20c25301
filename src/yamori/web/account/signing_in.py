"""`/sign-in`, `/sign-out`, and the links that let somebody in once: `/invitation/{secret}`, `/pair/{secret}`.

Opening a link changes nothing: programs that show a preview of it open it too. The form on its page does.
"""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from yamori.agentkit.access import CALLER, allowed
from yamori.agentkit.client import CLIENT
from yamori.domain.access import Who
from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.web.account.forms import FIELD, local_path, visitor_of
from yamori.web.account.frame import Frame
from yamori.web.account.json_body import json_body, text_in
from yamori.web.account_port import AccountPort, Address, Admitted, TurnedAway, Visitor
from yamori.web.look import HEADERS, Look
from yamori.web.problems import PageProblem
from yamori.web.shell import Shell


class SignInPages:
    def __init__(self, port: AccountPort, look: Look, shell: Shell) -> None:
        self._port = port
        self._frame = Frame(port, look, shell)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/sign-in", self.page, methods=["GET"])
        router.add_api_route("/sign-in", self.sign_in, methods=["POST"])
        router.add_api_route("/sign-in/passkey/options", self.passkey_options, methods=["POST"])
        router.add_api_route("/sign-in/passkey", self.passkey, methods=["POST"])
        router.add_api_route("/sign-out", self.sign_out, methods=["POST"])
        router.add_api_route("/invitation/{secret}", self.invitation, methods=["GET"])
        router.add_api_route("/invitation/{secret}", self.accept, methods=["POST"])
        router.add_api_route("/pair/{secret}", self.pairing, methods=["GET"])
        router.add_api_route("/pair/{secret}", self.pair, methods=["POST"])
        return router

    @allowed(Who.ANYBODY)
    async def page(self, request: Request) -> Response:
        """The form; `?next=` is where to go on. A shared device whose last visitor's session has ended is a shared device again."""
        shared = self._port.cookies.read(request, self._port.cookies.shared)
        if CALLER.get().via is None and shared is not None and await self._port.is_shared(shared):
            return self._frame.admitted(Admitted(session=shared), local_path(request.query_params.get("next", "/")))
        return await self._page(request, next=request.query_params.get("next", "/"))

    @allowed(Who.ANYBODY)
    async def sign_in(self, request: Request) -> Response:
        """With name and password."""
        sent: Mapping[str, str] = {}
        try:
            sent = await self._frame.tokens.read(request)
            found = await self._port.sign_in(sent.get("name", "")[:200], sent.get("password", ""), self._visitor(request))
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem, next=sent.get("next", "/"), name=sent.get("name", ""))
        if isinstance(found, TurnedAway):
            return await self._page(request, problem=found, next=sent.get("next", "/"), name=sent.get("name", ""))
        return self._frame.admitted(found, local_path(sent.get("next", "/")))

    @allowed(Who.ANYBODY)
    async def sign_out(self, request: Request) -> Response:
        """Ends the session, here and in the house. At a shared device it is the device's again."""
        try:
            await self._frame.tokens.read(request)
        except PageProblem as problem:
            return await self._page(request, problem=problem)
        await self._port.sign_out()
        cookies = self._port.cookies
        shared = cookies.read(request, cookies.shared)
        if shared is not None and await self._port.is_shared(shared):
            return self._frame.admitted(Admitted(session=shared), "/")
        response = RedirectResponse("/sign-in", status_code=303, headers=HEADERS)
        cookies.drop(response, cookies.session)
        cookies.drop(response, cookies.shared)
        return response

    @allowed(Who.ANYBODY)
    async def passkey_options(self, request: Request) -> Response:
        try:
            form = self._frame.tokens.check(request, text_in(await json_body(request), FIELD))
            offered = await self._port.offer_sign_in(form, self._address(request))
        except (PageProblem, YamoriError) as problem:
            return self._said_as_json(request, problem)
        return Response(offered, media_type="application/json", headers=HEADERS)

    @allowed(Who.ANYBODY)
    async def passkey(self, request: Request) -> Response:
        """The browser's answer; says where to go on."""
        try:
            sent = await json_body(request)
            form = self._frame.tokens.check(request, text_in(sent, FIELD))
            answer = sent.get("credential")
            if not isinstance(answer, dict):
                raise InvalidRequest("this passkey was not accepted", where="passkey")
            found = await self._port.sign_in_by_passkey(answer, form=form, address=self._address(request), visitor=self._visitor(request))
        except (PageProblem, YamoriError) as problem:
            return self._said_as_json(request, problem)
        if isinstance(found, TurnedAway):
            return self._said_as_json(request, found)
        to = local_path(text_in(sent, "next"))
        response = JSONResponse({"next": to}, headers=HEADERS)
        for header, value in self._frame.admitted(found, to).raw_headers:
            if header == b"set-cookie":
                response.raw_headers.append((header, value))
        return response

    @allowed(Who.LINK)
    async def invitation(self, request: Request, secret: str) -> Response:
        return await self._invitation(request, secret)

    @allowed(Who.LINK)
    async def accept(self, request: Request, secret: str) -> Response:
        """Whoever was invited chooses a password, and is signed in."""
        try:
            sent = await self._frame.tokens.read(request)
            if sent.get("password", "") != sent.get("again", ""):
                raise PageProblem("account.not_same")
            admitted = await self._port.accept(secret, sent.get("password", ""), self._visitor(request))
        except (PageProblem, YamoriError) as problem:
            return await self._invitation(request, secret, problem)
        return self._frame.admitted(admitted, "/")

    @allowed(Who.LINK)
    async def pairing(self, request: Request, secret: str) -> Response:
        return await self._pairing(request, secret)

    @allowed(Who.LINK)
    async def pair(self, request: Request, secret: str) -> Response:
        """This browser becomes the paired device."""
        try:
            await self._frame.tokens.read(request)
            admitted = await self._port.take_pairing(secret, self._visitor(request))
        except (PageProblem, YamoriError) as problem:
            return await self._pairing(request, secret, problem)
        return self._frame.admitted(admitted, "/")

    async def _page(
        self, request: Request, *, problem: PageProblem | YamoriError | TurnedAway | None = None, next: str = "/", name: str = ""
    ) -> Response:
        says, status = self._frame.says(request, problem) if problem is not None else ("", 200)
        return await self._frame.page(
            request,
            "sign_in.html",
            status=status,
            problem=says,
            next=local_path(next),
            name=name[:100],
            has_accounts=await self._port.has_accounts(),
            takes_passkeys=self._port.takes_passkeys(self._address(request)),
            signed_in=CALLER.get().person if CALLER.get().session else None,
        )

    async def _invitation(self, request: Request, secret: str, problem: PageProblem | YamoriError | None = None) -> Response:
        found = await self._port.invitation(secret)
        says, status = self._frame.says(request, problem) if problem is not None else ("", 200 if found else 404)
        return await self._frame.page(request, "invitation.html", status=status, problem=says, link=found)

    async def _pairing(self, request: Request, secret: str, problem: PageProblem | YamoriError | None = None) -> Response:
        found = await self._port.pairing(secret)
        says, status = self._frame.says(request, problem) if problem is not None else ("", 200 if found else 404)
        return await self._frame.page(request, "pairing.html", status=status, problem=says, link=found)

    def _said_as_json(self, request: Request, problem: PageProblem | YamoriError | TurnedAway) -> Response:
        says, status = self._frame.says(request, problem)
        return JSONResponse({"says": says}, status_code=status, headers=HEADERS)

    def _visitor(self, request: Request) -> Visitor:
        return visitor_of(request, self._port.cookies, CLIENT.get())

    def _address(self, request: Request) -> Address:
        return self._port.address(str(request.base_url))
