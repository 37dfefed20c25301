"""What a provider's message says, where five SDKs say it in five ways."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

_CUT_OFF = frozenset({"length", "max_tokens", "model_length"})
_REFUSED = frozenset({"blocklist", "content_filter", "prohibited_content", "recitation", "refusal", "safety", "spii"})


def arguments_in(message: "AIMessage") -> str | None:
    """The arguments of the tool call that stands for the answer, as JSON; None without one."""
    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False)
    if message.invalid_tool_calls:
        return message.invalid_tool_calls[0]["args"] or ""
    return None


def refusal_in(message: "AIMessage") -> str | None:
    """Why the provider or its model would not answer; None where it did."""
    if refusal := message.additional_kwargs.get("refusal"):
        return str(refusal)
    reason = _reason(message)
    if reason.lower() in _REFUSED:
        return f"{message.text} ({reason})" if message.text else reason
    feedback: Any = message.response_metadata.get("prompt_feedback")
    blocked = feedback.get("block_reason") if isinstance(feedback, dict) else None
    return f"the request was blocked ({blocked})" if blocked else None


def was_cut_off(message: "AIMessage") -> bool:
    """Whether the limit of tokens ended it."""
    return _reason(message).lower() in _CUT_OFF


def _reason(message: "AIMessage") -> str:
    about = message.response_metadata
    return str(about.get("finish_reason") or about.get("stop_reason") or about.get("done_reason") or "")
