"""What is said of lists, in both languages (`texts/`): never more than the log of calls holds. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from yamori.agentkit.agent import Declined, ToolCall
from yamori.agentkit.failures import problem_text
from yamori.agentkit.phrasing import beside, listed, sentences, series
from yamori.agentkit.task import ToolRun
from yamori.agents.lists.household_list import Item
from yamori.agents.lists.rules.items import item_key
from yamori.agents.lists.rules.names import ends_like_a_list, named_list
from yamori.agents.lists.texts import TEXTS
from yamori.domain.language import Language, is_spaced


def refusal(reason: str, language: Language, values: Mapping[str, str] | None = None, *, certain: bool = True) -> Declined:
    """Why nothing was changed."""
    values = dict(values or {})
    if reason == "not_on":
        values["list"] = _list_as_said(values["list"], language)
    return Declined(text=TEXTS.said(language, f"refused.{reason}", **values), certain=certain)


def asks_which(said: str, language: Language) -> str:
    return TEXTS.said(language, "which", said=said)


def option(item: Item, among: Sequence[Item]) -> str:
    """One of several lines, told apart from the others."""
    alike = [other for other in among if item_key(other.name) == item_key(item.name)]
    return f"{item.name} ({item.quantity or item.note or item.list})" if len(alike) > 1 else item.name


def describing(calls: Sequence[ToolCall], language: Language) -> str:
    """What one call would do, as a question can end; empty where it cannot be said in a few words."""
    (call,) = calls
    given = cast(Mapping[str, Any], call.arguments)
    name = _list_as_said(str(given.get("list", "")), language)
    match call.tool:
        case "add_items":
            return TEXTS.said(language, "describe.add_items", items=_items(given["items"], language), list=name)
        case "create_list":
            return TEXTS.said(language, "describe.create_list", list=str(given["name"]))
        case "clear_list":
            return TEXTS.said(language, "describe.clear_done" if given.get("only_done", True) else "describe.clear_all", list=name)
    return ""


def report_text(runs: Sequence[ToolRun], language: Language, *, person: str) -> str:
    return sentences((line for run in runs if (line := _line(run, language, person))), language)


def list_name(held: Mapping[str, Any], language: Language) -> str:
    """A list in a sentence."""
    if held.get("name"):
        name = str(held["name"])
        return TEXTS.said(language, "in.called_list" if ends_like_a_list(name) else "in.named", called=name)
    kind = str(held.get("kind") or "")
    return TEXTS.said(language, f"in.{kind}") if kind else ""


def _line(run: ToolRun, language: Language, person: str) -> str:
    if not run.ok:
        return TEXTS.said(language, "failed", why=problem_text(run.problem or "", language).rstrip(".。"))
    result = cast(Mapping[str, Any], run.result)
    did = str(result.get("did", ""))
    values = _values(result, language)
    match did:
        case "read":
            return _read(result, language, values)
        case "listed":
            return _listed(result, language)
        case "explained":
            return _explained(result, language, person)
        case "undone":
            return _undone(result, language)
        case "added":
            return _added(result, language, values)
        case "cleared" | "emptied":
            return _capital(TEXTS.said(language, f"{did}.{'other' if result['items'] else 'none'}", **values))
        case "created":
            private = bool(result["list"].get("private"))
            return TEXTS.said(language, "created_private" if private else "created", **values)
        case "renamed":
            before = list_name(result["before"], language)
            return _capital(TEXTS.said(language, "renamed", before=before, called=str(result["list"]["name"])))
        case "deleted":
            return TEXTS.said(language, "deleted_with" if result["items"] else "deleted", **values)
        case "sorted":
            return _capital(TEXTS.said(language, "sorted" if result["list"].get("by_section") else "unsorted", **values))
    return _capital(TEXTS.said(language, did, **values))


def _values(result: Mapping[str, Any], language: Language) -> dict[str, str]:
    items = cast(Sequence[Mapping[str, Any]], result.get("items") or ())
    values = {"list": list_name(result.get("list") or {}, language), "items": _items(items, language)}
    if isinstance(origin := result.get("from"), Mapping):
        values["from"] = list_name(origin, language)
    return values


def _added(result: Mapping[str, Any], language: Language, values: Mapping[str, str]) -> str:
    lines = []
    if result["items"]:
        lines.append(TEXTS.said(language, "made" if result.get("made") and result["list"].get("name") else "added", **values))
    if already := result.get("already"):
        lines.append(_capital(TEXTS.said(language, "already", items=_items(already, language), list=values["list"])))
    return sentences(lines, language)


def _read(result: Mapping[str, Any], language: Language, values: Mapping[str, str]) -> str:
    items = cast(Sequence[Mapping[str, Any]], result["items"])
    if about := result.get("about"):
        fitting = [item for item in items if _is_about(str(item["name"]), str(about))]
        still = [item for item in fitting if not item["done"]]
        if not fitting:
            return TEXTS.said(language, "about.no", what=str(about), list=values["list"])
        text = TEXTS.said(language, "about.yes" if still else "about.done", items=_items(still or fitting, language), list=values["list"])
        return _capital(text)
    still = [item for item in items if not item["done"]]
    if not still:
        return _capital(TEXTS.said(language, "read.all_done" if items else "read.none", list=values["list"]))
    told = _items(still, language)
    if len(still) == 1:
        return TEXTS.said(language, "read.one", items=told, list=values["list"])
    return TEXTS.counted(language, "read", len(still), items=told, list=values["list"])


def _is_about(name: str, about: str) -> bool:
    wanted, held = item_key(about), item_key(name)
    if wanted == held or not wanted:
        return wanted == held
    return set(wanted.split()) <= set(held.split()) or (not is_spaced(wanted) and wanted in held)


def _listed(result: Mapping[str, Any], language: Language) -> str:
    lines = [
        TEXTS.said(language, "listed.line", list=list_name(one, language), open=one["open"])
        for one in cast(Sequence[Mapping[str, Any]], result["lists"])
    ]
    return TEXTS.said(language, "listed.other", lists=listed(lines, language)) if lines else TEXTS.said(language, "listed.none")


def _explained(result: Mapping[str, Any], language: Language, person: str) -> str:
    by = str(result["item"]["added_by"])
    at = datetime.fromisoformat(str(result["at"]))
    day = TEXTS.said(language, "month", day=at.day, month=TEXTS.listed(language, "months")[at.month - 1])
    words = TEXTS.said(language, "explained_words", words=result["words"]) if result["words"] and by == person else ""
    who = TEXTS.said(language, "you") if by == person else by.capitalize() if by else TEXTS.said(language, "somebody")
    values = {"who": who, "item": str(result["item"]["name"]), "list": list_name(result["list"], language), "day": day, "words": words}
    return _capital(TEXTS.said(language, "explained", **values))


def _undone(result: Mapping[str, Any], language: Language) -> str:
    what = result.get("what")
    told = ""
    if isinstance(what, Mapping):
        told = _capital(TEXTS.said(language, f"undone_what.{what['did']}", **_values(what, language)))
    return TEXTS.said(language, "undone_partly" if result.get("kept") else "undone", what=told)


def _items(items: Sequence[Mapping[str, Any]], language: Language) -> str:
    return listed([_item(item, language) for item in items], language)


def _item(item: Mapping[str, Any], language: Language) -> str:
    more = [str(item[key]) for key in ("quantity", "note") if item.get(key)]
    return beside(str(item["name"]), series(more, language), language) if more else str(item["name"])


def _list_as_said(said: str, language: Language) -> str:
    named = named_list(said, ())
    if named is not None and (named.kind or named.name):
        return list_name({"name": named.name, "kind": named.kind}, language)
    return list_name({"name": said}, language) if said else TEXTS.said(language, "in.shopping")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
