"""Runs the board's own files under CPython, in a process of their own and in the state folder: `python start.py BOARD`.
The trace goes to stdout, one line of JSON each, with the monotonic clock's seconds; what the board prints goes to stderr.
When stdin ends, whoever started it is gone, and so is the board's power."""

import asyncio
import json
import os
import sys
import threading
import time

WRAP = 1 << 30
"""Where MicroPython's ticks begin again."""


def pretend_time():
    """What MicroPython's `time` has beyond CPython's."""

    def ticks_ms():
        return int(time.monotonic() * 1000) % WRAP

    def ticks_diff(later, earlier):
        return (later - earlier + WRAP // 2) % WRAP - WRAP // 2

    additions = {
        "ticks_ms": ticks_ms,
        "ticks_diff": ticks_diff,
        "ticks_add": lambda ticks, more: (ticks + more) % WRAP,
        "sleep_ms": lambda ms: None,  # Only a real controller needs the time.
    }
    for name, function in additions.items():
        setattr(time, name, function)


def run(board):
    sys.path.insert(1, board)
    pretend_time()
    out, sys.stdout = sys.stdout, sys.stderr
    import tracing

    def write(line):
        out.write(json.dumps({"monotonic": time.monotonic(), **json.loads(line)}, ensure_ascii=False) + "\n")
        out.flush()

    with open("config.json") as file:
        tracing.start(json.load(file), write)
    import main

    asyncio.run(main.main(board + "/capabilities.json"))


def lose_power_with_the_parent():
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=lose_power_with_the_parent, daemon=True).start()
    try:
        run(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)
