"""Stands for the real package in a child process: as much of llama.cpp's server as a test of the process needs.

`model.path` may hold words: `broken` cannot be loaded, `slow` takes for ever, and `/completion` with the single token 666 ends the process.
"""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

llama_load_mode = SimpleNamespace(LLAMA_LOAD_MODE_NONE=0)


class CommonAdapterLoraInfo:
    def __init__(self, path: str, scale: float) -> None:
        self.said = [path, scale]


class CommonParams(SimpleNamespace):
    def __init__(self) -> None:
        super().__init__(model=SimpleNamespace(path=""), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace())


class Server:
    def __init__(self, params: Any) -> None:
        print("llama.cpp prints whatever it likes", flush=True)
        if "broken" in params.model.path:
            raise RuntimeError("Failed to load the model")
        if "slow" in params.model.path:
            threading.Event().wait()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.headers.get("Authorization") != f"Bearer {params.api_keys[0]}":
                    return self._say(401, {"error": "Invalid API Key"})
                if body.get("prompt") == [666]:
                    os._exit(1)
                if self.path == "/tokenize":
                    return self._say(200, {"tokens": [ord(letter) for letter in body["content"]]})
                about = {"pid": os.getpid(), "adapters": [a.said for a in params.lora_adapters], "asked": body.get("lora")}
                timings = {"cache_n": 0, "prompt_n": len(body.get("prompt", [])), "predicted_n": 1}
                return self._say(200, {"content": json.dumps(about), "stop_type": "eos", "timings": timings})

            def _say(self, status: int, data: Any) -> None:
                text = json.dumps(data).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{self._http.server_port}"
