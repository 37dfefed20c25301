"""What the page's script told of it, as an `Observation`, and by what its elements are found again. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from yamori.agents.browser.chromium.protocol import Unanswered
from yamori.agents.browser.engine import Element, Form, FormField, Key, Observation
from yamori.domain.plain_text import single_line


def key_of(given: Sequence[Any]) -> Key:
    role, name, number = given
    return (str(role), str(name), int(number))


def is_of(domain: str, host: str) -> bool:
    return bool(domain) and (host == domain or host.endswith(f".{domain}") or domain.endswith(f".{host}"))


def keys_of(observation: Observation) -> list[Key]:
    seen: dict[tuple[str, str], int] = {}
    keys: list[Key] = []
    for element in observation.elements:
        of = (element.role, element.name)
        seen[of] = seen.get(of, -1) + 1
        keys.append((*of, seen[of]))
    return keys


def observation_of(seen: Mapping[str, Any]) -> Observation:
    if "elements" not in seen:
        raise Unanswered("the page could not be looked at")
    return Observation(
        url=str(seen["url"]),
        title=single_line(str(seen["title"]))[:200],
        text=str(seen["text"]),
        elements=tuple(_element(one) for one in seen["elements"]),
        has_more=bool(seen["has_more"]),
    )


def _element(one: Mapping[str, Any]) -> Element:
    held = dict(one)
    form = held.pop("form")
    made = None
    if form is not None:
        made = Form(method=form["method"], action=form["action"], fields=tuple(FormField(**each) for each in form["fields"]))
    return Element(**{**held, "options": tuple(held["options"]), "form": made})


def value_of(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    value = answer.get("result", {}).get("value")
    return value if isinstance(value, dict) else {}
