"""A household of straw with papers: what each question is answered with, and what stands in each paper. Fulfils the suite's port."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from yamori.evaluation.papers.household import PapersHousehold, Reading
from yamori.evaluation.spent import Spent

READING = Reading(papers=1, passages=2, failed=("broken.pdf: it is encrypted",), seconds=1.5)


def answered(*sentences: str, paper: int = 1, name: str = "kettle.md", passage: int = 0, translated: str | None = None) -> dict[str, Any]:
    """An outcome of the Life-Style agent; without sentences it has declined."""
    place = {"topic": "household", "paper": paper, "name": name, "title": name, "passage": passage, "page": None, "headings": []}
    result = {
        "sentences": [{"text": sentence, "source": 1} for sentence in sentences],
        "translations": [translated] if sentences else [],
        "sources": [place] if sentences else [],
    }
    text = "\n".join([*(f"{s} [1]" for s in sentences), f"[1] {name}"]) if sentences else "That is not in your papers."
    return {"status": "done", "text": text, "runs": [{"tool": "answer_question", "ok": True, "result": result}]}


@dataclass(kw_only=True)
class StrawPapers:
    """One household."""

    client: httpx.AsyncClient
    said: list[dict[str, Any]] = field(default_factory=list)
    person: str = "aiko"
    reading: Reading = READING

    async def spent(self) -> Spent:
        return Spent(calls=len(self.said), prompt_tokens=10 * len(self.said), completion_tokens=len(self.said))


@dataclass
class Straw:
    """Opens such households. `answers`: question to outcome or trouble; `texts`: the passages of the one paper."""

    answers: Mapping[str, Any]
    texts: Sequence[str] = ()
    opened: list[StrawPapers] = field(default_factory=list)
    breaks_at: int | None = None
    """The number of the question, of all households together, at which the process dies."""

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[PapersHousehold]:
        app = FastAPI()

        @app.post("/agents/lifestyle/chat")
        async def chat(request: Request) -> Response:
            said = await request.json()
            household.said.append(said)
            outcome = self.answers.get(said["text"], answered())
            if isinstance(outcome, Exception):
                return JSONResponse({"detail": str(outcome)}, status_code=500)
            events = [("ToolCalled", {}), ("ToolReturned", {"run": outcome["runs"]}), ("Finished", {"outcome": outcome})]
            body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
            return Response(body, media_type="text/event-stream")

        @app.post("/agents/lifestyle/tools/search_papers")
        async def search(request: Request) -> Mapping[str, object]:
            asked = await request.json()
            place = {"topic": "household", "paper": 1, "name": "kettle.md", "headings": ["Care"], "question": None}
            return {"value": {"passages": [{**place, "passage": n, "text": text} for n, text in enumerate(self.texts)][: asked["limit"]]}}

        @app.post("/agents/lifestyle/tools/read_paper")
        async def read(request: Request) -> Response:
            asked = await request.json()
            if asked["paper"] != 1:
                return JSONResponse({"detail": "there is no such paper"}, status_code=404)
            rows = [{"passage": n, "headings": ["Care"], "question": None, "text": text} for n, text in enumerate(self.texts)]
            return JSONResponse({"value": {"text": rows[asked["start"] : asked["start"] + asked["limit"]]}})

        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            household = StrawPapers(client=client)
            self.opened.append(household)
            if self.breaks_at is not None and sum(len(h.said) for h in self.opened) >= self.breaks_at:
                raise KeyboardInterrupt
            yield household
