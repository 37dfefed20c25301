"""The next action where the words of the goal leave one answer; a model is asked only where they do not. Pure.

A value belongs to the field whose label stands beside it in the person's sentence, or which alone can hold it. Fields come before
buttons; a button is pressed where its own words were said, or where it alone sends the form that was filled in.
"""

import re
from collections.abc import Collection, Sequence

from yamori.agents.browser.engine import Element, Observation
from yamori.agents.browser.operating.choices import Action, Did
from yamori.agents.browser.operating.consequences import is_secret
from yamori.agents.browser.operating.goal import Goal, folded, values_of
from yamori.agents.browser.rules.ranking import Terms, terms_of
from yamori.understanding.utterance import QUOTED, utterance_of

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"(?<![\w.,@#/-])\d[\d,]*(?:\.\d+)?(?![\w@/-])")
_JAPANESE_NUMBER = re.compile(r"(?<![\d.,/-])\d[\d,]*(?=\s*(?:個|点|枚|本|円|人|名|つ|回)?)")
_BESIDE = 3
"""Words between a label and its value at most."""
_BESIDE_CHARACTERS = 8


def proposed(goal: Goal, page: Observation, did: Collection[Did], links: Sequence[Element], *, filled: bool) -> Action | None:
    """`links`: those that say what is still open; `filled`: something was put into this page's fields already."""
    main = [element for element in page.elements if element.is_main]
    done_to = {(do, on) for do, on, _ in did}
    for find in (_date, _selection, _filling, _ticking):
        action = find(goal, [e for e in main if e.role not in ("link", "button")], done_to)
        if action is not None:
            return action
    return _press(goal, main, done_to, links, filled=filled)


