"""Asking the papers: what was asked, and the answer as it comes, first what a search finds, then what answers."""

from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import Request
from sse_starlette import ServerSentEvent

from yamori.domain.errors import NotFound, YamoriError
from yamori.domain.language import language_of
from yamori.web.look import HEADERS, Look, Reader, reader_of
from yamori.web.paper_port import PaperPort, PlaceSeen, Question
from yamori.web.papers.places import place_address
from yamori.web.problems import PageProblem
from yamori.web.streams import Stream
from yamori.web.words import Words

LONGEST = 1_000
"""Characters of a question."""
_MOST_TOPICS = 50


def question_in(request: Request, person: str) -> Question | None:
    """What the form asks for the person; None where it asks nothing. Raises `PageProblem` for what is too long or no text."""
    given = request.query_params
    text = " ".join(given.get("question", "").split())
    if not text:
        return None
    if len(text) > LONGEST:
        raise PageProblem("problem.long", status=422, count=f"{len(text):,}", most=f"{LONGEST:,}")
    if not text.isprintable():
        raise PageProblem("problem.control")
    before = " ".join(given.get("before", "").split())[:LONGEST] if "history" in given else ""
    return Question(text=text, topics=tuple(dict.fromkeys(given.getlist("topic")))[:_MOST_TOPICS], before=before, person=person)


class Asking:
    """Answers, as fragments and as a stream of them."""

    def __init__(self, papers: PaperPort, look: Look) -> None:
        self._papers = papers
        self._look = look

    async def answer(self, question: Question, reader: Reader) -> str:
        """The whole answer; what went wrong, where something did."""
        try:
            found = await self._papers.answer(question)
        except YamoriError as problem:
            return self.trouble(problem, reader)
        return self._render("answer", reader, answer=found)

    def stream(self, request: Request, person: str) -> Stream:
        """`GET /papers/ask`: the events `evidence` and `answer`, each a fragment, once."""
        return Stream(self._messages(request, person, reader_of(request)), headers=HEADERS)

    async def _messages(self, request: Request, person: str, reader: Reader) -> AsyncIterator[ServerSentEvent]:
        try:
            question = question_in(request, person)
            if question is None:
                raise PageProblem("papers.ask_something")
        except PageProblem as problem:
            yield ServerSentEvent(event="answer", data=self.trouble(problem, reader))
            return
        with suppress(YamoriError):  # the answer says what is wrong
            evidence = await self._papers.evidence(question)
            yield ServerSentEvent(event="evidence", data=self._render("evidence", reader, evidence=evidence))
        yield ServerSentEvent(event="answer", data=await self.answer(question, reader))

    def trouble(self, problem: PageProblem | YamoriError, reader: Reader) -> str:
        words = self._look.words(reader.language)
        match problem:
            case PageProblem():
                text = words(problem.key, **problem.fill)
            case NotFound(where="topic"):
                text = words("papers.no_topic")
            case _:
                text = words("papers.not_asked", why=problem)
        return self._look.render("problem.html", reader=reader, text=text, nearest=())

    def _render(self, name: str, reader: Reader, **values: object) -> str:
        words = self._look.words(reader.language)

        def named(place: PlaceSeen) -> str:
            return named_place(place, words)

        def lang(text: str) -> str:
            return language_of(text).value

        return self._look.render(f"papers/{name}.html", reader=reader, address=place_address, named=named, lang=lang, **values)


def named_place(place: PlaceSeen, words: Words) -> str:
    """`Oven manual, p. 12, “Cleaning”, the maker`: a source as people name it. An entry is named by its question."""
    parts = [words("papers.entry", question=place.question) if place.question else place.title]
    if place.page is not None:
        parts.append(words("papers.page", number=place.page))
    if place.headings and place.headings[-1] != place.title and not place.question:
        parts.append(words("papers.heading", heading=place.headings[-1]))
    if place.says or place.question:
        parts.append(place.says or place.title)
    return words("papers.between").join(parts)
