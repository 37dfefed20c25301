"""`python -m tests.chaos.nursery FOLDER PORT`: forks lives, and kills them, for each line on its standard input.

`start PART` answers with a process id, `kill PART` (SIGKILL) and `wait PART` with an exit status. Forking from a process that has imported
everything makes a start cost a tenth of a second; what is forked has opened nothing and shares nothing with the life before it.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path

from tests.chaos import house, robot, worker
from tests.chaos.orders import ROBOTS

from yamori.gateway.edge.join import join_code


def life(part: str, folder: Path, port: int) -> Coroutine[object, object, None]:
    server = f"http://127.0.0.1:{port}"
    match part:
        case "house":
            return house.live(folder / "data", port)
        case "worker" | "last-worker":
            return worker.live(folder / "journal", server=server, ending=part == "last-worker")
        case _:
            assert part in ROBOTS
            return robot.live(folder, part, server=server, join=join_code(folder / "data"))


def start(part: str, folder: Path, port: int) -> int:
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            log = os.open(folder / f"{part}.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            os.dup2(log, 1)
            os.dup2(log, 2)
            asyncio.run(life(part, folder, port))
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(1)
    return child


def main() -> None:
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    robot.know_driver()
    lives: dict[str, int] = {}
    print("ready", flush=True)
    for line in sys.stdin:
        what, part = line.split()
        if what == "start":
            lives[part] = start(part, folder, port)
            print(lives[part], flush=True)
            continue
        if what == "kill":
            os.kill(lives[part], signal.SIGKILL)
        _, status = os.waitpid(lives.pop(part), 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    for process in lives.values():
        os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    main()