def _date(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    dates = [e for e in fields if e.role == "date"]
    if len(dates) != 1 or len(goal.days) != 1 or ("date", dates[0].index) in done_to or dates[0].value == goal.days[0].isoformat():
        return None
    return Action(do="date", on=dates[0].index, day=goal.days[0], text=goal.days[0].isoformat())


def _selection(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    selects = [e for e in fields if e.role == "select"]
    said = folded(goal.words)
    for select in selects:
        if ("select", select.index) in done_to:
            continue
        options = [option for option in select.options if _is_said(option, said)]
        away = {option: far for option in options if (far := _label_away(select.name, option, said)) is not None}
        beside = [option for option, far in away.items() if far == min(away.values())]
        shared = [other for other in selects if other is not select and set(map(folded, other.options)) & set(map(folded, options))]
        chosen = beside if len(beside) == 1 else options if len(options) == 1 and not shared else []
        if len(chosen) == 1 and folded(chosen[0]) != folded(select.value):
            return Action(do="select", on=select.index, text=chosen[0])
    return None


def _filling(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    boxes = [e for e in fields if e.role == "textbox" and not is_secret(e)]
    empty = [e for e in boxes if ("fill", e.index) not in done_to]
    said, quoted = folded(goal.words), [match[0][1:-1].strip() for match in QUOTED.finditer(goal.words)]
    outside = folded(QUOTED.sub(" ; ", goal.words))
    emails, numbers = _EMAIL.findall(goal.words), _numbers(goal, outside)
    taken = {folded(e.value) for e in boxes if e.value}
    for value in (*quoted, *emails, *numbers):
        if folded(value) in taken:
            continue
        beside = [e for e in empty if _label_behind(e.name, value, said)] or [e for e in empty if _label_beside(e.name, value, said)]
        if len(beside) == 1 and folded(beside[0].value) != folded(value):
            return Action(do="fill", on=beside[0].index, text=value)
    kinds = ((emails, "email"), (numbers, "number"))
    for values, kind in kinds:
        fitting = [e for e in boxes if e.kind == kind]
        if len(values) == 1 and len(fitting) == 1 and fitting[0] in empty and folded(fitting[0].value) != folded(values[0]):
            return Action(do="fill", on=fitting[0].index, text=values[0])
    if len(quoted) == 1 and folded(quoted[0]) not in taken:
        texts = [e for e in empty if not e.value and e.kind not in ("email", "number", "tel")]
        if len(texts) == 1:
            return Action(do="fill", on=texts[0].index, text=quoted[0])
    return _named(goal, [e for e in empty if not e.value], said)


def _named(goal: Goal, empty: Sequence[Element], said: str) -> Action | None:
    """What stands unquoted after a field's label, up to the next label or mark: `name Aya Sato, address …`."""
    labels = {e.index: folded(e.name) for e in empty}
    for element in empty:
        label = labels[element.index]
        others = [re.escape(other) for other in labels.values() if other != label]
        alike = [e for e in empty if labels[e.index] == label]
        if not label or (len(alike) > 1 and _in_the_row(alike, terms_of(said)) is not element):
            continue
        stops = "|".join(
            [r"[,;.]\s", r"[,;.]?$", r"\s(?:and|with|then|in order)\s", *(rf"\s(?:the\s|his\s|her\s|my\s)?{other}\b" for other in others)]
        )
        match = re.search(
            rf"\b{re.escape(label)}\s+(?:is\s+|as\s+|of\s+|to\s+)?(?!(?:and|with|then|in|into|for)\b)(?P<value>\S.{{0,60}}?)(?={stops})",
            said,
        )
        if match is None:
            continue
        value = match["value"].strip()
        theirs = next((piece for piece in values_of(goal) if folded(piece) == value), None)
        if theirs is not None and not QUOTED.search(theirs):
            return Action(do="fill", on=element.index, text=theirs)
    return None


def _in_the_row(alike: Sequence[Element], said: Terms) -> Element | None:
    """Of several of one name the one whose row the person spoke of."""
    near = [sum(1 for word in terms_of(element.near).words if said.say(word)) for element in alike]
    return alike[near.index(max(near))] if near.count(max(near)) == 1 else None


def _ticking(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    said = terms_of(goal.words)
    for element in fields:
        if element.role in ("checkbox", "radio") and not element.is_checked and ("check", element.index) not in done_to:
            words = terms_of(element.name).words
            if words and all(said.say(word) for word in words):
                return Action(do="check", on=element.index, set=True, text="on")
    return None


def _press(
    goal: Goal, main: Sequence[Element], done_to: Collection[tuple[str, int]], links: Sequence[Element], *, filled: bool
) -> Action | None:
    said = terms_of(goal.words)
    can = [e for e in main if e.role in ("button", "link") and ("click", e.index) not in done_to]
    named = [e for e in can if (words := terms_of(e.name).words) and all(said.say(word) for word in words)]
    if len(named) > 1:  # of several alike the row that the person spoke of
        near = {e.index: sum(1 for word in terms_of(e.near).words if said.say(word)) for e in named}
        most = max(near.values())
        longest = max(len(e.name) for e in named if near[e.index] == most)
        named = [e for e in named if near[e.index] == most and len(e.name) == longest]
    if len(named) == 1:
        return Action(do="click", on=named[0].index)
    if not named and len(links) == 1 and links[0] in can:
        return Action(do="click", on=links[0].index)
    sending = [e for e in can if e.submits]
    if filled and len(sending) == 1 and not named:
        return Action(do="click", on=sending[0].index)
    return None


def _numbers(goal: Goal, outside: str) -> list[str]:
    """Numbers of the request that are no part of a time, an address or a name."""
    utterance = utterance_of(goal.words, goal.now)
    times = [utterance.text[time.start : time.end] for time in utterance.times]
    bare = _EMAIL.sub(" ", outside)
    for time in times:
        bare = bare.replace(folded(time), " ")
    pattern = _JAPANESE_NUMBER if goal.language.value == "ja" else _NUMBER
    return list(dict.fromkeys(pattern.findall(bare)))


def _is_said(option: str, said: str) -> bool:
    wanted = folded(option)
    if len(wanted) < 2:
        return False
    return wanted in said if not wanted.isascii() else re.search(rf"(?<![\w-]){re.escape(wanted)}(?![\w-])", said) is not None


def _label_behind(label: str, value: str, said: str) -> bool:
    """`“two pots” into the note`."""
    into = (
        rf"{re.escape(folded(value))}[\"'”」』]?\s+(?:in|into|as|under)\s+(?:the\s+|its\s+|my\s+)?(?:field\s+)?{re.escape(folded(label))}\b"
    )
    return bool(label) and re.search(into, said) is not None


def _label_beside(label: str, value: str, said: str) -> bool:
    return _label_away(label, value, said) is not None


def _label_away(label: str, value: str, said: str) -> int | None:
    """How many words before the value a word of the label stands; None where none is near."""
    at = said.find(folded(value))
    if at < 0:
        return None
    before = said[:at].rstrip(" \"'“「『:=")
    words = terms_of(label)
    if not before.isascii() or not label.isascii():
        close = before[-_BESIDE_CHARACTERS - len(label) :]
        return 0 if any(word in close for word in words.words) else None
    tokens = re.findall(r"[\w'-]+", before)[-_BESIDE:]
    far = [number for number, token in enumerate(reversed(tokens)) if any(words.say(term) for term in terms_of(token).words)]
    return min(far, default=None)
