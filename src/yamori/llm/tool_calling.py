"""Native tool calling in the words of each provider's protocol, and its answers brought back. The only caller is `providers.py`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from yamori.domain.values import Value
from yamori.llm.answers import Garbage
from yamori.llm.conversation import Conversation, OfferedTool, Round, ToolUse, Turn
from yamori.llm.demands import dialect_of
from yamori.llm.forms import Form, form_of, inlined
from yamori.llm.port import Usage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable


def forms_of(tools: tuple[OfferedTool, ...], *, provider: str) -> Mapping[str, Form]:
    """Each tool's arguments in the provider's dialect, by the tool's name."""
    return {tool.name: form_of(inlined(tool.schema), dialect_of(provider)) for tool in tools}


def with_tools(client: "BaseChatModel", conversation: Conversation, forms: Mapping[str, Form], *, provider: str) -> "Runnable[Any, Any]":
    """The client with the tools offered; the model chooses whether to call one."""
    if provider == "google":
        from langchain_google_genai import chat_models

        declared = [
            {"name": t.name, "description": t.says, "parameters_json_schema": dict(forms[t.name].schema)} for t in conversation.tools
        ]
        # As the SDK's own type, which the package passes on; a dictionary's schema it would convert, and drop what it does not know.
        own = vars(chat_models)["GoogleTool"]
        return client.bind(tools=[own(function_declarations=declared)])
    if provider == "anthropic":
        return client.bind(
            tools=[{"name": t.name, "description": t.says, "input_schema": dict(forms[t.name].schema)} for t in conversation.tools]
        )
    functions = [{"name": t.name, "description": t.says, "parameters": dict(forms[t.name].schema)} for t in conversation.tools]
    return client.bind(tools=[{"type": "function", "function": function} for function in functions])


def messages_of(conversation: Conversation, forms: Mapping[str, Form]) -> list[Any]:  # Any: LangChain takes pairs and messages
    """The conversation so far."""
    messages: list[Any] = [("system", conversation.prefix), ("human", conversation.request)]
    for past in conversation.rounds:
        messages += _round(past, forms)
    return messages


def _round(past: Round, forms: Mapping[str, Form]) -> list[Any]:
    from langchain_core.messages import AIMessage, ToolMessage

    said = past.turn.native
    if not isinstance(said, AIMessage):
        calls = [{"id": u.id, "name": u.tool, "args": _written(u, forms)} for u in past.turn.uses]
        said = AIMessage(content=past.turn.text, tool_calls=cast(Any, calls))
    results = (
        ToolMessage(content=text, tool_call_id=use.id, name=use.tool) for use, text in zip(past.turn.uses, past.results, strict=True)
    )
    return [said, *results]


def _written(use: ToolUse, forms: Mapping[str, Form]) -> Value:
    return forms[use.tool].write(use.arguments) if use.tool in forms else use.arguments


def read_turn(message: "AIMessage", forms: Mapping[str, Form], *, usage: Usage, cut_off: bool) -> Turn:
    """What the model said. Raises `Garbage` for calls that are no JSON, and for a turn that was cut off in the middle of one."""
    if message.invalid_tool_calls:
        name = message.invalid_tool_calls[0].get("name")
        raise Garbage(f"{usage.model} called {name} with no JSON", usage=usage, complaint=f"The arguments of {name} were no JSON.")
    if cut_off:
        raise Garbage(f"{usage.model} was cut off before its turn ended", usage=usage, complaint="It was too long. Answer more briefly.")
    uses: list[ToolUse] = []
    for number, call in enumerate(message.tool_calls):
        read = forms[call["name"]].read(call["args"]) if call["name"] in forms else call["args"]
        if not isinstance(read, Mapping):
            raise Garbage(
                f"{usage.model} called {call['name']} without arguments", usage=usage, complaint="A call's arguments are an object."
            )
        uses.append(ToolUse(id=call["id"] or f"call-{number}", tool=call["name"], arguments=read))
    return Turn(text=str(message.text), uses=tuple(uses), usage=usage, native=message)
