"""The content words of a text in normal form: what a sentence says, without what only holds it together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from yamori.understanding.analysis import Morpheme, morphemes_of
from yamori.understanding.span import Span
from yamori.understanding.vocabulary import Vocabulary

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['-][^\W\d_]+)*")
_CONTENT = frozenset(("名詞", "動詞", "形容詞", "形状詞", "副詞", "代名詞"))


@dataclass(frozen=True, kw_only=True)
class Word:
    """A content word. `base` is its dictionary form where the language's analysis knows one, else the word itself."""

    span: Span
    text: str
    base: str


def content_words(text: str, vocabulary: Vocabulary) -> tuple[Word, ...]:
    """The content words of a text in normal form, in their order; fillers and function words are none."""
    fillers = [Span(*m.span()) for m in vocabulary.fillers.finditer(text)]
    found = _morphemes(text) if vocabulary.morphemes else _tokens(text)
    return tuple(
        word
        for word in found
        if word.base not in vocabulary.function_words
        and word.text not in vocabulary.function_words
        and not any(word.span.overlaps(filler) for filler in fillers)
    )


def _tokens(text: str) -> Iterator[Word]:
    for m in _TOKEN.finditer(text):
        yield Word(span=Span(*m.span()), text=m.group(), base=m.group().removesuffix("'s"))


def whole_word(text: str, span: Span, vocabulary: Vocabulary) -> Span:
    """The word with its ending, as a person reads it: 急い in 急いで回して as 急いで, 皿 in お皿 as お皿."""
    if not vocabulary.morphemes:
        return span
    start, end, parts = span.start, span.end, morphemes_of(text)
    last = None
    for morpheme in parts:
        if morpheme.end <= span.start:
            start = morpheme.start if morpheme.kind == "接頭辞" and morpheme.end == span.start else start
        elif morpheme.start < end:
            last, end = morpheme, max(end, morpheme.end)
        elif morpheme.start == end and last is not None and _goes_with(morpheme, last):
            last, end = morpheme, morpheme.end
        else:
            break
    return Span(start, end)


def _goes_with(morpheme: Morpheme, last: Morpheme) -> bool:
    """Whether a morpheme belongs to the ending of the one before it: て of 消して, おい of 消しておいて, さ of 明るさ."""
    if morpheme.kind == "接尾辞" or (last.kind == "形状詞" and morpheme.kind == "助動詞"):  # 静かに, 静かな
        return True
    if last.form == "*" and last.detail != "接続助詞":
        return False
    return (
        morpheme.kind == "助動詞"
        or morpheme.detail in ("接続助詞", "終助詞")
        or (morpheme.detail == "非自立可能" and (last.detail == "接続助詞" or last.form.startswith("連用形")))
    )


def tokens_of(text: str) -> tuple[str, ...]:
    """The words of a text in a language that is written with blanks."""
    return tuple(m.group() for m in _TOKEN.finditer(text))


def where_said(words: frozenset[str], text: str, vocabulary: Vocabulary) -> tuple[Span, ...]:
    """Where any of the words stands in a text in normal form, whole, also where it is a function word or a filler."""
    if vocabulary.morphemes:
        return tuple(Span(m.start, m.end) for m in morphemes_of(text) if m.surface in words)
    return tuple(Span(*m.span()) for m in _TOKEN.finditer(text) if m.group() in words)


def _morphemes(text: str) -> Iterator[Word]:
    for morpheme in morphemes_of(text):
        if morpheme.kind in _CONTENT and morpheme.detail != "非自立":
            yield Word(span=Span(morpheme.start, morpheme.end), text=morpheme.surface, base=morpheme.base)


def word_starts(text: str, vocabulary: Vocabulary) -> tuple[int, ...]:
    """Where words and marks begin in a text in normal form."""
    if vocabulary.morphemes:
        return tuple(morpheme.start for morpheme in morphemes_of(text))
    return tuple(m.start() for m in re.finditer(r"[^\W_]+(?:-[^\W_]+)*|'[^\W_]+|\S", text))


def _word_before(text: str, end: int) -> str:
    """The word that ends there: `mrs` before its full stop."""
    found = re.search(r"[^\W_]+$", text[:end])
    return found[0] if found is not None else ""


def joints_of(text: str, vocabulary: Vocabulary) -> Iterator[Span]:
    """Where a text in normal form may be cut into clauses: the words and marks that join them."""
    if not vocabulary.morphemes:
        spans = (Span(*m.span()) for m in vocabulary.joints.finditer(text))
        yield from (span for span in spans if not (text[span.start] == "." and _word_before(text, span.start) in vocabulary.titles))
        return
    morphemes = morphemes_of(text)
    for n, morpheme in enumerate(morphemes):
        following = morphemes[n + 1] if n + 1 < len(morphemes) else None
        ends = morpheme.surface in "、。，．!?！？\n" and morpheme.kind in ("補助記号", "空白")
        # 消して|つけて, but not 消して|おいて or 消して|ください.
        goes_on = following is not None and following.kind in _CONTENT and following.detail != "非自立可能"
        if ends or (morpheme.detail == "接続助詞" and goes_on):
            yield Span(morpheme.start if ends else morpheme.end, morpheme.end)
