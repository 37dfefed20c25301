"""The log as sentences: what the papers say, each sentence with the number of its source, and the sources."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.failures import problem_text
from yamori.agentkit.phrasing import beside, quoted, series
from yamori.agentkit.task import ToolRun
from yamori.agents.lifestyle.rules.dishes import MOST
from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.language import Language


def report_text(runs: Sequence[ToolRun], language: Language) -> str:
    """One paragraph for each run."""
    return "\n".join(t for t in (_of_run(run, language) for run in runs) if t)


def _of_run(run: ToolRun, language: Language) -> str:
    if not run.ok:
        return TEXTS.said(language, "failed", why=problem_text(run.problem or "", language))
    value = cast(Mapping[str, Any], run.result)
    match run.tool:
        case "answer_question":
            return answer_text(value, language)
        case "judge_dishes":
            return dishes_text(value, language)
        case "list_topics":
            return _listed([f"{t['topic']} ({t['papers']})" for t in value["topics"]], language)
        case "list_papers":
            return _listed([p["title"] for p in value["papers"]], language)
    return ""


def answer_text(value: Mapping[str, Any], language: Language) -> str:
    """What `answer_question` found, as an answer."""
    lines = []
    if value["sentences"]:
        if not value["judged"]:
            lines.append(TEXTS.said(language, "report.nearest"))
        for number, (place, translated) in enumerate(zip(value["sources"], value["translations"], strict=True), 1):
            said = [s["text"] for s in value["sentences"] if s["source"] == number]
            lines.append(_quoted(place["question"], said, number, translated, language))
        lines += [f"[{n}] {named({**place, 'question': None}, language)}" for n, place in enumerate(value["sources"], 1)]
    else:
        lines.append(TEXTS.said(language, "report.nowhere_yet" if value["reading"] else "report.nowhere"))
    for food, because in dict.fromkeys((out["called"], out["because"]) for out in value["left_out"]):
        lines.append(TEXTS.said(language, "report.left_out", food=food, because=because))
    if value.get("health"):
        lines.append(value["health"])
    return "\n".join(lines)


def dishes_text(value: Mapping[str, Any], language: Language) -> str:
    """What `judge_dishes` found, as an answer: what may be eaten, what not and why, and by what."""
    only_unfit = value["only_unfit"]
    fit = [f"{d['name']} [{d['source']}]" for d in value["dishes"] if d["breaks"] is None][:MOST]
    broken = [d for d in value["dishes"] if d["breaks"] is not None][:MOST]
    unfit = [f"{beside(d['name'], d['because'], language)} [{d['source']}]" for d in broken]
    lines = []
    if not value["dishes"]:
        lines.append(TEXTS.said(language, "dishes.none"))
    elif unfit:
        lines.append(TEXTS.said(language, "dishes.unfit", dishes=series(unfit, language)))
    elif only_unfit:
        lines.append(TEXTS.said(language, "dishes.none_unfit"))
    if fit and not only_unfit:
        lines.append(TEXTS.said(language, "dishes.fit", dishes=series(fit, language)))
    lines += [TEXTS.said(language, "dishes.because", because=because) for because in value["because"]]
    lines += [TEXTS.said(language, "dishes.unsure", food=food) for food in value["unsure"]]
    lines += [f"[{n}] {named(place, language)}" for n, place in enumerate(value["sources"], 1)] if value["dishes"] else []
    return "\n".join(lines)


def _quoted(asked: str | None, sentences: Sequence[str], number: int, translated: str | None, language: Language) -> str:
    """Below the question that an entry answers, which says what it is about: a recipe's dish, or that another case is meant."""
    entry = [quoted(asked, language)] if asked else []
    original = "\n".join([*entry, " ".join(f"{s} [{number}]" for s in sentences)])
    return original if translated is None else f"{translated} [{number}]\n{TEXTS.said(language, 'report.original')}: {original}"


def named(place: Mapping[str, Any], language: Language) -> str:
    """A source as people name it: paper, page, heading, and who says so."""
    parts = [place["title"] if place["title"] == place["name"] else f"{place['title']} ({place['name']})"]
    if place["page"] is not None:
        parts.append(TEXTS.said(language, "report.page", page=place["page"]))
    if place["headings"]:
        parts.append(quoted(place["headings"][-1], language))
    if place["question"]:
        parts.append(quoted(place["question"], language))
    if place["says"]:
        parts.append(place["says"])
    return series(parts, language)


def _listed(names: Sequence[str], language: Language) -> str:
    return series(names, language) if names else TEXTS.said(language, "report.no_papers")
