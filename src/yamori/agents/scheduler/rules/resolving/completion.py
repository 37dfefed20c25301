"""A request whose title is not said in it but was found by an earlier task: `put it on my list`, `remind me at seven`.

The request is read with a word of our own where the title belongs, and so by the same rules as any other; only a request that comes to
one new entry of exactly that title is completed.
"""

from collections.abc import Callable, Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.reading.languages import reader_in
from yamori.agents.scheduler.rules.resolving.plans import Calls, Plan

PLACEHOLDER = "xqz"
"""A word that nothing on any list is like."""

_TITLES = {"create_custom_task": "title", "add_list_item": "item"}
"""The argument that holds the title, by the tools that write a new one down."""


def title_of(calls: Sequence[ToolCall]) -> str | None:
    """The title of the one entry that the calls add; None where they do anything else."""
    if len(calls) != 1 or calls[0].tool not in _TITLES:
        return None
    return str(calls[0].arguments.get(_TITLES[calls[0].tool], "")) or None


def with_title(call: ToolCall, before: str, title: str) -> ToolCall:
    """The call with this title in place of the one before."""
    key = _TITLES.get(call.tool, "")
    if str(call.arguments.get(key, "")).casefold() != before.casefold():
        return call
    return ToolCall(tool=call.tool, arguments={**call.arguments, key: title})


def completed(request: str, language: str, plan: Callable[[str], Plan]) -> str | None:
    """The request with the placeholder where its title belongs; None for one that has its own or adds nothing."""
    attempt: str
    for attempt in reader_in(language).with_title(request.strip().rstrip(".!。！"), PLACEHOLDER):
        found = plan(attempt)
        if isinstance(found, Calls) and (title_of(found.calls) or "").casefold() == PLACEHOLDER:
            return attempt
    return None
