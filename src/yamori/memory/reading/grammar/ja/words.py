"""The words of Japanese in `words/ja.yaml`."""

from collections.abc import Mapping

from yamori.domain.language import Language
from yamori.memory.reading import vocabulary

_LANGUAGE = Language.JAPANESE


def words_for(topic: str) -> tuple[str, ...]:
    return vocabulary.words_for(topic, _LANGUAGE)


def words_below(topic: str) -> Mapping[str, tuple[str, ...]]:
    return vocabulary.words_below(topic, _LANGUAGE)
