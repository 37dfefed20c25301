"""What of a goal is proven when it is said to be done: claims are looked for on the page, and every word that asks for something must have
been met by what was done or by what the page says. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from yamori.agents.browser.engine import Element, Observation, Sent
from yamori.agents.browser.operating.consequences import also_called
from yamori.agents.browser.operating.demand import demand_of
from yamori.agents.browser.operating.goal import Goal, count_of
from yamori.agents.browser.operating.words import LISTS
from yamori.agents.browser.rules.asked import is_asked_with, without_courtesy
from yamori.agents.browser.rules.ranking import Terms, terms_of
from yamori.agents.browser.rules.whole_words import folded, stand_in
from yamori.domain.language import Language, is_spaced
from yamori.understanding.utterance import utterance_of

_LONGEST_LINE = 200
_CONTROLS = {"fill": ("textbox", "textarea"), "check": ("radio", "checkbox"), "click": ("button", "link")}
_GRAVE = ("pays", "orders", "sends", "posts", "deletes")


@dataclass(frozen=True, kw_only=True)
class Step:
    """The receipt of one action: where, what, with what, and what was read back. Texts of pages are theirs."""

    page: str
    """Its address when the action began."""
    title: str
    do: str
    element: str = ""
    near: str = ""
    input: str = ""
    ok: bool = True
    result: str = ""
    """What was read back, or where it led; what went wrong where it is not `ok`."""
    sent: tuple[Sent, ...] = field(default=())
    consequence: str = "reads"
    picture: str = ""
    """Where a picture of the page after it is: task and number; empty where there is none."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    shown: tuple[str, ...]
    """Lines of the page that say what was claimed."""
    missing: tuple[str, ...]
    """Claims that the page does not bear out."""
    open_words: tuple[str, ...]
    """Words of the goal that nothing has met."""

    @property
    def is_whole(self) -> bool:
        return bool(self.shown) and not self.missing and not self.open_words


def evidence_of(goal: Goal, page: Observation, steps: Sequence[Step], claims: Sequence[str]) -> Evidence:
    lines = [line for line in (page.title, page.url, *page.text.split("\n")) if line]
    fields = [f"{element.name}: {element.value}" for element in page.elements if element.value and element.kind != "password"]
    shown: list[str] = []
    missing: list[str] = []
    for claim in claims:
        wanted = folded(claim)
        line = next((line for line in (*lines, *fields) if wanted and wanted in folded(line)), None)
        if line is None:
            missing.append(claim)
        elif line[:_LONGEST_LINE] not in shown:
            shown.append(line[:_LONGEST_LINE])
    return Evidence(shown=tuple(shown), missing=tuple(missing), open_words=open_words(goal, page, steps))


def open_words(goal: Goal, page: Observation, steps: Sequence[Step], *, by_text: bool = True) -> tuple[str, ...]:
    """Content words of the request that neither what was done nor the page says. Words for what was done are met by doing it. A link only
    says what is elsewhere. `by_text`: whether the page's text counts, or its title alone."""
    done = [step for step in steps if step.ok]
    links = {element.name for element in page.elements if element.role == "link"}
    lines = [line for line in page.text.split("\n") if line not in links] if by_text else []
    held = [f"{element.name} {element.value}" for element in page.elements if element.value] if by_text else []
    met = terms_of(" ".join((page.title, _spaced(page.url), *lines, *held, *(_said(step) for step in done))))
    acts = {"open", *(step.do for step in done), *(step.consequence for step in done)}
    excused = {folded(word) for act in acts for word in _words(act, goal.language)} | _of_pages(done, goal.language)
    undone = _undone(goal, {step.consequence for step in done})
    return tuple(
        word.text
        for word in _asked(goal)
        if folded(word.text) in undone
        or not (folded(word.text) in excused or folded(word.base) in excused or _meets(met, word.text, word.base, *_count(word, goal)))
    )


