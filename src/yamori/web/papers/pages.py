"""`/papers`: the household's papers to ask, to read, to add to and to take away."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.requests import ClientDisconnect

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound, YamoriError
from yamori.web.form import person_in
from yamori.web.look import HEADERS, Look, Reader, answered, reader_of
from yamori.web.paper_port import Coming, PaperPort, PaperSeen, Standing
from yamori.web.papers.arriving import LINES, Arriving, brought, refusal, said_of
from yamori.web.papers.asking import LONGEST, Asking, question_in
from yamori.web.papers.form import Brought
from yamori.web.papers.originals import sent
from yamori.web.papers.places import WINDOW, paper_address, topic_address
from yamori.web.papers.reading import blocks
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.shell import Shell
from yamori.web.streams import Stream
from yamori.web.words import all_words

_MOST_SHOWN = 1_000
"""Papers of one topic on its page."""


class PaperPages:
    """Every route of the view."""

    def __init__(self, papers: PaperPort, ports: Ports, look: Look) -> None:
        """`doors` say who lives here."""
        self._papers = papers
        self._ports = ports
        self._look = look
        self._shell = Shell(ports, look)
        self._asking = Asking(papers, look)
        self._arriving = Arriving(papers, look)

    def router(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        router.add_api_route("/papers", self.library, methods=["GET"])
        router.add_api_route("/papers", self.add, methods=["POST"], response_model=None)
        router.add_api_route("/papers/ask", self.ask, methods=["GET"], response_model=None)
        router.add_api_route("/ui/papers/coming", self.coming, methods=["GET"])
        router.add_api_route("/papers/{topic}", self.topic, methods=["GET"])
        router.add_api_route("/papers/{topic}", self.add, methods=["POST"], response_model=None)
        router.add_api_route("/papers/{topic}/{paper:int}", self.paper, methods=["GET"])
        router.add_api_route("/papers/{topic}/{paper:int}/file", self.file, methods=["GET"])
        router.add_api_route("/papers/{topic}/{paper:int}/remove", self.remove, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def library(self, request: Request) -> Response:
        """The page to ask and to browse; with `?question=` it holds the answer, with `?open=` it leads on to that topic."""
        if wanted := request.query_params.get("open", "").strip():
            return RedirectResponse(topic_address(wanted), status_code=303, headers=HEADERS)
        return await self._library(request)

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def ask(self, request: Request) -> Response | Stream:
        """The answer as it comes. A topic may be called `ask`, too: nothing is asked of its page."""
        if "question" not in request.query_params:
            return await self.topic(request, "ask")
        return self._asking.stream(request, self._asker())

    def _asker(self) -> str:
        """Who looks at the page, never a parameter's word."""
        return person_in({}, self._ports.people)

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def topic(self, request: Request, topic: str) -> Response:
        """The papers of one topic. One that there is not yet has none, and comes to be with its first paper."""
        return await self._topic(request, topic)

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def paper(self, request: Request, topic: str, paper: int) -> Response:
        """A paper to read, at the passage that `?at=` names."""
        reader = reader_of(request)
        try:
            known = await self._papers.paper(topic, paper, reader.language)
            at = request.query_params.get("at", "")
            start = int(at) // WINDOW * WINDOW if at.isascii() and at.isdigit() and len(at) < 9 else 0
            start = min(start, max(0, known.passages - 1) // WINDOW * WINDOW)
            passages = await self._papers.passages(topic, paper, start=start, limit=WINDOW)
            original = await self._papers.original(topic, paper)
        except YamoriError as problem:
            return await self._lost(request, problem)
        return await self._page(
            request,
            "papers/paper.html",
            paper=known,
            blocks=blocks(passages, title=known.title),
            start=start,
            window=WINDOW,
            original=original is not None,
        )

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def file(self, request: Request, topic: str, paper: int) -> Response:
        """The original."""
        try:
            known = await self._papers.paper(topic, paper, reader_of(request).language)
            file = await self._papers.original(topic, paper)
            if file is None:
                raise NotFound("its file is not there any more", where="paper")
            return await sent(known, file)
        except YamoriError as problem:
            return await self._lost(request, problem)

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def remove(self, request: Request, topic: str, paper: int) -> Response:
        """Take a paper away that was added here; leads back to its topic."""
        words = self._look.words(reader_of(request).language)
        try:
            await self._papers.remove(topic, paper)
        except NotFound:
            pass  # gone already, which is what was wanted
        except InvalidRequest as problem:
            text = words("papers.not_removable") if problem.where == "origin" else str(problem)
            return await self._topic(request, topic, problem=text, status=409)
        except YamoriError as problem:
            return await self._topic(request, topic, problem=words("papers.not_kept", why=problem), status=status_of(problem))
        return RedirectResponse(topic_address(topic), status_code=303, headers=HEADERS)

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def add(self, request: Request, topic: str = "") -> Response:
        """Files of a form become papers of the topic that the address or the form names; whoever accepts `LINES` sees each step."""
        reader = reader_of(request)
        lines = LINES in request.headers.get("accept", "")
        taken: Brought | None = None
        try:
            if topic:
                await self._papers.papers(topic, reader.language)  # no name of a topic, no file taken in
            taken = await brought(request, self._papers)
            topic = topic or topic_named(taken.said("topic"))
            await self._papers.papers(topic, reader.language)
            if not taken.files:
                raise PageProblem("papers.no_files")
        except (PageProblem, YamoriError) as problem:
            if taken is not None:
                await taken.close()
            text, status = refusal(problem, self._look.words(reader.language), most=self._papers.most_bytes)
            if lines:
                return Response(text, status_code=status, media_type="text/plain; charset=utf-8", headers=HEADERS)
            return await self._topic(request, topic, problem=text, status=status)
        except ClientDisconnect:
            return Response(status_code=400)
        if lines:
            return self._arriving.streamed(taken, topic, reader)
        return await self._topic(request, topic, arrived=await self._arriving.kept(taken, topic, reader))

    @allowed(Who.FAMILY, Scope.PAPERS)
    async def coming(self, request: Request) -> Response:
        """What is being read now, as a fragment."""
        return answered(await self._coming(reader_of(request)))

    async def _coming(self, reader: Reader) -> str:
        try:
            coming, failed = await self._papers.coming(reader.language), await self._papers.failed(reader.language)
        except YamoriError as problem:
            return self._look.render("problem.html", reader=reader, text=str(problem), nearest=())
        return self._look.render("papers/coming.html", reader=reader, coming=coming, failed=failed, **self._namers(reader))

    async def _library(self, request: Request) -> Response:
        reader = reader_of(request)
        answer, text, before = "", "", ""
        try:
            question = question_in(request, self._asker())
            if question is not None:
                text, before = question.text, question.before
                answer = await self._asking.answer(question, reader)
        except PageProblem as problem:
            text, answer = request.query_params.get("question", "")[: LONGEST * 2], self._asking.trouble(problem, reader)
        try:
            topics, problem_text = await self._papers.topics(), ""
        except YamoriError as problem:
            topics, problem_text = (), str(problem)
        return await self._page(
            request,
            "papers/library.html",
            topics=topics,
            chosen=frozenset(request.query_params.getlist("topic")),
            question=text,
            before=before,
            history="history" in request.query_params or not text,
            answer=Markup(answer),
            longest=LONGEST,
            coming=Markup(await self._coming(reader)),
            problem=problem_text,
        )

    async def _topic(
        self, request: Request, topic: str, *, arrived: Sequence[Coming] = (), problem: str = "", status: int = 200
    ) -> Response:
        reader = reader_of(request)
        papers: Sequence[PaperSeen] = ()
        try:
            papers = await self._papers.papers(topic, reader.language)
        except YamoriError as trouble:
            if not problem:
                problem, status = refusal(trouble, self._look.words(reader.language), most=self._papers.most_bytes)
            topic = ""
        ordered = sorted(papers, key=lambda p: (p.standing is not Standing.FAILED, p.title.casefold()))
        return await self._page(
            request,
            "papers/topic.html",
            status=status,
            topic=topic,
            papers=ordered[:_MOST_SHOWN],
            of=len(papers),
            arrived=arrived,
            problem=problem,
        )

    async def _lost(self, request: Request, problem: YamoriError) -> Response:
        words = self._look.words(reader_of(request).language)
        gone = isinstance(problem, NotFound)
        text = words("papers.gone") if gone else words("papers.not_kept", why=problem)
        return await self._page(request, "papers/lost.html", status=404 if gone else status_of(problem), problem=text)

    async def _page(self, request: Request, template: str, *, status: int = 200, **values: object) -> Response:
        here = request.url.path if request.method == "GET" else "/papers"
        namers = self._namers(reader_of(request))
        given = {**namers, **values}
        most = {"most": self._papers.most_bytes, "most_picture": self._papers.most_bytes_of("photo.jpg")}
        return await self._shell.page(request, template, {**given, **most}, here=here, status=status)

    def _namers(self, reader: Reader) -> Mapping[str, Callable[..., str]]:
        words = self._look.words(reader.language)
        return {
            "topic_name": lambda topic: words.either(f"topic.{topic}", topic),
            "title_of": lambda paper: (
                words.either(f"papers.starter_{PurePath(paper.name).stem}", paper.title) if paper.origin == "starter" else paper.title
            ),
            "topic_address": topic_address,
            "paper_address": paper_address,
            "said_of": lambda coming: said_of(coming, words),
        }


def topic_named(said: str) -> str:
    """The topic that a person calls so on a page: `家のこと` is `household`; any other name is one of its own."""
    wanted = " ".join(said.split()).casefold()
    for words in all_words().values():
        for key, name in words.sentences.items():
            if key.startswith("topic.") and name.casefold() == wanted:
                return key.removeprefix("topic.")
    return said
