"""Whether a reply that a model made up of itself may be said: it holds no fact that nobody found. Pure.

A free reply is for talk and for what everybody can know. What the household has to do, owns or planned stands in its schedule, its devices
and its papers, or nowhere; a small model fills the gap with what its own worked examples speak of. `graph` asks here before it replies.
"""

import re
import unicodedata
from collections.abc import Collection

from yamori.domain.language import Language, holds_words, is_spaced, language_of
from yamori.orchestrator.listed_words import lists_of, says
from yamori.orchestrator.texts import TEXTS
from yamori.understanding.word_lists import WordLists

_WORD = re.compile(r"\w+")


def is_about_own_life(text: str) -> bool:
    """Whether a question asks for a fact of the person's own household: `who do I have to call?`, 何を買うんだっけ？."""
    said = text.strip().lower().replace("’", "'")
    lists = lists_of(language_of(text))
    return _asks(said, lists) and lists.stand_in(said, "own") and not lists.stand_in(said, "advice")


def _asks(said: str, lists: WordLists) -> bool:
    """Whether it ends as a question does, begins as one, or holds a word that asks wherever it stands."""
    if said.endswith(("?", "？")) or said.rstrip("。 ").endswith(lists.ordered("asks_last")):
        return True
    leading = lists.words("asks_after")
    first = next((word for word in _WORD.findall(said) if word not in leading), "")
    return first in lists.words("asks_first") or lists.stand_in(said, "asks_anywhere")


def names_any(reply: str, things: Collection[str], *, said: str) -> bool:
    """Whether a reply names one of these things although nobody said it. English words match in the plural too."""
    spoken, known = _folded(reply), _folded(said)
    return any(_named(thing, spoken) and not _named(thing, known) for thing in map(_folded, things))


def is_grounded(reply: str, *, text: str, before: str, things: Collection[str]) -> bool:
    """Whether the reply may be said about `text`, after what was said `before`. `things` are those of the model's worked examples."""
    if names_any(reply, things, said=f"{text}\n{before}"):
        return False
    return not is_about_own_life(text) or says(reply.lower(), "admits")


def unknown_text(language: Language) -> str:
    """What is said of a fact of the household that no agent knows."""
    return TEXTS.said(language, "unknown")


def _named(thing: str, text: str) -> bool:
    return any(holds_words(text, form) for form in ((thing, f"{thing}s", f"{thing}es") if is_spaced(thing) else (thing,)))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
