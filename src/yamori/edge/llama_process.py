"""The process in which the device's model runs: `python -m yamori.edge.llama_process`, started by `llama.py` and by nothing else.

It reads one JSON line of settings, prints one (`{"url": …}` or `{"error": …}`), and lives until its standard input ends: when the robot's
program dies, however it dies, so does this.
"""

import json
import os
import sys
from typing import Any

_CONTEXT = 4096


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.stdin.readline())
    voice = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever llama.cpp prints must not mix with our one line
    try:
        said = {"url": _load(settings).listening_address}
    except Exception as error:  # the boundary of the process: whatever went wrong is reported to the parent
        said = {"error": f"{type(error).__name__}: {error}"}
    voice.write(json.dumps(said) + "\n")
    voice.flush()
    if "url" in said:
        sys.stdin.read()
    os._exit(0)  # llama.cpp's threads may be in the middle of a decode; there is nothing to save


_server: Any = None


def _load(settings: dict[str, Any]) -> Any:  # Any: xllamacpp has no types
    global _server  # kept alive: the server ends with its object
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = settings["model"]
    params.n_parallel = 1
    params.n_ctx = _CONTEXT
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings["threads"]
    params.api_keys = [settings["key"]]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_gpu_layers = 999  # a Jetson's GPU takes all of them; where xllamacpp was built without one this changes nothing
    params.verbosity = 1
    params.ui = False
    params.fit_params = False
    params.cache_ram_mib = 0
    _server = xllamacpp.Server(params)
    return _server


if __name__ == "__main__":
    main()
