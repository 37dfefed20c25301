"""The parts of an automation that is not made yet, as a document holds them: what `add_automation` is called with."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from yamori.automations.action import Action
from yamori.automations.condition import Condition
from yamori.automations.life import ONCE, Life
from yamori.automations.trigger import Trigger
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


def parts_document(triggers: Sequence[Trigger], conditions: Sequence[Condition], actions: Sequence[Action], life: Life) -> dict[str, Value]:
    """JSON values only, as `document.from_document` reads them."""
    from pydantic import TypeAdapter

    return {
        "triggers": TypeAdapter(tuple[Trigger, ...]).dump_python(tuple(triggers), mode="json"),
        "conditions": TypeAdapter(tuple[Condition, ...]).dump_python(tuple(conditions), mode="json"),
        "actions": TypeAdapter(tuple[Action, ...]).dump_python(tuple(actions), mode="json"),
        "life": TypeAdapter(Life).dump_python(life, mode="json"),
    }


def ending_document(length: timedelta, actions: Sequence[Action], says: str) -> dict[str, Value]:
    """What takes an automation's actions back so long after it fired: the `ending` of `add_automation`."""
    return {"after_seconds": round(length.total_seconds()), "actions": parts_document((), (), actions, ONCE)["actions"], "says": says}


def conditions_of(documents: Sequence[Mapping[str, Value]]) -> tuple[Condition, ...]:
    """The conditions of such a document. Raises `InvalidRequest`."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(tuple[Condition, ...]).validate_python(tuple(documents))
    except ValidationError as error:
        raise InvalidRequest(f"these are no conditions: {error.errors(include_url=False)[0]['msg']}", where="conditions") from error


def actions_of(documents: Value) -> tuple[Action, ...]:
    """The actions of such a document, which this code wrote."""
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[Action, ...]).validate_python(documents)
