"""How an agent introduces itself. The orchestrator knows its agents by their cards and by nothing else."""

from dataclasses import dataclass

from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class Card:
    """`GET /card`."""

    name: str
    """One word: `iot`, `scheduler`."""
    title: str
    title_ja: str
    does: str
    """One line, for the planner: what to give this agent."""
    does_ja: str
    examples: tuple[str, ...] = ()
    """In both languages."""
    """Requests it takes; shown to the person and to the planner."""
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
    """The kinds of facts about people that its tasks are given: `taste`, `health`."""
    looks: str = ""
    """Where it looks things up for a question, as it is offered where another agent found nothing: `on the web`. Empty: nowhere."""
    looks_ja: str = ""
    version: str = "1"

    def titled(self, language: Language) -> str:
        return str(getattr(self, f"title_{language.value}", self.title))
