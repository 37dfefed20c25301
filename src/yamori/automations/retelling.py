"""An automation that is told again: its moments as they are said now, and one whose moment a person sets anew. Pure.

Called by whoever shows automations after they were made (`apps.automation_page`). What was said back stays word for word but for the
moments in it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from yamori.automations.action import Call
from yamori.automations.approving import needs_approval
from yamori.automations.automation import Automation, Disabled
from yamori.automations.texts import TEXTS
from yamori.automations.trigger import TIMED, Trigger
from yamori.automations.wording import capitalized, moment_text
from yamori.domain.errors import InvalidRequest


def retold(automation: Automation, now: datetime) -> str:
    """What it does in words. `Tomorrow at 7:00`, said yesterday, is `At 7:00`; `now` is in the household's time zone."""
    return with_moments(automation, automation.triggers, now) or automation.says or automation.origin


def retimed(automation: Automation, number: int, trigger: Trigger, now: datetime) -> Automation:
    """The automation with another moment in the place of trigger `number`, made `now`. What is risky needs a new OK, since what was
    agreed to was that at its moment. Raises `InvalidRequest` for a trigger that is no moment."""
    if not (0 <= number < len(automation.triggers) and isinstance(automation.triggers[number], TIMED) and isinstance(trigger, TIMED)):
        raise InvalidRequest("only a moment can be put in the place of a moment", where="trigger")
    triggers = (*automation.triggers[:number], trigger, *automation.triggers[number + 1 :])
    says = with_moments(automation, triggers, now) or _beside_origin(automation, triggers, now)
    actions = tuple(replace(a, approval=None) if isinstance(a, Call) else a for a in automation.actions)
    waits = needs_approval(replace(automation, actions=actions))
    was_over = automation.disabled_reason is Disabled.OVER
    enabled = (automation.enabled or was_over) and not waits
    return replace(
        automation,
        triggers=triggers,
        actions=actions,
        says=says,
        created=now,
        enabled=enabled,
        disabled_reason=None if enabled else Disabled.BY_PERSON,
    )


def with_moments(automation: Automation, triggers: Sequence[Trigger], now: datetime) -> str:
    """What was said back, with these moments in place of those that it begins with; empty where it does not begin with them."""
    language = automation.language
    before = capitalized(_moments(automation, automation.triggers, automation.created.astimezone(now.tzinfo)), language)
    after = capitalized(_moments(automation, triggers, now), language)
    if not before or not after or not automation.says.startswith(before):
        return ""
    return after + automation.says.removeprefix(before)


def _moments(automation: Automation, triggers: Sequence[Trigger], now: datetime) -> str:
    zone = now.tzinfo
    assert zone is not None
    once = automation.life.times == 1
    found = [text for t in triggers if (text := moment_text(t, now, zone, automation.language, once=once))]
    return TEXTS.said(automation.language, "and").join(found)


def _beside_origin(automation: Automation, triggers: Sequence[Trigger], now: datetime) -> str:
    moment = _moments(automation, triggers, now)
    return TEXTS.said(automation.language, "beside_origin", moment=capitalized(moment, automation.language), origin=automation.origin)
