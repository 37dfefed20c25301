"""What a model chooses from where a sentence is about routines or the diary and code cannot tell what is wanted; beside `choices.Choices`.

These forms are in the grammar only where the sentence names such a thing, so that a sentence about tasks has no more to choose from.
"""

from collections.abc import Mapping, Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import points_at
from yamori.agents.scheduler.rules.entities.titles import spoken_of
from yamori.agents.scheduler.rules.reading.languages import reader_of
from yamori.agents.scheduler.rules.rows.occurrences import WEEK
from yamori.agents.scheduler.rules.rows.routine import Routine, Step
from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.errors import TryAgain
from yamori.domain.values import Value
from yamori.domain.when import resolve, weekdays_named
from yamori.domain.when.amounts import amounts_in

MOST_ROUTINES = 12
MOST_STEPS = 20


class OtherChoices:
    """The routines, steps and forms that one request is decided over; nothing of all that for a sentence that is not about them."""

    def __init__(self, request: str, known: Known) -> None:
        reader = reader_of(request)
        steps = [step for routine in known.routines for step in routine.steps]
        about = spoken_of(request, known.routines), spoken_of(request, steps)
        named = any(match.found is not None or match.candidates for match in about)
        self.of_routines = bool(named or says(request.lower(), "routines"))
        self.of_diary = bool(reader.speaks_of_diary(request))
        self.request = request
        self.known = known
        self.routines: dict[str, Routine] = {}
        self.steps: dict[str, tuple[Routine, Step]] = {}
        if self.of_routines:
            for routine in known.routines[:MOST_ROUTINES]:
                self.routines.setdefault(routine.title, routine)
                for step in routine.steps:
                    if len(self.steps) < MOST_STEPS:
                        self.steps.setdefault(f"{step.title} ({routine.title})", (routine, step))

    def described(self) -> str:
        """The lists as the model reads them; empty for a sentence about tasks alone."""
        if not self.of_routines:
            return ""
        shown = "".join(f"\n- {label}: {'/'.join(r.days) or r.recurrence}" for label, r in self.routines.items())
        return f"Routines:{shown or ' none'}"

    def forms(self, *, question: bool) -> list[Value]:
        """The grammar's further forms."""
        text: Value = {"type": "string", "minLength": 1, "maxLength": 200}
        days: Value = {"type": "array", "items": {"enum": list(WEEK)}, "minItems": 1, "maxItems": 7}
        found: list[Value] = []
        if self.of_diary:
            found.append(_form("read diary") if question else _form("diary", text=text))
        if question or not self.of_routines:
            return found + ([_form("list routines")] if self.of_routines else [])
        found.append(_form("new routine", title=text, days=days))
        if self.routines:
            routine: Value = {"enum": list(self.routines)}
            found += [_form("routine days", routine=routine, days=days), _form("delete routine", routine=routine)]
            found += [_form("add step", routine=routine, title=text), _form("tick", step={"enum": [*self.steps, *self.routines]})]
        if self.steps:
            found.append(_form("delete step", step={"enum": list(self.steps)}))
        return found

    def calls(self, entry: Mapping[str, Value]) -> Sequence[ToolCall] | None:
        """What an entry in one of these forms comes to; None for any other form. Lengths and times are read by code."""
        do, routine = entry.get("do"), self.routines.get(str(entry.get("routine")))
        self._check_pointed_at(entry)
        title = str(entry.get("title", "")).strip()
        when = resolve(self.request, self.known.now)
        given = entry.get("days")
        days: list[Value] = [WEEK[d] for d in weekdays_named(self.request)] or (
            list(dict.fromkeys(given)) if isinstance(given, Sequence) and not isinstance(given, str) else []
        )
        match do:
            case "diary":
                return (ToolCall(tool="append_day_log", arguments={"text": str(entry.get("text", "")).strip()}),)
            case "read diary":
                date: dict[str, Value] = {"date": when.date.isoformat()} if when.date_said and when.date else {}
                return (ToolCall(tool="get_day_log", arguments=date),)
            case "list routines":
                return (ToolCall(tool="list_routines", arguments={}),)
            case "new routine":
                at: dict[str, Value] = {"time": when.time.strftime("%H:%M")} if when.time else {}
                return (ToolCall(tool="add_routine", arguments={"title": title, "days": days, **at}),)
            case "routine days" if routine is not None:
                return (ToolCall(tool="update_routine", arguments={"routine_id": routine.id, "days": days}),)
            case "delete routine" if routine is not None:
                return (ToolCall(tool="delete_routine", arguments={"routine_id": routine.id}),)
            case "add step" if routine is not None:
                lengths = [amount.length for amount in amounts_in(self.request) if amount.length]
                length: dict[str, Value] = {"minutes": int(lengths[0].total_seconds() // 60)} if lengths else {}
                return (ToolCall(tool="add_step", arguments={"routine_id": routine.id, "title": title, **length}),)
            case "tick" | "delete step":
                return self._of_step(str(do), str(entry.get("step")))
        return None

    def _check_pointed_at(self, entry: Mapping[str, Value]) -> None:
        """Raises `TryAgain` for a routine or a step that the sentence does not mean."""
        label = str(entry.get("step") or entry.get("routine") or "")
        step = self.steps.get(label)
        routine = step[0] if step else self.routines.get(label)
        titles = [row.title for row in (routine, step[1] if step else None) if row is not None]
        spoken = routine is not None and routine.id in self.known.routine_focus
        if titles and not any(points_at(self.request, title, spoken_of=spoken) for title in titles):
            raise TryAgain(f"nothing that was said means {titles[-1]!r}")

    def _of_step(self, do: str, label: str) -> Sequence[ToolCall] | None:
        if label in self.steps:
            routine, step = self.steps[label]
            tool = "toggle_step" if do == "tick" else "delete_step"
            return (ToolCall(tool=tool, arguments={"routine_id": routine.id, "step_id": step.id}),)
        if label in self.routines and do == "tick":
            return (ToolCall(tool="toggle_step", arguments={"routine_id": self.routines[label].id}),)
        return None


def _form(do: str, **fields: Value) -> Value:
    properties: dict[str, Value] = {"do": {"enum": [do]}, **fields}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
