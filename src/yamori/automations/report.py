"""What was done with automations, as sentences; never more than the log holds. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any, cast

from yamori.agentkit.failures import problem_text
from yamori.agentkit.phrasing import listed, sentences
from yamori.agentkit.task import ToolRun
from yamori.automations.calendar_words import day_words
from yamori.automations.testing_words import back_test_text, would_have_text
from yamori.automations.texts import TEXTS
from yamori.automations.wording import date_text, soon_text
from yamori.domain.language import Language

_SHOWN = 8
_MOST_READINGS = 3
"""Of one cause."""


def report_text(runs: Sequence[ToolRun], now: datetime, language: Language, *, refused: frozenset[str] = frozenset()) -> str:
    """All runs of a task as one answer; `refused` are the ids of those to which the person said no."""
    lines: list[str] = []
    runs = _joined(runs)
    instead = [_done(run) for run in runs] == ["added", "skipped"]
    replaced, back = _replaced(runs, refused), [_done(run) for run in runs] == ["restored", "removed"]
    for run in runs:
        if not run.ok:
            lines.append(TEXTS.said(language, "failed", why=problem_text(run.problem or "", language).rstrip(".。")))
        elif isinstance(run.result, Mapping):
            result = cast(Mapping[str, Any], run.result)
            if result.get("automation", {}).get("id") in refused:
                lines.append(TEXTS.said(language, "refused"))
            elif back and result.get("did") == "removed":
                continue
            elif replaced and result.get("did") == "removed":
                lines.append(TEXTS.said(language, "replaced"))
            else:
                lines.append(_line(result, now, language, waits=bool(run.approvals), instead=instead))
    return sentences(filter(None, lines), language)


def _replaced(runs: Sequence[ToolRun], refused: frozenset[str]) -> bool:
    """Whether one was made and another removed for it."""
    done = [run.result.get("did") for run in runs if run.ok and isinstance(run.result, Mapping)]
    return done == ["added", "removed"] and not refused


def _done(run: ToolRun) -> str:
    return str(run.result.get("did", "")) if run.ok and isinstance(run.result, Mapping) else ""


def _joined(runs: Sequence[ToolRun]) -> list[ToolRun]:
    """The runs, those that left out several days of one thing as the last of them with all the days."""
    found: list[ToolRun] = []
    for run in runs:
        before = found[-1] if found else None
        if before is not None and _done(run) == _done(before) == "skipped":
            was, this = cast(Mapping[str, Any], before.result), cast(Mapping[str, Any], run.result)
            if was["automation"]["id"] == this["automation"]["id"]:
                days = [*(was.get("days") or [was["day"]]), this["day"]]
                found[-1] = replace(run, result={**this, "days": days})
                continue
        found.append(run)
    return found


def _line(result: Mapping[str, Any], now: datetime, language: Language, *, waits: bool, instead: bool = False) -> str:
    if "automations" in result:
        return _listed(result["automations"], now, language)
    if result.get("did") == "looked":
        return TEXTS.said(language, f"looked.{_SO[result['so']]}")
    row = result["automation"]
    says = str(row["says"])
    if "did" not in result and "back_test" in result:
        return back_test_text(result["back_test"], now, language)
    if "firings" in result:
        return _fired(says, result["firings"], now, language)
    if "home_assistant" in result:
        return _form(result["home_assistant"], language)
    match result["did"]:
        case "added" if waits:
            return TEXTS.said(language, "confirm", says=says + _then(row, language), odds=_at_odds(result, language))
        case "added":
            would_have = would_have_text(result.get("back_test"), now, language)
            return _with_soon(says, row.get("next"), now, language) + _then(row, language) + would_have + _at_odds(result, language)
        case "removed":
            return TEXTS.said(language, "removed", says=says + _then(row, language))
        case "restored":
            return TEXTS.said(language, "restored", says=_with_soon(says, row.get("next"), now, language) + _then(row, language))
        case "skipped":
            names = [day_words(date.fromisoformat(day), now.date(), language) for day in result.get("days") or [result["day"]]]
            kind = "instead" if instead else "skipped"
            return TEXTS.said(language, kind, day=listed(names, language), says=says + _next(row, now, language))
        case "unskipped" if "day" in result:
            day = day_words(date.fromisoformat(result["day"]), now.date(), language)
            return TEXTS.said(language, "unskipped_day", day=day, says=says + _next(row, now, language))
        case "unskipped":
            return TEXTS.said(language, "unskipped", says=says + _next(row, now, language))
        case "on" | "off" as side:
            return TEXTS.said(language, f"switched.{side}", says=says)
        case _:
            return str(result.get("text") or "") or TEXTS.said(language, "done")


_SO = {True: "so", False: "not_so", None: "unknown"}


def _then(row: Mapping[str, Any], language: Language) -> str:
    """What takes it back afterwards; empty where nothing does."""
    return sentences(("", row["then"]), language) if row.get("then") else ""


def _at_odds(result: Mapping[str, Any], language: Language) -> str:
    """What the person has to know of others that are there."""
    return "".join(
        TEXTS.said(language, each["how"], says=each["says"]) if each["says"] else TEXTS.said(language, f"others.{each['how']}")
        for each in result.get("beside", ())[:2]
    )


def _with_soon(says: str, coming: str | None, now: datetime, language: Language) -> str:
    """What was understood, with how soon that is."""
    soon = soon_text(datetime.fromisoformat(coming), now, language) if coming else ""
    if not soon or not says.endswith((".", "。")):
        return says
    return TEXTS.said(language, "soon", says=says[:-1], soon=soon)


def _listed(rows: Sequence[Mapping[str, Any]], now: datetime, language: Language) -> str:
    rows = [row for row in rows if row["enabled"]]
    if not rows:
        return TEXTS.said(language, "list.none")
    lines = [f"\n- {row['says']}{_then(row, language)}{_next(row, now, language)}{_days_off(row, language)}" for row in rows[:_SHOWN]]
    more = len(rows) - _SHOWN
    rest = TEXTS.said(language, "list.more", count=more) if more > 0 else ""
    return TEXTS.counted(language, "list.head", len(rows)) + "".join(lines) + rest


def _next(row: Mapping[str, Any], now: datetime, language: Language) -> str:
    if not row["next"]:
        return ""
    at = datetime.fromisoformat(row["next"]).astimezone(now.tzinfo)
    when = f"{at:%H:%M}" if at.date() == now.date() else f"{at.month}/{at.day} {at:%H:%M}"
    return TEXTS.said(language, "list.next", when=when)


def _days_off(row: Mapping[str, Any], language: Language) -> str:
    """The days on which it is left out; empty for none."""
    days = [date_text(date.fromisoformat(day), language) for day in row.get("skipped") or ()]
    return TEXTS.said(language, "list.skipped", days=listed(days, language)) if days else ""


_CAUSES = {
    **dict.fromkeys(("at", "recurring", "every", "sun"), "time"),
    **dict.fromkeys(("becomes", "generated"), "happened"),
    "forecast": "forecast",
    "ends": "ended",
    "run": "run",
}
"""Kinds of causes to the text for them."""


def _fired(says: str, firings: Sequence[Mapping[str, Any]], now: datetime, language: Language) -> str:
    """When it fired last, why, and what came of it."""
    if not firings:
        return TEXTS.said(language, "fired.never", says=says)
    last = firings[0]
    at = datetime.fromisoformat(last["at"]).astimezone(now.tzinfo)
    cause, end = _CAUSES.get(last["cause"]), f"ends.{last['status']}"
    because = TEXTS.said(language, f"causes.{cause}") if cause is not None else ""
    if read := last.get("because", ())[:_MOST_READINGS]:
        because = TEXTS.said(language, "causes.readings", what=TEXTS.said(language, "causes.joint").join(read))
    came = last["text"] or (TEXTS.said(language, end) if TEXTS.has(language, end) else "")
    when = TEXTS.said(language, "fired.today" if at.date() == now.date() else "fired.day", at=at)
    return TEXTS.said(language, "fired.text", when=when, because=because, says=says.rstrip("。"), came=came).rstrip()


def _form(form: Mapping[str, Any] | None, language: Language) -> str:
    if form is None:
        return TEXTS.said(language, "home_assistant.none")
    if not form["yaml"]:
        return TEXTS.said(language, "home_assistant.unfit", why=form["why"])
    return f"{TEXTS.said(language, 'home_assistant.head')}\n\n```yaml\n{form['yaml']}```"
