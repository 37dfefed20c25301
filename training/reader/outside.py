"""Makes `understanding/words/outside.json`, the words outside slots by intent: `python outside.py CORPUS…`.

A word that was said so only once, or that mostly stands inside slots (`quick` of a programme, `tomorrow`), asks for nothing by itself.
"""

import json
import sys
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path

from corpus import sentences

from yamori.understanding import outside
from yamori.understanding.utterance import utterance_of

_TWICE = 2
_ANY_DAY = datetime(2026, 1, 5, tzinfo=UTC)


def main() -> None:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    inside: Counter[str] = Counter()
    for path in map(Path, sys.argv[1:]):
        for sentence in sentences(path):
            utterance = utterance_of(sentence.text, _ANY_DAY)
            for frame in sentence.frames:
                held = [utterance.normal.span_of(*slot.span) for slot in frame.slots]
                span = utterance.normal.span_of(*frame.span)
                for word in utterance.words:
                    if not span.overlaps(word.span) or word.text.isdigit():
                        continue
                    if any(word.span.overlaps(s) for s in held):
                        inside[word.base] += 1
                    else:
                        found[frame.intent.value][word.base] += 1
    outside_slots = sum(found.values(), Counter[str]())
    kept = {
        intent: sorted(w for w in words if outside_slots[w] >= max(_TWICE, inside[w] / _TWICE)) for intent, words in sorted(found.items())
    }
    target = Path(outside.__file__).parent / "words" / "outside.json"
    lines = (f"{json.dumps(intent)}: {json.dumps(words, ensure_ascii=False)}" for intent, words in kept.items())
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
