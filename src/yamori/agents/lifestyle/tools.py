"""What the Life-Style agent can do. Answers are decided in `answering`, files are read in `intake`."""

from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from yamori.agentkit.argument_types import RowId
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.lifestyle.answering import Answered, Answering, Asked
from yamori.agents.lifestyle.finding import Finding
from yamori.agents.lifestyle.intake import Intake, Step
from yamori.agents.lifestyle.rules.belonging import of_the_household
from yamori.agents.lifestyle.rules.dishes import dishes_of, judged, named_in
from yamori.agents.lifestyle.rules.following import complete
from yamori.agents.lifestyle.rules.recipes import is_of_food
from yamori.agents.lifestyle.rules.topics import DEFAULT
from yamori.agents.lifestyle.rules.view import constraint_view, hit_view, judged_view, paper_view, place_view
from yamori.agents.lifestyle.starting import Starting
from yamori.agents.lifestyle.store import Hit, Origin, Papers
from yamori.domain.access import Access, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.understanding.eating.constraints import constraints_of, constraints_said, wants_food
from yamori.understanding.eating.limits import Limit, limits_of, limits_text, of_whom_is_asked, warning_text

MOST_FOUND = 50
MOST_PAPERS = 2
"""Of which all dishes are looked at."""
CONVERSATIONS = 500
"""Of how many the last question is remembered, in memory alone."""
Text = Annotated[str, Field(min_length=1, max_length=2_000)]
Names = Annotated[list[str], Field(max_length=50)]


