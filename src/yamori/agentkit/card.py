"""How an agent introduces itself. The orchestrator knows its agents by their cards and by nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypedDict

from yamori.agentkit.texts import texts_of
from yamori.domain.language import DEFAULT_LANGUAGE, Language


@dataclass(frozen=True, kw_only=True)
class Introduction:
    """What an agent says of itself in one language."""

    title: str
    does: str
    """One line: what to give this agent."""
    looks: str = ""
    """Where it looks things up for a question, as it is offered where another agent found nothing: `on the web`. Empty: nowhere."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """`GET /card`."""

    name: str
    """One word: `iot`, `scheduler`."""
    title: str
    does: str
    """As in an `Introduction`, in English, for the planner."""
    looks: str = ""
    others: Mapping[str, Introduction] = field(default_factory=dict)
    """The same in other languages, by their codes."""
    examples: tuple[str, ...] = ()
    """Requests it takes, in every language; shown to the person and to the planner."""
    tools: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    """What people ask for that this agent does, as readers of sentences name it."""
    irreversible: bool = False
    """Whether a tool of its does what cannot be undone (a payment, a delivery): such tasks are checked before they start."""
    at_once: bool = False
    """What it does happens at once: it keeps nothing for later or for a condition."""
    defers: bool = False
    """It keeps what agents do that act at once, for later or for a condition."""
    owns_first: bool = False
    """A sentence that is this agent's to the last word goes to it before anything of it is taken for later, or for small talk: `good
    night`, `when I say teatime, …`."""
    quotes: bool = False
    """Whether what it answers holds words of others, such as those of papers. They are shown to the person, and never put before a model
    that decides what is done: an order among them is nobody's."""
    by_words: bool = False
    """Its sentences are known by their words, for which readers of sentences have no intent: one that it owns goes to it whatever a reader
    takes it for."""
    listens: bool = False
    """What people tell beside something else is told to it, and the rest goes on as if it stood alone."""
    recalls: tuple[str, ...] = ()
    """The kinds of facts about people that its tasks are given: `taste`, `health`, `situations`."""
    version: str = "1"

    def speaks(self, language: Language) -> Language:
        """The language itself where the agent has words of it, else English."""
        return language if language.value in self.others else DEFAULT_LANGUAGE

    def told(self, language: Language) -> Introduction:
        """How it introduces itself in a language; in English what has no words of that one."""
        own = self.others.get(language.value, self)
        return Introduction(title=own.title or self.title, does=own.does or self.does, looks=own.looks or self.looks)


class Introduced(TypedDict):
    """What of a card is told in words."""

    title: str
    does: str
    looks: str
    others: Mapping[str, Introduction]
    examples: tuple[str, ...]


def introduction(folder: Path) -> Introduced:
    """The words of a card from a folder with one file a language; a further language is a further file."""
    files = {path.stem: texts_of(path) for path in sorted(folder.glob("*.yaml"))}
    told = {code: Introduction(**{f.name: held.get(f.name, "") for f in fields(Introduction)}) for code, held in files.items()}
    english = told.pop(DEFAULT_LANGUAGE.value)
    own = [files.pop(DEFAULT_LANGUAGE.value), *files.values()]
    examples = tuple(example for held in own for example in held["examples"])
    return Introduced(title=english.title, does=english.does, looks=english.looks, others=told, examples=examples)


def sent(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card's JSON as it is sent: what is told in another language stands beside its like, `title_ja` beside `title`."""
    flat = dict(card)
    others: Mapping[str, Mapping[str, str]] = flat.pop("others")
    return flat | {f"{name}_{code}": text for code, told in others.items() for name, text in told.items()}


def received(sent: object) -> dict[str, Any]:
    """The other way round. Raises `ValueError` for what is no card at all."""
    if not isinstance(sent, Mapping):
        raise ValueError(f"a card is an object, not {sent!r:.60}")
    codes = {key.removeprefix("title_") for key in sent if key.startswith("title_")}
    told = {code: {f.name: f"{f.name}_{code}" for f in fields(Introduction) if f"{f.name}_{code}" in sent} for code in codes}
    others = {code: {name: sent[key] for name, key in keys.items()} for code, keys in told.items()}
    flat = {key for keys in told.values() for key in keys.values()}
    return {key: value for key, value in sent.items() if key not in flat} | {"others": others}
