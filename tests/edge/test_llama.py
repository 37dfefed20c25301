"""The model's server as seen from the robot, against a hand-written one; llama.cpp itself is not run here."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.edge.gguf import default_model, find_gguf
from yamori.edge.llama import OwnModel, ServedModel

MESSAGES = [{"role": "user", "content": "Hi"}]


async def ask(answer: Response) -> tuple[str, dict[str, Any]]:
    """What a server that answers so is asked, and what is made of it."""
    import socket

    asked: list[dict[str, Any]] = []

    async def completions(request: Request) -> Response:
        asked.append(await request.json())
        return answer

    app = Starlette(routes=[Route("/v1/chat/completions", completions, methods=["POST"])])
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", ws="none"))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    model = ServedModel(f"http://127.0.0.1:{listening.getsockname()[1]}/v1")
    try:
        return await model.answer(MESSAGES, {"type": "object"}), asked[0]
    finally:
        await model.close()
        server.should_exit = server.force_exit = True
        await serving


async def test_any_openai_compatible_server_is_asked_for_json_of_the_schema() -> None:
    text, asked = await ask(JSONResponse({"choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}]}))
    assert text == "{}" and asked["messages"] == MESSAGES
    assert asked["response_format"]["json_schema"]["schema"]["type"] == "object"


@pytest.mark.parametrize(
    "answer",
    [
        JSONResponse({"choices": [{"message": {"content": "{"}, "finish_reason": "length"}]}),
        JSONResponse({"choices": []}),
        JSONResponse({"error": {"message": "no"}}, status_code=400),
        Response("busy", status_code=503),
    ],
)
async def test_a_server_that_fails_is_a_failed_model(answer: Response) -> None:
    with pytest.raises(ModelFailed):
        await ask(answer)


async def test_a_file_that_is_no_model_is_a_failed_model(tmp_path: Path) -> None:
    model = OwnModel("no/such.gguf", folder=tmp_path)
    with pytest.raises(ModelFailed, match="no model file"):
        await model.answer(MESSAGES, {})
    await model.close()


def test_a_model_is_found_by_path_and_among_those_fetched_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(b"GGUF")
    kept = tmp_path / "owner--repository--small.gguf"
    kept.write_bytes(b"GGUF")
    assert find_gguf(str(file), tmp_path) == file
    assert find_gguf("owner/repository/small.gguf", tmp_path) == kept
    with pytest.raises(Misconfigured, match="no model file"):
        find_gguf("small", tmp_path)


def test_the_light_model_is_the_default_where_it_lies_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_model() is None
    folder = tmp_path / "yamori" / "models"
    folder.mkdir(parents=True)
    (folder / "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf").write_bytes(b"GGUF")
    assert default_model() == str(folder / "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf")


def test_the_process_of_the_model_tells_what_it_could_not_load(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "own.gguf").write_bytes(b"GGUF and nothing else")
    settings = json.dumps({"model": str(tmp_path / "own.gguf"), "key": "k", "threads": 1})
    ended = subprocess.run(
        [sys.executable, "-m", "yamori.edge.llama_process"], input=settings + "\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert "error" in json.loads(ended.stdout)
