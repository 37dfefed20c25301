"""A neighbourhood forum; who has logged in may post, and posts land in the state."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from yamori.evaluation.web.look import render
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.sites.portal import COOKIE
from yamori.evaluation.web.state import WebState
from yamori.evaluation.web.world import World

ROOT = "/s/forum/"
_SITE = "Neighbours' Forum"
_LONGEST = 5000


def pages(world: World) -> list[Page]:
    section = Section(heading=_SITE, paragraphs=("Questions and answers among neighbours.",))
    return [Page(path=ROOT, title=_SITE, site=_SITE, language="en", published=world.now.date(), sections=(section,))]


def routes(world: World, state: WebState) -> list[Route]:
    async def forum(request: Request) -> Response:
        if request.method == "GET":
            return _page("forum.html.j2", _SITE, posts=state.posts, person=request.cookies.get(COOKIE))
        person = request.cookies.get(COOKIE)
        if person is None or person not in state.log_ins:
            return RedirectResponse("/s/portal/login/", status_code=303)
        fields = await request.form()
        title, text = str(fields.get("title", "")).strip(), str(fields.get("text", "")).strip()
        if not title or not text or len(title) + len(text) > _LONGEST:
            return _page("page.html.j2", "A post needs a title and a text", status=422)
        state.posts.append({"by": person, "title": title, "text": text})
        return RedirectResponse(ROOT, status_code=303)

    return [Route(ROOT, forum, methods=["GET", "POST"])]


def _page(template: str, title: str, *, status: int = 200, **values: object) -> Response:
    return HTMLResponse(render(template, title=title, site=_SITE, home=ROOT, **values), status_code=status)
