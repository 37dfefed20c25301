"""On which line of a TOML file a key stands, for errors that name it: `tomllib` parses values but forgets where they were."""

import tomllib
from collections.abc import Sequence


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The line (from 1) of the key at `path`, or of its nearest parent that is written; None when nothing of it is."""
    table: tuple[str, ...] = ()
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        here = line.strip()
        if here.startswith("["):
            table = _keys_in(here) or table
            reached = table
        elif "=" in here and not here.startswith("#"):
            reached = table + _keys_in(here.partition("=")[0] + "= 0")
        else:
            continue
        length = len(reached)
        if length and tuple(path[:length]) == reached and (best is None or length > best[0]):
            best = (length, number)
    return best[1] if best else None


def _keys_in(line: str) -> tuple[str, ...]:
    """`a."b:c" = 0` and `[a."b:c"]` alike give (`a`, `b:c`); a line that is no key by itself gives nothing."""
    try:
        node: object = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    keys: list[str] = []
    while isinstance(node, (dict, list)) and node:
        if isinstance(node, list):
            node = node[0]
            continue
        key = next(iter(node))
        keys.append(key)
        node = node[key]
    return tuple(keys)
