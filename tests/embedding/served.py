"""A server of embeddings on this machine, as OpenAI's and Ollama's protocols have it: what the providers' own packages talk to.

A text's vector counts its words. It is as strict as OpenAI: no empty text, none too long, no numbers of somebody's tokenizer.
"""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
from tests.embedding.encoders import counted

from yamori.embedding.port import Vectors

_MOST, _LONGEST = 2_048, 40_000


@dataclass
class EmbeddingServer:
    """How it answers, and what it was asked."""

    url: str = ""
    size: int = 64
    asked: list[list[str]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    broken: str = ""
    """`down`, `fewer` vectors than texts, `odd` numbers; empty while it is well."""

    def vectors(self, texts: list[str]) -> list[Vectors]:
        found = [np.resize(counted(t), self.size) * 3 for t in texts]  # of no particular length
        if self.broken == "odd":
            return [row * np.nan for row in found]
        return found[:-1] if self.broken == "fewer" else found


@contextmanager
def embedding_server() -> Iterator[EmbeddingServer]:
    """In threads of its own."""
    about = EmbeddingServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
            about.keys.append(self.headers.get("authorization", ""))
            status, body = answered(about, self.path, sent)
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    serving.start()
    about.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield about
    finally:
        server.shutdown()
        server.server_close()


def answered(about: EmbeddingServer, path: str, sent: dict[str, Any]) -> tuple[int, object]:
    """Status and body."""
    texts = [sent["input"]] if isinstance(sent["input"], str) else sent["input"]
    well = texts and len(texts) <= _MOST and all(isinstance(t, str) and 0 < len(t) <= _LONGEST for t in texts)
    if about.broken == "down" or not well:
        says = "out of order" if about.broken == "down" else "'$.input' is invalid"
        return 400, {"error": {"message": says, "type": "invalid_request_error", "code": None}}
    about.asked.append(texts)
    rows = about.vectors(texts)
    if path == "/api/embed":
        return 200, {"model": sent["model"], "embeddings": [row.tolist() for row in rows]}
    data = [{"object": "embedding", "index": n, "embedding": spoken(row, sent)} for n, row in enumerate(rows)]
    return 200, {"object": "list", "model": sent["model"], "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def spoken(row: Vectors, sent: dict[str, Any]) -> str | list[float]:
    """As the request wants it."""
    return base64.b64encode(row.astype(np.float32).tobytes()).decode() if sent.get("encoding_format") == "base64" else row.tolist()
