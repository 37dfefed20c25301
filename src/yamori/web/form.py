"""Reads what a form of the page sent, and judges the text in it. Nothing larger than a message could be is taken in."""

import unicodedata
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, unquote

from fastapi import Request

from yamori.agentkit.access import CALLER
from yamori.domain.access import chooses_person
from yamori.domain.home import Person
from yamori.web.problems import PageProblem

PERSON_COOKIE = "yamori_person"
"""Whoever was chosen last, while nobody has an account."""
MOST_CHARACTERS = 4_000
"""Of one message, as at every other endpoint (`agentkit.said`)."""
_MOST_BYTES = 2_000_000
_MOST_FIELDS = 16
_LAYOUT = frozenset("\n\t")


async def fields(request: Request) -> Mapping[str, str]:
    """The fields of an urlencoded form, each as its last value. Raises `PageProblem`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise PageProblem("problem.body", status=415)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise PageProblem("problem.body", status=413)
    try:
        found = parse_qs(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except UnicodeDecodeError:
        raise PageProblem("problem.unreadable") from None
    except ValueError:  # too many fields
        raise PageProblem("problem.body", status=413) from None
    return {name: values[-1] for name, values in found.items()}


def chosen_person(request: Request) -> str:
    """The id of whoever was chosen last on this page; empty where nobody may choose, since somebody is signed in."""
    return unquote(request.cookies.get(PERSON_COOKIE, "")) if chooses_person(CALLER.get()) else ""


def message(sent: Mapping[str, str]) -> str:
    """The text of a message, fit to be a turn. Raises `PageProblem` for one that is empty, too long or not text."""
    text = sent.get("text", "").replace("\r\n", "\n").strip()
    if not text:
        raise PageProblem("problem.empty")
    if any(unicodedata.category(c) == "Cc" and c not in _LAYOUT for c in text):
        raise PageProblem("problem.unreadable")
    if len(text) > MOST_CHARACTERS:
        raise PageProblem("problem.long", status=413, count=f"{len(text):,}", most=f"{MOST_CHARACTERS:,}")
    return text


def person_in(sent: Mapping[str, str], people: Sequence[Person]) -> str:
    """The id of who speaks; whoever is to be chosen first where nobody is named. `people`: those for whom the caller may speak, first of
    all themselves (`Ports.people`). Raises `PageProblem`."""
    known = [person.id for person in people]
    person = sent.get("person") or (known[0] if known else "someone")
    if known and person not in known:
        if not chooses_person(CALLER.get()):
            raise PageProblem("problem.somebody_else", status=403, name=people[0].name)
        raise PageProblem("problem.person", name=person)
    return person
