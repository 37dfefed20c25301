"""What a model is shown of a page, what it may answer, and its answer as an action. Pure.

The schema names only what is there: numbers of elements, labels of options, days and pieces of the person's words. What was
done on this page already is not offered again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from yamori.agents.browser.engine import Element, Observation
from yamori.agents.browser.operating.consequences import is_secret
from yamori.agents.browser.operating.goal import Goal, is_theirs, values_of
from yamori.agents.browser.rules.ranking import terms_of
from yamori.agents.browser.rules.whole_words import folded
from yamori.domain.errors import TryAgain
from yamori.domain.language import is_spaced
from yamori.domain.plain_text import single_line
from yamori.domain.values import Value

SHOWN = 14
"""Elements that a model sees at once: those that share the most with what is asked, in the order of the page."""
TEXT = 500
"""Characters of the page's text that it sees."""
_OPTIONS = 30
_CLAIMS = 2


@dataclass(frozen=True, kw_only=True)
class Action:
    """One decision. `on` is the number of an element."""

    do: str
    """`open`, `click`, `fill`, `select`, `date`, `check`, `scroll`, `back`, `done`."""
    on: int | None = None
    text: str = ""
    """What is typed, chosen or opened."""
    day: date | None = None
    set: bool = True
    claims: tuple[str, ...] = ()
    """What the page says that shows that the task is done."""


Did = tuple[str, int, str]
"""Action, element and input that were done on the page as it is."""


def shown_elements(page: Observation, goal: Goal) -> Sequence[Element]:
    """Those in the page's own matter before its frame, and those that say a word of the goal before others."""
    own = [element for element in page.elements if element.is_main]
    if len(own) >= 2 and len(page.elements) <= SHOWN:
        return own
    wanted = terms_of(goal.words)

    def weight(element: Element) -> float:
        said = terms_of(" ".join((element.name, element.near, *element.options)))
        common = sum(1 for word in wanted.words if word in said.words)
        common += sum(1 for word in said.words if not is_spaced(word) and word in wanted.text)
        is_field = element.role not in ("link", "button")
        return (
            common
            + (1.0 if element.is_main else 0.0)
            + (1.0 if is_field and element.is_main else 0.0)
            + (0.8 if element.submits and element.is_main else 0.0)
        )

    return sorted(sorted(page.elements, key=lambda one: -weight(one))[:SHOWN], key=lambda one: one.index)


def shown_text(page: Observation, goal: Goal) -> str:
    """The lines that say the most words of the goal, in their order, within the budget."""
    if len(page.text) <= TEXT:
        return page.text
    wanted = terms_of(goal.words)
    lines = [line[:200] for line in page.text.split("\n")]
    days = {str(day) for day in goal.days}

    def weight(at: int) -> float:
        said = terms_of(lines[at])
        return sum(1 for word in wanted.words if word in said.words) + sum(2 for day in days if day in lines[at]) - 0.01 * at

    kept: set[int] = set()
    left = TEXT
    for at in sorted(range(len(lines)), key=lambda at: -weight(at)):
        if len(lines[at]) + 1 > left:
            continue
        kept.add(at)
        left -= len(lines[at]) + 1
        if left < 40:
            break
    return "\n".join(lines[at] for at in sorted(kept))


def telling_lines(goal: Goal, page: Observation) -> tuple[str, ...]:
    """The lines of the page that say the most of the goal, two at most: what it shows where it is said to be done."""
    wanted = terms_of(goal.words)
    days = {str(day) for day in goal.days}
    weights: list[tuple[float, int, str]] = []
    for at, line in enumerate(page.text.split("\n")):
        said = terms_of(line)
        weight = sum(1.0 for word in wanted.words if word in said.words) + sum(2.0 for day in days if day in line)
        weight += sum(0.5 for word in said.words if not is_spaced(word) and len(word) > 1 and word in wanted.text)
        if weight:
            weights.append((-weight, at, line[:80]))
    return tuple(line for _, _, line in sorted(weights)[:2])


def request_text(
    goal: Goal, page: Observation, elements: Sequence[Element], done: Sequence[str], *, open_words: Sequence[str], problem: str
) -> str:
    """What changes from call to call."""
    lines = [f"Task: {goal.words}"]
    if goal.days:
        lines.append("Days: " + ", ".join(f"{day} ({day:%A})" for day in goal.days))
    lines.append("Done: " + ("; ".join(done[-6:]) if done else "nothing"))
    if open_words:
        lines.append("Not seen to yet: " + ", ".join(open_words[:12]))
    if problem:
        lines.append(f"Wrong: {problem}")
    lines.append(f"Page: {page.title}")
    lines.append(shown_text(page, goal))
    lines.append("Elements:")
    lines += [_line(element) for element in elements]
    return "\n".join(lines)


