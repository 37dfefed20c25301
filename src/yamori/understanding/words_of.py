"""The content words of a text in normal form: what a sentence says, without what only holds it together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from yamori.understanding.analysis import analysed
from yamori.understanding.span import Span
from yamori.understanding.vocabulary import Vocabulary

_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['-][^\W\d_]+)*")
_CONTENT = frozenset(("名詞", "動詞", "形容詞", "形状詞", "副詞", "代名詞", "感動詞"))


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


@dataclass(frozen=True, kw_only=True)
class Morpheme:
    """One of them, with its part of speech (SudachiPy's names)."""

    surface: str
    base: str
    kind: str
    detail: str
    form: str
    """How it is inflected (`連用形-一般`); `*` where it is not."""


def morphemes_of(text: str) -> tuple[Morpheme, ...]:
    """The morphemes of a text in a language that is written without blanks."""
    return tuple(
        Morpheme(
            surface=m.surface(),
            base=m.dictionary_form(),
            kind=m.part_of_speech()[0],
            detail=m.part_of_speech()[1],
            form=m.part_of_speech()[5],
        )
        for m in analysed(text)
    )


def tokens_of(text: str) -> tuple[str, ...]:
    """The words of a text in a language that is written with blanks."""
    return tuple(m.group() for m in _TOKEN.finditer(text))


def _morphemes(text: str) -> Iterator[Word]:
    for morpheme in analysed(text):
        kind = morpheme.part_of_speech()
        if kind[0] in _CONTENT and kind[1] != "非自立":
            yield Word(span=Span(morpheme.begin(), morpheme.end()), text=morpheme.surface(), base=morpheme.dictionary_form())


def word_starts(text: str, vocabulary: Vocabulary) -> tuple[int, ...]:
    """Where words and marks begin in a text in normal form."""
    if vocabulary.morphemes:
        return tuple(morpheme.begin() for morpheme in analysed(text))
    return tuple(m.start() for m in re.finditer(r"[^\W_]+(?:-[^\W_]+)*|'[^\W_]+|\S", text))


def joints_of(text: str, vocabulary: Vocabulary) -> Iterator[Span]:
    """Where a text in normal form may be cut into clauses: the words and marks that join them."""
    if not vocabulary.morphemes:
        yield from (Span(*m.span()) for m in vocabulary.joints.finditer(text))
        return
    morphemes = list(analysed(text))
    for n, morpheme in enumerate(morphemes):
        kind = morpheme.part_of_speech()
        following = morphemes[n + 1].part_of_speech() if n + 1 < len(morphemes) else None
        ends = morpheme.surface() in "、。，．!?！？\n" and kind[0] in ("補助記号", "空白")
        # 消して|つけて, but not 消して|おいて or 消して|ください.
        links = kind[1] == "接続助詞" and following is not None and following[0] in _CONTENT and following[1] != "非自立可能"
        if ends or links:
            yield Span(morpheme.begin() if ends else morpheme.end(), morpheme.end())
