"""What a question is about that no device read for it knows: `the humidity in Osaka` is no barometer's of this home.

Found from the devices alone, whoever chose them: the nouns that say of what, or where, and that neither a name nor the documentation of
one of these devices holds.
"""

from collections.abc import Collection, Iterator

from yamori.agents.iot.rules.grounding import sharing
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.words import hyphenless, tokens
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.clauses import clauses_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import Vocabulary

_NOUNS = ("普通名詞", "固有名詞")


def asked_elsewhere(utterance: Utterance, devices: Collection[str], context: Context) -> tuple[Span, ...]:
    """Where such words stand in the normal form of a question that these devices are read for; what is said beside it asks for nothing."""
    text = hyphenless(utterance.normal.text)
    masked = resolve_reference(text, context.index, context.lexicon, room=None, recent=(), own=context.own).masked
    for extreme in context.lexicon.extremes:
        masked = extreme.phrases.pattern.sub(" ", masked)
    left = leftover_words(without_predicate(masked, context.lexicon), context.lexicon)
    words = utterance.vocabulary
    content = {word.text for word in utterance.words} - words.moments
    spaced = [word for word in left if word in content]
    named = [*(_nouns_between_particles(text, left, words) if words.morphemes else _nouns_behind_articles(text, spaced, words))]
    clauses = clauses_of(utterance) if named else ()
    beside = [c.span for c in clauses if len(clauses) > 1 and understand(c.text, context).query is None]
    apart = (*utterance.time_spans, *utterance.quotations, *beside)
    return tuple(
        span
        for span in named
        if not any(span.overlaps(other) for other in apart) and not sharing((text[span.start : span.end],), context.index) & set(devices)
    )


def _nouns_behind_articles(text: str, left: Collection[str], words: Vocabulary) -> Iterator[Span]:
    found = tokens(text)
    led, before = "", ""
    for token, following in zip(found, (*(t.text for t in found[1:]), ""), strict=True):
        if token.text in words.placing:
            led = token.text
        elif token.text in words.articles:
            led = led or (before if before in words.being else "")
        elif led and token.text in left:
            if led in words.placing or following not in words.placing:  # `what is the mood on …` asks for something of what follows
                yield Span(token.start, token.end)
        else:
            led = ""
        before = token.text


def _nouns_between_particles(text: str, left: Collection[str], words: Vocabulary) -> Iterator[Span]:
    start = -1
    for word in morphemes_of(text):
        if word.kind == "名詞" and word.detail in _NOUNS and word.sort != "副詞可能":
            start = word.start if start < 0 else start
        elif word.kind != "接尾辞" or start < 0:
            said = text[start : word.start] if start >= 0 and word.surface in words.placing else ""
            if said and said not in words.moments and any(said in run for run in left):
                yield Span(start, word.start)
            start = -1
