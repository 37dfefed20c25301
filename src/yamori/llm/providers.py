"""Models of providers: OpenAI, Anthropic, Google, Groq, Ollama, and any OpenAI-compatible server, all through LangChain.

A provider's package is an extra, imported when it is first asked. How each is asked for JSON in a given form is in `demands.py`; its
schema is never LangChain's to convert, which drops what it does not know. Retries are ours, so that they can honour what the provider
says and be told apart in the errors; the SDKs' own are off.
"""

import asyncio
import base64
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.llm.answers import Garbage, Refused, Unusable, read_answer
from yamori.llm.conversation import Conversation, Turn
from yamori.llm.demands import Demand, Way, demand, known_ways, ways_of
from yamori.llm.failures import Failure, FailureKind, read_failure
from yamori.llm.keys import Key, find_key
from yamori.llm.messages import arguments_in, refusal_in, was_cut_off
from yamori.llm.names import ModelName
from yamori.llm.port import Answer, Image, Prompt, Role, Usage
from yamori.llm.settings import CALLING, CLOUD, COMPATIBLE, KEY_VARIABLES, ProviderSettings
from yamori.llm.tool_calling import forms_of, messages_of, read_turn, with_tools

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

_LANGCHAIN = {"google": "google_genai"}
"""LangChain's name of a provider, where it differs; a server of one's own is `openai` to it."""
_LONGEST_WAIT = 30.0
"""Seconds between two tries; a provider that asks for more is treated as away."""
Pause = Callable[[float], Awaitable[None]]


