"""Lists of the house's other systems, as the Lists agent has to know of them. Fulfils `agents.lists.ports.OtherLists`."""

from yamori.agents.scheduler.external import CollectionKind, ExternalSchedule
from yamori.agents.scheduler.rules.entities.collection_names import is_for_shopping, named_collection


class ExternalLists:
    """Over what the Scheduler sees of them."""

    def __init__(self, external: ExternalSchedule) -> None:
        self._external = external

    def named_in(self, request: str) -> bool:
        return named_collection(request, self._external.collections()) is not None

    def shopping(self) -> bool:
        return any(c.kind is CollectionKind.LIST and is_for_shopping(c) for c in self._external.collections())
