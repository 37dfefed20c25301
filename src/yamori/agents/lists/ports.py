"""What the Lists agent needs from outside; `apps` fulfils it."""

from typing import Protocol


class OtherLists(Protocol):
    """Lists that other systems keep for this household (Home Assistant's): they are the Scheduler's."""

    def named_in(self, request: str) -> bool:
        """Whether a sentence names one of them."""
        ...

    def shopping(self) -> bool:
        """Whether one of them is for shopping: then what names no list is not for ours."""
        ...


class NoOtherLists:
    """Fulfils `OtherLists` where there are none."""

    def named_in(self, request: str) -> bool:
        return False

    def shopping(self) -> bool:
        return False