class PaperTools:
    """Bound to one household's papers. They are the household's: everybody in it may read all of them."""

    access = Access(who=Who.FAMILY, scope=Scope.PAPERS)

    def __init__(self, papers: Papers, intake: Intake, finding: Finding, answering: Answering, starting: Starting) -> None:
        self._papers = papers
        self._intake = intake
        self._finding = finding
        self._answering = answering
        self._starting = starting
        self._asked: OrderedDict[str, str] = OrderedDict()

    @tool(effect=Effect.READ)
    async def answer_question(
        self,
        question: Text,
        topics: Names | None = None,
        constraints: Names | None = None,
        conversation: str = "",
        remember: bool = True,
        *,
        call: Call,
    ) -> ToolResult:
        """Answer a question of daily life from the household's papers, quoted with its sources, or say that it is not in them. `topics`
        limits where to look; `constraints` (egg, buckwheat, salt, ...) is what the person must not eat. `reading` tells that papers are
        still being read, so that what is not found may yet come. With `conversation`, a question
        such as "and in winter?" is understood from the one before; `remember` says whether this one is kept for that."""
        said = complete(question, self._asked.get(conversation, "") if conversation else "")
        if conversation and remember:
            self._asked.pop(conversation, None)
            self._asked[conversation] = said
            if len(self._asked) > CONVERSATIONS:
                self._asked.popitem(last=False)
        language = language_of(question)
        limits = limits_of(call.task.facts)
        held = {c.name: c for c in (*constraints_of(constraints or ()), *constraints_said(said), *(limit.constraint for limit in limits))}
        asked = Asked(
            question=said,
            language=language,
            topics=tuple(topics or ()),
            constraints=tuple(held.values()),
            turn=call.task.turn,
            model=call.task.model,
        )
        reading = await self._starting.reading()  # before it is looked for: what is read meanwhile may have come too late
        answered = await self._answering.answer(asked)
        view = _viewed(said, language, answered, reading=reading)
        return ToolResult(value={**view, "health": _of_health(said, answered, limits, language)})

    @tool(effect=Effect.READ)
    async def judge_dishes(self, question: Text, constraints: Names | None = None, only_unfit: bool = False, *, call: Call) -> ToolResult:
        """Of the dishes in the household's own papers that a question is about: which hold nothing that somebody must not eat, and which
        do, by what is written of each. `constraints` (egg, buckwheat, salt, ...) is what must not be eaten, beside what is remembered;
        `only_unfit` asks for those that must not be eaten alone."""
        limits = limits_of(of_whom_is_asked(call.task.facts, question))
        held = {c.name: c for c in (*constraints_of(constraints or ()), *(limit.constraint for limit in limits))}
        papers: dict[int, Hit] = {}
        for hit in of_the_household(await self._finding.found(question, limit=MOST_FOUND)):
            if is_of_food(hit):
                papers.setdefault(hit.paper.id, hit)
        found: list[Value] = []
        sources: list[Value] = []
        for hit in list(papers.values())[:MOST_PAPERS]:
            rows = [row.passage for row in await self._papers.passages(hit.paper.topic, hit.paper.id)]
            dishes = judged(named_in(question, dishes_of(rows, hit.paper.title)), tuple(held.values()))
            found += [judged_view(one, len(sources) + 1, language_of(question)) for one in dishes]
            sources.append({**place_view(hit), "headings": []})
        because: list[Value] = list(dict.fromkeys(limit.because for limit in limits))
        unsure: list[Value] = [c.called(language_of(question)) for c in held.values() if not c.listed]
        view: dict[str, Value] = {"question": question, "dishes": found, "sources": sources, "because": because, "unsure": unsure}
        return ToolResult(value={**view, "only_unfit": only_unfit})

    @tool(effect=Effect.READ)
    async def search_papers(
        self, query: Text, topics: Names | None = None, limit: Annotated[int, Field(ge=1, le=MOST_FOUND)] = 5, *, call: Call
    ) -> ToolResult:
        """The passages of the household's papers that fit a query best, with where they stand."""
        hits = await self._finding.found(query, topics=topics or (), limit=limit)
        return ToolResult(value={"query": query, "passages": [hit_view(h) for h in hits]})

    @tool(effect=Effect.READ)
    async def list_topics(self, *, call: Call) -> ToolResult:
        """The topics, with how many papers and passages each holds."""
        papers = await self._papers.all()
        count, passages = Counter(p.topic for p in papers), Counter[str]()
        for paper in papers:
            passages[paper.topic] += paper.passages
        found: list[Value] = [{"topic": t, "papers": count[t], "passages": passages[t]} for t in self._papers.topics()]
        return ToolResult(value={"topics": found})

    @tool(effect=Effect.READ)
    async def list_papers(self, topic: str | None = None, *, call: Call) -> ToolResult:
        """The papers of a topic, or all: their names, how long they are, and what could not be read."""
        found: list[Value] = [paper_view(p) for p in await self._papers.all([topic] if topic else ())]
        return ToolResult(value={"papers": found})

    @tool(effect=Effect.READ)
    async def read_paper(
        self,
        topic: str,
        paper: RowId,
        start: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0,
        limit: Annotated[int, Field(ge=1, le=200)] = 20,
        *,
        call: Call,
    ) -> ToolResult:
        """The passages of one paper in its order, from number `start` on."""
        known = await self._papers.paper(topic, paper)
        rows = (await self._papers.passages(topic, paper))[start : start + limit]
        shown: list[Value] = [
            {
                "passage": r.number,
                "page": r.passage.page,
                "headings": list(r.passage.headings),
                "question": r.passage.question,
                "text": r.passage.text,
            }
            for r in rows
        ]
        return ToolResult(value={**paper_view(known), "text": shown})

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def add_paper(
        self, name: str, text: Annotated[str, Field(min_length=1, max_length=1_000_000)], topic: str = DEFAULT, *, call: Call
    ) -> ToolResult:
        """Keep a text as one of the household's papers: `name` with its ending (`oven.md`, `rules.txt`, `tips.jsonl`). A paper of this
        name in the topic is replaced."""
        last = None
        async for progress in self._intake.add(topic, name, text.encode()):
            last = progress
        if last is None or last.step is Step.FAILED:
            raise InvalidRequest((last.problem if last else None) or "nothing could be read", where="text")
        named = [p for p in await self._papers.all([topic]) if p.name == last.name]
        return ToolResult(value={"did": last.step.value, **paper_view(named[-1])})

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def remove_paper(self, topic: str, paper: RowId, *, call: Call) -> ToolResult:
        """Take a paper away that somebody added, with its file. What lies in the watched folder goes with its file there."""
        known = await self._papers.paper(topic, paper)
        if known.origin is not Origin.ADDED:
            raise InvalidRequest(
                f"{known.name} was not added by anybody: it comes from the {known.origin} and would come back", where="paper"
            )
        return ToolResult(value={"did": "removed", **paper_view(await self._intake.remove(topic, paper))})


def _of_health(question: str, answered: Answered, limits: Sequence[Limit], language: Language) -> str:
    """What is said of what is remembered of health beside this answer."""
    if not answered.quotes:
        return ""
    if wants_food(question):
        return limits_text(limits, language)
    careful = {left.constraint.name for left in answered.careful}
    return warning_text([limit for limit in limits if limit.constraint.name in careful], language)


def _viewed(question: str, language: Language, answered: Answered, *, reading: bool) -> dict[str, Value]:
    sources: list[Value] = [place_view(q.hit) for q in answered.quotes]
    sentences: list[Value] = [
        {"text": sentence, "source": number} for number, quote in enumerate(answered.quotes, 1) for sentence in quote.sentences
    ]
    translations: list[Value] = [q.translated for q in answered.quotes]
    return {
        "question": question,
        "language": language.value,
        "found": bool(answered.quotes) and answered.judged,
        "judged": answered.judged,
        "reading": reading,
        "sentences": sentences,
        "translations": translations,
        "sources": sources,
        "nearest": [place_view(h) for h in answered.nearest],
        "looked_at": [hit_view(h) for h in answered.looked_at],
        "left_out": [constraint_view(o.constraint, o.because, o.hit, language) for o in answered.left_out],
        "model_calls": answered.model_calls,
    }
