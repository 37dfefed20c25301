"""What models have cost: calls and tokens, and the difference between two moments."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a household's models have cost so far."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def since(self, before: "Spent") -> "Spent":
        return Spent(
            calls=self.calls - before.calls,
            prompt_tokens=self.prompt_tokens - before.prompt_tokens,
            completion_tokens=self.completion_tokens - before.completion_tokens,
        )