def _line(element: Element) -> str:
    value = ""
    if element.role in ("textbox", "select", "date"):
        value = f" = {element.value[:40]}" if element.value else " (empty)"
    elif element.role in ("checkbox", "radio"):
        value = " = on" if element.is_checked else " = off"
    near = f" ({element.near[:60]})" if element.near and element.role in ("button", "textbox") else ""
    return f"[{element.index}] {element.role} {element.name}{value}{near}"


def schema_of(
    goal: Goal, page: Observation, elements: Sequence[Element], did: Collection[Did], *, can_go_back: bool
) -> Mapping[str, Value]:
    kinds: list[dict[str, Any]] = []
    done_to = {(do, on) for do, on, _ in did}
    clicks = [e.index for e in elements if e.role in ("link", "button") and ("click", e.index) not in done_to]
    values = list(values_of(goal))
    text: dict[str, Any] = {"enum": values} if values else {"type": "string", "minLength": 1, "maxLength": 100}
    fills = [e.index for e in elements if e.role == "textbox" and ("fill", e.index) not in done_to and not is_secret(e)]
    for element in elements:
        if element.role == "select" and ("select", element.index) not in done_to and element.options:
            options = list(dict.fromkeys(option for option in element.options[:_OPTIONS] if option))
            kinds.append(_object(do={"const": "select"}, on={"const": element.index}, text={"enum": options}))
    if fills:
        kinds.append(_object(do={"const": "fill"}, on={"enum": fills}, text=text))
    dates = [e.index for e in elements if e.role == "date" and ("date", e.index) not in done_to]
    if dates and goal.days:
        kinds.append(_object(do={"const": "date"}, on={"enum": dates}, day={"enum": [day.isoformat() for day in goal.days]}))
    checks = [e.index for e in elements if e.role in ("checkbox", "radio") and ("check", e.index) not in done_to]
    if checks:
        kinds.append(_object(do={"const": "check"}, on={"enum": checks}, set={"type": "boolean"}))
    if clicks:
        kinds.append(_object(do={"const": "click"}, on={"enum": clicks}))
    moves = [*(["scroll"] if page.has_more else []), *(["back"] if can_go_back else [])]
    if moves:
        kinds.append(_object(do={"enum": moves}))
    claims = {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 80}, "minItems": 1, "maxItems": _CLAIMS}
    kinds.append(_object(do={"const": "done"}, claims=claims))
    return {"anyOf": cast(Value, kinds)}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def action_of(answer: Value, goal: Goal, page: Observation) -> Action:
    """Raises `TryAgain` for what a model may not do, whatever its grammar."""
    held = cast(Mapping[str, Any], answer if isinstance(answer, dict) else {})
    do, on = str(held.get("do", "")), held.get("on")
    if do in ("scroll", "back"):
        return Action(do=do)
    if do == "done":
        return Action(do=do, claims=tuple(single_line(str(claim))[:80] for claim in held.get("claims", ())))
    element = next((one for one in page.elements if one.index == on), None)
    if element is None:
        raise TryAgain("there is no such element")
    if do == "fill":
        text = single_line(str(held.get("text", "")))
        if is_secret(element):
            raise TryAgain(f"{element.name} is for the person alone")
        if not is_theirs(text, goal):
            raise TryAgain("only words of the task are typed")
        return Action(do=do, on=element.index, text=text)
    if do == "select":
        text = str(held.get("text", ""))
        if folded(text) not in map(folded, element.options):
            raise TryAgain(f"{element.name} has no such option")
        return Action(do=do, on=element.index, text=text)
    if do == "date":
        day = next((one for one in goal.days if one.isoformat() == held.get("day")), None)
        if day is None:
            raise TryAgain("only a day of the task is set")
        return Action(do=do, on=element.index, text=day.isoformat(), day=day)
    if do == "check":
        return Action(do=do, on=element.index, set=bool(held.get("set")), text="on" if held.get("set") else "off")
    if do == "click":
        return Action(do=do, on=element.index)
    raise TryAgain("there is no such action")
