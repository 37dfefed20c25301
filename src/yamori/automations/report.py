"""What was done with automations, as sentences; never more than the log holds. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import ToolRun
from yamori.automations.testing_words import back_test_text, would_have_text
from yamori.automations.wording import soon_text
from yamori.domain.language import Language

_SHOWN = 8


def report_text(runs: Sequence[ToolRun], now: datetime, language: Language, *, refused: frozenset[str] = frozenset()) -> str:
    """All runs of a task as one answer; `refused` are the ids of those to which the person said no."""
    japanese = language is Language.JAPANESE
    lines: list[str] = []
    replaced = _replaced(runs, refused)
    for run in runs:
        if not run.ok:
            why = problem_text(run.problem or "", language).rstrip(".。")
            lines.append(f"できませんでした（{why}）。" if japanese else f"That did not work: {why}.")
        elif isinstance(run.result, Mapping):
            result = cast(Mapping[str, Any], run.result)
            if result.get("automation", {}).get("id") in refused:
                lines.append("分かりました。設定していません。" if japanese else "All right, I did not set that up.")
            elif replaced and result.get("did") == "removed":
                lines.append("前の設定と入れ替えました。" if japanese else "This replaces the one before.")
            else:
                lines.append(_line(result, now, japanese, waits=bool(run.approvals)))
    return ("" if japanese else " ").join(filter(None, lines))


def _replaced(runs: Sequence[ToolRun], refused: frozenset[str]) -> bool:
    """Whether one was made and another removed for it."""
    done = [run.result.get("did") for run in runs if run.ok and isinstance(run.result, Mapping)]
    return done == ["added", "removed"] and not refused


def _line(result: Mapping[str, Any], now: datetime, japanese: bool, *, waits: bool) -> str:
    if "automations" in result:
        return _listed(result["automations"], now, japanese)
    row = result["automation"]
    says = str(row["says"])
    if "did" not in result and "back_test" in result:
        return back_test_text(result["back_test"], now, japanese)
    if "firings" in result:
        return _fired(says, result["firings"], now, japanese)
    if "home_assistant" in result:
        return _form(result["home_assistant"], japanese)
    match result["did"]:
        case "added" if waits:
            odds = _at_odds(result, japanese)
            return f"確認してください：{says}{odds}よろしいですか？" if japanese else f"Please confirm: {says}{odds} Shall I set that up?"
        case "added":
            would_have = would_have_text(result.get("back_test"), now, japanese)
            return _with_soon(says, row.get("next"), now, japanese) + would_have + _at_odds(result, japanese)
        case "removed":
            return f"取り消しました：{says}" if japanese else f"Removed: {says}"
        case "on" | "off" as side:
            state = ("有効" if side == "on" else "無効") if japanese else side
            return f"{state}にしました：{says}" if japanese else f"Switched {state}: {says}"
        case _:
            return str(result.get("text") or "") or ("実行しました。" if japanese else "Done.")


_ODDS = {
    "contradicts": (
        " Mind that another one wants the opposite at the same moment: “{says}”",
        "同じときに逆の動作をする自動化があります：「{says}」",
    ),
    "loops": (
        " Mind that this one and another may keep setting each other off: “{says}”",
        "次の自動化と互いに動かし合うおそれがあります：「{says}」",
    ),
}


def _at_odds(result: Mapping[str, Any], japanese: bool) -> str:
    """What the person has to know of others that are there."""
    return "".join(_ODDS[each["how"]][japanese].format(says=each["says"]) for each in result.get("beside", ())[:2])


def _with_soon(says: str, coming: str | None, now: datetime, japanese: bool) -> str:
    """What was understood, with how soon that is."""
    language = Language.JAPANESE if japanese else Language.ENGLISH
    soon = soon_text(datetime.fromisoformat(coming), now, language) if coming else ""
    if not soon or not says.endswith((".", "。")):
        return says
    return f"{says[:-1]}（{soon}）。" if japanese else f"{says[:-1]}, {soon}."


def _listed(rows: Sequence[Mapping[str, Any]], now: datetime, japanese: bool) -> str:
    rows = [row for row in rows if row["enabled"]]
    if not rows:
        return "設定されている自動化はありません。" if japanese else "There are no automations."
    head = f"自動化は{len(rows)}件です。" if japanese else f"{len(rows)} automation{'s' if len(rows) != 1 else ''}:"
    lines = [f"\n- {row['says']}{_next(row, now, japanese)}" for row in rows[:_SHOWN]]
    more = len(rows) - _SHOWN
    return head + "".join(lines) + ((f"\nほか{more}件" if japanese else f"\nand {more} more") if more > 0 else "")


def _next(row: Mapping[str, Any], now: datetime, japanese: bool) -> str:
    if not row["next"]:
        return ""
    at = datetime.fromisoformat(row["next"]).astimezone(now.tzinfo)
    when = f"{at:%H:%M}" if at.date() == now.date() else f"{at.month}/{at.day} {at:%H:%M}"
    return f"（次は{when}）" if japanese else f" (next: {when})"


_CAUSES = {
    **dict.fromkeys(("at", "recurring", "every", "sun"), ("because its time had come", "時刻になったため")),
    **dict.fromkeys(("becomes", "generated"), ("because what it waits for had happened", "条件を満たしたため")),
    "ends": ("because what it waits for had ended", "待っていたことが終わったため"),
    "run": ("because it was run by hand", "手動で実行されたため"),
}
_ENDS = {"failed": ("That did not work.", "うまくいきませんでした。"), "missed": ("Nothing was done.", "何も行っていません。")}


def _fired(says: str, firings: Sequence[Mapping[str, Any]], now: datetime, japanese: bool) -> str:
    """When it fired last, why, and what came of it."""
    if not firings:
        return f"まだ動いていません：{says}" if japanese else f"It has not fired yet: {says}"
    last = firings[0]
    at = datetime.fromisoformat(last["at"]).astimezone(now.tzinfo)
    because = _CAUSES.get(last["cause"], ("", ""))[japanese]
    came = last["text"] or _ENDS.get(last["status"], ("", ""))[japanese]
    if japanese:
        when = f"{at:%H:%M}" if at.date() == now.date() else f"{at.month}月{at.day}日{at:%H:%M}"
        return f"{when}に、{because}動きました（{says.rstrip('。')}）。{came}"
    when = f"at {at:%H:%M}" if at.date() == now.date() else f"on {at:%a} {at.day} {at:%b} at {at:%H:%M}"
    return f"It fired {when}, {because} (“{says}”). {came}".rstrip()


def _form(form: Mapping[str, Any] | None, japanese: bool) -> str:
    if form is None:
        return "この家にはHome Assistantがつながっていません。" if japanese else "No Home Assistant is connected to this home."
    if not form["yaml"]:
        why = form["why"]
        return f"Home Assistantの自動化としては書けません。{why}" if japanese else f"That cannot be written for Home Assistant. {why}"
    head = "Home Assistantではこう書きます。" if japanese else "For Home Assistant it is written like this:"
    return f"{head}\n\n```yaml\n{form['yaml']}```"
