"""An answer as JSON: what REST and MCP return, the log keeps and the report is written from."""

from yamori.agents.lifestyle.rules.dishes import Judged
from yamori.agents.lifestyle.rules.paper import Hit, Paper
from yamori.domain.language import Language
from yamori.domain.plain_text import single_line
from yamori.domain.values import Value
from yamori.understanding.eating.constraints import Constraint


def paper_view(paper: Paper) -> dict[str, Value]:
    return {
        "topic": paper.topic,
        "paper": paper.id,
        "name": single_line(paper.name),
        "title": paper.title,
        "kind": paper.kind,
        "origin": paper.origin.value,
        "added": paper.added.isoformat(),
        "state": paper.state.value,
        "pages": paper.pages,
        "passages": paper.passages,
        "problem": paper.problem,
        "left_out": [{"where": place.where, "why": place.why} for place in paper.left_out],
    }


def place_view(hit: Hit) -> dict[str, Value]:
    """Where a passage stands: the source of what is quoted from it."""
    return {
        "topic": hit.paper.topic,
        "paper": hit.paper.id,
        "name": single_line(hit.paper.name),
        "title": hit.paper.title,
        "passage": hit.number,
        "page": hit.passage.page,
        "headings": list(hit.passage.headings),
        "question": hit.passage.question,
        "says": hit.passage.source,
        "address": address(hit.paper.topic, hit.paper.id, hit.number),
    }


def hit_view(hit: Hit) -> dict[str, Value]:
    return {
        **place_view(hit),
        "text": hit.passage.text,
        "score": round(hit.score, 3),
        "words": round(hit.words, 3),
        "nearness": round(hit.nearness, 3),
    }


def address(topic: str, paper: int, passage: int) -> str:
    """Where the page shows this passage in its paper."""
    from urllib.parse import quote

    return f"/papers/{quote(topic)}/{paper}?at={passage}#p{passage}"


def constraint_view(constraint: Constraint, because: str, hit: Hit, language: Language) -> dict[str, Value]:
    return {**place_view(hit), "constraint": constraint.name, "called": constraint.called(language), "because": because}


def judged_view(judged: Judged, source: int, language: Language) -> dict[str, Value]:
    """A dish with what somebody must not eat of it; `source` counts the papers from 1."""
    breaks = judged.breaks
    return {
        "name": single_line(judged.dish.name),
        "source": source,
        "breaks": breaks.called(language) if breaks is not None else None,
        "because": judged.because,
    }
