"""What the tools of the Scenes agent give back. Pure."""

from collections.abc import Mapping, Sequence

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.phrasing import listed
from yamori.agentkit.tool import ToolResult
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Home
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.scenes.composing import devices_in
from yamori.scenes.document import to_document
from yamori.scenes.naming import called
from yamori.scenes.scene import Scene


def said(
    did: str, words: str, *, scene: Scene | None = None, before: Scene | None = None, waits: bool = False, complete: bool = True
) -> ToolResult:
    """What was done, in one word for the policy and in a sentence for the person; `before` is what an undo brings back."""
    value: dict[str, Value] = {"did": did, "text": words, "waits": waits, "complete": complete}
    if scene is not None:
        value["scene"] = dict(to_document(scene))
    if before is not None:
        value["before"] = dict(to_document(before))
    return ToolResult(value=value)


def tool_call(given: Mapping[str, Value]) -> ToolCall:
    """Raises `InvalidRequest` for what is none."""
    tool, arguments = given.get("tool"), given.get("arguments", {})
    if not isinstance(tool, str) or not isinstance(arguments, Mapping):
        raise InvalidRequest('a call is {"tool": NAME, "arguments": {…}}', where="calls")
    return ToolCall(tool=tool, arguments=arguments)


def devices_of(scene: Scene) -> tuple[str, ...]:
    """Ids of the devices that a scene moves."""
    return tuple(dict.fromkeys(a.partition("/")[0] for each in scene.calls for a in devices_in(each.arguments)))


def device_names(ids: Sequence[str], home: Home, language: Language) -> str:
    devices = [home.device(id) for id in ids]
    return listed([called(d, language) if d is not None else id for d, id in zip(devices, ids, strict=True)], language)
