"""Where names and phrases of a list stand in an utterance. Called by what explains an agent's decisions; pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from yamori.domain.language import is_spaced
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def label_spans(labels: Iterable[str], utterance: Utterance) -> Iterator[Span]:
    """Every place of every label, without regard to case, width and apostrophes: as words in Latin letters, anywhere in Japanese."""
    text = utterance.normal.text
    tokens = [(Span(*m.span()), _folded(m.group())) for m in _TOKEN.finditer(text)]
    for label in labels:
        if not is_spaced(label):
            yield from (Span(*m.span()) for m in re.finditer(re.escape(_folded(label)), text))
            continue
        words = [_folded(word) for word in _TOKEN.findall(label)]
        for n in range(len(tokens) - len(words) + 1):
            if words and [word for _, word in tokens[n : n + len(words)]] == words:
                yield Span(tokens[n][0].start, tokens[n + len(words) - 1][0].end)


def unmarked(spans: Iterable[Span], utterance: Utterance) -> tuple[Span, ...]:
    """Those that are no part of a condition or the like: `for` of `except for`."""
    return tuple(span for span in spans if not any(span.overlaps(marker.span) for marker in utterance.markers))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'", "")
