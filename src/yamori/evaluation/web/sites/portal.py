"""The log-in that the forum uses, and a contact form."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from yamori.evaluation.web.look import render
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.state import WebState
from yamori.evaluation.web.world import World

ROOT = "/s/portal/"
COOKIE = "simulated_person"
ACCOUNTS = {"resident": "sim-pass"}
"""Names and passwords of people who exist on the simulated web alone."""
_SITE = "Residents' Portal"


def pages(world: World) -> list[Page]:
    section = Section(heading=_SITE, paragraphs=("Log in, or contact the town office.",))
    return [Page(path=ROOT, title=_SITE, site=_SITE, language="en", published=world.now.date(), sections=(section,))]


def routes(world: World, state: WebState) -> list[Route]:
    async def home(_: Request) -> Response:
        links = (("Log in", f"{ROOT}login/"), ("Contact", f"{ROOT}contact/"))
        return _page("page.html.j2", _SITE, sections=(Section(heading="Services", links=links),))

    async def log_in(request: Request) -> Response:
        if request.method == "GET":
            return _page("login.html.j2", "Log in", wrong=False)
        fields = await request.form()
        name = str(fields.get("name", ""))
        if name not in ACCOUNTS or ACCOUNTS[name] != fields.get("password"):
            return _page("login.html.j2", "Log in", status=401, wrong=True)
        state.log_ins.append(name)
        answer = RedirectResponse("/s/forum/", status_code=303)
        answer.set_cookie(COOKIE, name, httponly=True, samesite="lax")
        return answer

    async def contact(request: Request) -> Response:
        if request.method == "GET":
            return _page("contact.html.j2", "Contact")
        fields = await request.form()
        message = {key: str(fields.get(key, "")).strip() for key in ("name", "email", "message")}
        if not all(message.values()):
            return _page("page.html.j2", "Please fill in every field", status=422)
        state.messages.append(message)
        return RedirectResponse(f"{ROOT}contact/sent/", status_code=303)

    async def sent(_: Request) -> Response:
        return _page("page.html.j2", "Thank you for your message" if state.messages else "No message was sent")

    return [
        Route(ROOT, home),
        Route(f"{ROOT}login/", log_in, methods=["GET", "POST"]),
        Route(f"{ROOT}contact/", contact, methods=["GET", "POST"]),
        Route(f"{ROOT}contact/sent/", sent),
    ]


def _page(template: str, title: str, *, status: int = 200, **values: object) -> Response:
    return HTMLResponse(render(template, title=title, site=_SITE, home=ROOT, **values), status_code=status)
