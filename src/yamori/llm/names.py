"""How a model is named everywhere: `provider:model`, such as `embedded:default` or `ollama:qwen3:4b`."""

from dataclasses import dataclass

from yamori.domain.errors import InvalidRequest


@dataclass(frozen=True, kw_only=True)
class ModelName:
    provider: str
    model: str
    """As the provider calls it; may hold colons itself."""

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}"


def parse_name(text: str, *, where: str) -> ModelName:
    """Raises `InvalidRequest` at `where` when it is not `provider:model`."""
    provider, colon, model = text.strip().partition(":")
    if not (provider and colon and model):
        raise InvalidRequest(f"{text!r} is not the name of a model; expected provider:model, such as embedded:default", where=where)
    return ModelName(provider=provider, model=model)
