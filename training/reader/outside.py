"""Makes `understanding/words/outside.json`, the words outside slots by intent: `python outside.py CORPUS…`."""

import json
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from corpus import sentences

from yamori.understanding import outside
from yamori.understanding.utterance import utterance_of

_ANY_DAY = datetime(2026, 1, 5, tzinfo=UTC)


def main() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for path in map(Path, sys.argv[1:]):
        for sentence in sentences(path):
            utterance = utterance_of(sentence.text, _ANY_DAY)
            for frame in sentence.frames:
                held = [utterance.normal.span_of(*slot.span) for slot in frame.slots]
                span = utterance.normal.span_of(*frame.span)
                for word in utterance.words:
                    if span.overlaps(word.span) and not any(word.span.overlaps(s) for s in held) and not word.text.isdigit():
                        found[frame.intent.value].add(word.base)
    target = Path(outside.__file__).parent / "words" / "outside.json"
    lines = (f"{json.dumps(intent)}: {json.dumps(sorted(words), ensure_ascii=False)}" for intent, words in sorted(found.items()))
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
