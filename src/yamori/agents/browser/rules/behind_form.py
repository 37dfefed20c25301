"""Whether what answers lies behind a form of a page that was read: where *read* ends and *operate* begins. Pure.

By evidence alone: the passages leave a part of the question open, and a page that is about the rest of it has a form with a field for that
part: an option of that name, a day. A box that takes any text counts only where nothing at all was found.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from yamori.agents.browser.pages.extracting import Document, QueryForm
from yamori.agents.browser.rules.query import wanted_days
from yamori.agents.browser.rules.ranking import Candidate, says, terms_of
from yamori.agents.browser.rules.whole_words import folded, stand_in

OPEN = 0.5
"""The largest share of what is asked that the best passage may leave open. Of 37 questions that a passage answers none leaves more open, of
eight whose answer lies behind a form each leaves all of it (docs/measurements.md)."""
_MIXED = 2
"""So many other options of the same field a passage has to name to be a mixed list, which the field would filter."""


@dataclass(frozen=True, kw_only=True)
class BehindForm:
    """A page whose form takes what its passages leave open."""

    page: int
    """Its number among the pages that were read."""
    share_open: float
    """Of the question, by the passages."""
    taken: frozenset[str]
    """Words of the question, and its day, for which the form has a field."""
    by_text: bool
    """It has nothing but a box for any text."""


def behind_form(
    question: str, terms: frozenset[str], documents: Sequence[Document], chosen: Sequence[Candidate], now: datetime
) -> BehindForm | None:
    """The best such page; None where there is none. `chosen`: the passages that answer best, best first; `terms`: what is asked, as
    `ranking.asked_terms` has it."""
    days = [day.isoformat() for day in wanted_days(question, now)[:1]]
    asked = terms | frozenset(days)
    left = asked - _said(chosen[0], documents, asked) if chosen else asked
    share = len(left) / (len(asked) or 1)
    if chosen and (taken := _filtered(chosen[0], documents[chosen[0].page], question, asked)):
        return BehindForm(page=chosen[0].page, share_open=share, taken=taken, by_text=False)
    if share <= OPEN:
        return None
    found: list[BehindForm] = []
    for number, document in enumerate(documents):
        about = terms_of(" ".join((document.title, *(heading for passage in document.passages for heading in passage.headings))))
        for form in document.forms:
            taken = _taken(form, question, left, days)
            kept = frozenset(term for term in asked - taken if says(about, term) or _is_label(form, term))
            if taken and (kept or len(taken) > 1):
                found.append(BehindForm(page=number, share_open=share, taken=taken, by_text=False))
            elif not chosen and kept and left - kept and any(field.kind == "text" for field in form.fields):
                found.append(BehindForm(page=number, share_open=share, taken=left - kept, by_text=True))
    return max(found, key=lambda one: (not one.by_text, len(one.taken), -one.page), default=None)


def is_said(candidate: Candidate, terms: frozenset[str], documents: Sequence[Document]) -> bool:
    """Whether a passage leaves nothing of the question open."""
    return _said(candidate, documents, terms) == terms


def _said(candidate: Candidate, documents: Sequence[Document], asked: frozenset[str]) -> frozenset[str]:
    passage = candidate.passage
    said = terms_of(" ".join((documents[candidate.page].title, *passage.headings, passage.text)))
    return frozenset(term for term in asked if says(said, term) or (_is_day(term) and candidate.is_of_the_day))


def _filtered(candidate: Candidate, document: Document, question: str, asked: frozenset[str]) -> frozenset[str]:
    """The words of the question by which a field of its page would filter a passage that names them among much else; empty if none."""
    said, passage = folded(question), folded(candidate.passage.text)
    taken: set[str] = set()
    for field in (field for form in document.forms for field in form.fields):
        wanted = [option for option in field.options if len(option) > 1 and stand_in(folded(option), said)]
        others = [option for option in field.options if option not in wanted and len(option) > 1 and stand_in(folded(option), passage)]
        if len(wanted) == 1 and len(others) >= _MIXED:
            taken |= {term for term in asked if says(terms_of(wanted[0]), term)}
    return frozenset(taken)


def _is_day(term: str) -> bool:
    try:
        date.fromisoformat(term)
    except ValueError:
        return False
    return True


def _taken(form: QueryForm, question: str, left: frozenset[str], days: Sequence[str]) -> frozenset[str]:
    said = folded(question)
    taken: set[str] = set()
    for field in form.fields:
        if field.kind == "date":
            taken |= left & frozenset(days)
        for option in field.options:
            if len(option) > 1 and stand_in(folded(option), said):
                words = terms_of(option)
                taken |= {term for term in left if says(words, term)}
    return frozenset(taken)


def _is_label(form: QueryForm, term: str) -> bool:
    return any(says(terms_of(field.label), term) for field in form.fields)
