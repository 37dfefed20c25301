"""The corpus: `sentences` reads marked files, `python corpus.py FILE…` checks them. The marks are explained in README.md."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from yamori.understanding.frame import IntentName
from yamori.understanding.marked import MarkedSentence, marked


def sentences(path: Path) -> Iterator[MarkedSentence]:
    """The sentences of one file. ValueError names the line that is marked wrongly."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield marked(line)
            except ValueError as error:
                raise ValueError(f"{path.name}:{number}: {error}") from error


def check(paths: Sequence[Path]) -> int:
    """Print what is wrong and what is there; the number of wrong lines."""
    bad, good = 0, []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    good.append(marked(line))
                except ValueError as error:
                    bad += 1
                    print(f"{path.name}:{number}: {error}")
    intents = Counter(f.intent.value for s in good for f in s.frames)
    slots = Counter(p.name.value for s in good for f in s.frames for p in f.slots)
    twice = [text for text, n in Counter(s.text for s in good).items() if n > 1]
    several = sum(len(s.frames) > 1 for s in good)
    print(f"{len(good)} sentences, {bad} wrong lines, {several} of several frames, {len(twice)} twice: {twice[:5]}")
    print("intents:", dict(intents.most_common()), "none yet:", [i.value for i in IntentName if i.value not in intents])
    print("slots:", dict(slots.most_common()))
    return bad


if __name__ == "__main__":
    sys.exit(check([Path(name) for name in sys.argv[1:]]) > 0)
