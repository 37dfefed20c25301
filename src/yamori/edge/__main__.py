"""`python -m yamori.edge`, and `yamori-edge` where this ships alone: `yamori edge` without the libraries of a household."""

import argparse
import asyncio
import json
import logging
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from yamori.domain.errors import Misconfigured, YamoriError
from yamori.domain.plain_text import strip_controls
from yamori.domain.private_folder import make_files_private
from yamori.edge.app import run_edge
from yamori.edge.profile import profiles
from yamori.edge.saying import say_here


def main() -> None:
    make_files_private()
    _small_heap()
    given = _parser().parse_args()
    os.environ.pop("YAMORI_JOIN", None)  # not for the processes that are started from here
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_PlainFormatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    state = given.state or _state(given.device or given.profile)
    try:
        if given.say is not None:
            result = asyncio.run(say_here(state, given.say, language=given.language))
            print(strip_controls(json.dumps(result, ensure_ascii=False, indent=2)))
            sys.exit(0 if result.get("ok") else 1)
        asyncio.run(_until_stopped(given, state))
    except Misconfigured as error:
        sys.exit(strip_controls(f"{error}\n{error.mend}"))
    except YamoriError as error:
        sys.exit(strip_controls(str(error)))
    except KeyboardInterrupt:
        pass


class _PlainFormatter(logging.Formatter):
    """One that lets nothing act on the terminal: the house's words and an exception's are those of others."""

    def format(self, record: logging.LogRecord) -> str:
        return strip_controls(super().format(record))


_HEAP = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536", "MALLOC_TOP_PAD_": "16384"}


def _small_heap() -> None:
    """Start anew with one heap for all threads that gives back what a picture took: glibc's own way costs 3 of the 40 MB and can only be
    chosen from outside."""
    if sys.platform == "linux" and not _HEAP.keys() & os.environ.keys():
        os.environ.update(_HEAP)
        os.execv(sys.executable, [sys.executable, "-m", "yamori.edge", *sys.argv[1:]])


async def _until_stopped(given: argparse.Namespace, state: Path) -> None:
    """SIGTERM ends it as Ctrl-C does: with every motor still."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(max_workers=2, thread_name_prefix="part"))  # drawing and photos; each thread costs memory
    running = asyncio.ensure_future(
        run_edge(
            profile=given.profile,
            server=given.server,
            device=given.device,
            name=given.name,
            join=given.join,
            state=state,
            simulated=given.simulated,
            trace=given.trace,
            private=given.private,
            model=given.model,
        )
    )
    loop.add_signal_handler(signal.SIGTERM, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        if not running.cancelled():
            raise


def _state(device: str) -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "yamori-edge" / Path(device).name


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="yamori-edge", description="Speaks for a device to the household / 機器と家をつなぎます")
    parser.add_argument("--profile", required=True, help=f"{', '.join(profiles())}, or a .profile.yaml file / 機器の種類")
    parser.add_argument("--server", default="http://127.0.0.1:8765", help="the house's address / 家のアドレス")
    parser.add_argument("--device", help="its id, if not the profile's / 機器のID")
    parser.add_argument("--name", help="its name, if not the profile's / 機器の名前")
    parser.add_argument(
        "--join", default=os.environ.get("YAMORI_JOIN"), help="the household's join code, needed once / 参加コード（最初だけ）"
    )
    parser.add_argument("--state", type=Path, help="the folder of its token and of what it has done / 状態を保存するフォルダー")
    parser.add_argument("--simulated", action="store_true", help="no hardware: mock pins and drawn pictures / 実機なしで動かす")
    parser.add_argument("--trace", type=Path, help="write what pins, screen and buzzer do, one JSON line each / 動作の記録")
    parser.add_argument("--private", action="store_true", help="what is said to it stays with it / 話したことを外に出さない")
    parser.add_argument("--model", help="GGUF by path or hub name, an address, or none / 機器自身のモデル")
    parser.add_argument("--say", metavar="SENTENCE", help="say this to the robot that runs here, and end / 動いているロボットに話す")
    parser.add_argument("--language", choices=("en", "ja"), default="en", help="of the sentence / 文の言語")
    return parser


if __name__ == "__main__":
    main()
