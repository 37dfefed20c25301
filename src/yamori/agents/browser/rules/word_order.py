"""Where a language puts its verb, and so how a request for the web begins and ends: one object an order.

`verb_stands` in the files of `words/` names it. What is read is free of courtesy. Pure.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Words = Mapping[str, Any]
"""Those of one language (`words/`)."""


class WordOrder(Protocol):
    def beside(self, pieces: Sequence[str]) -> Sequence[str]:
        """The clauses of a sentence but the one in which what is asked for has its verb."""
        ...

    def is_done_on_site(self, text: str, address: re.Match[str] | None, words: Words) -> bool:
        """Whether something is to be done on a website: `address` is where one stands in the text."""
        ...

    def sought(self, text: str, verbs: Sequence[str]) -> str | None:
        """What a text wants found out with one of the verbs; None where it has none of them."""
        ...


class VerbFirst:
    """`Look up the kettle`; fulfils `WordOrder`."""

    def beside(self, pieces: Sequence[str]) -> Sequence[str]:
        return pieces[1:]

    def is_done_on_site(self, text: str, address: re.Match[str] | None, words: Words) -> bool:
        before = text[: address.start()].strip().lower() if address is not None else ""
        is_last = address is not None and not re.search(r"\w", text[address.end() :])
        if address is not None and before in words["at_address"]:
            return not is_last
        lowered = f"{text.lower()} "
        if lowered.startswith(tuple(f"{start} " for start in words["at_site"])):
            return True
        begins = lowered.startswith(tuple(f"{verb} " for verb in words["doing"]))
        return is_last and begins and before.endswith(tuple(f" {word}" for word in words["to_address"]))

    def sought(self, text: str, verbs: Sequence[str]) -> str | None:
        verb = next((verb for verb in verbs if text.lower().startswith(f"{verb} ")), None)
        return text[len(verb) :] if verb else None


class VerbLast:
    """やかんを調べて; fulfils `WordOrder`."""

    def beside(self, pieces: Sequence[str]) -> Sequence[str]:
        return pieces[:-1]

    def is_done_on_site(self, text: str, address: re.Match[str] | None, words: Words) -> bool:
        if address is None or address.start() > 0:
            return False
        return text[address.end() :].lstrip().startswith(tuple(words["at_address"]))

    def sought(self, text: str, verbs: Sequence[str]) -> str | None:
        verb = next((verb for verb in verbs if text.endswith(verb)), None)
        return text.removesuffix(verb) if verb else None


_ORDERS: Mapping[str, WordOrder] = {"first": VerbFirst(), "last": VerbLast()}


def order_of(words: Words) -> WordOrder:
    return _ORDERS[words["verb_stands"]]
