"""What the owner of an automation is told of it unasked: missed, failed, held, switched off. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from yamori.agentkit.phrasing import sentences
from yamori.automations.action import Action, ActionResult, ActionStatus, Ask, Call
from yamori.automations.automation import Automation, Disabled
from yamori.automations.grammar import grammar_of
from yamori.automations.texts import TEXTS
from yamori.automations.wording import date_text
from yamori.domain.language import Language


def missed_text(automation: Automation, moments: Sequence[datetime], now: datetime) -> str:
    """`moments`, oldest first, in any zone; `now` in the household's."""
    language = automation.language
    first, last = (_when(moment.astimezone(now.tzinfo), now, language) for moment in (moments[0], moments[-1]))
    undone = grammar_of(language).undone(automation.actions)
    if len(moments) == 1:
        return TEXTS.said(language, "missed.once", first=first, undone=undone)
    return TEXTS.said(language, "missed.often", first=first, last=last, count=len(moments), undone=undone)


def unforeseen_text(automation: Automation) -> str:
    """It waited for a forecast, and there was none."""
    return TEXTS.said(automation.language, "unforeseen", undone=grammar_of(automation.language).undone(automation.actions))


def cut_off_text(automation: Automation, action: Action, due: datetime, now: datetime, *, rest: Sequence[Action] = ()) -> str:
    """`rest`: what would have come after it, and was not done."""
    language = automation.language
    what, when = action.request if isinstance(action, Ask) else action.text, _when(due.astimezone(now.tzinfo), now, language)
    left = TEXTS.said(language, "cut_off.left", undone=grammar_of(language).undone(rest)) if rest else ""
    return TEXTS.said(language, "cut_off.text", what=what, when=when, left=left)


def held_text(automation: Automation, action: Call) -> str:
    return TEXTS.said(automation.language, "held", text=action.text)


def silent_text(language: Language) -> str:
    return TEXTS.said(language, "silent")


def trouble_text(automation: Automation, results: Iterable[ActionResult]) -> str:
    """What did not work, once."""
    texts = [result.text for result in results if result.status not in (ActionStatus.DONE, ActionStatus.MISSED) and result.text]
    joined = sentences(texts, automation.language)
    return TEXTS.said(automation.language, "trouble", origin=automation.origin, texts=joined).rstrip()


def owner_left_text(owner: str, automations: Sequence[Automation]) -> str:
    """What an adult is told of what somebody had set up who left; there is at least one of them."""
    first = automations[0]
    return TEXTS.counted(first.language, "owner_left", len(automations), owner=owner, says=(first.says or first.origin).rstrip(".。"))


def switched_off_text(automation: Automation, why: Disabled) -> str:
    name = {Disabled.LOOP: "looped", Disabled.TIMER_GONE: "timer_gone"}.get(why, "unreadable")
    return TEXTS.said(automation.language, name, origin=automation.origin)


def _when(moment: datetime, now: datetime, language: Language) -> str:
    day = "today" if moment.date() == now.date() else "day"
    return TEXTS.said(language, f"missed.{day}", clock=TEXTS.said(language, "clock", at=moment), date=date_text(moment, language))
