"""The parts of an automation that is not made yet, as a document holds them: what `add_automation` is called with."""

from collections.abc import Mapping, Sequence

from yamori.automations.action import Action
from yamori.automations.condition import Condition
from yamori.automations.life import Life
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


def conditions_of(documents: Sequence[Mapping[str, Value]]) -> tuple[Condition, ...]:
    """The conditions of such a document. Raises `InvalidRequest`."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(tuple[Condition, ...]).validate_python(tuple(documents))
    except ValidationError as error:
        raise InvalidRequest(f"these are no conditions: {error.errors(include_url=False)[0]['msg']}", where="conditions") from error
