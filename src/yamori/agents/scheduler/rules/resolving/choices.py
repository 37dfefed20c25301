"""What a model chooses from where code cannot tell: a small grammar of real titles and of times that code found."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from rapidfuzz import fuzz

from yamori.agentkit.agent import Decided, Declined, ToolCall
from yamori.agents.scheduler.rules.entities.distinguishing import is_distinctive
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import points_at
from yamori.agents.scheduler.rules.entities.resolution import fits
from yamori.agents.scheduler.rules.entities.titles import nearest, plain
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.reading.sentences import asked_for, is_to_be_noted
from yamori.agents.scheduler.rules.resolving.calls import added, calls_for, listing
from yamori.agents.scheduler.rules.resolving.other_choices import OtherChoices
from yamori.agents.scheduler.rules.resolving.planning import segments
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.errors import TryAgain
from yamori.domain.values import Value
from yamori.domain.when import When

MOST_TASKS = 20
MOST_CALLS = 4
NOT_SAID = "no time"
NOTHING = ("not about the schedule", "no such task")


class Choices:
    """The lists that one request is decided over: labels for tasks and for times, each exactly one thing."""

    def __init__(self, request: str, known: Known, *, question: bool) -> None:
        self.request = request
        self.known = known
        self.question = question
        self.other = OtherChoices(request, known)
        self.tasks: dict[str, CustomTask] = {}
        open_first = sorted(nearest(request, known.tasks, limit=MOST_TASKS), key=lambda t: t.done)
        for task in open_first:
            self.tasks[_label(task, self.tasks, known.now)] = task
        self.times: dict[str, When] = {}
        for when in segments(request, known.now):
            self.times.setdefault(_said(when), when)

    @property
    def speaks_of_it(self) -> bool:
        """Whether the words are of the diary at all: without that nothing can be added or listed."""
        return bool(self.times) or is_to_be_noted(self.request)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to choose."""
        return not (self.question or self.speaks_of_it or self.tasks or self.other.forms(question=self.question))

    def described(self) -> str:
        """The lists as the model reads them."""
        tasks = "".join(f"\n- {label}{' (done)' if task.done else ''}" for label, task in self.tasks.items())
        times = "".join(f"\n- {label}" for label in self.times)
        focus = next((label for label, task in self.tasks.items() if task.id in self.known.focus), None)
        return "\n".join(
            part
            for part in (
                f"Tasks:{tasks or ' none'}",
                self.other.described(),
                f"Times said:{times}" if times else "",
                f"Just spoken of: {focus}" if focus else "",
            )
            if part
        )

    def schema(self) -> Mapping[str, Value]:
        """The grammar of the answer: existing titles where a task must exist, the times found, free words for new titles."""
        titles: Value = {"enum": list(self.tasks)}
        opened, finished = ([label for label, task in self.tasks.items() if task.done is done] for done in (False, True))
        times: Value = {"enum": [*self.times, NOT_SAID]}
        text: Value = {"type": "string", "minLength": 1, "maxLength": 120}
        forms: list[Value] = []
        if self.question or self.speaks_of_it:
            forms.append(_form("list", when=times))
        if not self.question:
            if self.speaks_of_it:
                forms.append(_form("add", title=text, when=times))
            if self.tasks:
                forms.append(_form("delete", task=titles))
                forms += [_form(do, task={"enum": labels}) for do, labels in (("done", opened), ("reopen", finished)) if labels]
                forms += [_form("rename", task=titles, title=text), _form("memo", task=titles, memo=text)]
                if self.times:
                    forms.append(_form("move", task=titles, when={"enum": list(self.times)}))
        forms += self.other.forms(question=self.question)
        forms.append(
            {"type": "object", "properties": {"none": {"enum": list(NOTHING)}}, "required": ["none"], "additionalProperties": False}
        )
        most = 1 if self.question else min(max(asked_for(self.request), len(self.times)), MOST_CALLS)
        calls: Value = {"type": "array", "items": {"anyOf": forms}, "minItems": 1, "maxItems": most}
        return {"type": "object", "properties": {"calls": calls}, "required": ["calls"], "additionalProperties": False}

    def read(self, data: Value, *, unfound: str, unrelated: str, wants_action: bool) -> Decided | Declined:
        """The answer as calls. Raises `TryAgain` for what is no answer, words the person did not say, or an action left out."""
        entries = data.get("calls") if isinstance(data, Mapping) else None
        if not isinstance(entries, Sequence) or isinstance(entries, str) or not entries:
            raise TryAgain('answer with {"calls": [...]}, each call one of the forms')
        calls: list[ToolCall] = []
        why = ""
        for entry in entries:
            if not isinstance(entry, Mapping):
                raise TryAgain("each call is an object")
            if "none" in entry:
                why = str(entry["none"])
                continue
            calls += self._calls(entry)
        if calls:
            if wants_action and all(c.tool == "list_tasks_in_period" for c in calls):
                raise TryAgain("the person asks for a change, and a list changes nothing")
            return Decided(calls=tuple(calls))
        if wants_action and why != NOTHING[1]:
            raise TryAgain("the person asks for a change, and no call was made")
        return Declined(text=unfound if why == NOTHING[1] else unrelated, certain=False)

    def _calls(self, entry: Mapping[str, Value]) -> Sequence[ToolCall]:
        if (other := self.other.calls(entry)) is not None:
            if any(not self._said(str(call.arguments[key])) for call in other for key in ("title", "text") if key in call.arguments):
                raise TryAgain("titles and texts are the person's own words")
            return other
        do = entry.get("do")
        when = self.times.get(str(entry.get("when", NOT_SAID)), When())
        if do == "list":
            return (listing(when),)
        if self.question:
            raise TryAgain("a question changes nothing: list")
        if do == "add":
            return (added(self._own_words(entry, "title"), when, self.known.now, self.known.language),)
        task = self.tasks.get(str(entry.get("task")))
        if task is None:
            raise TryAgain(f"there is no task {entry.get('task')!r}")
        operations = {
            "done": Operation.DONE,
            "reopen": Operation.REOPEN,
            "delete": Operation.DELETE,
            "rename": Operation.RENAME,
            "memo": Operation.NOTE,
            "move": Operation.MOVE,
        }
        operation = operations.get(str(do))
        if operation is None:
            raise TryAgain(f"there is nothing called {do!r} to do")
        if not self._speaks_of(task, dated=operation is Operation.DELETE):
            raise TryAgain(f'nothing that was said means {task.title!r}: {{"none": "{NOTHING[1]}"}}')
        if operation is Operation.DONE and _STILL_OWED.search(self.request) and not says(self.request.lower(), "says_done"):
            raise TryAgain(f'what is yet to be done is not done: add, or {{"none": "{NOTHING[0]}"}}')
        if operation is Operation.RENAME and self.times and not _is_renamed(self.request):
            raise TryAgain("a time was said and no new title: move")
        text = (
            self._own_words(entry, "title" if operation is Operation.RENAME else "memo")
            if operation in (Operation.RENAME, Operation.NOTE)
            else ""
        )
        if operation is Operation.MOVE and not when.found:
            raise TryAgain("a move needs one of the times said")
        return calls_for(Intent(operation=operation, words=task.title, text=text, when=when), task)

    def _speaks_of(self, task: CustomTask, *, dated: bool) -> bool:
        """What is changed needs a word of its title, an `it` right after it was spoken of, or, if `dated`, its day."""
        if dated and any(when.date_said and fits(task, when) for when in self.times.values()):
            return True
        return points_at(self.request, task.title, spoken_of=task.id in self.known.focus)

    def _said(self, text: str) -> bool:
        return bool(text) and fuzz.partial_ratio(plain(text), plain(self.request)) >= 70

    def _own_words(self, entry: Mapping[str, Value], key: str) -> str:
        """Titles and memos are the person's words, not the model's."""
        text = str(entry.get(key, "")).strip()
        if not self._said(text):
            raise TryAgain(f"the {key} must be in the person's own words, not {text!r}")
        if not is_distinctive(text):
            raise TryAgain(f"{text!r} only says what to do with the task, it is no {key}: take the words for the thing itself, in one call")
        return text


_STILL_OWED = re.compile(
    r"\b(?:(?:i|we) (?:need|have|ought|must|should)(?: to)? (?!have\b)|can'?t make it|won'?t)\b"
    r"|(?:なきゃ|なくちゃ|ないと|なければ(?:いけない|ならない)|(?<!っ)て(?:ください|下さい|くれる)?)(?:なあ?|ね|よ|だ|です)*[。!！?？]*$",
    re.I,
)


def _is_renamed(request: str) -> bool:
    """It says what something is to be called; a quotation in Japanese is a name."""
    return says(request.lower(), "renaming") or "「" in request


def _form(do: str, **fields: Value) -> Value:
    properties: dict[str, Value] = {"do": {"enum": [do]}, **fields}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _label(task: CustomTask, taken: Mapping[str, object], now: datetime) -> str:
    """The title; with its day, and then its number, where another task has the same."""
    title = task.title[:120]
    dated = f"{title} ({task.date:%a %d %b}{f' {task.time:%H:%M}' if task.time else ''})" if task.date else title
    return next(label for label in (title, dated, f"{dated} #{task.id}") if label not in taken)


def _said(when: When) -> str:
    return " ".join(span.text for span in when.spans)
