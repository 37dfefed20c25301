"""What the owner of an automation is told of it unasked: missed, failed, held, switched off. Pure, in English and Japanese."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from yamori.automations.action import Action, ActionResult, ActionStatus, Ask, Call, Notify
from yamori.automations.automation import Automation, Disabled
from yamori.automations.texts import TEXTS
from yamori.domain.language import Language

_DAYS_JA = "月火水木金土日"
_CANNOT = (
    (re.compile(r"をする$"), "ができません"),
    (re.compile(r"する$"), "できません"),
    (re.compile(r"(?<=[えけげせぜてでねへべぺめれ])る$"), "られません"),
)
"""Verbs whose form for *could not* is certain: 開ける is 開けられません; 切る and others are quoted instead."""


def missed_text(automation: Automation, moments: Sequence[datetime], now: datetime) -> str:
    """`moments`, oldest first, in any zone; `now` in the household's."""
    local = [moment.astimezone(now.tzinfo) for moment in moments]
    first, last = local[0], local[-1]
    if automation.language is Language.JAPANESE:
        when = _when_ja(first, now) if len(local) == 1 else f"{_when_ja(first, now)}から{_when_ja(last, now)}まで（{len(local)}回分）"
        return f"{when}は停止していたため、{_undone_ja(automation.actions)}。"
    when = f"at {_when_en(first, now)}"
    if len(local) > 1:
        when = f"from {_when_en(first, now)} to {_when_en(last, now)} ({len(local)} times)"
    return f"I was not running {when}, so {_undone_en(automation.actions)}."


def unforeseen_text(automation: Automation) -> str:
    """It waited for a forecast, and there was none."""
    if automation.language is Language.JAPANESE:
        return f"天気予報が分からなかったため、{_undone_ja(automation.actions)}。"
    return f"I could not get the forecast, so {_undone_en(automation.actions)}."


def cut_off_text(automation: Automation, action: Action, due: datetime, now: datetime, *, rest: Sequence[Action] = ()) -> str:
    """`rest`: what would have come after it, and was not done."""
    what, when = _named(action), due.astimezone(now.tzinfo)
    if automation.language is Language.JAPANESE:
        left = f"また、{_undone_ja(rest)}。" if rest else ""
        return f"{_when_ja(when, now)}の「{what}」の途中で停止しました。行われたかどうかをご確認ください。{left}"
    left = f" After that, {_undone_en(rest)}." if rest else ""
    return f"I was stopped in the middle of “{what}” at {_when_en(when, now)}. Please check whether it was done.{left}"


def held_text(automation: Automation, action: Call) -> str:
    return TEXTS.said(automation.language, "held", text=action.text)


def silent_text(language: Language) -> str:
    return TEXTS.said(language, "silent")


def trouble_text(automation: Automation, results: Iterable[ActionResult]) -> str:
    """What did not work, once."""
    texts = [result.text for result in results if result.status not in (ActionStatus.DONE, ActionStatus.MISSED) and result.text]
    joined = TEXTS.said(automation.language, "joint").join(texts)
    return TEXTS.said(automation.language, "trouble", origin=automation.origin, texts=joined).rstrip()


def owner_left_text(owner: str, automations: Sequence[Automation]) -> str:
    """What an adult is told of what somebody had set up who left; there is at least one of them."""
    first = automations[0]
    return TEXTS.counted(first.language, "owner_left", len(automations), owner=owner, says=(first.says or first.origin).rstrip(".。"))


def switched_off_text(automation: Automation, why: Disabled) -> str:
    name = {Disabled.LOOP: "looped", Disabled.TIMER_GONE: "timer_gone"}.get(why, "unreadable")
    return TEXTS.said(automation.language, name, origin=automation.origin)


def _undone_en(actions: Sequence[Action]) -> str:
    parts = [_did_not(action) for action in actions]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _did_not(action: Action) -> str:
    match action:
        case Call():
            text = action.text.strip().rstrip(".!")
            if text[:1].islower():
                return f"I did not {text}"
            is_title = ":" in text or len(text.split()) < 2
            return f"this was not done: {text}" if is_title else f"I did not {text[:1].lower()}{text[1:]}"
        case Notify():
            return f"I did not tell you: “{action.text}”"
        case Ask():
            return f"I did not look into this: “{action.request}”"


def _undone_ja(actions: Sequence[Action]) -> str:
    last = actions[-1]
    if len(actions) == 1 and isinstance(last, Call):
        text = last.text.strip()
        for verb, cannot in _CANNOT:
            if verb.search(text):
                return f"{verb.sub(cannot, text)}でした"
    named = "、".join(f"「{_named(action)}」" for action in actions)
    if all(isinstance(action, Notify) for action in actions):
        return f"お知らせできませんでした：{named}"
    return f"{named}を行えませんでした"


def _named(action: Action) -> str:
    match action:
        case Ask():
            return action.request
        case Call() | Notify():
            return action.text


def _when_en(moment: datetime, now: datetime) -> str:
    clock = f"{moment:%H:%M}"
    if moment.date() == now.date():
        return clock
    return f"{clock} on {moment:%a} {moment.day} {moment:%b}"


def _when_ja(moment: datetime, now: datetime) -> str:
    clock = f"{moment.hour}:{moment.minute:02}"
    if moment.date() == now.date():
        return clock
    return f"{moment.month}月{moment.day}日({_DAYS_JA[moment.weekday()]}){clock}"
