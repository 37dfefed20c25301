"""Server-sent streams of the page, and how they end."""

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.types import Receive, Scope, Send

TAKE_UP_AGAIN = ServerSentEvent(comment="", retry=1_000)
"""The first message of a stream: a browser whose stream was cut takes it up after so many milliseconds."""


class Stream(EventSourceResponse):
    """Also ends properly when the process stops; the server would call it a mistake otherwise, once for each open page."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, send)
        if self.active:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
