"""How a language puts sentences, names and quotations together: what every agent's answers share (`texts/`)."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from yamori.agentkit.texts import Texts
from yamori.domain.language import Language

_TEXTS = Texts(Path(__file__).parent / "texts")


def sentences(texts: Iterable[str], language: Language) -> str:
    """Whole sentences one after another."""
    return _TEXTS.said(language, "between_sentences").join(texts)


def ended(text: str, language: Language) -> str:
    """A text without a full stop, with one."""
    return _TEXTS.said(language, "ended", text=text)


def series(texts: Iterable[str], language: Language) -> str:
    """Parts of one kind with nothing but a comma between them: `oats, rye`."""
    return _TEXTS.said(language, "between").join(texts)


def listed(texts: Sequence[str], language: Language) -> str:
    """Things as a person lists them: `oats, rye and salt`."""
    return _listed(texts, language, "listed")


def together(texts: Sequence[str], language: Language) -> str:
    """Those for whom or of which something holds at once: `Jack and Jill`, ジャックとジル."""
    return _listed(texts, language, "together")


def quoted(text: str, language: Language) -> str:
    """What somebody said or wrote, in the language's quotation marks."""
    return _TEXTS.said(language, "quoted", text=text)


def beside(text: str, more: str, language: Language) -> str:
    """A text with what is said of it in brackets."""
    return _TEXTS.said(language, "beside", text=text, more=more)


def _listed(texts: Sequence[str], language: Language, how: str) -> str:
    *first, last = texts or ("",)
    if not first:
        return last
    return _TEXTS.said(language, f"{how}.before_last").join([_TEXTS.said(language, f"{how}.between").join(first), last])
