"""Our actions as calls of Home Assistant's services."""

from yamori.automations.action import Action, Ask, Call, Notify
from yamori.automations.home_assistant.port import HomeAssistantHome
from yamori.automations.home_assistant.reasons import Reason, Remark, Unsayable
from yamori.automations.home_assistant.templates import plain
from yamori.automations.home_assistant.written import Part

END_IT: Part = {
    "action": "automation.turn_off",
    "target": {"entity_id": "{{ this.entity_id }}"},
    "data": {"stop_actions": False},
}
"""What happens only once switches itself off before it begins."""


def actions_of(action: Action, home: HomeAssistantHome, title: str) -> tuple[list[Part], tuple[Remark, ...]]:
    """The calls in order, and what would be otherwise there. Raises `Unsayable`."""
    match action:
        case Call():
            remarks = (Remark.RISKY,) if action.risky else ()
            return [_call(call.service, call.entity, plain(dict(call.data))) for call in home.calls(action)], remarks
        case Notify():
            data = {"title": plain(title), "message": plain(action.text)}
            return [{"action": "persistent_notification.create", "data": data}], (Remark.EVERYBODY,)
        case Ask():
            raise Unsayable(Reason.ASK, action.request)
        case _:
            raise Unsayable(Reason.OTHER)


def _call(service: str, entity: str, data: object) -> Part:
    part: Part = {"action": service, "target": {"entity_id": entity}}
    return part | ({"data": data} if data else {})
