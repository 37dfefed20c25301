"""A household whose orchestrator plays a written script: what `chat` is tested against, over the real HTTP contract."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, TypeAdapter
from sse_starlette import EventSourceResponse

from yamori.apps.conversation import snake_case
from yamori.domain.events import TurnEvent, Waiting


class Said(BaseModel):
    text: str
    person: str
    room: str | None = None
    conversation: str | None = None
    model: str | None = None
    constraints: tuple[str, ...] = ()


class Answered(BaseModel):
    text: str
    pin: str | None = None


@dataclass
class ScriptedHouse:
    """Sends the script's events for any sentence; a `Waiting` holds the rest back until it is answered."""

    script: Sequence[TurnEvent]
    lose_after: int | None = None
    """How many events the first connection brings before it is lost."""
    people: tuple[str, ...] = ("aiko",)
    said: list[Said] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)
    asked: int = 0
    """How many of its questions were reached."""
    went_on_after: list[str] = field(default_factory=list)

    def app(self) -> FastAPI:
        app = FastAPI()
        news = asyncio.Condition()

        @app.get("/healthz")
        async def healthz() -> dict[str, str]:
            return {"status": "ok", "home": "scripted"}

        @app.get("/gate/home")
        async def home() -> dict[str, list[dict[str, str]]]:
            return {"people": [{"id": person} for person in self.people]}

        @app.post("/turns", status_code=202)
        async def start(said: Said) -> Response:
            if said.person not in self.people:
                problem = {"message": f"nobody here is called {said.person}", "where": "person", "nearest": list(self.people)}
                return JSONResponse({"error": problem}, status_code=422)
            if self.asked > len(self.answered):
                async with news:
                    self.answered.append(Answered(text=said.text))
                    news.notify_all()
                return JSONResponse({"turn": f"t{len(self.said)}", "conversation": said.conversation or "c1"}, status_code=202)
            self.said.append(said)
            return JSONResponse({"turn": f"t{len(self.said)}", "conversation": said.conversation or "c1"}, status_code=202)

        @app.post("/turns/{turn}/answer", status_code=202)
        async def answer(turn: str, answered: Answered) -> dict[str, str]:
            async with news:
                self.answered.append(answered)
                news.notify_all()
            return {}

        @app.get("/turns/{turn}/events")
        async def events(turn: str, request: Request) -> EventSourceResponse:
            after = request.headers.get("last-event-id", "")
            if after:
                self.went_on_after.append(after)

            async def stream() -> AsyncIterator[dict[str, str]]:
                questions = 0
                for number, event in enumerate(self.script, 1):
                    if isinstance(event, Waiting):
                        self.asked = max(self.asked, questions + 1)
                    if number > int(after or 0):
                        if not after and self.lose_after is not None and number > self.lose_after:
                            return
                        data = json.loads(TypeAdapter(type(event)).dump_json(event))
                        yield {"id": str(number), "event": snake_case(type(event).__name__), "data": json.dumps(data, ensure_ascii=False)}
                    if isinstance(event, Waiting):
                        questions += 1
                        async with news:
                            await news.wait_for(lambda asked=questions: len(self.answered) >= asked)

            return EventSourceResponse(stream())

        return app
