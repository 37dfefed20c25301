"""`/account`: what somebody who is signed in sees and changes of their account, and how an adult lets others in.

What opens something new (a token, a link, a passkey) asks for the password again: a session alone, found or stolen, makes none.
"""

import io
from collections.abc import Mapping
from datetime import date

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from markupsafe import Markup

from yamori.agentkit.access import CALLER, allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope, Via
from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.web.account.forms import FIELD
from yamori.web.account.frame import Frame
from yamori.web.account.json_body import json_body, text_in
from yamori.web.account_port import AccountPort, Address, TurnedAway
from yamori.web.look import HEADERS, Look
from yamori.web.problems import PageProblem
from yamori.web.shell import Shell

_NOTICES = frozenset({"password", "session", "token_revoked", "link_revoked", "passkey", "passkey_removed"})
_SCOPES = tuple(scope.value for scope in Scope)


class AccountPages:
    def __init__(self, port: AccountPort, look: Look, shell: Shell) -> None:
        self._port = port
        self._frame = Frame(port, look, shell)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/account", self.page, methods=["GET"])
        router.add_api_route("/account/password", self.password, methods=["POST"])
        router.add_api_route("/account/sessions/{id}/end", self.end_session, methods=["POST"])
        router.add_api_route("/account/tokens", self.add_token, methods=["POST"])
        router.add_api_route("/account/tokens/{id}/revoke", self.revoke_token, methods=["POST"])
        router.add_api_route("/account/invitations", self.invite, methods=["POST"])
        router.add_api_route("/account/pairings", self.pair, methods=["POST"])
        router.add_api_route("/account/links/{id}/revoke", self.revoke_link, methods=["POST"])
        router.add_api_route("/account/passkeys/options", self.passkey_options, methods=["POST"])
        router.add_api_route("/account/passkeys", self.add_passkey, methods=["POST"])
        router.add_api_route("/account/passkeys/{id}/remove", self.remove_passkey, methods=["POST"])
        return router

    @allowed(Who.ANYBODY)
    async def page(self, request: Request) -> Response:
        """Whoever is not signed in is led to where one signs in."""
        if CALLER.get().via is not Via.SESSION:
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"/sign-in{query}", status_code=303, headers=HEADERS)
        done = request.query_params.get("done", "")
        return await self._page(request, notice=done if done in _NOTICES else "")

    @allowed(Who.GUEST, Scope.ADMIN, owner=Owner.PERSON)
    async def password(self, request: Request) -> Response:
        try:
            sent = await self._frame.tokens.read(request)
            if sent.get("new", "") != sent.get("again", ""):
                raise PageProblem("account.not_same")
            refused = await self._port.change_password(sent.get("password", ""), sent.get("new", ""), tokens=sent.get("tokens") == "on")
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        return await self._page(request, problem=refused) if refused else _done("password")

    @allowed(Who.GUEST, Scope.ADMIN, owner=Owner.PERSON)
    async def end_session(self, request: Request, id: str) -> Response:
        try:
            await self._frame.tokens.read(request)
            await self._port.end_session(id)
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        return _done("session")

    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def add_token(self, request: Request) -> Response:
        """The token stands on the page that answers, and on no other."""
        try:
            sent = await self._frame.tokens.read(request)
            scopes = [scope for scope in _SCOPES if sent.get(f"scope-{scope}") == "on"]
            made = await self._port.add_token(sent.get("name", ""), scopes, password=sent.get("password", ""))
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        return await self._page(request, problem=made) if isinstance(made, TurnedAway) else await self._page(request, token=made)

    @allowed(Who.ADULT, Scope.ADMIN, owner=Owner.PERSON)
    async def revoke_token(self, request: Request, id: str) -> Response:
        try:
            await self._frame.tokens.read(request)
            await self._port.revoke_token(id)
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        return _done("token_revoked")

    @allowed(Who.ADULT, Scope.ADMIN)
    async def invite(self, request: Request) -> Response:
        """The link stands on the page that answers, and on no other."""
        try:
            sent = await self._frame.tokens.read(request)
            made = await self._port.invite(
                sent.get("person", ""), guest=sent.get("guest", ""), until=_day(sent.get("until", "")), password=sent.get("password", "")
            )
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        if isinstance(made, TurnedAway):
            return await self._page(request, problem=made)
        return await self._page(request, link=f"{self._address(request).url}/invitation/{made}", link_kind="invitation")

    @allowed(Who.ADULT, Scope.ADMIN)
    async def pair(self, request: Request) -> Response:
        try:
            sent = await self._frame.tokens.read(request)
            made = await self._port.pair(sent.get("person", ""), sent.get("room", ""), password=sent.get("password", ""))
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        if isinstance(made, TurnedAway):
            return await self._page(request, problem=made)
        return await self._page(request, link=f"{self._address(request).url}/pair/{made}", link_kind="pairing")

    @allowed(Who.ADULT, Scope.ADMIN)
    async def revoke_link(self, request: Request, id: str) -> Response:
        try:
            await self._frame.tokens.read(request)
            await self._port.revoke_link(id)
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        return _done("link_revoked")

    @allowed(Who.GUEST, Scope.ADMIN, owner=Owner.PERSON)
    async def passkey_options(self, request: Request) -> Response:
        """What the browser makes a passkey from."""
        try:
            sent = await json_body(request)
            form = self._frame.tokens.check(request, text_in(sent, FIELD))
            offered = await self._port.offer_passkey(form, self._address(request), password=text_in(sent, "password"))
        except (PageProblem, YamoriError) as problem:
            return self._said_as_json(request, problem)
        if isinstance(offered, TurnedAway):
            return self._said_as_json(request, offered)
        return Response(offered, media_type="application/json", headers=HEADERS)

    @allowed(Who.GUEST, Scope.ADMIN, owner=Owner.PERSON)
    async def add_passkey(self, request: Request) -> Response:
        try:
            sent = await json_body(request)
            form = self._frame.tokens.check(request, text_in(sent, FIELD))
            answer = sent.get("credential")
            if not isinstance(answer, dict):
                raise InvalidRequest("this passkey was not accepted", where="passkey")
            await self._port.add_passkey(answer, name=text_in(sent, "name"), form=form, address=self._address(request))
        except (PageProblem, YamoriError) as problem:
            return self._said_as_json(request, problem)
        return JSONResponse({"next": "/account?done=passkey"}, headers=HEADERS)

    @allowed(Who.GUEST, Scope.ADMIN, owner=Owner.PERSON)
    async def remove_passkey(self, request: Request, id: str) -> Response:
        try:
            await self._frame.tokens.read(request)
            await self._port.remove_passkey(id)
        except (PageProblem, YamoriError) as problem:
            return await self._page(request, problem=problem)
        return _done("passkey_removed")

    async def _page(
        self,
        request: Request,
        *,
        problem: PageProblem | YamoriError | TurnedAway | None = None,
        notice: str = "",
        token: str = "",
        link: str = "",
        link_kind: str = "",
    ) -> Response:
        says, status = self._frame.says(request, problem) if problem is not None else ("", 200)
        try:
            account = await self._port.account()
        except YamoriError as lost:
            says, status = self._frame.says(request, problem or lost)
            return JSONResponse({"error": {"message": says, "where": "", "nearest": []}}, status_code=status, headers=HEADERS)
        address = self._address(request)
        values: Mapping[str, object] = {
            "account": account,
            "notice": notice,
            "token": token,
            "link": link,
            "link_kind": link_kind,
            "picture": qr_picture(link) if link else "",
            "scopes": _SCOPES,
            "takes_passkeys": self._port.takes_passkeys(address),
            "is_here_alone": any(name in address.url for name in ("//127.", "//localhost", "//[::1]")),
        }
        return await self._frame.page(request, "account.html", status=status, problem=says, **values)

    def _said_as_json(self, request: Request, problem: PageProblem | YamoriError | TurnedAway) -> Response:
        says, status = self._frame.says(request, problem)
        return JSONResponse({"says": says}, status_code=status, headers=HEADERS)

    def _address(self, request: Request) -> Address:
        return self._port.address(str(request.base_url))


def qr_picture(link: str) -> Markup:
    """As SVG within the page, dark on light whatever the page's colours are, since cameras want it so."""
    import segno

    drawn = io.BytesIO()
    code = segno.make_qr(link, error="m")
    code.save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        dark="#000",
        light="#fff",
        border=4,
        scale=1,
        omitsize=True,
        svgclass="qr",
        lineclass=None,
    )
    return Markup(drawn.getvalue().decode())


def _done(what: str) -> Response:
    return RedirectResponse(f"/account?done={what}", status_code=303, headers=HEADERS)


def _day(given: str) -> date | None:
    if not given:
        return None
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise PageProblem("problem.no_day", given=given[:30]) from None
