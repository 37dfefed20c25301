"""The next action where the words of the goal leave one answer; a model is asked only where they do not. Pure.

A value belongs to the field whose label stands beside it in the person's sentence, or which alone can hold it. Fields come before
buttons; a button is pressed where its own words were said, or where it alone sends the form that was filled in.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from yamori.agents.browser.engine import Element, Observation
from yamori.agents.browser.operating.choices import Action, Did
from yamori.agents.browser.operating.consequences import also_called, is_called_sending, is_secret
from yamori.agents.browser.operating.goal import Goal, count_of, is_theirs, values_of
from yamori.agents.browser.operating.pointing import (
    alike_rows,
    exactly_named,
    kind_called,
    nth,
    of_kind,
    pointed_at,
    stated,
    superlative,
    wants_nothing,
    wants_opening,
)
from yamori.agents.browser.operating.words import LISTS
from yamori.agents.browser.rules.ranking import Terms, terms_of
from yamori.agents.browser.rules.whole_words import folded, stand_in
from yamori.domain.language import is_spaced
from yamori.understanding.utterance import QUOTED, utterance_of

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"(?<![\w.,@#/-])-?\d[\d,]*(?:\.\d+)?(?![\w@/-])")
_NUMBER_AMONG_LETTERS = re.compile(r"(?<![\d.,/-])\d[\d,]*")
"""Where words do not stand apart."""
_BESIDE = 3
"""Words between a label and its value at most."""
_BESIDE_CHARACTERS = 8
_ROW = 4
"""Words from which on a button's name is a row of a list rather than a label."""


Pressed = tuple[str, str, str]
"""Role, name and row of what was pressed on this page already."""


def proposed(
    goal: Goal,
    page: Observation,
    did: Collection[Did],
    links: Sequence[Element],
    *,
    filled: bool,
    pressed: Collection[Pressed] = (),
    left: Collection[str] = (),
) -> Action | None:
    """`links`: those that say what is still open; `filled`: something was put into this page's fields already; `left`: words of the goal
    that nothing has met."""
    main = _within(goal, page, left)
    done_to = {(do, on) for do, on, _ in did}
    fresh = [e for e in main if e.role in ("button", "link") and (e.role, e.name, e.near) not in pressed]
    opening = _opening(goal, fresh, pressed)
    if opening is not None:
        return opening
    if (suggested := _suggested(goal, main, fresh)) is not None:
        return suggested
    fields = [e for e in main if e.role not in ("link", "button")]
    for find in (_date, _time, _selection, _numbered):
        action = find(goal, fields, done_to)
        if action is not None:
            return action
    action = _filling(goal, fields, done_to, names=main) or _stated(goal, page, fields, done_to) or _ticking(goal, fields, done_to)
    if action is not None:
        return action
    return _press(goal, main, done_to, links, filled=filled, pressed=pressed, left=left) or _row_named(goal, main, pressed)


def _within(goal: Goal, page: Observation, left: Collection[str]) -> Sequence[Element]:
    """What the next action may be about: the page's own matter, and what stands around it where that alone has a field for something that
    is to be searched for."""
    main = [element for element in page.elements if element.is_main]
    has_fields = any(element.role not in ("link", "button") for element in main)
    open_yet = {folded(word) for word in left}
    held = {folded(element.value) for element in page.elements if not element.is_main and element.role == "textbox"}
    searched = [one for one in _quoted(goal) if folded(one) in open_yet | held]
    if has_fields or not searched or not stand_in(LISTS.of(goal.language).ordered("searches"), folded(goal.words)):
        return main
    return page.elements


def _opening(goal: Goal, fresh: Sequence[Element], pressed: Collection[Pressed]) -> Action | None:
    """What is folded up is opened first where that is asked for."""
    closed = [e for e in fresh if e.is_closed]
    if closed and wants_opening(folded(goal.words)) and not any(exactly_named(name, fresh) for name in _quoted(goal)):
        return Action(do="click", on=closed[0].index)
    return None


