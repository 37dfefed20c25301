"""Names with a typing error: each word that nothing knows becomes the word of this home's names that it is nearest to."""

from rapidfuzz import fuzz, process

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import TYPO
from yamori.agents.iot.rules.words import CJK, normal, tokens

_SHORTEST = 5
"""Letters; of shorter words too many are near to each other."""


def mended(text: str, context: Context) -> str:
    """The text in normal form with such words replaced; the same text where there are none."""
    index, lex = context.index, context.lexicon
    labels = [n for d in index.home.devices for n in (d.name, *d.aliases)]
    labels += [n for r in index.home.rooms for n in (r.name, *r.aliases)]
    labels += [w for k in index.kinds for w in lex.kinds[k].spaced]
    known = {t.text for label in labels for t in tokens(normal(label)) if t.is_word}
    for token in reversed(tokens(text)):
        strange = token.is_word and token.text not in known and token.stem not in known and token.text not in lex.vocabulary
        if not strange or len(token.text) < _SHORTEST or CJK.search(token.text):
            continue
        near = process.extract(token.text, sorted(known), scorer=fuzz.ratio, score_cutoff=TYPO, limit=2)
        same_start = [n for n in near if n[0][0] == token.text[0] and len(n[0]) >= _SHORTEST]
        if len(same_start) == 1 or (len(same_start) > 1 and same_start[0][1] > same_start[1][1]):
            text = text[: token.start] + same_start[0][0] + text[token.end :]
    return text
