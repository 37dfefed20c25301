"""What pressing an element would do, by its form's method, its fields and its words (`word_lists/`, `consequences.yaml`). Pure.

Conservative: a form that carries something away counts as sending, unless its button says what a person can take back on the page itself.
The network (`chromium/gate`) holds whatever is missed here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import yaml

from yamori.agents.browser.engine import Element, Form, FormField, Observation
from yamori.agents.browser.operating.words import LISTS
from yamori.agents.browser.rules.whole_words import folded, stand_in, whole_words
from yamori.domain.language import is_spaced


class Kind(StrEnum):
    READS = "reads"
    """It only leads somewhere."""
    TAKES_BACK = "takes_back"
    """It changes what can be changed back there: a basket, a filter."""
    PAYS = "pays"
    ORDERS = "orders"
    SENDS = "sends"
    POSTS = "posts"
    DELETES = "deletes"
    PERSONAL = "personal"
    """It gives away what is the person's own."""
    FILLS_IN = "fills_in"
    """It puts what is remembered of the person into the page's fields; nothing is sent yet."""
    LOGS_IN = "logs_in"
    """It is the person's to do: a secret is asked for."""


_GRAVE = (Kind.PAYS, Kind.ORDERS, Kind.DELETES, Kind.POSTS, Kind.SENDS)


@dataclass(frozen=True, kw_only=True)
class Consequence:
    kind: Kind
    form: Form | None = None
    """What would be sent."""

    @property
    def needs_approval(self) -> bool:
        return self.kind not in (Kind.READS, Kind.TAKES_BACK)


def consequence_of(element: Element) -> Consequence:
    """Of a click on it."""
    form = element.form if element.submits else None
    if form is not None:
        return Consequence(kind=_of_form(element, form), form=form)
    if element.role == "link":
        if (by_address := acts_by_address(element.href)) is not None:
            return Consequence(kind=by_address, form=Form(method="get", action=element.href))
        links = tuple(_words()["acting_links"])
        kind = next((_KIND_OF_LINK[name] for name in links if _says(element.name, name)), Kind.READS)
        return Consequence(kind=kind)
    if element.role == "button":
        return Consequence(kind=_grave(element.name) or Kind.READS)
    return Consequence(kind=Kind.READS)


def is_called_sending(name: str) -> bool:
    """A button's name that begins with what it does, or in Japanese ends with it: *Send reply*, not *Close reply*."""
    said = folded(name)
    for kind in (Kind.SENDS, Kind.POSTS):
        begins = tuple(word for word in LISTS.ordered(kind.value) if is_spaced(word))
        ends = tuple(word for word in LISTS.ordered(kind.value) if not is_spaced(word))
        if whole_words(begins).match(said) is not None or said.endswith(ends):
            return True
    return False


def acts_by_address(url: str) -> Kind | None:
    """What an address does by being opened, as a step of its path or `?action=` says; None where it only reads."""
    try:
        parts = urlsplit(url)
        asked = (value for name, value in parse_qsl(parts.query) if name.lower() in _words()["acting_names"])
        said = {step.lower() for step in (*re.split(r"[/.]", parts.path), *asked)}
    except ValueError:
        return None
    kinds: Mapping[str, Sequence[str]] = _words()["acting_addresses"]
    return next((Kind(kind) for kind, words in kinds.items() if not said.isdisjoint(words)), None)


_KIND_OF_LINK = {"pays_now": Kind.PAYS, "deletes": Kind.DELETES}


def _of_form(element: Element, form: Form) -> Kind:
    filled = [field for field in form.fields if field.value]
    if any(is_secret(field) for field in form.fields):
        return Kind.LOGS_IN
    if form.method == "dialog":
        return Kind.READS
    grave, takes_back = _grave(element.name), _says(element.name, "takes_back")
    personal = any(_is_personal(field) for field in filled)
    if form.method == "get":
        return Kind.PERSONAL if personal else grave if grave in (Kind.PAYS, Kind.DELETES) else Kind.READS
    if takes_back and not personal and (grave is None or _is_exactly(element.name, "takes_back")):
        return Kind.TAKES_BACK
    return grave or (Kind.PERSONAL if personal else Kind.SENDS)


def _grave(name: str) -> Kind | None:
    return next((kind for kind in _GRAVE if _says(name, kind.value)), None)


def is_secret(field: FormField | Element) -> bool:
    """What the house never types: passwords, numbers of cards, codes."""
    label = field.label if isinstance(field, FormField) else field.name
    return field.kind == "password" or _asks_for(label, field.autocomplete, "secret")


def _is_personal(field: FormField) -> bool:
    return field.kind in ("email", "tel") or (field.kind != "hidden" and _asks_for(field.label, field.autocomplete, "personal"))


def empty_own_fields(page: Observation, button: Element) -> Mapping[int, str]:
    """The empty fields of the form that a button sends which ask for a person's own, by what they ask for; each kind once."""
    if button.form is None:
        return {}
    names = {field.label for field in button.form.fields if field.label}
    found: dict[int, str] = {}
    for element in page.elements:
        if element.role != "textbox" or element.value or element.name not in names or is_secret(element):
            continue
        kind = _own_kind(element)
        if kind is not None and kind not in found.values():
            found[element.index] = kind
    return found


def _own_kind(element: Element) -> str | None:
    tokens = set(element.autocomplete.lower().split())
    for kind, held in _words()["own"].items():
        if (
            tokens & set(held["autocomplete"])
            or element.kind == held.get("kind", "-")
            or folded(element.name).strip(" *:：") in LISTS.words(f"own_{kind}")
        ):
            return str(kind)
    return None


def also_called(label: str) -> Sequence[str]:
    """What a field of this label may be called in other words and languages: 名前 where it says *Name*."""
    said = folded(label).strip(" *:：")
    sorts = ("message", *(f"own_{kind}" for kind in _words()["own"]))
    return next((sorted(words) for sort in sorts if said in (words := LISTS.words(sort))), ())


def _asks_for(label: str, autocomplete: str, name: str) -> bool:
    return any(part in _words()[name] for part in autocomplete.lower().split()) or _says(label, name)


def _says(text: str, name: str) -> bool:
    return stand_in(LISTS.ordered(name), folded(text))


def _is_exactly(text: str, name: str) -> bool:
    return folded(text) in LISTS.words(name)


@cache
def _words() -> dict[str, Any]:
    held: dict[str, Any] = yaml.safe_load((files("yamori.agents.browser.operating") / "consequences.yaml").read_text(encoding="utf-8"))
    return held