def _suggested(goal: Goal, main: Sequence[Element], fresh: Sequence[Element]) -> Action | None:
    """What a field proposes of what was typed into it, where it is what was asked for."""
    offered = [e for e in fresh if e.kind == "suggestion"]
    quoted = [folded(one) for one in _quoted(goal)]
    for box in (e for e in main if e.role == "textbox" and e.value):
        typed = folded(box.value)
        fitting = [e for e in offered if typed in folded(e.name) and folded(e.name) != typed]
        ends = [one for one in quoted if one != typed]
        exact = [e for e in fitting if any(folded(e.name).endswith(one) for one in ends)] or (fitting if not ends else [])
        if len(exact) > 1:  # a code in brackets before a name that only contains its letters
            exact = [e for e in exact if re.search(rf"(?<!\w){re.escape(typed)}(?!\w)", folded(e.name))] or exact
        if exact and (len(exact) == 1 or all(folded(e.name).startswith(typed) for e in exact)):
            return Action(do="click", on=exact[0].index)
    return None


def _time(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    clocks = [e for e in fields if e.role == "textbox" and e.kind == "time"]
    times = list(dict.fromkeys(time.time for time in utterance_of(goal.words, goal.now).times if time.time is not None))
    if len(clocks) != 1 or len(times) != 1 or ("fill", clocks[0].index) in done_to:
        return None
    return Action(do="fill", on=clocks[0].index, text=f"{times[0]:%H:%M}")


def _numbered(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    """`The 1st radio button`, `“3” into the 2nd textbox`."""
    said = folded(goal.words)
    start = 0
    for pointed in pointed_at(said):
        element, clause, start = nth(pointed, fields), said[start : pointed.start], pointed.end
        if element is None or is_secret(element):
            continue
        if element.role in ("radio", "checkbox"):
            if not element.is_checked and ("check", element.index) not in done_to:
                return Action(do="check", on=element.index, set=True, text="on")
            continue
        values = [match[0][1:-1].strip() for match in QUOTED.finditer(clause)] or _NUMBER.findall(clause)
        if len(values) == 1 and element.role == "textbox" and ("fill", element.index) not in done_to:
            value = next((piece for piece in values_of(goal) if folded(piece) == values[0]), values[0])
            return Action(do="fill", on=element.index, text=value)
    return None


def _stated(goal: Goal, page: Observation, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    """What the page says, where the person asked for it to be put in."""
    boxes = [e for e in fields if e.role == "textbox" and not is_secret(e)]
    if len(boxes) != 1 or boxes[0].value or ("fill", boxes[0].index) in done_to:
        return None
    value = stated(folded(goal.words), page.text)
    return Action(do="fill", on=boxes[0].index, text=value) if value else None


def _quoted(goal: Goal) -> Sequence[str]:
    return [match[0][1:-1].strip() for match in QUOTED.finditer(goal.words)]


def _date(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    dates = [e for e in fields if e.role == "date"]
    if len(dates) != 1 or len(goal.days) != 1 or ("date", dates[0].index) in done_to or dates[0].value == goal.days[0].isoformat():
        return None
    return Action(do="date", on=dates[0].index, day=goal.days[0], text=goal.days[0].isoformat())


def _selection(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]]) -> Action | None:
    selects = [e for e in fields if e.role == "select"]
    said = folded(goal.words)
    for select in selects:
        options = [option for option in select.options if _is_said(option, said)]
        if select.kind == "select-multiple":
            chosen_already = {part.strip() for part in folded(select.value).split(",")}
            left = [option for option in options if folded(option) not in chosen_already]
            if left:
                return Action(do="select", on=select.index, text=left[0])
            continue
        if ("select", select.index) in done_to:
            continue
        away = {option: far for option in options if (far := _label_away(select.name, option, said)) is not None}
        beside = [option for option, far in away.items() if far == min(away.values())]
        shared = [other for other in selects if other is not select and set(map(folded, other.options)) & set(map(folded, options))]
        chosen = beside if len(beside) == 1 else options if len(options) == 1 and not shared else []
        if len(chosen) == 1 and folded(chosen[0]) != folded(select.value):
            return Action(do="select", on=select.index, text=chosen[0])
    return None


def _filling(goal: Goal, fields: Sequence[Element], done_to: Collection[tuple[str, int]], *, names: Sequence[Element]) -> Action | None:
    """`names`: what is called something on the page; a quotation of that is nothing to type."""
    can_press = [e for e in names if e.role in ("button", "link")]
    boxes = [e for e in fields if e.role == "textbox" and not is_secret(e)]
    empty = [e for e in boxes if ("fill", e.index) not in done_to]
    said = folded(goal.words)
    quoted = [one for one in _quoted(goal) if not any(folded(e.name) == folded(one) for e in can_press)]
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
    completing = [e for e in empty if not e.value and e.autocomplete == "list"]
    if len(quoted) > 1 and len(completing) == 1 and len(boxes) == 1:
        return Action(do="fill", on=completing[0].index, text=quoted[0])
    return _named(goal, [e for e in empty if not e.value and e.kind != "time"], said)


def _named(goal: Goal, empty: Sequence[Element], said: str) -> Action | None:
    """What stands unquoted after a field's label, up to the next label or mark: `name Aya Sato, address …`."""
    if not is_spaced(said):
        return _named_joined(goal, empty, said)
    labels = {e.index: folded(e.name).rstrip(": ") for e in empty}
    for time in utterance_of(goal.words, goal.now).times:  # a day or time is no part of a name beside it
        said = said.replace(f" on {folded(time.text)}", " ;").replace(folded(time.text), ";")
    for element in empty:
        label = labels[element.index]
        others = [re.escape(other) for other in labels.values() if other and other != label]
        colons = bool(others) and re.search(rf"\b{re.escape(label)}\s*:", said) is not None
        alike = [e for e in empty if labels[e.index] == label]
        if not label or (len(alike) > 1 and _in_the_row(alike, terms_of(said)) is not element):
            continue
        stops = "|".join(
            [
                *([] if colons else [r"[,.]\s"]),
                r"\s?;",
                r"[,.]?$",
                r"\s(?:and|with|then|in order)\s",
                *(rf"\s(?:the\s|his\s|her\s|my\s)?{other}\b" for other in others),
            ]
        )
        match = re.search(
            rf"\b{re.escape(label)}\s*:?\s+(?:(?:there|here)\s+)?(?:is\s+|as\s+|of\s+|to\s+)?(?!(?:and|with|then|in|into|for)\b)(?P<value>\S.{{0,60}}?)(?={stops})",
            said,
        )
        if match is None:
            continue
        value = match["value"].strip()
        theirs = next((piece for piece in values_of(goal) if folded(piece) == value), None)
        if theirs is not None and not QUOTED.search(theirs):
            return Action(do="fill", on=element.index, text=theirs)
    return None


def _named_joined(goal: Goal, empty: Sequence[Element], said: str) -> Action | None:
    """The same where words do not stand apart: 名前は佐藤、…"""
    for element in empty:
        for label in (folded(element.name), *also_called(element.name)):
            match = re.search(rf"{re.escape(label)}\s*(?:は|[:：])\s*(?P<value>[^、。,「」]{{1,60}}?)(?=[、。,]|で(?:お願い|す)|$)", said)
            if match is not None and is_theirs(match["value"], goal):
                return Action(do="fill", on=element.index, text=match["value"].strip())
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
    goal: Goal,
    main: Sequence[Element],
    done_to: Collection[tuple[str, int]],
    links: Sequence[Element],
    *,
    filled: bool,
    pressed: Collection[Pressed],
    left: Collection[str],
) -> Action | None:
    words = folded(goal.words)
    can = [e for e in main if e.role in ("button", "link") and (e.role, e.name, e.near) not in pressed]
    by_quotation = _quoted_target(goal, main, can, pressed)
    if by_quotation is not None:
        return by_quotation
    said = terms_of(_without_numbers_of_times(goal))
    open_now = [e for e in can if ("click", e.index) not in done_to]
    named = [e for e in open_now if (words_of := terms_of(e.name).words) and all(said.say(word) for word in words_of)]
    in_order = _in_order(named, words, goal)
    if in_order is not None:
        return Action(do="click", on=in_order.index)
    if len(named) > 1:  # of several alike the row that the person spoke of
        near = {e.index: sum(1 for word in terms_of(e.near).words if said.say(word)) for e in named}
        most = max(near.values())
        longest = max(len(e.name) for e in named if near[e.index] == most)
        named = [e for e in named if near[e.index] == most and len(e.name) == longest]
    if len(named) == 1 and not filled and not wants_nothing(words) and _sends_nothing(named[0], main) and _more_than(named[0].name, left):
        return None  # what belongs into the form is not known yet: whoever reads it decides
    if len(named) == 1:
        return Action(do="click", on=named[0].index)
    best = superlative(words, alike_rows(main))  # with those pressed before: the next best is another one
    if best is not None and best in open_now:
        return Action(do="click", on=best.index)
    for pointed in pointed_at(words):
        element = nth(pointed, main)
        if element is None or element.value or (element.role, element.name, element.near) in pressed:
            continue
        if element.role in ("button", "link", "textbox"):
            return Action(do="click", on=element.index)
    if not named and len(links) == 1 and links[0] in open_now:
        return Action(do="click", on=links[0].index)
    sending = [e for e in open_now if e.submits and _holds_something(e)]
    if not any(e.submits for e in main):  # a page without forms: its only button, or the only one that sends
        buttons = [e for e in main if e.role == "button" and e.kind != "suggestion"]
        sending = buttons if len(buttons) == 1 else [e for e in buttons if is_called_sending(e.name)]
        sending = [e for e in sending if e in open_now]
    if filled and len(sending) == 1 and not named:
        return Action(do="click", on=sending[0].index)
    return _only_one(goal, main, pressed)


def _quoted_target(goal: Goal, main: Sequence[Element], can: Sequence[Element], pressed: Collection[Pressed]) -> Action | None:
    """What they called by its name in quotation marks; where it is not to be seen, what is folded up is opened until it is."""
    said = terms_of(goal.words)
    names = {folded(name) for _, name, _ in pressed}
    values = {folded(e.value) for e in main if e.value and e.role not in ("button", "link")}
    for quoted in _quoted(goal):
        if folded(quoted) in names or folded(quoted) in values:
            continue
        found = exactly_named(quoted, can)
        if len(found) > 1:
            near = [sum(1 for word in terms_of(e.near).words if said.say(word)) for e in found]
            found = [e for e, number in zip(found, near, strict=True) if number == max(near)]
        if found:  # of several that are one inside the other the innermost
            return Action(do="click", on=found[-1].index) if len({(e.name, e.near) for e in found}) == 1 else None
        kind = kind_called(quoted)
        if kind is not None and (of := of_kind(kind, main)):
            return Action(do="check" if of[0].role in ("radio", "checkbox") else "click", on=of[0].index, set=True, text="on")
        closed = [e for e in can if e.is_closed]
        if closed and not any(e.role in ("textbox", "select") for e in main):
            every = [e for e in main if e.is_closed or (e.role, e.name, e.near) in pressed]
            of_row = {e.index: sum(1 for word in terms_of(e.near).words if said.say(word)) for e in (*every, *closed)}
            spoken_of = [e for e in closed if of_row[e.index] == max(of_row.values())]  # another row than theirs is not opened instead
            return Action(do="click", on=spoken_of[0].index) if spoken_of else None
        return None
    return None


def _row_named(goal: Goal, main: Sequence[Element], pressed: Collection[Pressed]) -> Action | None:
    """The one row of several that begins with a name of theirs: a message by its sender."""
    rows = [e for e in main if e.role == "button" and not e.submits and len(e.name.split()) >= _ROW]
    names = {folded(word) for word in re.findall(r"(?<=[\w,] )[A-Z][\w'’-]+", QUOTED.sub(" ; ", goal.words))}
    fitting = [e for e in rows if folded(e.name.split()[0]) in names]
    if len(rows) < 2 or len(fitting) != 1 or (fitting[0].role, fitting[0].name, fitting[0].near) in pressed:
        return None
    return Action(do="click", on=fitting[0].index)


def _sends_nothing(button: Element, main: Sequence[Element]) -> bool:
    """The fields beside it are empty, and it is what carries them away. One for a secret is the person's to fill in."""
    fields = [e for e in main if e.role in ("textbox", "date", "checkbox", "radio")]
    if any(is_secret(e) for e in fields):
        return False
    only = [e for e in main if e.role == "button" and not e.is_closed]
    return bool(fields) and not any(e.value or e.is_checked for e in fields) and (button.submits or only == [button])


def _more_than(name: str, left: Collection[str]) -> bool:
    return any(not terms_of(name).say(word) for one in left for word in terms_of(one).words)


def _without_numbers_of_times(goal: Goal) -> str:
    """Their words, in which the numbers of a date or time name nothing that could be pressed."""
    utterance, words = utterance_of(goal.words, goal.now), goal.words
    for time in utterance.times:
        words = words.replace(time.text, re.sub(r"\d", " ", time.text))
    return words


def _in_order(named: Sequence[Element], words: str, goal: Goal) -> Element | None:
    """Several of different names that were said one after the other: the one said first. What sends comes last all the same."""
    if len({folded(e.name) for e in named}) != len(named) or len(named) < 2:
        return None
    at = {e.index: words.find(folded(e.name)) for e in named}
    spans = sorted((start, start + len(folded(e.name)), e.index) for e in named if (start := at[e.index]) >= 0)
    if len(spans) != len(named) or any(one[1] > other[0] for one, other in pairwise(spans)):
        return None
    return next(e for e in named if e.index == spans[0][2])


def _holds_something(button: Element) -> bool:
    """Its form has a field with something in it: it is the one that was filled in."""
    return button.form is not None and any(field.value for field in button.form.fields if field.kind not in ("hidden", "submit"))


def _only_one(goal: Goal, main: Sequence[Element], pressed: Collection[Pressed]) -> Action | None:
    """`Click the button`, where they say nothing else and there is one."""
    words = [word.text for word in utterance_of(goal.words, goal.now).words]
    if len(words) != 2 or (kind := kind_called(words[1])) is None:
        return None
    of = of_kind(kind, main)
    if len(of) != 1 or of[0].role not in ("button", "link", "textbox") or (of[0].role, of[0].name, of[0].near) in pressed:
        return None
    return Action(do="click", on=of[0].index)


def _numbers(goal: Goal, outside: str) -> list[str]:
    """Numbers of the request that are no part of a time, an address or a name."""
    utterance = utterance_of(goal.words, goal.now)
    times = [utterance.text[time.start : time.end] for time in utterance.times]
    bare = _EMAIL.sub(" ", outside)
    for time in times:
        bare = bare.replace(folded(time), " ")
    pattern = _NUMBER if is_spaced(goal.words) else _NUMBER_AMONG_LETTERS
    free = [word for word in utterance.words if not any(word.span.overlaps(time) for time in utterance.time_spans)]
    in_letters = [str(count) for word in free if (count := count_of(word.text, utterance.language)) is not None]
    return list(dict.fromkeys((*pattern.findall(bare), *in_letters)))


def _is_said(option: str, said: str) -> bool:
    wanted = folded(option)
    return len(wanted) > 1 and stand_in(wanted, said)


def _label_behind(label: str, value: str, said: str) -> bool:
    """`“two pots” into the note`."""
    return any(_stands_behind(one, value, said) for one in (label, *also_called(label)))


def _stands_behind(label: str, value: str, said: str) -> bool:
    into = (
        rf"{re.escape(folded(value))}[\"'”」』]?\s+(?:in|into|as|under)\s+(?:the\s+|its\s+|my\s+)?(?:field\s+)?{re.escape(folded(label))}\b"
    )
    return bool(label) and re.search(into, said) is not None


def _label_beside(label: str, value: str, said: str) -> bool:
    return any(_label_away(one, value, said) is not None for one in (label, *also_called(label)))


def _label_away(label: str, value: str, said: str) -> int | None:
    """How many words before the value a word of the label stands; None where none is near."""
    at = said.find(folded(value))
    if at < 0:
        return None
    before = said[:at].rstrip(" \"'“「『:=")
    words = terms_of(label)
    if not (is_spaced(before) and is_spaced(label)):
        close = before[-_BESIDE_CHARACTERS - len(label) :]
        return 0 if any(word in close for word in words.words) else None
    tokens = re.findall(r"[\w'-]+", before)[-_BESIDE:]
    far = [number for number, token in enumerate(reversed(tokens)) if any(words.say(term) for term in terms_of(token).words)]
    return min(far, default=None)
