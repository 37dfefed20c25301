"""What of a sentence the calls on the schedule explain: words for what is done, texts taken over, rows that are named, times used.

`explaining` calls it with the rows that the calls name; it looks nothing up itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entities.stems import stem
from yamori.agents.scheduler.rules.resolving.used_times import values_of
from yamori.domain.language import is_spaced
from yamori.domain.when import find_when
from yamori.understanding.clauses import clauses_of
from yamori.understanding.coverage import Evidence
from yamori.understanding.normal_form import normal_form
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.word_lists import by_language
from yamori.understanding.words_of import Word, content_words

_TEXTS = ("title", "text", "memo", "place", "item", "words", "about")
_FOR_GOOD = frozenset(("update_routine", "delete_routine", "add_step", "update_step", "delete_step", "add_routine"))
"""Tools whose effect is on every time to come: they do nothing `just this once`."""
_MOVES = frozenset(
    ("update_custom_task_time", "update_routine", "rename_custom_task", "update_log", "update_step", "update_custom_task_memo")
)
_UNDOES = frozenset(
    ("delete_custom_task", "delete_routine", "delete_step", "cancel_reminder", "skip_routine", "toggle_custom_task", "toggle_step")
)
_ADDS = frozenset(("create_custom_task", "add_list_item", "add_calendar_event", "add_routine"))
_REMINDS = frozenset(
    ("set_reminder", "set_timer", "update_timer", "set_briefing", "set_reminder_channel", "snooze_reminder", "cancel_reminder")
)


@cache
def _tool_words(language: str) -> Mapping[str, frozenset[str]]:
    held = by_language(Path(__file__).parents[2] / "tool_words").get(language, {})
    return {tool: frozenset(f for w in str(words).split() for f in (w, stem(w))) for tool, words in held.items()}


def evidence_of(calls: Sequence[ToolCall], utterance: Utterance, rows: Sequence[Mapping[str, Any]]) -> Evidence:
    """What explains the calls. `rows` are those that they change, as the tools show them: with titles, memos, dates and times."""
    tools = {call.tool for call in calls}
    if "update_log" in tools:  # words of the diary that are replaced stand in no call
        return Evidence(spans=(Span(0, len(utterance.normal.text)),), honours=frozenset(MarkerKind))
    if any(says_nothing(str(call.arguments["title"]), utterance) for call in calls if call.tool in _ADDS and "title" in call.arguments):
        return Evidence(spans=())
    texts = [text for call in calls for text in _texts(call.arguments)]
    named = [str(row[key]) for row in rows for key in ("title", "memo", "place", "text") if row.get(key)]
    named += [str(step["title"]) for row in rows for step in row.get("steps") or ()]
    known = _known_words((*texts, *named), utterance)
    words = _tool_words(utterance.language)
    values = values_of(calls, rows, utterance.now)
    asked = frozenset().union(words.get("any", ()), *(words.get(tool, ()) for tool in tools))
    asked |= words.get("relative", frozenset()) if values.shifts else frozenset()
    spans = [
        w.span
        for w in utterance.words
        if _is_any(w, asked) or _is_known(w, known) or values.holds_number(w.text) or (values.any_time and w.text.isdigit())
    ]
    spans += [span for text in texts for span in _verbatim(text, utterance)]
    spans += [c.span for c in clauses_of(utterance) if any(_is_any(w, words["kept"]) for w in utterance.words if w.span.overlaps(c.span))]
    times = [span for when, span in zip(utterance.times, utterance.time_spans, strict=True) if values.use(when)]
    names = [w.span for w in utterance.words if _is_known(w, known)] + [span for text in texts for span in _verbatim(text, utterance)]
    return Evidence(spans=tuple(spans), honours=_honoured(calls, values.written, utterance), names=tuple(names), times=tuple(times))


def asked_spans(changing: Sequence[ToolCall], utterance: Utterance, rows: Sequence[Mapping[str, Any]]) -> tuple[Span, ...]:
    """The words that ask for these calls: those for what each does, and what it takes over. Empty where none asks for one of them: the name
    of a row, or its day, says nothing of what is to be done with it."""
    found: list[Span] = []
    for call in changing:
        if not (asks := list(_asking_for(call, utterance, rows))):
            return ()
        found += asks
    return tuple(found)


def _asking_for(call: ToolCall, utterance: Utterance, rows: Sequence[Mapping[str, Any]]) -> Iterator[Span]:
    words = _tool_words(utterance.language)
    forms = words.get(call.tool, words.get("any", frozenset()))
    texts = tuple(_texts(call.arguments))
    known = _known_words(texts, utterance)
    values = values_of([call], (), utterance.now)
    yield from (w.span for w in utterance.words if _is_any(w, forms) or _is_known(w, known) or values.holds_number(w.text))
    yield from (Span(*m.span()) for m in _WORD.finditer(utterance.normal.text) if m.group() in forms)  # `done`, `off` are no content words
    for text in texts:
        yield from _verbatim(text, utterance)
    moved = values_of([call], rows, utterance.now)
    if call.tool not in _UNDOES and (moved.shifts or moved.recurring or _TIMED & call.arguments.keys()):
        timed = moved if moved.shifts else values
        yield from (span for when, span in zip(utterance.times, utterance.time_spans, strict=True) if timed.use(when))


_WORD = re.compile(r"[a-z']+")
_TIMED = frozenset(("date", "time", "start", "end", "minutes", "remind_at", "remind_minutes", "lead_minutes", "recurrence"))
"""Arguments that give something a time, a length or a reminder."""


def says_nothing(title: str, utterance: Utterance) -> bool:
    """Whether a title only points at something, joins something (`then`, `and`) or says when, and was not quoted: nobody enters that."""
    flat = normal_form(title).text.strip()
    for time in reversed(find_when(flat, utterance.now)):
        flat = flat[: time.start] + flat[time.end :]
    quoted = any(flat in utterance.normal.text[span.start : span.end] for span in utterance.quotations)
    is_filler = utterance.vocabulary.fillers.search(flat) is not None  # `honey` is something to buy, too
    return not quoted and not is_filler and not content_words(flat, utterance.vocabulary)


def _is_any(word: Word, forms: frozenset[str]) -> bool:
    return word.base in forms or stem(word.base) in forms or stem(word.text) in forms


def _texts(arguments: object) -> Iterator[str]:
    """Every text that the arguments take over."""
    if isinstance(arguments, Mapping):
        for key, value in arguments.items():
            if key in _TEXTS and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(arguments, Sequence) and not isinstance(arguments, str):
        for value in arguments:
            yield from _texts(value)


def _verbatim(text: str, utterance: Utterance) -> Iterator[Span]:
    """Where a text stands in the sentence as it was taken over."""
    wanted = normal_form(text).text.strip()
    at = utterance.normal.text.find(wanted) if wanted else -1
    if at >= 0:
        yield Span(at, at + len(wanted))


def _known_words(texts: Sequence[str], utterance: Utterance) -> frozenset[str]:
    """The words of texts and titles, by stem and as they stand."""
    found = (w for text in texts for w in content_words(normal_form(text).text, utterance.vocabulary))
    return frozenset(form for w in found for form in (w.text, w.base, stem(w.text)))


def _is_known(word: Word, known: frozenset[str]) -> bool:
    if word.text in known or word.base in known or stem(word.text) in known:
        return True
    return not is_spaced(word.text) and len(word.text) > 1 and any(word.text in k or k in word.text for k in known if len(k) > 1)


def _honoured(calls: Sequence[ToolCall], written: str, utterance: Utterance) -> frozenset[MarkerKind]:
    """The markers that these calls carry out."""
    tools = {call.tool for call in calls}
    wants_notification = any(marker.kind is MarkerKind.NOTIFICATION for marker in utterance.markers)
    recurs = bool(tools & {"add_routine", "update_routine"})
    reminds = bool(tools & _REMINDS) or "remind_minutes" in written or "remind_at" in written
    honoured = {
        MarkerKind.ONLY: True,
        MarkerKind.ONCE: not tools & _FOR_GOOD,
        MarkerKind.REPETITION: len(calls) > 1 or recurs,
        MarkerKind.NEGATION: bool(tools & (_UNDOES | _MOVES)),
        MarkerKind.INSTEAD: bool(tools & _MOVES) or len(calls) > 1,
        MarkerKind.NOTIFICATION: reminds or "create_custom_task" in tools,
        MarkerKind.VAGUE: bool(tools & {"create_custom_task", "add_list_item"})
        and not (reminds or wants_notification),  # `sometime next week` is no moment, and no reminder can come at it
        MarkerKind.UNTIL: "UNTIL" in written or "COUNT" in written or "minutes" in written or bool(tools & {"skip_routine"}),
    }
    return frozenset(kind for kind, does in honoured.items() if does)
