"""The process in which llama.cpp runs: `python -m yamori.llm.llama_process`, started by `llama.py` and by nothing else.

A process of its own because `xllamacpp.Server` holds the interpreter's lock while it loads (2-5 s), and because a crash
inside llama.cpp must not take the household with it. It reads one JSON line of settings from standard input, loads the model,
prints one JSON line (`{"url": …}` or `{"error": …}`), and lives until its standard input ends: when the household dies,
however it dies, so does this.
"""

import json
import os
import sys
from typing import IO, Any


def main() -> None:
    settings: dict[str, Any] = json.loads(sys.stdin.readline())  # Any: the other end is `llama.Llama`, of the same version
    voice = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever llama.cpp prints must not mix with our one line
    try:
        server = _load(settings)
    except Exception as error:  # the boundary of the process: whatever went wrong is reported to the parent, which knows how to mend it
        _say(voice, {"error": f"{type(error).__name__}: {error}"})
        return
    _say(voice, {"url": server.listening_address})
    sys.stdin.read()
    os._exit(0)  # llama.cpp's threads may be in the middle of a decode; there is nothing to save


def _say(voice: IO[str], line: dict[str, str]) -> None:
    voice.write(json.dumps(line) + "\n")
    voice.flush()


def _load(settings: dict[str, Any]) -> Any:  # Any: xllamacpp has no types
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = settings["model"]
    params.n_parallel = settings["slots"]
    params.n_ctx = settings["slots"] * settings["context"]
    params.n_batch = params.n_ubatch = settings["piece"]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings["threads"]
    params.slot_save_path = settings["states"]
    params.api_keys = [settings["key"]]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_gpu_layers = 0
    params.verbosity = 1
    params.ui = False
    params.fit_params = False
    params.cache_ram_mib = 0  # llama.cpp's own copies of idle slots: memory for what the saved states do already
    params.load_mode = xllamacpp.llama_load_mode.LLAMA_LOAD_MODE_NONE  # mapped, the weights would be in memory twice: 0.6 GB more
    params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(path, 0.0) for path in settings["adapters"]]  # each request says which
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
