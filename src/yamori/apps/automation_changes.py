"""What was changed on the Automations view, so that it can be taken back and that a form that comes twice is answered alike.

Kept in memory, the last few hundred: as long as the house runs. `automation_page` calls it.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeVar

from yamori.automations.automation import Automation
from yamori.automations.state import AutomationState
from yamori.domain.errors import InvalidRequest
from yamori.web.automation_port import Did

_MOST = 300
Kept = TypeVar("Kept")


@dataclass(frozen=True, kw_only=True)
class Taken:
    """How a change is taken back."""

    person: str
    about: str
    put_back: tuple[tuple[Automation, AutomationState], ...] = ()
    """What was removed."""
    change_back: tuple[Automation, ...] = ()
    """What is there in another form."""
    remove: tuple[str, ...] = ()
    """What was made."""


class Changes:
    """By the keys under which they were made."""

    def __init__(self) -> None:
        self._taken: OrderedDict[str, Taken] = OrderedDict()
        self._answers: OrderedDict[str, Did] = OrderedDict()

    def answered(self, key: str) -> Did | None:
        """What was said when this key came first."""
        return self._answers.get(key)

    def keep(self, answer: Did, key: str, taken: Taken | None) -> Did:
        if taken is not None:
            _keep(self._taken, key, taken)
        _keep(self._answers, key, answer)
        return answer

    def taken(self, change: str, person: str) -> Taken:
        """Raises `InvalidRequest(where="change")` for one that is not known any more, or somebody else's."""
        found = self._taken.get(change)
        if found is None or found.person != person:
            raise InvalidRequest("that change is not known any more", where="change")
        return found

    def forget(self, change: str) -> None:
        """It was taken back."""
        self._taken.pop(change, None)


def _keep(kept: OrderedDict[str, Kept], key: str, value: Kept) -> None:
    kept[key] = value
    while len(kept) > _MOST:
        kept.popitem(last=False)