class ProviderModel:
    """A `ChatModel` of a provider. Its address and key are read with the first call."""

    def __init__(
        self, name: ModelName, settings: ProviderSettings, *, environment: Mapping[str, str], pause: Pause = asyncio.sleep
    ) -> None:
        self._name = name
        self._settings = settings
        self._environment = environment
        self._pause = pause
        self._clients: dict[int, BaseChatModel] = {}
        self._key: Key | None = None
        self._ways = ways_of(name.provider) if settings.structured is None else (Way(settings.structured),)
        """Those that are left: what the provider refused once is not tried again."""
        self._tools = settings.tools if settings.tools is not None else name.provider in CALLING
        """Until the server refuses them."""
        self._schemas_in_prompt: set[Role] = set()
        """Roles whose answers did not fit once: from then on the schema stands in their requests too."""

    @property
    def name(self) -> str:
        return str(self._name)

    async def answer(self, prompt: Prompt, *, role: Role) -> Answer:
        if prompt.schema is None:
            return await self._answer(prompt, None, in_prompt=False)
        first: Exception | None = None
        for way in self._ways:
            try:
                wanted = demand(prompt.schema, provider=self._name.provider, way=way)
                answer = await self._answer(prompt, wanted, in_prompt=way.in_prompt or role in self._schemas_in_prompt)
            except Garbage:
                self._schemas_in_prompt.add(role)
                self._ways = self._ways[self._ways.index(way) :]
                raise
            except Refused as refused:
                first = first or refused
                continue
            self._ways = self._ways[self._ways.index(way) :]
            return answer
        raise first or Misconfigured(f"{self.name} knows no way of answering in a form")

    @property
    def converses(self) -> bool:
        return self._tools

    async def converse(self, conversation: Conversation, *, role: Role) -> Turn:
        provider = self._name.provider
        forms = forms_of(conversation.tools, provider=provider)
        client = with_tools(self._client(conversation.max_tokens + self._settings.extra_tokens), conversation, forms, provider=provider)
        messages = messages_of(conversation, forms)

        async def ask() -> "AIMessage":
            message: AIMessage = await client.ainvoke(messages)
            return self._whole(message)

        try:
            message, usage = await self._tried(ask)
        except Refused:
            self._tools = bool(conversation.rounds)  # it took them before, so that something else is wrong
            raise
        if refusal := refusal_in(message):
            raise Unusable(f"{self.name} refused to answer: {refusal}", usage=usage)
        return read_turn(message, forms, usage=usage, cut_off=was_cut_off(message))

    async def _answer(self, prompt: Prompt, demand: Demand | None, *, in_prompt: bool) -> Answer:
        client = self._client(prompt.max_tokens + self._settings.extra_tokens)
        message, usage = await self._tried(lambda: self._ask(client, prompt, demand, in_prompt=in_prompt))
        if refusal := refusal_in(message):
            raise Unusable(f"{self.name} refused to answer: {refusal}", usage=usage)
        text = arguments_in(message) if demand is not None else None
        read = demand.form.read if demand is not None else None
        return read_answer(str(message.text) if text is None else text, prompt, usage=usage, cut_off=was_cut_off(message), read=read)

    async def _tried(self, ask: Callable[[], Awaitable["AIMessage"]]) -> tuple["AIMessage", Usage]:
        """The provider's message, asked for again while it is busy or silent, and what it cost."""
        started = time.monotonic()
        for attempt in range(1, self._settings.tries + 1):
            try:
                async with asyncio.timeout(self._settings.seconds):
                    message = await ask()
                break
            except Exception as error:  # the boundary: five SDKs, whose exceptions have no root in common
                failure = read_failure(error)
                wait = failure.wait if failure.wait is not None else min(0.5 * 2**attempt, _LONGEST_WAIT)
                if not failure.kind.passes or attempt == self._settings.tries or wait > _LONGEST_WAIT:
                    raise self._as_error(failure, seconds=time.monotonic() - started) from None  # its traceback may quote the key
                await self._pause(wait)
        return message, self._usage(message, seconds=time.monotonic() - started)

    async def _ask(self, client: "BaseChatModel", prompt: Prompt, demand: Demand | None, *, in_prompt: bool) -> "AIMessage":
        messages: list[Any] = [  # Any: LangChain takes a text or a list of blocks
            ("system", prompt.prefix)
        ]
        for example in prompt.examples:
            messages += [("human", example.user), ("ai", _as_demanded(example.assistant, demand))]
        request = prompt.request + (demand.instruction if demand is not None and in_prompt else "")
        messages.append(("human", _shown(request, prompt.images) if prompt.images else request))
        message: AIMessage = await (client if demand is None else demand.bound(client)).ainvoke(messages)
        return self._whole(message)

    def _whole(self, message: "AIMessage") -> "AIMessage":
        """The message, if all of it came. Raises `EOFError`."""
        if self._name.provider == "ollama" and not message.response_metadata.get("done"):
            raise EOFError("the stream ended before the answer did")
        return message

    def _client(self, limit: int) -> "BaseChatModel":
        """One for each limit of tokens: there are few, and a client keeps its connections."""
        if limit not in self._clients:
            self._clients[limit] = self._made(limit)
        return self._clients[limit]

    def _made(self, limit: int) -> "BaseChatModel":
        provider = self._name.provider
        if self._settings.structured is not None and self._settings.structured not in (known := known_ways(provider)):
            raise Misconfigured(
                f"{provider} cannot be asked for an answer's form as {self._settings.structured}",
                where=f"[providers.{provider}] structured",
                mend=f"Name one of: {', '.join(known)}; or leave it out.",
            )
        more: dict[str, Any] = {"max_retries": 0, "timeout": self._settings.seconds, "max_tokens": limit}
        if provider == "google":
            more["max_retries"] = 1  # its SDK counts the first try
        if provider == "ollama":
            more = {"client_kwargs": {"timeout": self._settings.seconds}, "num_predict": limit}
        if self._settings.base_url:
            more["base_url"] = self._settings.base_url
        if self._settings.temperature is not None:
            more["temperature"] = self._settings.temperature
        self._key = self._found_key()
        if self._key is not None:
            more["api_key"] = self._key.reveal()
        try:
            if provider not in CLOUD:
                from langchain_openai.chat_models.base import BaseChatOpenAI  # says `max_tokens`, the name that every such server knows

                return BaseChatOpenAI(model=self._name.model, **more)
            from langchain.chat_models import init_chat_model

            client: BaseChatModel = init_chat_model(self._name.model, model_provider=_LANGCHAIN.get(provider, provider), **more)
        except ImportError as error:
            extra = provider if provider in CLOUD else "openai"
            raise Misconfigured(
                f"{self.name} needs a package that is not installed ({error.name})",
                where=f"the model {self.name}",
                mend=f"pip install 'yamori[{extra}]', or choose another model.",
            ) from error
        return client

    def _found_key(self) -> Key | None:
        provider = self._name.provider
        variable = self._settings.key_env or KEY_VARIABLES.get(provider, "" if provider in CLOUD else KEY_VARIABLES[COMPATIBLE])
        where = f"[providers.{provider}]"
        key = find_key(variable=variable, file=self._settings.key_file, environment=self._environment, where=f"{where} key_file")
        if key is None and provider not in ("ollama",):
            if provider not in CLOUD:
                return Key("none")  # a server of one's own may want none, but the SDK insists on something
            raise Misconfigured(
                f"{self.name} has no key", where=where, mend=f"Set {variable}, or name a file that holds the key as key_file in {where}."
            )
        return key

    def _as_error(self, failure: Failure, *, seconds: float) -> Exception:
        """The error that says who can mend it."""
        provider, said = self._name.provider, self._key.scrub(failure.text) if self._key else failure.text
        where = f"[providers.{provider}]"
        address = self._settings.base_url or "its own address"
        match failure.kind:
            case FailureKind.KEY:
                variable = self._settings.key_env or KEY_VARIABLES.get(provider, KEY_VARIABLES[COMPATIBLE])
                return Misconfigured(
                    f"{self.name} refused the key: {said}", where=where, mend=f"Correct {variable}, or key_file in {where}."
                )
            case FailureKind.MODEL:
                return Misconfigured(
                    f"there is no {self._name.model!r} at {address}: {said}",
                    where=f"the model {self.name}",
                    mend=f"Correct the model's name where it is set, or base_url in {where}.",
                )
            case FailureKind.CUT_OFF:
                usage = Usage(model=self.name, seconds=seconds)
                return Garbage(f"{self.name} was cut off: {said}", usage=usage, complaint="It was too long. Answer more briefly.")
            case FailureKind.SILENT:
                return ModelFailed(
                    f"{self.name} did not answer within {self._settings.seconds:g} s, {self._settings.tries} times."
                    f" The limits are `seconds` and `tries` in {where}."
                )
            case FailureKind.UNREACHABLE:
                return ModelFailed(f"nobody answers for {self.name} at {address} (`base_url` in {where}): {said}")
            case FailureKind.BUSY:
                later = f"; it asks to wait {failure.wait:g} s" if failure.wait else ""
                return ModelFailed(f"{self.name} is busy{later} (`tries` in {where} is {self._settings.tries}): {said}")
            case FailureKind.BROKEN:
                return ModelFailed(f"{self.name} answered, but not to the end or not in its own protocol ({address}): {said}")
            case FailureKind.UNFIT:
                return Garbage(
                    f"{self.name} did not answer in the form asked for: {said}",
                    usage=Usage(model=self.name, seconds=seconds),
                    complaint="It was not in the form that was asked for.",
                )
            case FailureKind.DECLINED:
                return Unusable(f"{self.name} refused to answer: {said}", usage=Usage(model=self.name, seconds=seconds))
            case FailureKind.REFUSED:
                return Refused(f"{self.name} refused the request: {said}", usage=Usage(model=self.name, seconds=seconds))

    def _usage(self, message: "AIMessage", *, seconds: float) -> Usage:
        counted = message.usage_metadata
        if counted is None:
            return Usage(model=self.name, seconds=seconds)
        return Usage(
            model=self.name,
            prompt_tokens=counted["input_tokens"],
            cached_tokens=counted.get("input_token_details", {}).get("cache_read", 0) or 0,
            completion_tokens=counted["output_tokens"],
            seconds=seconds,
        )


def _as_demanded(example: str, demand: Demand | None) -> str:
    """A worked example in the form that is demanded: what is shown and what is asked for must look the same."""
    if demand is None or not (demand.form.wrapped or demand.form.keys):
        return example
    try:
        return json.dumps(demand.form.write(json.loads(example)), ensure_ascii=False)
    except json.JSONDecodeError:
        return example


def _shown(request: str, images: Sequence[Image]) -> list[dict[str, Any]]:
    """The request with its pictures, in the form that all five packages take."""
    urls = (f"data:{image.kind};base64,{base64.b64encode(image.data).decode()}" for image in images)
    return [{"type": "text", "text": request}, *({"type": "image_url", "image_url": {"url": url}} for url in urls)]
