"""What is said of a task on the web, rendered from its steps and from what its page bore out; nothing that was not read back. Pure."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from yamori.agents.browser.operating.consequences import Kind
from yamori.agents.browser.operating.evidence import Step
from yamori.agents.browser.operating.held import Held
from yamori.agents.browser.operating.operating import Ending, Operated
from yamori.agents.browser.texts import TEXTS
from yamori.domain.language import Language
from yamori.domain.plain_text import single_line

_LONGEST = 120
"""Characters of a value that are shown."""
_MOST_FIELDS = 30


def operated_text(operated: Operated) -> str:
    language = operated.goal.language
    if operated.held is not None:
        shows = held_text(operated.held, language)
        return shows if operated.ending is Ending.LOG_IN else TEXTS.said(language, "operate.held", shows=shows)
    lines = _did_lines(operated)
    evidence = operated.evidence
    if evidence is not None and evidence.shown:
        shown = TEXTS.said(language, "operate.between").join(
            TEXTS.said(language, "operate.line", text=_short(line)) for line in evidence.shown
        )
        lines.append(TEXTS.said(language, "operate.shows", shown=shown))
    if operated.downloads:
        names = TEXTS.said(language, "operate.between").join(_short(name) for name in operated.downloads)
        lines.append(TEXTS.said(language, "operate.downloaded", names=names))
    if operated.ending is not Ending.DONE:
        lines.append(TEXTS.said(language, f"operate.endings.{operated.ending.value}"))
        if evidence is not None and evidence.open_words and operated.ending in (Ending.PARTLY, Ending.STUCK):
            words = TEXTS.said(language, "operate.between").join(
                TEXTS.said(language, "operate.line", text=word) for word in evidence.open_words
            )
            lines.append(TEXTS.said(language, "operate.open", words=words))
    return "\n".join(lines)


def did_text(operated: Operated) -> str:
    """Where it ended and what was done, without what came of it."""
    return "\n".join(_did_lines(operated))


def _did_lines(operated: Operated) -> list[str]:
    language, lines = operated.goal.language, list[str]()
    if operated.page is not None:
        lines.append(TEXTS.said(language, "operate.where", title=_short(operated.page.title), url=_short(operated.page.url)))
    did = [text for step in operated.steps if step.ok and (text := _step_text(step, language))]
    if did:
        lines.append(TEXTS.said(language, "operate.did", did=TEXTS.said(language, "operate.joint").join(did)))
    return lines


def held_text(held: Held, language: Language) -> str:
    """Exactly what would be done, and what would go where."""
    site = urlsplit(held.page.url).netloc
    if held.kind is Kind.LOGS_IN:
        return TEXTS.said(language, "operate.by_hand", site=site, title=_short(held.page.title))
    if held.kind is Kind.FILLS_IN and held.sends is not None:
        return TEXTS.said(
            language, "operate.fills_in", site=site, title=_short(held.page.title), fields=_fields(held.sends.fields, language)
        )
    parts = [TEXTS.said(language, f"operate.kinds.{held.kind.value}", button=_short(held.button), site=site, title=_short(held.page.title))]
    if held.asks:
        parts.append(TEXTS.said(language, "operate.asks", text=_short(held.asks)))
    if held.sends is not None:
        parts.append(
            TEXTS.said(language, "operate.sends", url=single_line(held.sends.url)[:300], fields=_fields(held.sends.fields, language))
        )
    return TEXTS.said(language, "operate.space").join(parts)


def _fields(fields: Mapping[str, str], language: Language) -> str:
    shown = [f"{single_line(name)}: {_short(value)}" for name, value in list(fields.items())[:_MOST_FIELDS]]
    if len(fields) > _MOST_FIELDS:
        shown.append("…")
    return "; ".join(shown) if shown else TEXTS.said(language, "operate.no_fields")


def _step_text(step: Step, language: Language) -> str:
    if step.do in ("scroll", "back", "open"):
        return ""
    if step.do == "by_hand":
        return TEXTS.said(language, "operate.done_by_hand")
    if step.do == "click":
        return TEXTS.said(language, "operate.pressed", element=_short(step.element))
    return TEXTS.said(language, "operate.put", element=_short(step.element), value=_short(step.result or step.input))


def _short(text: str) -> str:
    line = single_line(text)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def step_view(step: Step) -> Mapping[str, object]:
    """The receipt of one step, for the log and for whoever follows it."""
    return {
        "origin": "web",
        "page": step.page,
        "title": step.title,
        "action": step.do,
        "element": step.element,
        "input": step.input,
        "result": step.result,
        "picture": step.picture,
        "sent": [
            {"method": one.method, "url": one.url, "fields": dict(one.fields), "blocked": one.is_blocked}
            for one in step.sent
            if one.method != "GET"
        ],
    }
