"""Whose a thing is: people of the home in a name, as in `Tom's lamp` and トムの部屋."""

from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.words import normal
from yamori.domain.language import holds_words, is_spaced


def owner_in(text: str, context: Context) -> str | None:
    """The person whose name stands in a text in normal form, also in the possessive that is typed without its mark (`anns lamp`)."""
    for person in context.index.home.people:
        for name in map(normal, (person.name, *person.aliases)):
            if holds_words(text, name) or (is_spaced(name) and holds_words(text, f"{name}s")):
                return person.id
    return None


def owned_rooms(person: str, context: Context) -> frozenset[str]:
    return context.index.owned_by(person)[1]


def owned_devices(person: str, context: Context) -> frozenset[str]:
    return context.index.owned_by(person)[0]
