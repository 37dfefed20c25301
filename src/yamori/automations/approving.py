"""What of an automation waits for a person's OK: a risky action, or code that a model wrote. Pure; called by the tools and the page."""

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.condition import GeneratedCode, leaves_of


def needs_approval(automation: Automation) -> bool:
    """Whether a person has to agree before it may fire."""
    return bool(unapproved(automation))


def unapproved(automation: Automation) -> tuple[str, ...]:
    """What of it waits for an OK, as it is shown: each risky action; all of it where code that a model wrote decides."""
    code = [*automation.triggers, *(leaf for condition in automation.conditions for leaf in leaves_of(condition))]
    if any(isinstance(each, GeneratedCode) and not each.may_run for each in code):
        return (automation.says or automation.origin,)
    return tuple(action.text for action in automation.actions if isinstance(action, Call) and not action.may_run)