def _of_pages(steps: Sequence[Step], language: str) -> frozenset[str]:
    """What points at a place of a page, or says what kind of control was used: no page says that of itself."""
    kinds = {kind for step in steps for kind in _CONTROLS.get(step.do, ())}
    controls = (word for word, kind in LISTS.pairs("controls").items() if kind in kinds)
    return frozenset(map(folded, (*LISTS.of(language).ordered("on_page"), *controls)))


def _undone(goal: Goal, consequences: Collection[str]) -> Collection[str]:
    """Verbs of the request that only doing meets, and that nothing done was: that a page says “Book” books nothing."""
    if "personal" in consequences:  # a form that gave something away, whatever its button said
        return ()
    said = folded(demand_of(goal).text)
    verbs = [word for act in _GRAVE if act not in consequences for word in _words(act, goal.language)]
    return {verb for verb in verbs if _orders(verb, said)}


def _orders(verb: str, said: str) -> bool:
    """Whether a verb is what a clause asks for: its first word, or where words do not stand apart a stem that something is joined to."""
    if not is_spaced(verb):
        return f"{verb}し" in said
    return re.search(rf"(?:^|\b(?:and|then|to|please|on|at)\s+|[,;]\s*){re.escape(verb)}\b", said) is not None


def ruled_out(goal: Goal) -> Collection[str]:
    """The consequences that the person does not want: those whose words stand in what they rule out."""
    said = folded(demand_of(goal).refused)
    return {act for act in _GRAVE if said and stand_in(_words(act, goal.language), said)}


def asks_for_an_act(text: str, language: Language) -> bool:
    """Whether a text asks for what only doing meets, such as booking: no search answers it."""
    verbs = [verb for act in _GRAVE for verb in _words(act, language)]
    return is_asked_with([verb if is_spaced(verb) else f"{verb}して" for verb in verbs], text)


def links_to(goal: Goal, page: Observation, steps: Sequence[Step]) -> Sequence[Element]:
    """The page's own links that say every word that neither what was done nor the page's title has met."""
    left = open_words(goal, page, steps, by_text=False)
    links = [element for element in page.elements if element.role == "link" and element.is_main]
    return [link for link in links if all(_meets(terms_of(link.name), word, word) for word in left)] if left else ()


@dataclass(frozen=True, kw_only=True)
class _Word:
    text: str
    base: str


def _asked(goal: Goal) -> list[_Word]:
    """The content words of what is demanded, those in quotations too, but for times, which `days` hold."""
    utterance = utterance_of(without_courtesy(demand_of(goal).text, goal.language), goal.now)
    words = [
        _Word(text=utterance.normal.shown(word.span), base=word.base)
        for word in utterance.words
        if not any(word.span.overlaps(time) for time in utterance.time_spans)
    ]
    quoted = [utterance.normal.shown(span)[1:-1] for span in utterance.quotations]
    return [*words, *(_Word(text=text, base=text) for text in quoted), *(_Word(text=str(day), base=str(day)) for day in goal.days)]


def _count(word: _Word, goal: Goal) -> tuple[str, ...]:
    count = count_of(word.text, goal.language)
    return (str(count),) if count is not None else ()


def _meets(met: Terms, *said: str) -> bool:
    for one in said:
        runs = terms_of(one).words
        if runs and all(met.say(run) or run in met.text for run in runs):
            return True
    return False


def _spaced(url: str) -> str:
    return re.sub(r"[/=&?_-]", " ", url)


def _said(step: Step) -> str:
    read_back = step.result if step.do != "click" else ""
    return " ".join((step.element, *also_called(step.element), step.near, step.input, step.title, _spaced(step.page), read_back))


def _words(act: str, language: str) -> tuple[str, ...]:
    """With which people of a language ask for an act; none for one that nobody asks for by a word."""
    try:
        return LISTS.of(language).ordered(f"act_{act}")
    except KeyError:
        return ()
