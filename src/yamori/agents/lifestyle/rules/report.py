"""The log as sentences: what the papers say, each sentence with the number of its source, and the sources."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from yamori.agentkit.failures import problem_text
from yamori.agentkit.task import ToolRun
from yamori.agents.lifestyle.rules.dishes import MOST
from yamori.domain.language import Language

_NOT_IN = {
    False: {Language.ENGLISH: "That is not in your papers.", Language.JAPANESE: "それは家の書類にはありません。"},
    True: {
        Language.ENGLISH: "I am still reading your papers; in what I have read so far it is not.",
        Language.JAPANESE: "いま書類を読んでいるところです。読み終えた分にはありません。",
    },
}
"""By whether papers are still being read."""


def report_text(runs: Sequence[ToolRun], language: Language) -> str:
    """One paragraph for each run."""
    return "\n".join(t for t in (_of_run(run, language) for run in runs) if t)


def _of_run(run: ToolRun, language: Language) -> str:
    japanese = language is Language.JAPANESE
    if not run.ok:
        why = problem_text(run.problem or "", language)
        return f"すみません、できませんでした（{why}）。" if japanese else f"Sorry, that did not work: {why}."
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
    japanese = language is Language.JAPANESE
    lines = []
    if value["sentences"]:
        if not value["judged"]:
            lines.append(
                "答えかどうかは確かめられませんが、近い箇所です。"
                if japanese
                else "I cannot tell whether this answers it, but it comes nearest:"
            )
        for number, (place, translated) in enumerate(zip(value["sources"], value["translations"], strict=True), 1):
            quoted = [s["text"] for s in value["sentences"] if s["source"] == number]
            lines.append(_quoted(place["question"], quoted, number, translated, japanese=japanese))
        lines += [f"[{n}] {named({**place, 'question': None}, language)}" for n, place in enumerate(value["sources"], 1)]
    else:
        lines.append(_NOT_IN[value["reading"]][language])
    for name, because in dict.fromkeys((out["called"], out["because"]) for out in value["left_out"]):
        lines.append(f"{name}（{because}）を含むものは除きました。" if japanese else f"I left out what holds {name} ({because}).")
    if value.get("health"):
        lines.append(value["health"])
    return "\n".join(lines)


def dishes_text(value: Mapping[str, Any], language: Language) -> str:
    """What `judge_dishes` found, as an answer: what may be eaten, what not and why, and by what."""
    japanese = language is Language.JAPANESE
    joint, only_unfit = ("、" if japanese else ", "), value["only_unfit"]
    fit = [f"{d['name']} [{d['source']}]" for d in value["dishes"] if d["breaks"] is None][:MOST]
    unfit = [
        f"{d['name']}（{d['because']}） [{d['source']}]" if japanese else f"{d['name']} ({d['because']}) [{d['source']}]"
        for d in value["dishes"]
        if d["breaks"] is not None
    ][:MOST]
    lines = []
    if not value["dishes"]:
        lines.append("書類に、該当する料理が見つかりません。" if japanese else "I found no such dish in your papers.")
    elif japanese:
        lines += [f"だめなのは：{joint.join(unfit)}。"] if unfit else ["だめなものは見つかりません。"] if only_unfit else []
        lines += [f"書いてある限りでは大丈夫：{joint.join(fit)}。"] if fit and not only_unfit else []
    else:
        lines += [f"Not {joint.join(unfit)}."] if unfit else ["I found none that is a problem."] if only_unfit else []
        lines += [f"By what is written, these are fine: {joint.join(fit)}."] if fit and not only_unfit else []
    lines += [f"（「{b}」と聞いています。）" if japanese else f"I went by this: {b}." for b in value["because"]]
    for name in value["unsure"]:
        told = f"{name}については、名前が書かれているかどうかしか分かりません。"
        lines.append(told if japanese else f"For {name} I can only tell whether it is named.")
    lines += [f"[{n}] {named(place, language)}" for n, place in enumerate(value["sources"], 1)] if value["dishes"] else []
    return "\n".join(lines)


def _quoted(asked: str | None, sentences: Sequence[str], number: int, translated: str | None, *, japanese: bool) -> str:
    """Below the question that an entry answers, which says what it is about: a recipe's dish, or that another case is meant."""
    entry = [f"「{asked}」" if japanese else f"“{asked}”"] if asked else []
    original = "\n".join([*entry, " ".join(f"{s} [{number}]" for s in sentences)])
    if translated is None:
        return original
    return f"{translated} [{number}]\n{'原文' if japanese else 'In the original'}: {original}"


def named(place: Mapping[str, Any], language: Language) -> str:
    """A source as people name it: paper, page, heading, and who says so."""
    japanese = language is Language.JAPANESE
    parts = [place["title"] if place["title"] == place["name"] else f"{place['title']} ({place['name']})"]
    if place["page"] is not None:
        parts.append(f"{place['page']}ページ" if japanese else f"p. {place['page']}")
    if place["headings"]:
        parts.append(f"「{place['headings'][-1]}」" if japanese else f"“{place['headings'][-1]}”")
    if place["question"]:
        parts.append(f"「{place['question']}」" if japanese else f"“{place['question']}”")
    if place["says"]:
        parts.append(place["says"])
    return ("、" if japanese else ", ").join(parts)


def _listed(names: Sequence[str], language: Language) -> str:
    if not names:
        return "書類はまだありません。" if language is Language.JAPANESE else "There are no papers yet."
    return "、".join(names) if language is Language.JAPANESE else ", ".join(names)
