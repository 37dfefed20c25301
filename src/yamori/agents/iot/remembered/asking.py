"""What is asked where a request points at how somebody likes a thing and nobody told it, and what the answer tells. Pure."""

from yamori.agents.iot.remembered.applying import Missing
from yamori.domain.language import Language

_LONGEST = 40
"""Characters of an answer that names a value."""


def question(missing: Missing, language: Language) -> str:
    if language is Language.JAPANESE:
        return f"{_japanese(missing)}のお好みは、まだ聞いていません。どうしますか？覚えておきます。"
    device = f"{missing.device[:1].lower()}{missing.device[1:]}" if missing.device[1:2].islower() else missing.device
    return f"I don't know yet how you like {_english(missing, device)}. What shall it be? I'll remember it."


def told_by(missing: Missing, answer: str, language: Language) -> str | None:
    """The answer as a sentence that tells it; None for one that is more than a value."""
    said = answer.strip(" .。!！")
    if not said or len(said) > _LONGEST:
        return None
    if language is Language.JAPANESE:
        return f"{_japanese(missing)}は{said}が好き"
    return f"I like {_english(missing, missing.device)} at {said}"


def _japanese(missing: Missing) -> str:
    return f"{missing.device}の{missing.quality}" if missing.quality else missing.device


def _english(missing: Missing, device: str) -> str:
    return f"the {missing.quality} of the {device}" if missing.quality else f"the {device}"
