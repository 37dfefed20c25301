"""What is said of messages, one file a language (`texts/`). Pure."""

from collections.abc import Sequence
from pathlib import Path

from yamori.agentkit.agent import Declined
from yamori.agentkit.phrasing import together
from yamori.agentkit.texts import Texts
from yamori.domain.home import Person
from yamori.domain.language import Language, language_of

TEXTS = Texts(Path(__file__).parent / "texts")


def refusal(kind: str, language: Language, what: str = "") -> Declined:
    """Why nobody was told anything."""
    return Declined(text=TEXTS.said(language, f"refused.{kind}", what=what))


def failed(why: str, language: Language) -> str:
    return TEXTS.said(language, "failed", why=why)


def name_of(person: Person, language: Language) -> str:
    """What a person is called in a sentence of this language: by the first of their names in its script, if there is one."""
    names = (person.name, *person.aliases)
    name = next((name for name in names if language_of(name) is language), person.name)
    return name if name.endswith(tuple(TEXTS.listed(language, "titles"))) else TEXTS.said(language, "called", person=name)


def names_of(people: Sequence[Person], language: Language, *, speaker: str) -> str:
    """Several, as they can follow `tell`; whoever speaks is `you`."""
    you = TEXTS.said(language, "you")
    return together([you if person.id == speaker else name_of(person, language) for person in people], language)


def notice_text(speaker: Person, text: str, language: Language) -> str:
    """What is shown to whoever is told."""
    shown = f"{text[:1].upper()}{text[1:]}" if TEXTS.said(language, "capital") else text
    return TEXTS.said(language, "notice", person=name_of(speaker, language), text=shown)


def telling(people: Sequence[Person], text: str, language: Language, *, speaker: str) -> str:
    """What a message does, as it can follow `I will`."""
    said = text.rstrip(TEXTS.said(language, "full_stop"))
    return TEXTS.said(language, "telling", people=names_of(people, language, speaker=speaker), text=said)


def told(people: Sequence[Person], text: str, language: Language, *, speaker: str) -> str:
    """That it was done."""
    return TEXTS.said(language, "told", people=names_of(people, language, speaker=speaker), text=_ended(text, language))


def asks_what(people: Sequence[Person], language: Language, *, speaker: str) -> str:
    """The question for the text. Who says `call Mum` hears that it is shown, and nobody called."""
    return TEXTS.said(language, "asks.what", people=names_of(people, language, speaker=speaker))


def asks_whom(language: Language) -> str:
    return TEXTS.said(language, "asks.whom")


def asks_which(name: str, language: Language) -> str:
    return TEXTS.said(language, "asks.which", person=name)


def asks_whether(people: Sequence[Person], text: str, language: Language, *, speaker: str) -> str:
    said = text.rstrip(TEXTS.said(language, "full_stop_quoted"))
    return TEXTS.said(language, "asks.whether", people=names_of(people, language, speaker=speaker), text=said)


def _ended(text: str, language: Language) -> str:
    if text.endswith(tuple(TEXTS.listed(language, "ends"))):
        return text
    return TEXTS.said(language, "sentence", text=text.rstrip(TEXTS.said(language, "full_stop")))
