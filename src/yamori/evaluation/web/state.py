"""What visitors did to the simulated web: kept in memory, read by evaluators at `/_state`, forgotten at `/_reset`."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(kw_only=True)
class WebState:
    """Grows with every act of a visitor; lists are in the order in which things happened."""

    basket: dict[str, int] = field(default_factory=dict)
    """Product to quantity."""
    orders: list[dict[str, Any]] = field(default_factory=list)
    posts: list[dict[str, str]] = field(default_factory=list)
    bookings: list[dict[str, str]] = field(default_factory=list)
    messages: list[dict[str, str]] = field(default_factory=list)
    log_ins: list[str] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    """Method, url, form fields and seconds since the start, of every request but the evaluators' own."""

    def clear(self) -> None:
        for kept in (self.basket, self.orders, self.posts, self.bookings, self.messages, self.log_ins, self.requests):
            kept.clear()
